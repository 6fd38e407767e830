"""What court figures hold. A hand prop has its grip at the origin and points up; a body prop stands in body lengths."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from simulator.card_art.canvas import Canvas, box, ellipse, mirrored, mix, ribbon, rounded, smooth

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from simulator.card_art.style import Palette


def _sceptre(canvas: Canvas, colours: Palette) -> None:
    canvas.fill(box(-0.06, -1.0, 0.06, 1.5), colours.yellow)
    for y in (-0.7, -0.45, 0.5, 0.9):
        canvas.fill(box(-0.1, y - 0.04, 0.1, y + 0.04), colours.red)
    canvas.fill(ellipse(0, -1.1, 0.17), colours.yellow)
    for turn in (-50, 0, 50):
        with canvas.moved(0, -1.15, turn=turn):
            canvas.fill(smooth([(0, -0.12), (0.1, -0.28), (0, -0.46), (-0.1, -0.28)], steps=4), colours.yellow)
    canvas.dot(0, 1.5, 0.1, colours.yellow, outlined=True)


def _orb(canvas: Canvas, colours: Palette) -> None:
    canvas.fill(ellipse(0, -0.3, 0.32), colours.blue)
    canvas.fill(ribbon([(-0.31, -0.3), (0, -0.22), (0.31, -0.3)], (0.1,)), colours.yellow)
    canvas.fill(ribbon([(0, -0.62), (0.05, -0.4), (0, -0.25)], (0.09,)), colours.yellow)
    canvas.fill(box(-0.04, -1.0, 0.04, -0.6), colours.yellow)
    canvas.fill(box(-0.15, -0.88, 0.15, -0.79), colours.yellow)


def _sword(canvas: Canvas, colours: Palette) -> None:
    canvas.fill([(-0.08, -0.2), (-0.08, -2.0), (0, -2.25), (0.08, -2.0), (0.08, -0.2)], colours.grey)
    canvas.line([(0, -0.25), (0, -1.95)], width=0.7)
    canvas.fill(rounded(-0.38, -0.25, 0.38, -0.13, 0.06), colours.yellow)
    canvas.fill(box(-0.06, -0.15, 0.06, 0.25), colours.brown)
    canvas.dot(0, 0.3, 0.11, colours.yellow, outlined=True)


def _sword_down(canvas: Canvas, colours: Palette) -> None:
    with canvas.moved(0, 0, turn=172):
        _sword(canvas, colours)


def _sabre(canvas: Canvas, colours: Palette) -> None:
    canvas.fill(ribbon([(0.0, -0.2), (0.1, -0.9), (-0.15, -1.6), (-0.7, -2.1)], (0.16, 0.24, 0.26, 0.02)), colours.grey)
    canvas.line(smooth([(0.02, -0.25), (0.12, -0.9), (-0.1, -1.55)], closed=False), width=0.7)
    canvas.line(ellipse(0.02, 0.02, 0.24, 0.26, -90, 90), colours.yellow, 4)
    canvas.line(ellipse(0.02, 0.02, 0.24, 0.26, -90, 90))
    canvas.fill(rounded(-0.22, -0.26, 0.25, -0.14, 0.05), colours.yellow)


def _halberd(canvas: Canvas, colours: Palette) -> None:
    canvas.fill(box(-0.055, -1.5, 0.055, 3.2), colours.brown)
    canvas.fill([(-0.09, -1.4), (0, -2.1), (0.09, -1.4)], colours.grey)
    canvas.fill(
        smooth([(0.05, -1.35), (0.3, -1.5), (0.52, -1.25), (0.46, -0.85), (0.22, -0.95), (0.05, -0.85)]), colours.grey
    )
    canvas.fill([(-0.05, -1.3), (-0.4, -1.2), (-0.05, -1.0)], colours.grey)
    canvas.fill(ribbon([(0, -0.8), (-0.12, -0.6), (0.05, -0.4)], (0.16, 0.2, 0.05)), colours.red)


def _spear(canvas: Canvas, colours: Palette) -> None:
    canvas.fill(box(-0.055, -1.5, 0.055, 3.2), colours.brown)
    canvas.fill(
        smooth([(0, -2.3), (0.17, -1.75), (0.05, -1.45), (-0.05, -1.45), (-0.17, -1.75)], steps=4), colours.grey
    )
    canvas.fill(smooth([(0.05, -1.4), (0.7, -1.3), (0.5, -1.1), (0.75, -0.9), (0.05, -0.75)], steps=4), colours.blue)


def _lance(canvas: Canvas, colours: Palette) -> None:
    canvas.fill(box(-0.06, -1.9, 0.06, 3.2), colours.yellow)
    canvas.fill([(-0.1, -1.9), (0, -2.4), (0.1, -1.9)], colours.grey)
    canvas.fill([(0.06, -1.85), (1.0, -1.7), (0.75, -1.4), (1.0, -1.1), (0.06, -0.95)], colours.red)
    canvas.fill([(0.06, -1.55), (0.83, -1.5), (0.83, -1.3), (0.06, -1.25)], colours.white, outlined=False)


def _cane(canvas: Canvas, colours: Palette) -> None:
    canvas.fill(box(-0.05, -0.15, 0.05, 2.6), colours.brown)
    canvas.dot(0, -0.22, 0.13, colours.yellow, outlined=True)


def _shield(canvas: Canvas, colours: Palette) -> None:
    shape = smooth(mirrored([(0.0, -0.75), (0.55, -0.7), (0.58, 0.0), (0.35, 0.6), (0.0, 0.95)]))
    canvas.fill(shape, colours.yellow)
    with canvas.clipped(shape):
        canvas.fill(box(-1, -1, 0, 1), colours.red)
        canvas.fill(box(-1, -0.15, 1, 0.15), colours.white)
    canvas.line(shape, width=1.6, closed=True)


def _round_shield(canvas: Canvas, colours: Palette) -> None:
    canvas.fill(ellipse(0, 0, 0.82, 0.9), colours.red)
    canvas.line(ellipse(0, 0, 0.7, 0.77), colours.yellow, 3, closed=True)
    for turn in range(0, 360, 45):
        with canvas.moved(0, 0, turn=turn):
            canvas.fill(smooth([(0, -0.18), (0.1, -0.42), (0, -0.66), (-0.1, -0.42)], steps=3), colours.yellow)
    canvas.dot(0, 0, 0.18, colours.grey, outlined=True)


def _flower(canvas: Canvas, colours: Palette) -> None:
    canvas.line(smooth([(0, 0.4), (0.05, -0.2), (0, -0.7)], closed=False), colours.green, 3.5)
    canvas.fill(smooth([(0.02, 0), (0.3, -0.3), (0.12, -0.05)]), colours.green)
    for turn in range(0, 360, 60):
        with canvas.moved(0, -0.8, turn=turn):
            canvas.fill(ellipse(0, -0.19, 0.13, 0.17, steps=14), colours.red)
    canvas.dot(0, -0.8, 0.12, colours.yellow, outlined=True)


def _fan(canvas: Canvas, colours: Palette) -> None:
    for turn in range(-60, 61, 20):
        with canvas.moved(0, 0, turn=turn):
            canvas.fill(
                [(-0.03, 0), (-0.16, -0.85), (0, -0.98), (0.16, -0.85), (0.03, 0)],
                colours.blue if turn % 40 else colours.yellow,
            )


def _letter(canvas: Canvas, colours: Palette) -> None:
    canvas.fill([(-0.35, -0.75), (0.38, -0.65), (0.32, 0.15), (-0.38, 0.1)], colours.white)
    for y in (-0.5, -0.33, -0.16):
        canvas.line([(-0.22, y), (0.22, y + 0.05)], width=0.7)
    canvas.dot(0.12, 0.02, 0.1, colours.red, outlined=True)


def _mug(canvas: Canvas, colours: Palette) -> None:
    canvas.line(ellipse(0.3, -0.2, 0.2, 0.24), width=4, closed=True)
    canvas.fill(rounded(-0.28, -0.55, 0.3, 0.2, 0.06), colours.yellow)
    canvas.line([(-0.1, -0.45), (-0.1, 0.12)], mix(colours.yellow, colours.white, 0.6), 2)
    canvas.fill(
        smooth([(-0.33, -0.52), (-0.3, -0.72), (-0.08, -0.7), (0.05, -0.8), (0.25, -0.68), (0.36, -0.52), (0, -0.46)]),
        colours.white,
    )


def _horn(canvas: Canvas, colours: Palette) -> None:
    canvas.fill(ribbon([(-0.1, 0.1), (0.3, 0.2), (0.65, -0.1), (0.75, -0.6)], (0.07, 0.14, 0.24, 0.44)), colours.yellow)
    canvas.fill(ellipse(0.76, -0.62, 0.23, 0.08), colours.brown)
    canvas.line(smooth([(0, 0.15), (0.3, 0.7), (0.65, 0.0)], closed=False), colours.red, 2)


def _bird(canvas: Canvas, colours: Palette) -> None:
    canvas.fill(
        smooth([(-0.3, -0.62), (-0.12, -0.78), (0.1, -0.6), (0.22, -0.2), (0.55, 0.3), (0.1, 0.06), (-0.16, -0.2)]),
        colours.brown,
    )
    canvas.fill(smooth([(0.0, -0.5), (0.25, -0.25), (0.35, 0.1), (0.05, -0.12)]), colours.yellow)
    canvas.fill([(-0.28, -0.66), (-0.45, -0.58), (-0.28, -0.54)], colours.yellow)
    canvas.dot(-0.16, -0.65, 0.04, canvas.ink)


def _drum(canvas: Canvas, colours: Palette) -> None:
    canvas.fill(ribbon([(-0.5, 0.9), (0.1, 1.6), (0.6, 2.2)], (0.16,)), colours.white)
    body = [(-0.75, 2.1), (0.75, 2.1), (0.7, 2.95), (0.0, 3.12), (-0.7, 2.95)]
    canvas.fill(smooth(body, steps=4), colours.red)
    for x in np.linspace(-0.7, 0.5, 5):
        canvas.line([(x, 2.2), (x + 0.12, 3.0), (x + 0.24, 2.2)], colours.white, 2)
    canvas.fill(ribbon([(-0.72, 2.92), (0, 3.1), (0.72, 2.92)], (0.14,)), colours.yellow)
    canvas.fill(ellipse(0, 2.12, 0.77, 0.2), colours.white)
    canvas.line(ellipse(0, 2.12, 0.77, 0.2), colours.yellow, 3, closed=True)
    for side in (-1, 1):
        canvas.fill(ribbon([(side * 0.62, 1.75), (side * 0.1, 2.15)], (0.08,), 2), colours.brown)


def _flute(canvas: Canvas, colours: Palette) -> None:
    canvas.fill(ribbon([(-0.2, 0.3), (1.75, 0.58)], (0.13,), 2), colours.yellow)
    for x in (0.7, 0.95, 1.2, 1.45):
        canvas.dot(x, 0.43 + 0.14 * (x - 0.7), 0.03, canvas.ink)


def _lute(canvas: Canvas, colours: Palette) -> None:
    with canvas.moved(-0.3, 1.8, turn=62):
        canvas.fill(box(-0.09, -1.8, 0.09, -0.4), colours.brown)
        canvas.fill([(-0.1, -1.8), (0.1, -1.8), (0.4, -2.1), (0.22, -2.2)], colours.brown)
        canvas.fill(
            smooth(mirrored([(0.05, -0.7), (0.3, -0.4), (0.58, 0.1), (0.4, 0.55), (0.0, 0.68)])), colours.yellow
        )
        canvas.dot(0, -0.05, 0.17, colours.brown, outlined=True)
        for x in (-0.05, 0.0, 0.05):
            canvas.line([(x, 0.4), (x, -1.8)], width=0.6)


def _bow(canvas: Canvas, colours: Palette) -> None:
    canvas.fill(
        ribbon([(0.25, 0.2), (0.95, 0.7), (1.15, 1.5), (0.95, 2.3), (0.25, 2.8)], (0.06, 0.14, 0.16, 0.14, 0.06)),
        colours.brown,
    )
    canvas.line([(0.25, 0.2), (0.25, 2.8)])
    canvas.fill(ribbon([(-0.3, 1.5), (1.6, 1.5)], (0.07,), 2), colours.yellow)
    canvas.fill([(1.55, 1.38), (1.9, 1.5), (1.55, 1.62)], colours.grey)


def _crossbow(canvas: Canvas, colours: Palette) -> None:
    with canvas.moved(0.05, 1.65, turn=-35):
        canvas.fill(rounded(-0.9, -0.1, 1.3, 0.12, 0.05), colours.brown)
        canvas.fill(
            ribbon([(1.0, -0.75), (1.2, -0.3), (1.25, 0.0), (1.2, 0.3), (1.0, 0.75)], (0.05, 0.15, 0.18, 0.15, 0.05)),
            colours.grey,
        )
        canvas.line([(1.0, -0.75), (0.3, 0), (1.0, 0.75)])
        canvas.fill([(1.2, -0.08), (1.65, 0), (1.2, 0.08)], colours.yellow)


HAND_PROPS: Mapping[str, Callable[[Canvas, Palette], None]] = {
    "sceptre": _sceptre,
    "orb": _orb,
    "sword": _sword,
    "sword down": _sword_down,
    "sabre": _sabre,
    "halberd": _halberd,
    "spear": _spear,
    "lance": _lance,
    "cane": _cane,
    "shield": _shield,
    "round shield": _round_shield,
    "flower": _flower,
    "fan": _fan,
    "letter": _letter,
    "mug": _mug,
    "horn": _horn,
    "bird": _bird,
}
BODY_PROPS: Mapping[str, Callable[[Canvas, Palette], None]] = {
    "drum": _drum,
    "flute": _flute,
    "lute": _lute,
    "bow": _bow,
    "crossbow": _crossbow,
}
