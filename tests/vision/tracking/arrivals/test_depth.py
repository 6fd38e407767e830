"""Which of two cards that overlap lies on the other."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from engine.cards import BAVARIAN_32
from tests.support.enrolment.deck_on_table import drawn
from tests.support.paper_table import cloth, paste, quad_at
from vision.geometry.quads import portrait
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.reader import PackReader
from vision.tracking.arrivals.association import DepthByPictures
from vision.tracking.background.background_model import Patch, TrackedCard
from vision.tracking.settled_scene import Arrival
from vision.types import Candidate, Reading

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
    depth = DepthByPictures(image, reader, list(arrivals.values()))
    lower, upper = (arrivals[name] for name in order if name != "c")
    assert depth.is_on_top(upper, lower)
    assert not depth.is_on_top(lower, upper)
    assert not depth.is_on_top(arrivals["c"], lower), "it lies aside"


@pytest.mark.parametrize(("order", "expected"), [("ab", True), ("ba", False)])
def test_a_card_in_view_lies_on_an_arrival_that_was_missed(reader: PackReader, order: str, expected: bool) -> None:
    image = laid(order)
    late, known = arrival(reader, image, "a"), tracked("b")
    assert DepthByPictures(image, reader, [late, known]).is_on_top(known, late) is expected
    assert not DepthByPictures(image, reader, [late, known]).is_on_top(replace(known, card=None), late)


@pytest.mark.parametrize(("order", "expected"), [("ab", True), ("ba", False)])
def test_an_arrival_without_votes_is_the_card_of_its_visible_part(
    reader: PackReader, order: str, expected: bool
) -> None:
    image, known = laid(order), tracked("b")
    reading = Reading(None, (Candidate(NAMES["a"], 0.8),), PLACES["a"], 0.6)
    partial = Arrival(PLACES["a"], [], partial_reading=reading)
    assert DepthByPictures(image, reader, [partial, known]).is_on_top(known, partial) is expected
    other = arrival(reader, image, "b")
    assert DepthByPictures(image, reader, [partial, other]).is_on_top(partial, other) is not expected


def test_a_part_that_is_only_a_little_like_one_picture_is_not_decided(reader: PackReader) -> None:
    image = cv2.addWeighted(laid("ab"), 0.5, laid("ba"), 0.5, 0).astype(np.uint8)
    a, b = arrival(reader, image, "a"), arrival(reader, image, "b")
    depth = DepthByPictures(image, reader, [a, b])
    assert not depth.is_on_top(a, b)
    assert not depth.is_on_top(b, a)


@pytest.mark.parametrize("hidden_by", ["a third card", "something dark"])
def test_what_shows_neither_picture_is_not_decided(reader: PackReader, hidden_by: str) -> None:
    image, third = laid("ab"), tracked("c")
    a, b = arrival(reader, image, "a"), arrival(reader, image, "b")
    low, high = (both(PLACES["a"], PLACES["b"]) for both in (_low_corner, _high_corner))
    lying: list[Arrival | TrackedCard] = [a, b]
    if hidden_by == "something dark":
        image[low[1] : high[1], low[0] : high[0]] = 60
    else:
        corners = [low, (high[0], low[1]), high, (low[0], high[1])]
        lying.append(replace(third, quad=np.array(corners, np.float32)))
    depth = DepthByPictures(image, reader, lying)
    assert not depth.is_on_top(a, b)
    assert not depth.is_on_top(b, a)


def _low_corner(one: Quad, other: Quad) -> tuple[int, int]:
    x, y = np.maximum(one.min(axis=0), other.min(axis=0))
    return int(x), int(y)


def _high_corner(one: Quad, other: Quad) -> tuple[int, int]:
    x, y = np.minimum(one.max(axis=0), other.max(axis=0))
    return int(x), int(y)
