"""The ornaments of German aces, each in the square from (-0.5, -0.5) to (0.5, 0.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from simulator.card_art.canvas import Canvas, box, ellipse, mirrored, mix, ribbon, rounded, smooth, star

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from simulator.card_art.style import Palette


BOAR_BODY = (
    (-0.36, -0.1),
    (-0.15, -0.24),
    (0.15, -0.26),
    (0.42, -0.12),
    (0.5, 0.08),
    (0.42, 0.22),
    (0.1, 0.26),
    (-0.2, 0.24),
    (-0.36, 0.12),
)
BOAR_HEAD = (
    (-0.18, -0.2),
    (-0.36, -0.16),
    (-0.46, 0.02),
    (-0.6, 0.13),
    (-0.6, 0.24),
    (-0.42, 0.26),
    (-0.24, 0.22),
    (-0.14, 0.05),
)


def _boar(canvas: Canvas, colours: Palette) -> None:
    hide, dark = mix(colours.brown, colours.grey, 0.25), mix(colours.brown, colours.black, 0.45)
    canvas.fill(
        smooth([(-0.6, 0.42), (-0.2, 0.33), (0.3, 0.36), (0.62, 0.42), (0.5, 0.52), (-0.5, 0.52)]), colours.green
    )
    for x, lean in ((-0.2, -0.04), (0.33, 0.03)):
        canvas.fill(ribbon([(x, 0.15), (x + lean, 0.3), (x + lean, 0.42)], (0.15, 0.09, 0.07)), dark)
    canvas.fill(smooth(BOAR_BODY), hide)
    for x, lean in ((-0.12, -0.02), (0.42, 0.06)):
        canvas.fill(ribbon([(x, 0.12), (x + lean, 0.28), (x + lean - 0.02, 0.44)], (0.17, 0.1, 0.07)), hide)
    canvas.fill(smooth(BOAR_HEAD), hide)
    canvas.fill(smooth([(-0.26, -0.16), (-0.3, -0.36), (-0.14, -0.3), (-0.12, -0.12)], steps=4), dark)
    canvas.fill(ellipse(-0.6, 0.185, 0.035, 0.06), mix(colours.skin, colours.red, 0.35))
    canvas.dot(-0.39, 0.0, 0.028, canvas.ink)
    canvas.fill(ribbon([(-0.5, 0.2), (-0.52, 0.1), (-0.47, 0.04)], (0.05, 0.04, 0.005)), colours.white)
    canvas.line(smooth([(0.49, 0.0), (0.58, -0.06), (0.56, 0.06), (0.52, 0.0), (0.64, -0.08)], closed=False), width=2)
    for x in np.linspace(-0.14, 0.36, 9):
        canvas.line([(x, -0.26 + 0.9 * (x - 0.1) ** 2), (x + 0.06, -0.17 + 0.9 * (x - 0.1) ** 2)], dark, 1.6)
    for x, y in ((-0.02, 0.0), (0.1, 0.1), (0.22, -0.02), (0.3, 0.1), (0.12, -0.1)):
        canvas.line([(x, y), (x + 0.07, y + 0.05)], dark)


def _barrel(canvas: Canvas, colours: Palette) -> None:
    canvas.fill(smooth([(-0.6, 0.42), (0, 0.34), (0.6, 0.42), (0.45, 0.52), (-0.45, 0.52)]), colours.green)
    canvas.fill(smooth(mirrored([(0.0, -0.08), (0.38, -0.06), (0.5, 0.16), (0.38, 0.4), (0.0, 0.42)])), colours.brown)
    for x in (-0.42, -0.24, 0.24, 0.42):
        canvas.fill(
            ribbon([(x, -0.06 + abs(x) * 0.12), (x * 1.12, 0.17), (x, 0.41 - abs(x) * 0.1)], (0.05,)), colours.grey
        )
    for y in (0.04, 0.12, 0.22, 0.31):
        canvas.line([(-0.2, y), (0.2, y)], width=0.8)
    canvas.fill(ellipse(0.0, 0.17, 0.13, 0.15), mix(colours.brown, colours.yellow, 0.5))
    canvas.dot(0, 0.22, 0.04, colours.yellow, outlined=True)
    for side in (-1, 1):
        canvas.line(
            smooth([(side * 0.05, -0.06), (side * 0.3, -0.2), (side * 0.45, 0.0), (side * 0.55, 0.1)], closed=False),
            colours.green,
            3,
        )
        for x, y in ((0.28, -0.18), (0.46, -0.02), (0.56, 0.16)):
            canvas.fill(star(side * x, y, 0.1, 0.06, 5), colours.green)
        for x, y in ((0.3, -0.05), (0.35, 0.02), (0.26, 0.02), (0.31, 0.08)):
            canvas.dot(side * x, y, 0.04, colours.purple, outlined=True)
    canvas.line(ellipse(0.17, -0.24, 0.08, 0.1), width=3.5, closed=True)
    canvas.fill(rounded(-0.13, -0.38, 0.15, -0.07, 0.03), colours.yellow)
    canvas.line([(-0.05, -0.33), (-0.05, -0.12)], colours.white, 2.2)
    canvas.fill(
        smooth(
            [(-0.16, -0.36), (-0.15, -0.46), (-0.03, -0.45), (0.05, -0.5), (0.17, -0.43), (0.17, -0.35), (0, -0.33)]
        ),
        colours.white,
    )


def _vase(canvas: Canvas, colours: Palette) -> None:
    for side in (-1, 1):
        canvas.line(smooth([(0, 0.0), (side * 0.15, -0.2), (side * 0.32, -0.28)], closed=False), colours.green, 3)
        canvas.line(
            smooth([(side * 0.2, 0.02), (side * 0.42, 0.0), (side * 0.44, 0.18), (side * 0.26, 0.22)], closed=False),
            colours.yellow,
            5,
        )
        canvas.fill(
            smooth([(side * 0.1, -0.1), (side * 0.32, -0.12), (side * 0.42, -0.02), (side * 0.24, -0.02)]),
            colours.green,
        )
    canvas.line([(0, 0), (0, -0.35)], colours.green, 3)
    for x, y, colour in ((-0.33, -0.28, colours.red), (0.33, -0.28, colours.red), (0.0, -0.36, colours.yellow)):
        for turn in range(0, 360, 60):
            with canvas.moved(x, y, turn=turn):
                canvas.fill(ellipse(0, -0.09, 0.06, 0.07, steps=12), colour)
        canvas.dot(x, y, 0.055, colours.white, outlined=True)
    canvas.fill(
        smooth(
            mirrored([(0.1, -0.03), (0.2, -0.02), (0.12, 0.06), (0.3, 0.16), (0.24, 0.3), (0.07, 0.36), (0.08, 0.41)])
        ),
        colours.blue,
    )
    canvas.fill(ribbon([(-0.28, 0.17), (0, 0.22), (0.28, 0.17)], (0.07,)), colours.yellow)
    canvas.fill(rounded(-0.2, 0.4, 0.2, 0.49, 0.03), colours.red)


def _target(canvas: Canvas, colours: Palette) -> None:
    for index, angle in enumerate(np.linspace(0, 360, 20, endpoint=False)):
        with canvas.moved(
            0.41 * float(np.cos(np.radians(angle))), 0.41 * float(np.sin(np.radians(angle))), turn=float(angle) + 40
        ):
            canvas.fill(smooth([(0, -0.12), (0.06, 0), (0, 0.12), (-0.06, 0)], steps=3), colours.green)
        if index % 5 == 2:
            canvas.dot(
                0.41 * float(np.cos(np.radians(angle))),
                0.41 * float(np.sin(np.radians(angle))),
                0.06,
                colours.red,
                outlined=True,
            )
    for radius, colour in ((0.33, colours.white), (0.25, colours.blue), (0.17, colours.white), (0.09, colours.yellow)):
        canvas.fill(ellipse(0, 0, radius), colour)
    with canvas.moved(0, 0, turn=-35):
        canvas.fill(ribbon([(0.0, 0.0), (0.56, 0.0)], (0.03,), 2), colours.brown)
        for side in (-1, 1):
            canvas.fill([(0.42, 0), (0.5, side * 0.07), (0.62, side * 0.07), (0.55, 0)], colours.red)


def _sun(canvas: Canvas, colours: Palette) -> None:
    for index, turn in enumerate(np.arange(0, 360, 22.5)):
        with canvas.moved(0, 0, turn=float(turn)):
            ray = (
                [(-0.06, -0.24), (0, -0.5), (0.06, -0.24)]
                if index % 2
                else smooth([(-0.05, -0.22), (0.05, -0.32), (-0.04, -0.46), (0.07, -0.3), (0.04, -0.22)])
            )
            canvas.fill(ray, colours.yellow if index % 2 else colours.red)
    canvas.fill(ellipse(0, 0, 0.27), colours.yellow)
    for side in (-1, 1):
        canvas.fill(ellipse(side * 0.1, -0.04, 0.045, 0.03), colours.white)
        canvas.dot(side * 0.1, -0.04, 0.02, canvas.ink)
        canvas.line(ellipse(side * 0.1, -0.07, 0.07, 0.04, 200, 340))
        canvas.fill(ellipse(side * 0.15, 0.07, 0.04), mix(colours.yellow, colours.red, 0.4), outlined=False)
    canvas.line(smooth([(0.01, -0.05), (0.04, 0.05), (-0.02, 0.06)], closed=False))
    canvas.fill(smooth([(-0.09, 0.12), (0, 0.14), (0.09, 0.12), (0, 0.18)]), colours.red)


def _castle(canvas: Canvas, colours: Palette) -> None:
    canvas.fill(smooth([(-0.6, 0.5), (-0.4, 0.28), (0, 0.2), (0.4, 0.28), (0.6, 0.5)]), colours.green)
    for x, low, high, wide in ((-0.28, 0.32, -0.12, 0.1), (0.28, 0.32, -0.12, 0.1), (0.0, 0.25, -0.24, 0.13)):
        canvas.fill(box(x - wide, high, x + wide, low), colours.white)
        canvas.fill([(x - wide * 1.3, high), (x, high - 0.22), (x + wide * 1.3, high)], colours.red)
        canvas.fill(rounded(x - 0.03, high + 0.07, x + 0.03, high + 0.17, 0.025), canvas.ink, outlined=False)
        canvas.line([(x, high - 0.22), (x, high - 0.3)])
        canvas.fill([(x, high - 0.3), (x + 0.1, high - 0.27), (x, high - 0.24)], colours.blue)
    canvas.fill(box(-0.36, 0.1, 0.36, 0.32), colours.white)
    for x in np.arange(-0.36, 0.36, 0.12):
        canvas.fill(box(float(x), 0.05, float(x) + 0.06, 0.1), colours.white)
    canvas.fill(smooth(mirrored([(0.0, 0.14), (0.07, 0.2), (0.08, 0.33)])), colours.brown)
    for x, y in ((-0.25, 0.2), (0.22, 0.18), (-0.17, 0.27), (0.26, 0.27)):
        canvas.line([(x, y), (x + 0.07, y)], width=0.8)


def _lion(canvas: Canvas, colours: Palette) -> None:
    mane = mix(colours.yellow, colours.brown, 0.45)
    canvas.line(smooth([(0.2, 0.3), (0.5, 0.25), (0.48, -0.05), (0.36, -0.2)], closed=False), mane, 6)
    canvas.fill(ellipse(0.36, -0.22, 0.07, 0.1), mane)
    canvas.fill(
        smooth([(0.0, -0.1), (0.2, 0.05), (0.28, 0.35), (0.1, 0.48), (-0.2, 0.46), (-0.22, 0.1)]), colours.yellow
    )
    canvas.fill(ribbon([(-0.1, 0.0), (-0.34, -0.05), (-0.46, -0.22)], (0.16, 0.12, 0.09)), colours.yellow)
    canvas.fill(ribbon([(-0.1, 0.12), (-0.34, 0.16), (-0.48, 0.06)], (0.16, 0.12, 0.09)), colours.yellow)
    canvas.fill(ribbon([(0.15, 0.35), (-0.1, 0.4), (-0.14, 0.48)], (0.2, 0.14, 0.1)), colours.yellow)
    canvas.fill(star(-0.06, -0.18, 0.3, 0.22, 13), mane)
    face = smooth(mirrored([(0.0, -0.36), (0.14, -0.3), (0.15, -0.12), (0.07, 0.02), (0.0, 0.03)]))
    canvas.fill(face + np.array([-0.08, 0.0]), colours.yellow)
    for side in (-1, 1):
        canvas.dot(-0.08 + side * 0.06, -0.2, 0.022, canvas.ink)
        canvas.line([(-0.08 + side * 0.02, -0.23), (-0.08 + side * 0.11, -0.25)])
    canvas.fill([(-0.12, -0.12), (-0.04, -0.12), (-0.08, -0.06)], canvas.ink)
    canvas.fill(smooth([(-0.12, -0.03), (-0.04, -0.03), (-0.08, 0.06)]), colours.red)


def _eagle(canvas: Canvas, colours: Palette) -> None:
    for side in (-1, 1):
        for step, reach in enumerate((0.5, 0.52, 0.48, 0.4, 0.3)):
            feather = [
                (side * 0.08, -0.12 + step * 0.05),
                (side * reach * 0.7, -0.3 + step * 0.11),
                (side * reach, -0.12 + step * 0.12),
            ]
            canvas.fill(ribbon(feather, (0.14, 0.12, 0.03)), colours.blue)
        canvas.line(
            smooth([(side * 0.08, 0.22), (side * 0.2, 0.36), (side * 0.27, 0.34)], closed=False), colours.yellow, 4
        )
    for turn in (-25, 0, 25):
        with canvas.moved(0, 0.2, turn=turn):
            canvas.fill(smooth([(0, 0), (0.07, 0.15), (0, 0.3), (-0.07, 0.15)], steps=4), colours.blue)
    canvas.fill(smooth(mirrored([(0.0, -0.22), (0.13, -0.12), (0.15, 0.1), (0.0, 0.28)])), colours.blue)
    canvas.fill(smooth(mirrored([(0.0, -0.08), (0.09, -0.02), (0.0, 0.16)])), colours.red)
    canvas.fill(smooth([(0.06, -0.2), (0.1, -0.36), (-0.02, -0.44), (-0.12, -0.38), (-0.08, -0.2)]), colours.blue)
    canvas.fill([(-0.1, -0.4), (-0.22, -0.32), (-0.09, -0.3)], colours.yellow)
    canvas.dot(-0.04, -0.37, 0.022, colours.white)
    canvas.fill([(-0.07, -0.43), (-0.1, -0.53), (-0.01, -0.48), (0.06, -0.53), (0.06, -0.42)], colours.yellow)


MOTIFS: Mapping[str, Callable[[Canvas, Palette], None]] = {
    "barrel": _barrel,
    "vase": _vase,
    "target": _target,
    "boar": _boar,
    "sun": _sun,
    "castle": _castle,
    "lion": _lion,
    "eagle": _eagle,
}
