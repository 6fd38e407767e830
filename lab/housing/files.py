"""Parts side by side as files for a laser cutter: SVG in mm, and DXF (R12, which every program reads)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lab.housing.outlines import Part, Point

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
        for loop in (self.part.outline, *(cutout.corners for cutout in self.part.cutouts)):
            yield tuple((x + self.x, y + self.y) for x, y in loop)

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
    """Returns a drawing in mm; what is cut is a red line of 0.1 mm."""
    width, height = sheet_size(pieces)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}"><g fill="none" stroke="#ff0000" stroke-width="0.1">'
    )
    lines = [head]
    for piece in pieces:
        for loop in piece.loops():
            path = " L".join(f"{x:.3f},{height - y:.3f}" for x, y in loop)
            lines.append(f'<path d="M{path} Z"/>')
        lines += [f'<circle cx="{x:.3f}" cy="{height - y:.3f}" r="{r:.3f}"/>' for x, y, r in piece.circles()]
    return "\n".join([*lines, "</g></svg>", ""])


def dxf(pieces: Sequence[Placed]) -> str:
    """Returns the same as DXF: closed polylines and circles on the layer CUT."""
    pairs: list[tuple[int, object]] = [(0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009")]
    pairs += [(9, "$INSUNITS"), (70, 4), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    for piece in pieces:
        for loop in piece.loops():
            pairs += [(0, "POLYLINE"), (8, "CUT"), (66, 1), (70, 1), (10, 0.0), (20, 0.0), (30, 0.0)]
            for x, y in loop:
                pairs += [(0, "VERTEX"), (8, "CUT"), (10, f"{x:.3f}"), (20, f"{y:.3f}"), (30, "0.0")]
            pairs += [(0, "SEQEND"), (8, "CUT")]
        for x, y, radius in piece.circles():
            pairs += [(0, "CIRCLE"), (8, "CUT"), (10, f"{x:.3f}"), (20, f"{y:.3f}"), (30, "0.0"), (40, f"{radius:.3f}")]
    pairs += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code:>3}\r\n{value}\r\n" for code, value in pairs)
