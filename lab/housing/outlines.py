"""Outlines of flat parts, in mm: closed, without crossings, from rectangles that are cut away; as SVG and as DXF."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

Point = tuple[float, float]
FINGER = 12.0
"""Wanted length of a finger of a joint."""
PRECISION = 3
"""Decimals of a coordinate: a thousandth of a mm."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """From its lower left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def corners(self) -> tuple[Point, ...]:
        right, top = self.x + self.width, self.y + self.height
        return ((self.x, self.y), (right, self.y), (right, top), (self.x, top))

    def contains(self, x: float, y: float) -> bool:
        return self.x < x < self.x + self.width and self.y < y < self.y + self.height


def centred(x: float, y: float, width: float, height: float) -> Rectangle:
    return Rectangle(x - width / 2, y - height / 2, width, height)


@dataclass(frozen=True, slots=True)
class Circle:
    x: float
    y: float
    diameter: float


@dataclass(frozen=True, slots=True)
class Part:
    """A part to cut: its outline, what is cut out of it, and the lines that are engraved."""

    name: str
    outline: tuple[Point, ...]
    circles: tuple[Circle, ...] = ()
    cutouts: tuple[Rectangle, ...] = ()
    engraved: tuple[tuple[Point, ...], ...] = ()
    count: int = 1
    note: str = ""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height; every part begins at 0, 0."""
        return max(x for x, _ in self.outline), max(y for _, y in self.outline)


def finger_gaps(length: float, outer: bool) -> Iterator[tuple[float, float]]:
    """Yields beginning and end of what is cut away from an edge with a finger joint.

    The fingers of an *outer* edge are at its ends, those of the other edge between them.
    """
    count = max(3, round(length / FINGER / 2) * 2 + 1)  # odd, so that both ends are alike
    for number in range(outer, count, 2):
        yield number * (length / count), (number + 1) * (length / count)


def panel(width: float, height: float, depth: float, across_outer: bool, down_outer: bool) -> tuple[Point, ...]:
    """Returns a rectangle with finger joints *depth* deep: on its edges below and above, and left and right."""
    gaps: list[Rectangle] = []
    for begin, end in finger_gaps(width, across_outer):
        gaps += [Rectangle(begin, y, end - begin, depth) for y in (0, height - depth)]
    for begin, end in finger_gaps(height, down_outer):
        gaps += [Rectangle(x, begin, depth, end - begin) for x in (0, width - depth)]
    return without(Rectangle(0, 0, width, height), gaps)


def without(whole: Rectangle, gaps: Sequence[Rectangle]) -> tuple[Point, ...]:
    """Returns the outline of *whole* without the *gaps*, counterclockwise.

    :raises ValueError: if that is not one piece without a hole.
    """
    edges = [whole, *gaps]
    xs = sorted({round(x, PRECISION) for edge in edges for x in (edge.x, edge.x + edge.width)})
    ys = sorted({round(y, PRECISION) for edge in edges for y in (edge.y, edge.y + edge.height)})
    filled = {
        (column, row)
        for column, (left, right) in enumerate(itertools.pairwise(xs))
        for row, (low, high) in enumerate(itertools.pairwise(ys))
        if not any(gap.contains((left + right) / 2, (low + high) / 2) for gap in gaps)
    }
    return _traced([(xs[a], ys[b], xs[c], ys[d]) for a, b, c, d in _border(filled)])


def _border(filled: set[tuple[int, int]]) -> Iterable[tuple[int, int, int, int]]:
    """Yields the sides between filled and empty cells, with the filled cell on their left."""
    for column, row in filled:
        corners = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
        beside = [(column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row)]
        for cell, start, end in zip(beside, corners, [*corners[1:], corners[0]], strict=True):
            if cell not in filled:
                yield *start, *end


def _traced(sides: Sequence[tuple[float, float, float, float]]) -> tuple[Point, ...]:
    following = {(x, y): (to_x, to_y) for x, y, to_x, to_y in sides}
    start = here = min(following)
    points = [here]
    while (here := following.pop(here)) != start:
        points.append(here)
    if following or len(points) != len(sides):
        raise ValueError("got gaps that divide the part or touch at a corner, expected one piece")
    return tuple(
        point
        for before, point, after in zip([points[-1], *points], points, [*points[1:], points[0]], strict=False)
        if not (before[0] == point[0] == after[0] or before[1] == point[1] == after[1])
    )


SHEET_WIDTH, GAP, MARGIN = 420.0, 6.0, 5.0
"""mm: of a sheet, between two parts, and around them."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A part on a sheet, with its lower left corner at x, y."""

    part: Part
    x: float
    y: float

    def loops(self) -> Iterator[tuple[Point, ...]]:
        """Yields outline and cutouts as closed loops."""
        yield from map(self._moved, (self.part.outline, *(cutout.corners for cutout in self.part.cutouts)))

    def engraved(self) -> Iterator[tuple[Point, ...]]:
        """Yields open lines."""
        yield from map(self._moved, self.part.engraved)

    def _moved(self, line: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple((x + self.x, y + self.y) for x, y in line)

    def circles(self) -> Iterator[tuple[float, float, float]]:
        """Yields x, y and radius."""
        for circle in self.part.circles:
            yield circle.x + self.x, circle.y + self.y, circle.diameter / 2


def placed(parts: Sequence[Part]) -> list[Placed]:
    """Returns every piece in rows on a sheet of `SHEET_WIDTH`, the highest first."""
    pieces = sorted((part for part in parts for _ in range(part.count)), key=lambda part: -part.size[1])
    rows: list[Placed] = []
    x, y, row_height = MARGIN, MARGIN, 0.0
    for part in pieces:
        width, height = part.size
        if x + width > SHEET_WIDTH - MARGIN and x > MARGIN:
            x, y, row_height = MARGIN, y + row_height + GAP, 0.0
        rows.append(Placed(part, x, y))
        x, row_height = x + width + GAP, max(row_height, height)
    return rows


def sheet_size(pieces: Sequence[Placed]) -> tuple[float, float]:
    """Returns width and height in mm."""
    return (
        max(piece.x + piece.part.size[0] for piece in pieces) + MARGIN,
        max(piece.y + piece.part.size[1] for piece in pieces) + MARGIN,
    )


def svg(pieces: Sequence[Placed]) -> str:
    """Returns a drawing in mm; what is cut is a red line of 0.1 mm, what is engraved a blue one."""
    width, height = sheet_size(pieces)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}"><g fill="none" stroke="#ff0000" stroke-width="0.1">'
    )
    lines = [head]
    for piece in pieces:
        lines += [f'<path d="{_path(loop, height)} Z"/>' for loop in piece.loops()]
        lines += [f'<circle cx="{x:.3f}" cy="{height - y:.3f}" r="{r:.3f}"/>' for x, y, r in piece.circles()]
        lines += [f'<path stroke="#0000ff" d="{_path(line, height)}"/>' for line in piece.engraved()]
    return "\n".join([*lines, "</g></svg>", ""])


