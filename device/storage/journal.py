"""The journal: every event of every evening, in one SQLite table that survives a pulled plug.

An append returns only when the event is on the disk (write-ahead log, `synchronous=FULL`). Events are never changed
or removed; an amendment is an event of its own.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from device.storage.integrity.copies import copy_journal, keep_aside, move_aside
from device.storage.journal_repair import salvaged
from device.storage.journal_rows import COLUMNS, INSERT, SCHEMA, SELECT, TO_VERSION_2, VERSION, Row, shifted
from device.storage.last_evening import last_evening, reaches_back

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.events import Event

LONGEST = 1 << 20
"""Bytes of an event; one takes some hundred."""
LOG_PAGES = 64
"""Of the write-ahead log, some deals, until it is folded into the file: of a torn log all that follows is lost."""
_TRIES = 5
"""To copy a journal in a moment in which nothing is folded into its file."""


class JournalError(ValueError):
    """Raised when the journal cannot be opened or an event cannot be stored; nothing that was stored is lost."""


class BrokenJournal(JournalError):
    """Raised when a journal cannot be read; a copy of it was kept aside before the error was raised."""


class Journal:
    """An open journal. Use it as a context manager, or close it.

    It holds all evenings, but only the last is read, so that the first screen comes as soon after years as on the first
    day. Positions are counted from where reading begins; on the disk, from the first event of all.
    """

    def __init__(self, path: Path, whole: bool = False) -> None:
        """Opens the journal, or begins a new one. With *whole* all games are read.

        :raises BrokenJournal: if the file is no journal, is damaged, or comes from a newer Kiebitz.
        :raises JournalError: if the folder or the file cannot be used.
        """
        self.path = path
        self._connection = self._open()
        try:
            self._prepare()
            self._check()
            self._start = 0 if whole else last_evening(self._connection)
            self._events, self._times = self._read(self._start)
            if self._start and reaches_back(self._events):
                self._start = 0
                self._events, self._times = self._read(0)
        except sqlite3.OperationalError as error:
            self.close()
            raise JournalError(_cannot(f"use journal {path}", error)) from error
        except Exception as error:  # damage can look like anything
            # Copied before closing, for closing may fold the write-ahead log into the file.
            message = keep_aside(path, error)
            self.close()
            raise BrokenJournal(message) from error

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self._events)

    @property
    def events(self) -> list[Event]:
        """The events of the last game, or of all, each at the position that names it."""
        return list(self._events)

    @property
    def start(self) -> int:
        """How many events lie on the disk before those that were read."""
        return self._start

    @property
    def times(self) -> list[float]:
        """When each event was stored, in seconds since 1970."""
        return list(self._times)

    def append(self, event: Event, time: float) -> int:
        """Stores an event and returns its position; when this returns, the event is on the disk.

        :raises JournalError: if it could not be stored; the journal stands as before and the call may be repeated.
        """
        position = len(self._events)
        row = Row.of(self._start + position, time, shifted(event, self._start))
        try:
            # One statement outside a transaction commits by itself.
            self._connection.execute(INSERT, row)
        except sqlite3.IntegrityError as error:
            raise JournalError(
                f"another Kiebitz writes to journal {self.path}: expected to be the only one; stop the other one"
            ) from error
        except sqlite3.Error as error:
            raise JournalError(_cannot(f"store an event in {self.path}", error)) from error
        self._events.append(event)
        self._times.append(time)
        return position

    def begin_here(self) -> None:
        """From now on positions are counted from here: what comes does not go on with what was."""
        self._start += len(self._events)
        self._events, self._times = [], []

    def close(self) -> None:
        self._connection.close()

    def _open(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(self.path, isolation_level=None, timeout=2, check_same_thread=False)
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
            # What is no text any more is damage, which the checksum tells.
            connection.text_factory = lambda text: text.decode(errors="replace")
            return connection
        except (OSError, sqlite3.Error) as error:
            raise JournalError(_cannot(f"open journal {self.path}", error)) from error

    def _prepare(self) -> None:
        version = self._connection.execute("pragma user_version").fetchone()[0]
        if version > VERSION:
            raise ValueError(f"it has version {version}, expected at most {VERSION}: update Kiebitz to read it")
        columns = [row[1] for row in self._connection.execute("pragma table_info(events)")]
        holds = self._connection.execute("select type, name from sqlite_master").fetchall()
        if version == 0 and holds:
            raise ValueError("it is another program's database")
        # A view or a trigger could do anything when it is asked.
        kinds = {kind for kind, _ in holds}
        expected = COLUMNS if version > 1 else COLUMNS[:3]
        if version > 0 and (columns != expected or ("table", "events") not in holds or kinds & {"view", "trigger"}):
            raise ValueError(f"got {holds[:4]} with columns {columns[:4]}, expected the table events with {expected}")
        self._connection.execute("pragma journal_mode=wal")
        self._connection.execute("pragma synchronous=full")
        self._connection.execute(f"pragma wal_autocheckpoint={LOG_PAGES}")
        if version == 0:
            self._connection.execute(SCHEMA)
            self._connection.execute(f"pragma user_version={VERSION}")
        elif version == 1:
            self._connection.executescript(TO_VERSION_2)

    def _check(self) -> None:
        damage = self._connection.execute("pragma quick_check(1)").fetchone()[0]
        if damage != "ok":
            raise ValueError(f"it is damaged: {damage}")
        query = "select count(*), coalesce(min(position), 0), coalesce(max(position), -1) from events"
        count, first, last = self._connection.execute(query).fetchone()
        if (first, last) != (0, count - 1):
            raise ValueError(f"it holds {count} events, expected those from 0 to {last} without a gap")

    def _read(self, start: int) -> tuple[list[Event], list[float]]:
        events: list[Event] = []
        times: list[float] = []
        for row in map(Row._make, self._connection.execute(SELECT, (start,))):
            events.append(shifted(row.read(), -start))
            times.append(row.time)
        return events, times


def _cannot(what: str, error: Exception) -> str:
    return f"cannot {what}: {error}; expected a writable folder with free space: check the disk and its owner"


def begin_anew(path: Path, mend: bool = True) -> Journal:
    """Moves an unreadable journal out of the way and goes on with what can be read of it, or with nothing.

    :raises JournalError: if that is not possible either.
    """
    events, times = salvaged(path) if mend else ([], [])
    mended = path.with_name(f"{path.name}.mended")
    try:
        mended.unlink(missing_ok=True)
        if events:
            write_journal(mended, events, times)
        move_aside(path)
        if events:
            mended.replace(path)
    except OSError as error:
        raise JournalError(_cannot(f"move journal {path} away", error)) from error
    return Journal(path)


def begin_before(path: Path, position: int) -> Journal:
    """Moves a journal out of the way and goes on with its events before *position*, as they lie there.

    :raises JournalError: if that is not possible.
    """
    shorter = path.with_name(f"{path.name}.mended")
    try:
        with closing(sqlite3.connect(path)) as connection:
            rows = [row for row in map(Row._make, connection.execute(SELECT, (0,))) if row.position < position]
        shorter.unlink(missing_ok=True)
        _write_rows(shorter, rows)
        move_aside(path)
        shorter.replace(path)
    except (OSError, sqlite3.Error) as error:
        raise JournalError(_cannot(f"move journal {path} away", error)) from error
    return Journal(path)


def write_journal(path: Path, events: Sequence[Event], times: Sequence[float]) -> None:
    """Writes a whole journal at once, where there is none yet.

    :raises JournalError: if it cannot be written.
    """
    _write_rows(
        path, [Row.of(place, time, event) for place, (event, time) in enumerate(zip(events, times, strict=True))]
    )


def _write_rows(path: Path, rows: Sequence[Row]) -> None:
    Journal(path).close()
    try:
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.executemany(INSERT, rows)
    except sqlite3.Error as error:
        raise JournalError(_cannot(f"write journal {path}", error)) from error


def read_journal(path: Path, whole: bool = True) -> list[Event]:
    """Returns all events of a journal, or the last evening's; it must exist already, and nothing is written beside it.

    :raises JournalError: if there is none, or it cannot be read.
    """
    with journal_copy(path, whole) as journal:
        return journal.events


@contextmanager
def journal_copy(path: Path, whole: bool = True) -> Iterator[Journal]:
    """Opens a copy of a journal, all of it or the last evening; another Kiebitz may be writing to it meanwhile.

    :raises JournalError: if there is none, or it cannot be read.
    """
    if not path.is_file():
        raise JournalError(f"got no journal at {path}, expected a file that `kiebitz run` has written")
    with TemporaryDirectory(prefix="kiebitz-") as folder:
        copy = Path(folder) / path.name
        _copy_while_it_rests(path, copy)
        try:
            journal = Journal(copy, whole)
        except JournalError as error:
            reason = error.__cause__ or error
            raise JournalError(f"cannot read journal {path}: {reason}; expected one that kiebitz run wrote") from error
        with journal:
            yield journal


def _copy_while_it_rests(path: Path, copy: Path) -> None:
    """Copies file and write-ahead log of one moment: what is folded from one into the other meanwhile would be lost."""
    for _ in range(_TRIES):
        before = path.stat().st_mtime_ns
        copy_journal(path, copy)
        if path.stat().st_mtime_ns == before:
            return
