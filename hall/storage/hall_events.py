"""Stores the events of a tournament in the file of a hall, and folds them into the tournament."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from hall.storage.checked_rows import HALL_EVENTS, insert_rows, with_checksum
from hall.storage.hall_file import HallFile, HallFileError
from hall.tournament.events import BadHallEvent, HallEvent, StoredEvent, decode_event, encode_event
from hall.tournament.fold import after, fold
from hall.tournament.ranking import Standings, standings
from hall.tournament.state import Tournament


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
