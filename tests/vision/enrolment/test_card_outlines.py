"""Photographs of cards: which outline is the card's, and the true reason why there is none."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.enrolment.photographed_table import SIZE, projected
from tests.support.paper_table import quad_at
from vision.detection.contours import Outline
from vision.enrolment.card_outlines import _pad, find_outlines, find_paper_outlines
from vision.enrolment.measured_outline import MeasuredOutline, Reason, measure_outlines, rectified_shape
from vision.geometry.quads import overlap, sides
from vision.geometry.rectify import ordered
from vision.types import Image, Quad


@given(st.floats(0, 45), st.floats(0, 6.28), st.floats(1.35, 1.95))
def test_shape_and_slant_are_told_by_both_pairs_of_sides(tilt: float, way: float, aspect: float) -> None:
    found, slant = rectified_shape(projected(tilt, way, aspect), SIZE)
    assert found == pytest.approx(aspect, rel=0.01)
    assert slant == pytest.approx(tilt, abs=1.0)


PAPER, FELT, SKIN, RED = (230.0, 128.0, 130.0), (80.0, 110.0, 140.0), (160.0, 148.0, 150.0), (130.0, 190.0, 170.0)
"""L*a*b* of paper, table, a finger, and a picture printed up to the rim."""


def _outline(
    *odd: tuple[tuple[float, ...], tuple[float, ...]],
    table: tuple[float, ...] = FELT,
    paper: tuple[float, ...] = PAPER,
    pieces: int = 26,
) -> MeasuredOutline:
    """Returns an outline of which the first pieces have these colours inside and outside; the others are good."""
    rim, outside = (
        [each[side] for each in odd] + [usual] * (pieces - len(odd)) for side, usual in ((0, paper), (1, table))
    )
    quad = quad_at(300, 300, 0, 200, 350)
    return MeasuredOutline(quad, 0.9, 1.75, 0.0, np.array(rim), np.array(outside))


YELLOWED = (220.0, 126.0, 150.0)


@pytest.mark.parametrize(
    ("outline", "expected"),
    [
        pytest.param(_outline(), False, id="paper all around"),
        pytest.param(_outline((SKIN, SKIN)), True, id="a finger lies across"),
        pytest.param(_outline((RED, FELT)), False, id="a picture reaches up to the rim"),
        pytest.param(_outline((PAPER, PAPER)), False, id="a white thing beside it"),
        pytest.param(_outline((FELT, FELT)), False, id="art in the colour of a plain table"),
        pytest.param(_outline((FELT, FELT), *[(PAPER, RED)] * 5), True, id="the colour of a table that is not plain"),
        pytest.param(_outline(((230.0, 140.0, 138.0), (230.0, 141.0, 139.0))), True, id="as light as the paper"),
        pytest.param(_outline(((230.0, 132.0, 134.0), (230.0, 131.0, 134.0))), False, id="the paper is a bit yellow"),
        pytest.param(_outline(*[(PAPER, PAPER)] * 26), False, id="white on white"),
        pytest.param(_outline((YELLOWED, YELLOWED), paper=YELLOWED), False, id="a thing beside yellowed paper"),
        pytest.param(_outline((SKIN, (170.0, 148.0, 150.0))), True, id="a finger, a little lighter outside"),
        pytest.param(_outline((SKIN, (174.0, 148.0, 150.0))), False, id="skin inside, and another colour outside"),
        pytest.param(_outline(((202.0, 128.0, 130.0),) * 2), True, id="darker than the paper"),
        pytest.param(_outline(((208.0, 128.0, 130.0),) * 2), False, id="paper in a little shade"),
        pytest.param(_outline((FELT, FELT), (SKIN, SKIN)), True, id="art in the colour of the table, and a finger"),
        pytest.param(
            _outline(*[(SKIN, SKIN), (RED, RED)] * 13), True, id="a piece is like its surroundings everywhere"
        ),
    ],
)
def test_what_lies_across_an_outline_is_no_paper_and_has_one_colour_on_both_sides(
    outline: MeasuredOutline, expected: bool
) -> None:
    assert outline.is_crossed is expected


@pytest.mark.parametrize(
    ("quad", "tilt", "expected"),
    [
        (quad_at(300, 300, 30, 200, 350), 10.0, None),
        (quad_at(300, 300, 30, 60, 104), 10.0, Reason.SMALL),
        (quad_at(300, 300, 30, 60, 112), 10.0, None),
        (quad_at(300, 300, 30, 200, 350), 40.0, Reason.SLANTED),
        (quad_at(300, 300, 30, 60, 104), 40.0, Reason.SMALL),
    ],
)
def test_a_card_may_be_small_or_seen_at_a_slant(quad: Quad, tilt: float, expected: Reason | None) -> None:
    assert replace(_outline(), quad=quad, tilt=tilt).fault is expected


def _bright(quad: Quad, *dark: Quad) -> Image:
    """Returns felt with a white quad, and grey ones under it."""
    picture = np.full((360, 640, 3), (60, 90, 40), np.uint8)
    for each, level in [*((one, 190) for one in dark), (quad, 235)]:
        cv2.fillConvexPoly(picture, np.round(each).astype(np.int32), (level, level, level))
    return picture


@pytest.mark.parametrize(("cut", "whole"), [(0, True), (60, False)], ids=["whole", "cut by the rim"])
def test_an_outline_in_a_picture_has_the_colours_on_both_sides_of_it(cut: float, whole: bool) -> None:
    quad = quad_at(320, 245 + cut, 5, 115, 200)
    (one, *others) = find_outlines(_bright(quad))
    assert {each.is_cut for each in (one, *others)} == {not whole}
    assert np.median(one.rim, axis=0) == pytest.approx([235, 128, 128], abs=3)
    assert np.linalg.norm(one.rim - one.outside, axis=1)[:9].min() > 60
    if whole:
        assert overlap(one.quad, ordered(quad)) > 0.97
        assert one.aspect == pytest.approx(200 / 115, abs=0.06)
        assert one.tilt < 20
        assert [
            overlap(each.quad, ordered(quad)) > 0.97 for each in find_paper_outlines(_bright(quad), np.array(PAPER))
        ]


@pytest.mark.parametrize(
    ("colour", "is_found"), [((235, 235, 235), True), ((55, 55, 55), False), ((235, 150, 120), False)]
)
def test_a_part_with_the_hue_of_paper_has_an_outline_unless_it_is_dark(
    colour: tuple[int, int, int], is_found: bool
) -> None:
    quad = quad_at(320, 180, 5, 115, 200)
    picture = _bright(quad)
    cv2.fillConvexPoly(picture, np.round(quad).astype(np.int32), colour)
    cv2.rectangle(picture, (300, 60), (340, 110), (40, 40, 160), -1)  # a picture up to the rim
    assert bool(find_paper_outlines(picture, np.array(PAPER))) is is_found


PAD = 26


def _separated(quad: Quad, confidence: float = 0.9) -> str:
    """Returns what becomes of a card found there in a picture of 360 by 640 px."""
    padded = _pad(_bright(quad), PAD)
    outlines = measure_outlines(padded, PAD, [Outline(quad + np.float32(PAD), confidence)])
    return "".join("cut" if one.is_cut else "inside" for one in outlines)


@pytest.mark.parametrize(
    ("quad", "confidence", "expected"),
    [
        pytest.param(quad_at(320, 180, 5, 115, 200), 0.9, "inside", id="in the middle"),
        pytest.param(quad_at(320, 180, 5, 115, 200), 0.65, "inside", id="hardly sure"),
        pytest.param(quad_at(320, 180, 5, 115, 200), 0.55, "", id="unsure"),
        pytest.param(quad_at(320, 255, 0, 115, 200), 0.9, "inside", id="5 px from the lower rim"),
        pytest.param(quad_at(320, 258, 0, 115, 200), 0.9, "cut", id="2 px from the lower rim"),
        pytest.param(quad_at(320, 105, 0, 115, 200), 0.9, "inside", id="5 px from the upper rim"),
        pytest.param(quad_at(320, 102, 0, 115, 200), 0.9, "cut", id="2 px from the upper rim"),
        pytest.param(quad_at(577, 180, 0, 115, 200), 0.9, "inside", id="5 px from the right rim"),
        pytest.param(quad_at(581, 180, 0, 115, 200), 0.9, "cut", id="2 px from the right rim"),
        pytest.param(quad_at(320, 262, 45, 115, 200), 0.9, "cut", id="one corner at the rim"),
        pytest.param(quad_at(57, 100, 0, 115, 200), 0.9, "", id="three corners at the rim: a corner of the picture"),
        pytest.param(quad_at(320, 320, 0, 65, 80), 0.9, "cut", id="a 44th of the picture at the rim"),
        pytest.param(quad_at(320, 180, 0, 50, 80), 0.9, "inside", id="as small in the middle"),
    ],
)
def test_a_card_with_a_side_at_the_rim_of_the_picture_is_cut(quad: Quad, confidence: float, expected: str) -> None:
    assert _separated(quad, confidence) == expected


def test_shape_and_slant_of_a_small_card_are_those_of_its_outline() -> None:
    """Perspective cannot be measured on so few pixels; a card that lies askew has its short side first."""
    small, large = (
        measure_outlines(_pad(_bright(quad), PAD), PAD, [Outline(quad + np.float32(PAD), 0.9)])[0]
        for quad in (_trapezium(30, 40, 70), _trapezium(90, 120, 200))
    )
    assert small.aspect == pytest.approx(2.0, abs=0.05)
    assert small.tilt == 0
    assert large.tilt > 15
    assert large.aspect > 2.1
    assert overlap(small.quad, _trapezium(30, 40, 70)) > 0.99


def _trapezium(top: float, bottom: float, height: float) -> Quad:
    corners = [[-top, -height], [top, -height], [bottom, height], [-bottom, height]]
    return np.asarray(np.array([320, 180]) + np.array(corners) / 2, np.float32)


def test_a_long_side_that_looks_shorter_in_a_slanted_view_is_the_long_one() -> None:
    quad = projected(50, 0, 1.2)
    padded = _pad(cv2.resize(_bright(np.asarray(quad / 2, np.float32)), SIZE[::-1]).astype(np.uint8), PAD)
    (outline,) = measure_outlines(padded, PAD, [Outline(quad + np.float32(PAD), 0.9)])
    width, length = sides(outline.quad)
    assert width > length
    assert outline.aspect == pytest.approx(1.2, abs=0.02)
    assert outline.tilt == pytest.approx(50, abs=1)


@pytest.mark.parametrize(
    "quad", [quad_at(320, 180, 0, 4, 7), quad_at(320, 180, 0, 640, 360)], ids=["a crumb", "the whole table"]
)
def test_what_has_the_hue_of_paper_and_no_shape_of_a_card_has_no_outline(quad: Quad) -> None:
    assert find_paper_outlines(_bright(quad), np.array(PAPER)) == []
