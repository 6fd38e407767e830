"""The display in a terminal, in which eight pixels are one braille character."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, TextIO

import numpy as np

if TYPE_CHECKING:
    from PIL import Image


BRAILLE = 0x2800
DOT_BITS = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]], dtype=np.uint16)


def braille(screen: Image.Image) -> str:
    """Returns a one-bit picture, whose width is a multiple of 2 and height of 4, as lines of braille in a frame."""
    lit = np.asarray(screen.convert("1"), dtype=np.uint16)
    height, width = lit.shape
    cells = lit.reshape(height // 4, 4, width // 2, 2).transpose(0, 2, 1, 3)
    codes = BRAILLE + (cells * DOT_BITS).sum(axis=(2, 3))
    edge = "─" * (width // 2)
    lines = ["│" + "".join(map(chr, row)) + "│" for row in codes]
    return "\n".join([f"╭{edge}╮", *lines, f"╰{edge}╯"])


class LiveDisplay(io.TextIOBase):
    """Lines of a story or a log with the display below them; on a terminal the display is drawn over in place.

    It is a text stream, so that a log can be written to it.
    """

    def __init__(self, stream: TextIO, draws: bool) -> None:
        """*draws*: whether to show the display at all."""
        self._stream = stream
        self._draws = draws
        self._in_place = draws and stream.isatty()
        self._below = 0
        self._shown = ""
        self._unfinished_line = ""

    def say(self, line: str) -> None:
        self._erase()
        print(line, file=self._stream, flush=True)
        if self._in_place and self._shown:
            self._print_display()

    def write(self, text: str) -> int:
        *lines, self._unfinished_line = (self._unfinished_line + text).split("\n")
        for line in lines:
            self.say(line)
        return len(text)

    def show(self, screen: Image.Image, important: bool = False) -> None:
        """Shows the display; where it cannot be drawn over, only if it is *important*."""
        if not self._draws or not (self._in_place or important):
            return
        self._erase()
        self._shown = braille(screen)
        self._print_display()

    def _print_display(self) -> None:
        print(self._shown, file=self._stream, flush=True)
        self._below = self._shown.count("\n") + 1 if self._in_place else 0

    def _erase(self) -> None:
        if self._below:
            self._stream.write(f"\x1b[{self._below}A\x1b[J")
            self._below = 0


class TerminalDisplay:
    """The display of an appliance in a terminal; each new picture is drawn once."""

    fault = description = ""

    def __init__(self, live: LiveDisplay) -> None:
        self.is_turned = False
        self.picture: Image.Image | None = None
        self._live = live
        self._shown_pixels: bytes | None = None

    def show(self, picture: Image.Image) -> None:
        self.picture = picture
        pixels = picture.tobytes()
        if pixels != self._shown_pixels:
            self._shown_pixels = pixels
            self._live.show(picture, important=True)

    def close(self) -> None:
        """Does nothing: the last picture stays on the terminal."""
