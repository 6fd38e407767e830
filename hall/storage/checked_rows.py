"""The rows of a hall's file, each with a checksum, since SQLite has none for its pages; and the copy of its events.

The copy is a file of lines beside that of the hall, from which it can be mended. The events of tables need none, since
the tables send again what the hall lacks.
"""

import sqlite3
import zlib
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from common.files.durable_files import AppendedFile, move_aside, write_atomically

Row: TypeAlias = tuple[object, ...]
"""The values of a row in the order of its columns; its checksum, the last one, is None in rows of version 1."""
MIN_ROW_BYTES = 16
READ_ERRORS = (sqlite3.Error, UnicodeDecodeError, OverflowError)
"""The exceptions of reading a damaged file."""


class StoredTable(NamedTuple):
    name: str
    columns: str
    """With their types and without the checksum."""
    key: tuple[str, ...]

    @property
    def schema(self) -> str:
        """The statement that creates it; it may be repeated."""
        if len(self.key) == 1:
            return f"create table if not exists {self.name} ({self.columns}, checksum integer)"
        key = ", ".join(self.key)
        return (
            f"create table if not exists {self.name} ({self.columns}, checksum integer, primary key ({key}))"
            " without rowid"
        )


HALL_EVENTS = StoredTable(
    "hall_event", "position integer primary key, time real not null, event text not null", ("position",)
)
TABLE_EVENTS = StoredTable(
    "table_event",
    "table_name text not null, journal text not null, position integer not null, time real not null,"
    " stored real not null, by_whom text not null, event text not null",
    ("table_name", "journal", "position"),
)
"""`stored` is the time at which the hall committed the event."""
TABLE_JOURNALS = StoredTable(
    "table_journal",
    "table_name text not null, journal text not null, first integer not null, seen real not null",
    ("table_name", "journal"),
)
"""`first` is the first position of a journal that the hall gets."""
TABLES = HALL_EVENTS, TABLE_EVENTS, TABLE_JOURNALS


def with_checksum(*values: object) -> Row:
    """Returns a row of these values; those of real columns must be floats, as SQLite returns them."""
    return *values, zlib.crc32(repr(values).encode())


def is_intact(row: Row) -> bool:
    return row[-1] is None or row == with_checksum(*row[:-1])


def columns_of(connection: sqlite3.Connection, table: str) -> list[str]:
    return [str(column[1]) for column in connection.execute(f"pragma table_info({table})")]


def add_checksums(connection: sqlite3.Connection) -> None:
    """Adds the column to the tables of version 1; its rows keep none."""
    for table in TABLES:
        columns = columns_of(connection, table.name)
        if columns and columns[-1] != "checksum":
            connection.execute(f"alter table {table.name} add column checksum integer")


def damage_of(connection: sqlite3.Connection) -> str:
    """Returns what is damaged in a file; empty if nothing is."""
    damage = connection.execute("pragma quick_check(1)").fetchone()[0]
    if damage != "ok":
        return str(damage)
    for table in TABLES:
        columns = columns_of(connection, table.name)
        if columns and columns[-1] == "checksum":
            for row in connection.execute(f"select * from {table.name}"):
                if not is_intact(row):
                    return f"a row of {table.name} has another checksum than expected"
    query = "select count(*), coalesce(min(position), 0), coalesce(max(position), -1) from hall_event"
    count, first, last = connection.execute(query).fetchone() if columns_of(connection, "hall_event") else (0, 0, -1)
    return "" if (first, last) == (0, count - 1) else f"it holds {count} events, expected those from 0 to {last}"


def readable_rows(connection: sqlite3.Connection, table: StoredTable, most: int) -> list[Row]:
    """Returns the intact rows before and behind the pages that cannot be read, at most so many."""
    found: dict[Row, None] = {}
    for order in ("", " desc"):
        with suppress(*READ_ERRORS):
            columns = columns_of(connection, table.name)
            by = ", ".join(f"{column}{order}" for column in table.key)
            # damaged pages may lead to one another in a circle
            for row in islice(connection.execute(f"select * from {table.name} order by {by}"), most):
                whole = row if columns[-1] == "checksum" else (*row, None)
                if is_intact(whole):
                    found[whole] = None
    return list(found)


def insert_rows(
    connection: sqlite3.Connection,
    table: StoredTable,
    rows: Sequence[Row],
    existing: Literal["abort", "ignore", "replace"] = "abort",
) -> int:
    """Inserts rows of *table*; *existing* says what becomes of those whose key is there already. Returns how many were
    stored.
    """
    places = ", ".join("?" * (table.columns.count(",") + 2))
    return connection.executemany(f"insert or {existing} into {table.name} values ({places})", rows).rowcount


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
