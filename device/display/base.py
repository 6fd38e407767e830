"""Displays that show 1-bit pictures: the OLED of the board profile, or none."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from device.hardware.board import DisplayWiring


class Display(Protocol):
    """A display of 128×64 1-bit pictures.

    `fault` says what is wrong, and is empty without a fault. `description` names the display that was found, and is
    empty if there is nothing to say. With `is_turned` the next pictures are upside down relative to the board profile.
    """

    is_turned: bool

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
