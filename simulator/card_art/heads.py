"""Heads in head lengths: the head's middle is the origin, the chin lies at y = 0.5; profiles look left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.card_art.canvas import Canvas, Colour, ellipse, mirrored, mix, ribbon, smooth
from simulator.card_art.drawings import draw

if TYPE_CHECKING:
    from simulator.card_art.costume import Costume
    from simulator.card_art.style import Style


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


def _profile_features(canvas: Canvas, style: Style, costume: Costume, hair: Colour) -> None:
    canvas.fill(smooth([(-0.31, -0.02), (-0.24, -0.07), (-0.16, -0.01), (-0.24, 0.03)], steps=3), style.palette.white)
    canvas.dot(-0.26, -0.015, 0.038, canvas.ink)
    canvas.line(smooth([(-0.34, -0.12), (-0.25, -0.17), (-0.14, -0.12)], closed=False), width=1.6)
    with canvas.moved(-0.24, 0.02):
        _beard(canvas, costume.beard, 0.0, hair)
    canvas.line([(-0.38, 0.285), (-0.24, 0.3)], style.palette.red, 1.6)
    canvas.line(smooth([(0.04, -0.02), (0.14, -0.06), (0.13, 0.08), (0.05, 0.12)], closed=False))


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
