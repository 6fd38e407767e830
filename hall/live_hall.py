"""The state behind the hall's web pages: the tournament's record, and the devices at its tables as views see them."""

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from common.tasks import Changes
from engine.cards import Seat
from engine.rules.findings import Finding
from engine.rules.game import Game
from hall.formats.format import Format
from hall.formats.load import presets
from hall.storage.events import TournamentRecord
from hall.tournament.ranking import Standings
from hall.tournament.state import Tournament
from link.messages import GamePoints
from link.messages import Stage as TableStage


@dataclass(frozen=True, slots=True)
class LiveMatch:
    """A match as the device at its table sees it."""

    is_up: bool = True
    stage: TableStage = "none"
    games: tuple[GamePoints, ...] = ()
    score: tuple[int, ...] = ()
    """The points by side in the game that runs; empty between games."""
    calls_referee: bool = False
    findings: int = 0
    """Findings that wait for a decision of the table."""
    moved: float = 0.0
    """When its last event was stored, in seconds since 1970; 0 before the first one."""


@dataclass(frozen=True, slots=True)
class Device:
    """A table for which a device may be there."""

    table: int
    is_known: bool
    """Whether a device has come since the hall was started."""
    is_up: bool
    camera: str


@dataclass(frozen=True, slots=True)
class MatchFindings:
    """The findings in a match, with the game and the names that their sentences need."""

    game: Game
    names: dict[Seat, str]
    findings: tuple[Finding, ...]
    """By positions in the match."""
    times: Sequence[float]
    """By these positions: when each event was stored, in seconds since 1970."""


class TablesWithoutDevices:
    """The source of this state for views, which answers from memory; here of a hall in which results are typed in."""

    version = 0
    """Grows with each change."""

    def __init__(self, fault: str = "") -> None:
        self.fault = fault
        """Why devices cannot connect; empty if they can."""

    def match(self, round_number: int, attempt: int, table: int) -> LiveMatch | None:
        """Returns the match at a table, or None if no device is known there."""
        return None

    def findings(self, round_number: int, attempt: int, table: int) -> MatchFindings | None:
        """Returns the findings in a match with positions in it, or None if its game is unknown."""
        return None

    def devices(self) -> tuple[Device, ...]:
        """Returns all tables for which a device may be there."""
        return ()

    def joining_file(self, table: int) -> tuple[str, bytes] | None:
        """Returns the file with which a device joins as a table, and its name; None if there is none."""
        return None


LOOK_S = 0.5
"""Seconds between two checks for new results or cards: soon enough for people, and a low load with 500 tables."""

LATE_LOOK_S = 30
"""Seconds between two checks for late tables, which no event reports."""


class LiveHall(Changes):
    """Changes with the record and with the tables; both may be changed in other threads."""

    def __init__(
        self,
        record: TournamentRecord,
        tables: TablesWithoutDevices | None = None,
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
        self.tables = tables if tables is not None else TablesWithoutDevices()
        self.is_read_only = is_read_only
        self.address = ""
        """The URL of its pages in its network, for a poster."""
        self.session = secrets.token_hex(4)
        self.clock: Callable[[], float] = time.time
        self.on_change: Callable[[], None] = lambda: None
        """Called in the event loop after each change."""
        self._last_state = self._state()

    @property
    def tournament(self) -> Tournament:
        return self.record.tournament

    @property
    def ranking(self) -> Standings:
        return self.record.standings

    def set_tables(self, tables: TablesWithoutDevices) -> None:
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
        if state != self._last_state:
            self._last_state = state
            self.on_change()
            self.wake()

    def _state(self) -> tuple[int, int, int]:
        round_ = self.record.tournament.round
        is_running = round_ is not None and round_.state == "running"
        return self.record.count, self.tables.version, int(self.clock() / LATE_LOOK_S) if is_running else 0
