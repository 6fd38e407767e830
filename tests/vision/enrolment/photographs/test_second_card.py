"""A second card in a photograph: one beside the first, or one below it of which a part shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from tests.support.paper_table import quad_at
from vision.enrolment.photographs.card_outlines import MeasuredOutline
from vision.enrolment.photographs.second_card import _is_apart, has_card_beside
from vision.geometry.quads import grown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.types import Image, Quad

SIZE = (360, 640)
FELT, PAPER, BEIGE = (60, 90, 40), (235, 238, 240), (150, 190, 205)
WIDTH, LENGTH = 115, 200
UPPER = quad_at(320, 180, 4, WIDTH, LENGTH)


def _outline(quad: Quad, colour: tuple[int, int, int] = PAPER) -> MeasuredOutline:
    lab = cv2.cvtColor(np.array([[colour]], np.uint8), cv2.COLOR_BGR2LAB)[0].astype(np.float32)
    rim = np.repeat(lab, 26, axis=0)
    return MeasuredOutline(quad, 0.95, LENGTH / WIDTH, 0.0, rim, np.zeros_like(rim))


def _table(*polygons: Sequence[Sequence[float]] | Quad, colour: tuple[int, int, int] = PAPER) -> Image:
    """Returns felt with these polygons of paper, and the upper card upon them."""
    table = np.full((*SIZE, 3), FELT, np.uint8)
    for polygon in polygons:
        cv2.fillPoly(table, [np.round(np.array(polygon)).astype(np.int32)], colour)
    cv2.polylines(table, [np.round(UPPER).astype(np.int32)], True, (120, 130, 120), 3)  # its shadow
    cv2.fillConvexPoly(table, np.round(UPPER).astype(np.int32), PAPER)
    return table


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        pytest.param(quad_at(480, 180, 80, WIDTH, LENGTH), True, id="a card beside it"),
        pytest.param(quad_at(425, 180, 4, WIDTH, LENGTH), True, id="a card that it covers a little"),
        pytest.param(quad_at(405, 180, 4, WIDTH, LENGTH), False, id="an outline that covers a fourth of it"),
        pytest.param(quad_at(350, 200, 20, WIDTH, LENGTH), False, id="an outline of the same card"),
        pytest.param(quad_at(500, 180, 0, 0.67 * WIDTH, 0.67 * LENGTH), True, id="less than half as large"),
        pytest.param(quad_at(500, 180, 0, 0.6 * WIDTH, 0.6 * LENGTH), False, id="a third as large"),
        pytest.param(quad_at(480, 180, 0, 1.3 * WIDTH, 1.3 * LENGTH), True, id="a card nearer"),
        pytest.param(quad_at(550, 180, 0, 1.65 * WIDTH, 1.65 * LENGTH), False, id="nearly three times as large"),
    ],
)
def test_a_second_card_lies_beside_the_first_and_is_about_as_large(other: Quad, expected: bool) -> None:
    assert _is_apart(_outline(other), _outline(UPPER)) is expected
    assert has_card_beside(_table(), _outline(UPPER), [_outline(other)]) is expected


@pytest.mark.parametrize(
    ("below", "colour", "expected"),
    [
        pytest.param([], PAPER, False, id="nothing"),
        pytest.param([quad_at(390, 220, 30, WIDTH, LENGTH)], PAPER, True, id="two sides show"),
        pytest.param([quad_at(280, 165, 100, WIDTH, LENGTH)], PAPER, True, id="a short side shows"),
        pytest.param([quad_at(370, 235, 55, WIDTH, LENGTH)], PAPER, True, id="a corner shows"),
        pytest.param([quad_at(450, 220, 30, WIDTH, LENGTH)], PAPER, True, id="a gap is between them"),
        pytest.param([quad_at(540, 180, 0, WIDTH, LENGTH)], PAPER, True, id="paper that lies apart"),
        pytest.param([quad_at(390, 220, 30, WIDTH, LENGTH)], BEIGE, False, id="something beige"),
        pytest.param([quad_at(395, 180, 4, 60, 40)], PAPER, False, id="a scrap"),
        pytest.param([quad_at(320, 180, 0, 600, 340)], PAPER, False, id="a sheet under it"),
        pytest.param([grown(UPPER, 1.2)], PAPER, False, id="a sheet hardly larger"),
        pytest.param([quad_at(440, 180, 4, 60, 340)], PAPER, False, id="a strip longer than a card"),
        pytest.param([quad_at(450, 180, 4, 160, 90)], PAPER, True, id="the end of a card across"),
        pytest.param([cv2.ellipse2Poly((420, 200), (80, 80), 0, 0, 360, 3)], PAPER, False, id="a beer mat"),
        pytest.param([[(400, 90), (520, 180), (400, 270)]], PAPER, True, id="the corner of a card turned by half"),
    ],
)
def test_a_card_below_the_first_shows_paper_with_straight_sides(
    below: Sequence[Quad], colour: tuple[int, int, int], expected: bool
) -> None:
    assert has_card_beside(_table(*below, colour=colour), _outline(UPPER), []) is expected


def test_a_spot_of_light_has_no_sharp_rim() -> None:
    below = quad_at(390, 220, 30, WIDTH, LENGTH)
    light = cv2.GaussianBlur(_table(below), (0, 0), 30)
    cv2.fillConvexPoly(light, np.round(UPPER).astype(np.int32), PAPER)
    assert has_card_beside(_table(below), _outline(UPPER), [])
    assert not has_card_beside(np.asarray(light, np.uint8), _outline(UPPER), [])


@pytest.mark.parametrize(("levels_per_px", "expected"), [(1.0, False), (1.3, False), (2.5, True), (6.0, True)])
def test_paper_ends_within_a_few_px_and_light_does_not(levels_per_px: float, expected: bool) -> None:
    """The light of a window has straight sides and right corners too."""
    y, x = np.mgrid[: SIZE[0], : SIZE[1]]
    away = np.maximum(np.maximum(np.abs(x - 450) - 20, np.abs(y - 180) - 30), 0)
    share = np.clip(1 - away * levels_per_px / 150, 0, 1)[:, :, None]
    picture = (np.array(FELT) * (1 - share) + np.array(PAPER) * share).astype(np.uint8)
    cv2.fillConvexPoly(picture, np.round(UPPER).astype(np.int32), PAPER)
    assert has_card_beside(picture, _outline(UPPER), []) is expected


def test_in_a_large_photograph_it_is_found_as_in_a_small_one() -> None:
    large = cv2.resize(_table(quad_at(390, 220, 30, WIDTH, LENGTH)), None, fx=3, fy=3)
    assert has_card_beside(np.asarray(large, np.uint8), _outline(UPPER * 3), [])
    alone = cv2.resize(_table(), None, fx=3, fy=3)
    assert not has_card_beside(np.asarray(alone, np.uint8), _outline(UPPER * 3), [])


def _beside(width: float, length: float, x: float = 400) -> Quad:
    """Returns an upright quad whose left side is at *x*, to the right of the upper card's side at 385."""
    return quad_at(x + width / 2, 180, 0, width, length)


