"""The devices at tables as the views of the hall see them: connection, match in progress, findings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Seat
    from engine.rules.findings import Finding
    from engine.rules.game import Game
    from link.messages import GamePoints
    from link.messages import Stage as TableStage


@dataclass(frozen=True, slots=True)
class LiveMatch:
    """A match as the device at its table sees it."""

    is_up: bool = True
    """Whether the device is connected."""
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


class TablesSource(Protocol):
    """The source of this state for views. Every call is answered from memory."""

    @property
    def version(self) -> int:
        """Grows with each change."""

    def match(self, round_number: int, attempt: int, table: int) -> LiveMatch | None:
        """Returns the match at a table, or None if no device is known there."""

    def findings(self, round_number: int, attempt: int, table: int) -> MatchFindings | None:
        """Returns the findings in a match, or None if its game is unknown."""

    @property
    def fault(self) -> str:
        """Why devices cannot connect; empty if they can."""

    def devices(self) -> tuple[Device, ...]:
        """Returns all tables for which a device may be there."""

    def joining_file(self, table: int) -> tuple[str, bytes] | None:
        """Returns the file with which a device joins as a table, and its name; None if there is none."""


class NoTables:
    """A hall without devices: every result is typed in."""

    version = 0

    def __init__(self, fault: str = "") -> None:
        self.fault = fault

    def match(self, round_number: int, attempt: int, table: int) -> LiveMatch | None:
        return None

    def findings(self, round_number: int, attempt: int, table: int) -> MatchFindings | None:
        return None

    def devices(self) -> tuple[Device, ...]:
        return ()

    def joining_file(self, table: int) -> tuple[str, bytes] | None:
        return None
