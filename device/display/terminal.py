"""The display as text: eight pixels in one braille character, so a 128×64 screen fits 64×16 characters."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

import numpy as np

if TYPE_CHECKING:
    from PIL.Image import Image

BRAILLE = 0x2800
DOT_BITS = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]], dtype=np.uint16)


def braille(screen: Image) -> str:
    """Returns a one-bit picture, whose width is a multiple of 2 and height of 4, as lines of braille in a frame."""
    lit = np.asarray(screen.convert("1"), dtype=np.uint16)
    height, width = lit.shape
    cells = lit.reshape(height // 4, 4, width // 2, 2).transpose(0, 2, 1, 3)
    codes = BRAILLE + (cells * DOT_BITS).sum(axis=(2, 3))
    edge = "─" * (width // 2)
    lines = ["│" + "".join(map(chr, row)) + "│" for row in codes]
    return "\n".join([f"╭{edge}╮", *lines, f"╰{edge}╯"])


class LiveDisplay:
    """Lines of a story with the display below them; on a terminal the display is drawn over in place."""

    def __init__(self, stream: TextIO, draws: bool) -> None:
        """*draws*: whether to show the display at all."""
        self._stream = stream
        self._draws = draws
        self._in_place = draws and stream.isatty()
        self._below = 0

    def say(self, line: str) -> None:
        self._erase()
        print(line, file=self._stream, flush=True)

    def show(self, screen: Image, important: bool = False) -> None:
        """Shows the display; where it cannot be drawn over, only if it is *important*."""
        if not self._draws or not (self._in_place or important):
            return
        self._erase()
        text = braille(screen)
        print(text, file=self._stream, flush=True)
        self._below = text.count("\n") + 1 if self._in_place else 0

    def _erase(self) -> None:
        if self._below:
            self._stream.write(f"\x1b[{self._below}A\x1b[J")
            self._below = 0
