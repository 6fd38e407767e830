"""The calls in a deal of Bauerchen: melds, and who plays alone (Ledig)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from engine.cards import Card
from engine.events import Announced
from engine.rules.findings import Kind

if TYPE_CHECKING:
    from engine.cards import Seat, Suit
    from engine.rules.deal import Deal
    from engine.tricks import Play


class Meld(NamedTuple):
    position: int
    seat: Seat
    suit: Suit


@cache
def pair(suit: Suit) -> tuple[Card, Card]:
    return Card(suit, "K"), Card(suit, "Q")


def last_play(deal: Deal) -> Play | None:
    tricks = deal.all_tricks()
    return tricks[-1].plays[-1] if tricks and tricks[-1].plays else None


def ledig_caller(deal: Deal) -> Seat | None:
    if not deal.callers("ledig"):
        return None
    return next(
        (fact.seat for fact in deal.facts_of(Announced) if fact.call == "ledig" and fact.seat in deal.seats), None
    )


def melds(deal: Deal) -> list[Meld]:
    """Returns the melds in order, one for each pair, without those that the cards disproved."""
    melds_by_suit: dict[Suit, Meld] = {}
    for position, fact in deal.facts:
        if isinstance(fact, Announced) and fact.call == "meld" and fact.seat in deal.seats:
            misdeed = deal.misdeeds.get(position)
            # A false meld with a fact was left out at first, and is here because the table let it stand.
            if misdeed is None or misdeed.fact is not None or Kind.FALSE_MELD not in misdeed.kinds:
                melds_by_suit.setdefault(fact.value, Meld(position, fact.seat, fact.value))
    return list(melds_by_suit.values())
