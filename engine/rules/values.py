"""Values that a game returns: the step of a deal, cards that everybody has seen, the result of a deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from engine.cards import Card, Seat
    from engine.rules.phases import AnyPhase

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
