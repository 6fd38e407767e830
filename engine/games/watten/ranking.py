"""Watten: which card takes, and who must give trumps (RULEBOOK 3.4, 3.5, 3.9, 3.10; DECISIONS WA1–WA9, WA23).

The trump is written as suit and striker, such as `H U`; striker `6` is the Weli. A Kritischer has no suit: it is never
forced and demands nothing (WA7), unless it is also the right, which then has both functions (WA8).

Without the Weli, in a pack of 32, the second Kritischer is the seven of bells, as in Bavaria (DECISIONS E3). Clubs,
spades and diamonds of a French pack stand for acorns, leaves and bells.
"""

from __future__ import annotations

from abc import ABC
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from engine.cards import BAVARIAN_32, FRENCH_32, GERMAN_33, PACKS, Card, CardSet, Pack, Rank, Suit
from engine.rules.card_rules import Ladder, Rung, best_of
from engine.rules.game import Game
from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.cards import Cards, Trump
    from engine.rules.house_rules import Rules

WELI = Card("S", "6")
CRITICALS: Mapping[str, tuple[Card, ...]] = {
    "german33": (Card("H", "K"), WELI, Card("E", "7")),
    "bavarian32": (Card("H", "K"), Card("S", "7"), Card("E", "7")),
    "french32": (Card("H", "K"), Card("D", "7"), Card("C", "7")),
}
"""By name of the pack, highest first: Maxi (Bascht), Weli or Belli, and Spitz."""


def ranks_of(pack: Pack) -> tuple[Rank, ...]:
    """Returns the ranks of *pack* from high to low, with the six of the Weli if it has one."""
    return (*pack.ranks, *(card.rank for card in pack.extra))


@dataclass(frozen=True, slots=True)
class _Order:
    """The order of the pack under one trump."""

    right: Card | None
    lefts: tuple[Card, ...]
    wanderer: Card | None
    trumps: tuple[Card, ...]
    """Highest first; the lefts are equal."""
    beating: dict[Card, CardSet]
    """By card: the cards that beat it when laid later."""
    ladders: dict[Card, Ladder]
    """By card led."""


