"""What is drawn of a screen, besides its picture."""

from __future__ import annotations

from common.texts.words import TableWords
from device.display.canvas import Canvas
from device.hardware.presses import Button
from device.screens.base import Screen


def painted(screen: Screen, words: TableWords) -> Canvas:
    canvas = Canvas()
    screen.paint(canvas, words)
    return canvas


def layout_faults(screen: Screen, words: TableWords) -> list[str]:
    """Returns the faults of a screen: text that does not fit, overlaps, or has characters missing in the font."""
    return painted(screen, words).faults


def shortened_texts(screen: Screen, words: TableWords) -> list[str]:
    """Returns the texts of a screen that were shortened with three dots."""
    return painted(screen, words).shortened_texts


def named_buttons(screen: Screen, words: TableWords) -> dict[Button, str]:
    """Returns the buttons that a screen says something about, with their labels; an empty one is a mark alone."""
    return painted(screen, words).named_buttons
