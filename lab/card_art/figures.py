"""Court figures, also on horseback."""

from __future__ import annotations

from math import atan2, degrees
from typing import TYPE_CHECKING, TypeAlias

from lab.card_art.canvas import Canvas, Points, ellipse, mirrored, mix, ribbon, rounded, smooth
from lab.card_art.drawings import draw, names_of
from lab.card_art.figure_parts import draw_cape, draw_head, draw_legs, draw_torso

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lab.card_art.costume import Costume
    from lab.card_art.style import Style


Place: TypeAlias = tuple[float, float]
"""x and y in the units of the figure."""

_ARMS: Mapping[str, tuple[Place, Place]] = {
    "raised": ((1.18, 1.5), (1.22, 0.55)),
    "brandish": ((1.3, 0.62), (0.98, -0.5)),
    "hip": ((1.25, 1.62), (0.62, 2.12)),
    "chest": ((0.98, 1.78), (0.22, 1.6)),
    "down": ((0.95, 1.7), (1.05, 2.5)),
    "out": ((0.98, 1.6), (1.28, 1.98)),
    "drumming": ((1.02, 1.6), (0.62, 1.8)),
    "fluting": ((1.12, 1.3), (0.82, 0.52)),
    "strumming": ((1.1, 1.55), (0.75, 1.35)),
}
"""Elbow and hand of the right arm, in head lengths."""
_DROPS = {"halberd": 0.55, "spear": 0.7, "lance": 0.75, "sceptre": 0.15}
"""How far above its usual grip a long thing is held, so that its head stays on the card."""
_SHORTER = {"sword": 0.76, "sabre": 0.85}


def draw_figure(canvas: Canvas, style: Style, costume: Costume, x: float, y: float, size: float) -> None:
    """Draws a whole figure with the middle of its head at (x, y) and a head of *size* units."""
    with canvas.moved(x, y, size):
        if costume.stance == "seated":
            cloth = style.palette.green if costume.main != "green" else style.palette.red
            draw(canvas, style.palette, "thrones", f"facing {'left' if costume.look < 0 else 'right'}", cloth=cloth)
        draw_cape(canvas, style, costume)
        if costume.stance == "riding":
            colours = style.palette
            coats = (colours.white, colours.brown, colours.grey, mix(colours.brown, colours.black, 0.5))
            coat = coats[style.rng("horse", costume.hat).randrange(len(coats))]
            draw(canvas, colours, "mounts", "horse", coat=coat, hose=colours.colour_named(costume.hose))
        else:
            draw_legs(canvas, style, costume)
        draw_torso(canvas, style, costume)
        neck = smooth(mirrored([(0.17, 0.3), (0.17, 0.6), (0.25, 0.72), (0.0, 0.85)]), steps=4)
        canvas.fill(neck, mix(style.palette.skin, style.palette.brown, 0.14))
        draw(canvas, style.palette, "collars", costume.collar)
        body_props = [prop for prop in (costume.right_prop, costume.left_prop) if prop in names_of("body props")][:1]
        if body_props and body_props != ["flute"]:
            draw(canvas, style.palette, "body props", body_props[0])
        with canvas.moved(0, 0.06, style.head):
            draw_head(canvas, style, costume)
        if body_props == ["flute"]:
            draw(canvas, style.palette, "body props", "flute")
        _draw_arm(canvas, style, costume, costume.left, costume.left_prop, left=True)
        _draw_arm(canvas, style, costume, costume.right, costume.right_prop, left=False)


