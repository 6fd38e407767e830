"""Displays that show 1-bit pictures: the OLED of the board profile, or none; and how a press without effect shows."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol

from PIL import Image, ImageChops

from device.display.text_layout import HEIGHT, WIDTH

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.hardware.board import DisplayWiring


class Display(Protocol):
    """A display of 128×64 1-bit pictures.

    `fault` says what is wrong, and is empty without a fault. `description` names the display that was found, and is
    empty if there is nothing to say. With `is_turned` the next pictures are upside down relative to the board profile.
    `picture` is the newest one.
    """

    is_turned: bool
    picture: Image.Image | None

    @property
    def fault(self) -> str: ...

    @property
    def description(self) -> str: ...

    def show(self, picture: Image.Image) -> None: ...

    def close(self) -> None: ...


class NullDisplay:
    """No display; keeps the newest picture for the terminal, the film and the tests."""

    description = ""

    def __init__(self) -> None:
        self.fault = ""
        self.is_turned = False
        self.picture: Image.Image | None = None

    def show(self, picture: Image.Image) -> None:
        self.picture = picture

    def close(self) -> None:
        """Has nothing to close."""


def open_display(wiring: DisplayWiring, clock: Callable[[], float] = time.monotonic) -> Display:
    """Returns the display of the board profile; ask its `fault` whether it is there."""
    if wiring.controller == "none":
        return NullDisplay()
    try:
        from device.display.oled import Oled
    except Exception as error:  # luma, or what it needs, is missing or damaged
        missing = NullDisplay()
        missing.fault = f"no display: {error}; expected luma.oled to be installed: install Kiebitz with what it needs"
        return missing

    return Oled(wiring, clock)


ACKNOWLEDGED_S = 0.75
"""Seconds for which the line stays inverted. Chosen: long enough to look down at it and read it."""
BLINK_S = 0.125
"""Seconds for which the line is plain when it is to be inverted again."""
KEYS_TOP = 54
"""y of the line in px, on every screen."""


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
        """Returns the picture to show now."""
        return with_inverted_keys(picture) if self._is_inverted else picture

    @property
    def _is_inverted(self) -> bool:
        return (BLINK_S if self._blinks else 0) <= self._clock() - self._given_at < ACKNOWLEDGED_S


def with_inverted_keys(picture: Image.Image) -> Image.Image:
    inverted, line = picture.copy(), (0, KEYS_TOP, WIDTH, HEIGHT)
    inverted.paste(ImageChops.invert(picture.crop(line)), line)
    return inverted