def _path(line: Sequence[Point], height: float) -> str:
    return "M" + " L".join(f"{x:.3f},{height - y:.3f}" for x, y in line)


def dxf(pieces: Sequence[Placed]) -> str:
    """Returns the same as DXF: closed polylines and circles on the layer CUT, open ones on the layer ENGRAVE."""
    pairs: list[tuple[int, object]] = [(0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009")]
    pairs += [(9, "$INSUNITS"), (70, 4), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    for piece in pieces:
        lines = [("CUT", 1, loop) for loop in piece.loops()] + [("ENGRAVE", 0, line) for line in piece.engraved()]
        for layer, is_closed, line in lines:
            pairs += [(0, "POLYLINE"), (8, layer), (66, 1), (70, is_closed), (10, 0.0), (20, 0.0), (30, 0.0)]
            for x, y in line:
                pairs += [(0, "VERTEX"), (8, layer), (10, f"{x:.3f}"), (20, f"{y:.3f}"), (30, "0.0")]
            pairs += [(0, "SEQEND"), (8, layer)]
        for x, y, radius in piece.circles():
            pairs += [(0, "CIRCLE"), (8, "CUT"), (10, f"{x:.3f}"), (20, f"{y:.3f}"), (30, "0.0"), (40, f"{radius:.3f}")]
    pairs += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code:>3}\r\n{value}\r\n" for code, value in pairs)
