"""Cards that have arrived are found where the view changed, and if it hardly did in the whole picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.support.paper_table import CARDS, PixelReader, card_picture, cloth, paste, quad_at
from vision.geometry.quads import portrait
from vision.recognition.naming import Answer
from vision.scene.proposals import Proposal
from vision.tracking.arrivals.arrival_finder import ArrivalFinder
from vision.tracking.arrivals.votes import VoteReader
from vision.tracking.background.background_model import BackgroundModel
from vision.tracking.background.card_sizes import CardSizes
from vision.tracking.background.change_detection import to_lab_map
from vision.tracking.settled_scene import SettledScene
from vision.types import Candidate, Reading

if TYPE_CHECKING:
    from engine.cards import Card

PLACE = portrait(quad_at(480, 270, 25))


def look_at(image: np.ndarray, moving: bool = False) -> SettledScene:
    now = to_lab_map(image)
    look = SettledScene(0, 0.0, image.shape[1::-1], now)
    look.motion_mask = np.full(now.shape[:2], 255, np.uint8) if moving else None
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
    found = ArrivalFinder(reader, CardSizes(image.shape[:2])).find_faint_arrivals(image, look_at(image, moving), view)
    assert [VoteReader(reader).reading(arrival).card for arrival in found] == expected


@pytest.mark.parametrize(
    ("lies_px", "is_named", "is_still_there"),
    [
        pytest.param(0, True, True, id="the card lies where it was: the outline beside it is worse"),
        pytest.param(40, True, False, id="the card was pushed to where the outline is"),
        pytest.param(40, False, True, id="a doubtful reading moves no card"),
    ],
)
def test_an_outline_beside_a_card_moves_it_only_if_it_is_read_better_there(
    lies_px: int, is_named: bool, is_still_there: bool
) -> None:
    image, table, reader = cloth(), cloth(), PixelReader()
    paste(table, card_picture(CARDS[0]), PLACE)
    view = BackgroundModel.of(to_lab_map(cloth()), image.shape[1])
    view.add(Reading(CARDS[0], (Candidate(CARDS[0], 0.99),), PLACE, 1.0), to_lab_map(table), 0)
    beside = PLACE + np.float32((0, 40))
    paste(image, card_picture(CARDS[0]), PLACE + np.float32((0, lies_px)))
    answer = Answer(CARDS[0] if is_named else None, (Candidate(CARDS[0], 0.84),), is_foreign=False, is_of_pack=True)
    finder = ArrivalFinder(reader, CardSizes(image.shape[:2]))
    assert finder._is_still_at(view.cards[0], image, Proposal(beside, answer, 0.9)) is is_still_there


def test_another_card_laid_half_upon_a_card_is_no_outline_of_it() -> None:
    """Though what lies below is read better where it lies than the upper one by an outline that is a little off."""
    image, table, reader = cloth(), cloth(), PixelReader()
    paste(table, card_picture(CARDS[0]), PLACE)
    paste(image, card_picture(CARDS[0]), PLACE)
    view = BackgroundModel.of(to_lab_map(cloth()), image.shape[1])
    view.add(Reading(CARDS[0], (Candidate(CARDS[0], 0.99),), PLACE, 1.0), to_lab_map(table), 0)
    answer = Answer(CARDS[1], (Candidate(CARDS[1], 0.84),), is_foreign=False, is_of_pack=True)
    finder = ArrivalFinder(reader, CardSizes(image.shape[:2]))
    upper = Proposal(PLACE + np.float32((0, 40)), answer, 0.9)
    assert not finder._is_still_at(view.cards[0], image, upper)
