"""Which card lies on which, and what is read of those beneath."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.vision.tabletop import CARDS, PixelReader, card_picture, cloth, paste, quad_at
from vision.layers import layered
from vision.quads import portrait
from vision.sightings import Candidate, Reading

if TYPE_CHECKING:
    from engine.cards import Card

READER = PixelReader()


@pytest.mark.parametrize(("second", "expected"), [("below", CARDS[3]), ("aside", None)])
def test_a_doubtful_card_is_read_again_once_it_is_known_what_lies_on_it(second: str, expected: Card | None) -> None:
    image = cloth()
    quads = {"top": quad_at(480, 270, 5), "below": quad_at(530, 350, 40), "aside": quad_at(200, 270, 0)}
    for card, name in ((CARDS[3], "below"), (CARDS[3], "aside"), (CARDS[4], "top")):
        paste(image, card_picture(card), quads[name])
    upper = Reading(CARDS[4], (Candidate(CARDS[4], 0.99),), portrait(quads["top"]), 1.0)
    doubtful = Reading(None, (Candidate(CARDS[5], 0.6),), portrait(quads[second]), 1.0)
    first, settled = layered(image, READER, [upper, doubtful])
    assert first is upper
    assert settled.card == expected
    assert (settled is doubtful) == (expected is None)


@pytest.mark.parametrize(
    ("size", "expected"), [pytest.param(1.0, CARDS[3], id="a stock"), pytest.param(0.5, None, id="a matchbox")]
)
def test_a_doubtful_card_may_lie_under_something_as_large_as_a_card(size: float, expected: Card | None) -> None:
    image = cloth()
    below, top = portrait(quad_at(530, 350, 40)), quad_at(480, 270, 5)
    thing = (top.mean(axis=0) + size * (top - top.mean(axis=0))).astype(np.float32)
    paste(image, card_picture(CARDS[3]), below)
    paste(image, np.full_like(card_picture(CARDS[3]), 60), top)
    doubtful = Reading(None, (Candidate(CARDS[5], 0.6),), below, 1.0)
    (settled,) = layered(image, READER, [doubtful], [thing])
    assert settled.card == expected
    assert (settled is doubtful) == (expected is None)
