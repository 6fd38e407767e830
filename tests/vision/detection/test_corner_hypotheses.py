"""Right corners along an outline, and the cards that they may belong to."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.support.paper_table import quad_at
from vision.detection.corner_hypotheses import Corner, cards_at_corners, quads_between, right_corners
from vision.geometry.quads import overlap, portrait
from vision.geometry.table_plane import table_plane

SHAPE = (540, 960)


def outline(*quads: np.ndarray) -> np.ndarray:
    """Returns the outline that cards of one brightness have together."""
    mask = np.zeros(SHAPE, np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 255)
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
    cv2.circle(mask, (480, 270), 90, 255, cv2.FILLED)
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
    point, side, none = np.float32([100, 100]), np.float32([0, 60]), np.float32([0, 0])
    corners = [Corner(point, none, side, (0, 1)), Corner(point, side, none, (1, 2))]
    assert list(quads_between(corners)) == []
