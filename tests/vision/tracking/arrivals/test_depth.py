"""Which of two cards that overlap lies on the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from engine.cards import BAVARIAN_32
from tests.support.enrolment.deck_on_table import drawn
from tests.support.paper_table import cloth, paste, quad_at
from vision.geometry.quads import portrait
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.reader import PackReader
from vision.tracking.arrivals.depth import set_cards_on_top
from vision.tracking.background.background_model import Patch, TrackedCard
from vision.tracking.settled_scene import Arrival

if TYPE_CHECKING:
    from vision.types import Image, Quad

PLACES = {
    "a": portrait(quad_at(440, 250, -20)),
    "b": portrait(quad_at(490, 290, 35)),
    "c": portrait(quad_at(700, 300, 0)),
}
NAMES = {"a": BAVARIAN_32.card("L8"), "b": BAVARIAN_32.card("EO"), "c": BAVARIAN_32.card("S9")}


@pytest.fixture(scope="module")
def reader() -> PackReader:
    recogniser = Recogniser()
    pictures = {card: [drawn()[card]] for card in NAMES.values()}
    return PackReader(recogniser, enrol(pictures, "bavarian32", recogniser, "drawn"))


def laid(order: str) -> Image:
    """Returns the table with the cards of these letters, the lowest first."""
    image = cloth()
    for name in order:
        paste(image, drawn()[NAMES[name]], PLACES[name])
    return image


def arrival(reader: PackReader, image: Image, name: str) -> Arrival:
    return Arrival(PLACES[name], [reader.scores(image, [PLACES[name]])[0]])


def tracked(name: str) -> TrackedCard:
    patch = Patch(0, 0, np.zeros((1, 1, 3), np.uint8))
    return TrackedCard(NAMES[name], PLACES[name], patch, patch, 0, frozenset({NAMES[name]}))


@pytest.mark.parametrize("order", ["abc", "bac", "cab"])
def test_of_two_arrivals_the_one_whose_picture_shows_is_on_top(reader: PackReader, order: str) -> None:
    image = laid(order)
    arrivals = {name: arrival(reader, image, name) for name in order}
    set_cards_on_top(image, reader, list(arrivals.values()), [])
    lower, upper = (name for name in order if name != "c")
    assert list(arrivals[lower].cards_on_top) == [arrivals[upper]]
    assert not arrivals[upper].cards_on_top
    assert not arrivals["c"].cards_on_top, "it lies aside"


@pytest.mark.parametrize(("order", "is_below"), [("ab", True), ("ba", False)])
def test_a_card_in_view_lies_on_an_arrival_that_was_missed(reader: PackReader, order: str, is_below: bool) -> None:
    image = laid(order)
    late, known = arrival(reader, image, "a"), tracked("b")
    set_cards_on_top(image, reader, [late], [known])
    assert list(late.cards_on_top) == ([known] if is_below else [])


def test_a_card_that_was_shoved_does_not_lie_on_itself(reader: PackReader) -> None:
    image = laid("b")
    shoved, before = arrival(reader, image, "b"), tracked("b")
    shoved.previous = before
    set_cards_on_top(image, reader, [shoved], [before])
    assert not shoved.cards_on_top


def test_what_shows_neither_picture_is_not_decided(reader: PackReader) -> None:
    image = laid("ab")
    arrivals = [arrival(reader, image, "a"), arrival(reader, image, "b")]
    shared: Quad = np.minimum(PLACES["a"].max(axis=0), PLACES["b"].max(axis=0))
    low = np.maximum(PLACES["a"].min(axis=0), PLACES["b"].min(axis=0)).astype(int)
    image[low[1] : int(shared[1]), low[0] : int(shared[0])] = 60
    set_cards_on_top(image, reader, arrivals, [])
    assert not any(one.cards_on_top for one in arrivals)
