"""Card backs: one ornament repeated inside a border, the same either way up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from simulator.card_art.primitives.canvas import mix
from simulator.card_art.primitives.paths import box, ellipse, rounded, smooth, star

if TYPE_CHECKING:
    from simulator.card_art.primitives.canvas import Canvas, Colour
    from simulator.card_art.primitives.style import Style

_KINDS = ("lozenges", "scales", "stars", "chequers", "flowers")


def draw_back_picture(canvas: Canvas, style: Style, width: float) -> None:
    rng = style.rng("back")
    own = style.own_courts
    colour = style.palette.colour_named(rng.choice(("red", "blue", "green", "brown", "purple")) if own else "blue")
    kind = rng.choice(_KINDS) if own else "lozenges"
    margin = max(style.margin, 3.0)
    area = box(margin, margin, width - margin, 100 - margin)
    canvas.fill(area, colour, outlined=False)
    pale = mix(colour, style.palette.paper, 0.75)
    gap = rng.uniform(5.0, 9.0) if own else 7.0
    with canvas.clipped(area):
        columns, rows = int(width / gap / 2) + 2, int(50 / gap) + 2
        for row in range(-rows, rows + 1):
            for column in range(-columns, columns + 1):
                with canvas.moved(width / 2 + column * gap, 50 + row * gap, gap):
                    _ornament(canvas, kind, colour, pale, (row + column) % 2 == 0)
    canvas.line(area, style.palette.paper, 1.0 / canvas.weight, closed=True)
    canvas.line(
        rounded(margin + 1.6, margin + 1.6, width - margin - 1.6, 98.4 - margin, 2.0),
        pale,
        0.6 / canvas.weight,
        closed=True,
    )


def _ornament(canvas: Canvas, kind: str, colour: Colour, pale: Colour, even: bool) -> None:
    if kind == "lozenges":
        canvas.line([(0, -0.5), (0.5, 0), (0, 0.5), (-0.5, 0)], pale, 1.6, closed=True)
        canvas.fill([(0, -0.22), (0.22, 0), (0, 0.22), (-0.22, 0)], pale, outlined=False)
        canvas.dot(0, 0, 0.07, colour)
    elif kind == "scales":
        for radius in (0.5, 0.3):
            canvas.line(ellipse(0, 0, radius), pale, 1.4, closed=True)
    elif kind == "stars":
        canvas.fill(star(0, 0, 0.42 if even else 0.22, 0.16 if even else 0.09, 8), pale, outlined=False)
    elif kind == "chequers":
        if even:
            canvas.fill(box(-0.5, -0.5, 0.5, 0.5), pale, outlined=False)
        canvas.dot(0, 0, 0.2, colour if even else pale)
    else:
        for turn in np.arange(0.0, 360.0, 90.0):
            with canvas.moved(0, 0, turn=float(turn) + (45 if even else 0)):
                canvas.fill(
                    smooth([(0, -0.06), (0.14, -0.28), (0, -0.48), (-0.14, -0.28)], steps=3), pale, outlined=False
                )
