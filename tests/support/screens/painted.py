"""What is drawn of a screen, besides its picture. The same screen in the same words is painted once."""

from collections.abc import Hashable

from common.texts.phrases import card_names
from common.texts.words import TableWords
from device.display.canvas import Canvas
from device.hardware.presses import Button
from device.screens.base import Screen

_MOST = 5000
"""Canvases that are kept, of some KiB each."""
_canvases: dict[Hashable, Canvas] = {}


def painted(screen: Screen, words: TableWords) -> Canvas:
    """Walks through menus come to most screens again and again; one that cannot be a key is painted each time."""
    if words.names is not card_names(words.language, words.names.region):
        return _paint(screen, words)
    key = (type(screen), screen, words.language, words.names.region, words.seats, words.home, words.is_home_chosen)
    try:
        canvas = _canvases.get(key)
    except TypeError:  # it holds a picture or a list
        return _paint(screen, words)
    if canvas is None:
        if len(_canvases) >= _MOST:
            _canvases.clear()
        canvas = _canvases[key] = _paint(screen, words)
    return canvas


def _paint(screen: Screen, words: TableWords) -> Canvas:
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
