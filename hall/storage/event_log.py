"""A second copy of the events of a tournament: a file of lines beside that of the hall, from which it can be mended.

The events of tables need none, since the tables send again what the hall lacks.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from common.files.appended_file import AppendedFile
from common.files.atomic_files import move_aside, write_atomically
from hall.storage.checked_rows import is_intact, with_checksum

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from hall.storage.checked_rows import Row

_LINE = msgspec.json.Decoder(tuple[int, float, str, int])


def log_file(hall_file: Path) -> Path:
    return hall_file.with_name(f"{hall_file.name}.events")


def read_log(hall_file: Path) -> list[Row]:
    """Returns the rows of the copy that are intact, by position.

    :raises OSError: if it is there and cannot be read.
    """
    found: dict[int, Row] = {}
    with suppress(FileNotFoundError):
        for line in log_file(hall_file).read_bytes().splitlines():
            with suppress(msgspec.MsgspecError, UnicodeDecodeError):
                row = _LINE.decode(line)
                if is_intact(row):
                    found[row[0]] = row
    return [found[position] for position in sorted(found)]


class EventLog:
    """Close it. A line that could not be written is written with the next one."""

    def __init__(self, hall_file: Path, rows: Sequence[Row]) -> None:
        """*rows* are those of the file: the copy gets what it lacks, and is replaced if it differs.

        :raises OSError: if it cannot be written.
        """
        rows = [with_checksum(*row[:-1]) for row in rows]
        path, copied = log_file(hall_file), read_log(hall_file)
        if copied != rows[: len(copied)]:
            move_aside(path)
            copied = []
        if len(copied) != len(rows) or not path.exists():
            write_atomically(path, b"".join(map(_line, rows)))
        self._file = AppendedFile(path)
        self._waiting = b""

    def add(self, rows: Sequence[Row]) -> None:
        """Returns when the rows are on the disk.

        :raises OSError: if they cannot be written now.
        """
        self._waiting += b"".join(map(_line, rows))
        self._file.append(self._waiting)
        self._waiting = b""

    def close(self) -> None:
        self._file.close()


def _line(row: Row) -> bytes:
    return msgspec.json.encode(row) + b"\n"
