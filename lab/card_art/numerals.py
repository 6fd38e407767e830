"""Numeral cards, the Weli, and the little landscapes at the foot of single-headed cards."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from lab.card_art.canvas import Canvas, mix, ribbon, smooth
from lab.card_art.drawings import draw, names_of
from lab.card_art.letters import write
from lab.card_art.pips import Spot, branch_layout, column_layout, draw_pip, french_layout, weli_layout

if TYPE_CHECKING:
    from lab.card_art.style import Face, Palette


_GERMAN_SUITS = "ELHS"
_FILLED = {7: 0.84, 8: 0.94, 9: 0.96}
"""How much of the field's height the signs of a rank take up."""


def spots(face: Face) -> tuple[Spot, ...]:
    """Returns where the suit signs of a numeral card stand; in a doubled card, those of one half.

    :raises ValueError: for a court card or a German ace.
    """
    count = face.count
    if count is None:
        raise ValueError(f"got {face.card}, expected a numeral card")
    if face.family == "french":
        return french_layout(count)
    if face.sign in "EL":
        return branch_layout(count, is_horizontal=_is_horizontal(face))
    if face.card.rank == "6":
        return weli_layout()
    return column_layout(count, face.style.rng("columns", face.sign) if face.style.own_courts else None)


def draw_numeral(canvas: Canvas, face: Face) -> None:
    if face.family == "french":
        _draw_french(canvas, face)
    elif face.card.rank == "6":
        _draw_weli(canvas, face)
    else:
        _draw_german(canvas, face)


def _is_horizontal(face: Face) -> bool:
    return face.sign == "E" and (not face.style.own_courts or face.style.rng("lying").random() < 0.75)


def _draw_german(canvas: Canvas, face: Face) -> None:
    style, count = face.style, face.count or 0
    top = style.margin + (9.0 if face.index in ("centre", "roman") else 7.5)
    scene = style.scenes and not face.doubled
    bottom = top + (
        (42.5 if face.doubled else (70.0 if face.sign in "EL" else 73.0) if scene else 91.0) - top
    ) * _FILLED.get(count, 1.0)
    size = style.pip_scale * (10.8 if face.doubled else 15.5)
    if style.scenes:
        _draw_things(canvas, face)
    if face.sign in "HS":
        reach = face.width * (0.265 if face.index.startswith("letters") else 0.29)
    else:
        reach = face.width * (0.2 if face.index == "none" else 0.185) + (3.0 if _is_horizontal(face) else 0.0)
    placed = [
        (face.width / 2 + spot.x * reach, top + size * 0.3 + spot.y * (bottom - top - size * 0.6), spot)
        for spot in spots(face)
    ]
    if face.sign in "EL" and style.branches:
        _draw_branch(canvas, face, [(x, y) for x, y, _ in placed], size)
    for x, y, spot in placed:
        draw_pip(canvas, style, spot.sign or face.sign, x, y, size, spot.turn)


def _draw_things(canvas: Canvas, face: Face) -> None:
    """A meadow with two things below the signs, or a small thing in the middle of a doubled seven or eight."""
    style, count = face.style, face.count or 0
    pairs = list(permutations(names_of("things"), 2))
    style.rng("scenes").shuffle(pairs)
    pair = pairs[_GERMAN_SUITS.index(face.sign) * 4 + count - 7]
    if not face.doubled:
        draw_meadow(canvas, style.palette, face.width, 9)
        rng = style.rng("scene", face.card)
        for thing, x in zip(pair, (face.width * 0.3, face.width * 0.7), strict=True):
            with canvas.moved(x, 90.0, 15.0 * rng.uniform(0.9, 1.1), flip=rng.random() < 0.5):
                draw(canvas, style.palette, "things", thing)
    elif face.sign in "HS" and not any(spot.x == 0 and spot.y > 0.1 for spot in spots(face)):
        with canvas.moved(face.width / 2, 48.5, 15.0):
            draw(canvas, style.palette, "things", pair[0])


