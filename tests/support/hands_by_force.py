"""A brute-force referee: every possible world is enumerated, and every play judged in it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from engine.cards import CardSet, Seat, bits_of
from engine.rules.card_rules import Ladder, legal_cards


def _deals(cards: CardSet, sizes: list[int]) -> Iterator[tuple[CardSet, ...]]:
    if not sizes:
        yield ()
        return
    for chosen in combinations([1 << bit for bit in bits_of(cards)], sizes[0]):
        hand = sum(chosen)
        for others in _deals(cards & ~hand, sizes[1:]):
            yield (hand, *others)


@dataclass
class AllWorlds:
    """Each world: the hands as they are now, and the positions of the plays that were illegal in it."""

    cards: CardSet
    sizes: list[int]
    worlds: list[tuple[tuple[CardSet, ...], frozenset[int]]] = field(init=False)

    def __post_init__(self) -> None:
        self.worlds = [(hands, frozenset()) for hands in _deals(self.cards, self.sizes)]

    def took(self, seat: Seat, taken: CardSet, put_away: int) -> None:
        """*taken* went to the hand in view of all; then *put_away* cards went from it to the rest."""
        self.worlds = [
            (hands, illegal)
            for hands, illegal in self.worlds
            if (taken & ~hands[seat]).bit_count() <= put_away
            and not any(taken & hand for other, hand in enumerate(hands) if other != seat)
        ]

    def left(self, card: CardSet) -> None:
        self.worlds = [world for world in self.worlds if not any(card & hand for hand in world[0])]

    def shown(self, seat: Seat, cards: CardSet) -> None:
        self.worlds = [world for world in self.worlds if world[0][seat] & cards == cards]

    def laid(self, position: int, seat: Seat, card: CardSet, ladder: Ladder) -> None:
        after = []
        for hands, illegal in self.worlds:
            hand = hands[seat]
            if hand & card:
                fewer = (*hands[:seat], hand & ~card, *hands[seat + 1 :])
                after.append((fewer, illegal if legal_cards(ladder, hand) & card else illegal | {position}))
        self.worlds = after

    def laid_unread(self, seat: Seat) -> None:
        self.worlds = [
            ((*hands[:seat], hands[seat] ^ (1 << gone), *hands[seat + 1 :]), illegal)
            for hands, illegal in self.worlds
            for gone in bits_of(hands[seat])
        ]

    def fits(self, plays: set[int]) -> bool:
        """Whether some world has all of *plays* legal."""
        return any(not illegal & plays for _, illegal in self.worlds)

    def always_illegal(self) -> set[int]:
        return set(frozenset.intersection(*(illegal for _, illegal in self.worlds)))
