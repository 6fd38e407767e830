"""Draws the pictures of cards that the program ships: `python -m lab.card_pictures models`.

`cards/` are small ones for pages; `drawn_decks/` are for printing, the demo and the simulated table.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as Pictures

from cli.print_pages import DPI
from engine.cards import PACKS, Pack
from lab.card_art.canvas import Canvas
from lab.card_art.faces import SIZES_MM
from lab.card_art.packs import draw_back, draw_card, draw_pack
from lab.card_art.pips import draw_pip
from lab.card_art.style import Style
from simulator.deck import BACK_NAME, STYLES
from vision.types import Image

CARD_HEIGHT_PX, SIGN_PX = 400, 128
CARD_QUALITY, SIGN_QUALITY = 40, 101
"""Of WebP: cards look as at 60, and a trick takes 0.3 s less on a bad mobile network; above 100 nothing is lost."""
FRENCH_LETTERS = (("Q", "D"), ("J", "B"))
FRENCH_SIGNS = {"C": "C", "S": "♠", "H": "♥", "D": "D"}
PRINT_COLOURS = 128
"""Of a card for printing: three fifths of the bytes; of a thousand pixels one is off by more than 15 of 255."""
DECKS = dict(zip(STYLES, (Style.default(), Style.doubled()), strict=True))
FAMILIES = {"german": PACKS["german33"], "french": PACKS["french52"]}
"""Each has the cards of all packs of its suits."""


def draw_for_pages(name: str, folder: Path) -> None:
    """Draws all cards and suit signs of the family *name* into *folder*."""
    pack = FAMILIES[name]
    style = replace(Style.doubled(), letters=FRENCH_LETTERS if name == "french" else (), corner=4.0)
    folder.mkdir(parents=True, exist_ok=True)
    for card, picture in draw_pack(pack.name, style, CARD_HEIGHT_PX).items():
        _write(folder / f"{card}.webp", picture, CARD_QUALITY)
    for suit in pack.suits:
        sign = FRENCH_SIGNS[suit] if name == "french" else suit
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


def print_height(kind: Pack) -> int:
    """Returns the height of a card as sold, in px of a printed page."""
    return round(SIZES_MM[kind.family][1] / 25.4 * DPI)


def draw_for_print(kind: Pack, style: Style, folder: Path) -> None:
    """Draws all cards of *kind* and their back into *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    height = print_height(kind)
    for card in kind.cards:
        _write_for_print(folder / f"{card}.webp", draw_card(kind, card, style, height))
    _write_for_print(folder / f"{BACK_NAME}.webp", draw_back(style, height, kind.name))


def _write_for_print(path: Path, picture: Image) -> None:
    """Writes few colours without loss, since their edges stay sharp; JPEG and lossy WebP smear them, and need more."""
    few = Pictures.fromarray(picture[:, :, ::-1]).quantize(PRINT_COLOURS, kmeans=2, dither=Pictures.Dither.NONE)
    few.convert("RGB").save(path, "WEBP", lossless=True, quality=80, method=4)


def main() -> None:
    models = Path(sys.argv[1])
    for name, kind in FAMILIES.items():
        draw_for_pages(name, models / "cards" / name)
        for style_name, style in DECKS.items():
            draw_for_print(kind, style, models / "drawn_decks" / style_name / name)


if __name__ == "__main__":
    main()
