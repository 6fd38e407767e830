"""Samples the ladders of a game when it is loaded, to find rungs that its book does not name."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.cards import Card
    from engine.rules.game import Game

MAX_TRUMPS, MAX_CARDS = 5, 12
"""The most trumps, and the most cards for tricks of two, that are sampled, so that loading stays fast."""

_Item = TypeVar("_Item")


def unnamed_rung(game: Game) -> str | None:
    """Returns a rung that the ladder of *game* has and its book does not name, or None if no sampled trick shows one.

    Tricks of no card, of each card and of some pairs are sampled, under the house rules of *game*.
    """
    names = (
        rung.rule
        for trump in _sample(game.all_trumps, MAX_TRUMPS)
        for trick in _tricks(game)
        for rung in game.ladder(trick, trump)
    )
    return next((name for name in names if name not in game.book.rungs), None)


def _tricks(game: Game) -> Iterator[tuple[Card, ...]]:
    yield ()
    yield from ((card,) for card in game.pack.cards)
    if max(game.players) > 2:
        yield from permutations(_sample(game.pack.cards, MAX_CARDS), 2)


def _sample(items: Sequence[_Item], most: int) -> Sequence[_Item]:
    """Returns at most *most* items, evenly spread over the sequence."""
    return items[:: -(-len(items) // most) or 1]
