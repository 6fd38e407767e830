"""Buttons, light and buzzer on the pins of the board. Only `pins` imports gpiozero besides."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import gpiozero

from device.hardware.board import ButtonPin, LightPins
from device.hardware.header import pin_label
from device.hardware.pins import RETRY_SECONDS, PinDevice, reason_of
from device.hardware.presses import DebouncedButton, Press
from device.hardware.status_light import SIGNALS, Colour, Light, State

TONE_SECONDS = 0.08
CLICK_NOTE = "A6"
CLICK_SECONDS = 0.012
DARK: Colour = (0.0, 0.0, 0.0)


class Buttons:
    """All buttons of the board; every press is handed to `on_press`, from the thread of the pin library.

    A button whose pin is in use does not affect the others. A *clock* stands in for the times that the kernel gives
    edges. *on_edge* gets every edge, also those of contacts that bounce.
    """

    def __init__(
        self,
        pins: Sequence[ButtonPin],
        on_press: Callable[[Press], None],
        clock: Callable[[], float] | None = None,
        on_edge: Callable[[ButtonPin], None] = lambda _: None,
    ) -> None:
        self._clock = clock
        self._buttons = [_Button(pin, on_press, clock, on_edge) for pin in pins]

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
        stuck = [
            f"the button {_button_name(pin)} is held down, expected it to be let go: it is stuck or wired wrongly"
            for pin in self.stuck_buttons
        ]
        return "; ".join(filter(None, [self.pin_fault, *stuck]))

    def close(self) -> None:
        for button in self._buttons:
            button.close()


class _Button:
    def __init__(
        self,
        pin: ButtonPin,
        on_press: Callable[[Press], None],
        clock: Callable[[], float] | None,
        on_edge: Callable[[ButtonPin], None],
    ) -> None:
        self.pin = pin
        self._on_press, self._clock, self._on_edge = on_press, clock, on_edge
        self._edge_fault = ""
        self._debounced: DebouncedButton | None = None
        self.part = PinDevice(f"the button {_button_name(pin)}", self._listen)

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
            self._on_edge(self.pin)
            self._debounced.edge(not level, ticks if self._clock is None else now, now)
        except Exception as error:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        self._edge_fault = f"cannot use the button {_button_name(self.pin)}: {reason_of(error)}; check its wires"


class PinLight(Light):
    """The RGB light and the buzzer of the board; either may be missing, `tones` switches the buzzer."""

    def __init__(self, pins: LightPins) -> None:
        super().__init__()
        self._brightness = pins.brightness
        self._silence_at = float("inf")
        self._shown: State | None = None
        self._has_answered = False
        # Presses are answered from gpiozero's threads, states are shown from the loop's.
        self._lock = threading.Lock()
        self._light: PinDevice[gpiozero.RGBLED] | None = None
        self._buzzer: PinDevice[gpiozero.TonalBuzzer] | None = None
        red, green, blue = pins.red, pins.green, pins.blue
        if red is not None and green is not None and blue is not None:
            what = f"the light on {pin_label(red)}, {pin_label(green)} and {pin_label(blue)}"
            self._light = PinDevice(what, lambda: gpiozero.RGBLED(red, green, blue, active_high=pins.active_high))
        if pins.buzzer is not None:
            what = f"the buzzer on {pin_label(pins.buzzer)}"
            self._buzzer = PinDevice(what, lambda: gpiozero.TonalBuzzer(pins.buzzer, octaves=2))

    @property
    def is_missing(self) -> bool:
        """Whether the board has a light or a buzzer, and none of them can be used."""
        parts = self._parts
        return bool(parts) and all(part.device is None for part in parts)

    @property
    def fault(self) -> str:
        return "; ".join(part.fault for part in self._parts if part.fault)

    @property
    def _parts(self) -> list[PinDevice[Any]]:
        return [part for part in (self._light, self._buzzer) if part is not None]

    def show(self, state: State) -> None:
        """Shows the state; called at every turn of the loop, it also ends the tone, and opens what was missing."""
        with self._lock:
            is_found = sum(part.search() for part in self._parts) > 0
            if self._buzzer is not None and time.monotonic() >= self._silence_at:
                self._buzzer.use(lambda buzzer: buzzer.stop())
                self._silence_at = time.monotonic() + RETRY_SECONDS if self._buzzer.fault else float("inf")
            is_news, light = state != self._shown, self._light
            is_lit = light is None or not light.fault
            if not is_news and not self._has_answered and is_lit and not is_found:
                return
            self._shown, self._has_answered = state, False
            signal = SIGNALS[state]
            if light is not None:
                (red, green, blue), dim = signal.colour, self._brightness
                light.use(partial(_set_light, colour=(red * dim, green * dim, blue * dim), blinks=signal.blinks))
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


def _set_light(light: gpiozero.RGBLED, colour: Colour, blinks: bool) -> None:
    if blinks:
        light.blink(0.5, 0.5, on_color=colour)
    else:
        light.color = colour


def _click(buzzer: gpiozero.TonalBuzzer) -> None:
    buzzer.play(CLICK_NOTE)
    time.sleep(CLICK_SECONDS)
    buzzer.stop()


def _button_name(pin: ButtonPin) -> str:
    seat = "" if pin.seat is None else f" of seat {pin.seat}"
    return f"{pin.button}{seat} on {pin_label(pin.pin)}"
