"""The choice among outlines of one photograph: a printed frame, the rim of the card, a part of the table beside it."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.support.examples import one_in
from tests.support.paper_table import quad_at
from vision.enrolment.card_crops import is_blurred
from vision.enrolment.measured_outline import MeasuredOutline, Reason
from vision.enrolment.photographs.choice_of_outline import UNKNOWN, TypicalCard, choose_outline, typical_card
from vision.enrolment.thresholds import ENROLMENT

PIECES = 26
PAPER, TABLE = (216.0, 128.0, 132.0), (90.0, 110.0, 150.0)


def _outline(width: float, height: float, *, table_inside: int = 0, paper_outside: int = 0) -> MeasuredOutline:
    """Returns an outline with so many pieces of table inside, and so many pieces of paper outside."""
    rim = np.array([TABLE] * table_inside + [PAPER] * (PIECES - table_inside), np.float32)
    outside = np.array([PAPER] * paper_outside + [TABLE] * (PIECES - paper_outside), np.float32)
    outside[:table_inside] += 40  # a check of another colour
    return MeasuredOutline(quad_at(400, 400, 0, width, height), 0.95, height / width, 0.0, rim, outside)


CARD = _outline(200, 350)
FRAME = _outline(180, 330, paper_outside=PIECES)
WITH_TABLE = _outline(220, 360, table_inside=8)


@pytest.mark.parametrize(("outline", "share"), [(CARD, 1.0), (FRAME, 0.0), (WITH_TABLE, 18 / PIECES)])
def test_paper_ends_along_the_rim_of_a_card_only(outline: MeasuredOutline, share: float) -> None:
    assert outline.paper_end_share == pytest.approx(share)


def test_pips_out_of_focus_are_blurred() -> None:
    """Small pips have more fine detail than the edges of a picture that is as much out of focus."""
    card = np.full((576, 384, 3), 235, np.uint8)
    for x in (90, 192, 294):
        for y in (110, 230, 350, 470):
            cv2.circle(card, (x, y), 5, (40, 40, 40), -1)
    blurred = np.asarray(cv2.GaussianBlur(card, (0, 0), 0.022 * 384), np.uint8)
    assert is_blurred(blurred, ENROLMENT.min_photographed_fine_detail)
    assert not is_blurred(card, ENROLMENT.min_photographed_fine_detail)


def test_unsure_outline_is_no_card_where_its_paper_continues() -> None:
    """On a white table an outline may join a part of a printed frame with the rim of a shadow."""
    unsure = replace(_outline(220, 370, paper_outside=19), confidence=0.7)
    picture = np.full((800, 800, 3), 216, np.uint8)
    typical = TypicalCard(CARD.aspect, np.array(PAPER, np.float32))
    assert choose_outline(picture, [unsure], typical) == (None, Reason.NO_CARD)
    clear = replace(CARD, confidence=0.7)
    assert choose_outline(picture, [clear], typical) == (clear, None)


TABLETOP = np.full((800, 800, 3), (60, 90, 40), np.uint8)
TYPICAL = TypicalCard(CARD.aspect, np.array(PAPER, np.float32))


def _at(one: MeasuredOutline, x: float, y: float, confidence: float = 0.95, **changes: object) -> MeasuredOutline:
    """Returns the outline moved by so many px."""
    return replace(one, quad=one.quad + np.array([x, y], np.float32), confidence=confidence, **changes)  # type: ignore[arg-type]


def _crossed(one: MeasuredOutline, confidence: float = 0.95) -> MeasuredOutline:
    """Returns the outline with a finger across a side: skin on both sides of it."""
    rim, outside = one.rim.copy(), one.outside.copy()
    rim[:3] = outside[:3] = (150.0, 150.0, 155.0)
    return replace(one, rim=rim, outside=outside, confidence=confidence)


def _tinted(by: float, one: MeasuredOutline = CARD) -> MeasuredOutline:
    """Returns the outline around paper that is yellower by so much."""
    return replace(one, rim=one.rim + np.array([0, 0, by], np.float32))


WIDE = _outline(330, 350)
"""A whole quad of paper that is no card of this deck."""
DARK = replace(CARD, rim=CARD.rim - np.array([150, 0, 0], np.float32))
BLUE = replace(CARD, rim=CARD.rim + np.array([0, 0, -60], np.float32))
CUT_CARD = _at(_outline(240, 420), 0, 30, 0.9)
FRAME_NEAR_RIM = _outline(196, 345, paper_outside=PIECES - 5)
CHECK = _outline(160, 260, table_inside=4)
"""Of a cloth, nearly of the card's aspect."""
CUT_CLOTH = _at(_outline(240, 420, table_inside=8, paper_outside=14), 0, 30)
UNSURE = 0.15


