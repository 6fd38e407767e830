"""Values that a game returns: phase and step of a deal, known cards, its result, and the moves of seats."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from engine.cards import Card, Seat


class Phase(StrEnum):
    """The value is the name in the book of a game (`[phase.NAME]`) and in the machine-readable output."""

    # Of the table, outside a deal
    NO_GAME = "no_game"
    DEAL = "deal"
    """The cards are to be dealt."""
    OVER = "over"
    """The game has ended."""

    # Before the play
    CUT = "cut"
    UPCARD = "upcard"
    """A card is to be turned."""
    DECLARE = "declare"
    """Somebody is to play or to fold."""
    EXCHANGE = "exchange"
    ANNOUNCE = "announce"
    """Trumps, or what belongs to them, are to be named."""

    # The play and after it
    PLAY = "play"
    ANSWER = "answer"
    """A bid is to be answered."""
    REVEAL = "reveal"
    """A secret trump is to be told."""
    SCORED = "scored"


class OtherPhase(str):
    """A phase of an added game that `Phase` lacks; the book of that game has its question."""

    __slots__ = ()


AnyPhase: TypeAlias = Phase | OtherPhase

BETWEEN_DEALS = frozenset((Phase.NO_GAME, Phase.DEAL, Phase.SCORED, Phase.OVER))


Trump: TypeAlias = str
"""Trump, in the notation of the game."""
Cards: TypeAlias = "Iterable[Card] | str"


class Step(NamedTuple):
    """The phase of a deal, and the seats that are to act (empty: no particular seat)."""

    phase: AnyPhase
    seats: tuple[Seat, ...] = ()


class KnownHolding(NamedTuple):
    """Everybody has seen `cards` go to the seat's hand; at least `at_least` are still there when play begins."""

    position: int
    seat: Seat
    cards: tuple[Card, ...]
    at_least: int
    source: Literal["cut", "upcard"]
    was_observed: bool = True
    """Whether the cards were seen to go there; if not, they only cannot be assumed elsewhere."""


class Implication(NamedTuple):
    """A consequence of a trump for a hand: before the first lead it held at least one of `cards`."""

    seat: Seat
    cards: tuple[Card, ...]


class Place(NamedTuple):
    """The place of a card that everybody has seen: a hand, or none; `position` is the event that showed it."""

    position: int
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Result:
    """Tallies after a deal; if there are no winners, the game continues."""

    tallies: Mapping[Seat, int]
    winners: tuple[Seat, ...] = ()
    losers: tuple[Seat, ...] = ()

    @classmethod
    def of(cls, tallies: Mapping[Seat, int], winners: Collection[Seat]) -> Result:
        """Returns the result in which *winners* win and all others lose; without winners nobody loses."""
        losers = tuple(seat for seat in tallies if seat not in winners) if winners else ()
        return cls(tallies, tuple(seat for seat in tallies if seat in winners), losers)

    @property
    def is_over(self) -> bool:
        return bool(self.winners)


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
