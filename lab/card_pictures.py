"""Draws the pictures that pages show: `python -m lab.card_pictures models/cards`."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from engine.cards import PACKS
from simulator.card_art.canvas import Canvas
from simulator.card_art.packs import draw_pack
from simulator.card_art.pips import draw_pip
from simulator.card_art.style import Style
from vision.types import Image

CARD_HEIGHT_PX, SIGN_PX = 400, 128
CARD_QUALITY, SIGN_QUALITY = 40, 101
"""Of WebP: cards look as at 60, and a trick takes 0.3 s less on a bad mobile network; above 100 nothing is lost."""
FRENCH_LETTERS = (("Q", "D"), ("J", "B"))
FRENCH_SIGNS = {"C": "C", "S": "♠", "H": "♥", "D": "D"}


def draw_family(family: str, folder: Path) -> None:
    """Draws all cards and suit signs of *family*, `german` or `french`, into *folder*."""
    pack = PACKS["french52" if family == "french" else "german33"]
    style = replace(Style.doubled(), letters=FRENCH_LETTERS if family == "french" else (), corner=4.0)
    folder.mkdir(parents=True, exist_ok=True)
    for card, picture in draw_pack(pack.name, style, CARD_HEIGHT_PX).items():
        _write(folder / f"{card}.webp", picture, CARD_QUALITY)
    for suit in pack.suits:
        sign = FRENCH_SIGNS[suit] if family == "french" else suit
        _write(folder / f"{suit}.webp", draw_sign(style, sign), SIGN_QUALITY)


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
    for each in ("german", "french"):
        draw_family(each, Path(sys.argv[1]) / each)
