"""Opens the database of a journal, and checks it before anything is written to it."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from device.storage.event_rows import COLUMNS, SCHEMA, TO_VERSION_2, VERSION
from device.storage.integrity.copies import copy_journal

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_EVENT_BYTES = 1 << 20
"""Bytes of an event; one takes some hundred."""
LOG_PAGES = 64
"""Pages of the write-ahead log, some deals, after which SQLite checkpoints it: a torn frame loses all that follow it.
"""


def open_to_write(path: Path) -> sqlite3.Connection:
    """:raises sqlite3.Error: if it cannot be opened."""
    return _configure(sqlite3.connect(path, isolation_level=None, timeout=2, check_same_thread=False))


def open_to_check(path: Path) -> sqlite3.Connection:
    """Opens it so that closing neither checkpoints nor removes its log.

    A file that SQLite has to write to before it can be read is opened to write: an empty one, and one that a power cut
    left while its mode was changed.

    :raises sqlite3.Error: if it cannot be opened.
    """
    if Path(f"{path}-journal").exists() or not path.exists() or not path.stat().st_size:
        return open_to_write(path)
    uri = f"{path.absolute().as_uri()}?mode=ro"
    return _configure(sqlite3.connect(uri, uri=True, isolation_level=None, timeout=2, check_same_thread=False))


@contextmanager
def open_to_read(path: Path) -> Iterator[sqlite3.Connection]:
    """Opens a journal that another Kiebitz may be writing, without changing it or leaving files beside it.

    Only a log that nobody has open is read from a copy.

    :raises OSError: if it cannot be read.
    :raises sqlite3.Error: likewise.
    """
    has_log = Path(f"{path}-wal").exists()
    if has_log and not Path(f"{path}-shm").exists():
        with TemporaryDirectory(prefix="kiebitz-") as folder:
            copy = Path(folder) / path.name
            copy_journal(path, copy)
            with closing(open_to_check(copy)) as connection:
                yield connection
        return
    uri = f"{path.absolute().as_uri()}?mode=ro{'' if has_log else '&immutable=1'}"
    with closing(_configure(sqlite3.connect(uri, uri=True, isolation_level=None, timeout=2))) as connection:
        yield connection


def _configure(connection: sqlite3.Connection) -> sqlite3.Connection:
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_EVENT_BYTES)
    # Bytes that are no valid text are damage, which the checksum detects.
    connection.text_factory = lambda text: text.decode(errors="replace")
    return connection


def check_database(connection: sqlite3.Connection) -> int:
    """Returns the version of the journal, 0 for an empty file.

    :raises ValueError: if it is no journal, comes from a newer Kiebitz, or is damaged.
    """
    version = check_kind(connection)
    if version:
        _check_pages(connection)
    return version


def check_kind(connection: sqlite3.Connection) -> int:
    """Returns the version of the journal, 0 for an empty file, without checking its pages.

    :raises ValueError: if it is no journal, or comes from a newer Kiebitz.
    """
    version = int(connection.execute("pragma user_version").fetchone()[0])
    if version > VERSION:
        raise ValueError(f"it has version {version}, expected at most {VERSION}: update Kiebitz to read it")
    columns = [row[1] for row in connection.execute("pragma table_info(events)")]
    holds = connection.execute("select type, name from sqlite_master").fetchall()
    if version == 0 and holds:
        raise ValueError("it is another program's database")
    if version == 0:
        return version
    # A view or a trigger could run any statement when it is queried.
    kinds = {kind for kind, _ in holds}
    expected = COLUMNS if version > 1 else COLUMNS[:3]
    if columns != expected or ("table", "events") not in holds or kinds & {"view", "trigger"}:
        raise ValueError(f"got {holds[:4]} with columns {columns[:4]}, expected the table events with {expected}")
    return version


def _check_pages(connection: sqlite3.Connection) -> None:
    damage = connection.execute("pragma quick_check(1)").fetchone()[0]
    if damage != "ok":
        raise ValueError(f"it is damaged: {damage}")
    query = "select count(*), coalesce(min(position), 0), coalesce(max(position), -1) from events"
    count, first, last = connection.execute(query).fetchone()
    if (first, last) != (0, count - 1):
        raise ValueError(f"it holds {count} events, expected those from 0 to {last} without a gap")


def prepare_to_write(connection: sqlite3.Connection) -> None:
    """Makes a journal that was checked ready for events: durable, and of the newest version.

    :raises sqlite3.Error: if it cannot be written.
    """
    version = connection.execute("pragma user_version").fetchone()[0]
    connection.execute("pragma journal_mode=wal")
    connection.execute("pragma synchronous=full")
    connection.execute(f"pragma wal_autocheckpoint={LOG_PAGES}")
    if version == 0:
        connection.execute(SCHEMA)
        connection.execute(f"pragma user_version={VERSION}")
    elif version == 1:
        connection.executescript(TO_VERSION_2)


def event_count(connection: sqlite3.Connection) -> int:
    return int(connection.execute("select count(*) from events").fetchone()[0])