def _check_choice(outlines: Sequence[MeasuredOutline], typical: TypicalCard, expected: int | Reason) -> None:
    """Checks the fault of a picture, or that of a good one the expected of the outlines is chosen."""
    chosen, fault = choose_outline(TABLETOP, outlines, typical)
    if isinstance(expected, Reason):
        assert fault is expected
    else:
        assert (chosen, fault) == (outlines[expected], None)


@pytest.mark.parametrize(
    ("found", "cut", "expected"),
    one_in(
        3,
        [
            pytest.param([CARD], [], 0, id="a card alone"),
            pytest.param([], [], Reason.NO_CARD, id="nothing"),
            pytest.param([DARK], [], Reason.NO_CARD, id="a dark quad"),
            pytest.param([BLUE], [], Reason.NO_CARD, id="a blue quad"),
            pytest.param([WIDE], [], Reason.SHAPE, id="paper of another shape"),
            pytest.param([replace(WIDE, confidence=UNSURE)], [], Reason.NO_CARD, id="perhaps of another shape"),
            pytest.param([_outline(150, 155)], [], Reason.SHAPE, id="paper of another shape, a 28th of the picture"),
            pytest.param([_outline(125, 130)], [], Reason.SHAPE, id="paper of another shape, a 40th of the picture"),
            pytest.param([_outline(330, 350, table_inside=8)], [], Reason.NO_CARD, id="a third of its rim is no paper"),
            pytest.param([replace(CARD, aspect=1.09 * CARD.aspect)], [], 0, id="nearly of the aspect"),
            pytest.param([replace(CARD, aspect=1.11 * CARD.aspect)], [], Reason.SHAPE, id="too long for the aspect"),
            pytest.param([replace(CARD, aspect=0.89 * CARD.aspect)], [], Reason.SHAPE, id="too short for the aspect"),
            pytest.param(
                [replace(CARD, tilt=50.0, aspect=0.65 * CARD.aspect)], [], Reason.SLANTED, id="short at a slant"
            ),
            pytest.param([_tinted(26)], [], 0, id="paper in warm light"),
            pytest.param([_tinted(34)], [], Reason.NO_CARD, id="no paper in any light"),
            pytest.param([replace(CARD, tilt=50.0, confidence=0.7)], [], Reason.SLANTED, id="unsure, and at a slant"),
            pytest.param([_crossed(CARD, 0.7)], [], Reason.BORDER, id="unsure, and a finger on a side"),
            pytest.param([], [CUT_CARD], Reason.CUT, id="a cut card alone"),
            pytest.param([], [replace(CUT_CARD, confidence=0.78)], Reason.CUT, id="a cut card, hardly sure"),
            pytest.param([], [_tinted(-34, CUT_CARD)], Reason.NO_CARD, id="a cut thing that is no paper"),
            pytest.param([], [_crossed(CUT_CARD)], Reason.CUT, id="a cut card and a finger"),
            pytest.param([], [replace(CUT_CARD, confidence=0.7)], Reason.CUT, id="perhaps a cut card"),
            pytest.param([], [replace(CUT_CARD, outside=CUT_CARD.rim)], Reason.NO_CARD, id="a cut check of cloth"),
            pytest.param([CARD], [replace(CUT_CARD, confidence=0.78)], 0, id="surer than what is cut"),
            pytest.param([CARD], [CUT_CLOTH], 0, id="within a cut part of the cloth"),
            pytest.param([CARD], [_at(CUT_CARD, 0, 250)], 0, id="beside what is cut"),
            pytest.param([CHECK], [_at(CUT_CARD, 0, 250)], Reason.CUT, id="a check beside a cut card"),
            pytest.param([CHECK], [_at(_outline(90, 150), 0, 250)], 0, id="a check beside a smaller cut thing"),
            pytest.param([CHECK], [_at(CUT_CLOTH, 0, 250)], 0, id="a check beside a cut part of the cloth"),
            pytest.param(
                [replace(CHECK, aspect=1.75)],
                [_at(CUT_CARD, 0, 250)],
                Reason.CUT,
                id="of the aspect beside a larger cut card",
            ),
            pytest.param([CARD], [_at(CARD, 0, 9)], 0, id="the same outline taken for cut"),
            pytest.param([_crossed(CARD)], [], Reason.BORDER, id="a finger on a side"),
            pytest.param([_crossed(CARD), replace(CARD, confidence=0.9)], [], 1, id="a whole outline as good"),
            pytest.param([_crossed(CARD), FRAME_NEAR_RIM], [], Reason.BORDER, id="a frame near the rim"),
            pytest.param([_crossed(CARD), FRAME_NEAR_RIM, CARD], [], 2, id="a frame near the rim and a whole outline"),
            pytest.param([CARD, _at(CARD, 230, 0)], [], Reason.SEVERAL, id="two cards"),
            pytest.param([CARD, _at(CARD, 230, 0, UNSURE)], [], 0, id="perhaps a second one"),
            pytest.param([CARD, _at(BLUE, 230, 0)], [], 0, id="a blue thing beside the card"),
            pytest.param(
                [CARD, _at(_crossed(CARD), 230, 0, 0.9)], [], 0, id="a thing beside the card, with a finger on it"
            ),
            pytest.param([replace(CARD, tilt=50.0)], [], Reason.SLANTED, id="at a slant"),
            pytest.param(
                [CARD, replace(CARD, tilt=50.0, confidence=1.0, quad=CARD.quad * np.float32(0.9))],
                [],
                0,
                id="a smaller quad at a slant is surer",
            ),
            pytest.param(
                [CARD, replace(CARD, tilt=50.0, quad=CARD.quad * np.float32(0.9))],
                [],
                0,
                id="a smaller quad at a slant",
            ),
            pytest.param([_outline(60, 104)], [], Reason.SMALL, id="too small"),
            pytest.param([CARD, _at(_outline(60, 104), 0, 240, 1.0)], [], 0, id="a small check is surer"),
            pytest.param([FRAME, CARD], [], 1, id="a frame is printed on it"),
        ],
    ),
)
def test_which_outline_is_the_card_and_what_is_wrong_with_the_picture(
    found: Sequence[MeasuredOutline], cut: Sequence[MeasuredOutline], expected: int | Reason
) -> None:
    """Of a good picture the number of the outline is expected, of another one its fault."""
    _check_choice([*found, *(replace(one, is_cut=True) for one in cut)], TYPICAL, expected)


