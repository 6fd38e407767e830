"""After an enrolment: one card under two names, names that were swapped, cards that would be asked for often."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from engine.cards import BAVARIAN_32, Card
from vision.card_art.packs import draw_pack
from vision.card_art.primitives.style import Style
from vision.enrolment.photographs.self_check import find_same_cards, find_swapped_names, reread_pack
from vision.enrolment.thresholds import NAMES
from vision.recognition.acceptance_calibration import calibrate_acceptance
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol

if TYPE_CHECKING:
    from vision.types import Image


@pytest.fixture(scope="module")
def drawn() -> dict[Card, Image]:
    return draw_pack("bavarian32", Style.random(31), 220)


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return Recogniser()


def test_names_that_are_right_are_not_suspected(drawn: dict[Card, Image]) -> None:
    assert find_swapped_names(drawn) == []


@pytest.mark.parametrize(("one", "other"), [("EO", "S9"), ("HA", "L8"), ("LK", "H7")])
def test_swapped_names_are_suspected(one: str, other: str, drawn: dict[Card, Image]) -> None:
    first, second = BAVARIAN_32.card(one), BAVARIAN_32.card(other)
    found = find_swapped_names({**drawn, first: drawn[second], second: drawn[first]})
    assert set(found[0]) == {first, second}


def test_too_few_cards_tell_nothing(drawn: dict[Card, Image]) -> None:
    assert find_swapped_names({card: picture for card, picture in drawn.items() if card.suit != "E"}) == []


def test_two_pictures_of_one_card_are_told(drawn: dict[Card, Image], recogniser: Recogniser) -> None:
    cards = [BAVARIAN_32.card(name) for name in ("EA", "E9", "HO", "SO", "H8")]
    pictures = {str(card): drawn[card] for card in cards}
    again = cv2.GaussianBlur(drawn[BAVARIAN_32.card("E9")], (0, 0), 0.7)[::-1, ::-1]
    pictures["H8"] = np.ascontiguousarray(again, np.uint8)
    assert find_same_cards(pictures, {str(card): card for card in cards}, recogniser) == [["E9", "H8"]]


def test_cards_are_read_again(drawn: dict[Card, Image], recogniser: Recogniser) -> None:
    pictures = {card: [picture] for card, picture in drawn.items() if card.rank in ("A", "O")}
    pack = calibrate_acceptance(enrol(pictures, "bavarian32", recogniser, "drawn"), recogniser)
    found = reread_pack(pack, recogniser)
    assert [one.card for one in found] == list(pack.cards)
    assert all((one.right, one.wrong, one.total) == (NAMES.rereadings, 0, NAMES.rereadings) for one in found)
