"""Draws the cards of a pack and its suit signs into a folder: `python -m page.draw_cards bavarian32-tell FOLDER`."""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

import cv2
import numpy as np

from device.i18n.words import LANGUAGES
from engine.cards import PACKS
from vision.card_art import Style, draw_pack
from vision.card_art.primitives.canvas import Canvas
from vision.card_art.primitives.face_layout import family
from vision.card_art.primitives.pips import draw_pip

if TYPE_CHECKING:
    from device.i18n.phrases import Region
    from vision.types import Image

CARD_HEIGHT_PX, SIGN_PX = 400, 128
QUALITY = 40
"""Of WebP; the drawings look as at 60, and a trick takes 0.3 s less on a bad mobile network."""
FRENCH_SIGNS = {"C": "C", "S": "♠", "H": "♥", "D": "D"}


def draw_into(name: str, folder: Path) -> None:
    """Draws pack and region of *name*, such as `bavarian32-tell`; *folder* appears once all pictures are in it."""
    kind, _, region = name.partition("-")
    pack = PACKS[kind]
    corners = LANGUAGES["de"][1][cast("Region", region)].corners
    letters = tuple((rank, corner) for rank, corner in corners.items() if len(corner) == 1)  # no words, such as Sau
    style = replace(Style.doubled(), letters=letters, corner=4.0)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as part:
        for card, picture in draw_pack(kind, style, CARD_HEIGHT_PX).items():
            _write(Path(part) / f"{card}.webp", picture, QUALITY)
        for suit in pack.suits:
            sign = FRENCH_SIGNS[suit] if family(pack) == "french" else suit
            _write(Path(part) / f"{suit}.webp", draw_sign(style, sign), 101)
        target = Path(part) / "whole"
        target.mkdir(mode=0o755)
        for file in Path(part).glob("*.webp"):
            file.rename(target / file.name)
        if not folder.is_dir():
            os.replace(target, folder)  # noqa: PTH105 - a folder


def draw_sign(style: Style, sign: str) -> Image:
    """Returns a suit sign with transparency, H×W×4. Its alpha is computed by drawing it on white and on black."""
    on_white, on_black = (_sign_on(style, sign, ground) for ground in (255, 0))
    cover = 255 - (on_white.astype(np.int16) - on_black).max(axis=2).clip(0, 255)
    share = np.maximum(cover, 1)[:, :, None] / 255
    colours = np.minimum(on_black / share, 255)
    return np.dstack([colours, cover]).astype(np.uint8)


def _sign_on(style: Style, sign: str, ground: int) -> Image:
    image = np.full((SIGN_PX * 2, SIGN_PX * 2, 3), ground, np.uint8)
    draw_pip(Canvas(image, SIGN_PX * 2 / 100, style.palette.ink, style.weight), style, sign, 50, 50, 92)
    return np.asarray(cv2.resize(image, (SIGN_PX, SIGN_PX), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _write(path: Path, picture: Image, quality: int) -> None:
    written, data = cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, quality])
    if not written:
        raise OSError(f"cannot encode {path}")
    path.write_bytes(data.tobytes())


if __name__ == "__main__":
    draw_into(sys.argv[1], Path(sys.argv[2]))
