"""When two quads are the same outline, position, card or place, and of one size."""

from __future__ import annotations

from collections.abc import Callable
from math import exp

import pytest

from tests.support.paper_table import quad_at
from vision.geometry.quads import lies_on, same_area, same_card, same_outline, same_place, same_position, size_error_log
from vision.types import Quad

TESTS = (same_outline, same_position, same_card, same_place)


@pytest.mark.parametrize(
    ("shift_of_width", "same"),
    [(0.01, TESTS), (0.05, TESTS[1:]), (0.2, TESTS[2:]), (0.45, TESTS[3:]), (0.7, ())],
)
def test_each_is_looser_than_the_one_before(shift_of_width: float, same: tuple[Callable[[Quad, Quad], bool]]) -> None:
    card = quad_at(300, 300, 0, 100, 160)
    other = quad_at(300 + 100 * shift_of_width, 300, 0, 100, 160)
    assert tuple(test for test in TESTS if test(card, other)) == same
    assert tuple(test for test in TESTS if test(other, card)) == same


@pytest.mark.parametrize(("factor", "same"), [(1.0, True), (1.15, True), (1.25, False), (0.87, True), (0.8, False)])
def test_areas_are_compared_by_their_ratio(factor: float, same: bool) -> None:
    assert same_area(quad_at(300, 300, 0, 100, 160), quad_at(500, 300, 70, 100 * factor, 160 * factor)) is same


@pytest.mark.parametrize("error", [0.2, -0.2])
def test_the_larger_error_of_both_sides_counts(error: float) -> None:
    assert size_error_log((50 * exp(error), 80), (50, 80)) == pytest.approx(0.2)
    assert size_error_log((50 * exp(0.1), 80 * exp(error)), (50, 80)) == pytest.approx(0.2)


def test_a_small_thing_lies_on_a_card_and_the_card_not_on_it() -> None:
    """Though both are at one place, where only one of them can be a card."""
    card, small = quad_at(300, 300, 0, 100, 160), quad_at(280, 280, 0, 20, 30)
    assert same_place(card, small)
    assert same_place(small, card)
    assert lies_on(card, small)
    assert not lies_on(small, card)
    assert not lies_on(quad_at(410, 300, 0, 100, 160), card)


@pytest.mark.parametrize(("shared_of_lower", "expected"), [(0.02, False), (0.06, True), (0.3, True)])
def test_a_card_lies_on_another_if_it_covers_more_than_a_narrow_edge(shared_of_lower: float, expected: bool) -> None:
    upper = quad_at(300 + 100 * (1 - shared_of_lower), 300, 0, 100, 160)
    assert lies_on(upper, quad_at(300, 300, 0, 100, 160)) is expected
