"""Where a card lies, told by its kept picture: its outline may be far off."""

from __future__ import annotations

import numpy as np
import pytest

from engine.cards import BAVARIAN_32
from tests.support.enrolment.deck_on_table import drawn
from tests.support.paper_table import cloth, paste, quad_at
from vision.geometry.quads import overlap, portrait
from vision.geometry.rectify import full_quad, rectify, rotate_180
from vision.recognition.ecc_alignment import AlignmentRegion

CARD = drawn()[BAVARIAN_32.card("LO")]
OTHER = drawn()[BAVARIAN_32.card("H7")]
CROP = rectify(CARD, full_quad(CARD))
PLACE = portrait(quad_at(480, 270, 25))
OFF = np.array([[14, -8], [-10, 12], [9, 15], [-12, -10]], np.float32)


def table(*on_top: np.ndarray) -> np.ndarray:
    image = cloth()
    paste(image, CARD, PLACE)
    for quad in on_top:
        paste(image, OTHER, quad)
    return image


@pytest.mark.parametrize("off", [0 * OFF, OFF, -OFF, OFF[::-1], np.float32([[5, 5]] * 4)])
@pytest.mark.parametrize("picture", [CROP, rotate_180(CROP)], ids=["upright", "the other way up"])
def test_a_card_is_drawn_to_where_its_picture_says(off: np.ndarray, picture: np.ndarray) -> None:
    assert overlap(PLACE + off, PLACE) < 0.9 or not off.any()
    found = AlignmentRegion.around(table(), PLACE + off).align([picture])
    assert found is not None
    assert overlap(found, PLACE) > 0.98


def test_what_lies_on_a_card_does_not_count() -> None:
    on_top = portrait(quad_at(520, 340, 80))
    image = table(on_top)
    visible = np.where(table() == image, 255, 0).min(axis=2).astype(np.uint8)
    found = AlignmentRegion.around(image, PLACE + OFF, visible).align([CROP])
    assert found is not None
    assert overlap(found, PLACE) > 0.95


def test_the_best_of_several_pictures_counts() -> None:
    found = AlignmentRegion.around(table(), PLACE + OFF).align([rectify(OTHER, full_quad(OTHER)), CROP])
    assert found is not None
    assert overlap(found, PLACE) > 0.98


def test_of_a_card_without_pictures_or_sight_nothing_is_told() -> None:
    assert AlignmentRegion.around(table(), PLACE).align([]) is None
    assert AlignmentRegion.around(np.full_like(cloth(), 90), PLACE).align([CROP]) is None
