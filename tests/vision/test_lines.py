"""Right corners between straight lines, the cards that they tell, and which of those look like one at a glance."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.deck_on_table import drawn
from tests.vision.tabletop import CARDS, card_picture, cloth, paste, quad_at
from vision.corners import cards_at_corners
from vision.find import working_planes
from vision.glance import glanced, looks_of
from vision.lines import corners_of, segments_of
from vision.plane import plane_below
from vision.quads import area, overlap, portrait, scaled
from vision.rectify import rectify, whole

EVERYWHERE = np.full((540, 960), 255, np.uint8)


def test_two_lines_that_meet_at_a_right_angle_are_a_corner() -> None:
    lines = np.array(
        [[[100, 100], [200, 100]], [[203, 104], [203, 260]], [[300, 100], [400, 180]], [[100, 300], [104, 300]]]
    )
    (corner,) = corners_of(lines.astype(float), 150, EVERYWHERE)
    assert corner.point.tolist() == [203, 100]
    assert sorted(np.abs(leg).max() for leg in (corner.back, corner.forward)) == [103, 160]


def test_lines_where_a_card_on_top_lies_tell_nothing() -> None:
    lines = np.array([[[100.0, 100.0], [200.0, 100.0]], [[200.0, 100.0], [200.0, 260.0]]])
    beside = EVERYWHERE.copy()
    beside[90:110, 120:180] = 0
    assert corners_of(lines, 150, beside) == []
    assert corners_of(lines[:0], 150, EVERYWHERE) == []


@pytest.mark.parametrize("left", [40, 230, 300, 700], ids=["in one", "at a seam", "across a seam", "in a later one"])
def test_a_line_is_whole_and_there_once_wherever_the_picture_is_cut_into_strips(left: int) -> None:
    planes = np.full((120, 960, 3), 60, np.uint8)
    planes[40:80, left : left + 150, 0] = 200
    segments = segments_of(planes)
    level = segments[np.abs(segments[:, 0, 1] - segments[:, 1, 1]) < 1]
    assert [round(float(np.ptp(one[:, 0])) / 10) for one in level] == [15, 15]
    assert np.allclose(np.sort(level[:, :, 0], axis=1), [left, left + 150], atol=3)


@pytest.mark.parametrize(
    ("x", "y", "degrees"),
    [(540, 240, 60), (480, 350, 8), (425, 270, 0), (540, 330, 35), (560, 300, 100)],
    ids=["crosswise", "its head covered", "half aside", "a corner covered", "across a corner"],
)
def test_the_outline_of_a_card_under_one_as_bright_is_among_those_at_corners(
    x: float, y: float, degrees: float
) -> None:
    image = cloth((60, 110, 40))
    top, below = portrait(quad_at(480, 270, 5)), portrait(quad_at(x, y, degrees))
    paste(image, card_picture(CARDS[3]), below)
    paste(image, card_picture(CARDS[4]), top)
    planes, scale = working_planes(image)
    plane = plane_below([scaled(top, scale)], planes.shape)
    everywhere = np.full(planes.shape[:2], 255, np.uint8)
    corners = corners_of(segments_of(planes), float(np.sqrt(area(top))) * scale, everywhere)
    assert max(overlap(quad, scaled(below, scale)) for quad in cards_at_corners(corners, plane)) > 0.9


@pytest.mark.parametrize("hidden", [0.0, 0.3, 0.6])
def test_a_glance_tells_a_card_from_the_table_and_from_itself_half_aside(hidden: float) -> None:
    """Whatever part of it shows."""
    deck = list(drawn().values())[:12]
    looks = looks_of([rectify(picture, whole(picture)) for picture in deck])
    image = cloth((60, 110, 40))
    quad = portrait(quad_at(480, 270, 25))
    paste(image, deck[5], quad)
    planes, scale = working_planes(image)
    visible = np.full(planes.shape[:2], 255, np.uint8)
    visible[: round((150 + 240 * hidden) * scale)] = 0
    aside = quad + (quad[1] - quad[0]) * np.float32(0.5)
    there, shifted, table = glanced(
        planes, [scaled(one, scale) for one in (quad, aside, portrait(quad_at(150, 300, 5)))], visible, looks
    )
    assert there > 0.7
    assert shifted < there - 0.2
    assert table < 0.5


def test_where_nothing_shows_a_glance_tells_nothing() -> None:
    looks = looks_of([rectify(card_picture(CARDS[0]), whole(card_picture(CARDS[0])))])
    image = cloth((60, 110, 40))
    assert glanced(image, [quad_at(480, 270, 0)], np.zeros(image.shape[:2], np.uint8), looks).tolist() == [0.0]
    assert glanced(image, [], np.zeros(image.shape[:2], np.uint8), looks).tolist() == []
