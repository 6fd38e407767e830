"""A trick: the cards laid, in order, and who laid them. The game determines who takes it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.cards import Card, Seat

NO_EVENT = -1
"""The position of a play that is in no journal."""


class Play(NamedTuple):
    seat: Seat
    card: Card
    position: int = NO_EVENT
    """The position of its event in the journal."""


class Gap(NamedTuple):
    """The place of a card taken back from under others, into which the next card of `seat` goes."""

    place: int
    """The number of cards and gaps before it."""
    seat: Seat


@dataclass(frozen=True, slots=True)
class Trick:
    plays: tuple[Play, ...] = ()
    taker: Seat | None = None
    """Set once the trick is gathered."""
    gatherer: Seat | None = None
    """The seat that gathered it, if that is not the taker."""
    gaps: tuple[Gap, ...] = ()
    """In the order of their places."""

    @classmethod
    def of(cls, cards: Iterable[Card], leader: Seat, seats: Sequence[Seat]) -> Trick:
        """Returns the trick in which *leader* and then the others of *seats*, clockwise, laid *cards*."""
        order = clockwise(seats, leader)
        return cls(tuple(Play(seat, card) for seat, card in zip(order, cards, strict=False)))

    def __len__(self) -> int:
        return len(self.plays)

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(play.card for play in self.plays)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(play.seat for play in self.plays)

    @property
    def leader(self) -> Seat | None:
        if self.gaps and self.gaps[0].place == 0:
            return self.gaps[0].seat
        return self.plays[0].seat if self.plays else None

    def with_play(self, play: Play) -> Trick:
        """Returns the trick with *play* in the gap of its seat, or at the end."""
        if not self.gaps:
            return Trick((*self.plays, play), self.taker, self.gatherer)
        under = self.before_next_card_of(play.seat).plays
        gaps = tuple(gap for gap in self.gaps if gap.seat != play.seat)
        return replace(self, plays=(*under, play, *self.plays[len(under) :]), gaps=gaps)

    def before_next_card_of(self, seat: Seat) -> Trick:
        """Returns the trick before the next card of *seat*, which may go into a gap."""
        for before, gap in enumerate(self.gaps):
            if gap.seat == seat:
                return Trick(self.plays[: gap.place - before])
        return self

    def without(self, play: Play, gap: Seat | None) -> Trick:
        """Returns the trick without *play*; its place becomes a gap for the seat *gap*, if there is one."""
        plays = tuple(other for other in self.plays if other != play)
        if not plays:
            return Trick()
        place = self.plays.index(play)
        for earlier in self.gaps:
            place += earlier.place <= place
        if gap is not None:
            return replace(self, plays=plays, gaps=tuple(sorted((*self.gaps, Gap(place, gap)))))
        moved = (earlier._replace(place=earlier.place - (earlier.place > place)) for earlier in self.gaps)
        return replace(self, plays=plays, gaps=tuple(moved))

    def with_taker(self, seat: Seat | None, gatherer: Seat | None = None) -> Trick:
        return Trick(self.plays, seat, None if gatherer == seat else gatherer, self.gaps)


def clockwise(seats: Sequence[Seat], start: Seat) -> tuple[Seat, ...]:
    """Returns *seats* beginning with *start*.

    :raises ValueError: if *start* is none of them.
    """
    if start not in seats:
        raise ValueError(f"got seat {start}, expected one of the seats in play: {' '.join(map(str, seats))}")
    index = seats.index(start)
    return (*seats[index:], *seats[:index])


def next_seat(seats: Sequence[Seat], seat: Seat) -> Seat:
    return seats[(seats.index(seat) + 1) % len(seats)]


def previous_seat(seats: Sequence[Seat], seat: Seat) -> Seat:
    return seats[seats.index(seat) - 1]


def side_against(seats: Sequence[Seat], alone: Seat, seat: Seat) -> tuple[Seat, ...]:
    """Returns the side of *seat* where *alone* plays against all others."""
    return (seat,) if seat == alone else tuple(other for other in seats if other != alone)