def _draw_arm(canvas: Canvas, style: Style, costume: Costume, pose: str, prop: str, left: bool) -> None:
    elbow, wrist = _ARMS[pose]
    if pose == "fluting" and left:
        elbow, wrist = (0.85, 1.3), (-0.25, 0.55)
    flare = 0.52 if costume.sleeve == "wide" else 0.3
    with canvas.moved(0, 0, flip=left):
        _draw_sleeve(canvas, style, costume, elbow, wrist, flare)
    side = -1 if left else 1
    with canvas.moved(side * wrist[0], wrist[1]):
        if prop in names_of("hand props"):
            lean = {"raised": 1, "brandish": -58, "out": 3}.get(pose, -6) * side
            mirrored_prop = left == (prop in ("sabre", "bird"))
            with canvas.moved(0, _DROPS.get(prop, 0.0), _SHORTER.get(prop, 1.0), lean, mirrored_prop):
                draw(canvas, style.palette, "hand props", prop)
        if prop != "round shield":
            with canvas.moved(0, 0, 1, _angle(elbow, wrist) * side):
                colours = style.palette
                cuff = colours.yellow if costume.garment == "armour" else colours.white
                canvas.fill(rounded(-flare * 0.56, -0.16, flare * 0.56, -0.01, 0.05), cuff)
                hand = [(-0.11, 0.0), (0.11, 0.0), (0.17, 0.14), (0.13, 0.3), (-0.02, 0.36), (-0.15, 0.24)]
                canvas.fill(smooth(hand, steps=4), colours.skin)
                for y in (0.16, 0.24):
                    canvas.line([(-0.04, y), (0.14, y - 0.02)], width=0.7)


def _draw_sleeve(canvas: Canvas, style: Style, costume: Costume, elbow: Place, wrist: Place, flare: float) -> None:
    """Draws the right sleeve from shoulder to wrist, where it is *flare* wide."""
    colours = style.palette
    cloth = colours.colour_named(costume.second if costume.sleeve == "puff" else costume.main)
    lower = colours.grey if costume.garment == "armour" else cloth
    shoulder = (0.52, 0.98)
    reach = ((elbow[0] + wrist[0]) / 2, (elbow[1] + wrist[1]) / 2)
    parts: tuple[Points, ...] = (
        ribbon([shoulder, elbow], (0.5, 0.42), 4),
        ribbon([elbow, reach, wrist], (0.42, 0.36, flare), 4),
        ellipse(*elbow, 0.21, steps=16),
    )
    for part in parts:  # the outline first, so that only that of the whole arm remains
        canvas.line(part, width=2.0, closed=True)
    for part in parts:
        canvas.fill(part, lower, outlined=False)
    if style.hatching:
        crease = ribbon([elbow, reach], (0.0, 0.34), 3)
        canvas.line(crease, mix(lower, canvas.ink, 0.45), 0.7)
    if costume.sleeve == "puff":
        _draw_puff(canvas, style, costume, shoulder, elbow)
    elif costume.garment in ("coat", "open coat", "laced"):
        canvas.fill(smooth([(0.35, 0.8), (0.7, 0.76), (0.86, 1.0), (0.6, 0.98)]), colours.yellow)


def _angle(elbow: Place, hand: Place) -> float:
    """Returns the turn that brings a hand which hangs down into line with its forearm."""
    return degrees(atan2(-(hand[0] - elbow[0]), hand[1] - elbow[1]))


def _draw_puff(canvas: Canvas, style: Style, costume: Costume, shoulder: Place, elbow: Place) -> None:
    colours = style.palette
    x, y = shoulder[0] * 0.62 + elbow[0] * 0.38, shoulder[1] * 0.62 + elbow[1] * 0.38
    with canvas.moved(x, y, 1, _angle(shoulder, elbow)):
        canvas.fill(ellipse(0, 0, 0.35, 0.46), colours.colour_named(costume.main))
        for at in (-0.19, 0.0, 0.19):
            slash = smooth([(at, -0.36), (at * 1.2 + 0.05, 0), (at, 0.36), (at * 1.2 - 0.05, 0)], steps=3)
            canvas.fill(slash, colours.colour_named(costume.second))
        canvas.fill(rounded(-0.28, 0.38, 0.28, 0.5, 0.05), colours.yellow)
