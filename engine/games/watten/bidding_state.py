"""Watten: the bids of a deal and its stake (RULEBOOK 3.6, WA20, WA24)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from engine.events import Announced

if TYPE_CHECKING:
    from engine.cards import Seat
    from engine.rules.deal import Deal

SIMPLE_ROUND = 2
"""WA20"""


class Bid(NamedTuple):
    position: int
    seat: Seat
    value: int


class Bidding(NamedTuple):
    """The bids of a deal, and the answer to the last one."""

    bids: tuple[Bid, ...] = ()
    answer: str = ""
    """`hold`, `go`, or nothing yet."""
    worth: int = SIMPLE_ROUND
    """The points of the deal without a bid."""

    @property
    def last(self) -> Bid | None:
        return self.bids[-1] if self.bids else None

    @property
    def offered_points(self) -> int:
        return self.bids[-1].value if self.bids else self.worth

    @property
    def accepted_points(self) -> int:
        """WA24: the points scored if the others go."""
        return self.bids[-2].value if len(self.bids) > 1 else self.worth

    @property
    def is_declined(self) -> bool:
        return self.answer == "go"

    @property
    def stake(self) -> int:
        """The current stake; playing on after a bid holds it."""
        return self.accepted_points if self.is_declined else self.offered_points


def bidding(deal: Deal) -> Bidding:
    state, entered = deal.cached(_bidding), deal.entered
    return state._replace(worth=entered.worth) if entered is not None and entered.worth else state


def _bidding(deal: Deal) -> Bidding:
    state = Bidding()
    for position, fact in deal.facts:
        if isinstance(fact, Announced) and not state.is_declined:
            if fact.call == "bid":
                bid = Bid(position, fact.seat, _number(fact.value, state.offered_points + 1))
                state = Bidding((*state.bids, bid))
            elif fact.call in ("hold", "go") and state.bids:
                state = state._replace(answer=fact.call)
    return state


def _number(text: str, otherwise: int) -> int:
    """Returns the number of a bid, which may be any if the table let it stand, or *otherwise* if it has none."""
    return int(text) if re.fullmatch("[1-9][0-9]?", text) else otherwise
