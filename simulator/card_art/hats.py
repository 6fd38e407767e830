"""Head coverings in head lengths; the brow lies at y = -0.28."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from simulator.card_art.canvas import Canvas, Colour, box, ellipse, mirrored, mix, ribbon, smooth, star

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from simulator.card_art.costume import Costume
    from simulator.card_art.style import Palette, Style


def draw_hat(canvas: Canvas, style: Style, costume: Costume) -> None:
    if costume.hat != "none":
        _HATS[costume.hat](canvas, style.palette, style.palette.colour_named(costume.hat_colour))


def _band(canvas: Canvas, colours: Palette, colour: Colour, wide: float = 0.43) -> None:
    band = smooth(
        [(-wide, -0.42), (0, -0.36), (wide, -0.42), (wide * 0.97, -0.25), (0, -0.19), (-wide * 0.97, -0.25)], steps=4
    )
    canvas.fill(band, colours.yellow)
    for x, y in ((-0.28, -0.32), (0, -0.28), (0.28, -0.32)):
        canvas.dot(x, y, 0.05, colour, outlined=True)


def _crown(canvas: Canvas, colours: Palette, colour: Colour) -> None:
    canvas.fill(smooth(mirrored([(0.0, -0.78), (0.3, -0.7), (0.4, -0.36)])), colour)
    tips = [(-0.58, -0.82), (-0.3, -0.9), (0.0, -0.98), (0.3, -0.9), (0.58, -0.82)]
    outline: list[tuple[float, float]] = [(-0.43, -0.36)]
    for index, tip in enumerate(tips):
        outline.append(tip)
        if index < 4:
            outline.append((-0.32 + 0.213 * index, -0.55))
    canvas.fill([*outline, (0.43, -0.36)], colours.yellow)
    for x, y in tips:
        canvas.dot(x, y - 0.03, 0.055, colours.red, outlined=True)
    _band(canvas, colours, colour)


def _closed_crown(canvas: Canvas, colours: Palette, colour: Colour) -> None:
    canvas.fill(smooth(mirrored([(0.0, -0.95), (0.36, -0.86), (0.52, -0.62), (0.4, -0.36)])), colour)
    for x in (-0.5, -0.2, 0.2, 0.5):
        arch = [(x * 0.8, -0.36), (x * 1.05, -0.68), (x * 0.5, -0.93), (0, -0.98)]
        canvas.fill(ribbon(arch, (0.09, 0.08, 0.07, 0.06)), colours.yellow)
    canvas.dot(0, -1.03, 0.09, colours.yellow, outlined=True)
    canvas.fill(box(-0.025, -1.3, 0.025, -1.1), colours.yellow)
    canvas.fill(box(-0.09, -1.24, 0.09, -1.18), colours.yellow)
    _band(canvas, colours, colours.red)


def _tall_crown(canvas: Canvas, colours: Palette, colour: Colour) -> None:
    outline = [(-0.43, -0.36), (-0.5, -0.72), (-0.36, -0.6), (-0.3, -1.1), (-0.14, -0.66), (0.0, -1.22)]
    canvas.fill([*outline, *((-x, y) for x, y in outline[-2::-1])], colours.yellow)
    for x, y in ((-0.3, -1.1), (0.0, -1.22), (0.3, -1.1)):
        canvas.fill(star(x, y, 0.1, 0.04, 4), colours.white)
    for x in (-0.24, 0.24):
        canvas.fill(ellipse(x, -0.56, 0.06, 0.1), colour)
    canvas.fill(ellipse(0, -0.62, 0.07, 0.13), colours.blue)
    _band(canvas, colours, colour)


def _turban(canvas: Canvas, colours: Palette, colour: Colour) -> None:
    canvas.fill(smooth(mirrored([(0.0, -1.08), (0.25, -1.0), (0.34, -0.62)])), colour)
    for row, (wide, y) in enumerate(((0.53, -0.36), (0.5, -0.52), (0.42, -0.67))):
        canvas.fill(ellipse(0, y, wide, 0.13), colours.white if row % 2 else colours.yellow)
        for x in np.linspace(-0.7, 0.7, 6) * wide:
            canvas.line([(x - 0.05, y + 0.09), (x + 0.05, y - 0.09)], width=0.8)
    canvas.fill(star(0, -1.12, 0.15, 0.06, 5), colours.yellow)
    canvas.dot(0, -0.44, 0.08, colours.red, outlined=True)


def _feather(canvas: Canvas, colour: Colour, *points: tuple[float, float]) -> None:
    canvas.fill(ribbon(points, (0.08, 0.3, 0.28, 0.05)), colour)
    canvas.line(smooth(points, closed=False), mix(colour, canvas.ink, 0.5))


def _feather_hat(canvas: Canvas, colours: Palette, colour: Colour) -> None:
    _feather(canvas, colours.red, (0.1, -0.5), (0.45, -0.98), (0.85, -0.85), (1.0, -0.45))
    _feather(canvas, colours.white, (0.0, -0.5), (0.2, -1.0), (0.6, -1.1), (0.92, -0.85))
    canvas.fill(smooth(mirrored([(0.0, -0.78), (0.3, -0.72), (0.4, -0.34)])), colour)
    brim = [(-0.75, -0.42), (-0.3, -0.38), (0.3, -0.38), (0.75, -0.5), (0.66, -0.28), (0, -0.2), (-0.62, -0.24)]
    canvas.fill(smooth(brim), colour)
    canvas.line(smooth([(-0.4, -0.42), (0, -0.4), (0.4, -0.44)], closed=False), colours.yellow, 3)


def _beret(canvas: Canvas, colours: Palette, colour: Colour) -> None:
    _feather(canvas, colours.yellow, (-0.3, -0.4), (-0.5, -0.9), (-0.2, -1.15), (0.1, -1.2))
    canvas.fill(
        smooth([(-0.46, -0.3), (-0.6, -0.6), (-0.1, -0.78), (0.55, -0.7), (0.68, -0.45), (0.42, -0.28)]), colour
    )
    canvas.fill(ribbon([(-0.45, -0.33), (0, -0.26), (0.45, -0.33)], (0.13,)), mix(colour, colours.black, 0.35))
    for x in (-0.2, 0.1, 0.4):
        canvas.line([(x, -0.66), (x + 0.06, -0.4)], width=0.8)


def _helmet(canvas: Canvas, colours: Palette, colour: Colour) -> None:
    _feather(canvas, colours.red, (0.0, -0.85), (0.2, -1.25), (0.6, -1.1), (0.8, -0.5))
    canvas.fill(smooth(mirrored([(0.0, -0.9), (0.3, -0.8), (0.44, -0.45), (0.44, -0.2)])), colours.grey)
    canvas.fill(ribbon([(0, -0.24), (0.03, -0.6), (0, -0.92)], (0.14, 0.1, 0.08)), colours.yellow)
    canvas.fill(
        smooth([(-0.6, -0.16), (-0.3, -0.34), (0.3, -0.34), (0.6, -0.16), (0.3, -0.22), (-0.3, -0.22)]), colours.yellow
    )
    for side in (-1, 1):
        canvas.fill(ellipse(side * 0.4, 0.02, 0.09, 0.26), colours.grey)
    canvas.line(ellipse(-0.05, -0.3, 0.26, 0.42, 190, 260), colours.white, 2)


def _bicorne(canvas: Canvas, colours: Palette, colour: Colour) -> None:
    shape = smooth(
        [
            (-0.85, -0.22),
            (-0.6, -0.42),
            (-0.3, -0.82),
            (0.0, -0.95),
            (0.3, -0.82),
            (0.6, -0.42),
            (0.85, -0.22),
            (0.3, -0.34),
            (-0.3, -0.34),
        ]
    )
    canvas.fill(shape, colour)
    canvas.line(shape, colours.yellow, 2.2, closed=True)
    _feather(canvas, colours.red, (0.0, -0.8), (0.05, -1.1), (0.25, -1.3), (0.45, -1.25))
    canvas.dot(0, -0.6, 0.11, colours.red, outlined=True)
    canvas.dot(0, -0.6, 0.05, colours.white)


def _tricorne(canvas: Canvas, colours: Palette, colour: Colour) -> None:
    canvas.fill(smooth(mirrored([(0.0, -0.82), (0.28, -0.76), (0.36, -0.4)])), colour)
    shape = smooth(
        [
            (-0.78, -0.58),
            (-0.35, -0.42),
            (0, -0.6),
            (0.35, -0.42),
            (0.78, -0.58),
            (0.5, -0.26),
            (0, -0.22),
            (-0.5, -0.26),
        ]
    )
    canvas.fill(shape, colour)
    canvas.line(shape, colours.yellow, 1.8, closed=True)
    canvas.dot(-0.42, -0.4, 0.09, colours.red, outlined=True)


def _cap(canvas: Canvas, colours: Palette, colour: Colour) -> None:
    shape = [
        (-0.43, -0.3),
        (-0.4, -0.62),
        (-0.05, -0.78),
        (0.45, -0.68),
        (0.85, -0.35),
        (0.95, 0.1),
        (0.72, 0.0),
        (0.5, -0.26),
    ]
    canvas.fill(smooth(shape), colour)
    canvas.line(smooth([(0.1, -0.66), (0.45, -0.5), (0.75, -0.15)], closed=False), mix(colour, canvas.ink, 0.5))
    canvas.fill(ribbon([(-0.46, -0.32), (0, -0.25), (0.48, -0.32)], (0.15,)), colours.white)
    canvas.dot(0.9, 0.12, 0.11, colours.yellow, outlined=True)


def _hood(canvas: Canvas, colours: Palette, colour: Colour) -> None:
    outer = smooth(mirrored([(0.0, -0.85), (0.35, -0.66), (0.5, -0.2), (0.46, 0.3), (0.62, 0.7), (0.3, 0.86)]))
    inner = smooth(mirrored([(0.0, -0.4), (0.24, -0.32), (0.32, 0.0), (0.28, 0.3), (0.12, 0.48)]))
    canvas.fill(np.vstack([outer, outer[:1], inner[:1], inner[::-1]]), colour, outlined=False)
    canvas.line(outer, closed=True)
    canvas.line(inner, closed=True)
    for side in (-1, 1):
        canvas.line(smooth([(side * 0.2, -0.66), (side * 0.42, -0.1), (side * 0.4, 0.5)], closed=False), width=0.8)
    canvas.fill(smooth([(-0.1, -0.82), (0.0, -1.1), (0.3, -1.05), (0.15, -0.85)]), colour)


def _tyrolean(canvas: Canvas, colours: Palette, colour: Colour) -> None:
    _feather(canvas, colours.white, (0.3, -0.5), (0.42, -0.9), (0.5, -1.15), (0.68, -1.25))
    canvas.fill(smooth(mirrored([(0.0, -0.92), (0.26, -0.95), (0.4, -0.4)])), colour)
    canvas.fill(ellipse(0, -0.36, 0.62, 0.11), colour)
    canvas.fill(ribbon([(-0.39, -0.48), (0, -0.43), (0.39, -0.48)], (0.12,)), colours.yellow)


def _wreath(canvas: Canvas, colours: Palette, colour: Colour) -> None:
    for index, angle in enumerate(np.linspace(-165, -15, 9)):
        x, y = 0.44 * np.cos(np.radians(angle)), -0.28 + 0.3 * np.sin(np.radians(angle))
        with canvas.moved(float(x), float(y), turn=float(angle) + 90 + (25 if index % 2 else -25)):
            canvas.fill(smooth([(0, -0.17), (0.08, 0), (0, 0.15), (-0.08, 0)], steps=3), colours.green)
    for x, y in ((-0.3, -0.48), (0.0, -0.58), (0.3, -0.48)):
        canvas.dot(x, y, 0.08, colour, outlined=True)


def _coronet(canvas: Canvas, colours: Palette, colour: Colour) -> None:
    outline = [(-0.3, -0.45), (-0.42, -0.8), (-0.2, -0.62), (0.0, -0.92), (0.2, -0.62), (0.42, -0.8), (0.3, -0.45)]
    canvas.fill([*outline, (0, -0.4)], colours.yellow)
    for x, y in ((-0.42, -0.8), (0.0, -0.92), (0.42, -0.8)):
        canvas.dot(x, y, 0.06, colour, outlined=True)


def _veil(canvas: Canvas, colours: Palette, colour: Colour) -> None:
    outer = smooth(
        mirrored(
            [(0.0, -0.62), (0.4, -0.5), (0.52, 0.1), (0.72, 0.95), (0.4, 1.0), (0.38, 0.1), (0.3, -0.3), (0.0, -0.4)]
        )
    )
    canvas.fill(outer, colour)
    _coronet(canvas, colours, colours.red)


def _bonnet(canvas: Canvas, colours: Palette, colour: Colour) -> None:
    canvas.fill(smooth(mirrored([(0.0, -0.85), (0.42, -0.75), (0.56, -0.3), (0.36, -0.2), (0.0, -0.36)])), colour)
    for x in np.linspace(-0.5, 0.5, 7):
        canvas.dot(float(x), -0.28 - 0.14 * float(np.cos(x * 3)), 0.09, colours.white, outlined=True)
    canvas.fill(star(0.3, -0.66, 0.13, 0.05, 6), colours.red)


_HATS: Mapping[str, Callable[[Canvas, Palette, Colour], None]] = {
    "crown": _crown,
    "closed crown": _closed_crown,
    "tall crown": _tall_crown,
    "turban": _turban,
    "feather hat": _feather_hat,
    "beret": _beret,
    "helmet": _helmet,
    "bicorne": _bicorne,
    "tricorne": _tricorne,
    "cap": _cap,
    "hood": _hood,
    "tyrolean": _tyrolean,
    "wreath": _wreath,
    "coronet": _coronet,
    "veil": _veil,
    "bonnet": _bonnet,
}
