"""Journals of earlier versions, which were SQLite databases with a write-ahead log: they are read, never written.

It is imported only where there is one, since SQLite takes time and memory at a start.
"""

import math
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from device.storage.journal_format import OTHER_PROGRAM, Row, encode_journal

_VERSION = 2
_COLUMNS = ["position", "time", "event", "checksum"]
"""Version 1 had no checksums."""
_MAX_COPY_TRIES = 5
"""Attempts to copy a journal between two moments at which a running Kiebitz moved its log into the file."""
_MAX_EVENT_BYTES = 1 << 20
_MIN_ROW_BYTES = 16
_UNREADABLE = (sqlite3.Error, UnicodeDecodeError, OverflowError)


def read_earlier_journal(path: Path) -> tuple[bytes, str]:
    """Returns the content of a journal in the form of today, with all rows that can be read, and its fault, if any.

    An earlier Kiebitz may be writing it.

    :raises OSError: if it cannot be read.
    """
    with TemporaryDirectory(prefix="kiebitz-") as folder:
        copy = Path(folder) / "journal.sqlite"
        for _ in range(_MAX_COPY_TRIES):
            before = path.stat().st_mtime_ns
            shutil.copyfile(path, copy)
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{path}-wal", f"{copy}-wal")
            if path.stat().st_mtime_ns == before:
                break
        try:
            with closing(sqlite3.connect(copy)) as connection:
                return _read_database(connection, copy.stat().st_size // _MIN_ROW_BYTES)
        except _UNREADABLE as error:
            return b"", f"it is damaged: {error}"


def _read_database(connection: sqlite3.Connection, most: int) -> tuple[bytes, str]:
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_EVENT_BYTES)
    # Bytes that are no valid text are damage, which the checksum detects.
    connection.text_factory = lambda text: text.decode(errors="replace")
    version = connection.execute("pragma user_version").fetchone()[0]
    columns = [row[1] for row in connection.execute("pragma table_info(events)")]
    # A view or a trigger could run any statement when it is queried.
    others = connection.execute("select name from sqlite_master where type in ('view', 'trigger')").fetchall()
    if columns[:3] != _COLUMNS[:3] or columns != _COLUMNS[: len(columns)] or others or version > _VERSION:
        found = f"version {version} with columns {columns[:5]}{' and a view or trigger' if others else ''}"
        return b"", f"{OTHER_PROGRAM}: got {found}, expected the table events with {_COLUMNS}"
    marks = dict(_rows_of(connection, "select position, mark from marks order by position", most))
    every = (
        f"select position, time, event{', checksum' if len(columns) > 3 else ', null'} from events order by position"
    )
    stored = {row[0]: row for row in [*_rows_of(connection, every, most), *_rows_of(connection, f"{every} desc", most)]}
    rows = [_restore(stored[position], marks.get(position, "")) for position in sorted(stored)]
    journal_id = int(connection.execute("pragma application_id").fetchone()[0]) & 0xFFFFFFFF
    return encode_journal(rows, journal_id), ""


def _rows_of(connection: sqlite3.Connection, query: str, most: int) -> Iterator[tuple[Any, ...]]:
    """Yields the rows up to the first page that cannot be read; damaged pages may lead to one another in a circle."""
    with suppress(*_UNREADABLE):
        for _, row in zip(range(most), connection.execute(query), strict=False):
            if isinstance(row[0], int):
                yield row


def _restore(stored: tuple[Any, ...], mark: object) -> Row:
    position, time, event, checksum = stored
    if not isinstance(time, float) or not isinstance(event, str) or not math.isfinite(time):
        return Row.damaged(position, str(event))  # SQLite takes any type in any column
    if checksum is not None and not isinstance(checksum, int):
        return Row.damaged(position, event)
    row = Row(position, time, event, checksum)
    marked = row._replace(mark=str(mark))
    if checksum is None or not row.is_intact:
        return marked
    return marked._replace(checksum=marked.expected_checksum)
