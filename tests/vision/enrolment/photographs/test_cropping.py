"""Upright cards from scans and photographs: how many pictures are held at once, and how large what is left."""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from engine.cards import BAVARIAN_32
from tests.support.enrolment.deck_on_table import drawn
from tests.support.paper_table import cloth, paste, quad_at
from vision.enrolment.card_crops import CARD_SIZE
from vision.enrolment.photographs.cropping import MAX_SCAN_HEIGHT, upright_cards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vision.types import Image

pytestmark = pytest.mark.slow

NAMES = [str(card) for card in BAVARIAN_32.cards[:4]]


def _scan(name: str) -> Image:
    return cv2.resize(drawn()[BAVARIAN_32.card(name)], (600, 1000)).astype(np.uint8)


def _scan_on_its_side(name: str) -> Image:
    return np.ascontiguousarray(np.rot90(_scan(name)))


def _photograph(name: str) -> Image:
    table = cv2.resize(cloth(), None, fx=2, fy=2).astype(np.uint8)
    paste(table, drawn()[BAVARIAN_32.card(name)], quad_at(900, 500, 8, 340, 600))
    return table


class Loaded(Mapping[str, "Image"]):
    """Makes each picture as it is asked for, and counts those that somebody still has."""

    def __init__(self, make: Callable[[str], Image]) -> None:
        self._make = make
        self._made: list[weakref.ref[Image]] = []
        self.most = 0

    def __getitem__(self, name: str) -> Image:
        self.most = max(self.most, 1 + sum(made() is not None for made in self._made))
        picture = self._make(name)
        self._made.append(weakref.ref(picture))
        return picture

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


@pytest.mark.parametrize(
    ("make", "height"),
    [
        pytest.param(_scan, MAX_SCAN_HEIGHT, id="scans"),
        pytest.param(_scan_on_its_side, MAX_SCAN_HEIGHT, id="scans on their side"),
        pytest.param(_photograph, CARD_SIZE[0], id="photographs"),
    ],
)
def test_one_picture_is_held_at_a_time(make: Callable[[str], Image], height: int) -> None:
    """A deck of photographs of twelve megapixels has more than the memory of a small device."""
    pictures = Loaded(make)
    cards, length, faults, _ = upright_cards(pictures)
    assert faults == {}
    assert pictures.most == 1
    assert list(cards) == NAMES
    assert {card.shape[0] for card in cards.values()} == {height}
    drawn_length = max(_scan(NAMES[0]).shape) / _scan(NAMES[0]).shape[1]
    assert length == (None if make is _photograph else pytest.approx(drawn_length, abs=0.01))
    alike = upright_cards({name: make(name) for name in NAMES}).cards
    assert all((cards[name] == alike[name]).all() for name in NAMES)
