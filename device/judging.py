"""A recorded game gone over again: its deals with takers, findings and scores."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.events import DealStarted, GameStarted, Ruled, effective
from engine.findings import Noticed
from engine.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.cards import Seat
    from engine.events import Event, Fact
    from engine.findings import Finding
    from engine.match import DealScore
    from engine.rules import Game, Step, Trump
    from engine.tricks import Trick


@dataclass(frozen=True, slots=True)
class JudgedDeal:
    """One deal. Positions are those of the record's events."""

    game: Game
    number: int
    seats: tuple[Seat, ...]
    dealer: Seat
    trump: Trump | None
    folded: tuple[Seat, ...]
    tricks: tuple[Trick, ...]
    """Complete or gathered ones with their taker, then the one in play, if any, without."""
    noticed: tuple[Noticed, ...]
    open_plays: tuple[int, ...]
    """Plays that nothing speaks against, but nothing proves to be legal either."""
    score: DealScore | None
    waits_for: Step
    """What would come next."""


def judge(events: Sequence[Event]) -> list[JudgedDeal]:
    """Returns the deals of a journal after all its amendments.

    :raises ValueError: for an unknown game or rule, or an amendment of what has not happened yet.
    """
    facts = effective(events)
    names = [position for position, _ in facts]
    indices = {name: index for index, name in enumerate(names)}
    table, deals, noticed = Table(), [], list[Noticed]()
    for position, fact in facts:
        if isinstance(fact, GameStarted | DealStarted) and table.deal is not None and _has_content(table):
            deals.append(_judged(table, noticed, names))
            noticed = []
        found = table.observe(_renumbered(fact, indices))
        noticed += [Noticed(position, _named(finding, names)) for finding in found]
    if table.deal is not None:
        deals.append(_judged(table, noticed, names))
    return deals


def _has_content(table: Table) -> bool:
    deal = table.deal
    return deal is not None and bool(deal.facts or deal.has_play or deal.entered)


def _judged(table: Table, noticed: Sequence[Noticed], names: Sequence[int]) -> JudgedDeal:
    deal, game = table.deal, table.game
    if deal is None or game is None:
        raise LookupError("no deal has begun")
    active = game.active(deal)
    tricks = [_renamed(trick, names) for trick in deal.tricks]
    if deal.trick.plays:
        full = len(deal.trick) >= len(active)
        tricks.append(_renamed(deal.trick.taken_by(game.taker_in(deal) if full else None), names))
    return JudgedDeal(
        game,
        deal.number,
        deal.seats,
        deal.dealer,
        table.trump,
        tuple(seat for seat in deal.seats if seat not in active),
        tuple(tricks),
        tuple(noticed),
        tuple(names[index] for index in table.open_plays()),
        table.score,
        table.step,
    )


# The table counts the facts that hold; the record counts what was amended too.


def _renumbered(fact: Fact, indices: Mapping[int, int]) -> Fact:
    if isinstance(fact, Ruled):
        return replace(fact, position=indices.get(fact.position, len(indices)))
    return fact


def _renamed(trick: Trick, names: Sequence[int]) -> Trick:
    return replace(trick, plays=tuple(play._replace(position=names[play.position]) for play in trick.plays))


def _named(finding: Finding, names: Sequence[int]) -> Finding:
    evidence = tuple(replace(entry, position=names[entry.position]) for entry in finding.evidence)
    return replace(finding, position=names[finding.position], evidence=evidence)
