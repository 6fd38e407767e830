"""The distributions of the unseen cards that are possible still, by Hall's condition.

A world assigns every unseen card to a hand or to the rest (stock, discards, folded hands). A legal play excludes a set
of cards from the player's hand for the rest of the deal, since hands only shrink. A world that satisfies all exclusions
is a matching, and Hall's condition over the seats decides exactly whether one exists. All sets are bit masks.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple, Self

from engine.cards import CardSet, Seat
from engine.rules.card_rules import Ladder, Rung


class Group(NamedTuple):
    """Cards that everybody saw go to a hand; at least `at_least` are still there, the others are in the rest."""

    seat: Seat
    cards: CardSet
    at_least: int


class Place(NamedTuple):
    """A hand has room for `needed` more of `cards`."""

    seat: Seat
    cards: CardSet
    needed: int


class ConstrainedPlay(NamedTuple):
    position: int
    seat: Seat
    card: CardSet
    denied: CardSet
    ladder: Ladder
    lifted: Rung | None = None
    """A duty that the play broke, unless the hand held enough to lift it."""


@cache
def _subsets(count: int) -> tuple[tuple[int, ...], ...]:
    return tuple(subset for size in range(1, count + 1) for subset in combinations(range(count), size))


class Worlds:
    """What is known of each hand under one reading of the cards, besides the plays that were legal."""

    def __init__(self, cards: CardSet, hands: Mapping[Seat, int]) -> None:
        places = max(hands) + 1
        self.seats = tuple(sorted(hands))
        self.unseen = cards
        self.hands = [hands.get(seat, 0) for seat in range(places)]
        self.known_cards = [0] * places
        self.barred = [0] * places
        """By seat: cards that are in another hand or in the rest."""
        self.groups: list[Group] = []
        self.implied: list[Group] = []
        """At most one group a seat: at least one of its cards was in the hand when play began, and is still unseen."""

    def copy(self) -> Self:
        """Returns a copy that shares no list or dict; their items are immutable."""
        twin = object.__new__(type(self))
        for name, value in vars(self).items():
            setattr(twin, name, value.copy() if isinstance(value, list | dict) else value)
        return twin

    def _is_trivially_possible(self, denied: Sequence[CardSet]) -> bool:
        """A quick sufficient test: enough unseen cards are possible for every seat."""
        common, needed = self.unseen, 0
        for seat in self.seats:
            missing = self._unknown_count(seat)
            if missing < 0 or self.groups:
                return False
            if missing:
                needed += missing
                common &= ~(denied[seat] | self.barred[seat])
        # With two cards for each implied group, every seat can have its own.
        implied = all(
            (common & group.cards).bit_count() > 1 and self._unknown_count(group.seat) for group in self.implied
        )
        return implied and common.bit_count() >= needed

    def _denied_by(self, plays: Iterable[ConstrainedPlay]) -> list[CardSet]:
        denied = [0] * len(self.hands)
        for play in plays:
            denied[play.seat] |= play.denied
        return denied

    def _unknown_count(self, seat: Seat) -> int:
        return self.hands[seat] - self.known_cards[seat].bit_count()

    def _shortage(self, denied: Sequence[CardSet], owed: Sequence[Group] = ()) -> tuple[Place, ...]:
        """Returns a smallest set of places that cannot be filled together; empty if a world exists.

        *owed*: cards that a hand still holds at least some of; of several groups of a hand the last one counts.
        """
        free = [self.unseen & ~denied_cards & ~barred for denied_cards, barred in zip(denied, self.barred, strict=True)]
        short = self._short_group(free)
        if short is not None:
            return (Place(short.seat, short.cards & free[short.seat], short.at_least),)
        for seat in self.seats:
            if self._unknown_count(seat) < sum(max(0, group.at_least) for group in self.groups if group.seat == seat):
                return (Place(seat, free[seat], self._unknown_count(seat)),)
        places = self._places(free, {group.seat: group for group in (*self.implied, *owed)})
        for subset in _subsets(len(places)):
            union = needed = 0
            for index in subset:
                place = places[index]
                union |= place.cards
                needed += place.needed
            if union.bit_count() < needed:
                return tuple(places[index] for index in subset)
        return ()

    def _places(self, free: Sequence[CardSet], owed: Mapping[Seat, Group]) -> list[Place]:
        """Returns the places for Hall's condition; the cards that are owed have places of their own."""
        places = [Place(seat, group.cards & free[seat], group.at_least) for seat, group in owed.items()]
        for seat in self.seats:
            left = self._unknown_count(seat) - (owed[seat].at_least if seat in owed else 0)
            if left < 0:
                places.append(Place(seat, 0, 1))  # there is no room left for what is owed
            elif left:
                places.append(Place(seat, free[seat], left))
        return places

    def _short_group(self, free: Sequence[CardSet]) -> Group | None:
        """Returns a group with fewer possible cards than must still be in the hand."""
        too_few = (group for group in self.groups if (group.cards & free[group.seat]).bit_count() < group.at_least)
        return next(too_few, None)
