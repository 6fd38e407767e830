"""The games of a tournament's match, from the events: finished games with their points by side, and the one that runs.

The referee and the hall both count by it, so that they cannot differ.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.amendments import map_positions
from engine.cards import Seat
from engine.events import Amended, Event, TrickGathered
from engine.state.match import Match
from engine.state.table import Table

Sides: TypeAlias = tuple[tuple[Seat, ...], ...]
"""The seats by side."""
Unit: TypeAlias = Literal["game", "deal"]
"""The unit of a match: whole games, or single deals, as in an event of 32 deals."""


@dataclass(frozen=True, slots=True)
class ContestGame:
    """A finished game, or a scored deal if deals are counted."""

    points: tuple[int, ...]
    """By side: the tallies at the end of the game, or what the deal added to them; a deal counts as minus what it added
    where the fewest points are best. Whoever won by a penalty has the target."""
    gespannt: tuple[int, ...] = ()
    """The sides that were gespannt in its course: so close to the end that the game has a remark (krank) on them."""
    winners: tuple[int, ...] = ()
    """The sides that won the game; of a deal none."""
    gespannt_to_nil: tuple[int, ...] = ()
    """Those gespannt while no other side had a point."""


@dataclass(frozen=True, slots=True)
class Contest:
    games: tuple[ContestGame, ...]
    """The finished games, at most as many as the match has."""
    score: tuple[int, ...]
    """The tallies by side in the game that runs; empty between games, and after the last one."""
    count: int
    """The games of the match."""

    @property
    def is_finished(self) -> bool:
        return len(self.games) >= self.count


def contest_of(events: Sequence[Event], sides: Sides, count: int, unit: Unit = "game", first: int = 0) -> Contest:
    """Returns the match of *events*, which begin at position *first* of the journal.

    They begin with the first event of the match, which may be the evening or the names, and may go on behind its end.
    What they amend of earlier events is left out.

    :raises ValueError: for an unknown game or rule, or an amendment of a later event.
    """
    # A fact without a game, which nothing judges, stands for all earlier events.
    moved = [
        Amended(0)
        if isinstance(event, Amended) and event.position < first
        else map_positions(event, lambda position: max(0, position - first + 1))
        for event in events
    ]
    return contest_at(Table.from_journal([TrickGathered(), *moved]), 1, sides, count, unit)


def contest_at(table: Table, start: int, sides: Sides, count: int, unit: Unit = "game") -> Contest:
    """Returns the match whose first event is at position *start* of the table's journal."""
    # The facts before the first one that *start* or a later event has recorded. An insertion has a later position than
    # its place, so that the order of the facts decides.
    positions = [position for position, _ in table.facts]
    insertions = {place for place, event in enumerate(table.journal) if isinstance(event, Amended) and event.before}
    first = (place for place, each in enumerate(positions) if each >= start and each not in insertions)
    before = set(positions[: next(first, len(positions))])
    played = [game.match for game in table.games if game.match.started not in before]
    # Another game in between does not belong to the match.
    matches = [match for match in played if (match.game.name, match.seats) == (played[0].game.name, played[0].seats)]
    done = [game for match in matches for game in _finished_games(match, sides, unit)][:count]
    last = played[-1] if played else None
    runs = last is not None and last is matches[-1] and not last.is_over and len(done) < count
    return Contest(tuple(done), _by_side(last, last.tallies, sides) if last is not None and runs else (), count)


def _finished_games(match: Match, sides: Sides, unit: Unit) -> list[ContestGame]:
    if unit == "deal":
        sign = -1 if match.game.low_wins(match.seats) else 1
        return [
            ContestGame(
                tuple(sign * each for each in _by_side(match, score.changes, sides)),
                _gespannt(match, score.result.tallies, sides),
            )
            for score in match.history
        ]
    if not match.is_over:
        return []
    over = match.history[-1]
    after = [(score.result.tallies, _gespannt(match, score.result.tallies, sides)) for score in match.history]
    gespannt = {side for _, each in after for side in each}
    to_nil = {
        side
        for tallies, each in after
        for side in each
        if not any(tallies.get(seat, 0) for other in sides if other != sides[side] for seat in other)
    }
    winners = tuple(number for number, side in enumerate(sides) if set(side) & set(over.result.winners))
    points = _by_side(match, over.result.tallies, sides)
    if "target" in match.game.rules:
        # The hall knows the winner by the points alone. A Bummerl or a Ledig ends a game below the target, and in
        # Bauerchen the side that reaches it second has lost.
        target = match.game.rules.number("target")
        points = tuple(max(own, target) if side in winners else min(own, target - 1) for side, own in enumerate(points))
    return [ContestGame(points, tuple(sorted(gespannt)), winners, tuple(sorted(to_nil)))]


def _gespannt(match: Match, tallies: Mapping[Seat, int], sides: Sides) -> tuple[int, ...]:
    gespannt = {seat for seat, tally in tallies.items() if match.game.remark(tally) is not None}
    return tuple(number for number, side in enumerate(sides) if gespannt.intersection(side))


def _by_side(match: Match, by_seat: Mapping[Seat, int], sides: Sides) -> tuple[int, ...]:
    """Returns the values of the sides: those who score together have one value, of others they are added."""
    together = match.game.sides(match.seats)
    return tuple(sum(by_seat.get(scored[0], 0) for scored in together if set(scored) & set(side)) for side in sides)
