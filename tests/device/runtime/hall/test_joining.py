"""A table joins by the file of the hall, as `kiebitz link join` does, and leaves."""

import stat
import tomllib
from pathlib import Path

import pytest

from common.files.paths import link_file
from device.runtime.hall.joining import LinkFile, NoTableFile, join_tournament
from tests.support.tournament_table import TournamentTable

CERTIFICATE = "-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----\n"
HALL = f'host = "192.168.1.10"\ntournament = "cup"\ntable = "7"\npassword = "se\\"cret"\nca = """\n{CERTIFICATE}"""\n'
JOINED = {"host": "192.168.1.10", "tournament": "cup", "table": "7", "password": 'se"cret', "ca": CERTIFICATE}


@pytest.fixture(autouse=True)
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a stick; the state folder is beside it."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


@pytest.mark.parametrize("head", ["", "[hall]\n"])
def test_the_file_of_the_hall_is_taken(stick: Path, head: str) -> None:
    file = stick / "table-07.toml"
    file.write_text(head + HALL)
    assert not LinkFile(link_file()).has_joined
    join_tournament(file)
    assert tomllib.loads(link_file().read_text()) == {"hall": JOINED}
    assert stat.S_IMODE(link_file().stat().st_mode) & 0o007 == 0, "it has a password"
    assert LinkFile(link_file()).has_joined
    LinkFile(link_file()).leave_tournament()
    assert not link_file().exists()


def test_what_else_the_link_is_told_stays(stick: Path) -> None:
    link_file().parent.mkdir()
    link_file().write_text('[home]\nhost = "home"\nhome_assistant = true\nport = 1883\n')
    assert not LinkFile(link_file()).has_joined
    (stick / "table-07.toml").write_text(HALL)
    join_tournament(stick / "table-07.toml")
    assert tomllib.loads(link_file().read_text())["hall"] == JOINED
    LinkFile(link_file()).leave_tournament()
    assert tomllib.loads(link_file().read_text()) == {"home": {"host": "home", "home_assistant": True, "port": 1883}}


@pytest.mark.parametrize("content", [b"", b"\xff", b"host = ", b'host = "x"\n', b"hall = 3\n", b"[hall]\nhost = 1\n"])
def test_another_file_is_refused_and_nothing_changes(stick: Path, content: bytes) -> None:
    (stick / "table-07.toml").write_bytes(content)
    with pytest.raises(NoTableFile, match="expected the file of a table"):
        join_tournament(stick / "table-07.toml")
    assert not link_file().exists()


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ('[home]\nhost = "h"\nhome_assistant = true\n', True),
        ('[home]\nhost = "h"\n', False),
        ('[home]\nhost = "h"\nhome_assistant = "yes"\n', False),
        ("home = 1\n", False),
        ("no TOML", False),
    ],
)
def test_only_a_home_that_is_switched_on_counts(tmp_path: Path, content: str, expected: bool) -> None:
    file = tmp_path / "link.toml"
    file.write_text(content)
    assert LinkFile(file).tells_home is expected
    assert LinkFile(tmp_path / "missing.toml").tells_home is False


def test_a_home_needs_the_link_without_any_tournament(tmp_path: Path) -> None:
    with TournamentTable(tmp_path) as table:
        assert table.hall.server.is_open, "it has joined a tournament"
        file = tmp_path / "link.toml"
        file.write_text('[home]\nhost = "h"\nhome_assistant = true\n')
        table.hall.refresh()
        assert table.view.tournament is None
        assert table.hall.server.is_open
        file.unlink()
        table.hall.refresh()
        assert not table.hall.server.is_open
