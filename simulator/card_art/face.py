"""One card to be drawn in a style: its sign, what its index says, how many signs it has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from engine.cards import Card
    from simulator.card_art.style import Index, Style


_SIGNS = {"german": {suit: suit for suit in "ELHS"}, "french": {"C": "C", "S": "♠", "H": "♥", "D": "D"}}
_ROMAN = {"7": "VII", "8": "VIII", "9": "IX", "10": "X", "6": "VI"}


@dataclass(frozen=True, slots=True)
class Face:
    """One card to be drawn in a style."""

    style: Style
    family: Literal["german", "french"]
    card: Card
    width: float

    @property
    def sign(self) -> str:
        """The drawing of the suit sign; the letter S means bells in one family and spades in the other."""
        return _SIGNS[self.family][self.card.suit]

    @property
    def doubled(self) -> bool:
        """French courts always have two heads, German cards in some decks."""
        return self.card.rank in ("K", "Q", "J") if self.family == "french" else self.style.double_headed

    @property
    def caption(self) -> str:
        """What the index says, in the letters of the deck's region."""
        letters = dict(self.style.letters).get(self.card.rank, self.card.rank)
        if self.family == "french":
            letters = "A" if self.card.rank == "A" and letters == "D" else letters  # there D is the queen
        elif self.style.index == "roman":
            letters = _ROMAN.get(self.card.rank, "")
        return "" if self.style.index == "none" else letters

    @property
    def index(self) -> Index:
        """French cards and courts bear their index in the corner."""
        high = self.style.index in ("centre", "roman")
        return "letters" if high and (self.family == "french" or self.count is None) else self.style.index

    @property
    def count(self) -> int | None:
        """The number of signs on a numeral card (one for a French ace), None for other cards."""
        if self.card.rank.isdigit():
            return int(self.card.rank)
        return 1 if self.card.rank == "A" and self.family == "french" else None
