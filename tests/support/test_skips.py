"""A test that is skipped for a reason that nobody listed fails."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.skips import UNFETCHED, child_environment, is_expected

ROOT = Path(__file__).parents[2]
ARM = "needs ~/.cache/kiebitz/arm64, which tests/emulation/arm64_root makes"


@pytest.mark.parametrize(
    ("reason", "unfetched", "expected"),
    [
        pytest.param(ARM, None, True, id="a tier, outside CI"),
        pytest.param(ARM, ["arm64"], True, id="a tier that could not be fetched"),
        pytest.param(ARM, [], False, id="a tier that was fetched"),
        pytest.param(ARM, ["machine"], False, id="another tier could not be fetched"),
        pytest.param("needs root, to change the root folder", None, True, id="not root, outside CI"),
        pytest.param("needs root, to change the root folder", [], False, id="not root, in CI"),
        pytest.param("nmcli is not installed", None, True, id="a program is not installed, outside CI"),
        pytest.param("nmcli is not installed", [], False, id="a program is not installed, in CI"),
        pytest.param("needs /dev/full", [], True, id="what a machine may lack"),
        pytest.param("flaky today", None, False, id="no reason that is listed"),
    ],
)
def test_which_skips_are_expected(reason: str, unfetched: list[str] | None, expected: bool) -> None:
    assert is_expected(reason, unfetched) is expected


SKIPS = """
import pytest

def test_listed():
    pytest.skip("needs /dev/full")

def test_not_listed():
    pytest.skip("flaky today")

@pytest.mark.xfail
def test_expected_to_fail():
    assert False
"""


@pytest.mark.slow
def test_a_skip_for_another_reason_fails_and_what_was_not_checked_is_named_at_the_end(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text())
    (tmp_path / "test_skips.py").write_text(SKIPS)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "--rootdir", str(tmp_path)]
    done = subprocess.run(
        [*command, "-c", str(ROOT / "pyproject.toml"), str(tmp_path)],
        env=child_environment() | {"PYTHONPATH": str(ROOT), UNFETCHED: "arm64"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = done.stdout.splitlines()
    assert "1 failed, 1 skipped, 1 xfailed" in lines[-1]
    assert "flaky today" in done.stdout
    assert "This reason is not in the list" in done.stdout
    assert lines[-2].startswith("NOT CHECKED: the tier arm64")
    assert done.returncode == 1


def test_a_pytest_within_a_test_does_not_repeat_what_was_not_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(UNFETCHED, "arm64")
    environment = child_environment(PYTHONPATH="here")
    assert environment["PYTHONPATH"] == "here"
    assert UNFETCHED not in environment