@pytest.mark.parametrize(
    ("below", "expected"),
    [
        pytest.param(_beside(48, 62), True, id="an eighth of the card"),
        pytest.param(_beside(36, 44), False, id="a fifteenth of the card"),
        pytest.param(_beside(60, 235), True, id="as long as a card nearer to the camera"),
        pytest.param(_beside(60, 270), False, id="longer than that"),
        pytest.param(_beside(133, 160), True, id="as wide as a card nearer to the camera"),
        pytest.param(_beside(155, 160), False, id="wider than that"),
    ],
)
def test_what_shows_of_a_card_below_has_its_size(below: Quad, expected: bool) -> None:
    assert has_card_beside(_table(below), _outline(UPPER), []) is expected


def test_other_paper_in_the_picture_does_not_hide_the_card_below() -> None:
    scrap, below = _beside(24, 30, x=600), _beside(80, 150)
    assert has_card_beside(_table(scrap, below), _outline(UPPER), [])
    assert has_card_beside(_table(below, scrap), _outline(UPPER), [])


def test_a_card_below_may_lie_at_the_rim_of_the_picture() -> None:
    low = UPPER + np.array((0, 60), np.float32)
    picture = _table(_beside(80, 300) + np.array((0, 130), np.float32))
    cv2.fillConvexPoly(picture, np.round(UPPER).astype(np.int32), FELT)
    cv2.fillConvexPoly(picture, np.round(low).astype(np.int32), PAPER)
    assert has_card_beside(picture, _outline(low), [])
