"""What lies in the folder in which root calls the scripts is not run, and what needs no root is not run by root."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.deploy.board import DEPLOY, Board

PLANTED = ("numpy", "sitecustomize", "usercustomize", "venv", "pip", "logging", "cv2", "picamera2", "engine", "vision")
STEPS = {
    "need_python": "need_python",
    "system_numpy": "system_numpy",
    "make_environment": "make_environment $versions/2-b",
    "try_out": "try_out 1-a",
    "board_for": "board_for 1-a 'Raspberry Pi 5'",
    "leave_deals_alone": "leave_deals_alone",
}
"""The steps that start a Python."""


@pytest.fixture
def board(tmp_path: Path) -> Board:
    board = Board(tmp_path)
    board.running()
    board.version("1-a")
    board.output_of("point $current 1-a")
    board.file("var/lib/kiebitz/journal.sqlite", "no journal")
    return board


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    """A folder with modules that note down when they are run."""
    folder = tmp_path / "planted"
    folder.mkdir()
    note = f"open({str(tmp_path / 'ran')!r}, 'a').write(__name__ + ' ')"
    for name in PLANTED:
        (folder / f"{name}.py").write_text(note)
    for module in ("__init__", "in_play", "hardware/board_profiles"):
        path = folder / "device" / f"{module}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(note)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("path", [None, "", "."], ids=["no path", "empty path", "path of the current folder"])
def test_nothing_in_the_current_folder_is_run(board: Board, planted: Path, step: str, path: str | None) -> None:
    given = "" if path is None else f"export PYTHONPATH={path}:; "
    done = board.run(f"{given}mkdir -p $versions; {STEPS[step]}", planted)
    ran = planted.parent / "ran"
    assert not ran.exists(), f"{ran.read_text()}was run: {done.stdout}{done.stderr}"


def test_the_planted_modules_are_run_where_they_can_be(planted: Path) -> None:
    subprocess.run(["/usr/bin/python3", "-c", "import numpy"], cwd=planted, check=True)
    assert "numpy" in (planted.parent / "ran").read_text()


@pytest.mark.slow
@pytest.mark.parametrize("step", ["try_out", "board_for", "leave_deals_alone"])
def test_what_needs_no_root_runs_as_the_user_of_the_service(board: Board, step: str) -> None:
    board.run(STEPS[step])
    assert re.search(r"^setpriv --reuid=kiebitz --regid=kiebitz --clear-groups ", board.calls.read_text(), re.MULTILINE)


def test_every_python_in_the_scripts_is_isolated() -> None:
    """A new call without -I would read the current folder, or variables that name one."""
    calls = []
    for script in ("install", "upgrade", "uninstall", "steps.sh"):
        text = re.sub(r"^ *#.*", "", (DEPLOY / script).read_text(), flags=re.MULTILINE)
        calls += re.findall(r"""(?:bin/python3?|\$python)"? +(-\S+|"[^"]*"|/\S+)""", text)
    assert len(calls) >= 7
    assert set(calls) == {"-I"}


def test_the_scripts_leave_the_current_folder(tmp_path: Path) -> None:
    for script in ("install", "upgrade", "uninstall"):
        traced = subprocess.run(["bash", "-x", DEPLOY / script, "--help"], capture_output=True, text=True, check=True)
        assert "+ cd /\n" in traced.stderr, script


IN_PLAY = "got a deal in play, 3 min ago, expected none"
UNKNOWN = "got no answer whether a deal is in play"
STOP = "expected one: sudo systemctl stop kiebitz"
ANSWERS = [
    ("exit 0", None),
    (f"echo '{IN_PLAY}'; exit 3", IN_PLAY),
    (f"echo '{IN_PLAY}'; exit 1", f"{UNKNOWN} ({IN_PLAY})"),
    (f"echo '{UNKNOWN} (got no journal), {STOP}'; exit 4", f"{UNKNOWN} (got no journal), {STOP}, then once more"),
    (
        "printf 'Traceback:\\nImportError: msgspec\\n' >&2; exit 1",
        f"{UNKNOWN} (ImportError: msgspec), {STOP}, then once more",
    ),
    ("exit 1", "got no answer whether a deal is in play (exit code 1)"),
    ("kill -SEGV $$", "got no answer whether a deal is in play (exit code 139)"),
]


@pytest.mark.parametrize(("answer", "expected"), ANSWERS)
def test_only_a_deal_in_play_is_called_one(board: Board, answer: str, expected: str | None) -> None:
    board.program(board.root / "opt/kiebitz/current/bin/python", answer)
    if expected is None:
        assert board.output_of("leave_deals_alone") == ""
    else:
        assert board.refuses("leave_deals_alone").startswith(f"kiebitz: {expected}")
