"""Sequences: where and when the truth says, the picture shows it; encoding as H.264."""

from functools import cache

import cv2
import numpy as np
import pytest

from engine.cards import PACKS
from lab.benchmarks.flipbook import record
from lab.benchmarks.flipbook.record import Sequence, compose
from lab.benchmarks.flipbook.scenarios import OVERLAPPING
from simulator import hand_actions
from simulator.deck import Deck, make_deck
from simulator.script import Script
from simulator.stage.surfaces import table_top
from vision.types import Image

SIZE = (640, 360)


@pytest.fixture(autouse=True)
def tables_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "table_top", lambda name, _: _table(name))


@cache
def _table(name: str) -> Image:
    return table_top(name, np.random.default_rng(1))


@pytest.fixture(scope="module")
def deck() -> Deck:
    """Every card a pattern of its own, coarse enough to be known again in a small picture."""
    rng = np.random.default_rng(5)
    faces = {}
    for card in PACKS["bavarian32"].cards:
        coarse = rng.integers(0, 256, (5, 3, 3), dtype=np.uint8)
        faces[card] = np.asarray(cv2.resize(coarse, (110, 200), interpolation=cv2.INTER_NEAREST), np.uint8)
    return make_deck(faces, "patterns", "bavarian32")


def composed(deck: Deck, scenario: str, seed: int = 0, light: str = "daylight", table: str = "white") -> Sequence:
    return compose(scenario, seed, deck, light, table, size=SIZE)


def likeness(picture: Image, quad: list[list[float]], face: Image) -> float:
    """Returns the correlation of what lies in the quad with the card's face."""
    corners = np.array([[0, 0], [110, 0], [110, 200], [0, 200]], np.float32)
    homography = cv2.getPerspectiveTransform(np.array(quad, np.float32), corners)
    seen = cv2.warpPerspective(picture, homography, (110, 200))
    return float(np.corrcoef(seen.ravel(), face.ravel())[0, 1])


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["overlap", "thrown", "turned", "relaid", "two_at_once", "knocked"])
def test_a_card_lies_where_and_when_the_truth_says(deck: Deck, scenario: str) -> None:
    sequence = composed(deck, scenario)
    faces = {str(card): face for card, face in deck.faces.items()}
    laid = [one for one in sequence.truth if one.event == "card_laid"]
    assert laid
    for one in laid:
        picture = sequence.stage.frame(one.rest + 1)
        assert one.card is not None
        assert one.quad is not None
        assert likeness(picture, one.quad, faces[one.card]) > 0.85


@pytest.mark.slow
def test_overlapping_cards_hide_as_much_as_asked_for(deck: Deck) -> None:
    sequence = composed(deck, "plain")
    script = Script(sequence.stage, deck, np.random.default_rng(1), (0, 1, 2, 3), next(iter(deck.faces.values())))
    hand_actions.lay(script, 0, script.take(), script.spot(0))
    for seat in (1, 2, 3):
        pose = script.spot(seat, OVERLAPPING)
        covers = [script.cover(pose, one.pose) for one in script.placed]
        assert OVERLAPPING[0] <= max(covers) <= OVERLAPPING[1]
        hand_actions.lay(script, seat, script.take(), pose)
