"""Where a card lies, told by its kept picture: its outline may be far off."""

import numpy as np
import pytest

from engine.cards import BAVARIAN_32
from tests.support.enrolment.deck_on_table import drawn
from tests.support.paper_table import cloth, paste, quad_at
from vision.geometry.quads import overlap, portrait
from vision.geometry.rectify import full_quad, rectify, rotate_180
from vision.recognition.ecc_alignment import AlignmentRegion

PLACE = portrait(quad_at(480, 270, 25))
OFF = np.array([[14, -8], [-10, 12], [9, 15], [-12, -10]], np.float32)


def picture_of(name: str) -> np.ndarray:
    return drawn()[BAVARIAN_32.card(name)]


def crop_of(name: str) -> np.ndarray:
    return rectify(picture_of(name), full_quad(picture_of(name)))


def table(*on_top: np.ndarray) -> np.ndarray:
    image = cloth()
    paste(image, picture_of("LO"), PLACE)
    for quad in on_top:
        paste(image, picture_of("H7"), quad)
    return image


@pytest.mark.parametrize("off", [0 * OFF, OFF, -OFF, OFF[::-1], np.float32([[5, 5]] * 4)])
@pytest.mark.parametrize("is_turned", [False, True])
def test_a_card_is_drawn_to_where_its_picture_says(off: np.ndarray, is_turned: bool) -> None:
    picture = rotate_180(crop_of("LO")) if is_turned else crop_of("LO")
    assert overlap(PLACE + off, PLACE) < 0.9 or not off.any()
    found = AlignmentRegion.around(table(), PLACE + off).align([picture])
    assert found is not None
    assert overlap(found, PLACE) > 0.98


def test_what_lies_on_a_card_does_not_count() -> None:
    on_top = portrait(quad_at(520, 340, 80))
    image = table(on_top)
    visible = np.where(table() == image, 255, 0).min(axis=2).astype(np.uint8)
    found = AlignmentRegion.around(image, PLACE + OFF, visible).align([crop_of("LO")])
    assert found is not None
    assert overlap(found, PLACE) > 0.95


def test_the_best_of_several_pictures_counts() -> None:
    found = AlignmentRegion.around(table(), PLACE + OFF).align([crop_of("H7"), crop_of("LO")])
    assert found is not None
    assert overlap(found, PLACE) > 0.98


def test_of_a_card_without_pictures_or_sight_nothing_is_told() -> None:
    assert AlignmentRegion.around(table(), PLACE).align([]) is None
    assert AlignmentRegion.around(np.full_like(cloth(), 90), PLACE).align([crop_of("LO")]) is None
