"""Pairs at the lowest cost."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from hall.draw.pairs import DENSE_NODES, cheapest_pairs, free_pairs_by_swaps
from tests.support.hall_draws import pairings

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("count", [2, 4, 6, 8])
def test_the_cheapest_of_all_pairings_is_found(count: int) -> None:
    chance = random.Random(count)
    for _ in range(30):
        prices = {(i, j): chance.choice((None, *range(9))) for j in range(count) for i in range(j)}

        def cost(one: int, other: int, prices: dict[tuple[int, int], int | None] = prices) -> int | None:
            return prices[min(one, other), max(one, other)]

        found = cheapest_pairs(range(count), cost)
        priced = [[cost(*pair) for pair in pairs] for pairs in pairings(range(count))]
        possible = [sum(price or 0 for price in each) for each in priced if None not in each]
        if possible:
            assert len(found) == count // 2
            assert sum(cost(*pair) or 0 for pair in found) == min(possible)
        else:
            assert len(found) < count // 2


def test_a_large_field_whose_neighbours_cannot_meet_is_paired_all_the_same() -> None:
    """The first half can only meet the second half, which is farther than the neighbours that are tried first."""
    count = DENSE_NODES + 20

    def cost(one: int, other: int) -> int | None:
        return 1 if abs(one - other) == count // 2 else None

    assert len(cheapest_pairs(range(count), cost)) == count // 2


def test_swaps_find_pairs_without_cost_or_none() -> None:
    chance = random.Random(1)
    odd_meet_even = free_pairs_by_swaps(range(20), lambda a, b: int((a + b) % 2 == 0), chance)
    assert odd_meet_even is not None
    assert all((a + b) % 2 for a, b in odd_meet_even)
    assert sorted(number for pair in odd_meet_even for number in pair) == list(range(20))
    assert free_pairs_by_swaps(range(20), lambda a, b: int(0 in (a, b)), chance) is None


def test_the_library_is_loaded_when_a_draw_needs_it_only() -> None:
    """It takes 23 MiB."""
    code = "import sys, hall.tournament.commands.course, hall.storage.events; print('networkx' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert ran.stdout == "False\n"
