"""What the games with the three Criticals of the Bavarian pack share: trumps, and which card takes (BW2–BW6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import BAVARIAN_32, Card
from engine.rules import Cards, Game, Trump

if TYPE_CHECKING:
    from engine.cards import CardSet
    from engine.house import Rules

MAXI, BELLI, SPITZ = Card("H", "K"), Card("S", "7"), Card("E", "7")
CRITICALS = (MAXI, BELLI, SPITZ)
"""The Machine, highest first (BW4)."""


class CriticalsGame(Game):
    """The trump is a suit, written as its letter."""

    pack = BAVARIAN_32

    def __init__(self, rules: Rules | None = None) -> None:
        super().__init__(rules)
        self.trump_sets: dict[Trump, CardSet] = {}
        self.beating: dict[Trump, dict[Card, CardSet]] = {}
        """By trump and card: the cards that, laid later, take the trick from it."""
        for suit in self.pack.suits:
            trumps = self.trumps(suit)
            self.trump_sets[suit] = self.pack.set(trumps)
            self.beating[suit] = {card: self._cards_beating(card, trumps) for card in self.pack.cards}

    def trumps(self, trump: Trump) -> tuple[Card, ...]:
        """BW6: the Criticals, then the other cards of the trump suit by rank, highest first."""
        suit = (Card(self._suit(trump), rank) for rank in self.pack.ranks)
        return CRITICALS + tuple(card for card in suit if card not in CRITICALS)

    def _suit(self, trump: Trump) -> Trump:
        if trump not in self.pack.suits:
            raise ValueError(f"got trump {trump!r}, expected a suit: {' '.join(self.pack.suits)}")
        return trump

    def _cards_beating(self, card: Card, trumps: tuple[Card, ...]) -> CardSet:
        if card in trumps:
            return self.pack.set(trumps[: trumps.index(card)])
        higher = self.pack.ranks[: self.pack.ranks.index(card.rank)]
        same_suit = (Card(card.suit, rank) for rank in higher)
        return self.pack.set(same_suit) | self.pack.set(trumps)

    def best(self, trick: Cards, trump: Trump) -> Card:
        """The highest trump, else the highest card of the suit led (BW5)."""
        lying = self.cards(trick)
        if not lying:
            raise ValueError("got an empty trick, expected at least one card")
        beating = self.beating[self._suit(trump)]
        best = lying[0]
        for card in lying[1:]:
            if beating[best] & self.pack.bit(card):
                best = card
        return best
