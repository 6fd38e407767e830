"""The few letters and figures that stand on cards, as pen strokes: no font is needed and every build draws the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from simulator.card_art.canvas import Canvas, Colour, Points, box, ellipse, ribbon, ring, smooth

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from simulator.card_art.style import Lettering


_THIN, _THICK = 0.45, 1.0
_PENS: Mapping[Lettering, tuple[float, bool]] = {"serif": (0.17, True), "plain": (0.13, False), "fat": (0.24, True)}


class _Stroke(NamedTuple):
    points: Points
    width: float
    closed: bool = False

    def outline(self, pen: float) -> Points:
        return ring(self.points, pen * self.width) if self.closed else ribbon(self.points, (pen * self.width,), 2)


def _stroke(*points: tuple[float, float], width: float = _THICK) -> _Stroke:
    return _Stroke(np.array(points), width)


def _curve(*points: tuple[float, float], closed: bool = False) -> _Stroke:
    return _Stroke(smooth(points, closed=closed), _THICK, closed)


_RING = _Stroke(ellipse(0.3, 0.5, 0.27, 0.5), _THICK, closed=True)
_STEM = _stroke((0.12, 0), (0.12, 1))
_LOW_BOWL = _curve((0.12, 0.45), (0.4, 0.46), (0.55, 0.72), (0.4, 0.97), (0.12, 1))

_GLYPHS: Mapping[str, Sequence[_Stroke]] = {
    "0": (_RING,),
    "1": (_stroke((0.34, 0), (0.34, 1)), _stroke((0.14, 0.2), (0.34, 0.03), width=_THIN)),
    "2": (
        _curve((0.08, 0.28), (0.16, 0.05), (0.38, 0), (0.54, 0.22), (0.4, 0.55), (0.06, 0.97)),
        _stroke((0.05, 0.97), (0.56, 0.97)),
    ),
    "3": (
        _curve((0.08, 0.12), (0.3, 0), (0.5, 0.22), (0.25, 0.46)),
        _curve((0.25, 0.46), (0.56, 0.7), (0.32, 1), (0.06, 0.86)),
    ),
    "4": (
        _stroke((0.42, 0), (0.42, 1)),
        _stroke((0.42, 0.02), (0.04, 0.68), width=_THIN),
        _stroke((0.04, 0.7), (0.6, 0.7), width=0.7),
    ),
    "5": (
        _stroke((0.52, 0.03), (0.14, 0.03)),
        _stroke((0.14, 0.03), (0.1, 0.46), width=_THIN),
        _curve((0.1, 0.46), (0.4, 0.38), (0.56, 0.68), (0.34, 1), (0.06, 0.88)),
    ),
    "6": (
        _curve((0.5, 0.06), (0.2, 0.22), (0.06, 0.66)),
        _curve((0.06, 0.68), (0.3, 0.42), (0.55, 0.7), (0.3, 1), closed=True),
    ),
    "7": (_stroke((0.05, 0.03), (0.56, 0.03)), _stroke((0.55, 0.03), (0.22, 1))),
    "8": (
        _curve((0.3, 0), (0.52, 0.22), (0.3, 0.46), (0.08, 0.22), closed=True),
        _curve((0.3, 0.46), (0.56, 0.73), (0.3, 1), (0.04, 0.73), closed=True),
    ),
    "9": (
        _curve((0.1, 0.94), (0.4, 0.78), (0.54, 0.34)),
        _curve((0.54, 0.32), (0.3, 0.58), (0.05, 0.3), (0.3, 0), closed=True),
    ),
    "A": (
        _stroke((0.3, 0), (0.58, 1)),
        _stroke((0.3, 0), (0.02, 1), width=0.6),
        _stroke((0.12, 0.66), (0.48, 0.66), width=_THIN),
    ),
    "B": (_STEM, _curve((0.12, 0), (0.42, 0.02), (0.48, 0.24), (0.38, 0.44), (0.12, 0.46)), _LOW_BOWL),
    "D": (_STEM, _curve((0.12, 0), (0.45, 0.08), (0.58, 0.5), (0.45, 0.92), (0.12, 1))),
    "E": (
        _STEM,
        *(_stroke((0.12, y), (reach, y), width=0.6) for y, reach in ((0.04, 0.54), (0.5, 0.44), (0.96, 0.56))),
    ),
    "I": (_stroke((0.3, 0), (0.3, 1)),),
    "J": (_curve((0.42, 0), (0.42, 0.3), (0.42, 0.75), (0.26, 1), (0.06, 0.86)),),
    "K": (_STEM, _stroke((0.55, 0), (0.14, 0.6), width=_THIN), _stroke((0.26, 0.4), (0.58, 1))),
    "L": (_STEM, _stroke((0.12, 0.96), (0.55, 0.96), width=0.6)),
    "O": (_RING,),
    "Q": (_RING, _stroke((0.3, 0.72), (0.58, 1.06))),
    "U": (_curve((0.1, 0), (0.1, 0.4), (0.12, 0.82), (0.3, 1), (0.5, 0.82), (0.52, 0.4), (0.52, 0)),),
    "V": (_stroke((0.04, 0), (0.3, 1)), _stroke((0.56, 0), (0.3, 1), width=_THIN)),
    "W": (
        *(_stroke((x, 0), (x + 0.2, 1)) for x in (0.0, 0.3)),
        *(_stroke((x + 0.4, 0), (x + 0.2, 1), width=_THIN) for x in (0.0, 0.3)),
    ),
    "X": (_stroke((0.06, 0), (0.54, 1)), _stroke((0.54, 0), (0.06, 1), width=_THIN)),
}
_SERIFS: Mapping[str, Sequence[tuple[float, float]]] = {
    "1": ((0.34, 1),),
    "4": ((0.42, 1),),
    "A": ((0.02, 1), (0.58, 1)),
    "B": (),
    "I": ((0.3, 0), (0.3, 1)),
    "J": ((0.42, 0),),
    "K": ((0.12, 0), (0.12, 1), (0.55, 0), (0.58, 1)),
    "L": ((0.12, 0),),
    "U": ((0.1, 0), (0.52, 0)),
    "V": ((0.04, 0), (0.56, 0)),
    "X": ((0.06, 0), (0.54, 1), (0.54, 0), (0.06, 1)),
}
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
    pen, serifs = _PENS[lettering]
    left = -text_width(text) / 2
    squeeze = np.array([narrow, 1.0])
    for letter in text:
        advance = _ADVANCE.get(letter, 0.72)
        shift = np.array([(left + (advance - 0.6) / 2), 0.0])
        with canvas.moved(x, y - height / 2, height):
            for stroke in _GLYPHS[letter]:
                canvas.fill((stroke.outline(pen) + shift) * squeeze, colour, outlined=False)
            for foot, end in _SERIFS.get(letter, ()) if serifs else ():
                serif = box(foot - 0.14, end - 0.025, foot + 0.14, end + 0.025)
                canvas.fill((serif + shift) * squeeze, colour, outlined=False)
        left += advance
