"""Knock-out rounds."""

from __future__ import annotations

import pytest

from hall.draw.schedules import bracket, first_matches, next_matches


@pytest.mark.parametrize("count", [2, 4, 8, 16])
def test_if_the_better_one_always_wins_the_best_meet_last(count: int) -> None:
    ranked = list(range(1, count + 1))
    matches = first_matches(ranked, 0, 1, is_drawn=False)
    assert all(one + other == count + 1 for one, other in matches)
    while len(matches) > 1:
        matches = next_matches([min(match) for match in matches])
        assert all(one + other == 2 * len(matches) + 1 for one, other in matches)
    assert sorted(matches[0]) == [1, 2]


def test_the_bracket_of_eight() -> None:
    assert bracket(8) == [(0, 7), (3, 4), (1, 6), (2, 5)]


def test_by_lot_everybody_plays_and_a_new_attempt_is_another_lot() -> None:
    ranked = list(range(1, 9))
    drawn = first_matches(ranked, 5, 1, is_drawn=True)
    assert sorted(number for match in drawn for number in match) == ranked
    assert drawn == first_matches(ranked, 5, 1, is_drawn=True)
    assert len({tuple(first_matches(ranked, 5, attempt, is_drawn=True)) for attempt in range(1, 9)}) > 6
