"""The box taken apart: its parts above and beside one another, seen from a corner, as SVG."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, radians, sin
from typing import NamedTuple, TypeAlias

from lab.housing.outlines import Part
from lab.housing.parts import BAR, BOARDS, DISPLAY_Y, DISPLAYS, Parameters, board_place, housing
from lab.papers.housing_picture import HOLE, LINE, WOOD
from lab.papers.page import INK, Page

Space: TypeAlias = "tuple[float, float, float]"
"""mm to the right, to the back, and up."""
SCALE, SLANT = 1.5, radians(30)
"""px per mm, and the angle of both horizontal axes to the picture's lower edge."""
EDGE, METAL = "#cdb68a", "#7fa37f"
APART, LIFT = 50.0, 100.0
"""mm between a wall and the box, and between layers."""
WIDTH, HEIGHT = 780.0, 1025.0
ORIGIN = (300.0, 705.0)
"""px: where the front corner of the box would stand."""


class Layer(NamedTuple):
    """A part, how its outline lies in space, and the direction of its thickness."""

    part: Part
    place: Callable[[float, float], Space]
    thick: Space
    label: str


def picture(measures: Parameters | None = None) -> str:
    page, layers = Page(WIDTH, HEIGHT), _layers(measures or Parameters())
    for layer in layers:
        _draw(page, layer)
    for layer in layers:
        right, low = max(_on_page(layer, point, layer.thick) for point in layer.part.outline)
        page.text((right + 6, low + 4), layer.label, 14)
    return page.svg()


def _layers(measures: Parameters) -> list[Layer]:
    """Returns what is drawn, the farthest first."""
    parts = {part.name: part for part in housing(measures)}
    t, (width, depth, _) = measures.thickness, (size + 2 * measures.thickness for size in measures.inside)
    board, module = board_place(measures), DISPLAYS[measures.display]
    display = _plate("display", module.board_width, module.window[1] + 12)
    aside = (width - module.board_width) / 2
    bar_x = aside - BAR[0] + 2, width - aside - 2
    bars = [_flat(parts["bar"], (x, t + DISPLAY_Y - BAR[1] / 2, 2 * LIFT), t, "") for x in bar_x]
    return [
        _flat(parts["bottom"], (0, 0, -2 * LIFT), t, "bottom, not glued"),
        _flat(_plate("board", *BOARDS[measures.board][0]), (board.x, board.y, -2 * LIFT + 40), 1.6, "board on spacers"),
        Layer(parts["back"], lambda x, z: (width - x, depth + APART, z), (0, t, 0), "back"),
        Layer(parts["side"], lambda y, z: (-APART, y, z), (-t, 0, 0), "side"),
        Layer(parts["side"], lambda y, z: (width + APART, y, z), (t, 0, 0), "side"),
        Layer(parts["front"], lambda x, z: (x, -APART, z), (0, -t, 0), "front"),
        *bars,
        _flat(display, (aside, t + DISPLAY_Y - display.size[1] / 2, 2 * LIFT + 25), 3, "display on two bars"),
        _flat(parts["top"], (0, 0, 3 * LIFT), t, "top"),
    ]


def _plate(name: str, width: float, height: float) -> Part:
    return Part(name, ((0, 0), (width, 0), (width, height), (0, height)))


def _flat(part: Part, corner: Space, thickness: float, label: str) -> Layer:
    left, front, up = corner
    return Layer(part, lambda x, y: (left + x, front + y, up), (0, 0, thickness), label)


def _draw(page: Page, layer: Layer) -> None:
    part = layer.part
    colour = METAL if part.name in ("board", "display") else WOOD
    for share, fill in ((0.0, EDGE), (0.5, EDGE), (1.0, colour)):
        moved = [size * share for size in layer.thick]
        page.shape([_on_page(layer, point, moved) for point in part.outline], fill=fill, line=LINE)
    for hole in part.circles:
        turns = [number * pi / 12 for number in range(24)]
        rim = [(hole.x + hole.diameter / 2 * cos(turn), hole.y + hole.diameter / 2 * sin(turn)) for turn in turns]
        page.shape([_on_page(layer, point, layer.thick) for point in rim], fill=HOLE, line=LINE)
    for cutout in part.cutouts:
        page.shape([_on_page(layer, point, layer.thick) for point in cutout.corners], fill=HOLE, line=LINE)
    for line in part.engraved:
        page.line([_on_page(layer, point, layer.thick) for point in line], colour=INK)


def _on_page(layer: Layer, point: tuple[float, float], moved: Sequence[float]) -> tuple[float, float]:
    x, y, z = (value + more for value, more in zip(layer.place(*point), moved, strict=True))
    return ORIGIN[0] + (x - y) * cos(SLANT) * SCALE, ORIGIN[1] - ((x + y) * sin(SLANT) + z) * SCALE
