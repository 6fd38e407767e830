"""A horse under a king, as Tell packs have them; in head lengths of the rider, looking left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.card_art.primitives.canvas import mix
from simulator.card_art.primitives.paths import ribbon, smooth

if TYPE_CHECKING:
    from simulator.card_art.courts.costume import Costume
    from simulator.card_art.primitives.canvas import Canvas, Colour
    from simulator.card_art.primitives.style import Style

_BODY = smooth(
    [(-1.0, 2.6), (-0.2, 2.75), (0.8, 2.55), (1.45, 2.6), (1.6, 3.1), (1.4, 3.6), (0.6, 3.75), (-0.5, 3.8), (-1.0, 3.5)]
)
_HEAD = smooth(
    [
        (-0.4, 2.8),
        (-0.7, 2.1),
        (-1.05, 1.5),
        (-1.32, 1.36),
        (-1.6, 1.6),
        (-1.98, 2.05),
        (-2.02, 2.28),
        (-1.82, 2.36),
        (-1.52, 2.14),
        (-1.34, 2.2),
        (-1.3, 2.7),
        (-1.1, 3.4),
        (-0.7, 3.5),
    ]
)


def draw_horse(canvas: Canvas, style: Style, costume: Costume) -> None:
    colours = style.palette
    coats: tuple[Colour, ...] = (colours.white, colours.brown, colours.grey, mix(colours.brown, colours.black, 0.5))
    coat = coats[style.rng("horse", costume.hat).randrange(len(coats))]
    mane = mix(coat, canvas.ink, 0.5)
    tail = [(1.5, 2.8), (1.9, 3.1), (1.75, 3.8), (1.9, 4.4)]
    canvas.fill(ribbon(tail, (0.14, 0.4, 0.4, 0.05)), mane)
    for x, lean in ((-0.55, -0.3), (1.05, 0.15), (-0.8, 0.0), (1.3, 0.0)):
        leg = [(x, 3.3), (x + lean, 4.1), (x + lean * 0.6, 4.9)]
        canvas.fill(ribbon(leg, (0.45, 0.26, 0.18)), coat)
        canvas.fill(ribbon([(x + lean * 0.6, 4.85), (x + lean * 0.6 - 0.05, 5.1)], (0.2, 0.32), 2), mane)
    canvas.fill(_BODY, coat)
    canvas.fill([(-1.5, 1.4), (-1.36, 1.02), (-1.22, 1.4)], coat)
    canvas.fill(_HEAD, coat)
    for y, reach in ((1.5, 0.0), (1.9, 0.2), (2.3, 0.4)):
        canvas.fill(
            smooth([(-1.15 + reach, y - 0.15), (-0.7 + reach, y + 0.1), (-0.85 + reach, y + 0.5)], steps=4), mane
        )
    canvas.fill(smooth([(-0.5, 2.5), (0.7, 2.5), (0.8, 3.6), (0.1, 3.85), (-0.6, 3.6)], steps=4), colours.red)
    bridle = colours.yellow if coat != colours.yellow else colours.red
    canvas.line([(-1.72, 1.75), (-1.6, 2.2)], bridle, 3)
    canvas.line([(-1.3, 1.42), (-1.42, 2.1)], bridle, 3)
    canvas.line(smooth([(-1.68, 2.0), (-1.0, 2.5), (-0.2, 2.3)], closed=False), bridle, 3)
    canvas.line(smooth([(-1.25, 2.9), (-1.0, 3.2), (-0.55, 3.1)], closed=False), bridle, 4)
    canvas.dot(-1.5, 1.75, 0.055, canvas.ink)
    canvas.dot(-1.93, 2.14, 0.035, canvas.ink)


def draw_riding_leg(canvas: Canvas, style: Style, costume: Costume) -> None:
    colours = style.palette
    canvas.fill(ribbon([(0.2, 2.4), (0.3, 3.2), (0.15, 3.7)], (0.6, 0.42, 0.34)), colours.colour_named(costume.hose))
    leather = mix(colours.brown, colours.black, 0.35)
    canvas.fill(ribbon([(0.22, 3.5), (0.12, 4.05)], (0.44, 0.28), 3), leather)
    canvas.fill(smooth([(0.22, 3.95), (0.2, 4.25), (-0.4, 4.28), (-0.35, 4.12), (0.0, 3.98)], steps=4), leather)
