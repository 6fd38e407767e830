"""Plots as SVG. Lines differ by colour, dashes and marks, and each has its name at its end."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH, HEIGHT = 420, 280
LEFT, RIGHT, TOP, BOTTOM = 42, 18, 30, 34
MAX_LABEL_LETTERS = 24
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
MAX_GRID_LINES = 6
LEAST_GAP = 18
"""Units between two names at the ends of lines."""


@dataclass(frozen=True, slots=True)
class Line:
    """A course of whole numbers, one for each step."""

    name: str
    values: tuple[int, ...]


def line_plot(lines: Sequence[Line], title: str) -> str:
    """Returns an SVG picture of *lines*, which have values for the same steps; colours are those of the style sheet."""
    values = [value for line in lines for value in line.values]
    low, high = min(values, default=0), max(values, default=1)
    step = next((step for step in STEPS if (high - low) / step <= MAX_GRID_LINES), STEPS[-1])
    low, high = low // step * step, -(-max(high, low + 1) // step) * step
    count = max((len(line.values) for line in lines), default=1)

    def place(number: int, value: int) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * number / max(count - 1, 1)
        return round(x, 1), round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - low) / (high - low), 1)

    parts = [f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">']
    for value in range(low, high + 1, step):
        _, y = place(0, value)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>')
        text = str(value).replace("-", "−")
        parts.append(f'<text class="tick" x="{LEFT - 8}" y="{y + 5}" text-anchor="end">{text}</text>')
    for number in range(0, count, -(-count // 10)):
        x, _ = place(number, low)
        parts.append(f'<text class="tick" x="{x}" y="{HEIGHT - 10}" text-anchor="middle">{number}</text>')
    ends = _label_heights([place(len(line.values) - 1, line.values[-1])[1] for line in lines])
    for index, (line, end) in enumerate(zip(lines, ends, strict=True)):
        points = [place(number, value) for number, value in enumerate(line.values)]
        path = " ".join(f"{x},{y}" for x, y in points)
        parts.append(f'<polyline class="line line{index % 4}" points="{path}"/>')
        parts += [f'<circle class="dot line{index % 4}" cx="{x}" cy="{y}" r="4"/>' for x, y in points]
        name = line.name if len(line.name) <= MAX_LABEL_LETTERS else line.name[: MAX_LABEL_LETTERS - 1] + "…"
        parts.append(
            f'<text class="label line{index % 4}" x="{points[-1][0]}" y="{end - 10}" text-anchor="end">'
            f"{escape(name)}</text>"
        )
    return "".join([*parts, "</svg>"])


def _label_heights(heights: Sequence[float]) -> list[float]:
    """Returns the heights of the names, moved so far apart that they can be read."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    moved = list(heights)
    for before, index in pairwise(order):
        moved[index] = max(moved[index], moved[before] + LEAST_GAP)
    over = moved[order[-1]] - (HEIGHT - BOTTOM) if order else 0
    return [height - max(over, 0) for height in moved]
