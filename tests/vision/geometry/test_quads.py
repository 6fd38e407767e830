"""Order, lengths, areas and overlap of quads, of many at once as one by one."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.paper_table import quad_at
from vision.geometry.quads import (
    area,
    edge_lengths,
    lies_on,
    mask_of_quads,
    overlap,
    portrait,
    portraits,
    same_card,
    same_outline,
    same_place,
    same_position,
    share_of,
    shared_area,
)
from vision.types import Quad

TURNS = [pytest.param(degrees, id=f"{degrees} degrees") for degrees in (0, 30, 80, 100, 170, 265)]


@given(st.integers(0, 2**32 - 1))
def test_share_of_a_quad_counts_what_lies_in_the_picture(seed: int) -> None:
    chance = np.random.default_rng(seed)
    mask = np.asarray(chance.integers(0, 2, (120, 160)) * 255, np.uint8)
    centre, size = chance.uniform(-40, 200, 2), chance.uniform(1, 150, 2)
    quad = cv2.boxPoints((centre.tolist(), size.tolist(), chance.uniform(0, 180))).astype(np.float32)
    card = mask_of_quads([quad], mask.shape)
    expected = int(np.count_nonzero(card & mask)) / max(int(np.count_nonzero(card)), 1)
    assert share_of(quad, mask) == expected


@pytest.mark.parametrize("degrees", TURNS)
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (2, 3, 0, 1), (1, 2, 3, 0), (3, 2, 1, 0), (0, 2, 1, 3)])
def test_an_outline_begins_with_a_short_side_and_goes_clockwise(degrees: float, order: tuple[int, ...]) -> None:
    quad = quad_at(200, 150, degrees, 60, 100)
    mixed = quad[list(order)]
    found = portrait(mixed)
    assert {tuple(corner) for corner in found.tolist()} == {tuple(corner) for corner in quad.tolist()}
    assert edge_lengths(found) == pytest.approx((60, 100, 60, 100), abs=0.01)
    assert cv2.contourArea(found, oriented=True) == pytest.approx(6000, rel=1e-4)
    assert np.array_equal(portraits(mixed[None].astype(np.float64))[0], found)


@pytest.mark.parametrize(
    ("other", "shared"),
    [
        pytest.param(quad_at(100, 100, 0, 60, 100), 6000, id="the same"),
        pytest.param(quad_at(115, 100, 0, 60, 100), 4500, id="beside"),
        pytest.param(quad_at(100, 75, 0, 60, 100), 4500, id="above"),
        pytest.param(quad_at(100, 100, 90, 60, 100), 3600, id="across"),
        pytest.param(quad_at(95, 90, 0, 20, 30), 600, id="within"),
        pytest.param(quad_at(170, 100, 0, 60, 100), 0, id="far beside"),
        pytest.param(quad_at(100, 210, 0, 60, 100), 0, id="far below"),
        pytest.param(quad_at(160, 100, 0, 60, 100), 0, id="with a side in common"),
        pytest.param(quad_at(145, 165, 45, 20, 60), 0, id="past a corner"),
    ],
)
def test_what_two_quads_share(other: Quad, shared: float) -> None:
    card = quad_at(100, 100, 0, 60, 100)
    for first, second in ((card, other), (other, card)):
        assert shared_area(first, second) == pytest.approx(shared, abs=1)
        assert overlap(first, second) == pytest.approx(shared / (6000 + area(other) - shared), abs=0.001)


TESTS = (same_outline, same_position, same_card, same_place)


@pytest.mark.parametrize(
    ("shift_of_width", "same"), [(0.01, TESTS), (0.05, TESTS[1:]), (0.2, TESTS[2:]), (0.45, TESTS[3:]), (0.7, ())]
)
def test_each_is_looser_than_the_one_before(shift_of_width: float, same: tuple[Callable[[Quad, Quad], bool]]) -> None:
    card = quad_at(300, 300, 0, 100, 160)
    other = quad_at(300 + 100 * shift_of_width, 300, 0, 100, 160)
    assert tuple(test for test in TESTS if test(card, other)) == same
    assert tuple(test for test in TESTS if test(other, card)) == same


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
