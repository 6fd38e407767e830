"""The terminal: a progress bar, and the simulated table drawn in place."""

from __future__ import annotations

import shutil
import sys
import time
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from textwrap import wrap
from typing import TextIO, TypeVar

import cv2
from PIL import Image

from device.display.base import braille
from vision.types import Image as Picture

_Item = TypeVar("_Item")

BAR_WIDTH = 30
REDRAW_SECONDS = 0.1


def progress(items: Iterable[_Item], total: int, what: str) -> Iterator[_Item]:
    """Yields *items* and draws on standard error, if it is a terminal, how many of *total* are done."""
    if not sys.stderr.isatty():
        yield from items
        return
    started = last_redraw = time.monotonic()
    try:
        for done, item in enumerate(items):
            now = time.monotonic()
            if now - last_redraw >= REDRAW_SECONDS:
                last_redraw = now
                full, percent = BAR_WIDTH * done // max(total, 1), 100 * done // max(total, 1)
                left = (now - started) * (total - done) / done if done else 0
                _draw_bar(f"{what} {'█' * full}{'░' * (BAR_WIDTH - full)} {percent:3d} %  {left:.0f} s left")
            yield item
    finally:
        _draw_bar("")


def _draw_bar(line: str) -> None:
    # Carriage return and "erase to the end of the line": the bar leaves nothing behind.
    sys.stderr.write(f"\r{line}\x1b[K")
    sys.stderr.flush()


DISPLAY_COLUMNS, DISPLAY_LINES = 66, 18
GAP = 2
MIN_PICTURE_COLUMNS, MAX_PICTURE_COLUMNS = 60, 128
"""Columns of the table's picture, one px each; half of the width of a card takes about four."""
ALTERNATE, BACK = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"
HOME, REST_OF_LINE, REST_OF_SCREEN = "\x1b[H", "\x1b[K", "\x1b[J"


@dataclass(frozen=True, slots=True)
class TerminalPage:
    """The content of the view: the display, the table (H×W×3, BGR), and lines of text below.

    Of `news`, between the others, only the last are shown where there is no room. `size` says which size of terminal
    shows display and table; it stands in place of the news while there is neither, and of a display without room.
    """

    display: Image.Image
    table: Picture | None
    hands: Sequence[str]
    news: Sequence[str]
    keys: Sequence[str]
    size: str = ""


class TerminalView:
    """Draws pages over one another, in the alternate screen of a terminal."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._before: tuple[str, ...] = ()
        self._stream.write(ALTERNATE)

    def show(self, page: TerminalPage) -> None:
        """Draws the lines that differ from those drawn before."""
        size = shutil.get_terminal_size()
        lines = tuple(page_lines(page, size.columns, size.lines))
        if lines == self._before:
            return
        whole = len(lines) != len(self._before)
        drawn = [
            f"\x1b[{number};1H{line}{REST_OF_LINE}"
            for number, line in enumerate(lines, start=1)
            if whole or line != self._before[number - 1]
        ]
        self._stream.write("".join(drawn) + (REST_OF_SCREEN if whole else ""))
        self._stream.flush()
        self._before = lines

    def close(self) -> None:
        """Returns to what was on the terminal before."""
        self._stream.write(BACK)
        self._stream.flush()


def page_lines(page: TerminalPage, columns: int, lines: int) -> list[str]:
    """Returns the page as lines; the table beside the display or below it, where there is room."""
    has_display = columns >= DISPLAY_COLUMNS
    display = braille(page.display).splitlines() if has_display else wrap(page.size, columns - 1)
    room = lines - DISPLAY_LINES - len(page.hands) - len(page.keys)
    news = list(page.news)[max(0, len(page.news) - max(0, room)) :]
    free = lines - len(page.hands) - len(news) - len(page.keys)
    beside = min(columns - DISPLAY_COLUMNS - GAP - 1, MAX_PICTURE_COLUMNS, free * 32 // 9)
    below = min(columns - 1, MAX_PICTURE_COLUMNS, (free - DISPLAY_LINES) * 32 // 9)
    if page.table is not None and beside >= MIN_PICTURE_COLUMNS:
        both = zip_longest(display, half_blocks(page.table, beside), fillvalue="")
        display = [f"{left:{DISPLAY_COLUMNS}}{' ' * GAP}{right}" for left, right in both]
    elif has_display and page.table is not None and below >= MIN_PICTURE_COLUMNS:
        display += half_blocks(page.table, below)
    elif has_display and not news and room > 0:
        news = [page.size]
    return [*display, *(shorten(line, columns - 1) for line in (*page.hands, *news, *page.keys))]


def half_blocks(picture: Picture, columns: int) -> list[str]:
    """Returns a picture in colours, two pixels one above the other in each character."""
    height, width = picture.shape[:2]
    rows = max(2, round(columns * height / width / 2) * 2)
    small = cv2.cvtColor(cv2.resize(picture, (columns, rows), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2RGB)
    lines = []
    for upper, lower in zip(small[::2].tolist(), small[1::2].tolist(), strict=True):
        pairs = zip(upper, lower, strict=True)
        cells = (f"\x1b[38;2;{one[0]};{one[1]};{one[2]};48;2;{two[0]};{two[1]};{two[2]}m▀" for one, two in pairs)
        lines.append("".join(cells) + "\x1b[0m")
    return lines


def shorten(line: str, columns: int) -> str:
    """Returns the line cut to the columns of the terminal."""
    width = 0
    for place, sign in enumerate(line):
        width += 2 if unicodedata.east_asian_width(sign) in "WF" else not unicodedata.combining(sign)
        if width > columns:
            return line[: place - 1] + "…"
    return line
