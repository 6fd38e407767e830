"""The OLED on the I2C bus. Nothing else imports luma.

A display that is missing or is unplugged in the middle of a game never stops the game: it is looked for again, and
shows the newest picture as soon as it is back.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import luma.core.error
from luma.core.interface.serial import i2c
from luma.oled import device as controllers

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from device.board import DisplayWiring

RETRY = 2.0
"""Seconds between two looks for a missing display."""
REFRESH = 1.0
"""Seconds after which an unchanged picture is sent again, to notice a display that lost its power meanwhile."""

_FAULTS = (OSError, luma.core.error.Error)


class Oled:
    """A display on the I2C bus. It may be missing at the start, go away, and come back."""

    def __init__(self, wiring: DisplayWiring, clock: Callable[[], float] = time.monotonic) -> None:
        self._wiring = wiring
        self._clock = clock
        self._device: Any = None
        self._shown: bytes | None = None
        self._sent_at = float("-inf")
        self._tried_at = float("-inf")
        self._fault = ""
        self._connect()

    @property
    def fault(self) -> str:
        return self._fault

    def show(self, picture: Image.Image) -> None:
        """Shows a picture; an unchanged one costs nothing until it is time to refresh."""
        now = self._clock()
        if self._device is None and now - self._tried_at >= RETRY:
            self._connect()
        pixels = picture.tobytes()
        if self._device is None or (pixels == self._shown and now - self._sent_at < REFRESH):
            return
        try:
            self._device.display(picture)
        except _FAULTS as error:
            self._lose(error)
        else:
            self._shown, self._sent_at = pixels, now

    def close(self) -> None:
        """Switches the display off; a dark display says that Kiebitz does not watch."""
        if self._device is not None:
            with suppress(*_FAULTS):
                self._device.cleanup()
            self._device = None

    def _connect(self) -> None:
        self._tried_at = self._clock()
        wiring = self._wiring
        try:
            bus = i2c(port=wiring.bus, address=wiring.address)
            controller = getattr(controllers, wiring.controller)
            self._device = controller(bus, width=128, height=64, rotate=2 if wiring.upside_down else 0)
            self._device.contrast(wiring.contrast)
        except _FAULTS as error:
            self._lose(error)
        else:
            self._fault = ""
            self._shown = None

    def _lose(self, error: Exception) -> None:
        wiring = self._wiring
        self._device = None
        self._shown = None
        self._fault = (
            f"no {wiring.controller} display at address {wiring.address:#04x} of /dev/i2c-{wiring.bus}: "
            f"{str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__}; "
            "expected it on the I2C pins: check the wires and that I2C is switched on"
        )
