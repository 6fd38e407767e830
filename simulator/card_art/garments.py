"""Bodies, legs and clothes, in head lengths below the middle of the head: shoulders 0.85, waist 2.1, soles 5.1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.card_art.canvas import Canvas, Colour, Points, box, mirrored, mix, ribbon, smooth
from simulator.card_art.drawings import draw

if TYPE_CHECKING:
    from collections.abc import Mapping

    from simulator.card_art.costume import Costume
    from simulator.card_art.style import Style


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
        skirt = second if main == colours.grey else main  # below the plate
        draw(canvas, colours, "garments", costume.garment, main=main, second=second, skirt=skirt)
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
