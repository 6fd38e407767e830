"""From how far each display is read, computed from the heights of its letters: a list of docs/build.md."""

from __future__ import annotations

from dataclasses import dataclass
from math import radians, tan
from typing import TYPE_CHECKING

from device.display.suit_bitmaps import LARGE, suit_sign
from device.display.text_layout import WIDTH, font

if TYPE_CHECKING:
    from collections.abc import Iterator

    from device.display.text_layout import Style

MIN_ANGLE_DEG = 0.3
"""Degrees of the eye's view that a letter must fill to be read without effort; at 0.1 sharp eyes just tell it."""
SEATS_CM = (60, 100)
"""cm from the display: to whoever sits beside it, and across a table."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A display of 128×64 px: its name in shops, and the size of its picture."""

    name: str
    width_mm: float
    height_mm: float

    @property
    def pitch_mm(self) -> float:
        return self.width_mm / WIDTH


PANELS = (Panel("0.96″", 21, 11), Panel("1.3″", 29, 15), Panel("2.42″", 55, 28))
TEXTS: tuple[tuple[str, Style], ...] = (
    ("digits of a score", "digits"),
    ("ranks of cards and the name of a chosen seat", "rank"),
    ("names in a trick and at the score", "plain"),
    ("what the buttons do and long names", "small"),
)


def letter_height_px(style: Style) -> int:
    """Returns the height of a capital or digit."""
    _, top, _, bottom = font(style).getbbox("8")
    return int(bottom - top)


def distance_cm(height_px: int, panel: Panel) -> float:
    """Returns the distance at which something of that height fills `MIN_ANGLE_DEG`."""
    return height_px * panel.pitch_mm / tan(radians(MIN_ANGLE_DEG)) / 10


def lines() -> list[str]:
    """Returns for each display from how far everything is read, and what can be read from where people sit."""
    return [f"* **{panel.name}** ({panel.width_mm:g} × {panel.height_mm:g} mm): {_sentence(panel)}" for panel in PANELS]


def _sentence(panel: Panel) -> str:
    distances = {what: round(distance_cm(height, panel)) for what, height in _heights()}
    each = ", ".join(f"{what} up to {distance} cm" for what, distance in distances.items())
    verdicts = []
    for seat in SEATS_CM:
        read = [what for what, distance in distances.items() if distance >= seat]
        verdicts.append(f"From {seat} cm: {', '.join(read) if read else 'nothing without effort'}.")
    return f"{each}. {' '.join(verdicts)}"


def _heights() -> Iterator[tuple[str, int]]:
    first, *others = ((what, letter_height_px(style)) for what, style in TEXTS)
    yield first
    yield "suits of cards", max(suit_sign(name, large=True).height for name in LARGE)
    yield from others
