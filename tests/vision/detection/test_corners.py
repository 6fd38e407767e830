"""Right corners along an outline, and the cards that they may belong to."""

import cv2
import numpy as np
import pytest

from tests.support.paper_table import quad_at
from vision.detection.corners import Corner, cards_at_corners, corners_of_polygon, right_corners
from vision.geometry.quads import overlap, portrait
from vision.geometry.table_plane import table_plane

SHAPE = (540, 960)


def outline(*quads: np.ndarray) -> np.ndarray:
    """Returns the outline that cards of one brightness have together."""
    mask = np.zeros(SHAPE, np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), (255,))
    (contour,), _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return contour


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
    plane = table_plane([quad_at(480, 270, 5)], SHAPE)
    assert plane is not None
    of_known_size = cards_at_corners(corners, plane)
    for card in pair:
        assert max(overlap(quad, card) for quad in of_known_size) > 0.9


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


@pytest.mark.parametrize("radius", [5, 13])
def test_a_round_corner_is_where_its_sides_meet(radius: float) -> None:
    corners = corners_of(rounded(radius))
    assert len(corners) == 4
    expected = np.array([[0, 0], [84, 0], [84, 150], [0, 150]])
    for corner in corners:
        assert np.linalg.norm(expected - corner.point, axis=1).min() < 0.01
        sides = sorted(float(np.linalg.norm(side)) for side in (corner.back, corner.forward))
        assert sides == pytest.approx([84 - radius, 150 - radius], abs=0.01)


@pytest.mark.parametrize(("degrees", "found"), [(90, 4), (76, 4), (104, 4), (60, 0), (120, 0)])
def test_a_slanting_view_bends_a_right_angle_only_so_far(degrees: float, found: int) -> None:
    lean = 120 * np.array([np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))])
    assert len(corners_of(np.array([(0, 0), (100, 0), np.add(lean, (100, 0)), lean]))) == found


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


def turned(vector: np.ndarray, degrees: float) -> np.ndarray:
    angle = np.deg2rad(degrees)
    along, across = np.cos(angle), np.sin(angle)
    return np.array([along * vector[0] - across * vector[1], across * vector[0] + along * vector[1]])


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
    one = Corner(CARD[0].astype(np.float64), long_leg * DOWN, short_leg * RIGHT)
    found = cards_at_corners([one], plane)
    assert len(found) == cards
    assert not cards or max(overlap(quad, CARD) for quad in found) > 0.9
    assert cards_at_corners([], plane) == []
