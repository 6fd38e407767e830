"""The base of games whose trump is a suit, with cards above it that are trumps in every suit, if the game has such."""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable, Mapping
from functools import cache
from typing import ClassVar

from engine.cards import Card, Cards, CardSet, Pack, Rank, Trump
from engine.rules.card_rules import Ladder, Rung, best_of
from engine.rules.game import Game
from engine.rules.house_rules import Rules


@cache
def beating_cards(pack: Pack, ranks: tuple[Rank, ...], trumps: tuple[Card, ...]) -> Mapping[Card, CardSet]:
    """Returns by card what beats it when laid later; one table for all house rules, as advice tries each value."""
    beating = {trump: pack.set(trumps[:place]) for place, trump in enumerate(trumps)}
    for card in pack.cards:
        if card not in beating:
            higher = (Card(card.suit, rank) for rank in ranks[: ranks.index(card.rank)])
            beating[card] = pack.set((*higher, *trumps))
    return beating


class PermanentTrumpsGame(Game, ABC):
    """The trump is a suit, written as its letter."""

    permanent: ClassVar[tuple[Card, ...]]
    """The cards that are trumps in every suit, highest first."""

    def __init__(self, rules: Rules | None = None) -> None:
        super().__init__(rules)
        self.trump_sets: dict[Trump, CardSet] = {}
        self.beating: dict[Trump, Mapping[Card, CardSet]] = {}
        """By trump and card: the cards that beat it when laid later."""
        for trump in self.all_trumps:
            trumps = self.trumps(trump)
            self.trump_sets[trump] = self.pack.set(trumps)
            self.beating[trump] = beating_cards(self.pack, self.ranks, trumps)
        self._ladders: dict[tuple[Card | Trump, ...], Ladder] = {}

    def cached_ladder(self, rungs: Callable[..., Ladder], *hangs_on: Card | Trump) -> Ladder:
        """Returns the rungs that have a trigger, cached by the arguments of *rungs*."""
        if hangs_on not in self._ladders:
            self._ladders[hangs_on] = tuple(rung for rung in rungs(*hangs_on) if rung.trigger)
        return self._ladders[hangs_on]

    def plain_rungs(self, led: Card, best: Card, trump: Trump) -> Ladder:
        """Follow suit, else trump, else any card."""
        trumps = self.trump_sets[trump]
        follow = trumps if trumps & self.pack.bit(led) else self.pack.suit_set(led.suit) & ~trumps
        return Rung(follow, follow, "follow"), Rung(trumps, trumps, "trump")

    def beating_rungs(self, led: Card, best: Card, trump: Trump) -> Ladder:
        """Follow suit, else trump, and at each step beat the best card if possible."""
        trumps, higher = self.trump_sets[trump], self.beating[trump][best]
        is_trumped = bool(trumps & self.pack.bit(best))
        if trumps & self.pack.bit(led):
            return Rung(trumps & higher, trumps & higher, "overtrump"), Rung(trumps, trumps, "follow")
        follow = self.pack.suit_set(led.suit) & ~trumps
        return (
            Rung(follow & higher, follow & higher, "overtake"),
            Rung(follow, follow, "follow"),
            Rung(trumps & higher, trumps & higher, "overtrump" if is_trumped else "trump"),
            Rung(trumps, trumps, "undertrump" if is_trumped else "trump"),
        )

    def trumps(self, trump: Trump) -> tuple[Card, ...]:
        """The permanent trumps (BW6, BA4), then the other cards of the trump suit by rank, highest first."""
        suit = (Card(self._suit(trump), rank) for rank in self.ranks)
        return self.permanent + tuple(card for card in suit if card not in self.permanent)

    def _suit(self, trump: Trump) -> Trump:
        if trump not in self.all_trumps:
            raise ValueError(f"got trump {trump!r}, expected a suit: {' '.join(self.pack.suits)}")
        return trump

    def best(self, trick: Cards, trump: Trump) -> Card:
        """The highest trump, else the highest card of the suit led (BW5, BA3)."""
        return best_of(self.cards(trick), self.beating[self._suit(trump)], self.pack)
