"""Line plots as SVG. Lines differ by colour and dashes; a legend above the plot names them."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from common.texts.words import minus

WIDTH, PLOT_HEIGHT = 420, 250
"""Size of the picture without its legend, in units of the SVG."""
LEFT, RIGHT, TOP, BOTTOM = 42, 18, 16, 34
MAX_LABEL_LETTERS = 29
MAX_LETTERS_IN_COLUMN = 15
"""Letters of the longest entry with which the legend still has two columns."""
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
MAX_GRID_LINES, MAX_NUMBERS = 6, 11
MAX_DOTS = 24
"""Steps up to which each has a dot; with more only the last one has."""
KEY_TOP, KEY_ROW, SAMPLE = 26, 24, 34
"""Units of the SVG: to the first row of the legend, between two rows, and the length of the sample line before a
name."""


@dataclass(frozen=True, slots=True)
class Line:
    """A named series of whole numbers, one for each step."""

    name: str
    values: tuple[int, ...]


class Plot(NamedTuple):
    """An SVG picture, `WIDTH` units wide."""

    svg: str
    height: int


def line_plot(lines: Sequence[Line], title: str) -> Plot:
    """Returns the plot of *lines*, which have values for the same steps; colours are those of the style sheet."""
    values = [value for line in lines for value in line.values]
    low, high = min(values, default=0), max(values, default=1)
    step = next((step for step in STEPS if (high - low) / step <= MAX_GRID_LINES), STEPS[-1])
    low, high = low // step * step, -(-max(high, low + 1) // step) * step
    count = max((len(line.values) for line in lines), default=1)
    columns = 1 if any(len(_label(line)) > MAX_LETTERS_IN_COLUMN for line in lines) else 2
    order = sorted(range(len(lines)), key=lambda index: -lines[index].values[-1])
    key: list[str] = []
    for nth, index in enumerate(order):
        left, base = LEFT + (WIDTH - LEFT) // 2 * (nth % columns), KEY_TOP + KEY_ROW * (nth // columns)
        key.append(f'<polyline class="line line{index % 4}" points="{left},{base - 5} {left + SAMPLE},{base - 5}"/>')
        key.append(f'<text class="label" x="{left + SAMPLE + 8}" y="{base}">{escape(_label(lines[index]))}</text>')
    top = KEY_TOP + KEY_ROW * -(-len(lines) // columns) - KEY_ROW if lines else 0
    height = top + PLOT_HEIGHT

    def place(number: int, value: int) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * number / max(count - 1, 1)
        y = height - BOTTOM - (PLOT_HEIGHT - TOP - BOTTOM) * (value - low) / (high - low)
        return round(x, 1), round(y, 1)

    parts = [f'<svg class="plot" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">', *key]
    for value in range(low, high + 1, step):
        _, y = place(0, value)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>')
        parts.append(f'<text class="tick" x="{LEFT - 8}" y="{y + 5}" text-anchor="end">{minus(value)}</text>')
    for number in range(0, count, next((step for step in STEPS if count <= step * MAX_NUMBERS), STEPS[-1])):
        x, _ = place(number, low)
        parts.append(f'<text class="tick" x="{x}" y="{height - 10}" text-anchor="middle">{number}</text>')
    for index, line in enumerate(lines):
        points = [place(number, value) for number, value in enumerate(line.values)]
        path = " ".join(f"{x},{y}" for x, y in points)
        parts.append(f'<polyline class="line line{index % 4}" points="{path}"/>')
        dots = points if count <= MAX_DOTS else points[-1:]
        parts += [f'<circle class="dot line{index % 4}" cx="{x}" cy="{y}" r="4"/>' for x, y in dots]
    return Plot("".join([*parts, "</svg>"]), height)


def _label(line: Line) -> str:
    name = line.name if len(line.name) <= MAX_LABEL_LETTERS else line.name[: MAX_LABEL_LETTERS - 1] + "…"
    return f"{name}: {minus(line.values[-1])}"
