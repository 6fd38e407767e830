"""Pairings of knock-out rounds: the first round from the ranking, the following ones from the winners."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hall.draw.matching import Pairs


def bracket(count: int) -> list[tuple[int, int]]:
    """Returns the places of the ranking, from 0, that meet in the first round, so that the best two meet in the final.

    Winners of neighbouring matches meet next. *count* is a power of two.
    """
    order = [0]
    while len(order) < count:
        size = len(order) * 2
        order = [place for best in order for place in (best, size - 1 - best)]
    return [(order[i], order[i + 1]) for i in range(0, count, 2)]


def first_matches(ranked: Sequence[int], seed: int, attempt: int, is_drawn: bool) -> Pairs:
    """Returns the matches of the first knock-out round of *ranked*, the best first, by ranking or by lot."""
    order = list(ranked)
    if is_drawn:
        random.Random(f"finals {seed} {attempt}").shuffle(order)
    return [(order[one], order[other]) for one, other in bracket(len(order))]


def next_matches(winners: Sequence[int]) -> Pairs:
    """Returns the next round of the *winners*, in the order of their matches."""
    return [(winners[i], winners[i + 1]) for i in range(0, len(winners) - 1, 2)]
