"""Opponents by chance and by score: checked against all pairings of small fields."""

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from hall.draw.field import NOBODY, Draw, Field
from hall.draw.opponents import draw_by_score, draw_moving_on, draw_opponents
from hall.draw.pairs import DENSE_NODES
from tests.support.examples import one_in
from tests.support.hall_draws import (
    after_round,
    all_pairings,
    check_complete,
    faults,
    new_field,
    new_teams,
    pairs_of,
    with_changes,
    with_scores,
)

METHODS = (draw_opponents, draw_by_score, draw_moving_on)


def play_changing_field(method: Callable[[Field], Draw], count: int, seed: int, rounds: int) -> None:
    """Plays rounds while people come and leave; no round has more faults than the best of all pairings."""
    chance = random.Random(seed)
    field = new_field(count, seed, planned=rounds)
    for _ in range(rounds):
        field = with_scores(with_changes(field, chance), chance)
        drawn = method(field)
        check_complete(field, drawn)
        if len(field.numbers) <= 8:
            assert faults(field, pairs_of(drawn)) == min(faults(field, pairs) for pairs in all_pairings(field))
        field = after_round(field, drawn)


def play_whole(method: Callable[[Field], Draw], field: Field, rounds: int) -> None:
    """Plays rounds of an unchanged field; none has a repeat, and nobody has a second bye before all had one."""
    field = replace(field, planned=rounds)
    for _ in range(rounds):
        drawn = method(field)
        check_complete(field, drawn)
        assert faults(field, pairs_of(drawn)) == (0, 0)
        field = after_round(field, drawn)
    assert max(field.byes.values(), default=0) <= 1 + rounds // max(len(field.numbers), 1)


@pytest.mark.parametrize(("method", "count"), one_in(2, product(METHODS, range(4, 9))))
def test_no_round_has_an_avoidable_fault(method: Callable[[Field], Draw], count: int) -> None:
    for seed in range(6):
        play_changing_field(method, count, seed, 7)


@pytest.mark.parametrize("count", one_in(6, [*range(4, 27), 63, 40]))
def test_drawn_rounds_never_repeat_up_to_a_full_round_robin(count: int) -> None:
    for seed in range(3):
        play_whole(draw_opponents, new_field(count, seed), count - 1 + count % 2)


@pytest.mark.parametrize("count", one_in(2, range(4, 11)))
def test_rounds_by_score_never_repeat_up_to_a_full_round_robin_in_small_fields(count: int) -> None:
    for seed in range(2):
        chance = random.Random(seed)

        def method(field: Field, chance: random.Random = chance) -> Draw:
            return draw_by_score(with_scores(field, chance))

        play_whole(method, new_field(count, seed), count - 1 + count % 2)


@pytest.mark.parametrize("teams", [2, 3, 4, 5, 6, 9])
def test_pairs_of_a_team_never_meet(teams: int) -> None:
    for seed in range(5):
        play_whole(draw_opponents, new_teams(teams, seed), 2 * teams - 2)


def fitness(field: Field, pairs: tuple[tuple[int, int], ...]) -> tuple[int, int, int, int]:
    """Unfair byes, repeats, the score of who has a bye, and the squared differences of the scores."""
    bye = sum(field.scores[one or other] for one, other in pairs if NOBODY in (one, other))
    apart = sum((field.scores[a] - field.scores[b]) ** 2 for a, b in pairs if NOBODY not in (a, b))
    return (*faults(field, pairs), bye, apart)


@pytest.mark.parametrize("count", one_in(2, range(4, 11)))
def test_rounds_by_score_are_the_best_of_all_pairings(count: int) -> None:
    for seed in range(8 if count < 9 else 2):
        check_best_by_score(count, seed, 4)


def check_best_by_score(count: int, seed: int, rounds: int) -> None:
    chance = random.Random(seed)
    field = new_field(count, seed)
    for _ in range(rounds):
        field = with_scores(field, chance)
        drawn = draw_by_score(field)
        assert fitness(field, pairs_of(drawn)) == min(fitness(field, pairs) for pairs in all_pairings(field))
        field = after_round(field, drawn)


def in_order(count: int, **changes: Any) -> Field:
    """Returns a field in its second round, whose order by score is that of the start numbers."""
    return replace(new_field(count, 3), round=2, scores={n: 2 * (count - n) for n in range(1, count + 1)}, **changes)


@pytest.mark.parametrize(
    ("count", "without_bye"), one_in(5, product([7, 13, DENSE_NODES + 1, DENSE_NODES + 3], [(3, 5), (2,), (4, 6, 7)]))
)
def test_the_bye_goes_to_the_last_of_those_that_had_none(count: int, without_bye: tuple[int, ...]) -> None:
    field = in_order(count, byes={n: 1 for n in range(1, count + 1) if n not in without_bye})
    drawn = draw_by_score(field)
    check_complete(field, drawn)
    assert drawn.byes == (without_bye[-1],)


@pytest.mark.parametrize("count", one_in(3, [13, 7, DENSE_NODES + 1]))
def test_entries_without_points_are_the_last(count: int) -> None:
    """The last two have come late: one has the bye, and the other meets the last of those with points."""
    field = in_order(count)
    field = replace(field, scores={number: 1 + points for number, points in field.scores.items() if number < count - 1})
    drawn = draw_by_score(field)
    late = {count, count - 1} - {*drawn.byes}
    assert len(late) == 1
    assert set(drawn.tables[-1].sides) == {(count - 2,), tuple(late)}


@pytest.mark.parametrize("count", one_in(2, [12, DENSE_NODES + 2]))
def test_who_has_met_everybody_meets_one_of_them_again(count: int) -> None:
    field = in_order(count, met={(1, n): 1 for n in range(2, count + 1)})
    drawn = draw_by_score(field)
    check_complete(field, drawn)
    assert faults(field, pairs_of(drawn)) == (0, 1)


def test_a_draw_is_the_same_in_every_version() -> None:
    """A seed that was printed once stays good for ever."""
    drawn = draw_opponents(new_field(9, 1))
    assert (pairs_of(drawn), draw_by_score(new_field(5, 1)).byes) == PRINTED


PRINTED = (((9, 7), (1, 2), (5, 8), (3, 4), (6, 0)), (3,))


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("count", [501, 1000])
def test_a_large_hall(method: Callable[[Field], Draw], count: int) -> None:
    """In its second round, in which there are scores, opponents and byes of the first."""
    chance = random.Random(count)
    field = new_field(count, 5, planned=2)
    field = after_round(field, draw_opponents(field))
    field = with_scores(with_changes(field, chance), chance)
    drawn = method(field)
    check_complete(field, drawn)
    assert faults(field, pairs_of(drawn)) == (0, 0)
