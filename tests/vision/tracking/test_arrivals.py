"""What the votes of a landed card come to, and what the pixels say of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from engine.cards import BAVARIAN_32
from tests.support.deck_on_table import DrawnReader, drawn, frame_of
from tests.support.paper_table import CARDS, PixelReader, card_picture, cloth, paste, quad_at
from vision.geometry.quads import portrait
from vision.recognition.pack import Answer
from vision.tracking.arrivals import Arrival, ArrivalFinder, SettledScene
from vision.tracking.background.background_model import BackgroundModel
from vision.tracking.background.change_detection import to_lab_map
from vision.tracking.background.change_proposals import CardSizes
from vision.tracking.thresholds import TRACKING
from vision.types import Candidate, Reading

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.cards import Card

EIGHT, TEN, OVER = (BAVARIAN_32.card(name) for name in ("L8", "L10", "LO"))
PLACE = portrait(quad_at(480, 270, 25))


class Votes(DrawnReader):
    """Whose votes come to what it is told, whatever was seen."""

    def __init__(self, named: Card | None) -> None:
        super().__init__()
        self.answer = Answer(named, (Candidate(EIGHT, 0.99), Candidate(TEN, 0.98)), foreign=False, near=True)

    def judge(self, scores: np.ndarray, seen: Collection[Card] = ()) -> Answer:
        return replace(self.answer, card=None) if self.answer.card in seen else self.answer


@pytest.mark.parametrize(
    ("lies", "voted", "seen", "told"),
    [
        pytest.param(EIGHT, EIGHT, (), EIGHT, id="votes and pixels say the same"),
        pytest.param(EIGHT, None, (), EIGHT, id="the pixels tell what the votes cannot"),
        pytest.param(TEN, None, (), TEN, id="and that it is the other"),
        pytest.param(TEN, None, (TEN,), None, id="but that one lies elsewhere"),
        pytest.param(OVER, EIGHT, (), None, id="a stranger that the network takes for a card"),
        pytest.param(OVER, None, (), None, id="a stranger of which nothing is known"),
    ],
)
def test_when_the_votes_are_in_the_pixels_are_asked(
    lies: Card, voted: Card | None, seen: tuple[Card, ...], told: Card | None
) -> None:
    image = cloth()
    paste(image, drawn()[lies], PLACE)
    seeker, landing = ArrivalFinder(Votes(voted), CardSizes(image.shape[:2])), Arrival(PLACE, [])
    for number in range(TRACKING.arrival_votes):
        seeker.vote(frame_of(image, number), [landing])
    assert seeker.reading(landing, seen).card == told


def look_at(image: np.ndarray, moving: bool = False) -> SettledScene:
    now = to_lab_map(image)
    look = SettledScene(0, 0.0, image.shape[1::-1], now)
    look.unrest = np.full(now.shape[:2], 255, np.uint8) if moving else None
    return look


@pytest.mark.parametrize(
    ("known", "moving", "expected"),
    [
        pytest.param(False, False, [CARDS[0]], id="nothing changed enough, and a card lies there"),
        pytest.param(True, False, [], id="the card is known"),
        pytest.param(False, True, [], id="something moves there"),
    ],
)
def test_an_overlooked_card_is_found_in_the_whole_picture(known: bool, moving: bool, expected: list[Card]) -> None:
    image, reader = cloth(), PixelReader()
    paste(image, card_picture(CARDS[0]), PLACE)
    view = BackgroundModel.of(to_lab_map(image), image.shape[1])
    if known:
        view.add(Reading(CARDS[0], (Candidate(CARDS[0], 0.99),), PLACE, 1.0), to_lab_map(image), 0)
    seeker = ArrivalFinder(reader, CardSizes(image.shape[:2]))
    found = seeker.overlooked(image, look_at(image, moving), view)
    assert [seeker.reading(landing).card for landing in found] == expected
