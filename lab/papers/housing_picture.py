"""The parts of housing and arm with their names and sizes, and the lengths that are sawn."""

from __future__ import annotations

from collections.abc import Sequence

from lab.housing.outlines import Placed, placed, sheet_size
from lab.housing.parts import Parameters, arm, housing
from lab.papers.page import Page, text_width

SCALE = 2.0
"""px per mm."""
WOOD, HOLE, LINE = "#ead9b8", "#ffffff", "#7a5a2a"
LABEL = 11.0
LABEL_AT = {"top": (0.5, 0.1), "base": (0.5, 0.72), "back": (0.25, 0.5), "camera plate": (0.5, 0.565)}
"""Where the name of a part stands that has holes in its middle, as shares of its size."""


def picture(measures: Parameters | None = None) -> str:
    """Returns the parts to scale as SVG."""
    measures = measures or Parameters()
    sheets = [placed(housing(measures)), placed(arm(measures))]
    sizes = [sheet_size(pieces) for pieces in sheets]
    width = max(size[0] for size in sizes) * SCALE
    page = Page(width, sum(size[1] for size in sizes) * SCALE + 60)
    page.text((width / 2, 24), f"Plywood of {measures.thickness:g} mm; sizes in mm", 16, bold=True, align="middle")
    top = 40.0
    for pieces, size in zip(sheets, sizes, strict=True):
        for piece in pieces:
            _draw(page, piece, top + size[1] * SCALE)
        top += size[1] * SCALE
    return page.svg()


def table_lines() -> list[str]:
    """Returns parts and sawn lengths as a table in Markdown."""
    measures = Parameters()
    lines = ["| part | pieces | size | |", "|---|---|---|---|"]
    for part in (*housing(measures), *arm(measures)):
        size = f"{part.size[0]:g} × {part.size[1]:g} × {measures.thickness:g} mm"
        lines.append(f"| {part.name} | {part.count} | {size} | {part.note} |")
    strip = f"{measures.strip:g} × {measures.strip:g}"
    lines.append(f"| post | 1 | {strip} × {measures.post_length:g} mm | sawn from a strip of pine |")
    lines.append(f"| beam | 1 | {strip} × {measures.beam_length:g} mm | sawn from a strip of pine |")
    return lines


def _draw(page: Page, piece: Placed, bottom: float) -> None:
    def at(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(x * SCALE, bottom - y * SCALE) for x, y in points]

    outline, *cutouts = piece.loops()
    page.shape(at(outline), fill=WOOD, line=LINE)
    for cutout in cutouts:
        page.shape(at(cutout), fill=HOLE, line=LINE)
    for x, y, radius in piece.circles():
        page.disc((x * SCALE, bottom - y * SCALE), radius * SCALE, fill=HOLE, line=LINE)
    for line in piece.engraved():
        page.line(at(line), colour=LINE)
    width, height = piece.part.size
    words = (piece.part.name, f"{width:g} × {height:g}")
    size = min(LABEL, LABEL * (width * SCALE - 4) / max(text_width(word, LABEL, bold=True) for word in words))
    across, up = LABEL_AT.get(piece.part.name, (0.5, 0.47))
    middle = (piece.x + width * across) * SCALE
    for number, word in enumerate(words):
        y = bottom - (piece.y + height * up) * SCALE + number * size * 1.3
        page.text((middle, y), word, size, bold=number == 0, align="middle")
