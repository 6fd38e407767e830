"""Buttons and display in a terminal: typed letters, and a screen in which eight pixels are one braille character."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, TextIO

import numpy as np

from device.hardware.presses import Button, Press

if TYPE_CHECKING:
    from collections.abc import Callable

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

    def show(self, screen: Image.Image, important: bool = False) -> None:
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


LETTERS: dict[str, Button] = {"f": "fold", "p": "play", "u": "up", "d": "down"}
HINT = "no buttons here: type f (fold), p (play), u (up) or d (down), then Enter"


_receivers: dict[TextIO, tuple[Callable[[Press], None], threading.Thread]] = {}
"""By the input that is read: who gets its letters now, and the thread that reads it."""


def read_letters(letters: TextIO, on_press: Callable[[Press], None]) -> threading.Thread:
    """Passes every letter of a button to *on_press*, from a separate thread, until the input ends.

    If a thread reads the input already, as after the appliance has begun anew, its letters go to *on_press* from now
    on.
    """

    def read() -> None:
        for line in letters:
            for letter in line.strip().lower():
                if letter in LETTERS:
                    _receivers[letters][0](Press(LETTERS[letter]))
        del _receivers[letters]

    if letters in _receivers:
        thread = _receivers[letters][1]
        _receivers[letters] = on_press, thread
        return thread
    # A daemon, as a thread that waits for the keyboard cannot be woken.
    thread = threading.Thread(target=read, name="keyboard", daemon=True)
    _receivers[letters] = on_press, thread
    thread.start()
    return thread


class TerminalDisplay:
    """Prints each new picture as text, below earlier output."""

    fault = description = ""

    def __init__(self, stream: TextIO) -> None:
        self.is_turned = False
        self._stream = stream
        self._shown_pixels: bytes | None = None

    def show(self, picture: Image.Image) -> None:
        pixels = picture.tobytes()
        if pixels != self._shown_pixels:
            self._shown_pixels = pixels
            # Not drawn in place, as typed lines and messages in between would be overwritten.
            print(braille(picture), file=self._stream, flush=True)

    def close(self) -> None:
        """Does nothing: the last picture stays on the terminal."""
