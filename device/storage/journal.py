"""The journal: every event of every evening, in one SQLite table that survives a pulled plug.

An append returns only when the event is on the disk (write-ahead log, `synchronous=FULL`). Events are never changed
or removed; an amendment is an event of its own. What guards the files of an open journal is in
`device.storage.integrity`.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Literal, NamedTuple

from device.storage.evenings.last_evening import refers_to_earlier_events, start_of_last_evening
from device.storage.event_rows import INSERT, INSERT_MARK, MARKS_SCHEMA, SELECT, SELECT_MARKS, Row
from device.storage.integrity.copies import keep_aside, move_aside
from device.storage.integrity.database import (
    check_database,
    event_count,
    open_to_check,
    open_to_write,
    prepare_to_write,
)
from device.storage.integrity.guard import Guard
from device.storage.integrity.replacement import prepare_replacement, replace_journal, write_rows
from device.storage.integrity.writer_lock import JournalInUse, WriterLock
from device.storage.row_recovery import readable_events, recover_rows
from engine.event_positions import shift_positions

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from engine.events import Event


class JournalError(ValueError):
    """Raised when the journal cannot be opened or an event cannot be stored; nothing that was stored is lost."""


class BrokenJournal(JournalError):
    """Raised when a journal cannot be read; a copy of it was kept aside before the error was raised."""


class JournalWarning(NamedTuple):
    """A warning about the journal that people must see, although the journal can be used."""

    kind: Literal["events_missing", "mended", "written_again", "evening_damaged", "not_backed_up"]
    text: str


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
        self._start = 0
        self._events: list[Event] = []
        self._times: list[float] = []
        self._warnings: list[JournalWarning] = []
        self._guard = self._make_guard()
        try:
            self._connection = open_to_check(path)
        except sqlite3.Error as error:
            self._end_guard()
            raise JournalError(_error_text(f"open journal {path}", error)) from error
        try:
            self._read_and_check(whole)
            self._begin_writing()
        except (sqlite3.OperationalError, OSError) as error:
            self._abandon()
            raise JournalError(_error_text(f"use journal {path}", error)) from error
        except Exception as error:  # damage can look like anything
            # Copied before closing, for closing may fold the write-ahead log into the file.
            message = keep_aside(path, error)
            self._abandon()
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
        """The number of events on the disk before those that were read."""
        return self._start

    @property
    def id(self) -> str:
        """The id of the journal, in hexadecimal digits; empty if it is only read. A replaced one has another."""
        return self._guard.journal if self._guard is not None else ""

    @property
    def times(self) -> list[float]:
        """The time at which each event was stored, in seconds since 1970."""
        return list(self._times)

    @property
    def marks(self) -> dict[int, str]:
        """By position: which of the events were entered by phone and in which role, or begin a pairing of a tournament.

        A journal that had to be repaired has the events without their marks.
        """
        try:
            rows = self._connection.execute(SELECT_MARKS, (self._start,)).fetchall()
        except sqlite3.Error:  # no event was entered by phone, so there is no such table
            return {}
        return {int(position) - self._start: str(mark) for position, mark in rows}

    def append(self, event: Event, time: float, mark: str = "") -> int:
        """Stores an event and returns its position; when this returns, the event is on the disk.

        *mark* says who entered it, if that was a phone, or which pairing of a tournament it begins.

        :raises JournalError: if it could not be stored; the journal stands as before and the call may be repeated.
        """
        if self._guard is not None and self._guard.is_moved:
            self._write_again()
        position = len(self._events)
        row = Row.of(self._start + position, time, shift_positions(event, self._start))
        try:
            self._insert(row, mark)
        except sqlite3.IntegrityError as error:
            raise JournalError(
                f"another Kiebitz writes to journal {self.path}: expected to be the only one; stop the other one"
            ) from error
        except sqlite3.Error as error:
            raise JournalError(_error_text(f"store an event in {self.path}", error)) from error
        if self._guard is not None:
            self._guard.note(self._start + position + 1, row.expected_checksum)
        self._events.append(event)
        self._times.append(time)
        return position

    def append_all(self, events: Sequence[tuple[Event, float, str]]) -> int:
        """Stores events with their times and marks in one transaction, and returns the position of the first.

        :raises JournalError: if they could not be stored; then none is.
        """
        if self._guard is not None and self._guard.is_moved:
            self._write_again()
        position = len(self._events)
        rows = [
            Row.of(self._start + place, time, shift_positions(event, self._start))
            for place, (event, time, _) in enumerate(events, start=position)
        ]
        marks = [(row.position, mark) for row, (_, _, mark) in zip(rows, events, strict=True) if mark]
        try:
            self._insert_all(rows, marks)
        except sqlite3.Error as error:
            raise JournalError(_error_text(f"store {len(rows)} events in {self.path}", error)) from error
        if self._guard is not None and rows:
            self._guard.note(rows[-1].position + 1, rows[-1].expected_checksum)
        self._events += [event for event, _, _ in events]
        self._times += [time for _, time, _ in events]
        return position

    def _insert_all(self, rows: Sequence[Row], marks: Sequence[tuple[int, str]]) -> None:
        self._connection.execute("begin immediate")
        try:
            self._connection.execute(MARKS_SCHEMA)
            self._connection.executemany(INSERT, rows)
            self._connection.executemany(INSERT_MARK, marks)
            self._connection.execute("commit")
        except sqlite3.Error:
            if self._connection.in_transaction:
                self._connection.execute("rollback")
            raise

    def _insert(self, row: Row, mark: str) -> None:
        if not mark:
            # One statement outside a transaction commits by itself.
            self._connection.execute(INSERT, row)
            return
        self._insert_all([row], [(row.position, mark)])

    def restart_positions(self) -> None:
        """Counts positions from here on; used when later events do not continue the earlier ones."""
        self._start += len(self._events)
        self._events, self._times = [], []

    def take_warnings(self) -> list[JournalWarning]:
        """Returns the warnings since the last call, and clears them."""
        taken, self._warnings = self._warnings, []
        return taken

    def close(self) -> None:
        """:raises JournalError: if its files were deleted or replaced, and it cannot be written again."""
        try:
            if self._guard is not None and self._guard.is_moved:
                self._write_again()
        finally:
            self._abandon()

    def _make_guard(self) -> Guard | None:
        try:
            guard = Guard(self.path)
        except JournalInUse as error:
            raise JournalError(str(error)) from error
        except OSError as error:
            raise JournalError(_error_text(f"open journal {self.path}", error)) from error
        if guard.has_finished_replacement:
            text = f"journal {self.path} was being mended when Kiebitz ended; that is finished, and a copy is kept"
            self._warnings.append(JournalWarning("mended", text))
        return guard

    def _end_guard(self) -> None:
        if self._guard is not None:
            self._guard.close()
            self._guard = None

    def _abandon(self) -> None:
        self._connection.close()
        self._end_guard()

    def _read_and_check(self, whole: bool) -> None:
        """Reads the events without writing anything, so that a damaged file stays unchanged for repair.

        :raises ValueError: if it is damaged.
        """
        version = check_database(self._connection)
        missing = self._guard.examine(self._connection, version) if self._guard is not None else ""
        if missing and len(recover_rows(self.path)) > (event_count(self._connection) if version else 0):
            raise ValueError(missing)  # SQLite reads less than is there
        if missing:
            self._warnings.append(JournalWarning("events_missing", missing))
        if version == 1:  # which has no checksums to read
            self._begin_writing()
        if version:
            self._start = 0 if whole else start_of_last_evening(self._connection)
            self._events, self._times = self._read(self._start)
        if self._start and refers_to_earlier_events(self._events):
            self._start = 0
            self._events, self._times = self._read(0)

    def _begin_writing(self) -> None:
        self._connection.close()
        self._connection = open_to_write(self.path)
        prepare_to_write(self._connection)
        if self._guard is not None:
            self._guard.watch(self._connection)

    def _write_again(self) -> None:
        """Rewrites the journal from the open connection, after its files were deleted or replaced.

        :raises JournalError: if that is not possible.
        """
        try:
            rows = self._rows_of_open_journal()
            prepare_replacement(self.path, lambda part: write_rows(part, rows))
            if self._guard is not None:
                self._guard.remove_log()  # its rows are in the replacement; it does not belong to the file there now
            self._abandon()
            self._guard = self._make_guard()
            self._begin_writing()
        except (OSError, sqlite3.Error) as error:
            raise JournalError(_error_text(f"write journal {self.path} again, which was moved away", error)) from error
        text = f"journal {self.path} was moved or deleted while Kiebitz ran: it was written again, and nothing is lost"
        self._warnings = [each for each in self._warnings if each.kind != "mended"]
        self._warnings.append(JournalWarning("written_again", text))

    def _rows_of_open_journal(self) -> list[Row]:
        """Returns all rows, or those of the last evening if no others can be read any more."""
        try:
            return [Row._make(row) for row in self._connection.execute(SELECT, (0,))]
        except sqlite3.Error:
            timed = zip(self._events, self._times, strict=True)
            return [Row.of(position, time, event) for position, (event, time) in enumerate(timed)]

    def _read(self, start: int) -> tuple[list[Event], list[float]]:
        events: list[Event] = []
        times: list[float] = []
        for row in map(Row._make, self._connection.execute(SELECT, (start,))):
            events.append(shift_positions(row.read(), -start))
            times.append(row.time)
        return events, times


def _error_text(what: str, error: Exception) -> str:
    return f"cannot {what}: {error}; expected a writable folder with free space: check the disk and its owner"


def replace_unreadable(path: Path, mend: bool = True) -> Journal:
    """Moves an unreadable journal aside, and opens a new one with the events that can still be read; none unless
    *mend*.

    :raises JournalError: if that is not possible either.
    """
    events, times = readable_events(path) if mend else ([], [])
    exchange_journal(path, _rows(events, times))
    return Journal(path)


def truncate_journal(path: Path, position: int) -> Journal:
    """Moves a journal aside, and opens a new one with its rows before *position*.

    :raises JournalError: if that is not possible.
    """
    try:
        with closing(sqlite3.connect(path)) as connection:
            rows = [row for row in map(Row._make, connection.execute(SELECT, (0,))) if row.position < position]
    except sqlite3.Error as error:
        raise JournalError(_error_text(f"move journal {path} away", error)) from error
    exchange_journal(path, rows)
    return Journal(path)


def exchange_journal(path: Path, rows: Sequence[Row]) -> None:
    """Replaces a journal by one of these rows, or by none; it is kept beside it.

    :raises JournalError: if that is not possible.
    """
    try:
        with closing(WriterLock(path)):
            if rows:
                replace_journal(path, rows)
            else:
                move_aside(path)
    except (OSError, sqlite3.Error) as error:
        raise JournalError(_error_text(f"move journal {path} away", error)) from error


def write_journal(path: Path, events: Sequence[Event], times: Sequence[float]) -> None:
    """Writes a new journal with these events in one transaction.

    :raises JournalError: if it cannot be written.
    """
    try:
        write_rows(path, _rows(events, times))
    except (OSError, sqlite3.Error) as error:
        raise JournalError(_error_text(f"write journal {path}", error)) from error


def _rows(events: Sequence[Event], times: Sequence[float]) -> list[Row]:
    return [Row.of(place, time, event) for place, (event, time) in enumerate(zip(events, times, strict=True))]
