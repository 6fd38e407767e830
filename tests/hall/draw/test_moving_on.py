"""Pair 1 stays, pair 2 moves on."""

from dataclasses import replace

import pytest

from hall.draw.field import Draw, Pairing
from hall.draw.opponents import draw_moving_on
from tests.support.hall_draws import after_round, check_complete, new_field


def seats(draw: Draw) -> dict[int, tuple[int, int]]:
    return {drawn.table: (drawn.sides[0][0], drawn.sides[1][0]) for drawn in draw.tables}


@pytest.mark.parametrize("count", [4, 8, 14, 31])
def test_the_first_pair_stays_and_the_second_moves_by_one_table(count: int) -> None:
    field = new_field(count, 3)
    before = draw_moving_on(field)
    for _ in range(count // 2 - 1):
        field = after_round(field, before)
        now = draw_moving_on(field)
        check_complete(field, now)
        last = max(*seats(before), *seats(now))
        for table, (first, second) in seats(now).items():
            came_from = (table - 2) % last + 1
            stayed = seats(before).get(table, (before.byes or (0,)) * 2)[0]
            assert first == stayed
            if came_from in seats(before):
                assert second == seats(before)[came_from][1]
        before = now


def test_in_an_odd_field_each_pair_that_stays_has_a_bye_in_turn() -> None:
    field, byes = new_field(9, 2), []
    for _ in range(5):
        drawn = draw_moving_on(field)
        byes += drawn.byes
        field = after_round(field, drawn)
    assert len(set(byes)) == 5


def moved(count: int, numbers: tuple[int, ...]) -> Draw:
    """Returns the second round after people have come and left."""
    field = new_field(count, 1)
    tables = tuple(Pairing(i + 1, ((2 * i + 1,), (2 * i + 2,))) for i in range(count // 2))
    byes = (count,) if count % 2 else ()
    field = after_round(field, Draw(tables, byes))
    return draw_moving_on(replace(field, numbers=numbers))


def test_two_late_pairs_get_a_table_of_their_own() -> None:
    assert seats(moved(6, (1, 2, 3, 4, 5, 6, 7, 8))) == {1: (1, 8), 2: (3, 2), 3: (5, 4), 4: (7, 6)}


def test_two_lone_pairs_meet() -> None:
    """3 has left and 6 as well: 2 would move to an empty table, and 1 would have nobody."""
    assert seats(moved(8, (1, 2, 4, 5, 7, 8))) == {1: (1, 8), 3: (5, 4), 2: (2, 7)}
