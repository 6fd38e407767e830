"""Order, lengths, areas and overlap of quads, of many at once as one by one."""

from collections.abc import Callable
from math import exp

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.paper_table import quad_at
from vision.geometry.quads import (
    area,
    areas,
    corner_cosines,
    edge_lengths,
    grown,
    is_convex,
    lies_on,
    mask_of_quads,
    overlap,
    portrait,
    portraits,
    same_area,
    same_card,
    same_outline,
    same_place,
    same_position,
    scaled,
    share_of,
    shared_area,
    sides,
    size_error_log,
    start_at_second_corner,
)
from vision.geometry.rectify import full_quad
from vision.types import Quad

TURNS = [pytest.param(degrees, id=f"{degrees} degrees") for degrees in (0, 30, 80, 100, 170, 265)]
SLANTED = np.array([[10, 10], [40, 14], [46, 60], [4, 52]], np.float32)
"""No two of its sides have one length."""


@given(st.integers(0, 2**32 - 1))
def test_many_quads_as_one_by_one(seed: int) -> None:
    chance = np.random.default_rng(seed)
    boxes = [((chance.uniform(-50, 250), chance.uniform(-50, 250)), chance.uniform(2, 200, 2), 0) for _ in range(6)]
    turned = [cv2.boxPoints((centre, size.tolist(), chance.uniform(0, 180))) for centre, size, _ in boxes]
    quads = np.array([np.roll(quad, chance.integers(4), axis=0) for quad in turned], np.float32)
    assert np.array_equal(portraits(quads.astype(np.float64)), [portrait(quad) for quad in quads])
    assert np.allclose(areas(quads), [area(quad) for quad in quads], rtol=1e-4)


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


def test_each_quad_of_many_is_turned_for_itself() -> None:
    wide, high = quad_at(100, 300, 90, 60, 100), quad_at(300, 100, 0, 60, 100)
    narrowing = np.array([[0, 0], [60, 0], [32, 56], [2, 55]], np.float32)  # its top is longer than its left side
    slanted = [SLANTED, SLANTED[:, ::-1], narrowing, narrowing[:, ::-1]]
    many = np.stack([*slanted, *(100 - quad for quad in slanted), wide, high]).astype(np.float64)
    assert np.array_equal(portraits(many), [portrait(quad.astype(np.float32)) for quad in many])


def test_sides_are_told_from_the_top_clockwise() -> None:
    assert edge_lengths(SLANTED) == pytest.approx((916**0.5, 2152**0.5, 1828**0.5, 1800**0.5))
    assert sides(SLANTED) == pytest.approx(((916**0.5 + 1828**0.5) / 2, (2152**0.5 + 1800**0.5) / 2))


@pytest.mark.parametrize(
    ("corners", "expected"),
    [
        pytest.param([[5, 5], [25, 5], [25, 35], [5, 35]], 600, id="a rectangle"),
        pytest.param([[5, 35], [25, 35], [25, 5], [5, 5]], 600, id="counter-clockwise"),
        pytest.param([[0, 10], [20, 0], [40, 10], [20, 40]], 800, id="a kite"),
        pytest.param([[0, 0], [30, 10], [40, 50], [10, 40]], 1100, id="a parallelogram"),
        pytest.param([[7, 7], [7, 7], [7, 7], [7, 7]], 0, id="a point"),
    ],
)
def test_the_area_of_a_quad(corners: list[list[float]], expected: float) -> None:
    quad = np.array(corners, np.float32)
    assert area(quad) == pytest.approx(expected)
    assert areas(np.stack([quad, 2 * quad])) == pytest.approx([expected, 4 * expected])


@pytest.mark.parametrize(
    ("corners", "expected"),
    [
        pytest.param([[0, 0], [20, 0], [20, 30], [0, 30]], [0, 0, 0, 0], id="right angles"),
        pytest.param([[0, 0], [20, 0], [38, 24], [18, 24]], [0.6, -0.6, 0.6, -0.6], id="a parallelogram"),
        pytest.param([[0, 0], [30, 0], [30, 40], [0, 80]], [0, 0, -0.8, 0.8], id="a trapezium"),
        pytest.param([[0, 0], [0, 0], [30, 40], [0, 40]], [0, 0, 0.6, 0], id="a corner twice"),
    ],
)
def test_the_cosine_at_a_corner_is_nought_for_a_right_angle(corners: list[list[float]], expected: list[float]) -> None:
    assert corner_cosines(np.array(corners, np.float32)) == pytest.approx(expected, abs=1e-6)


def test_a_dent_is_not_convex() -> None:
    assert is_convex(SLANTED)
    assert not is_convex(np.array([[0, 0], [20, 0], [6, 6], [0, 30]], np.float32))


@pytest.mark.parametrize("factor", [0.5, 1, 3])
def test_the_outline_of_a_whole_picture_is_that_of_the_resized_one(factor: float) -> None:
    whole, resized = (full_quad(np.zeros((int(40 * f), int(60 * f), 3), np.uint8)) for f in (1, factor))
    assert scaled(whole, factor) == pytest.approx(resized)


def test_a_quad_grows_about_its_centre() -> None:
    quad = np.array([[10, 20], [30, 20], [30, 60], [10, 60]], np.float32)
    assert grown(quad, 1.5) == pytest.approx(np.array([[5, 10], [35, 10], [35, 70], [5, 70]]))
    assert start_at_second_corner(quad) == pytest.approx(quad[[1, 2, 3, 0]])


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


def test_points_do_not_overlap() -> None:
    point = np.full((4, 2), 20, np.float32)
    assert overlap(point, point) == 0


@pytest.mark.parametrize(
    ("grow", "rows", "columns"),
    [pytest.param(1, (20, 40), (10, 30), id="as it is"), pytest.param(1.5, (15, 45), (5, 35), id="larger")],
)
def test_a_mask_shows_the_quads(grow: float, rows: tuple[int, int], columns: tuple[int, int]) -> None:
    quad = np.array([[10, 20], [30, 20], [30, 40], [10, 40]], np.float32)
    mask = mask_of_quads([quad, quad + np.array([40, 0], np.float32)], (60, 90, 3), grow)
    expected = np.zeros((60, 90), np.uint8)
    expected[rows[0] : rows[1] + 1, columns[0] : columns[1] + 1] = 255
    expected[rows[0] : rows[1] + 1, columns[0] + 40 : columns[1] + 41] = 255
    assert np.array_equal(mask, expected)
    if grow == 1:
        assert np.array_equal(mask_of_quads([quad, quad + np.array([40, 0], np.float32)], (60, 90)), expected)


TESTS = (same_outline, same_position, same_card, same_place)


@pytest.mark.parametrize(
    ("shift_of_width", "same"), [(0.01, TESTS), (0.05, TESTS[1:]), (0.2, TESTS[2:]), (0.45, TESTS[3:]), (0.7, ())]
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
