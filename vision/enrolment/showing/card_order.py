"""The order in which the cards of a pack are requested: suit by suit, deferred cards last."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING

from vision.enrolment.showing.row_layout import count_filled, split_into_rows

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from engine.cards import Card, Pack


@dataclass(slots=True)
class CardOrder:
    """The cards of *kind* that are not in *taken*. The owner of *taken* changes it while cards are shown."""

    kind: Pack
    taken: Container[Card]
    _deferred: list[Card] = field(default_factory=list)
    """Cards that are requested after all others."""

    @property
    def missing(self) -> list[Card]:
        by_suit = sorted(self.kind.cards, key=lambda card: self.kind.suits.index(card.suit))
        cards = [*(card for card in by_suit if card not in self._deferred), *self._deferred]
        return [card for card in cards if card not in self.taken]

    @property
    def suits(self) -> list[list[Card]]:
        """The missing cards, suit by suit, and then the deferred ones."""
        return [list(cards) for _, cards in itertools.groupby(self.missing, key=attrgetter("suit"))]

    @property
    def rows(self) -> list[list[Card]]:
        """The missing cards in rows that fit into the view."""
        return [part for suit in self.suits for part in split_into_rows(suit)]

    def cards_filling(self, lengths: Sequence[int]) -> list[Card]:
        """Returns the cards that fill rows of these lengths with whole suits or with parts; empty if neither fits."""
        for parts in (self.suits, self.rows):
            count = count_filled(lengths, [len(part) for part in parts])
            if count:
                return [card for part in parts[:count] for card in part]
        return []

    def cards_nearest_to(self, count: int) -> list[Card]:
        """Returns the cards of as many of the next rows as hold nearest to *count* cards."""
        ends = [*itertools.accumulate(len(part) for part in self.rows)]
        return self.missing[: min(ends, key=lambda end: abs(end - count))]

    def defer(self, cards: Sequence[Card]) -> None:
        """Requests *cards* after all others."""
        self._deferred = [*(card for card in self._deferred if card not in cards), *cards]

    def cancel_deferral(self, cards: Sequence[Card]) -> None:
        """Requests *cards* at their usual place in the order again."""
        self._deferred = [card for card in self._deferred if card not in cards]
