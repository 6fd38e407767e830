"""Devices on the pins of the board, which are opened and used again after a failure."""

from __future__ import annotations

import os
import tempfile
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

import gpiozero

from device.hardware.header import pin_label

RETRY_SECONDS = 2.0
"""Seconds between two attempts at a button, a light or a buzzer that failed."""
IN_USE_ADVICE = "see what else uses them, or change the board profile"

Device = TypeVar("Device")


class PinError(ValueError):
    """Raised when none of the pins that a part needs can be used."""


class PinDevice(Generic[Device]):
    """A device on pins. A failure affects only this device, which is opened or used again after a while."""

    def __init__(self, what: str, open_device: Callable[[], Device]) -> None:
        self.device: Device | None = None
        self.fault = ""
        self._what = what
        self._open_device = open_device
        self._try_at = float("-inf")
        self.search()

    def search(self) -> bool:
        """Opens the device, if it is not open and an attempt is due; returns whether it has been opened now."""
        if self.device is not None or time.monotonic() < self._try_at:
            return False
        if gpiozero.Device.pin_factory is None:
            # gpiozero would try pigpio next and open a socket; lgpio would leave a pipe in the current folder.
            os.environ.setdefault("GPIOZERO_PIN_FACTORY", "lgpio")
            os.environ.setdefault("LG_WD", tempfile.gettempdir())
        try:
            # gpiozero warns about what it tries in vain; the fault says it once.
            with warnings.catch_warnings(action="ignore"):
                self.device = self._open_device()
        except Exception as error:  # every pin library has errors of its own; lgpio's are of no kind at all
            self._fail(f"{error}; expected its pins to be free, on a Raspberry Pi: {IN_USE_ADVICE}")
            return False
        self.fault = ""
        return True

    def use(self, action: Callable[[Device], object]) -> None:
        if self.device is None or time.monotonic() < self._try_at:
            return
        try:
            action(self.device)
        except Exception as error:
            self._fail(f"{reason_of(error)}; it is tried again: check its wires")
        else:
            self.fault = ""

    def close(self) -> None:
        device, self.device = self.device, None
        self._try_at = float("inf")
        if device is not None:
            with suppress(Exception):  # what is broken may fail at this too
                device.close()  # type: ignore[attr-defined]

    def _fail(self, reason: str) -> None:
        self.fault = f"cannot use {self._what}: {reason}"
        self._try_at = time.monotonic() + RETRY_SECONDS


class OutputPins:
    """Output pins for a display, with the interface of RPi.GPIO that luma uses."""

    OUT, LOW, HIGH = 0, 0, 1

    def __init__(self) -> None:
        self._pins: dict[int, gpiozero.DigitalOutputDevice] = {}

    def setup(self, pin: int, _: int) -> None:
        """:raises PinError: if the pin cannot be used."""
        part = PinDevice(f"{pin_label(pin)} for the display", lambda: gpiozero.DigitalOutputDevice(pin))
        if part.device is None:
            raise PinError(part.fault)
        self._pins[pin] = part.device

    def output(self, pin: int, level: int) -> None:
        self._pins[pin].value = level

    def close(self) -> None:
        for device in self._pins.values():
            device.close()


def reason_of(error: Exception) -> str:
    return str(error) or type(error).__name__
