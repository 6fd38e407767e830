"""The pictures of every pack in every region whose names fit it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import pytest

from device.i18n.words import LANGUAGES
from engine.cards import PACKS
from page import draw_cards

if TYPE_CHECKING:
    from pathlib import Path

ART = [
    f"{name}-{region}"
    for name, pack in PACKS.items()
    for region, names in LANGUAGES["de"][1].items()
    if set(pack.suits) <= names.suits.keys()
]


@pytest.mark.parametrize("art", ART)
def test_every_card_and_suit_has_a_picture(art: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw_cards, "CARD_HEIGHT_PX", 60)
    draw_cards.draw_into(art, tmp_path / art)
    pack = PACKS[art.partition("-")[0]]
    assert {file.stem for file in (tmp_path / art).iterdir()} == {*map(str, pack.cards), *pack.suits}
    sign = cv2.imread(str(tmp_path / art / f"{pack.suits[0]}.webp"), cv2.IMREAD_UNCHANGED)
    assert sign.shape == (draw_cards.SIGN_PX, draw_cards.SIGN_PX, 4)
    assert sign[0, 0, 3] == 0, "around it nothing is drawn"
    assert sign[:, :, 3].max() == 255


def test_drawing_again_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw_cards, "CARD_HEIGHT_PX", 60)
    for _ in range(2):
        draw_cards.draw_into("french20-french", tmp_path / "art")
    assert [file.name for file in tmp_path.iterdir()] == ["art"]
