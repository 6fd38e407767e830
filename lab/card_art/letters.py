"""The few letters and figures that stand on cards, as pen strokes: no font is needed and every build draws the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lab.card_art.canvas import Canvas, Colour, box, ribbon, ring
from lab.card_art.drawings import names_of, shapes_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lab.card_art.style import Lettering


_PENS: Mapping[Lettering, tuple[float, bool]] = {"serif": (0.17, True), "plain": (0.13, False), "fat": (0.24, True)}
"""The width of the pen in heights of a letter, and whether strokes end in serifs."""
_ADVANCE = {"I": 0.42, "W": 0.95, "1": 0.62}


def text_width(text: str) -> float:
    """Returns the width of *text* written one unit high."""
    return sum(_ADVANCE.get(letter, 0.72) for letter in text)


def write(
    canvas: Canvas,
    text: str,
    x: float,
    y: float,
    height: float,
    colour: Colour,
    lettering: Lettering = "serif",
    narrow: float = 1.0,
) -> None:
    """Writes *text* centred around (x, y), *height* units high; *narrow* squeezes it sideways."""
    pen, has_serifs = _PENS[lettering]
    left = -text_width(text) / 2
    squeeze = np.array([narrow, 1.0])
    for letter in text:
        advance = _ADVANCE.get(letter, 0.72)
        shift = np.array([(left + (advance - 0.6) / 2), 0.0])
        with canvas.moved(x, y - height / 2, height):
            for stroke in shapes_of("letters", letter):
                width = pen * stroke.entry.get("pen", 1.0)
                is_closed = stroke.entry.get("closed", False)
                outline = ring(stroke.outline, width) if is_closed else ribbon(stroke.outline, (width,), 2)
                canvas.fill((outline + shift) * squeeze, colour, outlined=False)
            for ends in shapes_of("serifs", letter) if has_serifs and letter in names_of("serifs") else ():
                for foot, end in ends.outline:
                    serif = box(foot - 0.14, end - 0.025, foot + 0.14, end + 0.025)
                    canvas.fill((serif + shift) * squeeze, colour, outlined=False)
        left += advance
