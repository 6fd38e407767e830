"""The table in a tournament: its pairing with its stage, and the confirmations of the sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from common.feed.pairing import Stage
from engine.events import CardLaid, EveningStarted, Event, GameStarted, TricksEntered
from engine.state.contest import Contest, contest_at
from engine.state.table import Table

if TYPE_CHECKING:
    from device.settings.tournament import Pairing, StoredTournament


Points = tuple[tuple[int, ...], ...]
"""The points by side of each game of a match."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """The table's part in a tournament. What the journal has is derived from it, so that the two cannot differ."""

    stored: StoredTournament
    is_connected: bool = False
    """Whether the link reads the feed; it may have no connection to the hall all the same."""
    resumed: Contest | None = None
    """The match so far, once all its events have come from another device."""
    resume_failed: bool = False
    """Whether those events could not be followed."""
    since: int = 0
    """The position in the session from which the match is searched."""
    _derived: list[tuple[Table, int, int | None, Contest | None]] = field(
        default_factory=list, repr=False, compare=False
    )
    """At most one: the table of the last query, whose id another object could get later, its number of events, and the
    start and contest derived from it."""

    @property
    def pairing(self) -> Pairing | None:
        return self.stored.pairing

    @property
    def asks(self) -> bool:
        """Whether the table is asked for anything about its pairing."""
        pairing = self.pairing
        return self.stored.on and pairing is not None and pairing.pairing is not None and not pairing.closed

    @property
    def is_confirmed(self) -> bool:
        return bool(self.stored.confirmed) and all(self.stored.confirmed)

    def start(self, table: Table) -> int | None:
        """Returns the position of the event that began the match; None if its first game has not begun."""
        return self._derive(table)[0]

    def fixes_rules(self, table: Table) -> bool:
        """Returns whether game, house rules and names are those of the tournament."""
        return self.asks and (self.is_confirmed or self.start(table) is not None)

    def mark_of(self, table: Table, events: Sequence[Event]) -> str:
        """Returns the mark of *events*, which the table has already: that of the pairing if they begin a game of it."""
        begins = any(isinstance(event, GameStarted) for event in events)
        if not begins or not self.asks or self.pairing is None or self.pairing.pairing is None:
            return ""
        return self.pairing.pairing.mark if self.start(table) is not None else ""

    def contest(self, table: Table) -> Contest | None:
        """Returns the games of the match; None before it has begun."""
        return self._derive(table)[1]

    def agreed_by_side(self, table: Table) -> tuple[bool, ...]:
        """Returns which sides have confirmed the current result; a correction revokes the confirmations."""
        contest, pairing, agreed = self.contest(table), self.pairing, self.stored.agreed
        if contest is None or pairing is None or not contest.is_finished:
            return ()
        holds = points_of(contest) == self.stored.agreed_points and len(agreed) == len(pairing.sides)
        return agreed if holds else (False,) * len(pairing.sides)

    def stage(self, table: Table) -> Stage:
        if self.pairing is None or self.pairing.pairing is None:
            return "none"
        start, contest = self._derive(table)
        if start is None or contest is None:
            return "confirmed" if self.is_confirmed else "announced"
        if contest.is_finished:
            return "agreed" if all(self.agreed_by_side(table)) else "finished"
        is_played = any(
            position > start and isinstance(fact, CardLaid | TricksEntered) for position, fact in table.facts
        )
        return "playing" if is_played else "confirmed"

    def _derive(self, table: Table) -> tuple[int | None, Contest | None]:
        pairing, count = self.pairing, len(table.journal)
        if pairing is None or pairing.pairing is None:
            return None, None
        if self._derived and self._derived[0][0] is table and self._derived[0][1] == count:
            return self._derived[0][2:]
        start, contest, has_game = None, None, False
        for position, fact in reversed(table.facts):
            if position < self.since:
                continue
            has_game = has_game or isinstance(fact, GameStarted)
            if isinstance(fact, EveningStarted) and fact.name == pairing.pairing.evening and has_game:
                start = position
                contest = contest_at(table, position, pairing.seats, pairing.games, pairing.unit)
                break
        self._derived[:] = [(table, count, start, contest)]
        return start, contest


def points_of(contest: Contest) -> Points:
    return tuple(game.points for game in contest.games)
