"""Buttons and display of a machine that has neither: letters typed in a terminal, and the screen as text."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, TextIO

from device.display.terminal import braille
from device.hardware.presses import Press

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from device.hardware.presses import Button

LETTERS: dict[str, Button] = {"f": "fold", "p": "play", "u": "up", "d": "down"}
HINT = "no buttons here: type f (fold), p (play), u (up) or d (down), then Enter"


def read_letters(letters: TextIO, pressed: Callable[[Press], None]) -> threading.Thread:
    """Hands every letter that stands for a button to *pressed*, from a thread of its own, until the input ends."""

    def read() -> None:
        for line in letters:
            for letter in line.strip().lower():
                if letter in LETTERS:
                    pressed(Press(LETTERS[letter]))

    # A daemon, for nothing wakes a thread that waits for the keyboard.
    thread = threading.Thread(target=read, name="keyboard", daemon=True)
    thread.start()
    return thread


class TerminalDisplay:
    """Shows each new picture as text, below what was said and typed since; refreshing costs nothing."""

    fault = found = ""

    def __init__(self, stream: TextIO) -> None:
        self.turned = False
        self._stream = stream
        self._shown: bytes | None = None

    def show(self, picture: Image.Image) -> None:
        pixels = picture.tobytes()
        if pixels != self._shown:
            self._shown = pixels
            # Not drawn over: lines typed and complaints come between, and would be drawn over too.
            print(braille(picture), file=self._stream, flush=True)

    def close(self) -> None:
        """The last picture stays on the terminal."""
