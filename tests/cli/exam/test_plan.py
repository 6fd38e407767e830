"""The plan follows from its seed, requests every card, and nothing that cannot be laid."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.exam.plan import CARDS_PER_STEP, draw_plan, draw_some
from engine.cards import BAVARIAN_32, FRENCH_52, GERMAN_33


@given(st.integers(1, 300), st.integers(), st.sampled_from([BAVARIAN_32, GERMAN_33, FRENCH_52]))
def test_a_plan_asks_for_so_many_cards_each_as_often_as_the_others(count: int, seed: int, pack: object) -> None:
    cards = pack.cards  # type: ignore[attr-defined]
    plan = draw_plan(cards, count, seed)
    asked = [card for step in plan for card in step.cards]
    assert len(asked) == count
    assert plan == draw_plan(cards, count, seed)
    for step, following in pairwise(plan):
        assert not set(step.cards) & set(following.cards)
    for step in plan:
        assert len(set(step.cards)) == len(step.cards) == CARDS_PER_STEP[step.condition]
    counts = Counter(asked)
    assert max(counts.values()) - min(counts[card] for card in cards) <= 2
    if count >= len(cards) + 8:
        assert set(counts) == set(cards)


def test_a_plan_as_long_as_the_pack_asks_for_each_card_once() -> None:
    for seed in range(50):
        asked = [card for step in draw_plan(BAVARIAN_32.cards, 32, seed) for card in step.cards]
        assert sorted(asked) == sorted(BAVARIAN_32.cards)


def test_conditions_get_the_same_number_of_cards() -> None:
    counts: Counter[str] = Counter()
    for step in draw_plan(BAVARIAN_32.cards, 160, 3):
        counts[step.condition] += len(step.cards)
    assert counts == dict.fromkeys(CARDS_PER_STEP, 40)


def test_another_seed_is_another_plan() -> None:
    assert draw_plan(BAVARIAN_32.cards, 64, 1) != draw_plan(BAVARIAN_32.cards, 64, 2)


def test_pictures_are_drawn_whatever_their_order() -> None:
    names = [f"{number}.jpg" for number in range(20)]
    assert draw_some(names, 5, 7) == draw_some(names[::-1], 5, 7)
    assert sorted(draw_some(names, 99, 7)) == sorted(names)


@pytest.mark.parametrize(("cards", "count"), [(7, 10), (32, 0)])
def test_a_plan_that_cannot_be_is_refused(cards: int, count: int) -> None:
    with pytest.raises(ValueError, match="expected at least"):
        draw_plan(BAVARIAN_32.cards[:cards], count, 0)
