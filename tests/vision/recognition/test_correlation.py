"""The second opinion on what the network names: how much a crop looks like a card's kept picture."""

from functools import cache

import cv2
import numpy as np
import pytest

from engine.cards import BAVARIAN_32
from lab.card_art.packs import draw_card
from lab.card_art.style import Style
from vision.geometry.rectify import CROP_HEIGHT, CROP_WIDTH, full_quad, inset, rectify, rotate_180
from vision.recognition.correlation import ComparedCrop, difference_projection
from vision.types import Image

NAMES = ("EA", "LO", "H7", "SK")
HALF = np.repeat(np.arange(CROP_WIDTH)[None] < CROP_WIDTH // 2, CROP_HEIGHT, axis=0)
OF_ONE_COLOUR = np.full((CROP_HEIGHT, CROP_WIDTH, 3), 90, np.uint8)


def picture_of(name: str) -> Image:
    return draw_card(BAVARIAN_32, BAVARIAN_32.card(name), Style.random(9001), 220)


@cache
def crop_of(name: str) -> Image:
    return rectify(picture_of(name), full_quad(picture_of(name)))


@pytest.mark.parametrize("name", NAMES)
def test_a_card_is_most_like_its_own_picture_whichever_way_up(name: str) -> None:
    picture = picture_of(name)
    badly_cut = rectify(picture, inset(full_quad(picture), 0.02))
    in_bad_light = np.clip(cv2.GaussianBlur(badly_cut, (0, 0), 2) * np.array([0.3, 0.4, 0.5]) + 10, 0, 255)
    for seen in (badly_cut, rotate_180(badly_cut), in_bad_light.astype(np.uint8)):
        alike = {other: ComparedCrop(seen).ncc([crop_of(other)]) for other in NAMES}
        assert max(alike, key=lambda other: alike[other]) == name
        assert alike[name] > 0.7
        assert max(value for other, value in alike.items() if other != name) < alike[name] - 0.2


@pytest.mark.parametrize(
    ("crop", "shown"),
    [
        pytest.param(None, np.zeros_like(HALF), id="nothing shows"),
        pytest.param(OF_ONE_COLOUR, None, id="of one colour"),
        pytest.param(OF_ONE_COLOUR, HALF, id="half of it, of one colour"),
    ],
)
def test_what_shows_nothing_is_like_nothing(crop: np.ndarray | None, shown: np.ndarray | None) -> None:
    """Without *crop*: the card itself."""
    compared = ComparedCrop(crop_of("EA") if crop is None else crop, shown)
    assert compared.ncc([crop_of("EA")]) == pytest.approx(0, abs=0.05)


@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), (0.25, 0.3, 0.4)], ids=["good light", "dim and warm"])
@pytest.mark.parametrize(("one", "other"), [("S7", "S8"), ("H9", "H10"), ("EA", "LA")])
def test_cards_that_look_alike_lean_to_one_side_where_they_differ(
    one: str, other: str, light: tuple[float, float, float]
) -> None:
    crops = {name: crop_of(name) for name in (one, other)}
    for name, towards in ((one, 1.0), (other, -1.0)):
        seen = (cv2.GaussianBlur(crops[name], (0, 0), 1.0) * np.array(light)).astype(np.uint8)
        found = difference_projection(rotate_180(seen), [crops[one]], [crops[other]])
        assert found.towards == pytest.approx(towards, abs=0.25)
        assert found.difference > 5


def test_where_two_cards_do_not_differ_nothing_leans() -> None:
    crop = crop_of("S7")
    blank = np.full_like(crop, 230)
    upper = np.repeat(np.arange(CROP_HEIGHT)[:, None] < CROP_HEIGHT // 2, CROP_WIDTH, axis=1)
    same_above = np.where(upper[..., None], crop, blank)
    assert (
        difference_projection(crop, [crop], [same_above], upper).difference
        < 5
        < difference_projection(crop, [crop], [same_above]).difference
    )
    assert difference_projection(crop, [crop], [crop_of("S8")], np.zeros_like(upper)).towards == 0
