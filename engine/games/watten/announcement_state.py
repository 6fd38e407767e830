"""Watten: the state of announcing striker and suit in a deal (RULEBOOK 3.3, WA12, WA14)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.cards import FRENCH_32, GERMAN_33
from engine.events import Announced
from engine.games.watten.ranking import ranks_of

if TYPE_CHECKING:
    from engine.cards import Rank, Seat, Suit
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
                return self._swap_roles()
        return self

    def _swap_roles(self) -> AnnouncementState:
        """WA14: the roles are swapped, once."""
        swaps = {Announced(seat, "swap") for seat in (self.striker_caller, self.trump_caller)}
        refused = self.refused | swaps
        return replace(
            self, striker_caller=self.trump_caller, trump_caller=self.striker_caller, request=None, refused=refused
        )


def announcement_state(deal: Deal) -> AnnouncementState:
    return deal.cached(_announcement_state)


def _announcement_state(deal: Deal) -> AnnouncementState:
    beginning = state = AnnouncementState(deal.forehand, deal.dealer)
    for fact in deal.facts_of(Announced):
        new_cards = fact.call == "accept" and state.request is not None and state.request.call == "better"
        state = beginning if new_cards else state.after(fact)  # WA12: the announcement restarts
    return state
