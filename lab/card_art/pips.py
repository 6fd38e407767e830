"""Suit signs, and where the pips of numeral cards stand."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from lab.card_art.canvas import Canvas, Colour, Points, box, ellipse, mirrored, mix, ribbon, smooth

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lab.card_art.style import Style


@dataclass(frozen=True, slots=True)
class Spot:
    """`x` runs from -1 to 1 across, `y` from 0 (top) to 1 (bottom) of the field; `turn` is in degrees, clockwise."""

    x: float
    y: float
    turn: float = 0.0
    sign: str | None = None


_COLUMNS: Mapping[int, Sequence[Sequence[int]]] = {
    10: ((3, 4, 3), (3, 4, 3), (5, 5), (4, 2, 4)),
    9: ((3, 3, 3), (3, 3, 3), (4, 1, 4), (3, 3, 3)),
    8: ((4, 4), (4, 4), (3, 2, 3), (4, 4)),
    7: ((3, 1, 3), (3, 1, 3), (2, 3, 2), (3, 1, 3)),
    6: ((3, 3), (3, 3), (2, 2, 2), (3, 3)),
    5: ((2, 1, 2),),
    4: ((2, 2),),
    3: ((3,),),
    2: ((2,),),
    1: ((1,),),
}
_FRENCH: Mapping[int, tuple[Sequence[float], Sequence[float]]] = {
    1: ((), (0.5,)),
    2: ((), (0, 1)),
    3: ((), (0, 0.5, 1)),
    4: ((0, 1), ()),
    5: ((0, 1), (0.5,)),
    6: ((0, 0.5, 1), ()),
    7: ((0, 0.5, 1), (0.25,)),
    8: ((0, 0.5, 1), (0.25, 0.75)),
    9: ((0, 1 / 3, 2 / 3, 1), (0.5,)),
    10: ((0, 1 / 3, 2 / 3, 1), (1 / 6, 5 / 6)),
}
"""Heights of each of the two outer columns, and of the middle one."""


def column_layout(count: int, rng: Random | None = None) -> tuple[Spot, ...]:
    """Hearts and bells: upright columns, the middle one raised or lowered as it has room."""
    choices = _COLUMNS[count]
    columns = rng.choice(choices) if rng else choices[0]
    spots: list[Spot] = []
    tallest = max(columns)
    for index, length in enumerate(columns):
        x = 0.0 if len(columns) == 1 else (-1 + 2 * index / (len(columns) - 1)) * (0.62 if len(columns) == 2 else 1.0)
        step = 1 / max(tallest - 1, 1)
        if len(columns) == 3 and index == 1:
            start = 0.0 if length == 1 else (1 - step * (length - 1)) / 2
            start = max(0.0, start - step * 0.4) if length == tallest == 3 else start
        else:
            start = (1 - step * (length - 1)) / 2
        spots += [Spot(x, start + step * row) for row in range(length)]
    if tallest == columns[0] == 3 and columns[1:2] == (3,):
        spots = [Spot(s.x, s.y * 0.86 + (0.14 if s.x else 0.0)) for s in spots]
    if columns == (3, 1, 3):
        spots = [Spot(s.x, s.y * 0.88 + 0.12) if s.x else s for s in spots]
    return tuple(spots)


def branch_layout(count: int, is_horizontal: bool) -> tuple[Spot, ...]:
    """Acorns and leaves: pairs along a twig, an odd one at its tip; *is_horizontal* ones point away from the twig."""
    pairs, odd = divmod(count, 2)
    turn = 90.0 if is_horizontal else 0.0
    first = 0.9 if odd else 0.0
    step = 1 / max(pairs - 1 + first, 1)
    spots = [Spot(0.0, 0.0)] if odd else []
    for row in range(pairs):
        y = (row + first) * step
        spots += [Spot(-1.0, y, -turn), Spot(1.0, y, turn)]
    return tuple(spots)


def weli_layout() -> tuple[Spot, ...]:
    """Six bells, with an acorn and a heart between them."""
    bells = [Spot(x, y) for x in (-1.0, 1.0) for y in (0.0, 0.5, 1.0)]
    return (*bells, Spot(0.0, 0.12, 0.0, "E"), Spot(0.0, 0.85, 0.0, "H"))


def french_layout(count: int) -> tuple[Spot, ...]:
    """Signs in the lower half stand on their heads."""
    outer, middle = _FRENCH[count]
    spots = [Spot(x, y) for x in (-1.0, 1.0) for y in outer] + [Spot(0.0, y) for y in middle]
    return tuple(Spot(spot.x, spot.y, 180.0 if spot.y > 0.55 else 0.0) for spot in spots)


def draw_pip(canvas: Canvas, style: Style, sign: str, x: float, y: float, size: float, turn: float = 0.0) -> None:
    """Draws one suit sign, *size* units high, around (x, y)."""
    number = style.drawing(sign)
    rng = Random(f"pip {sign} {number}") if number else None
    with canvas.moved(x, y, size, turn):
        _DRAWERS[sign](canvas, style, rng)


def _pick(rng: Random | None, house: Colour, *others: Colour) -> Colour:
    return rng.choice((house, *others)) if rng else house


def _acorn(canvas: Canvas, style: Style, rng: Random | None) -> None:
    colours = style.palette
    width = rng.uniform(0.19, 0.27) if rng else 0.2
    left = _pick(rng, colours.red, colours.brown, colours.yellow, colours.green)
    right = _pick(rng, colours.yellow, colours.yellow, mix(left, colours.white, 0.3), left)
    cup = _pick(rng, colours.green, colours.green, colours.brown, mix(colours.green, colours.black, 0.4))
    tip = rng.uniform(-0.5, -0.42) if rng else -0.47
    square = rng.choice((0.6, 0.8, 0.95)) if rng else 0.88
    nut = smooth(mirrored([(0.02, tip), (width * square, tip + 0.07), (width, -0.15), (width * 0.98, 0.12)]), steps=4)
    canvas.line(smooth([(0, 0.3), (0.02, 0.42), (0.09, 0.5)], closed=False), width=3.4)
    canvas.fill(nut, left)
    with canvas.clipped(nut):
        canvas.fill(box(0, -0.6, 0.5, 0.5), right, outlined=False)
        if rng is None or rng.random() < 0.5:
            canvas.fill(box(-0.5, -0.02, 0.5, 0.1), colours.blue if rng is None else cup, outlined=False)
            canvas.line([(-0.5, -0.02), (0.5, -0.02)])
        canvas.line([(-width * 0.55, tip), (-width * 0.55, 0.1)], mix(left, colours.white, 0.55), 1.6)
    canvas.line(nut, closed=True)
    rim = width + (rng.uniform(0.02, 0.08) if rng else 0.075)
    shape = smooth([(-rim, 0.08), (0, 0.04), (rim, 0.08), (rim * 0.86, 0.26), (0, 0.39), (-rim * 0.86, 0.26)], steps=5)
    canvas.fill(shape, cup)
    _cup_pattern(canvas, shape, rim, mix(cup, colours.ink, 0.55), rng.randrange(4) if rng else 0)


def _cup_pattern(canvas: Canvas, shape: Points, rim: float, colour: Colour, kind: int) -> None:
    if kind == 0:
        for x in (-0.6, -0.2, 0.2, 0.6):
            canvas.line(smooth([(x * rim, 0.09), (x * rim * 1.05, 0.2), (x * rim * 0.55, 0.33)], closed=False), colour)
    elif kind == 1:
        canvas.hatch(shape, 35, 0.09, colour)
        canvas.hatch(shape, -35, 0.09, colour)
    elif kind == 2:
        for row, y in enumerate((0.14, 0.22, 0.3)):
            for x in np.linspace(-0.7, 0.7, 5 - row) * rim * (1 - 0.2 * row):
                canvas.dot(float(x), y, 0.022, colour)


def _half_leaf(kind: str, wide: float) -> list[tuple[float, float]]:
    """Returns the right half of the outline of a leaf, *wide* at most, from its tip down."""
    if kind == "lime":
        teeth = [(0.14, -0.34), (0.2, -0.3), (0.26, -0.16), (0.35, -0.1)]
        return [(0, -0.5), *teeth, (wide, 0.1), (0.3, 0.3), (0.04, 0.24)]
    if kind == "tulip":
        return [(0, -0.36), (0.16, -0.28), (0.24, -0.46), (0.38, -0.36), (wide * 0.9, 0.02), (0.25, 0.28), (0.03, 0.36)]
    return [(0.0, -0.5), (wide * 0.42, -0.27), (wide * 0.95, 0.02), (wide * 0.9, 0.24), (wide * 0.45, 0.33), (0, 0.2)]


def _leaf(canvas: Canvas, style: Style, rng: Random | None) -> None:
    colours = style.palette
    fresh = mix(colours.green, colours.yellow, 0.45)
    body = _pick(rng, colours.green, colours.green, mix(colours.green, colours.black, 0.35), fresh)
    kind = rng.choice(("heart", "heart", "heart", "lime", "tulip")) if rng else "heart"
    wide = rng.uniform(0.36, 0.47) if rng else 0.42
    right = _half_leaf(kind, wide)
    shape = mirrored([right[0], *smooth(right, closed=False, steps=5 if kind == "heart" else 3)[1:]])
    stem = [(0, 0.16), (0.0, 0.36), (rng.choice((-0.12, 0.0, 0.14)) if rng else 0.1, 0.5)]
    canvas.fill(ribbon(stem, (0.05, 0.06, 0.09), 4), _pick(rng, body, colours.red, colours.brown))
    canvas.fill(shape, body)
    if rng is not None and rng.random() < 0.35:
        with canvas.clipped(shape):
            canvas.fill(box(0, -0.6, 0.6, 0.6), mix(body, colours.yellow, 0.55), outlined=False)
        canvas.line(shape, closed=True)
    vein = mix(body, colours.ink, 0.6) if rng is None or rng.random() < 0.6 else mix(body, colours.white, 0.6)
    canvas.line([(0, -0.38), (0, 0.24)], vein)
    for y in (-0.18, -0.04, 0.1) if rng is None or rng.random() < 0.75 else ():
        for side in (-1, 1):
            branch = [(0, y + 0.1), (side * 0.14, y + 0.02), (side * wide * 0.72, y)]
            canvas.line(smooth(branch, closed=False), vein, 0.8)


def _heart(canvas: Canvas, style: Style, rng: Random | None) -> None:
    colours = style.palette
    wide, deep = (rng.uniform(0.36, 0.5), rng.uniform(-0.32, -0.18)) if rng else (0.43, -0.26)
    right = smooth([(0, deep), (wide * 0.45, -0.44), (wide * 0.98, -0.3), (wide * 0.86, 0.05), (0, 0.5)], closed=False)
    shape = mirrored(right)
    canvas.fill(shape, colours.red, rng is None or rng.random() < 0.75)
    finish = rng.choice(("none", "halves", "shine", "hatch")) if rng else "halves"
    if finish == "halves":
        with canvas.clipped(shape):
            canvas.fill(box(0, -0.6, 0.6, 0.6), mix(colours.red, colours.black, 0.25), outlined=False)
        canvas.line(shape, closed=True)
    elif finish == "shine":
        canvas.line(ellipse(-wide * 0.45, -0.18, 0.16, 0.14, 150, 290), mix(colours.red, colours.white, 0.8), 2.4)
    elif finish == "hatch":
        canvas.hatch(right, 0, 0.07)


def _bell(canvas: Canvas, style: Style, rng: Random | None) -> None:
    colours = style.palette
    top = _pick(rng, colours.yellow, colours.yellow, colours.green, mix(colours.yellow, colours.brown, 0.3))
    band = _pick(rng, colours.red, colours.red, colours.green, colours.blue)
    base = _pick(rng, colours.green, colours.yellow, colours.yellow, colours.green, colours.red)
    radius = rng.uniform(0.37, 0.42) if rng else 0.4
    tilt = rng.choice((0, 0, 0, -20, 90, 180)) if rng else 0
    canvas.line(ellipse(0, -0.42, 0.065), width=2.2, closed=True)
    with canvas.moved(0, 0.03, turn=tilt):
        ball = ellipse(0, 0, radius)
        canvas.fill(ball, top)
        with canvas.clipped(ball):
            canvas.fill(box(-0.5, 0.08, 0.5, 0.6), base)
            canvas.fill(box(-0.5, -0.11, 0.5, 0.1), band)
            canvas.line([(-0.5, -0.05), (0.5, -0.05)], mix(band, colours.ink, 0.5), 0.7)
            canvas.line([(-0.5, 0.04), (0.5, 0.04)], mix(band, colours.ink, 0.5), 0.7)
            if rng is None or rng.random() < 0.6:
                canvas.line([(0, 0.24), (0, 0.5)], width=2.2)
            else:
                canvas.line([(0, -0.5), (0, 0.5)], width=1.6)
            canvas.line(ellipse(0, 0, radius * 0.78, None, 195, 265), mix(top, colours.white, 0.85), 2)
        canvas.line(ball, closed=True)
        if rng is None or rng.random() < 0.75:
            canvas.dot(0, 0.22, 0.055, canvas.ink)


def _club(canvas: Canvas, style: Style, rng: Random | None) -> None:
    lobe, spread = (rng.uniform(0.19, 0.24), rng.uniform(0.22, 0.27)) if rng else (0.215, 0.25)
    colour = _pick(rng, style.palette.black, style.palette.black, canvas.ink)
    canvas.fill(_foot(rng), colour, outlined=False)
    for x, y in ((0, -0.27), (-spread, 0.07), (spread, 0.07)):
        canvas.fill(ellipse(x, y, lobe), colour, outlined=False)
    canvas.fill([(-0.08, -0.15), (0.08, -0.15), (0.16, 0.15), (-0.16, 0.15)], colour, outlined=False)


def _spade(canvas: Canvas, style: Style, rng: Random | None) -> None:
    wide = rng.uniform(0.36, 0.46) if rng else 0.42
    colour = _pick(rng, style.palette.black, style.palette.black, canvas.ink)
    right = [(0, -0.5), (wide * 0.4, -0.2), (wide * 0.98, 0.08), (wide * 0.7, 0.3), (wide * 0.2, 0.24), (0, 0.16)]
    canvas.fill(_foot(rng), colour, outlined=False)
    canvas.fill(mirrored(smooth(right, closed=False)), colour, outlined=False)


def _foot(rng: Random | None) -> Points:
    wide = rng.uniform(0.12, 0.24) if rng else 0.18
    return mirrored(smooth([(0.025, 0.05), (0.04, 0.3), (wide * 0.6, 0.44), (wide, 0.5)], closed=False))


def _diamond(canvas: Canvas, style: Style, rng: Random | None) -> None:
    wide, curve = (rng.uniform(0.32, 0.45), rng.uniform(0.0, 0.06)) if rng else (0.38, 0.03)
    right = smooth([(0, -0.5), (wide / 2 - curve, -0.25 + curve / 2), (wide, 0)], closed=False, steps=5)
    lower = right[::-1] * (1.0, -1.0)
    canvas.fill(mirrored(np.vstack([right, lower])), style.palette.red, rng is not None and rng.random() < 0.4)


_DRAWERS: Mapping[str, Callable[[Canvas, Style, Random | None], None]] = {
    "E": _acorn,
    "L": _leaf,
    "H": _heart,
    "S": _bell,
    "C": _club,
    "♠": _spade,
    "♥": _heart,
    "D": _diamond,
}
