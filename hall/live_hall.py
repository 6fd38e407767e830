"""The state behind the hall's web pages: the tournament's record and its tables. Notifies followers of changes."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import TYPE_CHECKING

from common.changes import Changes
from hall.formats.load import presets
from hall.tables.live_tables import NoTables

if TYPE_CHECKING:
    from collections.abc import Callable

    from hall.formats.format import Format
    from hall.storage.hall_events import TournamentRecord
    from hall.tables.live_tables import TablesSource
    from hall.tournament.ranking import Standings
    from hall.tournament.state import Tournament

LOOK_S = 0.5
"""Seconds between two checks for new results or cards: soon enough for people, and a low load with 500 tables."""

LATE_LOOK_S = 30
"""Seconds between two checks for late tables, of which no event tells."""


class LiveHall(Changes):
    """Changes with the record and with the tables; both may be changed in other threads."""

    def __init__(
        self,
        record: TournamentRecord,
        tables: TablesSource | None = None,
        is_read_only: bool = False,
        known: tuple[str, ...] = (),
        formats: tuple[Format, ...] = (),
    ) -> None:
        """*known* are names of people from earlier tournaments, *formats* those that may be chosen, all shipped ones
        by default.
        """
        super().__init__()
        self.known = known
        self.formats = formats or presets()
        self.record = record
        self.tables: TablesSource = tables if tables is not None else NoTables()
        self.is_read_only = is_read_only
        self.session = secrets.token_hex(4)
        self.clock: Callable[[], float] = time.time
        self.on_change: Callable[[], None] = lambda: None
        """Called in the event loop after each change."""
        self._seen = self._state()

    @property
    def tournament(self) -> Tournament:
        return self.record.tournament

    @property
    def ranking(self) -> Standings:
        return self.record.standings

    def set_tables(self, tables: TablesSource) -> None:
        """Uses *tables* as the source of the devices from now on."""
        self.tables = tables
        self.wake()

    async def watch(self) -> None:
        """Wakes followers whenever something has changed, until it is cancelled."""
        while True:
            await asyncio.sleep(LOOK_S)
            self.look()

    def look(self) -> None:
        """Wakes followers if tournament or tables have changed."""
        state = self._state()
        if state != self._seen:
            self._seen = state
            self.on_change()
            self.wake()

    def _state(self) -> tuple[int, int, int]:
        round_ = self.record.tournament.round
        is_running = round_ is not None and round_.state == "running"
        return self.record.count, self.tables.version, int(self.clock() / LATE_LOOK_S) if is_running else 0
