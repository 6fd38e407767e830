"""The base of Watten: seats and sides, packets, trump; announcement and bids of a deal (WA12, WA14, WA20, WA24)."""

from __future__ import annotations

import re
from abc import ABC
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from engine.cards import FRENCH_32, GERMAN_33, Card, Rank, Seat, Suit, Trump
from engine.events import Announced
from engine.games.watten.ranking import WattenRanking, ranks_of
from engine.rules.deal import Deal
from engine.tricks import next_seat

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


SIMPLE_ROUND = 2
"""WA20"""
FAR_BEHIND = 4
"""WS10: a side so many points behind one that is krank is far behind; the deal is then worth as many."""


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
    end: Announced | None = None
    """The call that ended the deal before its cards: the Maschine, or a krank side that gave it up (WB34, WB35)."""

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
        """Whether the cards no longer decide who scores."""
        return self.answer == "go" or self.end is not None

    @property
    def stake(self) -> int:
        """The current stake; playing on after a bid holds it."""
        if self.end is not None:
            return SIMPLE_ROUND
        return self.accepted_points if self.is_declined else self.offered_points


HAND, TO_WIN = 5, 3


class WattenBase(WattenRanking, ABC):
    """The methods used by announcements, bids, faults and score; `Watten` adds theirs."""

    players = (2, 3, 4)
    hand_size = HAND
    entered_total = None
    late_calls = frozenset({"trump", "striker"})
    to_win = TO_WIN
    """3.5: the tricks that win a round."""

    @cached_property
    def target(self) -> int:
        """WA30"""
        return self.rules.number("target")

    # Seats and dealing

    def sides(self, seats: Sequence[Seat]) -> tuple[tuple[Seat, ...], ...]:
        """WA3: partners sit opposite; with two or three players each scores alone."""
        if len(seats) == 4:
            return tuple(seats[0::2]), tuple(seats[1::2])
        return tuple((seat,) for seat in seats)

    def sides_in(self, deal: Deal) -> tuple[tuple[Seat, ...], ...]:
        """DECISIONS WA16, WB51: returns the seats that take tricks together in this deal."""
        active = self.active(deal)
        alone: Seat | None = None
        if len(active) == 3 and self.rules.text("three") in ("dealer_and_back", "announcer_alone"):
            alone = deal.forehand
        elif len(active) == 3:
            alone = next((bid.seat for bid in self.bidding(deal).bids), None)
        if alone is None:
            return self.sides(active)
        return (alone,), tuple(seat for seat in active if seat != alone)

    def side_in(self, deal: Deal, seat: Seat) -> tuple[Seat, ...]:
        return next((side for side in self.sides_in(deal) if seat in side), (seat,))

    def opponents(self, deal: Deal, seat: Seat) -> tuple[Seat, ...]:
        side = self.side_in(deal, seat)
        return tuple(other for other in self.active(deal) if other not in side)

    def active(self, deal: Deal) -> tuple[Seat, ...]:
        """DECISIONS WA16: in duels dealer and forehand play, and the third pauses."""
        if len(deal.seats) == 3 and self.rules.text("three") == "duels":
            return tuple(seat for seat in deal.seats if seat in (deal.dealer, deal.forehand))
        return deal.seats

    def highest_cut(self, cuts: Mapping[Seat, Card]) -> tuple[Seat, ...]:
        """WA2, WA4: returns who cut the highest card and deals first; several cut again."""
        places = {seat: self.in_order.index(card.rank) for seat, card in cuts.items()}
        return tuple(seat for seat, place in places.items() if place == min(places.values()))

    def next_dealer(self, seats: Sequence[Seat], dealer: Seat) -> Seat:
        """WA9"""
        return next_seat(seats, dealer)

    # The announcement

    @property
    def announced_openly(self) -> bool:
        return self.rules.text("announcement") == "open"

    def announcement(self, deal: Deal) -> AnnouncementState:
        return deal.cached(self._announcement)

    def _announcement(self, deal: Deal) -> AnnouncementState:
        """WA11, WB51: forehand names the striker, the dealer the suit; or forehand both, and plays alone."""
        is_alone = len(deal.seats) == 3 and self.rules.text("three") == "announcer_alone"
        beginning = state = AnnouncementState(deal.forehand, deal.forehand if is_alone else deal.dealer)
        for fact in deal.facts_of(Announced):
            new_cards = fact.call == "accept" and state.request is not None and state.request.call == "better"
            state = beginning if new_cards else state.after(fact)  # WA12: the announcement restarts
        return state

    def trump(self, deal: Deal) -> Trump | None:
        """WA11"""
        if (entered := self.entered_trump(deal)) is not None:
            return entered
        announcements = self.announcement(deal)
        announced = f"{announcements.suit} {announcements.striker}"
        return announced if announced in self.trumps_of_pack else None

    # Bidding, section 3.6

    def bidding(self, deal: Deal) -> Bidding:
        state, entered = deal.cached(self._bidding), deal.entered
        return state._replace(worth=entered.worth) if entered is not None and entered.worth else state

    def _bidding(self, deal: Deal) -> Bidding:
        ending = ("give_up", "machine") if self.rules.text("machine") == "wins_two" else ("give_up",)
        state = Bidding(worth=self.worth_at_start(deal))
        for position, fact in deal.facts:
            if isinstance(fact, Announced) and not state.is_declined:
                if fact.call == "bid":
                    # If the table let it stand, it may be any number, or none.
                    is_number = re.fullmatch("[1-9][0-9]?", fact.value)
                    value = int(fact.value) if is_number else state.offered_points + 1
                    state = state._replace(bids=(*state.bids, Bid(position, fact.seat, value)), answer="")
                elif fact.call in ("hold", "go") and state.bids:
                    state = state._replace(answer=fact.call)
                elif fact.call in ending:
                    state = state._replace(end=fact)
        return state

    def worth_at_start(self, deal: Deal) -> int:
        """WB32, WS10: the points of the deal without a bid, which may be more while a side that plays is krank."""
        tallies = {deal.tallies[seat] for seat in self.active(deal)}
        krank = {tally for tally in tallies if self.krank(tally)}
        others = tallies - krank
        if krank and self.rules.text("gespannt_stake") == "three":
            return SIMPLE_ROUND + 1
        is_far = bool(krank and others) and max(others) <= min(krank) - FAR_BEHIND
        return FAR_BEHIND if is_far and self.rules.text("gespannt_stake") == "four_if_far" else SIMPLE_ROUND

    def krank(self, tally: int) -> bool:
        """WA31, DECISIONS WA10"""
        return self.target - 2 <= tally < self.target
