"""Just enough SVG for a page that can be printed from any browser: boxes, lines, texts that are known to fit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias
from xml.sax.saxutils import escape

from PIL import ImageFont

FONTS = Path(__file__).parents[2] / "device" / "display" / "fonts"
FAMILY = "DejaVu Sans, Verdana, Arial, sans-serif"
"""The first is what widths are measured with; the others are no wider."""
INK, GREY, PAPER = "#1a1a1a", "#666666", "#ffffff"
SPACING = 1.35
"""Of lines, in heights of their letters."""
Pair: TypeAlias = tuple[float, float]


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Returns the width of a text in units of the page."""
    return _font(bold).getlength(text) * size / 100


@lru_cache
def _font(bold: bool) -> ImageFont.FreeTypeFont:
    file = FONTS / ("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf")
    # the other layout needs libfribidi, and gives other widths
    return ImageFont.truetype(file, 100, layout_engine=ImageFont.Layout.BASIC)


def wrapped(text: str, size: float, width: float, bold: bool = False) -> list[str]:
    """Returns the lines of a text, none of them wider than *width*.

    :raises ValueError: for a word that is.
    """
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if text_width(word, size, bold) > width:
            raise ValueError(f"got {word!r}, expected words of at most {width} at size {size}")
        if lines and text_width(longer, size, bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _path(points: Sequence[Pair]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)


class Page:
    """A drawing of *width* × *height* units; `paper` is its size on paper, such as `210mm`, `297mm`."""

    def __init__(self, width: float, height: float, paper: tuple[str, str] | None = None) -> None:
        self.width, self.height = width, height
        self._paper = paper
        self._parts: list[str] = []
        self.box((0, 0), (width, height), fill=PAPER)

    def box(
        self, place: Pair, size: Pair, *, fill: str = "none", line: str = "none", radius: float = 0, weight: float = 1
    ) -> None:
        (x, y), (width, height) = place, size
        self._add("rect", x=x, y=y, width=width, height=height, rx=radius, fill=fill, stroke=line, stroke_width=weight)

    def disc(self, centre: Pair, radius: float, *, fill: str = "none", line: str = "none", weight: float = 1) -> None:
        self._add("circle", cx=centre[0], cy=centre[1], r=radius, fill=fill, stroke=line, stroke_width=weight)

    def line(self, points: Sequence[Pair], *, colour: str = INK, weight: float = 1.5, dashes: str = "") -> None:
        dashed = {"stroke_dasharray": dashes} if dashes else {}
        self._add("polyline", points=_path(points), fill="none", stroke=colour, stroke_width=weight, **dashed)

    def shape(self, points: Sequence[Pair], *, fill: str, line: str = "none") -> None:
        self._add("polygon", points=_path(points), fill=fill, stroke=line)

    def text(
        self, place: Pair, text: str, size: float, *, bold: bool = False, align: str = "start", colour: str = INK
    ) -> None:
        """Writes one line on the base line at *place*.

        :raises ValueError: if it would leave the page.
        """
        width = text_width(text, size, bold)
        left = place[0] - {"start": 0.0, "middle": width / 2, "end": width}[align]
        if left < 0 or left + width > self.width or not size / 2 <= place[1] <= self.height:
            raise ValueError(f"got {text!r} at {place}, which leaves the page")
        weight = {"font_weight": "bold"} if bold else {}
        content, (x, y) = escape(text), place
        self._add("text", content, x=x, y=y, font_size=size, text_anchor=align, **weight, fill=colour)

    def paragraph(self, place: Pair, text: str, size: float, width: float, *, bold: bool = False) -> float:
        """Writes a text in lines of *width*, and returns where the next line would stand."""
        y = place[1]
        for line in wrapped(text, size, width, bold):
            self.text((place[0], y), line, size, bold=bold)
            y += size * SPACING
        return y

    def _add(self, element: str, content: str | None = None, /, **attributes: str | float) -> None:
        texts = {name: value if isinstance(value, str) else f"{value:g}" for name, value in attributes.items()}
        head = " ".join([element, *(f'{name.replace("_", "-")}="{text}"' for name, text in texts.items())])
        self._parts.append(f"<{head}/>" if content is None else f"<{head}>{content}</{element}>")

    def svg(self) -> str:
        size = f' width="{self._paper[0]}" height="{self._paper[1]}"' if self._paper else ""
        head = f'<svg xmlns="http://www.w3.org/2000/svg"{size} viewBox="0 0 {self.width:g} {self.height:g}"'
        return "\n".join([f'{head} font-family="{FAMILY}">', *self._parts, "</svg>", ""])
