"""The real gpiozero on its mock pins."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.board import ButtonPin, LightPins, read_board
from device.buttons import QUIET
from device.gpio import TONE_LENGTH, Buttons, PinError, PinLight
from device.light import SIGNALS
from device.presses import Press

if TYPE_CHECKING:
    from collections.abc import Iterator

PINS = (ButtonPin("fold", 5), ButtonPin("play", 6), ButtonPin("fold", 16, seat=3))


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    before = Device.pin_factory
    Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


def test_each_pin_is_its_button(pins: MockFactory) -> None:
    presses: list[Press] = []
    buttons = Buttons(PINS, presses.append)
    for number in (6, 5, 16):
        pins.pin(number).drive_low()
        pins.pin(number).drive_high()
    assert presses == [Press("play"), Press("fold"), Press("fold", seat=3)]
    buttons.close()


@pytest.mark.parametrize(
    ("edges", "presses"),
    [
        pytest.param([(0, "down"), (100, "up")], 1, id="one press"),
        pytest.param(
            [(0, "down"), (1, "up"), (2, "down"), (3, "up"), (4, "down"), (120, "up")], 1, id="bounces going down"
        ),
        pytest.param(
            [(0, "down"), (120, "up"), (121, "down"), (123, "up"), (124, "down"), (125, "up")], 1, id="bounces going up"
        ),
        pytest.param([(0, "down"), (60, "up"), (140, "down"), (200, "up")], 2, id="two quick presses"),
        pytest.param([(0, "down"), (5000, "up"), (6000, "down")], 2, id="held for long, then pressed again"),
    ],
)
def test_bounces_are_one_press(pins: MockFactory, edges: list[tuple[int, str]], presses: int) -> None:
    """gpiozero's mock pins ignore its own bounce_time, so this proves ours."""
    clock, seen = Clock(), list[Press]()
    buttons = Buttons(PINS[:1], seen.append, clock)
    pin = pins.pin(5)
    for milliseconds, edge in edges:
        clock.now = milliseconds / 1000
        pin.drive_low() if edge == "down" else pin.drive_high()
    assert len(seen) == presses
    assert QUIET < 0.05, "an answer within 100 ms needs a short quiet time"
    buttons.close()


def test_a_pin_named_twice_is_told(pins: MockFactory) -> None:
    with pytest.raises(PinError, match="expected the pins of the board profile to be free"):
        Buttons((ButtonPin("fold", 5), ButtonPin("play", 5)), print)
    # What was opened before the fault is free again.
    Buttons((ButtonPin("fold", 5),), print).close()


def test_no_pins_on_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "lgpio")
    with pytest.raises(PinError, match="on a Raspberry Pi"):
        Buttons(PINS, print)


@pytest.mark.parametrize("state", ["ready", "hand", "card", "trick"])
def test_light_shows_the_state(pins: MockFactory, state: str) -> None:
    light = PinLight(LightPins(red=17, green=27, blue=22))
    light.show(state)  # type: ignore[arg-type]
    expected = SIGNALS[state].colour  # type: ignore[index]
    assert tuple(pins.pin(number).state for number in (17, 27, 22)) == pytest.approx(expected)
    light.close()


def test_question_blinks_amber_and_a_tone_ends(pins: MockFactory) -> None:
    light = PinLight(LightPins(red=17, green=27, blue=22, buzzer=12))
    light.show("question")
    assert pins.pin(12).frequency == pytest.approx(659, abs=1)
    time.sleep(TONE_LENGTH)
    assert pins.pin(17).state == 1
    light.show("question")
    assert pins.pin(12).frequency is None
    light.close()


def test_no_state_is_a_red_light() -> None:
    assert all(signal.colour[0] <= 2 * max(signal.colour[1:]) for signal in SIGNALS.values())


@pytest.mark.parametrize("profile", ["default_kit", "pair_per_seat"])
def test_profiles_open(pins: MockFactory, profile: str) -> None:
    board = read_board(profile)
    buttons = Buttons(board.buttons, print)
    light = PinLight(board.light)
    assert {pin.button for pin in board.buttons} == {"fold", "play", "up", "down"}
    light.close()
    buttons.close()
