"""Buttons, light and buzzer on the pins of the board. Nothing else imports gpiozero."""

from __future__ import annotations

import os
import tempfile
import threading
import time
import warnings
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import gpiozero
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.hardware.header import pin_label
from device.hardware.presses import DebouncedButton, Press
from device.hardware.status_light import SIGNALS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from device.hardware.board import ButtonPin, LightPins
    from device.hardware.status_light import Colour, State

RETRY_SECONDS = 2.0
"""Seconds between two attempts at a button, a light or a buzzer that failed."""
TONE_SECONDS = 0.08
CLICK_NOTE = "A6"
CLICK_SECONDS = 0.012
DARK: Colour = (0.0, 0.0, 0.0)
IN_USE_ADVICE = "see what else uses them, or change the board profile"

Device = TypeVar("Device")


class PinError(ValueError):
    """Raised when none of the pins that a part needs can be used."""


class _Part(Generic[Device]):
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
        _choose_pin_library()
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
            self._fail(f"{_reason(error)}; it is tried again: check its wires")
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


class Buttons:
    """All buttons of the board; every press is handed to `on_press`, from the thread of the pin library.

    A button whose pin is in use does not affect the others. A *clock* stands in for the times that the kernel gives
    edges.
    """

    def __init__(
        self,
        pins: Sequence[ButtonPin],
        on_press: Callable[[Press], None],
        clock: Callable[[], float] | None = None,
    ) -> None:
        self._clock = clock
        self._buttons = [_Button(pin, on_press, clock) for pin in pins]

    def search(self) -> None:
        """Opens the buttons that could not be opened so far; call it from time to time."""
        for button in self._buttons:
            button.part.search()

    @property
    def are_missing(self) -> bool:
        """Whether the board has buttons and none of them can be used, as on a machine without pins."""
        return bool(self._buttons) and all(button.part.device is None for button in self._buttons)

    @property
    def stuck_buttons(self) -> tuple[ButtonPin, ...]:
        """The buttons held for too long, which are ignored until they are released.

        Call it from time to time: it also detects lost edges.
        """
        now = (self._clock or time.monotonic)()
        return tuple(button.pin for button in self._buttons if button.is_stuck(now))

    @property
    def pin_fault(self) -> str:
        """The buttons whose pins cannot be used; only one of them, if it is all."""
        faults = [button.fault for button in self._buttons if button.fault]
        return faults[0] if self.are_missing else "; ".join(faults)

    @property
    def fault(self) -> str:
        """The faults of buttons; empty without any."""
        stuck = [
            f"the button {_button_name(pin)} is held down, expected it to be let go: it is stuck or wired wrongly"
            for pin in self.stuck_buttons
        ]
        return "; ".join(filter(None, [self.pin_fault, *stuck]))

    def close(self) -> None:
        for button in self._buttons:
            button.close()


class _Button:
    """One button: its pin and its debouncing."""

    def __init__(self, pin: ButtonPin, on_press: Callable[[Press], None], clock: Callable[[], float] | None) -> None:
        self.pin = pin
        self._on_press, self._clock = on_press, clock
        self._edge_fault = ""
        self._debounced: DebouncedButton | None = None
        self.part = _Part(f"the button {_button_name(pin)}", self._listen)

    @property
    def fault(self) -> str:
        return self.part.fault or self._edge_fault

    def is_stuck(self, now: float) -> bool:
        device, debounced = self.part.device, self._debounced
        if device is None or debounced is None:
            return False
        try:
            debounced.level(device.is_active, now)
        except Exception as error:  # it may still tell its edges
            self._fail(error)
            return False
        self._edge_fault = ""
        return debounced.is_stuck(now)

    def close(self) -> None:
        with suppress(Exception):
            if self.part.device is not None:
                self.part.device.pin.when_changed = None
        self.part.close()  # gpiozero gives the pin back first

    def _listen(self) -> gpiozero.InputDevice:
        device = gpiozero.InputDevice(self.pin.pin, pull_up=True)
        try:
            self._debounced = DebouncedButton(Press(self.pin.button, self.pin.seat), self._on_press, device.is_active)
            device.pin.edges = "both"
            device.pin.when_changed = self._handle_edge
        except BaseException:
            device.close()
            raise
        return device

    def _handle_edge(self, ticks: float, level: float) -> None:
        """Called in lgpio's thread. An exception would end that thread, and with it every button."""
        try:
            now = time.monotonic() if self._clock is None else self._clock()
            assert self._debounced is not None
            self._debounced.edge(not level, ticks if self._clock is None else now, now)
        except Exception as error:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        self._edge_fault = f"cannot use the button {_button_name(self.pin)}: {_reason(error)}; check its wires"


