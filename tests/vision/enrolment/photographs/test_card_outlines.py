"""Photographs of cards: which outline is the card's, and the true reason why there is none."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.enrolment.photographed_table import SIZE, projected
from tests.support.paper_table import quad_at
from vision.detection.contours import Detection
from vision.enrolment.photographs.card_outlines import (
    RIM_CROP,
    Fault,
    Outline,
    Outlines,
    _pad,
    _paper_continues,
    _separate_cut_outlines,
    bright_quad_fault,
    find_outlines,
    find_paper_outlines,
    outline_fault,
    rectified_shape,
    rim_colours,
)
from vision.enrolment.thresholds import PHOTOGRAPH
from vision.geometry.quads import overlap, sides
from vision.geometry.rectify import inset, ordered, rectify

if TYPE_CHECKING:
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
) -> Outline:
    """Returns an outline of which the first pieces have these colours inside and outside; the others are good."""
    rim, outside = (
        [each[side] for each in odd] + [usual] * (pieces - len(odd)) for side, usual in ((0, paper), (1, table))
    )
    quad = quad_at(300, 300, 0, 200, 350)
    return Outline(quad, 0.9, 1.75, 0.0, np.array(rim), np.array(outside), is_fragment=False)


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
    outline: Outline, expected: bool
) -> None:
    assert outline.is_crossed is expected


@pytest.mark.parametrize(
    ("quad", "tilt", "expected"),
    [
        (quad_at(300, 300, 30, 200, 350), 10.0, None),
        (quad_at(300, 300, 30, 60, 104), 10.0, Fault.SMALL),
        (quad_at(300, 300, 30, 60, 112), 10.0, None),
        (quad_at(300, 300, 30, 200, 350), 40.0, Fault.SLANTED),
        (quad_at(300, 300, 30, 60, 104), 40.0, Fault.SMALL),
    ],
)
def test_a_card_may_be_small_or_seen_at_a_slant(quad: Quad, tilt: float, expected: Fault | None) -> None:
    assert outline_fault(replace(_outline(), quad=quad, tilt=tilt)) is expected


def _bright(quad: Quad, *dark: Quad) -> Image:
    """Returns felt with a white quad, and grey ones under it."""
    picture = np.full((360, 640, 3), (60, 90, 40), np.uint8)
    for each, level in [*((one, 190) for one in dark), (quad, 235)]:
        cv2.fillConvexPoly(picture, np.round(each).astype(np.int32), (level, level, level))
    return picture


def _lit(quad: Quad, level: int) -> Image:
    """Returns a grey table of level 70 with a lighter quad."""
    picture = np.full((360, 640, 3), 70, np.uint8)
    cv2.fillConvexPoly(picture, np.round(quad).astype(np.int32), (level, level, level))
    return picture


TRAPEZE = np.array([[270, 130], [370, 130], [430, 250], [210, 250]], np.float32)


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        pytest.param(_bright(quad_at(320, 180, 20, 40, 70)), Fault.SMALL, id="small"),
        pytest.param(_bright(quad_at(320, 180, 20, 60, 62)), None, id="small, and as wide as long"),
        pytest.param(_bright(quad_at(320, 180, 20, 20, 70)), None, id="small, and a strip"),
        pytest.param(_bright(quad_at(320, 180, 20, 4, 7)), None, id="a crumb"),
        pytest.param(_bright(quad_at(320, 180, 20, 20, 140)), None, id="as long as a card, and a strip"),
        pytest.param(_bright(quad_at(320, 180, 20, 60, 72)), Fault.SMALL, id="small, and hardly longer than wide"),
        pytest.param(_bright(quad_at(320, 180, 20, 32, 72)), Fault.SMALL, id="small, and long as at a slant"),
        pytest.param(_bright(quad_at(320, 180, 20, 16, 28)), Fault.SMALL, id="very small"),
        pytest.param(_bright(TRAPEZE), Fault.SLANTED, id="large: seen at a slant"),
        pytest.param(_bright(50 + 0.75 * TRAPEZE), Fault.SLANTED, id="a 21st of the picture"),
        pytest.param(_bright(quad_at(320, 180, 20, 37, 140)), None, id="large, seen from above"),
        pytest.param(_bright(quad_at(320, 180, 20, 25, 140)), None, id="a 66th of the picture"),
        pytest.param(_bright(quad_at(150, 180, 0, 40, 70), quad_at(450, 180, 0, 60, 90)), Fault.SMALL, id="a grey one"),
        pytest.param(_lit(quad_at(320, 180, 20, 40, 70), 85), None, id="hardly brighter than the table"),
        pytest.param(_lit(quad_at(320, 180, 20, 40, 70), 120), Fault.SMALL, id="brighter than the table"),
        pytest.param(_bright(quad_at(320, 340, 0, 40, 70)), None, id="cut by the rim"),
        pytest.param(
            _bright(quad_at(320, 180, 0, 40, 70), quad_at(355, 180, 0, 60, 90)), None, id="a bright neighbour"
        ),
        pytest.param(np.full((360, 640, 3), 90, np.uint8), None, id="nothing"),
    ],
)
def test_a_bright_quad_tells_why_there_is_no_card(picture: Image, expected: Fault | None) -> None:
    assert bright_quad_fault(picture) is expected


@pytest.mark.parametrize(("cut", "whole"), [(0, True), (60, False)], ids=["whole", "cut by the rim"])
def test_an_outline_in_a_picture_has_the_colours_on_both_sides_of_it(cut: float, whole: bool) -> None:
    quad = quad_at(320, 245 + cut, 5, 115, 200)
    outlines = find_outlines(_bright(quad))
    (one, *_) = outlines.found if whole else outlines.cut
    assert bool(outlines.found) is whole
    assert np.median(one.rim, axis=0) == pytest.approx([235, 128, 128], abs=3)
    assert one.contrasts[:9].min() > 60
    assert not one.is_fragment
    if whole:
        assert overlap(one.quad, ordered(quad)) > 0.97
        assert one.aspect == pytest.approx(200 / 115, abs=0.06)
        assert one.tilt < 20
        assert overlap(outlines.bare[0].quad, ordered(quad)) > 0.97
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


@pytest.mark.parametrize(
    ("quad", "is_fragment"),
    [
        pytest.param(quad_at(320, 180, 0, 230, 300), False, id="the sheet itself"),
        pytest.param(quad_at(263, 180, 0, 113, 300), True, id="half of it"),
        pytest.param(quad_at(263, 105, 0, 113, 150), True, id="a quarter of it"),
        pytest.param(quad_at(320, 180, 0, 110, 150), False, id="a frame printed on it"),
    ],
)
def test_paper_that_continues_on_some_sides_only_makes_a_fragment(quad: Quad, is_fragment: bool) -> None:
    picture = _bright(quad_at(320, 180, 0, 230, 300))
    rim = rim_colours(rectify(picture, inset(quad, PHOTOGRAPH.inside_of_side), RIM_CROP))
    assert _paper_continues(picture, quad, rim) is is_fragment


@pytest.mark.parametrize(("length", "is_fragment"), [(150, False), (300, True)], ids=["half of it", "all of it"])
def test_paper_along_half_a_side_makes_no_fragment(length: float, is_fragment: bool) -> None:
    quad = quad_at(263, 180, 0, 113, 300)
    picture = _bright(quad)
    cv2.rectangle(picture, (319, 30), (400, 30 + round(length)), (235, 235, 235), cv2.FILLED)
    rim = rim_colours(rectify(picture, inset(quad, PHOTOGRAPH.inside_of_side), RIM_CROP))
    assert _paper_continues(picture, quad, rim) is is_fragment


def test_paper_that_continues_on_all_sides_but_for_a_thing_on_one_makes_no_fragment() -> None:
    """The quad is a frame printed on a sheet of which a finger covers a part."""
    quad, picture = quad_at(320, 180, 0, 110, 150), _bright(quad_at(320, 180, 0, 230, 300))
    cv2.rectangle(picture, (382, 110), (430, 180), (120, 140, 190), cv2.FILLED)
    rim = rim_colours(rectify(picture, inset(quad, PHOTOGRAPH.inside_of_side), RIM_CROP))
    assert not _paper_continues(picture, quad, rim)


PAD = 26


def _separated(quad: Quad, confidence: float = 0.9) -> str:
    """Returns what becomes of a card found there in a picture of 360 by 640 px."""
    padded = _pad(_bright(quad), PAD)
    inside, cut = _separate_cut_outlines(padded, PAD, [Detection(quad + np.float32(PAD), confidence)])
    return "inside" * len(inside) + "cut" * len(cut)


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
        pytest.param(quad_at(320, 320, 0, 50, 80), 0.9, "", id="a 58th of the picture at the rim"),
        pytest.param(quad_at(320, 180, 0, 50, 80), 0.9, "inside", id="as small in the middle"),
    ],
)
def test_a_card_with_a_side_at_the_rim_of_the_picture_is_cut(quad: Quad, confidence: float, expected: str) -> None:
    assert _separated(quad, confidence) == expected


def test_shape_and_slant_of_a_small_card_are_those_of_its_outline() -> None:
    """Perspective cannot be measured on so few pixels; a card that lies askew has its short side first."""
    small, large = (
        _separate_cut_outlines(_pad(_bright(quad), PAD), PAD, [Detection(quad + np.float32(PAD), 0.9)])[0][0]
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
    (outline,) = _separate_cut_outlines(padded, PAD, [Detection(quad + np.float32(PAD), 0.9)])[0]
    width, length = sides(outline.quad)
    assert width > length
    assert outline.aspect == pytest.approx(1.2, abs=0.02)
    assert outline.tilt == pytest.approx(50, abs=1)


def test_surroundings_beyond_the_rim_of_a_picture_have_its_usual_colour() -> None:
    picture = _bright(quad_at(320, 340, 0, 115, 200))
    padded = _pad(picture, 20)
    assert padded.shape == (400, 680, 3)
    assert (padded[20:-20, 20:-20] == picture).all()
    assert (padded[[0, -1]] == (60, 90, 40)).all()
    assert (padded[:, [0, -1]] == (60, 90, 40)).all()


def test_a_thin_frame_around_a_picture_is_not_the_colour_of_its_surroundings() -> None:
    picture = _bright(quad_at(320, 180, 0, 115, 200))
    picture[:2], picture[-2:], picture[:, :2], picture[:, -2:] = 255, 255, 255, 255
    assert (_pad(picture, 5)[0] == (60, 90, 40)).all()


@pytest.mark.parametrize(
    "quad",
    [quad_at(320, 180, 0, 20, 300), quad_at(320, 180, 0, 8, 12), quad_at(320, 180, 0, 640, 360)],
    ids=["a strip", "a crumb", "the whole table"],
)
def test_what_has_the_hue_of_paper_and_no_shape_of_a_card_has_no_outline(quad: Quad) -> None:
    assert find_paper_outlines(_bright(quad), np.array(PAPER)) == []


def test_outlines_are_listed_by_falling_confidence() -> None:
    sure, unsure, between = (replace(_outline(), confidence=share) for share in (0.94, 0.72, 0.86))
    outlines = Outlines((sure, unsure), cut=(between,), bare=(sure,)).with_found([between])
    assert outlines.found == (sure, between, unsure)
    assert (outlines.cut, outlines.bare) == ((between,), (sure,))
    assert [one.rough_confidence for one in outlines.found] == [0.9, 0.9, 0.7]
