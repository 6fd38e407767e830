"""Stores the events of a tournament and those of its tables in the file of a hall."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias, cast

import msgspec

from common.limits import MAX_JOURNALS
from hall.storage.checked_rows import HALL_EVENTS, TABLE_EVENTS, TABLE_JOURNALS, insert_rows, with_checksum
from hall.storage.hall_file import HallFile, HallFileError
from hall.tournament.events import BadHallEvent, HallEvent, StoredEvent, decode_event, encode_event
from hall.tournament.fold import after, fold
from hall.tournament.ranking import Standings, standings
from hall.tournament.state import Tournament
from link.messages import TableEvent


class TournamentRecord:
    """The tournament of a file: it is replayed when opened, and every command is stored before it counts."""

    def __init__(self, file: HallFile, clock: Callable[[], float] = time.time) -> None:
        """:raises HallFileError: if an event in the file cannot be read."""
        self._file = file
        self._clock = clock
        self._lock = threading.RLock()
        stored = read_events(file)
        self.tournament = fold((each.event, each.time) for each in stored)
        self.count = len(stored)
        """The number of events so far; it identifies the state that a page shows."""
        self._standings: Standings | None = None

    def back_up(self, copy: Path) -> None:
        self._file.back_up(copy)

    def events(self) -> list[StoredEvent]:
        return read_events(self._file)

    @property
    def standings(self) -> Standings:
        with self._lock:
            if self._standings is None:
                self._standings = standings(self.tournament)
            return self._standings

    def do(self, command: Callable[[Tournament], Sequence[HallEvent]]) -> Tournament:
        """Stores the events that *command* returns, and returns the tournament after them.

        Commands of several threads are serialised.

        :raises HallRefusal: if the command refuses; nothing has changed.
        :raises HallFileError: as `store`.
        """
        with self._lock:
            return self.store(command(self.tournament))

    def store(self, events: Sequence[HallEvent]) -> Tournament:
        """Stores events, all or none; when this returns, they are on the disk.

        :raises HallFileError: if they could not be stored; nothing has changed, and the call may be repeated.
        """
        with self._lock:
            now = self._clock()
            rows = [
                with_checksum(self.count + place, float(now), encode_event(event)) for place, event in enumerate(events)
            ]
            if rows:
                try:
                    with self._file.transaction() as connection:
                        insert_rows(connection, HALL_EVENTS, rows)
                except sqlite3.IntegrityError:
                    raise HallFileError(
                        f"got {self._file.path} written by 2 processes, expected one hall a file, end the other one"
                    ) from None
                self._file.copy_events(rows)
            for event in events:
                self.tournament = after(self.tournament, event, now)
            self.count += len(events)
            self._standings = None
            return self.tournament


def read_events(file: HallFile) -> list[StoredEvent]:
    """Returns the stored events.

    :raises HallFileError: naming the event that cannot be read.
    """
    stored = []
    for position, when, text in file.read("select position, time, event from hall_event order by position"):
        try:
            stored.append(StoredEvent(int(str(position)), float(str(when)), decode_event(str(text))))
        except (BadHallEvent, ValueError) as error:
            raise HallFileError(f"{file.path}, event {position} of the hall: {error}") from None
    return stored


SCHEMA = TABLE_EVENTS.schema, TABLE_JOURNALS.schema
Outcome: TypeAlias = Literal["new", "repeated", "rewritten", "foreign", "crowded"]
"""The outcome of an event: stored; a duplicate; a different event is stored at its position; the journal belongs to
another table; the table has sent too many journals."""
IsThere: TypeAlias = Callable[[str, str], bool]
"""Whether the device that is connected at a table has that journal."""


class Incoming(NamedTuple):
    table: str
    event: TableEvent


class TableEvents:
    """May be used by several threads; each call is one transaction."""

    def __init__(self, file: HallFile) -> None:
        """*file* is opened with the `SCHEMA` of this module."""
        self._file = file
        self._runs: dict[str, dict[str, _Run]] = {}
        """By table and journal, the one with the latest event at the end: the positions stored without a gap."""
        for table, journal, first in file.read("select table_name, journal, first from table_journal order by seen"):
            run = self._runs.setdefault(str(table), {})[str(journal)] = _Run(cast("int", first))
            run.end = self._end_of_run(str(table), str(journal), run.first)

    def store(self, incoming: Sequence[Incoming], is_there: IsThere = lambda table, journal: True) -> list[Outcome]:
        """Stores events, all in one transaction; on return they are on the disk. Returns the outcome of each.

        A journal belongs to the table that has sent it. Another table may continue it only if the device is no longer
        at the former table (*is_there*), such as a device that was carried to another table; events of the former table
        stay there.
        """
        outcomes: list[Outcome] = []
        touched: set[tuple[str, str]] = set()
        now = time.time()
        with self._file.transaction() as connection:
            for table, event in incoming:
                run = self._run_for(table, event, is_there)
                if not isinstance(run, _Run):
                    outcomes.append(run)
                    continue
                touched.add((table, event.journal))
                if event.position < run.first:
                    outcomes.append("repeated")
                    continue
                outcomes.append(self._insert(connection, table, event, now))
            journals = [
                with_checksum(table, journal, self._runs[table][journal].first, now) for table, journal in touched
            ]
            insert_rows(connection, TABLE_JOURNALS, journals, "replace")
        for table, journal in touched:  # only what is committed is acknowledged
            runs = self._runs[table]
            run = runs[journal]
            run.end = self._end_of_run(table, journal, run.end)
            if next(reversed(runs)) != journal:  # replaced as a whole, for other threads read it
                self._runs[table] = {name: one for name, one in runs.items() if one is not run} | {journal: run}
        return outcomes

    def next_positions(self, table: str) -> dict[str, int]:
        """Returns by journal of *table* the position of the next event that is lacking, of the latest journals only."""
        latest = list(self._runs.get(table, {}).items())[-MAX_JOURNALS:]  # earlier versions stored any number
        return {journal: run.end for journal, run in latest}

    def journals(self, table: str) -> list[str]:
        """Returns the journals from which *table* has sent events, ordered by their latest event."""
        return list(self._runs.get(table, {}))

    def of(self, table: str, journal: str) -> list[TableEvent]:
        """Returns the events of a journal up to the first gap."""
        run = self._runs.get(table, {}).get(journal)
        if run is None:
            return []
        rows = self._file.read(
            "select position, time, by_whom, event from table_event where table_name = ? and journal = ?"
            " and position >= ? and position < ? order by position",
            table,
            journal,
            run.first,
            run.end,
        )
        return [
            TableEvent(journal, cast("int", position), cast("float", moment), msgspec.json.decode(str(text)), str(by))
            for position, moment, by, text in rows
        ]

    def has_mark(self, table: str, journal: str, mark: str) -> bool:
        """Returns whether an event of a journal was entered by *mark*."""
        query = "select 1 from table_event where table_name = ? and journal = ? and by_whom = ? limit 1"
        return bool(self._file.read(query, table, journal, mark))

    def _run_for(self, table: str, event: TableEvent, is_there: IsThere) -> _Run | Outcome:
        """Returns the run of the event's journal at *table*, or why there is none."""
        runs = self._runs.setdefault(table, {})
        run = runs.get(event.journal)
        others = [owner for owner, its in self._runs.items() if event.journal in its and owner != table]
        if run is None:
            if any(is_there(owner, event.journal) for owner in others):
                return "foreign"
            if len(runs) >= MAX_JOURNALS:
                return "crowded"
            # Events of this journal from another table stay there.
            first = max([event.first, *(self._runs[owner][event.journal].end for owner in others)])
            run = runs[event.journal] = _Run(first)
        elif event.first > run.end:
            run.first = run.end = event.first  # another evening of the same journal
        elif event.first < run.first and not others:
            run.first = event.first
            run.end = self._end_of_run(table, event.journal, event.first)
        return run

    def _insert(self, connection: sqlite3.Connection, table: str, event: TableEvent, now: float) -> Outcome:
        text = msgspec.json.encode(event.event).decode()
        row = with_checksum(table, event.journal, event.position, event.time, now, event.by, text)
        if insert_rows(connection, TABLE_EVENTS, [row], "ignore"):
            return "new"
        query = "select event from table_event where table_name = ? and journal = ? and position = ?"
        ((stored,),) = self._file.read(query, table, event.journal, event.position)
        return "repeated" if stored == text else "rewritten"

    def _end_of_run(self, table: str, journal: str, start: int) -> int:
        """Returns the first position from *start* on that is not stored."""
        query = (
            "select position from table_event where table_name = ? and journal = ? and position >= ?"
            " order by position limit 1000"
        )
        end = start
        while True:
            rows = self._file.read(query, table, journal, end)
            before = end
            for (position,) in rows:
                if position != end:
                    return end
                end += 1
            if end == before:
                return end


class _Run:
    def __init__(self, first: int) -> None:
        self.first = self.end = first
