"""From how far the letters of each display can be read."""

from __future__ import annotations

from math import radians, tan
from typing import TYPE_CHECKING

from device.display.text_layout import DIGIT_HEIGHT, WIDTH, font

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.display.text_layout import Style

LETTER_ANGLE = 0.3
"""Degrees of a letter's height from which on it is read without effort: 5.2 mm from 1 m away."""
PIXELS_WIDE_MM: Mapping[str, tuple[str, float]] = {
    "0.96": ("SSD1306", 21.74),
    "1.3": ("SH1106", 29.42),
    "2.42": ("SSD1309", 55.01),
}
"""By diagonal in inches: controller, and width of its 128 pixels (data sheets of the UG-2864 series)."""
KINDS: Mapping[str, Style] = {"small letters": "small", "headline": "bold", "ranks on cards": "rank"}


def letter_height(style: Style) -> int:
    """Returns the height of a capital letter in px."""
    box = font(style).getbbox("H")
    return round(box[3] - box[1])


def distance_cm(inches: str, height_px: int) -> float:
    """Returns from how far letters of that height can be read."""
    return height_px * PIXELS_WIDE_MM[inches][1] / WIDTH / tan(radians(LETTER_ANGLE)) / 10


def table_lines() -> list[str]:
    """Returns the displays as a table in Markdown."""
    heights = {**{kind: letter_height(style) for kind, style in KINDS.items()}, "score": DIGIT_HEIGHT}
    titles = (f"{kind}, {height} px" for kind, height in heights.items())
    lines = [f"| display | its pixels | {' | '.join(titles)} |", f"|---|---|{'--:|' * len(heights)}"]
    for inches, (controller, width) in PIXELS_WIDE_MM.items():
        far = (f"{distance_cm(inches, height):.0f} cm" for height in heights.values())
        lines.append(f"| {inches}″ {controller} | {width:.0f} × {width / 2:.0f} mm | {' | '.join(far)} |")
    return lines
