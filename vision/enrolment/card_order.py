"""Which cards of a pack are still to be shown, and in which order: suit by suit, what was put off at the end."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING

from vision.enrolment.row_layout import in_parts, split_by

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from engine.cards import Card, Pack


@dataclass(slots=True)
class Asking:
    """The cards of *kind* that are not among those *shown*, which others add to and take from."""

    kind: Pack
    shown: Container[Card]
    _last: list[Card] = field(default_factory=list)
    """What was put off."""

    @property
    def missing(self) -> list[Card]:
        by_suit = sorted(self.kind.cards, key=lambda card: self.kind.suits.index(card.suit))
        cards = [*(card for card in by_suit if card not in self._last), *self._last]
        return [card for card in cards if card not in self.shown]

    @property
    def suits(self) -> list[list[Card]]:
        """What is missing, suit by suit, and then what was put off."""
        return [list(cards) for _, cards in itertools.groupby(self.missing, key=attrgetter("suit"))]

    @property
    def parts(self) -> list[list[Card]]:
        """The same in rows that fit into the view."""
        return [part for suit in self.suits for part in in_parts(suit)]

    def filled_by(self, lengths: Sequence[int]) -> list[Card]:
        """Returns the cards that lie in rows of such lengths, whole suits or parts of them; none if neither fits."""
        for parts in (self.suits, self.parts):
            count = split_by(lengths, [len(part) for part in parts])
            if count:
                return [card for part in parts[:count] for card in part]
        return []

    def nearest(self, seen: int) -> list[Card]:
        """Returns as many cards of the next rows as come nearest to the number of cards *seen*."""
        ends = [*itertools.accumulate(len(part) for part in self.parts)]
        return self.missing[: min(ends, key=lambda end: abs(end - seen))]

    def put_off(self, cards: Sequence[Card]) -> None:
        """Asks for *cards* when all others have been shown."""
        self._last = [*(card for card in self._last if card not in cards), *cards]

    def call_back(self, cards: Sequence[Card]) -> None:
        """Asks for *cards* in their place again."""
        self._last = [card for card in self._last if card not in cards]
