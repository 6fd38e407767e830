"""The choice among outlines of one photograph: a printed frame, the rim of the card, a part of the table beside it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.support.paper_table import quad_at
from vision.enrolment.image_quality import is_blurred
from vision.enrolment.photographs.card_outlines import Fault, Outline, Outlines, select_outermost
from vision.enrolment.photographs.cropping import _choose_outline, _TypicalCard
from vision.enrolment.thresholds import CROP

PIECES = 26
PAPER, TABLE = (216.0, 128.0, 132.0), (90.0, 110.0, 150.0)


def _outline(width: float, height: float, *, table_inside: int = 0, paper_outside: int = 0) -> Outline:
    """Returns an outline with so many pieces of table inside, and so many pieces of paper outside."""
    rim = np.array([TABLE] * table_inside + [PAPER] * (PIECES - table_inside), np.float32)
    outside = np.array([PAPER] * paper_outside + [TABLE] * (PIECES - paper_outside), np.float32)
    outside[:table_inside] += 40  # a check of another colour
    return Outline(quad_at(400, 400, 0, width, height), 0.95, height / width, 0.0, rim, outside, is_fragment=False)


CARD = _outline(200, 350)
FRAME = _outline(180, 330, paper_outside=PIECES)
WITH_TABLE = _outline(220, 360, table_inside=8)


@pytest.mark.parametrize(("outline", "share"), [(CARD, 1.0), (FRAME, 0.0), (WITH_TABLE, 18 / PIECES)])
def test_paper_ends_along_the_rim_of_a_card_only(outline: Outline, share: float) -> None:
    assert outline.paper_end_share == pytest.approx(share)


def test_outermost_outline_has_no_table_within_it() -> None:
    for best in (FRAME, CARD):
        assert select_outermost([FRAME, CARD, WITH_TABLE], best) is CARD


def test_frame_is_chosen_where_no_outline_lies_around_it() -> None:
    assert select_outermost([FRAME], FRAME) is FRAME


def test_pips_out_of_focus_are_blurred() -> None:
    """Small pips have more fine detail than the edges of a picture that is as much out of focus."""
    card = np.full((576, 384, 3), 235, np.uint8)
    for x in (90, 192, 294):
        for y in (110, 230, 350, 470):
            cv2.circle(card, (x, y), 5, (40, 40, 40), -1)
    blurred = np.asarray(cv2.GaussianBlur(card, (0, 0), 0.022 * 384), np.uint8)
    assert is_blurred(blurred, CROP.min_photographed_fine_detail)
    assert not is_blurred(card, CROP.min_photographed_fine_detail)


def test_unsure_outline_is_no_card_where_its_paper_continues() -> None:
    """On a white table an outline may join a part of a printed frame with the rim of a shadow."""
    unsure = replace(_outline(220, 370, paper_outside=19), confidence=0.7)
    picture = np.full((800, 800, 3), 216, np.uint8)
    typical = _TypicalCard(CARD.aspect, np.array(PAPER, np.float32))
    assert _choose_outline(picture, Outlines((unsure,)), typical) == (None, Fault.NO_CARD)
    clear = replace(CARD, confidence=0.7)
    assert _choose_outline(picture, Outlines((clear,)), typical) == (clear, None)