class PinLight:
    """The RGB light and the buzzer of the board; either may be missing, `tones` switches the buzzer."""

    def __init__(self, pins: LightPins) -> None:
        self.tones = True
        self._brightness = pins.brightness
        self._silence_at = float("inf")
        self._state: State | None = None
        self._has_answered = False
        # Presses are answered from gpiozero's threads, states are shown from the loop's.
        self._lock = threading.Lock()
        self._light: _Part[gpiozero.RGBLED] | None = None
        self._buzzer: _Part[gpiozero.TonalBuzzer] | None = None
        red, green, blue = pins.red, pins.green, pins.blue
        if red is not None and green is not None and blue is not None:
            what = f"the light on {pin_label(red)}, {pin_label(green)} and {pin_label(blue)}"
            self._light = _Part(what, lambda: gpiozero.RGBLED(red, green, blue, active_high=pins.active_high))
        if pins.buzzer is not None:
            what = f"the buzzer on {pin_label(pins.buzzer)}"
            self._buzzer = _Part(what, lambda: gpiozero.TonalBuzzer(pins.buzzer, octaves=2))

    @property
    def is_missing(self) -> bool:
        """Whether the board has a light or a buzzer, and none of them can be used."""
        parts = self._parts
        return bool(parts) and all(part.device is None for part in parts)

    @property
    def fault(self) -> str:
        """The parts that cannot be used; empty without a fault."""
        return "; ".join(part.fault for part in self._parts if part.fault)

    @property
    def _parts(self) -> list[_Part[Any]]:
        return [part for part in (self._light, self._buzzer) if part is not None]

    def show(self, state: State) -> None:
        """Shows the state; called at every turn of the loop, it also ends the tone, and opens what was missing."""
        with self._lock:
            is_found = sum(part.search() for part in self._parts) > 0
            self._end_tone()
            is_news, light = state != self._state, self._light
            is_lit = light is None or not light.fault
            if not is_news and not self._has_answered and is_lit and not is_found:
                return
            self._state, self._has_answered = state, False
            signal = SIGNALS[state]
            if light is not None:
                light.use(partial(_set_light, colour=self._dim(signal.colour), blinks=signal.blinks))
            if self._buzzer is not None and self.tones and is_news and signal.tone:
                self._buzzer.use(lambda buzzer: buzzer.play(signal.tone))
                self._silence_at = time.monotonic() + TONE_SECONDS

    def answer(self) -> None:
        """Gives a click, and switches the light off until the next `show`."""
        with self._lock:
            if self._light is not None:
                self._light.use(partial(_set_light, colour=DARK, blinks=False))
            self._has_answered = True
            if self._buzzer is not None and self.tones:
                self._buzzer.use(_click)

    def close(self) -> None:
        with self._lock:
            for part in self._parts:
                part.close()

    def _end_tone(self) -> None:
        if self._buzzer is not None and time.monotonic() >= self._silence_at:
            self._buzzer.use(lambda buzzer: buzzer.stop())
            self._silence_at = time.monotonic() + RETRY_SECONDS if self._buzzer.fault else float("inf")

    def _dim(self, colour: Colour) -> Colour:
        red, green, blue = colour
        return red * self._brightness, green * self._brightness, blue * self._brightness


def _set_light(light: gpiozero.RGBLED, colour: Colour, blinks: bool) -> None:
    if blinks:
        light.blink(0.5, 0.5, on_color=colour)
    else:
        light.color = colour


def _click(buzzer: gpiozero.TonalBuzzer) -> None:
    buzzer.play(CLICK_NOTE)
    time.sleep(CLICK_SECONDS)
    buzzer.stop()


class OutputPins:
    """Output pins for a display, with the interface of RPi.GPIO that luma uses."""

    OUT, LOW, HIGH = 0, 0, 1

    def __init__(self) -> None:
        self._pins: dict[int, gpiozero.DigitalOutputDevice] = {}

    def setup(self, pin: int, _: int) -> None:
        """:raises PinError: if the pin cannot be used."""
        part = _Part(f"{pin_label(pin)} for the display", lambda: gpiozero.DigitalOutputDevice(pin))
        if part.device is None:
            raise PinError(part.fault)
        self._pins[pin] = part.device

    def output(self, pin: int, level: int) -> None:
        self._pins[pin].value = level

    def close(self) -> None:
        for device in self._pins.values():
            device.close()


@contextmanager
def mock_pins() -> Iterator[Callable[[int], None]]:
    """Uses gpiozero's mock pins within the context; yields a function that pushes and releases the button on a pin."""
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


def _choose_pin_library() -> None:
    if gpiozero.Device.pin_factory is None:
        # gpiozero would try pigpio next and open a socket; lgpio would leave a pipe in the current folder.
        os.environ.setdefault("GPIOZERO_PIN_FACTORY", "lgpio")
        os.environ.setdefault("LG_WD", tempfile.gettempdir())


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__


def _button_name(pin: ButtonPin) -> str:
    seat = "" if pin.seat is None else f" of seat {pin.seat}"
    return f"{pin.button}{seat} on {pin_label(pin.pin)}"
