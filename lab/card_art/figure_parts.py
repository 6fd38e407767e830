"""The parts of figures, in head lengths: heads, bodies, legs and clothes.

A head's middle is the origin, the chin lies at y = 0.5; profiles look left. Shoulders lie 0.85 below it, the
waist 2.1, soles 5.1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lab.card_art.canvas import Canvas, Colour, Points, box, ellipse, mirrored, mix, ribbon, smooth
from lab.card_art.drawings import draw

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lab.card_art.costume import Costume
    from lab.card_art.style import Style


_FACE = smooth(mirrored([(0.0, -0.48), (0.27, -0.4), (0.36, -0.12), (0.33, 0.18), (0.19, 0.43), (0.0, 0.52)])[1:-1])
_PROFILE = smooth(
    [(-0.02, -0.48), (-0.28, -0.38), (-0.35, -0.16), (-0.34, -0.05), (-0.47, 0.14), (-0.36, 0.19), (-0.38, 0.27),
     (-0.35, 0.3), (-0.37, 0.35), (-0.33, 0.48), (-0.16, 0.52), (0.12, 0.36), (0.36, 0.1), (0.36, -0.28)],
    steps=5,
)  # fmt: skip


def draw_head(canvas: Canvas, style: Style, costume: Costume) -> None:
    colours = style.palette
    hair = {"grey": colours.grey, "yellow": mix(colours.yellow, colours.brown, 0.3)}.get(
        costume.hair_colour, mix(colours.colour_named(costume.hair_colour), colours.brown, 0.4)
    )
    with canvas.moved(0, 0, flip=costume.profile and costume.look > 0):
        if costume.hair != "none":
            draw(canvas, colours, "hair", f"{costume.hair} in profile" if costume.profile else costume.hair, hair=hair)
        shape = _PROFILE if costume.profile else _FACE
        canvas.fill(shape, colours.skin)
        with canvas.clipped(shape):
            shade = mix(colours.skin, colours.red, 0.22)
            canvas.fill(ellipse(0.3, 0.1, 0.13, 0.45), mix(colours.skin, colours.brown, 0.16), outlined=False)
            for x in (-0.12,) if costume.profile else (-0.2, 0.2):
                canvas.fill(ellipse(x, 0.17, 0.09, 0.07), shade, outlined=False)
        canvas.line(shape, closed=True)
        if costume.profile:
            _profile_features(canvas, style, costume, hair)
        else:
            _front_features(canvas, style, costume, hair)
        if costume.hair != "none" and costume.hat != "hood":
            front = "in profile" if costume.profile else "parted right" if costume.look > 0 else "parted left"
            draw(canvas, colours, "hair", f"front {front}", hair=hair)
        if costume.hat != "none":
            draw(canvas, colours, "hats", costume.hat, own=colours.colour_named(costume.hat_colour))


def _profile_features(canvas: Canvas, style: Style, costume: Costume, hair: Colour) -> None:
    canvas.fill(smooth([(-0.31, -0.02), (-0.24, -0.07), (-0.16, -0.01), (-0.24, 0.03)], steps=3), style.palette.white)
    canvas.dot(-0.26, -0.015, 0.038, canvas.ink)
    canvas.line(smooth([(-0.34, -0.12), (-0.25, -0.17), (-0.14, -0.12)], closed=False), width=1.6)
    with canvas.moved(-0.24, 0.02):
        _beard(canvas, costume.beard, 0.0, hair)
    canvas.line([(-0.38, 0.285), (-0.24, 0.3)], style.palette.red, 1.6)
    canvas.line(smooth([(0.04, -0.02), (0.14, -0.06), (0.13, 0.08), (0.05, 0.12)], closed=False))


def _front_features(canvas: Canvas, style: Style, costume: Costume, hair: Colour) -> None:
    look = costume.look * 0.09
    for side in (-1, 1):
        x = side * 0.155 + look
        eye = [(x - 0.085, 0.0), (x, -0.055), (x + 0.085, 0.0), (x, 0.035)]
        canvas.fill(smooth(eye, steps=3), style.palette.white)
        canvas.dot(x + look * 0.35, -0.01, 0.04, canvas.ink)
        canvas.line(smooth([(x - 0.1, -0.11), (x, -0.155), (x + 0.1, -0.12)], closed=False), width=1.5)
    nose = [(look + 0.02, -0.06), (look * 1.5 + 0.03, 0.08), (look * 1.8 + 0.07, 0.155), (look * 1.5 - 0.02, 0.175)]
    canvas.line(smooth(nose, closed=False))
    _beard(canvas, costume.beard, look, hair)
    lips = [(look - 0.1, 0.285), (look, 0.265), (look + 0.1, 0.285), (look, 0.325)]
    canvas.fill(smooth(lips, steps=3), style.palette.red, outlined=False)
    canvas.line([(look - 0.12, 0.285), (look + 0.12, 0.285)], width=0.8)


def _beard(canvas: Canvas, beard: str, x: float, hair: Colour) -> None:
    if beard in ("full", "long", "forked"):
        length = {"full": 0.68, "long": 1.05, "forked": 0.9}[beard]
        tip: list[tuple[float, float]] = [(0.16, 0.55), (0.0, length)]
        if beard == "forked":
            tip = [(0.28, 0.6), (0.16, length), (0.0, 0.6)]
        half = [(0.02, 0.24), (0.22, 0.26), (0.35, 0.1), (0.31, 0.36), *tip]
        with canvas.moved(x * 0.6, 0):
            canvas.fill(smooth(mirrored(half)[:-1], steps=4), hair)
            for reach in (-0.14, 0, 0.14):
                canvas.line([(reach * 0.9, 0.42), (reach * 0.75, length * 0.82)], mix(hair, canvas.ink, 0.5), 0.8)
    if beard in ("moustache", "full", "forked", "long", "goatee"):
        for side in (-1, 1):
            curl = [(x, 0.22), (x + side * 0.12, 0.21), (x + side * 0.24, 0.27), (x + side * 0.27, 0.2)]
            canvas.fill(ribbon(curl, (0.05, 0.1, 0.07, 0.02), 4), hair)
    if beard == "goatee":
        canvas.fill(smooth([(x - 0.09, 0.38), (x + 0.09, 0.38), (x + 0.05, 0.55), (x, 0.66), (x - 0.05, 0.55)]), hair)


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
        shoe = ((-0.14, -0.05), (0.16, -0.1), (0.5, 0.14), (0.45, 0.24), (-0.15, 0.22))
        canvas.fill(smooth([(foot_x + side * x, foot_y + y) for x, y in shoe], steps=4), leather)
        if costume.garment in _LONG:
            continue
        hose = colours.colour_named(costume.hose)
        calf = [((knee_x + foot_x) / 2, (knee_y + foot_y) / 2), (foot_x, foot_y + 0.05)]
        canvas.fill(ribbon([(side * 0.3, 2.45), (knee_x, knee_y), *calf], (0.62, 0.42, 0.36, 0.2)), hose)
        if boots:
            canvas.fill(ribbon([(knee_x, knee_y + 0.12), *calf], (0.5, 0.4, 0.26)), leather)
            top = [(knee_x - 0.26, knee_y + 0.14), (knee_x + 0.26, knee_y + 0.14)]
            canvas.fill(ribbon(top, (0.16,)), colours.yellow)
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
