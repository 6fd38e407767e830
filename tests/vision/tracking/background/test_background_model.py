"""What is remembered of the view: whether a place looks like the card that lay there, or like the table."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.cards import BAVARIAN_32
from vision.geometry.quads import mask_of_quads
from vision.tracking.background.background_model import BackgroundModel
from vision.tracking.background.change_detection import MAP_WIDTH
from vision.types import Reading

PLACE = np.array([[100, 80], [160, 80], [160, 180], [100, 180]], np.float32)
STEP = 20.0
PALE = 235


def table(inside: int | None = None, blot: int | None = None) -> np.ndarray:
    """A pale table, with something at the card's place, and a drawing on a fifth of that."""
    view = np.full((270, MAP_WIDTH, 3), (PALE, 128, 128), np.uint8)
    for grey, reach in ((inside, 0), (blot, 17)):
        if grey is not None:
            cv2.rectangle(view, (100 + reach, 80 + reach), (160 - reach, 180 - 3 * reach), (grey, 128, 128), cv2.FILLED)
    return view


@pytest.mark.parametrize("before", [pytest.param(PALE, id="laid"), pytest.param(90, id="turned over")])
def test_a_white_card_that_left_a_white_table_is_known_by_its_drawing(before: int) -> None:
    view = BackgroundModel.of(table(), MAP_WIDTH)
    view.understand(table(before), np.full((270, MAP_WIDTH), 255, np.uint8))
    view.add(Reading(BAVARIAN_32.cards[0], (), PLACE, 1.0), table(PALE, 60), 0)
    (card,) = view.cards
    where = mask_of_quads([PLACE], (270, MAP_WIDTH), 0.95)
    like_card, like_table, _ = view.likeness(card, table(), where, STEP)
    assert like_card < 0.1
    assert like_table > 0.9
    like_card, like_table, _ = view.likeness(card, table(PALE, 60), where, STEP)
    assert like_card > 0.9
    assert like_table < 0.1


def test_in_dim_light_a_card_that_is_within_a_step_of_the_table_is_the_nearer_of_the_two() -> None:
    view = BackgroundModel.of(table(40), MAP_WIDTH)
    view.add(Reading(BAVARIAN_32.cards[0], (), PLACE, 1.0), table(40 + int(STEP) - 2), 0)
    (card,) = view.cards
    where = mask_of_quads([PLACE], (270, MAP_WIDTH), 0.95)
    for now, lies in ((table(41), False), (table(40 + int(STEP) - 4), True)):
        like_card, like_table, _ = view.likeness(card, now, where, STEP)
        assert (like_card > 0.9, like_table > 0.9) == (lies, not lies)


def test_a_card_that_is_read_again_where_it_lay_has_the_table_under_it_not_itself() -> None:
    view = BackgroundModel.of(table(), MAP_WIDTH)
    reading, lain = Reading(BAVARIAN_32.cards[0], (), PLACE, 1.0), table(90)
    view.add(reading, lain, 0)
    view.understand(lain, np.full((270, MAP_WIDTH), 255, np.uint8))
    (lay,) = view.cards
    view.cards.clear()
    view.add(reading, table(110), 0, previous=lay)
    (card,) = view.cards
    where = mask_of_quads([PLACE], (270, MAP_WIDTH), 0.95)
    like_card, like_table, _ = view.likeness(card, lain, where, STEP)
    assert like_card > 0.9
    assert like_table < 0.1
