"""Joins a tournament with the file that the hall has made for this table, and leaves it.

Both change the table `hall` of `link.toml`, which `kiebitz link` reads and checks; what else is in it stays.
"""

import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

from common.files.paths import link_file
from common.files.user_files import read_bounded, write_private_toml
from device.storage.stick import read_from_stick

MAX_BYTES = 64 << 10
"""Bytes of the file; addresses, a password and a certificate have some thousand."""
NEEDED = "host", "tournament", "table", "password"
HEAD = "Whoever has this file can speak for this table."


class NoTableFile(ValueError):
    """Raised for a file that is not the file of a table from a hall."""


def join_tournament(file: Path) -> None:
    """Copies the access to the hall from the file of a table on the stick into the settings of the link.

    :raises NoTableFile: if it is not such a file.
    :raises OSError: if it cannot be read or written.
    """
    try:
        content = tomllib.loads(read_from_stick(file, MAX_BYTES).decode())
    except ValueError as error:
        raise NoTableFile(f"got {file} that cannot be read ({error}), expected the file of a table") from error
    hall = content.get("hall", content)
    if not isinstance(hall, dict) or not all(isinstance(hall.get(key), str) for key in NEEDED):
        raise NoTableFile(f"got {file} without {', '.join(NEEDED)}, expected the file of a table")
    write_private_toml(link_file(), HEAD, {**_content(link_file()), "hall": hall})


class LinkFile:
    """The settings of the link as they are now; the file is read again only when it has changed."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._version: tuple[int, int, int] | None = None
        self._content: dict[str, Any] = {}

    @property
    def has_joined(self) -> bool:
        return "hall" in self._read()

    @property
    def tournament(self) -> str:
        """The short name of the tournament; empty if they name none."""
        hall = self._read().get("hall")
        return str(hall.get("tournament", "")) if isinstance(hall, dict) else ""

    @property
    def tells_home(self) -> bool:
        """Whether they name a home to which this table is reported."""
        home = self._read().get("home")
        return isinstance(home, dict) and home.get("home_assistant") is True

    def leave_tournament(self) -> None:
        """Takes the hall out of them.

        :raises OSError: if they cannot be written.
        """
        rest = {name: table for name, table in _content(self._file).items() if name != "hall"}
        if rest:
            write_private_toml(self._file, HEAD, rest)
        else:
            self._file.unlink(missing_ok=True)

    def _read(self) -> dict[str, Any]:
        try:
            status = self._file.stat()
        except OSError:
            self._version, self._content = None, {}
            return {}
        version = status.st_mtime_ns, status.st_ino, status.st_size
        if self._version != version:
            self._version, self._content = version, _content(self._file)
        return self._content


def _content(file: Path) -> dict[str, Any]:
    with suppress(OSError, ValueError):
        return tomllib.loads(read_bounded(file, MAX_BYTES).decode())
    return {}