def _draw_branch(canvas: Canvas, face: Face, places: list[tuple[float, float]], size: float) -> None:
    colours, middle = face.style.palette, face.width / 2
    wood = colours.yellow if face.sign == "L" else colours.brown
    is_horizontal = _is_horizontal(face)
    hang = 0.0 if is_horizontal else size * 0.42
    top, low = min(y for _, y in places), max(y for _, y in places)
    foot = low + hang + size * 0.3 + (1.5 if face.doubled else 4.0)
    canvas.fill(ribbon([(middle, foot), (middle + 0.5, (foot + top) / 2), (middle, top)], (1.7, 1.3, 0.8)), wood)
    for x, y in places:
        if abs(x - middle) > 1:
            end = x + (middle - x) * 0.35 if is_horizontal else x
            fork, joint = y + hang + size * 0.3, y + hang
            twig = [(middle, fork), ((middle + end) / 2, joint + size * 0.18), (end, joint)]
            canvas.fill(ribbon(twig, (1.2, 1.0, 0.8)), wood)
    for x, y in places:
        if x - middle > 1:
            bud = [(0, -1.6), (1.1, 0), (0, 1.6), (-1.1, 0)]
            with canvas.moved(middle, y + hang - 0.4):
                canvas.fill(smooth(bud, steps=3), colours.red)


def _draw_french(canvas: Canvas, face: Face) -> None:
    style, count = face.style, face.count or 0
    corner = face.index.startswith("letters")
    size = style.pip_scale * (34.0 if count == 1 else 15.0 if count < 9 else 13.5)
    top = style.margin + (9.0 if corner else 12.0)
    reach = face.width * (0.195 if corner else 0.24)
    for spot in french_layout(count):
        x, y = face.width / 2 + spot.x * reach, top + spot.y * (100 - 2 * top)
        draw_pip(canvas, style, face.sign, x, y, size, spot.turn)


def _draw_weli(canvas: Canvas, face: Face) -> None:
    style, middle = face.style, face.width / 2
    top, bottom, size = 20.0, (45.0 if face.doubled else 64.0), (9.5 if face.doubled else 14.5)
    write(canvas, "WELI", middle, style.margin + 6.5, 7.0, canvas.ink, "serif")
    if not face.doubled:
        draw_meadow(canvas, style.palette, face.width, 9)
        with canvas.moved(middle, 90, 19):
            draw(canvas, style.palette, "things", "church")
    for spot in weli_layout():
        x, y = middle + spot.x * face.width * 0.27, top + spot.y * (bottom - top - size * 0.4)
        draw_pip(canvas, style, spot.sign or face.sign, x, y, size)


def draw_meadow(canvas: Canvas, colours: Palette, width: float, height: float) -> None:
    """Hilly ground at the foot of a card *width* wide; *height* counts from the frame."""
    middle, left, right, base = width / 2, -1.0, width + 1.0, 95.5
    hill = [(left, base - height * 0.6), (middle - 8, base - height), (middle + 8, base - height * 0.55)]
    skyline = smooth([*hill, (right, base - height * 0.9)], closed=False)
    ground = np.vstack([(left, 101.0), skyline, (right, 101.0)])
    canvas.fill(ground, colours.green)
    with canvas.clipped(ground):
        path = [(-9, 101.0), (-6, base), (2, base - height * 0.35), (-3, base - height * 0.75)]
        band = ribbon([(middle + x, y) for x, y in path], (9.0, 8.0, 4.0, 1.0))
        canvas.fill(band, mix(colours.yellow, colours.white, 0.3))
    canvas.line(ground, closed=True)
    for x in np.linspace(8, width - 8, 6):
        tuft = [(x - 1, base - height * 0.25), (x, base - height * 0.42), (x + 1, base - height * 0.25)]
        canvas.line(tuft, mix(colours.green, canvas.ink, 0.5))
