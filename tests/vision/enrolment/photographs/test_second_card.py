"""A second card in a photograph: one beside the first, or one below it of which a part shows."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from tests.support.paper_table import quad_at
from vision.enrolment.measured_outline import MeasuredOutline
from vision.enrolment.photographs.choice_of_outline import shows_second_card
from vision.geometry.quads import grown
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
        pytest.param(quad_at(432, 180, 4, WIDTH, LENGTH), True, id="a card that it covers a little"),
        pytest.param(quad_at(405, 180, 4, WIDTH, LENGTH), False, id="an outline that covers a fourth of it"),
        pytest.param(quad_at(350, 200, 20, WIDTH, LENGTH), False, id="an outline of the same card"),
        pytest.param(quad_at(500, 180, 0, 0.8 * WIDTH, 0.8 * LENGTH), True, id="two thirds as large"),
        pytest.param(quad_at(500, 180, 0, 0.6 * WIDTH, 0.6 * LENGTH), False, id="a third as large"),
        pytest.param(quad_at(480, 180, 0, 1.3 * WIDTH, 1.3 * LENGTH), True, id="a card nearer"),
        pytest.param(quad_at(550, 180, 0, 1.65 * WIDTH, 1.65 * LENGTH), False, id="nearly three times as large"),
    ],
)
def test_a_second_card_lies_beside_the_first_and_is_about_as_large(other: Quad, expected: bool) -> None:
    assert shows_second_card(_table(), _outline(UPPER), [_outline(other)]) is expected


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
        pytest.param([cv2.ellipse2Poly((420, 200), (80, 80), 0, 0, 360, 3)], PAPER, False, id="a beer mat"),
        pytest.param([quad_at(640, 180, 20, WIDTH, LENGTH)], PAPER, False, id="a card reaches in at the rim"),
    ],
)
def test_a_card_below_the_first_shows_paper_with_straight_sides(
    below: Sequence[Quad], colour: tuple[int, int, int], expected: bool
) -> None:
    assert shows_second_card(_table(*below, colour=colour), _outline(UPPER), []) is expected


def test_a_spot_of_light_has_no_sharp_rim() -> None:
    below = quad_at(390, 220, 30, WIDTH, LENGTH)
    light = cv2.GaussianBlur(_table(below), (0, 0), 30)
    cv2.fillConvexPoly(light, np.round(UPPER).astype(np.int32), PAPER)
    assert shows_second_card(_table(below), _outline(UPPER), [])
    assert not shows_second_card(np.asarray(light, np.uint8), _outline(UPPER), [])


def test_other_paper_in_the_picture_does_not_hide_the_card_below() -> None:
    scrap, below = quad_at(612, 180, 0, 24, 30), quad_at(390, 220, 30, WIDTH, LENGTH)
    assert shows_second_card(_table(scrap, below), _outline(UPPER), [])
    assert shows_second_card(_table(below, scrap), _outline(UPPER), [])
