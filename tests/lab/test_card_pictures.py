"""The pictures of cards that are shipped."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import PACKS, Pack
from lab.card_art import draw_back, draw_card
from lab.card_pictures import CARD_HEIGHT_PX, DECKS, FAMILIES, SIGN_PX, draw_for_pages, print_height
from simulator.deck import BACK_NAME, print_picture
from vision.types import Image
from web.kit.cards import FOLDER, picture_url


def picture(file: Path) -> Image:
    return np.asarray(cv2.imread(str(file), cv2.IMREAD_UNCHANGED), np.uint8)


@pytest.mark.parametrize("pack", PACKS.values(), ids=str)
def test_every_card_and_suit_of_every_pack_has_a_picture(pack: Pack) -> None:
    for name in (*map(str, pack.cards), *pack.suits):
        shipped = picture(FOLDER.parent / picture_url(pack.name, name)[1:])
        assert shipped.shape[0] == (SIGN_PX if name in pack.suits else CARD_HEIGHT_PX)


@pytest.mark.slow
@pytest.mark.parametrize("family", ["german", "french"])
def test_the_shipped_pictures_are_those_that_are_drawn_now(family: str, tmp_path: Path) -> None:
    draw_for_pages(family, tmp_path)
    assert {file.name for file in tmp_path.iterdir()} == {file.name for file in (FOLDER / family).iterdir()}
    for file in tmp_path.iterdir():
        drawn, shipped = picture(file).astype(int), picture(FOLDER / family / file.name)
        assert drawn.shape == shipped.shape
        assert np.abs(drawn - shipped).mean() < 1.0, f"{file.name} was drawn otherwise: draw them anew"


@pytest.mark.slow
@pytest.mark.parametrize("style", DECKS)
@pytest.mark.parametrize("family", FAMILIES)
def test_the_shipped_decks_are_those_that_are_drawn_now(family: str, style: str) -> None:
    kind = FAMILIES[family]
    for card in kind.cards[::3]:
        drawn = draw_card(kind, card, DECKS[style], print_height(kind))
        off = np.abs(drawn.astype(int) - print_picture(kind, str(card), style)).max(axis=2)
        assert off.mean() < 1.0, f"{card} was drawn otherwise: draw them anew"
        assert np.percentile(off, 99.5) < 20
    back = draw_back(DECKS[style], print_height(kind), kind.name)
    assert np.abs(back.astype(int) - print_picture(kind, BACK_NAME, style)).mean() < 1.0


def test_around_a_suit_sign_nothing_is_drawn() -> None:
    sign = picture(FOLDER / "german" / "E.webp")
    assert (sign[0, 0, 3], sign[:, :, 3].max()) == (0, 255)
