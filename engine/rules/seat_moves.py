"""Changes of seats, and the values by seat that move with the players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.cards import Seat

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Moves:
    """The new seat by old seat; a seat that is missing did not change."""

    to: Mapping[Seat, Seat]

    def __bool__(self) -> bool:
        return any(seat != now for seat, now in self.to.items())

    def new_seat(self, seat: Seat) -> Seat:
        return self.to.get(seat, seat)

    def new_seats(self, seats: Sequence[Seat]) -> tuple[Seat, ...]:
        return tuple(sorted(map(self.new_seat, seats)))

    def move_values(self, by_seat: Mapping[Seat, _Value]) -> dict[Seat, _Value]:
        moved = {self.new_seat(seat): value for seat, value in by_seat.items()}
        return {seat: moved[seat] for seat in sorted(moved)}

    def followed_by(self, later: Moves) -> Moves:
        return Moves({seat: later.new_seat(self.new_seat(seat)) for seat in {**self.to, **later.to}})


NO_MOVES = Moves({})


def moves_between(
    before: Mapping[Seat, str], after: Mapping[Seat, str], sides: Sequence[Sequence[Seat]], seats: Sequence[Seat]
) -> Moves:
    """Returns where the tallies of *seats* go, given who plays before and after by name and who scores together.

    A player keeps his tally, a new player takes over a free one; the tally of a team stays with its seats.
    """
    if any(len(side) > 1 for side in sides):
        return NO_MOVES
    were = [before.get(seat, "") for seat in seats]
    are = [after.get(seat, "") for seat in seats]
    to = {
        seat: seats[are.index(name)]
        for seat, name in zip(seats, were, strict=True)
        if name and were.count(name) == are.count(name) == 1
    }
    left = [seat for seat in seats if seat not in to]
    free = [seat for seat in seats if seat not in to.values()]
    staying = [seat for seat in left if seat in free]
    to |= {seat: seat for seat in staying}
    leaving = [seat for seat in left if seat not in staying]
    taking_over = [seat for seat in free if seat not in staying]
    return Moves(to | dict(zip(leaving, taking_over, strict=True)))
