"""The real gpiozero on its mock pins."""

import time
from collections.abc import Iterator
from typing import ClassVar

import pytest
from gpiozero import LED, Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.hardware.board import ButtonPin, LightPins, read_board
from device.hardware.gpio import TONE_SECONDS, Buttons, PinLight
from device.hardware.pins import RETRY_SECONDS
from device.hardware.presses import QUIET_SECONDS, STUCK_SECONDS, Press
from device.hardware.status_light import SIGNALS
from tests.support.clock import Clock

KIT = LightPins(red=17, green=27, blue=22, buzzer=12)
PINS = (ButtonPin("fold", 5), ButtonPin("play", 6), ButtonPin("fold", 16, seat=3))


class HeldPin(MockPWMPin):
    """A pin that is held low against its pull-up resistor."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self.drive_low()


class FailingPin(MockPWMPin):
    """Raises `error`, if it is set, at every read and write."""

    error: ClassVar[Exception | None] = None

    def _fail(self) -> None:
        if FailingPin.error is not None:
            raise FailingPin.error

    def _get_state(self) -> float:
        self._fail()
        return float(super()._get_state())

    def _set_state(self, value: float) -> None:
        self._fail()
        super()._set_state(value)

    def _set_frequency(self, value: float | None) -> None:
        self._fail()
        super()._set_frequency(value)


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Iterator[MockFactory]:
    before = Device.pin_factory
    Device.pin_factory = MockFactory(pin_class=FailingPin)
    monkeypatch.setattr(FailingPin, "error", None)
    yield Device.pin_factory
    FailingPin.error = None
    Device.pin_factory.reset()
    Device.pin_factory = before


ERRORS = [OSError("remote I/O error"), RuntimeError("lgpio.error"), TypeError("NoneType"), KeyError("no handle")]


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_failing_light_does_not_affect_the_buttons(
    error: Exception, failing: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr("device.hardware.gpio.time.monotonic", clock)
    monkeypatch.setattr("device.hardware.gpio.time.sleep", lambda _: None)
    light = PinLight(KIT)
    light.show("ready")
    assert light.fault == ""
    FailingPin.error = error
    for state in ("card", "trick", "card"):
        light.show(state)  # type: ignore[arg-type]
        light.answer()
        clock.now += TONE_SECONDS
    assert "cannot use the light on GPIO 17" in light.fault
    assert "cannot use the buzzer on GPIO 12" in light.fault
    FailingPin.error = None
    clock.now += RETRY_SECONDS
    light.show("card")
    light.answer()
    assert light.fault == ""
    light.show("card")
    assert failing.pin(17).state == pytest.approx(SIGNALS["card"].colour[0]), "it shows again what it missed"
    FailingPin.error = error
    light.close()
    FailingPin.error = None


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_exception_of_the_callback_stops_no_button(error: Exception, pins: MockFactory) -> None:
    """lgpio calls from one thread for all pins, which an exception would end."""
    clock, presses, faults = Clock(), list[Press](), [error]

    def pressed(press: Press) -> None:
        if faults:
            raise faults.pop()
        presses.append(press)

    buttons = Buttons(PINS, pressed, clock)
    pins.pin(5).drive_low()
    pins.pin(6).drive_low()
    assert presses == [Press("play")]
    clock.now += 1
    pins.pin(5).drive_high()
    clock.now += 1
    pins.pin(5).drive_low()
    assert presses == [Press("play"), Press("fold")]
    buttons.close()


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_button_releases_its_pin_although_stopping_edges_fails(
    error: Exception, pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel may find the line busy, for an edge that is just coming."""
    buttons, errors = Buttons(PINS, lambda _: None, Clock()), [error]
    stop_edges = MockPWMPin._disable_event_detect

    def fail_once(pin: MockPWMPin) -> None:
        if errors:
            raise errors.pop()
        stop_edges(pin)

    monkeypatch.setattr(MockPWMPin, "_disable_event_detect", fail_once)
    buttons.close()
    again = Buttons(PINS, lambda _: None, Clock())
    assert again.fault == ""
    again.close()


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_unreadable_button_is_a_fault(error: Exception, failing: MockFactory) -> None:
    buttons = Buttons(PINS, print)
    FailingPin.error = error
    assert buttons.stuck_buttons == ()
    assert "cannot use the button fold on GPIO 5 (pin 29): " in buttons.fault
    FailingPin.error = None
    assert buttons.fault == ""
    FailingPin.error = error
    buttons.close()


def test_occupied_pin_disables_only_its_button(pins: MockFactory) -> None:
    taken, presses = LED(6), list[Press]()
    buttons = Buttons(PINS, presses.append)
    assert buttons.fault.startswith("cannot use the button play on GPIO 6 (pin 31): ")
    pins.pin(5).drive_low()
    assert presses == [Press("fold")]
    buttons.close()
    alone = Buttons(PINS[1:2], print)
    assert alone.are_missing
    assert "play on GPIO 6 (pin 31): " in alone.fault
    assert "expected its pins to be free" in alone.fault
    alone.close()
    taken.close()
    Buttons(PINS, print).close()


