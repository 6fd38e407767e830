"""Cards, packs, and sets of cards as bit masks.

A card is written as its suit letter and its rank: `EO`, `L10`, `HK`, `S6` (the Weli); French `CJ`, `H10`.
The letters belong to the pack: `S` is bells in a German pack and spades in a French one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Seat: TypeAlias = int
"""Clockwise as the camera sees them: 0 bottom, 1 left, 2 top, 3 right."""
SEATS = range(4)
"""All seats that a table has."""
Suit: TypeAlias = str
Rank: TypeAlias = str
Trump: TypeAlias = str
"""Trump, in the notation of the game."""
Cards: TypeAlias = "Iterable[Card] | str"
CardSet: TypeAlias = int
"""A set of cards of one pack: bit `i` stands for `pack.cards[i]`."""


class UnknownCard(ValueError):
    """Raised for a text that names no card of the pack."""


@dataclass(frozen=True, slots=True, order=True)
class Card:
    suit: Suit
    rank: Rank

    def __str__(self) -> str:
        return self.suit + self.rank

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


@dataclass(frozen=True, eq=False)
class Pack:
    """A pack of cards. `ranks` are in natural order from high to low."""

    name: str
    suits: tuple[Suit, ...]
    ranks: tuple[Rank, ...]
    extra: tuple[Card, ...] = ()
    cards: tuple[Card, ...] = field(init=False)
    _bits: dict[Suit, dict[Rank, CardSet]] = field(init=False, repr=False)
    """By suit and rank, since this lookup is faster than hashing a card."""
    _by_text: dict[str, Card] = field(init=False, repr=False)
    _suit_sets: dict[Suit, CardSet] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        cards = tuple(Card(suit, rank) for suit in self.suits for rank in self.ranks) + self.extra
        bits: dict[Suit, dict[Rank, CardSet]] = {card.suit: {} for card in cards}
        for index, card in enumerate(cards):
            bits[card.suit][card.rank] = 1 << index
        object.__setattr__(self, "cards", cards)
        object.__setattr__(self, "_bits", bits)
        object.__setattr__(self, "_by_text", {str(card): card for card in cards})
        suit_sets = {suit: sum(bits[suit].values()) for suit in self.suits}
        object.__setattr__(self, "_suit_sets", suit_sets)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and card.rank in self._bits.get(card.suit, ())

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def family(self) -> Literal["french", "german"]:
        """The kind of its suits."""
        return "french" if "C" in self.suits else "german"

    @property
    def all(self) -> CardSet:
        return (1 << len(self.cards)) - 1

    def card(self, text: str) -> Card:
        """Returns the card written as *text*.

        :raises UnknownCard: if the pack has no such card.
        """
        try:
            return self._by_text[text]
        except KeyError:
            raise UnknownCard(
                f"got card {text!r}, expected one of {self.name}: suit {' '.join(self.suits)} "
                f"then rank {' '.join(self.ranks)}, such as {self.cards[0]}"
                f"{''.join(f', or {card}' for card in self.extra)}"
            ) from None

    def parse(self, text: str) -> tuple[Card, ...]:
        """Returns the cards written in *text*, separated by spaces.

        :raises UnknownCard: if the pack lacks one of them.
        """
        return tuple(self.card(word) for word in text.split())

    def bit(self, card: Card) -> CardSet:
        """Returns the set of *card* alone.

        :raises UnknownCard: if the card belongs to another pack.
        """
        try:
            return self._bits[card.suit][card.rank]
        except KeyError:
            raise UnknownCard(f"got card {card}, expected a card of {self.name}") from None

    def set(self, cards: Iterable[Card]) -> CardSet:
        """Returns the set of *cards*.

        :raises UnknownCard: if one of them belongs to another pack.
        """
        union = 0
        for card in cards:
            union |= self.bit(card)
        return union

    def suit_set(self, suit: Suit) -> CardSet:
        return self._suit_sets[suit]

    def members(self, cards: CardSet) -> tuple[Card, ...]:
        """Returns the cards of a set, in the order of the pack."""
        return tuple(self.cards[index] for index in bits_of(cards))


def bits_of(cards: CardSet) -> Iterator[int]:
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


BAVARIAN_32 = Pack("bavarian32", ("E", "L", "H", "S"), ("A", "K", "O", "U", "10", "9", "8", "7"))
BAVARIAN_24 = Pack("bavarian24", ("E", "L", "H", "S"), ("A", "K", "O", "U", "10", "9"))
"""The short pack, a part of the other: no deck of its own."""
GERMAN_33 = Pack("german33", ("E", "L", "H", "S"), ("A", "K", "O", "U", "10", "9", "8", "7"), (Card("S", "6"),))
FRENCH_20 = Pack("french20", ("C", "S", "H", "D"), ("A", "10", "K", "Q", "J"))
FRENCH_32 = Pack("french32", ("C", "S", "H", "D"), ("A", "K", "Q", "J", "10", "9", "8", "7"))
FRENCH_52 = Pack("french52", ("C", "S", "H", "D"), ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"))
PACKS = {pack.name: pack for pack in (BAVARIAN_32, GERMAN_33, FRENCH_20, FRENCH_32, FRENCH_52)}
"""The packs that are decks of their own, by name."""
PACKS_IN_PLAY = {**PACKS, BAVARIAN_24.name: BAVARIAN_24}
"""The packs that games are played with, by name."""
