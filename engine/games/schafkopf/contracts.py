"""The contracts of Schafkopf: who plays what (SK20–SK26)."""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import Card, Seat, Suit, Trump

CALLABLE: tuple[Suit, ...] = ("E", "L", "S")
"""SK22: the suits whose ace can be called."""


class Contract(NamedTuple):
    """Who plays what: `suit` is that of the called ace or of the solo, else empty."""

    kind: str
    player: Seat
    suit: Suit = ""
    is_tout: bool = False

    @property
    def trump(self) -> Trump:
        return f"{self.kind} {self.suit}" if self.suit else self.kind


def called_ace(trump: Trump) -> Card | None:
    kind, _, suit = trump.partition(" ")
    return Card(suit, "A") if kind == "rufspiel" else None