@pytest.mark.parametrize("taken", [(6,), (5, 6, 16)], ids=["one", "all"])
def test_button_that_could_not_be_opened_is_searched_for(
    pins: MockFactory, taken: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    now, presses = Clock(), list[Press]()
    monkeypatch.setattr("device.hardware.gpio.time.monotonic", now)
    others = [LED(number) for number in taken]
    buttons = Buttons(PINS, presses.append)
    assert buttons.are_missing is (len(taken) == len(PINS))
    for other in others:
        other.close()
    buttons.search()
    assert buttons.fault, "not at every turn of the loop"
    now.now += RETRY_SECONDS
    buttons.search()
    assert (buttons.fault, buttons.are_missing) == ("", False)
    for number in (6, 5, 16):
        pins.pin(number).drive_low()
    assert presses == [Press("play"), Press("fold"), Press("fold", seat=3)]
    buttons.close()


def test_light_and_buzzer_that_could_not_be_opened_are_searched_for(
    pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, others = Clock(), [LED(27), LED(12)]
    monkeypatch.setattr("device.hardware.gpio.time.monotonic", now)
    light = PinLight(KIT)
    light.show("card")
    assert light.is_missing
    assert "the light on" in light.fault
    assert "the buzzer on" in light.fault
    for other in others:
        other.close()
    now.now += RETRY_SECONDS
    light.show("card")
    assert (light.fault, light.is_missing) == ("", False)
    assert pins.pin(17).state == pytest.approx(SIGNALS["card"].colour[0]), "without a press or a change"
    light.show("trick")
    assert pins.pin(12).frequency
    light.close()


def test_buzzer_works_without_the_light(pins: MockFactory) -> None:
    taken = LED(27)
    light = PinLight(KIT)
    assert "the light on GPIO 17 (pin 11), GPIO 27 (pin 13) and GPIO 22 (pin 15)" in light.fault
    light.show("card")
    assert pins.pin(12).frequency
    light.close()
    LED(17).close()  # what was opened before the fault is free again
    assert "the light on" in PinLight(LightPins(red=17, green=27, blue=22)).fault
    taken.close()


def test_button_held_from_the_start_is_reported_until_released(pins: MockFactory) -> None:
    pins.pin(5, pin_class=HeldPin)
    clock, presses = Clock(), list[Press]()
    buttons = Buttons(PINS, presses.append, clock)
    assert buttons.stuck_buttons == (PINS[0],)
    assert buttons.fault.startswith("the button fold on GPIO 5 (pin 29) is held down")
    pins.pin(6).drive_low()
    assert presses == [Press("play")], "the others go on"

    clock.now = 100.0
    pins.pin(5).drive_high()
    clock.now += QUIET_SECONDS
    assert (buttons.stuck_buttons, buttons.fault) == (
        (PINS[1],),
        "the button play on GPIO 6 (pin 31) is held down, expected it to be let go: it is stuck or wired wrongly",
    )
    pins.pin(5).drive_low()
    assert presses == [Press("play"), Press("fold")]
    buttons.close()


def test_a_button_that_is_held_in_the_middle_is_one_press_and_then_stuck(pins: MockFactory) -> None:
    clock, presses = Clock(), list[Press]()
    clock.now = 50.0
    buttons = Buttons(PINS, presses.append, clock)
    pins.pin(16).drive_low()
    clock.now += STUCK_SECONDS - 0.1
    assert buttons.fault == ""
    clock.now += 0.1
    assert "fold of seat 3 on GPIO 16 (pin 36) is held down" in buttons.fault
    assert presses == [Press("fold", seat=3)]
    buttons.close()


def test_no_pins_on_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "lgpio")
    buttons = Buttons(PINS, print)
    assert buttons.are_missing
    assert "on a Raspberry Pi" in buttons.fault


@pytest.mark.parametrize("state", ["ready", "hand", "card", "trick"])
def test_light_shows_the_state(pins: MockFactory, state: str) -> None:
    light = PinLight(LightPins(red=17, green=27, blue=22))
    light.show(state)  # type: ignore[arg-type]
    expected = SIGNALS[state].colour  # type: ignore[index]
    assert tuple(pins.pin(number).state for number in (17, 27, 22)) == pytest.approx(expected)
    light.close()


def test_a_press_is_answered_by_a_click_and_a_dark_moment(pins: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    clicks: list[float | None] = []
    monkeypatch.setattr("device.hardware.gpio.time.sleep", lambda _: clicks.append(pins.pin(12).frequency))
    light = PinLight(KIT)
    light.show("ready")
    light.answer()
    assert clicks == [pytest.approx(1760, abs=1)]
    assert pins.pin(12).frequency is None
    assert pins.pin(27).state == 0
    light.show("ready")
    assert pins.pin(27).state == pytest.approx(SIGNALS["ready"].colour[1])
    light.close()


def test_question_blinks_amber_and_a_tone_ends(pins: MockFactory) -> None:
    light = PinLight(KIT)
    light.show("question")
    assert pins.pin(12).frequency == pytest.approx(659, abs=1)
    time.sleep(TONE_SECONDS)
    assert pins.pin(17).state == 1
    light.show("question")
    assert pins.pin(12).frequency is None
    light.close()


def test_no_state_is_a_red_light() -> None:
    assert all(signal.colour[0] <= 2 * max(signal.colour[1:]) for signal in SIGNALS.values())


@pytest.mark.parametrize("profile", ["default_kit", "pair_per_seat"])
def test_pins_of_every_profile_open(pins: MockFactory, profile: str) -> None:
    board = read_board(profile)
    buttons = Buttons(board.buttons, print)
    light = PinLight(board.light)
    assert {pin.button for pin in board.buttons} == {"fold", "play", "up", "down"}
    light.close()
    buttons.close()