TWO_HEADED = _outline(240, 360)
HALF = replace(_outline(165, 224, paper_outside=7), tilt=3.0)
UPPER_HALF, LOWER_HALF = (replace(HALF, quad=quad_at(400, y, 90, 165, 224)) for y in (315, 485))
SHEARED = replace(_outline(260, 360, table_inside=3), tilt=30.0)
"""An outline around the card with two heads and checks of the cloth."""


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        pytest.param([LOWER_HALF, TWO_HEADED], 1, id="one half"),
        pytest.param([UPPER_HALF, LOWER_HALF, TWO_HEADED], 2, id="both halves"),
        pytest.param([UPPER_HALF, LOWER_HALF], Reason.SEVERAL, id="nothing around the halves"),
        pytest.param([UPPER_HALF, LOWER_HALF, _crossed(TWO_HEADED)], Reason.BORDER, id="a finger on the whole card"),
        pytest.param([LOWER_HALF, replace(TWO_HEADED, aspect=1.4)], 1, id="what is around it has another shape"),
        pytest.param([LOWER_HALF, replace(TWO_HEADED, confidence=0.75)], 1, id="what is around it is less sure"),
        pytest.param([SHEARED, TWO_HEADED], 1, id="some of the cloth around it"),
        pytest.param([SHEARED, _crossed(TWO_HEADED)], 0, id="some of the cloth around it, and a finger"),
        pytest.param([SHEARED, replace(TWO_HEADED, outside=SHEARED.rim)], 0, id="paper ends along neither"),
        pytest.param([SHEARED, _at(TWO_HEADED, 30, 0)], 1, id="another outline, not within it"),
    ],
)
def test_an_outline_of_nearly_the_aspect_is_not_taken_for_the_card(
    found: Sequence[MeasuredOutline], expected: int | Reason
) -> None:
    """Its paper is by chance nearer to the usual one."""
    typical = TypicalCard(TWO_HEADED.aspect, np.array(PAPER, np.float32) + np.array((0, 1, 0), np.float32))
    nearer = np.array((0, 0.5, 0), np.float32)
    _check_choice([replace(one, rim=one.rim + nearer) if one.tilt > 0 else one for one in found], typical, expected)


