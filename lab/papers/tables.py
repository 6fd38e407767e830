"""Tables of the manuals: the parts of three builds with their prices, and from how far each display can be read."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from math import radians, tan
from pathlib import Path
from typing import Any

from device.display.text_layout import DIGIT_HEIGHT, WIDTH, Style, font

TABLE: Mapping[str, Any] = tomllib.loads(Path(__file__).with_name("parts.toml").read_text(encoding="utf-8"))
BUILDS: Mapping[str, str] = TABLE["builds"]
"""Name → description."""


@dataclass(frozen=True, slots=True)
class Part:
    """`count` and `price` (of one piece, euros) by build; a build that does without it has no price."""

    name: str
    which: str
    count: Mapping[str, int]
    price: Mapping[str, float]

    def cost(self, build: str) -> float:
        return self.count[build] * self.price.get(build, 0.0)

    def price_text(self, build: str) -> str:
        if build not in self.price:
            return "–"
        count, price = self.count[build], self.price[build]
        return f"{price:.2f}" if count == 1 else f"{count} × {price:.2f} = {count * price:.2f}"


def parts() -> list[Part]:
    found = []
    for entry in TABLE["part"]:
        count = entry.get("count", 1)
        by_build = count if isinstance(count, dict) else dict.fromkeys(BUILDS, count)
        found.append(Part(entry["name"], entry["which"], by_build, entry["price"]))
    return found


def table_lines() -> list[str]:
    """Returns parts, prices and sums as a table in Markdown."""
    lines = [f"| part | which | {' | '.join(BUILDS)} |", f"|---|---|{'--:|' * len(BUILDS)}"]
    for part in parts():
        lines.append(f"| {part.name} | {part.which} | {' | '.join(map(part.price_text, BUILDS))} |")
    sums = (f"**{sum(part.cost(build) for part in parts()):.2f}**" for build in BUILDS)
    return [*lines, f"| **sum** | | {' | '.join(sums)} |"]


def builds_in_words() -> list[str]:
    """Returns a line that names the builds."""
    return [f"Three builds: {'; '.join(f'**{name}** ({what})' for name, what in BUILDS.items())}."]


LETTER_ANGLE = 0.3
"""Degrees of a letter's height from which on it is read without effort: 5.2 mm from 1 m away."""
PIXELS_WIDE_MM: Mapping[str, tuple[str, float]] = {
    "0.96": ("SSD1306", 21.74),
    "1.3": ("SH1106", 29.42),
    "2.42": ("SSD1309", 55.01),
}
"""By diagonal in inches: controller, and width of its 128 pixels (data sheets of the UG-2864 series)."""
KINDS: Mapping[str, Style] = {"small notes": "small", "headline and buttons": "bold", "ranks on cards": "rank"}


def letter_height(style: Style) -> int:
    """Returns the height of a capital letter in px."""
    box = font(style).getbbox("H")
    return round(box[3] - box[1])


def distance_cm(inches: str, height_px: int) -> float:
    """Returns from how far letters of that height can be read."""
    return height_px * PIXELS_WIDE_MM[inches][1] / WIDTH / tan(radians(LETTER_ANGLE)) / 10


def reading_lines() -> list[str]:
    """Returns the displays as a table in Markdown."""
    heights = {**{kind: letter_height(style) for kind, style in KINDS.items()}, "score": DIGIT_HEIGHT}
    titles = (f"{kind}, {height} px" for kind, height in heights.items())
    lines = [f"| display | its pixels | {' | '.join(titles)} |", f"|---|---|{'--:|' * len(heights)}"]
    for inches, (controller, width) in PIXELS_WIDE_MM.items():
        far = (f"{distance_cm(inches, height):.0f} cm" for height in heights.values())
        lines.append(f"| {inches}″ {controller} | {width:.0f} × {width / 2:.0f} mm | {' | '.join(far)} |")
    return lines
