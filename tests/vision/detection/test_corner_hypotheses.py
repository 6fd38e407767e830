"""Right corners along an outline, and the cards that they may belong to."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.support.paper_table import quad_at
from vision.detection.corner_hypotheses import (
    Corner,
    cards_at_corners,
    corners_of_polygon,
    quads_between,
    right_corners,
)
from vision.geometry.quads import edge_lengths, overlap, portrait
from vision.geometry.table_plane import table_plane

SHAPE = (540, 960)


def outline(*quads: np.ndarray) -> np.ndarray:
    """Returns the outline that cards of one brightness have together."""
    mask = np.zeros(SHAPE, np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), (255,))
    (contour,), _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return contour


@pytest.mark.parametrize("degrees", [0, 17, 45, 80])
def test_a_card_has_four_right_corners(degrees: float) -> None:
    quad = quad_at(480, 270, degrees)
    corners = right_corners(outline(quad))
    assert len(corners) == 4
    apart = np.linalg.norm(np.array([corner.point for corner in corners])[:, None] - quad[None], axis=2)
    assert apart.min(axis=0).max() < 3


def test_a_round_thing_has_none() -> None:
    mask = np.zeros(SHAPE, np.uint8)
    cv2.circle(mask, (480, 270), 90, (255,), cv2.FILLED)
    (contour,), _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    assert right_corners(contour) == []


@pytest.mark.parametrize(
    ("x", "y", "degrees"),
    [
        pytest.param(540, 240, 60, id="crosswise"),
        pytest.param(480, 350, 8, id="along"),
        pytest.param(425, 270, 0, id="half aside"),
        pytest.param(540, 330, 35, id="a corner"),
    ],
)
def test_two_cards_of_one_outline_are_told_apart(x: float, y: float, degrees: float) -> None:
    pair = [portrait(quad_at(480, 270, 5)), portrait(quad_at(x, y, degrees))]
    corners = right_corners(outline(*pair))
    proposed = list(quads_between(corners))
    assert max(overlap(quad, card) for card in pair for quad in proposed) > 0.9
    plane = table_plane([quad_at(480, 270, 5)], SHAPE)
    assert plane is not None
    of_known_size = cards_at_corners(corners, plane)
    for card in pair:
        assert max(overlap(quad, card) for quad in of_known_size) > 0.9


def test_two_corners_at_one_point_make_no_card() -> None:
    """The end of a thin spur is a corner twice, and one of its sides has no length."""
    point, side, none = np.array([100, 100], np.float32), np.array([0, 60], np.float32), np.array([0, 0], np.float32)
    corners = [Corner(point, none, side, (0, 1)), Corner(point, side, none, (1, 2))]
    assert list(quads_between(corners)) == []


def rounded(radius: float, width: float = 84, length: float = 150) -> np.ndarray:
    """Returns an upright card with round corners of many short sides, clockwise in the picture."""
    turns = np.deg2rad(np.linspace(0, 90, 6))
    arc = radius * np.stack([1 - np.cos(turns), 1 - np.sin(turns)], axis=1)
    corners = [arc, [width, 0] + arc[::-1] * [-1, 1], [width, length] - arc, [0, length] + arc[::-1] * [1, -1]]
    return np.concatenate(corners).astype(np.float32)


def size_of(polygon: np.ndarray) -> float:
    return float(np.sqrt(cv2.contourArea(cv2.convexHull(polygon.astype(np.float32)))))


def corners_of(polygon: np.ndarray) -> list[Corner]:
    return corners_of_polygon(polygon.astype(np.float32), size_of(polygon))


def test_a_corner_tells_what_shows_of_its_sides() -> None:
    corners = corners_of(np.array([[10, 20], [94, 20], [94, 170], [10, 170]]))
    assert [corner.point.tolist() for corner in corners] == [[94, 20], [94, 170], [10, 170], [10, 20]]
    assert [corner.back.tolist() for corner in corners] == [[-84, 0], [0, -150], [84, 0], [0, 150]]
    assert [corner.forward.tolist() for corner in corners] == [[0, 150], [-84, 0], [0, -150], [84, 0]]
    assert [corner.sides for corner in corners] == [(0, 1), (1, 2), (2, 3), (3, 0)]


@pytest.mark.parametrize(
    ("radius", "found"), [pytest.param(13, True, id="of a card"), pytest.param(19, False, id="of a mat")]
)
def test_a_round_corner_is_where_its_sides_meet(radius: float, found: bool) -> None:
    corners = corners_of(rounded(radius))
    assert len(corners) == (4 if found else 0)
    expected = np.array([[0, 0], [84, 0], [84, 150], [0, 150]])
    for corner in corners:
        assert np.linalg.norm(expected - corner.point, axis=1).min() < 0.01
        sides = sorted(float(np.linalg.norm(side)) for side in (corner.back, corner.forward))
        assert sides == pytest.approx([84 - radius, 150 - radius], abs=0.01)


@pytest.mark.parametrize("step", [1, -1])
def test_where_two_cards_meet_is_no_corner_of_either(step: int) -> None:
    outline_of_both = np.array([[0, 0], [84, 0], [84, 60], [170, 60], [170, 144], [0, 144]])[::step]
    points = {tuple(corner.point.tolist()) for corner in corners_of(outline_of_both)}
    assert points == {(0, 0), (84, 0), (170, 60), (170, 144), (0, 144)}


@pytest.mark.parametrize(("degrees", "found"), [(90, 4), (76, 4), (104, 4), (60, 0), (120, 0)])
def test_a_slanting_view_bends_a_right_angle_only_so_far(degrees: float, found: int) -> None:
    lean = 120 * np.array([np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))])
    assert len(corners_of(np.array([(0, 0), (100, 0), np.add(lean, (100, 0)), lean]))) == found


@pytest.mark.parametrize(("wavering", "found"), [(1, 1), (2, 0)])
def test_an_outline_that_wavers_is_no_cards(wavering: int, found: int) -> None:
    """As of a shadow or of folds: of its sides only some are straight."""
    across = np.arange(4, 100, 4)
    waves = np.stack([across, 6.0 * (np.arange(len(across)) % 2)], axis=1)
    sides = [[(0, 0), *waves], [(100, 0), *([100, 0] + waves[:, ::-1] * [-1, 1])], [(100, 100)], [(0, 100)]]
    polygon = np.array([point for n, side in enumerate(sides) for point in (side if n < wavering else side[:1])])
    assert bool(corners_of(polygon)) is bool(found)


@pytest.mark.parametrize(("size", "corners"), [(112, 0), (400, 4)])
def test_the_outline_of_a_large_card_may_waver_more(size: float, corners: int) -> None:
    along = np.arange(0, size, 10)
    waves = np.stack([along, 4.0 * (np.arange(len(along)) % 2)], axis=1)
    starts = size * np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    sides = [start + np.array([turned(step, 90 * n) for step in waves]) for n, start in enumerate(starts)]
    contour = np.concatenate(sides).round().astype(np.int32)
    assert len(right_corners(contour[:, None])) == corners


WIDTH, LENGTH = 84.0, 150.0
CARD = np.array([[100, 100], [184, 100], [184, 250], [100, 250]], np.float32)
RIGHT, DOWN = np.array([1, 0], np.float64), np.array([0, 1], np.float64)


def corner(point: np.ndarray, back: np.ndarray, forward: np.ndarray, side: int) -> Corner:
    return Corner(point.astype(np.float64), back, forward, (side, side + 1))


def turned(vector: np.ndarray, degrees: float) -> np.ndarray:
    angle = np.deg2rad(degrees)
    along, across = np.cos(angle), np.sin(angle)
    return np.array([along * vector[0] - across * vector[1], across * vector[0] + along * vector[1]])


@pytest.mark.parametrize("leg", [(60, 70), (70, 60), (130, 20)])
def test_a_card_with_one_whole_side_has_some_likely_length(leg: tuple[float, float]) -> None:
    left = corner(CARD[0], leg[0] * DOWN, WIDTH * RIGHT, 0)
    right = corner(CARD[1], -WIDTH * RIGHT, leg[1] * DOWN, 1)
    proposed = list(quads_between([left, right]))
    assert max(overlap(quad, CARD) for quad in proposed) > 0.95
    assert all(edge_lengths(quad)[1] < 2.01 * WIDTH for quad in proposed)
    lowest = [float(quad[:, 1].max()) for quad in proposed]
    assert min(lowest) > 100 + max(leg) / 1.1  # none ends where one of its sides still shows
    assert min(lowest) < 100 + max(leg) * 1.1  # but one may end there


@pytest.mark.parametrize("shown", [30, 60])
def test_a_card_with_one_whole_long_side_has_some_likely_width(shown: float) -> None:
    top = corner(CARD[1], -shown * RIGHT, LENGTH * DOWN, 3)
    bottom = corner(CARD[2], -LENGTH * DOWN, -shown * RIGHT, 4)
    proposed = list(quads_between([top, bottom]))
    assert max(overlap(quad, CARD) for quad in proposed) > 0.95
    assert all(max(side for side in edge_lengths(quad) if side != LENGTH) > LENGTH / 2.01 for quad in proposed)


@pytest.mark.parametrize(
    ("legs", "found"),
    [
        pytest.param((60 * DOWN, 60 * DOWN), True, id="parallel"),
        pytest.param((60 * DOWN, turned(60 * DOWN, 20)), True, id="at a slant"),
        pytest.param((60 * DOWN, turned(60 * DOWN, 32)), False, id="askew"),
        pytest.param((60 * DOWN, 10 * DOWN), False, id="one too short for a direction"),
        pytest.param((15 * DOWN, 60 * DOWN), True, id="one hardly visible"),
        pytest.param((190 * DOWN, 60 * DOWN), False, id="one longer than a card"),
    ],
)
def test_sides_on_both_ends_of_a_side_belong_to_a_card_if_parallel(
    legs: tuple[np.ndarray, np.ndarray], found: bool
) -> None:
    corners = [corner(CARD[0], legs[0], WIDTH * RIGHT, 0), corner(CARD[1], -WIDTH * RIGHT, legs[1], 1)]
    assert bool(list(quads_between(corners))) is found


def test_a_card_seen_at_a_slant_narrows_as_its_sides_do() -> None:
    slanted = np.array([[100, 100], [184, 100], [170, 200], [114, 200]], np.float32)
    left = corner(CARD[0], slanted[3] - slanted[0], WIDTH * RIGHT, 0)
    right = corner(CARD[1], -WIDTH * RIGHT, slanted[2] - slanted[1], 1)
    assert max(overlap(quad, slanted) for quad in quads_between([left, right])) > 0.99


@pytest.mark.parametrize("third", ["before", "after"])
def test_a_third_corner_tells_the_length(third: str) -> None:
    left = corner(CARD[0], (LENGTH if third == "before" else 40) * DOWN, WIDTH * RIGHT, 5)
    right = corner(CARD[1], -WIDTH * RIGHT, (LENGTH if third == "after" else 40) * DOWN, 6)
    last = (
        corner(CARD[3], 40 * RIGHT, -LENGTH * DOWN, 4)
        if third == "before"
        else corner(CARD[2], -LENGTH * DOWN, -40 * RIGHT, 7)
    )
    proposed = list(quads_between([left, right, last]))
    assert proposed
    assert all(overlap(quad, CARD) > 0.99 for quad in proposed)


@pytest.mark.parametrize(
    ("shown", "degrees", "found"),
    [
        pytest.param(50, 0, True, id="parts of their sides"),
        pytest.param(88, 0, True, id="nearly a whole side"),
        pytest.param(100, 0, False, id="more than a whole side"),
        pytest.param(50, 17, True, id="at a slant"),
        pytest.param(50, 23, False, id="askew"),
        pytest.param(50, 180, False, id="the other way round"),
    ],
)
def test_two_opposite_corners_tell_a_card(shown: float, degrees: float, found: bool) -> None:
    first = corner(CARD[0], 60 * DOWN, shown * RIGHT, 0)
    opposite = corner(CARD[2], turned(-70 * DOWN, degrees), turned(-50 * RIGHT, degrees), 6)
    for corners in ([first, opposite], [opposite, first]):
        proposed = list(quads_between(corners))
        assert len(proposed) == found
        assert all(overlap(quad, CARD) > (0.99 if degrees == 0 else 0.7) for quad in proposed)


def test_an_outline_with_as_many_corners_as_a_pattern_has_no_cards() -> None:
    pair = [corner(CARD[0], 60 * DOWN, 84 * RIGHT, 0), corner(CARD[1], -84 * RIGHT, 60 * DOWN, 1)]
    others = [corner(CARD[0] + 1000 * n, DOWN, RIGHT, 10 * n) for n in range(1, 16)]
    assert list(quads_between(pair + others[:10]))
    assert list(quads_between(pair + others)) == []


@pytest.mark.parametrize(
    ("short_leg", "long_leg", "cards"),
    [
        pytest.param(50, 60, 2, id="either way"),
        pytest.param(50, 100, 1, id="one side is longer than a card is wide"),
        pytest.param(100, 100, 0, id="both are"),
        pytest.param(50, 175, 0, id="longer than a card"),
        pytest.param(9, 60, 0, id="one side hardly shows"),
        pytest.param(16, 60, 2, id="enough shows for a direction"),
    ],
)
def test_a_corner_has_the_cards_whose_sides_are_long_enough(short_leg: float, long_leg: float, cards: int) -> None:
    plane = table_plane([quad_at(480, 270, 0, WIDTH, LENGTH)], SHAPE)
    assert plane is not None
    one = corner(CARD[0], long_leg * DOWN, short_leg * RIGHT, 0)
    found = cards_at_corners([one], plane)
    assert len(found) == cards
    assert not cards or max(overlap(quad, CARD) for quad in found) > 0.9
    assert cards_at_corners([], plane) == []
