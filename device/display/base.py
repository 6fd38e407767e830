"""Displays that show 1-bit pictures: the OLED, a terminal or none; and how a press without effect shows."""

import io
import time
from collections.abc import Callable, Mapping
from typing import TextIO

from PIL import Image, ImageChops

from device.display.text_layout import HEIGHT, TEXT_BOTTOM, WIDTH


class Display:
    """A display of 128×64 1-bit pictures, which keeps the newest; by itself it stands for a board without one.

    `fault` says what is wrong, and is empty without a fault. `description` names the display that was found, and is
    empty if there is nothing to say. With `is_turned` the next pictures are upside down relative to the board profile.
    """

    def __init__(self) -> None:
        self.fault = self.description = ""
        self.is_turned = False
        self.picture: Image.Image | None = None

    def show(self, picture: Image.Image) -> None:
        self.picture = picture

    def close(self) -> None:
        """Releases what the display holds."""


BRAILLE = 0x2800
DOT_BITS: Mapping[tuple[int, int], int] = {
    (0, 0): 0x01, (0, 1): 0x02, (0, 2): 0x04, (1, 0): 0x08, (1, 1): 0x10, (1, 2): 0x20, (0, 3): 0x40, (1, 3): 0x80,
}  # fmt: skip
"""By the column and row of a dot."""


def braille(screen: Image.Image) -> str:
    """Returns a one-bit picture as lines of braille in a frame: a character has 2×4 px, into which it is divided."""
    (width, height), lit = screen.size, screen.convert("L").tobytes()
    lines = []
    for top in range(0, height, 4):
        dots = (
            sum(bit for (x, y), bit in DOT_BITS.items() if lit[(top + y) * width + left + x])
            for left in range(0, width, 2)
        )
        lines.append("│" + "".join(chr(BRAILLE + each) for each in dots) + "│")
    edge = "─" * (width // 2)
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


class TerminalDisplay(Display):
    """The display of an appliance in a terminal; each new picture is drawn once, and the last one stays."""

    def __init__(self, live: LiveDisplay) -> None:
        super().__init__()
        self._live = live

    def show(self, picture: Image.Image) -> None:
        if self.picture is None or picture.tobytes() != self.picture.tobytes():
            self._live.show(picture, important=True)
        self.picture = picture


ACKNOWLEDGED_S = 0.75
"""Seconds for which the line stays inverted. Chosen: long enough to look down at it and read it."""
BLINK_S = 0.125
"""Seconds for which the line is plain when it is to be inverted again."""


class PressAcknowledgement:
    """Inverts the line of keys of the shown pictures after `give`; used by the thread of the loop only."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._given_at = float("-inf")
        self._blinks = False

    def give(self) -> None:
        """Inverts the line of the pictures shown from now on, for `ACKNOWLEDGED_S` seconds.

        If it is inverted already, it is plain for a moment first, so that every press changes the display.
        """
        self._blinks, self._given_at = self._is_inverted, self._clock()

    def end(self) -> None:
        """Ends the inversion: another press has changed the display."""
        self._given_at = float("-inf")

    def on(self, picture: Image.Image) -> Image.Image:
        return with_inverted_keys(picture) if self._is_inverted else picture

    @property
    def _is_inverted(self) -> bool:
        return (BLINK_S if self._blinks else 0) <= self._clock() - self._given_at < ACKNOWLEDGED_S


def with_inverted_keys(picture: Image.Image) -> Image.Image:
    inverted, line = picture.copy(), (0, TEXT_BOTTOM + 1, WIDTH, HEIGHT)
    inverted.paste(ImageChops.invert(picture.crop(line)), line)
    return inverted
