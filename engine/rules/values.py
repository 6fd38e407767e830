"""What a game answers with: where a deal stands, cards that all have seen, the result of a deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from engine.cards import Card, Seat
    from engine.rules.phases import AnyPhase

Trump: TypeAlias = str
"""What is trump, in the game's own writing."""
Cards: TypeAlias = "Iterable[Card] | str"


class Step(NamedTuple):
    """Where a deal stands: the phase, and who is to act in it (nobody in particular if empty)."""

    phase: AnyPhase
    seats: tuple[Seat, ...] = ()


class Held(NamedTuple):
    """All have seen *cards* go to the seat's hand; at least so many of them are still there when play begins."""

    position: int
    seat: Seat
    cards: tuple[Card, ...]
    at_least: int
    source: Literal["cut", "upcard"]
    seen: bool = True
    """Whether they were; if not, nobody can say that they are elsewhere."""


class Implied(NamedTuple):
    """What a trump says about a hand: before the first card it held at least one of *cards*."""

    seat: Seat
    cards: tuple[Card, ...]


class Place(NamedTuple):
    """Where a card is that all have seen: in a seat's hand, or in nobody's; `position` is the event that showed it."""

    position: int
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Result:
    """Tallies after a deal; no winners means that the game goes on."""

    tallies: Mapping[Seat, int]
    winners: tuple[Seat, ...] = ()
    losers: tuple[Seat, ...] = ()

    @classmethod
    def of(cls, tallies: Mapping[Seat, int], winners: Collection[Seat]) -> Result:
        """Returns the result that *winners* win and all others lose; nobody does either if there are none."""
        losers = tuple(seat for seat in tallies if seat not in winners) if winners else ()
        return cls(tallies, tuple(seat for seat in tallies if seat in winners), losers)

    @property
    def over(self) -> bool:
        return bool(self.winners)
