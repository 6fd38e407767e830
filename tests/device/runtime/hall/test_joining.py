"""A table joins by the file of the hall, as `kiebitz link join` does, and leaves."""

from __future__ import annotations

import stat
import tomllib
from typing import TYPE_CHECKING

import pytest

from common.files.paths import link_file
from device.runtime.hall.joining import NoTableFile, has_joined, join_tournament, leave_tournament

if TYPE_CHECKING:
    from pathlib import Path

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
    assert not has_joined(link_file())
    join_tournament(file)
    assert tomllib.loads(link_file().read_text()) == {"hall": JOINED}
    assert stat.S_IMODE(link_file().stat().st_mode) & 0o007 == 0, "it has a password"
    assert has_joined(link_file())
    leave_tournament(link_file())
    assert not link_file().exists()


def test_what_else_the_link_is_told_stays(stick: Path) -> None:
    link_file().parent.mkdir()
    link_file().write_text('[home]\nhost = "home"\nhome_assistant = true\nport = 1883\n')
    assert not has_joined(link_file())
    (stick / "table-07.toml").write_text(HALL)
    join_tournament(stick / "table-07.toml")
    assert tomllib.loads(link_file().read_text())["hall"] == JOINED
    leave_tournament(link_file())
    assert tomllib.loads(link_file().read_text()) == {"home": {"host": "home", "home_assistant": True, "port": 1883}}


@pytest.mark.parametrize("content", [b"", b"\xff", b"host = ", b'host = "x"\n', b"hall = 3\n", b"[hall]\nhost = 1\n"])
def test_another_file_is_refused_and_nothing_changes(stick: Path, content: bytes) -> None:
    (stick / "table-07.toml").write_bytes(content)
    with pytest.raises(NoTableFile, match="expected the file of a table"):
        join_tournament(stick / "table-07.toml")
    assert not link_file().exists()