@pytest.mark.parametrize(
    ("outline", "fault"),
    [
        pytest.param(replace(CARD, confidence=UNSURE), Reason.NO_CARD, id="unsure"),
        pytest.param(replace(CUT_CARD, is_cut=True), Reason.CUT, id="cut"),
        pytest.param(_outline(60, 104), Reason.SMALL, id="small"),
        pytest.param(replace(CARD, tilt=50.0), Reason.SLANTED, id="at a slant"),
    ],
)
def test_where_no_picture_shows_a_card_surely_there_is_none(outline: MeasuredOutline, fault: Reason) -> None:
    assert typical_card([[outline]]) is UNKNOWN
    assert choose_outline(TABLETOP, [outline], UNKNOWN)[1] is fault


def test_thetypical_card_is_what_most_pictures_show() -> None:
    """Not the outlines of which one picture has most: checks of a cloth have any shape, a frame is smaller."""
    checks = [_outline(150, 150 * length) for length in (1.25, 1.3, 1.35, 1.4)]
    typical = typical_card([[CARD], [CARD, FRAME], [FRAME, WITH_TABLE, CARD], [CARD, *checks], []])
    assert typical.aspect == pytest.approx(CARD.aspect)
    assert typical.paper.tolist() == list(PAPER)
    assert [typical.has_paper_of(one) for one in (CARD, DARK, BLUE)] == [True, False, False]
    errors = [typical.shape_error(one) for one in (CARD, WIDE, replace(WIDE, aspect=1.3, tilt=50.0))]
    assert errors == [0, pytest.approx(0.39, abs=0.01), 0.1]


def test_a_card_below_the_chosen_one_is_a_second_card() -> None:
    picture = TABLETOP.copy()
    lab = np.array([[PAPER]]).astype(np.uint8)
    paper = [int(value) for value in cv2.cvtColor(lab, cv2.COLOR_LAB2BGR)[0, 0]]
    for quad in (quad_at(470, 430, 20, 200, 350), CARD.quad):
        cv2.fillConvexPoly(picture, np.round(quad).astype(np.int32), paper)
    for confidence in (0.95, 0.7):
        one = replace(CARD, confidence=confidence)
        assert choose_outline(picture, [one], TYPICAL) == (one, Reason.SEVERAL)
