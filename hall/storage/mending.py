"""Mends the file of a hall before it is opened: with the rows that can still be read, and the copy of its events."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from common.files.durable_files import keep_for_good, remove_log, replace_synced
from common.files.sidecar_files import read_mark
from hall.storage.checked_rows import (
    HALL_EVENTS,
    MIN_ROW_BYTES,
    TABLES,
    Row,
    StoredTable,
    damage_of,
    insert_rows,
    read_log,
    readable_rows,
    with_checksum,
)

APPLICATION_ID = 0x4B48414C
"""Marks the file as that of a hall, so that no other database is written to: the letters KHAL."""
VERSION = 2
"""Version 1 had no checksums."""


_MAX_VERSION = 1000
"""A greater one is damage."""
_NO_DAMAGE = {
    sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN,
}  # fmt: skip
"""The errors of SQLite that say nothing about the content of a file."""


class HallFileError(ValueError):
    """Raised if the file cannot be used: got what, expected what."""


class NewerHallFile(HallFileError):
    """Raised if a newer Kiebitz has written the file."""


def mend(path: Path) -> str:
    """Replaces a damaged file by one with all that can be read of it; returns what was done, empty for a sound file.

    A copy of the damaged file is kept beside it.

    :raises HallFileError: if it is no file of a hall, or comes from a newer Kiebitz; it is left alone.
    :raises OSError: if it cannot be read or written.
    :raises sqlite3.Error: likewise.
    """
    copied, mark = read_log(path), read_mark(path)
    expected = max(len(copied), mark.acknowledged if mark is not None else 0)
    damage = _damage(path, expected)
    if not damage:
        return ""
    rows: dict[StoredTable, list[Row]] = {table: [] for table in TABLES}
    if path.is_file():
        with _opened_copy(path) as connection:
            most = path.stat().st_size // MIN_ROW_BYTES
            rows = {table: readable_rows(connection, table, most) for table in TABLES}
    found = {row[0]: row for row in (*copied, *rows[HALL_EVENTS])}
    if not found and not any(rows.values()):
        raise HallFileError(
            f"got {path}, of which nothing can be read ({damage}), expected the file of a hall: "
            "kiebitz hall --new begins another tournament"
        )
    lost = max(expected, *(int(str(position)) + 1 for position in found)) - len(found)
    events = sorted(found.values(), key=lambda row: int(str(row[0])))
    rows[HALL_EVENTS] = [with_checksum(place, *row[1:-1]) for place, row in enumerate(events)]
    replace_file(path, lambda part: write_file(part, rows))
    outcome = f"all {len(events)} events of the tournament are there"
    if lost:
        outcome = f"{lost} of {len(events) + lost} events of the tournament are lost: check its results"
    return (
        f"{path} was damaged ({damage}) and is mended: {outcome}; what is missing of tables comes again from their "
        "devices; the damaged file is kept beside it"
    )


def check_kind(connection: sqlite3.Connection, path: Path) -> int:
    """Returns the version of the file, 0 for a new one.

    :raises HallFileError: if it is another database, or comes from a newer Kiebitz.
    """
    found = connection.execute("pragma application_id").fetchone()[0]
    tables = connection.execute("select count(*) from sqlite_master").fetchone()[0]
    version = int(connection.execute("pragma user_version").fetchone()[0])
    if (found != APPLICATION_ID and (found or tables)) or not 0 <= version < _MAX_VERSION:
        raise HallFileError(f"got {path}, which is another database, expected the file of a hall")
    if version > VERSION:
        raise NewerHallFile(f"got {path} of a newer Kiebitz (version {version}), expected {VERSION}, update Kiebitz")
    return version


def replace_file(path: Path, write: Callable[[Path], None]) -> None:
    """Replaces a file by the one that *write* makes; a copy of it is kept. After a power cut in between it is mended.

    :raises OSError: if that is not possible.
    :raises sqlite3.Error: likewise.
    """
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    write(part)
    keep_for_good(path)
    remove_log(path)  # first: beside the new file it would be read as its log
    replace_synced(part, path)


def write_file(path: Path, rows: dict[StoredTable, list[Row]]) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"pragma application_id={APPLICATION_ID}")
        connection.execute(f"pragma user_version={VERSION}")
        for table in TABLES:
            connection.execute(table.schema)
            insert_rows(connection, table, rows.get(table, []))


def _damage(path: Path, expected: int) -> str:
    """Returns what is damaged; where so many events are *expected*, a file that is no database is a damaged one."""
    if not path.is_file() or not path.stat().st_size:
        return "it is gone or empty" if expected else ""
    try:
        with _opened_copy(path) as connection:
            if not check_kind(connection, path):
                return "its head is gone" if expected else ""
            damage = damage_of(connection)
            count = connection.execute("select count(*) from hall_event").fetchone()[0] if not damage else 0
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        if code in _NO_DAMAGE or (not expected and code != sqlite3.SQLITE_CORRUPT):
            raise
        return str(error)
    except NewerHallFile:
        raise
    except HallFileError:
        if not expected:
            raise
        return "its head is damaged"
    return damage or (f"it holds {count} events, expected {expected}" if count < expected else "")


@contextmanager
def _opened_copy(path: Path) -> Iterator[sqlite3.Connection]:
    """Opens a copy of the file, so that the damaged one stays as it is."""
    with TemporaryDirectory(prefix="kiebitz-") as folder:
        copy = Path(folder) / path.name
        shutil.copyfile(path, copy)
        with suppress(FileNotFoundError):
            shutil.copyfile(f"{path}-wal", f"{copy}-wal")
        with closing(sqlite3.connect(copy)) as connection:
            # Bytes that are no valid text are damage, which the checksum detects.
            connection.text_factory = lambda text: text.decode(errors="replace")
            yield connection
