"""Which card lies on which, and what is read of those beneath."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np
import pytest

from engine.cards import BAVARIAN_32
from tests.support.enrolment.deck_on_table import drawn
from tests.support.examples import one_in
from tests.support.paper_table import CARDS, PixelReader, card_picture, cloth, paste, quad_at
from vision.geometry.quads import portrait
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.reader import PackReader
from vision.scene.z_order import order_by_depth
from vision.types import Candidate, Reading

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
    first, settled = order_by_depth(image, READER, [upper, doubtful])
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
    (settled,) = order_by_depth(image, READER, [doubtful], [thing])
    assert settled.card == expected
    assert (settled is doubtful) == (expected is None)


HEAP = ("L8", "EO", "S9")
"""From the lowest to the one on top."""
PLACES = dict(zip(HEAP, (quad_at(440, 250, -20), quad_at(480, 270, 35), quad_at(460, 345, 80)), strict=True))


@pytest.fixture(scope="module")
def drawn_reader() -> PackReader:
    recogniser = Recogniser()
    pictures = {card: [drawn()[card]] for card in map(BAVARIAN_32.card, (*HEAP, "L10", "S10", "EU"))}
    return PackReader(recogniser, enrol(pictures, "bavarian32", recogniser, "drawn"))


@pytest.mark.parametrize("found", one_in(4, map(list, permutations(HEAP))))
def test_the_pictures_tell_which_card_lies_on_which(found: list[str], drawn_reader: PackReader) -> None:
    """Whatever was thought of them: each was found some px beside its place, and held for lying open."""
    image, off = cloth(), np.array([[3, -2], [-3, 3], [2, 3], [-3, -3]], np.float32)
    for name, quad in PLACES.items():
        paste(image, drawn()[BAVARIAN_32.card(name)], quad)
    readings = []
    for name in found:
        card = BAVARIAN_32.card(name)
        readings.append(Reading(card, (Candidate(card, 0.9),), portrait(PLACES[name]) + off, 1.0))
    told = order_by_depth(image, drawn_reader, readings)
    assert [str(reading.card) for reading in told] == list(reversed(HEAP))
    assert told[0].visible == 1.0 > told[1].visible > 0.3
