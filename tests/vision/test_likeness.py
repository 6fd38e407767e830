"""The second opinion on what the network names: how much a crop looks like a card's kept picture."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.cards import BAVARIAN_32
from vision.likeness import likeness
from vision.rectify import CROP_HEIGHT, CROP_WIDTH, inset, rectify, turned, whole
from vision.simulator.drawing.packs import draw_pack
from vision.simulator.drawing.style import Style

NAMES = ("EA", "LO", "H7", "SK")
DECK = draw_pack("bavarian32", Style.random(9001), 220)
CROPS = {name: rectify(DECK[BAVARIAN_32.card(name)], whole(DECK[BAVARIAN_32.card(name)])) for name in NAMES}
HALF = np.repeat(np.arange(CROP_WIDTH)[None] < CROP_WIDTH // 2, CROP_HEIGHT, axis=0)


@pytest.mark.parametrize("name", NAMES)
def test_a_card_is_most_like_its_own_picture_whichever_way_up(name: str) -> None:
    picture = DECK[BAVARIAN_32.card(name)]
    badly_cut = rectify(picture, inset(whole(picture), 0.02))
    in_bad_light = np.clip(cv2.GaussianBlur(badly_cut, (0, 0), 2) * np.array([0.3, 0.4, 0.5]) + 10, 0, 255)
    for seen in (badly_cut, turned(badly_cut), in_bad_light.astype(np.uint8)):
        alike = {other: likeness(seen, [crop]) for other, crop in CROPS.items()}
        assert max(alike, key=lambda other: alike[other]) == name
        assert alike[name] > 0.7
        assert max(value for other, value in alike.items() if other != name) < alike[name] - 0.2


def test_the_most_alike_of_several_pictures_counts() -> None:
    assert likeness(CROPS["EA"], CROPS.values()) > 0.99


def test_only_what_shows_is_compared() -> None:
    seen = np.where(HALF[..., None], CROPS["LO"], CROPS["H7"])
    assert likeness(seen, [CROPS["LO"]], HALF) > 0.9 > likeness(seen, [CROPS["LO"]])
    assert likeness(seen, [CROPS["H7"]], HALF) < 0.5


@pytest.mark.parametrize(
    ("crop", "shown"),
    [
        pytest.param(CROPS["EA"], np.zeros_like(HALF), id="nothing shows"),
        pytest.param(np.full_like(CROPS["EA"], 90), None, id="of one colour"),
        pytest.param(np.full_like(CROPS["EA"], 90), HALF, id="half of it, of one colour"),
    ],
)
def test_what_shows_nothing_is_like_nothing(crop: np.ndarray, shown: np.ndarray | None) -> None:
    assert likeness(crop, [CROPS["EA"]], shown) == pytest.approx(0, abs=0.05)
