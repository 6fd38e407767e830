"""How far a card goes on beyond its outline: a border shows as a dark band on a white card below, ink does not."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
import pytest

from engine.cards import BAVARIAN_32
from tests.support.enrolment.deck_on_table import drawn
from tests.support.examples import one_in
from tests.support.paper_table import cloth, paste, quad_at
from vision.geometry.quads import area, portrait, shared_area
from vision.scene.border_mask import border_quads

BELOW = portrait(quad_at(440, 300, 0))
WHITE = np.full((216, 144, 3), 235, np.uint8)


def on_a_card(turn: float, below: np.ndarray = WHITE, border: float = 0.0, black: int = 12) -> tuple[np.ndarray, ...]:
    """Returns a table with two cards, the upper one in a border as wide as *border* of it, and outline and border."""
    image, upper = cloth(), quad_at(470, 225, turn)
    paste(image, below, BELOW)
    centre = upper.mean(axis=0)
    wider = centre + (upper - centre) * (1 + 2 * border)
    if border:
        cv2.fillConvexPoly(image, np.round(wider).astype(np.int32), (black,) * 3)
    paste(image, drawn()[BAVARIAN_32.card("EO")], upper)
    return image, upper, wider.astype(np.float32)


@pytest.mark.parametrize("turn", [80, 90, 105])
@pytest.mark.parametrize("border", [0.05, 0.08])
def test_a_dark_border_on_a_white_card_is_found_where_it_ends(turn: float, border: float) -> None:
    image, upper, wider = on_a_card(turn, border=border)
    (rim,) = border_quads(image, upper)
    assert area(rim) - shared_area(rim, wider) < 0.04 * area(upper)  # three px of what lies below
    hidden = np.zeros(image.shape[:2], np.uint8)
    for part in (upper, rim):
        cv2.fillConvexPoly(hidden, np.round(part).astype(np.int32), 255)
    face = np.zeros_like(hidden)
    cv2.fillConvexPoly(face, np.round(BELOW).astype(np.int32), 255)
    dark = (image.max(axis=2) < 100) & (face > 0) & (hidden == 0)
    assert np.count_nonzero(dark) < 0.02 * area(BELOW)


@pytest.mark.parametrize(("turn", "name"), one_in(7, product(range(0, 180, 15), ["EO", "SK", "H10", "LU", "EA"])))
def test_the_ink_of_a_card_below_is_no_rim(name: str, turn: float) -> None:
    image, upper, _ = on_a_card(turn, drawn()[BAVARIAN_32.card(name)])
    assert [rim for rim in border_quads(image, upper) if area(rim) > 0.05 * area(upper)] == []


def test_a_card_alone_and_one_that_lies_half_out_of_view_have_none() -> None:
    image, upper = cloth(), quad_at(470, 225, 90)
    paste(image, drawn()[BAVARIAN_32.card("EO")], upper)
    for away in (0.0, 300.0, 2000.0):
        assert list(border_quads(image, upper + np.float32(away))) == []


@pytest.mark.parametrize("gap", [8, 12, 16])
@pytest.mark.parametrize("turn", [0, 4])
def test_the_table_between_two_cards_is_no_border(gap: float, turn: float) -> None:
    image, card = cloth(), quad_at(300, 270, turn)
    paste(image, drawn()[BAVARIAN_32.card("EO")], card)
    paste(image, WHITE, quad_at(384 + gap, 275, 0))
    assert list(border_quads(image, portrait(card))) == []
