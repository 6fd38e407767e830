"""Little landscapes at the foot of single-headed cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from simulator.card_art.canvas import Canvas, box, ellipse, mirrored, mix, ribbon, smooth

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from simulator.card_art.style import Palette


def draw_meadow(canvas: Canvas, colours: Palette, width: float, height: float) -> None:
    """Hilly ground at the foot of a card *width* wide; *height* counts from the frame."""
    middle, left, right, base = width / 2, -1.0, width + 1.0, 95.5
    hill = [
        (left, 101.0),
        (left, base - height * 0.6),
        (middle - 8, base - height),
        (middle + 8, base - height * 0.55),
        (right, base - height * 0.9),
        (right, 101.0),
    ]
    ground = np.vstack([hill[0], smooth(hill[1:-1], closed=False), hill[-1]])
    canvas.fill(ground, colours.green)
    with canvas.clipped(ground):
        path = [
            (middle - 9, 101.0),
            (middle - 6, base),
            (middle + 2, base - height * 0.35),
            (middle - 3, base - height * 0.75),
        ]
        canvas.fill(ribbon(path, (9.0, 8.0, 4.0, 1.0)), mix(colours.yellow, colours.white, 0.3))
    canvas.line(ground, closed=True)
    for x in np.linspace(8, width - 8, 6):
        canvas.line(
            [(x - 1, base - height * 0.25), (x, base - height * 0.42), (x + 1, base - height * 0.25)],
            mix(colours.green, canvas.ink, 0.5),
        )


def draw_scene(canvas: Canvas, colours: Palette, rng: Random, things: Sequence[str], width: float) -> None:
    """A meadow at the foot of a card *width* wide, with one thing on each side."""
    draw_meadow(canvas, colours, width, 9)
    for thing, x in zip(things, (width * 0.3, width * 0.7), strict=True):
        with canvas.moved(x, 90.0, 15.0 * rng.uniform(0.9, 1.1), flip=rng.random() < 0.5):
            THINGS[thing](canvas, colours)


def _fir(canvas: Canvas, colours: Palette) -> None:
    canvas.fill(box(-0.06, -0.2, 0.06, 0.05), colours.brown)
    for y, wide in ((-0.1, 0.36), (-0.4, 0.3), (-0.68, 0.22)):
        canvas.fill([(-wide, y), (0, y - 0.5), (wide, y)], mix(colours.green, colours.black, 0.2))


def _tree(canvas: Canvas, colours: Palette) -> None:
    canvas.fill(ribbon([(0, 0.05), (0.03, -0.3), (-0.03, -0.6)], (0.2, 0.12, 0.08)), colours.brown)
    for x, y in ((-0.22, -0.6), (0.22, -0.62), (0, -0.85), (0, -0.55)):
        canvas.fill(ellipse(x, y, 0.26, 0.24), colours.green)
    for x, y in ((-0.2, -0.6), (0.1, -0.8), (0.22, -0.55), (0.0, -0.5)):
        canvas.dot(x, y, 0.05, colours.red, outlined=True)


def _house(canvas: Canvas, colours: Palette) -> None:
    canvas.fill(box(-0.38, -0.42, 0.38, 0.05), colours.white)
    canvas.fill([(-0.5, -0.42), (0, -0.85), (0.5, -0.42)], colours.red)
    canvas.fill(box(-0.08, -0.25, 0.08, 0.05), colours.brown)
    for x in (-0.25, 0.25):
        canvas.fill(box(x - 0.07, -0.3, x + 0.07, -0.14), colours.blue)


def _church(canvas: Canvas, colours: Palette) -> None:
    canvas.fill(box(-0.1, -0.4, 0.5, 0.05), colours.white)
    canvas.fill([(-0.1, -0.4), (0.05, -0.62), (0.42, -0.62), (0.56, -0.4)], colours.red)
    canvas.fill(box(-0.34, -0.72, -0.08, 0.05), colours.white)
    dome = mirrored([(0.0, -1.12), (0.04, -1.0), (0.15, -0.86), (0.1, -0.72)])
    canvas.fill(smooth(dome + np.array([-0.21, 0]), steps=3), colours.blue)
    canvas.line([(-0.21, -1.1), (-0.21, -1.3)], width=1.6)
    canvas.line([(-0.28, -1.22), (-0.14, -1.22)], width=1.6)
    for x in (0.1, 0.32):
        canvas.fill(ellipse(x, -0.22, 0.05, 0.1), canvas.ink, outlined=False)


def _rabbit(canvas: Canvas, colours: Palette) -> None:
    canvas.fill(
        smooth([(-0.25, -0.1), (-0.05, -0.36), (0.25, -0.32), (0.36, -0.05), (0.1, 0.05), (-0.2, 0.05)]), colours.brown
    )
    for lean in (-0.1, 0.06):
        canvas.fill(
            ribbon([(-0.24, -0.4), (-0.2 + lean, -0.65), (-0.15 + lean, -0.85)], (0.1, 0.13, 0.03)), colours.brown
        )
    canvas.fill(ellipse(-0.27, -0.32, 0.16, 0.13), colours.brown)
    canvas.dot(0.37, -0.1, 0.08, colours.white, outlined=True)
    canvas.dot(-0.31, -0.35, 0.025, canvas.ink)


def _dog(canvas: Canvas, colours: Palette) -> None:
    for x in (-0.22, 0.25):
        canvas.fill(ribbon([(x, -0.25), (x - 0.03, 0.05)], (0.12, 0.08), 2), colours.white)
    canvas.fill(ribbon([(0.28, -0.32), (0.48, -0.5), (0.45, -0.66)], (0.08, 0.06, 0.02)), colours.white)
    canvas.fill(smooth([(-0.32, -0.4), (0.0, -0.42), (0.33, -0.36), (0.3, -0.16), (-0.25, -0.16)]), colours.white)
    canvas.fill(smooth([(-0.28, -0.62), (-0.42, -0.6), (-0.6, -0.42), (-0.42, -0.36), (-0.24, -0.36)]), colours.white)
    canvas.fill(smooth([(-0.3, -0.62), (-0.18, -0.6), (-0.18, -0.36), (-0.28, -0.46)], steps=4), colours.brown)
    canvas.fill(ellipse(0.08, -0.32, 0.12, 0.08), colours.brown)
    canvas.dot(-0.42, -0.53, 0.025, canvas.ink)


def _goat(canvas: Canvas, colours: Palette) -> None:
    for x in (-0.2, 0.25):
        canvas.fill(ribbon([(x, -0.25), (x, 0.05)], (0.12, 0.07), 2), colours.grey)
    canvas.fill(smooth([(-0.3, -0.45), (0.05, -0.48), (0.38, -0.42), (0.34, -0.16), (-0.26, -0.16)]), colours.grey)
    canvas.fill(smooth([(-0.24, -0.72), (-0.38, -0.7), (-0.54, -0.5), (-0.4, -0.44), (-0.2, -0.4)]), colours.grey)
    canvas.fill(ribbon([(-0.28, -0.7), (-0.16, -0.95), (0.05, -0.98)], (0.09, 0.07, 0.02)), colours.brown)
    canvas.fill([(-0.48, -0.46), (-0.46, -0.26), (-0.38, -0.44)], colours.white)
    canvas.dot(-0.35, -0.62, 0.025, canvas.ink)


def _bird(canvas: Canvas, colours: Palette) -> None:
    canvas.line([(0, 0.05), (0, -0.3)], width=1.5)
    canvas.line([(0.06, 0.05), (0.06, -0.3)], width=1.5)
    canvas.fill(
        smooth([(-0.28, -0.62), (-0.1, -0.75), (0.06, -0.58), (0.4, -0.35), (0.12, -0.25), (-0.12, -0.34)]),
        colours.blue,
    )
    canvas.fill(smooth([(0.0, -0.52), (0.24, -0.4), (0.1, -0.34)]), colours.yellow)
    canvas.fill([(-0.26, -0.66), (-0.44, -0.6), (-0.25, -0.56)], colours.red)
    canvas.dot(-0.14, -0.64, 0.028, canvas.ink)


def _mushroom(canvas: Canvas, colours: Palette) -> None:
    canvas.fill(ribbon([(0, 0.05), (0, -0.4)], (0.24, 0.16), 2), colours.white)
    canvas.fill(
        smooth([(-0.42, -0.32), (-0.3, -0.62), (0, -0.76), (0.3, -0.62), (0.42, -0.32), (0, -0.4)]), colours.red
    )
    for x, y in ((-0.2, -0.5), (0.02, -0.6), (0.22, -0.48)):
        canvas.dot(x, y, 0.06, colours.white)


def _flowers(canvas: Canvas, colours: Palette) -> None:
    for x, top, colour in ((-0.28, -0.45, colours.blue), (0.0, -0.65, colours.yellow), (0.28, -0.5, colours.red)):
        canvas.line([(x * 0.5, 0.05), (x, top)], colours.green, 2)
        for turn in range(0, 360, 72):
            with canvas.moved(x, top, turn=turn):
                canvas.fill(ellipse(0, -0.11, 0.07, 0.09, steps=10), colour)
        canvas.dot(x, top, 0.06, colours.white, outlined=True)


def _fence(canvas: Canvas, colours: Palette) -> None:
    for y in (-0.16, -0.36):
        canvas.fill(box(-0.55, y - 0.04, 0.55, y + 0.04), colours.brown)
    for x in (-0.42, -0.14, 0.14, 0.42):
        canvas.fill([(x - 0.06, 0.05), (x - 0.06, -0.5), (x, -0.6), (x + 0.06, -0.5), (x + 0.06, 0.05)], colours.yellow)


def _haystack(canvas: Canvas, colours: Palette) -> None:
    stack = smooth(mirrored([(0.0, -0.8), (0.18, -0.6), (0.4, -0.2), (0.42, 0.05)]))
    canvas.fill(stack, colours.yellow)
    canvas.hatch(stack, 80, 0.12, mix(colours.yellow, colours.brown, 0.7))


THINGS: dict[str, Callable[[Canvas, Palette], None]] = {
    "fir": _fir,
    "tree": _tree,
    "house": _house,
    "church": _church,
    "rabbit": _rabbit,
    "dog": _dog,
    "goat": _goat,
    "bird": _bird,
    "mushroom": _mushroom,
    "flowers": _flowers,
    "fence": _fence,
    "haystack": _haystack,
}
