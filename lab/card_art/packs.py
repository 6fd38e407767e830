"""Whole cards and packs of one drawn deck, as pictures."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from engine.cards import PACKS, Card, Pack
from lab.card_art.canvas import Canvas, rounded
from lab.card_art.faces import SIZES_MM, draw_face, face, panel_inset
from lab.card_art.frames import draw_back_picture, draw_frame, draw_ground, draw_index
from lab.card_art.style import Face, Style, UnknownStyle
from vision.types import Image

_FINENESS = 2
"""Pictures are drawn this many times larger, then averaged down."""
_SLOPES = {"line": 0.0, "none": 0.0, "band": 0.0, "slant": 0.28, "steep": 0.62}


def card_width(kind: str, style: Style, height: int) -> int:
    """Returns the width in px of a card of the pack *kind* that is *height* px high.

    :raises UnknownStyle: for a height that is too small to draw, or an unknown pack.
    """
    if kind not in PACKS:
        raise UnknownStyle(f"got pack {kind!r}, expected one of {', '.join(PACKS)}")
    if height < 16:
        raise UnknownStyle(f"got a card height of {height} px, expected at least 16")
    width_mm, height_mm = SIZES_MM[PACKS[kind].family]
    return round(height * (width_mm / height_mm if style.aspect is None else style.aspect))


@lru_cache(maxsize=160)
def draw_card(pack: Pack, card: Card, style: Style, height: int) -> Image:
    """Returns the face of *card*, *height* px high, square-cornered, read-only; same style, same bytes.

    :raises UnknownCard: if *card* is not in *pack*.
    :raises UnknownStyle: for a height that is too small to draw.
    """
    what = face(pack, card, style)
    width = card_width(pack.name, style, height)
    canvas = _blank(width, height, style)
    draw_ground(canvas, what)
    margin = style.margin if style.frame != "none" else 0.8
    with canvas.clipped(rounded(margin, margin, what.width - margin, 100 - margin, 3.0)):
        draw_face(canvas, what)
    if style.screen:
        _engrave(canvas, style)
    if what.doubled:
        _double(canvas, what)
    draw_index(canvas, what)
    draw_frame(canvas, what)
    return _reduced(canvas, width, height)


def draw_pack(kind: str, style: Style, height: int) -> dict[Card, Image]:
    """Returns every card of the pack *kind* (a name of `engine.cards.PACKS`), *height* px high.

    :raises UnknownStyle: for an unknown pack or a height that is too small to draw.
    """
    card_width(kind, style, height)
    pack = PACKS[kind]
    return {card: draw_card(pack, card, style, height) for card in pack.cards}


@lru_cache(maxsize=16)
def draw_back(style: Style, height: int, kind: str = "bavarian32") -> Image:
    """Returns the back of the deck's cards, *height* px high, read-only.

    :raises UnknownStyle: for an unknown pack or a height that is too small to draw.
    """
    width = card_width(kind, style, height)
    canvas = _blank(width, height, style)
    draw_back_picture(canvas, style, 100.0 * width / height)
    canvas.image[height:] = canvas.image[height - 1 :: -1, ::-1]  # a back must not tell which way up the card lies
    return _reduced(canvas, width, height)


def _engrave(canvas: Canvas, style: Style) -> None:
    """Lays dark lines over everything coloured, as an engraver shades."""
    image = canvas.image
    turn = np.radians(style.rng("screen").uniform(-60, 60))
    rows, columns = np.arange(image.shape[0])[:, None], np.arange(image.shape[1])[None, :]
    wave = (rows * np.cos(turn) + columns * np.sin(turn)) / (style.screen * canvas.unit) % 1.0
    strokes = (wave < 0.35) & (image.max(axis=2) - image.min(axis=2) > 70)
    image[strokes] = image[strokes] // 4 * 3


def _blank(width: int, height: int, style: Style) -> Canvas:
    image = np.empty((height * _FINENESS, width * _FINENESS, 3), np.uint8)
    image[:] = style.palette.paper[::-1]
    return Canvas(image, height * _FINENESS / 100, style.palette.ink, style.weight)


def _reduced(canvas: Canvas, width: int, height: int) -> Image:
    picture: Image = np.asarray(cv2.resize(canvas.image, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)
    picture.flags.writeable = False
    return picture


def _double(canvas: Canvas, what: Face) -> None:
    """Joins the upper half of the picture to itself turned by half a circle."""
    image, style = canvas.image, what.style
    height, width = image.shape[:2]
    slope = _SLOPES[style.divider] if what.card.rank in ("K", "O", "U", "Q", "J") else 0.0
    line = height / 2 - slope * (np.arange(width) - (width - 1) / 2)
    below = np.arange(height)[:, None] + 0.5 > line[None, :]
    np.copyto(image, image[::-1, ::-1].copy(), where=below[:, :, None])
    if style.divider == "none" or (what.count is not None and style.frame == "none"):
        return
    reach = what.width / 2 - (panel_inset(what) if what.family == "french" else style.margin)
    middle, rise = what.width / 2, slope * reach
    ends = np.array([(middle - reach, 50 + rise), (middle + reach, 50 - rise)])
    if style.divider == "band":
        canvas.line(ends, style.palette.yellow, 1.8 / style.weight)
        for offset in (-0.9, 0.9):
            canvas.line(ends + np.array((0, offset)))
    else:
        canvas.line(ends)
