"""Rounds without repeats: the circle, and what the search knows of the following rounds."""

import random

import pytest

from hall.draw.field import Draw, draw_of
from hall.draw.pairs import circle_round, first_matches, next_matches, unmet
from tests.support.hall_draws import after_round, new_field, new_teams


@pytest.mark.parametrize("teams", [2, 3, 4, 7, 12])
def test_rounds_of_the_circle_play_out_a_field_of_teams(teams: int) -> None:
    """All but the round in which the two pairs of each team would meet."""
    for seed in range(3):
        field = new_teams(teams, seed)
        for _ in range(2 * teams - 2):
            pairs = circle_round(field, field.numbers, random.Random(seed))
            assert pairs is not None
            assert not any(field.meetings(*pair) or field.are_team(*pair) for pair in pairs)
            field = after_round(field, draw_of(pairs))
        assert circle_round(field, field.numbers, random.Random(seed)) is None


def test_the_circle_is_left_once_another_draw_was_played() -> None:
    field = new_field(8, 1)
    drawn = circle_round(field, field.numbers, random.Random(1))
    assert drawn is not None
    other = draw_of([(drawn[0][0], drawn[1][0]), (drawn[0][1], drawn[1][1]), *drawn[2:]])
    assert circle_round(after_round(field, other), field.numbers, random.Random(1)) is None
    assert circle_round(after_round(field, Draw(())), field.numbers, random.Random(1)) is not None


def test_pairs_of_a_team_and_those_that_have_met_are_no_new_ones() -> None:
    field = after_round(new_teams(2, 1), draw_of([(1, 3), (2, 4)]))
    assert unmet(field, field.numbers) == {(1, 4), (2, 3)}


@pytest.mark.parametrize("count", [2, 4, 8, 16])
def test_if_the_better_one_always_wins_the_best_meet_last(count: int) -> None:
    ranked = list(range(1, count + 1))
    matches = first_matches(ranked, 0, 1, is_drawn=False)
    assert all(one + other == count + 1 for one, other in matches)
    while len(matches) > 1:
        matches = next_matches([min(match) for match in matches])
        assert all(one + other == 2 * len(matches) + 1 for one, other in matches)
    assert sorted(matches[0]) == [1, 2]


def test_by_lot_everybody_plays_and_a_new_attempt_is_another_lot() -> None:
    ranked = list(range(1, 9))
    drawn = first_matches(ranked, 5, 1, is_drawn=True)
    assert sorted(number for match in drawn for number in match) == ranked
    assert drawn == first_matches(ranked, 5, 1, is_drawn=True)
    assert len({tuple(first_matches(ranked, 5, attempt, is_drawn=True)) for attempt in range(1, 9)}) > 6
