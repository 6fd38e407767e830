"""The contracts of Schafkopf: who plays what (SK20–SK26)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.cards import Card, Rank, Seat, Suit, Trump

CALLABLE: tuple[Suit, ...] = ("E", "L", "S")
"""SK22: the suits of which a card can be called."""
CALLED: Mapping[str, Rank] = {"rufspiel": "A", "zehner": "10"}
"""SK22, SK23: by the kind of contract the rank that is called; a ten only by who must call and has all three aces."""
CHOSEN = frozenset({"solo", "farbwenz", "farbgeier"})
"""SK24, SK26: the kinds with a suit for trumps that the player chooses."""
FOR_TWO = frozenset({*CALLED, "kreuz", "hochzeit"})
"""The kinds in which two play together."""
HEARTS = FOR_TWO | {"ramsch"}
"""SK5, SK60: the kinds with hearts for trumps."""
AGREED = frozenset({"geier", "farbwenz", "farbgeier", "bettel"})
"""SK26: the kinds that are played only where the switch of the same name says so."""
CONTRACTS = (
    "rufspiel", "wenz", "solo", "geier", "farbwenz", "farbgeier", "bettel", "wenz_tout", "solo_tout", "geier_tout",
    "farbwenz_tout", "farbgeier_tout", "sie", "zehner",
)  # fmt: skip
"""The calls that name a contract."""


class Contract(NamedTuple):
    """Who plays what: `suit` is that of the called card or of the trumps that were chosen, else empty."""

    kind: str
    player: Seat
    suit: Suit = ""
    is_tout: bool = False
    partner: Seat | None = None
    """Who plays with him, where that is known from the beginning."""

    @property
    def trump(self) -> Trump:
        return f"{self.kind} {self.suit}" if self.suit else self.kind


def suits_of(kind: str, suits: tuple[Suit, ...]) -> tuple[Suit, ...]:
    """Returns the suits of which one is named with a contract, in a pack of *suits*; an empty one if none is."""
    if kind in CALLED:
        return CALLABLE
    return suits if kind in CHOSEN else ("",)


def called_card(trump: Trump) -> Card | None:
    kind, _, suit = trump.partition(" ")
    return Card(suit, CALLED[kind]) if kind in CALLED else None
