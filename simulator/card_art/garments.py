"""Bodies, legs and clothes, in head lengths below the middle of the head: shoulders 0.85, waist 2.1, soles 5.1."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from simulator.card_art.canvas import Canvas, Colour, Points, box, ellipse, mirrored, mix, ribbon, smooth

if TYPE_CHECKING:
    from collections.abc import Mapping

    from simulator.card_art.costume import Costume
    from simulator.card_art.style import Palette, Style


_HEMS: Mapping[str, tuple[float, float]] = {
    "doublet": (0.72, 2.8),
    "laced": (0.78, 3.0),
    "striped": (0.85, 3.1),
    "tunic": (0.9, 3.35),
    "armour": (0.8, 2.9),
    "open coat": (0.62, 2.75),
    "coat": (1.0, 3.7),
    "robe": (1.15, 4.75),
    "gown": (1.1, 4.8),
    "bodice": (1.25, 4.85),
}
"""Half width and height of the hem."""
_LEGS: Mapping[str, tuple[tuple[float, float, float, float], tuple[float, float, float, float]]] = {
    "stand": ((-0.36, 3.75, -0.4, 4.9), (0.36, 3.75, 0.4, 4.9)),
    "contra": ((-0.3, 3.75, -0.2, 4.9), (0.52, 3.7, 0.82, 4.85)),
    "stride": ((-0.68, 3.6, -0.95, 4.85), (0.62, 3.6, 0.8, 4.85)),
    "seated": ((-0.72, 3.15, -0.62, 4.6), (0.72, 3.15, 0.62, 4.6)),
}
_LONG = ("robe", "gown", "bodice")


def draw_cape(canvas: Canvas, style: Style, costume: Costume) -> None:
    colours = style.palette
    if costume.cape != "none":
        cape = smooth(mirrored([(0.3, 0.6), (0.8, 0.85), (1.25, 2.4), (1.45, 4.5), (0.7, 4.75), (0.0, 4.6)])[:-1])
        canvas.fill(cape, colours.colour_named(costume.cape))
        canvas.line(cape, colours.yellow, 1.6, closed=True)
        for x in (-1.15, -0.85, 0.85, 1.15) if style.hatching else ():
            fold = smooth([(x * 0.75, 1.6), (x, 3.0), (x * 1.08, 4.4)], closed=False)
            canvas.line(fold, mix(colours.colour_named(costume.cape), canvas.ink, 0.45), 0.8)
    if costume.garment == "open coat":
        tails = smooth(mirrored([(0.4, 0.8), (0.8, 1.0), (0.72, 2.1), (1.0, 3.3), (0.85, 3.75), (0.4, 3.6)]))
        canvas.fill(tails, colours.colour_named(costume.main))


def draw_legs(canvas: Canvas, style: Style, costume: Costume) -> None:
    colours = style.palette
    boots = costume.stance == "stride" or costume.garment in ("armour", "tunic")
    leather = mix(colours.brown, colours.black, 0.35)
    for side, (knee_x, knee_y, foot_x, foot_y) in zip((-1, 1), _LEGS[costume.stance], strict=True):
        shoe = [
            (foot_x - side * 0.14, foot_y - 0.05),
            (foot_x + side * 0.16, foot_y - 0.1),
            (foot_x + side * 0.5, foot_y + 0.14),
        ]
        shoe += [(foot_x + side * 0.45, foot_y + 0.24), (foot_x - side * 0.15, foot_y + 0.22)]
        canvas.fill(smooth(shoe, steps=4), leather)
        if costume.garment in _LONG:
            continue
        hose = colours.colour_named(costume.hose)
        leg = [(side * 0.3, 2.45), (knee_x, knee_y), (foot_x, foot_y + 0.05)]
        canvas.fill(
            ribbon([leg[0], leg[1], ((knee_x + foot_x) / 2, (knee_y + foot_y) / 2), leg[2]], (0.62, 0.42, 0.36, 0.2)),
            hose,
        )
        if boots:
            boot = [(knee_x, knee_y + 0.12), ((knee_x + foot_x) / 2, (knee_y + foot_y) / 2), (foot_x, foot_y + 0.05)]
            canvas.fill(ribbon(boot, (0.5, 0.4, 0.26)), leather)
            canvas.fill(
                ribbon([(knee_x - 0.26, knee_y + 0.14), (knee_x + 0.26, knee_y + 0.14)], (0.16,)), colours.yellow
            )
        else:
            canvas.fill(ribbon([(knee_x - 0.22, knee_y + 0.16), (knee_x + 0.22, knee_y + 0.16)], (0.11,)), colours.red)


def torso_outline(costume: Costume) -> Points:
    wide, low = _HEMS[costume.garment]
    waist = 0.42 if costume.lady else 0.5
    right = [(0.16, 0.55), (0.32, 0.68), (0.64, 0.84), (0.66, 1.2), (0.56, 1.5), (waist, 2.05), (waist + 0.06, 2.2)]
    if costume.stance == "seated" and low > 3:
        right += [(1.0, 2.95), (1.02, 3.3), (wide * 0.9, low - 0.25)]
    elif low > 3:
        right += [(waist + (wide - waist) * 0.45, 2.75), (wide * 0.95, low - 0.3)]
    return mirrored([*smooth(right, closed=False, steps=4), (wide, low), (0.0, low + 0.08)])


def draw_torso(canvas: Canvas, style: Style, costume: Costume) -> None:
    colours = style.palette
    main, second = colours.colour_named(costume.main), colours.colour_named(costume.second)
    outline = torso_outline(costume)
    canvas.fill(outline, main)
    with canvas.clipped(outline):
        _DECORATIONS[costume.garment](canvas, colours, main, second)
        if style.hatching:
            _folds(canvas, costume, mix(main, canvas.ink, 0.45))
        if costume.garment != "armour":
            wide, low = _HEMS[costume.garment]
            canvas.line([(-wide - 0.2, low - 0.12), (wide + 0.2, low - 0.12)], colours.yellow, 3.5)
    canvas.line(outline, closed=True)
    if costume.garment not in ("robe", "coat"):
        belt = colours.brown if costume.garment in ("tunic", "doublet") else colours.yellow
        waist = 0.42 if costume.lady else 0.5
        canvas.fill(ribbon([(-waist - 0.04, 2.1), (0, 2.18), (waist + 0.04, 2.1)], (0.17,)), belt)
        canvas.fill(box(-0.1, 2.06, 0.1, 2.28), colours.yellow)


def _folds(canvas: Canvas, costume: Costume, colour: Colour) -> None:
    low = _HEMS[costume.garment][1]
    for x in (-0.62, -0.4, 0.4, 0.62):
        canvas.line(smooth([(x * 0.7, 2.3), (x, (low + 2.3) / 2), (x * 1.4, low)], closed=False), colour, 0.8)
    for step in range(5):
        y = 1.1 + 0.17 * step
        canvas.line([(0.66, y), (0.44, y + 0.1)], colour, 0.7)


def _doublet(canvas: Canvas, colours: Palette, main: Colour, second: Colour) -> None:
    for x in (-0.4, -0.2, 0.2, 0.4):
        canvas.fill(smooth([(x, 1.0), (x + 0.06, 1.45), (x * 0.8, 1.95), (x - 0.06, 1.45)], steps=4), second)
    for x in (-0.5, -0.17, 0.17, 0.5):
        canvas.fill(smooth([(x, 2.3), (x * 1.2 + 0.09, 2.55), (x * 1.3, 2.8), (x * 1.2 - 0.09, 2.55)], steps=3), second)
    for y in (0.95, 1.25, 1.55, 1.85):
        canvas.dot(0, y, 0.055, colours.yellow, outlined=True)


def _laced(canvas: Canvas, colours: Palette, main: Colour, second: Colour) -> None:
    canvas.fill([(-0.3, 0.6), (0.3, 0.6), (0.16, 2.1), (-0.16, 2.1)], second)
    for y in (0.95, 1.2, 1.45, 1.7, 1.95):
        wide = 0.38 - 0.1 * (y - 0.95)
        canvas.line([(-wide, y), (wide, y)], colours.yellow, 3.2)
        for x in (-wide, wide):
            canvas.dot(x, y, 0.06, colours.yellow, outlined=True)
    canvas.line([(0, 2.2), (0, 3.1)])


def _striped(canvas: Canvas, colours: Palette, main: Colour, second: Colour) -> None:
    for index, x in enumerate(np.linspace(-0.75, 0.75, 8)):
        if index % 2:
            top, waist, hem = x * 0.8, x * 0.66, x * 1.35
            points = [
                (top - 0.1, 0.5),
                (top + 0.1, 0.5),
                (waist + 0.075, 2.1),
                (hem + 0.15, 5),
                (hem - 0.15, 5),
                (waist - 0.075, 2.1),
            ]
            canvas.fill(points, second)


def _tunic(canvas: Canvas, colours: Palette, main: Colour, second: Colour) -> None:
    canvas.fill(box(0, 0.4, 1.4, 3.6), second)
    for x, y, side in ((-0.3, 1.4, second), (0.3, 1.4, main), (-0.42, 2.85, second), (0.42, 2.85, main)):
        canvas.fill([(x, y - 0.24), (x + 0.17, y), (x, y + 0.24), (x - 0.17, y)], side)


def _armour(canvas: Canvas, colours: Palette, main: Colour, second: Colour) -> None:
    plate = smooth(mirrored([(0.1, 0.6), (0.6, 0.85), (0.58, 1.4), (0.4, 2.0), (0.0, 2.16)]))
    canvas.fill(box(-1.5, 2.0, 1.5, 5), main if main != colours.grey else second)
    canvas.fill(plate, colours.grey)
    canvas.line([(0, 0.7), (0, 2.1)], width=1.4)
    canvas.line(smooth([(-0.3, 0.95), (-0.38, 1.4), (-0.22, 1.85)], closed=False), colours.white, 3)
    for x in np.linspace(-0.9, 0.9, 7):
        strip = [(x * 0.6 - 0.1, 2.2), (x * 0.6 + 0.1, 2.2), (x + 0.14, 2.85), (x, 3.0), (x - 0.14, 2.85)]
        canvas.fill(strip, second)


def _open_coat(canvas: Canvas, colours: Palette, main: Colour, second: Colour) -> None:
    canvas.fill(box(-0.5, 0.4, 0.5, 3.4), second)
    for side in (-1, 1):
        canvas.fill(
            [(side * 0.2, 0.4), (side * 0.9, 0.4), (side * 0.9, 3.4), (side * 0.5, 3.4), (side * 0.34, 1.9)], main
        )
        canvas.fill([(side * 0.16, 0.6), (side * 0.46, 0.95), (side * 0.36, 1.25), (side * 0.3, 1.75)], colours.yellow)
    for y in (1.1, 1.4, 1.7, 2.0, 2.4):
        canvas.dot(0, y, 0.055, colours.yellow, outlined=True)


def _coat(canvas: Canvas, colours: Palette, main: Colour, second: Colour) -> None:
    canvas.fill([(-0.22, 0.5), (0.22, 0.5), (0.34, 4.0), (-0.34, 4.0)], second)
    for y in np.arange(1.0, 3.6, 0.32):
        canvas.fill([(0, y - 0.12), (0.11, y), (0, y + 0.12), (-0.11, y)], main)
    for side in (-1, 1):
        canvas.fill(ribbon([(side * 0.22, 0.5), (side * 0.25, 2.0), (side * 0.4, 4.0)], (0.13,)), colours.white)


def _robe(canvas: Canvas, colours: Palette, main: Colour, second: Colour) -> None:
    canvas.fill(smooth([(-0.25, 0.5), (0.25, 0.5), (0.4, 2.2), (0.75, 5), (-0.75, 5), (-0.4, 2.2)], steps=4), second)
    for y in (1.2, 1.75, 2.3, 2.9, 3.6, 4.2):
        for x in (-0.2, 0.2) if y > 2 else (0.0,):
            canvas.fill([(x, y - 0.11), (x + 0.09, y), (x, y + 0.11), (x - 0.09, y)], colours.yellow)
    for side in (-1, 1):
        edge = ribbon([(side * 0.3, 0.6), (side * 0.42, 2.2), (side * 0.8, 5)], (0.2, 0.2, 0.28))
        canvas.fill(edge, colours.white)
        for y in np.arange(1.0, 4.8, 0.36):
            x = side * (0.3 + 0.075 * (y - 0.6) + (0.05 * (y - 2.2) if y > 2.2 else 0))
            canvas.fill([(x, y - 0.07), (x + 0.03, y + 0.07), (x - 0.03, y + 0.07)], canvas.ink, outlined=False)


def _gown(canvas: Canvas, colours: Palette, main: Colour, second: Colour) -> None:
    canvas.fill(ribbon([(0, 0.6), (0, 2.1), (0, 5)], (0.3, 0.24, 0.75)), second)
    for y in np.arange(0.95, 4.8, 0.3):
        canvas.line(ellipse(0, y, 0.06 + 0.04 * y, 0.1, 20, 160), colours.yellow, 2)
    for side in (-1, 1):
        for y in (2.8, 3.4, 4.0, 4.5):
            canvas.dot(side * (0.4 + 0.08 * y), y, 0.085, second, outlined=True)


def _bodice(canvas: Canvas, colours: Palette, main: Colour, second: Colour) -> None:
    canvas.fill([(-0.36, 0.6), (0.36, 0.6), (0.0, 2.15)], second)
    canvas.fill(smooth([(-0.25, 0.5), (0.25, 0.5), (0.2, 0.85), (0, 0.95), (-0.2, 0.85)]), colours.skin)
    for y in (1.15, 1.4, 1.65):
        canvas.line([(-0.25 + y * 0.08, y), (0.25 - y * 0.08, y + 0.12)], colours.yellow, 2)
        canvas.line([(0.25 - y * 0.08, y), (-0.25 + y * 0.08, y + 0.12)], colours.yellow, 2)
    canvas.fill(smooth([(-0.3, 2.25), (0.3, 2.25), (0.6, 4.2), (0, 4.6), (-0.6, 4.2)]), colours.white)


_DECORATIONS = {
    "doublet": _doublet,
    "laced": _laced,
    "striped": _striped,
    "tunic": _tunic,
    "armour": _armour,
    "open coat": _open_coat,
    "coat": _coat,
    "robe": _robe,
    "gown": _gown,
    "bodice": _bodice,
}


def draw_collar(canvas: Canvas, style: Style, costume: Costume) -> None:
    colours = style.palette
    if costume.collar == "ermine":
        canvas.fill(smooth(mirrored([(0.15, 0.5), (0.6, 0.7), (0.92, 1.1), (0.6, 1.42), (0.0, 1.5)])), colours.white)
        for x, y in ((-0.6, 1.0), (-0.3, 1.2), (0.0, 1.28), (0.3, 1.2), (0.6, 1.0), (-0.3, 0.8), (0.3, 0.8), (0, 0.95)):
            canvas.fill([(x, y - 0.08), (x + 0.04, y + 0.09), (x - 0.04, y + 0.09)], canvas.ink, outlined=False)
    elif costume.collar == "fur":
        for side in (-1, 1):
            canvas.fill(
                ribbon(
                    [(side * 0.2, 0.5), (side * 0.62, 0.85), (side * 0.4, 1.5), (side * 0.12, 2.0)],
                    (0.2, 0.36, 0.3, 0.14),
                ),
                mix(colours.brown, colours.black, 0.2),
            )
    elif costume.collar == "ruff":
        for x in np.linspace(-0.5, 0.5, 7):
            canvas.fill(ellipse(float(x), 0.66 - 0.16 * float(x) ** 2, 0.12, 0.17, steps=14), colours.white)
    elif costume.collar == "lace":
        canvas.fill(
            smooth(mirrored([(0.12, 0.5), (0.5, 0.66), (0.42, 0.88), (0.14, 0.8), (0.14, 1.2), (0.0, 1.3)])),
            colours.white,
        )
        canvas.line([(-0.1, 1.0), (0.1, 1.0)], width=0.7)
    elif costume.collar == "scarf":
        canvas.fill(smooth(mirrored([(0.1, 0.46), (0.34, 0.6), (0.25, 0.78), (0.0, 0.84)])), colours.red)
        canvas.fill(smooth([(0.0, 0.75), (0.2, 1.05), (0.05, 1.25), (-0.1, 1.0)]), colours.red)
    else:
        canvas.fill(
            [(-0.28, 0.56), (0, 0.86), (0.28, 0.56), (0.4, 0.74), (0.05, 1.06), (-0.05, 1.06), (-0.4, 0.74)],
            colours.white,
        )
