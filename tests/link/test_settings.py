"""A table joins by the file of the hall; what cannot be is said in one line, and nothing is lost."""

import re
import stat
from pathlib import Path

import pytest

from common.errors import CommandError
from common.files.user_files import SettingsError
from link.settings import (
    HallAccess,
    HomeAccess,
    LinkSettings,
    as_toml,
    join,
    leave,
    read_link_settings,
    write_link_settings,
)

HALL = HallAccess("192.168.1.10", "cup", "7", "secret")
HOME = HomeAccess("homeassistant.local", home_assistant=True)


@pytest.fixture
def given(tmp_path: Path) -> Path:
    file = tmp_path / "table-07.toml"
    file.write_text(as_toml(HALL))
    return file


def test_joining_writes_what_the_link_reads(given: Path, tmp_path: Path) -> None:
    file = tmp_path / "state" / "link.toml"
    assert join(given, file) == "table 7 of cup at 192.168.1.10: joined"
    assert read_link_settings(file) == LinkSettings(HALL)


def test_nobody_else_may_read_the_password(given: Path, tmp_path: Path) -> None:
    file = tmp_path / "link.toml"
    join(given, file)
    assert stat.S_IMODE(file.stat().st_mode) & 0o007 == 0


def test_the_home_stays_when_a_hall_is_joined_and_left(given: Path, tmp_path: Path) -> None:
    file = tmp_path / "link.toml"
    write_link_settings(file, LinkSettings(home=HOME))
    join(given, file)
    assert read_link_settings(file) == LinkSettings(HALL, HOME)
    assert leave(file) == "cup at 192.168.1.10: left"
    assert read_link_settings(file) == LinkSettings(home=HOME)


def test_leaving_the_only_connection_leaves_no_file(given: Path, tmp_path: Path) -> None:
    file = tmp_path / "link.toml"
    join(given, file)
    leave(file)
    assert not file.exists()
    with pytest.raises(CommandError, match="got no hall in "):
        leave(file)


def test_settings_come_back_as_they_were_written(tmp_path: Path) -> None:
    names = HomeAccess("h", user='Wirt "Sepp" \\ Maier', password="ä\n\t'''", name="Stüberl")
    write_link_settings(tmp_path / "link.toml", LinkSettings(home=names))
    assert read_link_settings(tmp_path / "link.toml").home == names


BAD_FILES = {
    "no TOML": ("host = ", "table-07.toml"),
    "a missing key": ('host = "h"\ntournament = "cup"\ntable = "7"', "missing required field password"),
    "an unknown key": (as_toml(HALL) + 'pasword = "x"', "pasword"),
    "another type": (as_toml(HALL) + 'port = "8883"', "port"),
    "a table that is a topic": (as_toml(HALL).replace('"7"', '"7/../8"'), "got table '7/../8', expected up to 32"),
    "a tournament that is a wildcard": (as_toml(HALL).replace('"cup"', '"+"'), r"got tournament '\+'"),
    "no host": (as_toml(HALL).replace('"192.168.1.10"', '" "'), "got host ' ', expected a name or number"),
    "a port of none": (as_toml(HALL) + "port = 0", "got port 0, expected a number from 1 to 65535"),
    "a certificate of none": (as_toml(HALL) + 'ca = "-----BEGIN"', "got a certificate `ca` that cannot be read"),
}


@pytest.mark.parametrize("content", BAD_FILES, ids=str)
def test_bad_files_are_refused_and_change_nothing(content: str, given: Path, tmp_path: Path) -> None:
    text, expected = BAD_FILES[content]
    file = tmp_path / "link.toml"
    join(given, file)
    before = file.read_bytes()
    bad = tmp_path / "table-07.toml"
    bad.write_text(text)
    with pytest.raises((CommandError, SettingsError)) as refused:
        join(bad, file)
    assert re.search(expected, str(refused.value))
    assert "\n" not in str(refused.value)
    assert file.read_bytes() == before


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"got no file .*table-07\.toml, expected the file that the hall makes"):
        join(tmp_path / "table-07.toml", tmp_path / "link.toml")
