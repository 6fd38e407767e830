"""Watten: the state of the announcement (RULEBOOK 3.3, WA12, WA14) and of the bids (3.6, WA20, WA24) of a deal."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from engine.cards import FRENCH_32, GERMAN_33, Rank, Seat, Suit
from engine.events import Announced
from engine.games.watten.ranking import ranks_of

if TYPE_CHECKING:
    from engine.rules.deal import Deal

RANKS = frozenset((*ranks_of(GERMAN_33), *ranks_of(FRENCH_32)))
SUITS = frozenset((*GERMAN_33.suits, *FRENCH_32.suits))


@dataclass(frozen=True, slots=True)
class AnnouncementState:
    """The state of the announcement."""

    striker_caller: Seat
    trump_caller: Seat
    striker: Rank = ""
    suit: Suit = ""
    request: Announced | None = None
    """The request that waits for an answer of the other announcer."""
    refused: frozenset[Announced] = frozenset()

    @property
    def done(self) -> bool:
        return bool(self.striker and self.suit)

    @property
    def turn(self) -> Seat:
        """The seat that is to call."""
        if self.request is not None:
            return self.other(self.request.seat)
        return self.trump_caller if self.striker else self.striker_caller

    def other(self, announcer: Seat) -> Seat:
        return self.trump_caller if announcer == self.striker_caller else self.striker_caller

    def after(self, fact: Announced) -> AnnouncementState:
        match fact.call:
            case "striker" if fact.value in RANKS:
                return replace(self, striker=fact.value, request=None)
            case "trump" if fact.value in SUITS:
                return replace(self, suit=fact.value, request=None)
            case "better" | "swap":
                return replace(self, request=fact)
            case "refuse" if self.request is not None:
                return replace(self, request=None, refused=self.refused | {self.request})
            case "accept" if self.request is not None:
                # WA14: the roles are swapped, once.
                swaps = {Announced(seat, "swap") for seat in (self.striker_caller, self.trump_caller)}
                swapped = replace(self, striker_caller=self.trump_caller, trump_caller=self.striker_caller)
                return replace(swapped, request=None, refused=self.refused | swaps)
        return self


def announcement_state(deal: Deal) -> AnnouncementState:
    return deal.cached(_announcement_state)


def _announcement_state(deal: Deal) -> AnnouncementState:
    beginning = state = AnnouncementState(deal.forehand, deal.dealer)
    for fact in deal.facts_of(Announced):
        new_cards = fact.call == "accept" and state.request is not None and state.request.call == "better"
        state = beginning if new_cards else state.after(fact)  # WA12: the announcement restarts
    return state


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
                # If the table let it stand, it may be any number, or none.
                is_number = re.fullmatch("[1-9][0-9]?", fact.value)
                value = int(fact.value) if is_number else state.offered_points + 1
                state = Bidding((*state.bids, Bid(position, fact.seat, value)))
            elif fact.call in ("hold", "go") and state.bids:
                state = state._replace(answer=fact.call)
    return state
