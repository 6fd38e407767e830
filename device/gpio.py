"""Buttons, light and buzzer on the pins of the board. Nothing else imports gpiozero."""

from __future__ import annotations

import time
import warnings
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import gpiozero
from gpiozero.exc import GPIOZeroError
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.buttons import Debounced
from device.light import SIGNALS
from device.presses import Press

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from device.board import ButtonPin, LightPins
    from device.light import State

TONE_LENGTH = 0.08


class PinError(ValueError):
    """Raised when the pins of the board profile cannot be used."""


class Buttons:
    """All buttons of the board; every press is handed to `pressed`, from gpiozero's own thread."""

    def __init__(
        self,
        pins: Sequence[ButtonPin],
        pressed: Callable[[Press], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """:raises PinError: if a pin is missing or taken, or this machine has no pins at all."""
        self._devices: list[gpiozero.Button] = []
        try:
            for pin in pins:
                self._add(pin, pressed, clock)
        except _FAULTS as error:
            self.close()
            raise PinError(_message("buttons", error)) from error

    def _add(self, pin: ButtonPin, pressed: Callable[[Press], None], clock: Callable[[], float]) -> None:
        debounced = Debounced(Press(pin.button, pin.seat), pressed, clock)
        with _quiet():
            device = gpiozero.Button(pin.pin, pull_up=True, bounce_time=None)
        device.when_pressed = debounced.down
        device.when_released = debounced.up
        # A device that no name holds is collected, and its pin freed.
        self._devices.append(device)

    def close(self) -> None:
        for device in self._devices:
            device.close()


class PinLight:
    """The RGB light and the buzzer of the board; either may be missing."""

    def __init__(self, pins: LightPins) -> None:
        """:raises PinError: if a pin is missing or taken, or this machine has no pins at all."""
        self._light: gpiozero.RGBLED | None = None
        self._buzzer: gpiozero.TonalBuzzer | None = None
        self._silence_at = float("inf")
        self._state: State | None = None
        try:
            with _quiet():
                if pins.red is not None and pins.green is not None and pins.blue is not None:
                    self._light = gpiozero.RGBLED(pins.red, pins.green, pins.blue, active_high=pins.active_high)
                if pins.buzzer is not None:
                    self._buzzer = gpiozero.TonalBuzzer(pins.buzzer, octaves=2)
        except _FAULTS as error:
            self.close()
            raise PinError(_message("the light", error)) from error

    def show(self, state: State) -> None:
        """Shows the state; called at every frame, it also ends the tone."""
        if self._buzzer is not None and time.monotonic() >= self._silence_at:
            self._buzzer.stop()
            self._silence_at = float("inf")
        if state == self._state:
            return
        self._state = state
        signal = SIGNALS[state]
        if self._light is not None and signal.blinks:
            self._light.blink(0.5, 0.5, on_color=signal.colour)
        elif self._light is not None:
            self._light.color = signal.colour
        if self._buzzer is not None and signal.tone:
            self._buzzer.play(signal.tone)
            self._silence_at = time.monotonic() + TONE_LENGTH

    def close(self) -> None:
        for device in (self._light, self._buzzer):
            if device is not None:
                with suppress(GPIOZeroError):
                    device.close()


@contextmanager
def mock_pins() -> Iterator[Callable[[int], None]]:
    """Puts gpiozero's mock pins in place of a Pi's; what it yields pushes the button on a pin and lets it go."""
    before = gpiozero.Device.pin_factory
    factory = gpiozero.Device.pin_factory = MockFactory(pin_class=MockPWMPin)

    def push(pin: int) -> None:
        factory.pin(pin).drive_low()
        factory.pin(pin).drive_high()

    try:
        yield push
    finally:
        factory.reset()
        gpiozero.Device.pin_factory = before


_FAULTS = (GPIOZeroError, OSError, ImportError, RuntimeError)


def _quiet() -> warnings.catch_warnings[None]:
    # gpiozero warns about each pin library that it tries in vain; the error at the end says it once.
    return warnings.catch_warnings(action="ignore")


def _message(what: str, error: Exception) -> str:
    return f"cannot use {what}: {error}; expected the pins of the board profile to be free, on a Raspberry Pi"
