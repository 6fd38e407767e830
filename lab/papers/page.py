"""Just enough SVG for a page that can be printed from any browser: boxes, lines, texts that are known to fit."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from xml.sax.saxutils import escape

from PIL import ImageFont

FONTS = Path(__file__).parents[2] / "device" / "display" / "fonts"
FAMILY = "DejaVu Sans, Verdana, Arial, sans-serif"
"""The first is what widths are measured with; the others are no wider."""
INK, GREY, PAPER = "#1a1a1a", "#666666", "#ffffff"


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


class Page:
    """A drawing of *width* × *height* units; `paper` is its size on paper, such as `210mm`, `297mm`."""

    def __init__(self, width: float, height: float, paper: tuple[str, str] | None = None) -> None:
        self.width, self.height = width, height
        self._paper = paper
        self._parts: list[str] = []
        self.box((0, 0), (width, height), fill=PAPER)

    def box(
        self,
        place: tuple[float, float],
        size: tuple[float, float],
        *,
        fill: str = "none",
        line: str = "none",
        radius: float = 0,
        weight: float = 1,
    ) -> None:
        self._parts.append(
            f'<rect x="{place[0]:g}" y="{place[1]:g}" width="{size[0]:g}" height="{size[1]:g}" rx="{radius:g}" '
            f'fill="{fill}" stroke="{line}" stroke-width="{weight:g}"/>'
        )

    def disc(
        self, centre: tuple[float, float], radius: float, *, fill: str = "none", line: str = "none", weight: float = 1
    ) -> None:
        self._parts.append(
            f'<circle cx="{centre[0]:g}" cy="{centre[1]:g}" r="{radius:g}" fill="{fill}" stroke="{line}" '
            f'stroke-width="{weight:g}"/>'
        )

    def line(
        self, points: list[tuple[float, float]], *, colour: str = INK, weight: float = 1.5, dashes: str = ""
    ) -> None:
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        self._parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{weight:g}"{dashed}/>'
        )

    def shape(self, points: list[tuple[float, float]], *, fill: str, line: str = "none") -> None:
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        self._parts.append(f'<polygon points="{path}" fill="{fill}" stroke="{line}"/>')

    def text(
        self,
        place: tuple[float, float],
        text: str,
        size: float,
        *,
        bold: bool = False,
        align: str = "start",
        colour: str = INK,
    ) -> None:
        """Writes one line on the base line at *place*.

        :raises ValueError: if it would leave the page.
        """
        width = text_width(text, size, bold)
        left = place[0] - {"start": 0.0, "middle": width / 2, "end": width}[align]
        if left < 0 or left + width > self.width or not size / 2 <= place[1] <= self.height:
            raise ValueError(f"got {text!r} at {place}, which leaves the page")
        weight = ' font-weight="bold"' if bold else ""
        self._parts.append(
            f'<text x="{place[0]:g}" y="{place[1]:g}" font-size="{size:g}" text-anchor="{align}"{weight} '
            f'fill="{colour}">{escape(text)}</text>'
        )

    def paragraph(
        self,
        place: tuple[float, float],
        text: str,
        size: float,
        width: float,
        *,
        bold: bool = False,
        colour: str = INK,
        spacing: float = 1.35,
    ) -> float:
        """Writes a text in lines of *width*, and returns where the next line would stand."""
        y = place[1]
        for line in wrapped(text, size, width, bold):
            self.text((place[0], y), line, size, bold=bold, colour=colour)
            y += size * spacing
        return y

    def svg(self) -> str:
        size = f' width="{self._paper[0]}" height="{self._paper[1]}"' if self._paper else ""
        head = f'<svg xmlns="http://www.w3.org/2000/svg"{size} viewBox="0 0 {self.width:g} {self.height:g}"'
        return "\n".join([f'{head} font-family="{FAMILY}">', *self._parts, "</svg>", ""])
