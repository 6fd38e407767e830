"""What pictures are shown on: the OLED of the board profile, or nothing at all."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from device.board import DisplayWiring


class Display(Protocol):
    """Something that shows 128×64 1-bit pictures; `fault` says what is wrong, empty if nothing is."""

    @property
    def fault(self) -> str: ...

    def show(self, picture: Image.Image) -> None: ...

    def close(self) -> None: ...


class NullDisplay:
    """No display. It keeps the newest picture, for the terminal, the film and the tests."""

    fault = ""

    def __init__(self) -> None:
        self.picture: Image.Image | None = None

    def show(self, picture: Image.Image) -> None:
        self.picture = picture

    def close(self) -> None:
        """Nothing is held open."""


def open_display(wiring: DisplayWiring, clock: Callable[[], float] = time.monotonic) -> Display:
    """Returns the display of the board profile; ask its `fault` whether it is there."""
    if wiring.controller == "none":
        return NullDisplay()
    from device.oled import Oled

    return Oled(wiring, clock)
