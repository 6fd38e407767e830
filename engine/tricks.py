"""A trick: the cards laid, in order, and who laid them. Who takes it is the game's to say."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.cards import Card, Seat

NO_EVENT = -1
"""The position of a play that came from no journal."""


class Play(NamedTuple):
    seat: Seat
    card: Card
    position: int = NO_EVENT
    """Which event of the journal it was."""


@dataclass(frozen=True, slots=True)
class Trick:
    plays: tuple[Play, ...] = ()
    taker: Seat | None = None
    """Set once the trick is gathered."""
    gatherer: Seat | None = None
    """Who put it away, if that was not the taker."""

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
        return self.plays[0].seat if self.plays else None

    def with_play(self, play: Play) -> Trick:
        return replace(self, plays=(*self.plays, play))

    def taken_by(self, seat: Seat | None, gatherer: Seat | None = None) -> Trick:
        return replace(self, taker=seat, gatherer=None if gatherer == seat else gatherer)


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
