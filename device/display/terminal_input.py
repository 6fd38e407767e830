"""Buttons and display in a terminal: typed letters, and the screen as text."""

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


class _Reader:
    """The thread that reads one input, and who gets its letters now."""

    def __init__(self, letters: TextIO, on_press: Callable[[Press], None]) -> None:
        self.letters, self.on_press = letters, on_press
        # A daemon, as a thread that waits for the keyboard cannot be woken.
        self.thread = threading.Thread(target=self._read, name="keyboard", daemon=True)
        self.thread.start()

    def _read(self) -> None:
        for line in self.letters:
            for letter in line.strip().lower():
                if letter in LETTERS:
                    self.on_press(Press(LETTERS[letter]))


_readers: list[_Reader] = []


def read_letters(letters: TextIO, on_press: Callable[[Press], None]) -> threading.Thread:
    """Passes every letter of a button to *on_press*, from a separate thread, until the input ends.

    If a thread reads the input already, as after the appliance has begun anew, its letters go to *on_press* from now
    on.
    """
    _readers[:] = [reader for reader in _readers if reader.thread.is_alive()]
    reader = next((each for each in _readers if each.letters is letters), None)
    if reader is None:
        reader = _Reader(letters, on_press)
        _readers.append(reader)
    reader.on_press = on_press
    return reader.thread


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