class WattenRanking(Game, ABC):
    """Strength and duties; `Watten` has the rest."""

    pack = GERMAN_33
    packs = GERMAN_33, BAVARIAN_32, FRENCH_32

    def __init__(self, rules: Rules | None = None) -> None:
        super().__init__(rules)
        self.pack = PACKS[self.rules.text("pack")]
        self.in_order = ranks_of(self.pack)
        self.trumps_of_pack = frozenset(f"{suit} {rank}" for suit in self.pack.suits for rank in self.in_order)
        self._orders: dict[Trump, _Order] = {}

    @cached_property
    def all_trumps(self) -> tuple[Trump, ...]:
        """All trumps that can be announced."""
        return tuple(f"{suit} {rank}" for suit in self.pack.suits for rank in self.strikers)

    @cached_property
    def strikers(self) -> tuple[Rank, ...]:
        """WA11, DECISIONS WA6: the ranks that forehand can announce, highest first; the Weli may be excluded."""
        return self.in_order if self.rules.text("weli_striker") != "forbidden" else self.pack.ranks

    @cached_property
    def criticals(self) -> tuple[Card, ...]:
        """The jokers above the right, highest first (3.9)."""
        return CRITICALS[self.pack.name] if self.rules.flag("kritisch") else ()

    def right(self, trump: Trump) -> Card | None:
        """Returns the striker of the trump suit, which is missing if the Weli strikes and bells are not trump (WA6)."""
        return self._order(trump).right

    def lefts(self, trump: Trump) -> tuple[Card, ...]:
        """Returns the other strikers; of two in a trick the first wins (DECISIONS WA1)."""
        return self._order(trump).lefts

    def wanderer(self, trump: Trump) -> Card | None:
        """Returns the card one above the right, if it beats the right in this house (3.10, DECISIONS WA9, WA23)."""
        return self._order(trump).wanderer

    def card_title(self, card: Card, trump: Trump) -> Words | None:
        """Returns the title of a card above the trump suit, or None."""
        order = self._order(trump)
        names = dict.fromkeys(order.lefts, Words("Linker", "left"))
        names |= dict.fromkeys(self.criticals, Words("Kritischer", "Critical"))
        above = "Wanderkritt" if self.rules.flag("wander") else "Guter"
        names |= {order.wanderer: Words(above, above)} if order.wanderer is not None else {}
        names |= {order.right: Words("Rechter", "right")} if order.right is not None else {}
        return names.get(card)

    def trumps(self, trump: Trump) -> tuple[Card, ...]:
        """Returns all cards that beat plain cards, highest first."""
        return self._order(trump).trumps

    def best(self, trick: Cards, trump: Trump) -> Card:
        return best_of(self.cards(trick), self._order(trump).beating, self.pack)

    def ladder(self, trick: Cards, trump: Trump) -> Ladder:
        """Trumps to a trump, nothing else (3.5); DECISIONS WA13: in blind play everybody plays his top card."""
        cards = self.cards(trick)
        return self._order(trump).ladders[cards[0]] if cards and not self.rules.flag("blind_play") else ()

    def trump_suit(self, trump: Trump) -> Suit | None:
        return split_trump(trump, self.pack)[0] if trump else None

    def trump_rank(self, trump: Trump) -> Rank | None:
        return split_trump(trump, self.pack)[1] if trump else None

    def of_trump_suit(self, card: Card, trump: Trump) -> bool:
        """Whether *card* belongs to the trump suit; the Weli may be a trump everywhere (DECISIONS WA5)."""
        return card.suit == split_trump(trump, self.pack)[0] or (card == WELI and self.rules.flag("weli_always_trump"))

    # Construction of the tables

    def _order(self, trump: Trump) -> _Order:
        """Returns the order, which is made once for each trump."""
        if trump in self._orders:
            return self._orders[trump]
        striker = split_trump(trump, self.pack)[1]
        right = self._find_right(trump)
        wanderer = self._find_wanderer(right, trump)
        lefts = tuple(card for card in self.pack.cards if card.rank == striker and card != right)
        lefts = tuple(card for card in lefts if card not in self.criticals)
        above = [card for card in (wanderer, right) if card is not None and card not in self.criticals]
        suit = [card for card in self.pack.cards if self.of_trump_suit(card, trump)]
        low = [card for card in suit if card not in (*self.criticals, *above, *lefts)]
        trumps = (*self.criticals, *above, *lefts, *sorted(low, key=self._place))
        beating = {card: self._cards_beating(card, trumps, lefts) for card in self.pack.cards}
        order = self._orders[trump] = _Order(
            right, lefts, wanderer, trumps, beating, self._ladders(trump, right, lefts)
        )
        return order

    def _find_right(self, trump: Trump) -> Card | None:
        suit, striker = split_trump(trump, self.pack)
        if striker != WELI.rank:
            return Card(suit, striker)
        everywhere = self.rules.text("weli_striker") == "right_always"
        return WELI if everywhere or self.of_trump_suit(WELI, trump) else None

    def _find_wanderer(self, right: Card | None, trump: Trump) -> Card | None:
        """The card above the Sau is the seven, not the Weli; a Kritischer remains one (DECISIONS WA9)."""
        if right is None or not (self.rules.flag("guate") or self.rules.flag("wander")):
            return None
        above = self.in_order[self._place(right) - 1] if right.rank != "A" else self.pack.ranks[-1]
        card = Card(split_trump(trump, self.pack)[0], above)
        return None if card in self.criticals else card

    def _ladders(self, trump: Trump, right: Card | None, lefts: Sequence[Card]) -> dict[Card, Ladder]:
        criticals = self.pack.set(self.criticals)
        follow = self.pack.set(card for card in self.pack.cards if self.of_trump_suit(card, trump)) & ~criticals
        demanding = allowed = follow | self.pack.set(() if right is None else (right,))
        if self.rules.flag("left_on_trump"):
            allowed |= self.pack.set(lefts)
        due = demanding & ~criticals
        if right is not None and self.rules.flag("right_exempt"):
            due &= ~self.pack.bit(right)
        follows = (Rung(due, allowed | criticals, "follow"),)
        return {card: follows if demanding & self.pack.bit(card) else () for card in self.pack.cards}

    def _cards_beating(self, card: Card, trumps: Sequence[Card], lefts: Sequence[Card]) -> CardSet:
        if card in lefts:
            return self.pack.set(trumps[: trumps.index(lefts[0])])
        if card in trumps:
            return self.pack.set(trumps[: trumps.index(card)])
        same_suit = (Card(card.suit, rank) for rank in self.in_order[: self._place(card)])
        return self.pack.set(other for other in same_suit if other in self.pack) | self.pack.set(trumps)

    def _place(self, card: Card) -> int:
        return self.in_order.index(card.rank)


def split_trump(trump: Trump, pack: Pack) -> tuple[Suit, Rank]:
    """Returns suit and striker.

    :raises ValueError: for what cannot be announced with *pack*.
    """
    suit, _, striker = str(trump).partition(" ")
    if suit not in pack.suits or striker not in ranks_of(pack):
        raise ValueError(
            f"got trump {trump!r}, expected suit {' '.join(pack.suits)}, then striker {' '.join(ranks_of(pack))}, "
            f"such as 'H {pack.ranks[3]}'"
        )
    return suit, striker
