"""Names of cards and seats in the sentences of the engine, as this table calls them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.notation.explain import Names
from engine.text import Words as Both

if TYPE_CHECKING:
    from device.i18n.words import Words
    from engine.cards import Card, Pack, Rank, Seat, Suit


@dataclass(frozen=True, slots=True)
class PageNames(Names):
    words: Words

    def card(self, card: Card) -> str:
        return self.words.card(card)

    def seat(self, seat: Seat) -> Both:
        return Both(self.words.seat(seat), self.words.seat(seat))

    def suit(self, suit: Suit, pack: Pack) -> Both:
        return Both(self.words.suit(suit), self.words.suit(suit))

    def rank(self, rank: Rank, pack: Pack) -> Both:
        return Both(self.words.rank_name(rank), self.words.rank_name(rank))
