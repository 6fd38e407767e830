"""The plan of an exam: cards, order and conditions, drawn from a seed in advance."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.cards import Card

BLOCK = ("alone",) * 4 + ("trick",) + ("covered",) * 2 + ("quick",)
"""Conditions, repeated in random order, with four cards of each."""
CARDS_PER_STEP = {"alone": 1, "trick": 4, "covered": 2, "quick": 4}
"""Cards laid in one step, by condition."""
CONDITIONS = tuple(CARDS_PER_STEP)
DEFAULT_CARDS = 100
"""Default number of cards: some ten minutes, and at best a bound of 1 in 33."""


@dataclass(frozen=True, slots=True)
class ExamStep:
    """Cards that are laid in this order and then taken up."""

    condition: str
    cards: tuple[Card, ...]


def draw_plan(cards: Sequence[Card], count: int, seed: int) -> list[ExamStep]:
    """Returns *count* of *cards* in steps; no card is repeated before all were used, unless it would lie there twice.

    No card occurs in two consecutive steps: the tracker takes one that comes back at once for a card of
    the trick that was just gathered.

    :raises ValueError: if the steps cannot differ for lack of cards, or none are wanted.
    """
    if len(cards) < 2 * max(CARDS_PER_STEP.values()) or count < 1:
        raise ValueError(f"got {len(cards)} cards and {count} wanted, expected at least 8 and 1")
    chance = random.Random(seed)
    waiting: list[Card] = []
    steps: list[ExamStep] = []
    left = count
    for condition in _conditions(chance):
        if not left:
            return steps
        size = CARDS_PER_STEP[condition] if CARDS_PER_STEP[condition] <= left else 1
        before = set(steps[-1].cards) if steps else set()
        chosen: list[Card] = []
        while len(chosen) < size:
            chosen.append(_next(waiting, cards, {*before, *chosen}, chance))
        steps.append(ExamStep(condition if size == CARDS_PER_STEP[condition] else "alone", tuple(chosen)))
        left -= size
    raise AssertionError  # conditions do not end


def draw_some(things: Sequence[str], count: int, seed: int) -> list[str]:
    """Returns *count* of *things* in random order, or all if there are fewer."""
    return random.Random(seed).sample(sorted(things), min(count, len(things)))


def _conditions(chance: random.Random) -> Iterator[str]:
    while True:
        yield from chance.sample(BLOCK, len(BLOCK))


def _next(waiting: list[Card], cards: Sequence[Card], barred: set[Card], chance: random.Random) -> Card:
    if all(card in barred for card in waiting):
        waiting += chance.sample(list(cards), len(cards))
    return waiting.pop(next(at for at, card in enumerate(waiting) if card not in barred))
