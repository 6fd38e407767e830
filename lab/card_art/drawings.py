"""Drawings that differ between decks in nothing but colour: hats, clothes, what figures hold, ornaments, landscapes.

`drawings.json` has them by kind and name, each as its shapes from back to front. Coordinates are x and y in turn.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from lab.card_art.canvas import Canvas, Colour, Points, ellipse, mix, ribbon, rounded, smooth, star

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lab.card_art.style import Palette

Kind: TypeAlias = Literal[
    "hats", "hair", "collars", "garments", "hand props", "body props", "mounts", "thrones", "things", "motifs",
    "letters", "serifs",
]  # fmt: skip
"""Hats, hair and collars in head lengths around its middle; hand props with the grip at the origin, upwards.
Garments, body props, mounts and thrones in the lengths of the body; things and motifs in a square around the origin;
strokes of letters one unit high, and the ends of strokes that get serifs."""


@dataclass(frozen=True, slots=True)
class Shape:
    entry: Mapping[str, Any]
    """How it is painted: `fill`, `line` or `hatch` is the colour, and `at` moves and turns it."""
    outline: Points
    inside: Sequence[Shape]
    """What is painted inside the outline only, if the shape is a window and nothing itself."""


def names_of(kind: Kind) -> tuple[str, ...]:
    """Returns the names of the drawings, in the order in which decks choose from them."""
    return tuple(_drawings()[kind])


def shapes_of(kind: Kind, name: str) -> Sequence[Shape]:
    return _drawings()[kind][name]


def draw(canvas: Canvas, colours: Palette, kind: Kind, name: str, **own: Colour) -> None:
    """Paints a drawing; *own* are its colours that are not those of the palette, by their names in the file."""
    for shape in shapes_of(kind, name):
        _paint(canvas, shape, colours, own)


@cache
def _drawings() -> dict[str, dict[str, tuple[Shape, ...]]]:
    text = files("lab.card_art").joinpath("drawings.json").read_text("utf-8")
    return {
        kind: {name: tuple(map(_shape, entries)) for name, entries in drawings.items()}
        for kind, drawings in json.loads(text).items()
    }


def _shape(entry: Mapping[str, Any]) -> Shape:
    return Shape(entry, _outline(entry), tuple(map(_shape, entry.get("inside", ()))))


def _outline(entry: Mapping[str, Any]) -> Points:
    match entry:
        case {"curve": knots}:
            return smooth(_pairs(knots), not entry.get("open", False), entry.get("steps", 6))
        case {"ribbon": knots, "widths": widths}:
            return ribbon(_pairs(knots), widths, entry.get("steps", 6))
        case {"ellipse": numbers}:
            return ellipse(*numbers)
        case {"rounded": numbers}:
            return rounded(*numbers)
        case {"star": numbers}:
            return star(*numbers)
    return _pairs(entry.get("points", ()))


def _pairs(numbers: Sequence[float]) -> Points:
    return np.array(numbers, dtype=np.float64).reshape(-1, 2)


def _paint(canvas: Canvas, shape: Shape, colours: Palette, own: Mapping[str, Colour]) -> None:
    entry = shape.entry
    x, y, turn = entry.get("at", (0.0, 0.0, 0.0))
    with canvas.moved(x, y, turn=turn):
        match entry:
            case {"inside": _}:
                with canvas.clipped(shape.outline):
                    for inner in shape.inside:
                        _paint(canvas, inner, colours, own)
            case {"fill": colour, "dot": (middle_x, middle_y, radius)}:
                canvas.dot(middle_x, middle_y, radius, _colour(colour, canvas, colours, own), not entry.get("bare"))
            case {"fill": colour}:
                canvas.fill(shape.outline, _colour(colour, canvas, colours, own), not entry.get("bare"))
            case {"line": colour}:
                width, is_closed = entry.get("width", 1.0), entry.get("closed", False)
                canvas.line(shape.outline, _colour(colour, canvas, colours, own), width, is_closed)
            case {"hatch": colour, "turn": direction, "gap": gap}:
                width = entry.get("width", 0.5)
                canvas.hatch(shape.outline, direction, gap, _colour(colour, canvas, colours, own), width)


def _colour(named: str | list[Any], canvas: Canvas, colours: Palette, own: Mapping[str, Colour]) -> Colour:
    """Returns a colour by its name, or a mixture of one, another, and the share of that."""
    if not isinstance(named, str):
        one, other, share = named
        return mix(_colour(one, canvas, colours, own), _colour(other, canvas, colours, own), share)
    if named == "ink":
        return canvas.ink
    return own[named] if named in own else colours.colour_named(named)
