"""Single players at tables of two to four, with and without partners."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, product

import pytest

from engine.games import game
from hall.draw.field import Draw, Field, Sides
from hall.draw.players import cost_of_table, draw_players, table_counts
from tests.support.examples import one_in
from tests.support.hall_draws import after_round, check_complete, new_field, pairings, with_changes


def crossed(size: int) -> Sides:
    """As in Watten: partners at four, everybody alone otherwise."""
    return game("watten").sides(tuple(range(size)))


def alone(size: int) -> Sides:
    return tuple((place,) for place in range(size))


def total(field: Field, tables: list[Sides]) -> int:
    return sum(cost_of_table(field, sides) for sides in tables)


def tables_of_pairs(numbers: tuple[int, ...]) -> Iterator[list[Sides]]:
    for partners in pairings(numbers):
        for met in pairings(range(len(partners))):
            yield [(partners[a], partners[b]) for a, b in met]


def tables_of_four(numbers: tuple[int, ...]) -> Iterator[list[Sides]]:
    if not numbers:
        yield []
        return
    first, *rest = numbers
    for three in combinations(rest, 3):
        others = tuple(number for number in rest if number not in three)
        for tables in tables_of_four(others):
            yield [tuple((number,) for number in (first, *three)), *tables]


def play(
    field: Field, sizes: tuple[int, ...], sides_of: Callable[[int], Sides], rounds: int
) -> Iterator[tuple[Field, Draw]]:
    for _ in range(rounds):
        drawn = draw_players(field, sizes, sides_of)
        check_complete(field, drawn)
        yield field, drawn
        field = after_round(field, drawn)


COUNTS = {
    (8, (4,)): ([4, 4], 0),
    (9, (4,)): ([4, 4], 1),
    (11, (4,)): ([4, 4], 3),
    (3, (4,)): ([], 3),
    (9, (4, 3)): ([3, 3, 3], 0),
    (10, (4, 3)): ([4, 3, 3], 0),
    (11, (4, 3)): ([4, 4, 3], 0),
    (5, (4, 3)): ([4], 1),
    (6, (4, 3)): ([3, 3], 0),
    (7, (3, 4)): ([3, 4], 0),
    (12, (3, 4)): ([3, 3, 3, 3], 0),
    (5, (4, 3, 2)): ([3, 2], 0),
    (7, (2,)): ([2, 2, 2], 1),
}


@pytest.mark.parametrize(("players", "sizes"), COUNTS)
def test_as_few_byes_as_possible_then_the_preferred_sizes(players: int, sizes: tuple[int, ...]) -> None:
    assert table_counts(players, sizes) == COUNTS[players, sizes]


@pytest.mark.parametrize("count", one_in(2, [4, 8]))
def test_with_partners_no_draw_has_more_repeats_than_the_best(count: int) -> None:
    for seed in range(6):
        check_partners(count, seed, 7)


def check_partners(count: int, seed: int, rounds: int) -> None:
    for field, drawn in play(new_field(count, seed), (4,), crossed, rounds):
        best = min(total(field, tables) for tables in tables_of_pairs(field.numbers))
        assert total(field, [table.sides for table in drawn.tables]) == best


@pytest.mark.slow
def test_eight_players_have_each_other_as_partner_in_seven_rounds() -> None:
    for seed in range(3):
        *_, (field, drawn) = play(new_field(8, seed, planned=7), (4,), crossed, 7)
        field = after_round(field, drawn)
        assert set(field.partnered.values()) == {1}
        assert len(field.partnered) == 28


@pytest.mark.parametrize("count", [8, 9, pytest.param(12, marks=pytest.mark.slow)])
def test_without_partners_no_draw_has_more_repeats_than_the_best(count: int) -> None:
    for seed in range(3):
        for field, drawn in play(new_field(count, seed), (4,), alone, 3):
            playing = tuple(number for number in field.numbers if number not in drawn.byes)
            best = min(total(field, tables) for tables in tables_of_four(playing))
            assert total(field, [table.sides for table in drawn.tables]) == best


def test_seven_at_tables_of_four_and_three_have_few_repeats() -> None:
    """Only some meet twice in four rounds: the best of several draws is taken."""
    for seed in range(6):
        rounds = play(new_field(7, seed, planned=4), (4, 3), crossed, 4)
        repeats = sum(total(field, [table.sides for table in drawn.tables]) for field, drawn in rounds)
        assert repeats <= 10


@pytest.mark.parametrize("count", [16, 32, 64])
def test_without_partners_a_second_round_meets_nobody_twice(count: int) -> None:
    for seed in range(3):
        for field, drawn in play(new_field(count, seed), (4,), alone, 2 if count < 32 else 4):
            assert total(field, [table.sides for table in drawn.tables]) == 0


@pytest.mark.parametrize(
    ("sides_of", "sizes", "count"),
    one_in(5, product([crossed, alone], [(4,), (4, 3), (3, 2), (2,)], [4, 5, 6, 7, 9, 11, 14, 30])),
)
def test_byes_are_fair_while_people_come_and_leave(
    count: int, sizes: tuple[int, ...], sides_of: Callable[[int], Sides]
) -> None:
    chance = random.Random(count)
    field = new_field(count, count)
    for _ in range(6):
        field = with_changes(field, chance)
        drawn = draw_players(field, sizes, sides_of)
        check_complete(field, drawn)
        assert all(len(table.sides) == len(sides_of(sum(map(len, table.sides)))) for table in drawn.tables)
        others = [field.byes.get(number, 0) for number in field.numbers if number not in drawn.byes]
        assert all(field.byes.get(number, 0) <= min(others, default=0) for number in drawn.byes)
        field = after_round(field, drawn)


def test_a_draw_follows_from_seed_round_and_attempt() -> None:
    field = new_field(30, 7)
    assert draw_players(field, (4,), crossed) == draw_players(replace(field), (4,), crossed)
    for other in (replace(field, seed=8), replace(field, round=2), replace(field, attempt=2)):
        assert draw_players(other, (4,), crossed) != draw_players(field, (4,), crossed)


@pytest.mark.slow
@pytest.mark.parametrize("sides_of", [crossed, alone])
def test_a_thousand_players(sides_of: Callable[[int], Sides]) -> None:
    for field, drawn in play(new_field(1000, 1), (4,), sides_of, 5):
        assert total(field, [table.sides for table in drawn.tables]) == 0
