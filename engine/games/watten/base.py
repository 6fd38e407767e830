"""The base of Watten: seats and sides, packets, trump."""

from __future__ import annotations

from abc import ABC
from functools import cached_property
from typing import TYPE_CHECKING

from engine.games.watten.call_state import announcement_state, bidding
from engine.games.watten.ranking import WattenRanking
from engine.tricks import clockwise, next_seat

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.cards import Card, Seat
    from engine.rules.deal import Deal
    from engine.rules.values import Trump

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
        """DECISIONS WA16: returns the seats that take tricks together in this deal."""
        active = self.active(deal)
        alone: Seat | None = None
        if len(active) == 3 and self.rules.text("three") == "dealer_and_back":
            alone = deal.forehand
        elif len(active) == 3:
            alone = next((bid.seat for bid in bidding(deal).bids), None)
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

    def packets(self, seats: Sequence[Seat], dealer: Seat) -> tuple[tuple[tuple[Seat, int], ...], ...]:
        """WA6: returns how many cards each seat gets, packet by packet, in the order of dealing."""
        first = self.rules.number("first_packet")
        order = clockwise(seats, self.forehand(seats, dealer))
        return tuple(tuple((seat, count) for seat in order) for count in (first, HAND - first))

    def next_dealer(self, seats: Sequence[Seat], dealer: Seat) -> Seat:
        """WA9"""
        return next_seat(seats, dealer)

    # The announcement

    @property
    def announced_openly(self) -> bool:
        return self.rules.text("announcement") == "open"

    def trump(self, deal: Deal) -> Trump | None:
        """WA11"""
        if (entered := self.entered_trump(deal)) is not None:
            return entered
        announcements = announcement_state(deal)
        announced = f"{announcements.suit} {announcements.striker}"
        return announced if announced in self.trumps_of_pack else None

    # Bidding, section 3.6

    def krank(self, tally: int) -> bool:
        """WA31, DECISIONS WA10"""
        return self.target - 2 <= tally < self.target
