"""kiebitz link: what is given is checked before anything is connected, in one line."""

from pathlib import Path

import pytest

from cli.main import main
from link.settings import HallAccess, LinkSettings, as_toml, read_link_settings, write_link_settings
from tests.support.command_line import CommandLine

HALL = HallAccess("192.168.1.10", "cup", "7", "secret")


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["join"], "expected: kiebitz link join FILE"),
        (["leave", "table-07.toml"], "expected: kiebitz link join FILE"),
        (["leave"], "got no hall in"),
        ([], "kiebitz link join FILE makes it"),
        (["join", "missing.toml"], "got no file missing.toml, expected the file that the hall makes"),
    ],
)
def test_what_cannot_be_is_said(kiebitz: CommandLine, state: Path, arguments: list[str], expected: str) -> None:
    assert expected in kiebitz.refuses("link", *arguments)
    assert list(state.iterdir()) == []


def test_a_table_joins_and_leaves(state: Path, tmp_path: Path, kiebitz: CommandLine) -> None:
    given = tmp_path / "table-07.toml"
    given.write_text(as_toml(HALL))
    assert kiebitz.prints("link", "join", given) == "table 7 of cup at 192.168.1.10: joined\n"
    assert read_link_settings(state / "link.toml") == LinkSettings(HALL)
    assert main(["link", "leave"]) == 0
    assert not (state / "link.toml").exists()


def test_settings_without_a_broker_are_refused(tmp_path: Path, kiebitz: CommandLine) -> None:
    write_link_settings(tmp_path / "link.toml", LinkSettings())
    assert "got neither [hall] nor [home]" in kiebitz.refuses("link", "--settings", tmp_path / "link.toml")
