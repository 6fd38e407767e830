"""Decides by bipartite matching, from scratch, whether all plays can have been legal: an oracle for tests.

It shares only the ladder with the referee, so that the two implementations can be compared on whole deals.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple

from engine.cards import bits_of
from engine.rules.obligations import excluded_by

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.cards import CardSet, Seat
    from engine.rules.obligations import Ladder


class OraclePlay(NamedTuple):
    seat: Seat
    card: CardSet
    denied: CardSet


class KnownCards(NamedTuple):
    """Everybody saw the seat take `cards`; it kept at least `at_least` of them until play began."""

    seat: Seat
    cards: CardSet
    at_least: int


@dataclass
class MatchingOracle:
    cards: CardSet
    hands: Mapping[Seat, int]
    """Cards held when play began."""
    taken: list[KnownCards] = field(default_factory=list)
    left: CardSet = 0
    plays: list[OraclePlay] = field(default_factory=list)

    def lay(self, seat: Seat, card: CardSet, ladder: Ladder) -> None:
        self.plays.append(OraclePlay(seat, card, excluded_by(ladder, card)))

    def is_possible(self) -> bool:
        """Returns whether some distribution of the unseen cards makes every play so far legal."""
        for index, earlier in enumerate(self.plays):
            if any(later.seat == earlier.seat and later.card & earlier.denied for later in self.plays[index + 1 :]):
                return False
        return any(self._fits(kept) for kept in self._kept_cards())

    def _kept_cards(self) -> Iterator[tuple[CardSet, ...]]:
        """Yields all combinations of cards that may have been kept of the groups taken openly."""
        choices = []
        for _, cards, at_least in self.taken:
            single = [1 << bit for bit in bits_of(cards)]
            sizes = range(max(0, at_least), len(single) + 1)
            choices.append([sum(kept) for size in sizes for kept in combinations(single, size)])
        return product(*choices)

    def _fits(self, kept: tuple[CardSet, ...]) -> bool:
        played = sum(play.card for play in self.plays)
        free = self.cards & ~self.left & ~played
        slots: list[CardSet] = []
        for seat, size in self.hands.items():
            denied = pinned = 0
            for play in self.plays:
                if play.seat == seat:
                    denied |= play.denied
                    size -= 1
            for (owner, cards, _), held in zip(self.taken, kept, strict=True):
                by_owner = sum(play.card for play in self.plays if play.seat == owner)
                if owner == seat:
                    if cards & played & ~held:
                        return False
                    pinned |= held & ~by_owner
                free &= ~cards
            if pinned & denied or pinned.bit_count() > size:
                return False
            slots += [~denied] * (size - pinned.bit_count())
        return _has_perfect_matching([slot & free for slot in slots])


def _has_perfect_matching(slots: list[CardSet]) -> bool:
    """Returns whether every slot can have its own card (Kuhn's augmenting paths)."""
    owner: dict[int, int] = {}

    def place(slot: int, tried: set[int]) -> bool:
        for card in bits_of(slots[slot]):
            if card not in tried:
                tried.add(card)
                if card not in owner or place(owner[card], tried):
                    owner[card] = slot
                    return True
        return False

    return all(place(slot, set()) for slot in range(len(slots)))
