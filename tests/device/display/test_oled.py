"""The real luma drivers down to the bytes on the bus, read back from models of the controllers."""

import errno
import gc
import os
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from gpiozero import LED, Device
from gpiozero.pins.mock import MockFactory
from luma.oled import device as controllers
from PIL import Image

from device.display.oled import PAUSE_IN_SEARCHES, REFRESH_SECONDS, RETRY_SECONDS, Oled
from device.hardware.board import Controller, DisplayWiring, SpiWiring
from tests.support.board.fake_buses import FakeBus, FakeSpi
from tests.support.board.fake_panel import Answer, Panel, sh1106, ssd1306
from tests.support.clock import Clock
from tests.support.examples import one_in

MODELS = {"ssd1306": ssd1306, "ssd1309": ssd1306, "sh1106": sh1106}
ADDRESS = 0x3C
ADDRESSES = (*range(0x20), 0x21, 0x22, *range(0xB0, 0xB8))
"""Commands that say where the next byte goes; none of them changes what is seen."""
SPI = SpiWiring(data_command=24, reset=25)


@pytest.fixture
def panel() -> Panel:
    return ssd1306()


@pytest.fixture
def bus(panel: Panel) -> Iterator[FakeBus]:
    with FakeBus({ADDRESS: panel}).install() as installed:
        yield installed


@contextmanager
def spi_bus(panel: Panel) -> Iterator[FakeSpi]:
    """Puts a display on SPI, with gpiozero's mock pins for what a bus has no wire for."""
    before, pins = Device.pin_factory, MockFactory()
    Device.pin_factory = pins
    spi = FakeSpi(panel, is_data=lambda: pins.pin(24).state, is_reset=lambda: not pins.pin(25).state)
    try:
        with spi.install():
            yield spi
    finally:
        pins.reset()
        Device.pin_factory = before


@contextmanager
def wired(panel: Panel, controller: Controller, spi: SpiWiring | None) -> Iterator[DisplayWiring]:
    wiring = DisplayWiring(controller=controller, contrast=90, spi=spi)
    if spi is None:
        with FakeBus({ADDRESS: panel}).install():
            yield wiring
    else:
        with spi_bus(panel):
            yield wiring


on_both_buses = pytest.mark.parametrize("spi", [None, SPI], ids=["I2C", "SPI"])


def noise(seed: int) -> Image.Image:
    return Image.frombytes("1", (128, 64), random.Random(seed).randbytes(128 * 64 // 8))


@on_both_buses
@pytest.mark.parametrize("controller", one_in(3, list(MODELS)))
def test_every_pixel_reaches_the_panel(controller: Controller, spi: SpiWiring | None) -> None:
    panel = MODELS[controller]()
    with wired(panel, controller, spi) as wiring:
        display = Oled(wiring)
        assert (display.fault, display.description.split()[0]) == ("", controller)
        assert panel.on
        assert not panel.picture().getbbox(), "the garbage of the RAM is cleared before the display goes on"
        for seed in range(3):
            display.show(noise(seed))
            assert panel.picture().tobytes() == noise(seed).tobytes()
        assert panel.contrast == 90

        display.close()
        assert not panel.on


@pytest.mark.parametrize("upside_down", [False, True])
def test_it_is_turned_in_the_profile_and_at_the_table(bus: FakeBus, panel: Panel, upside_down: bool) -> None:
    display = Oled(DisplayWiring(upside_down=upside_down))
    for turned in (False, True, False):
        display.is_turned = turned
        display.show(noise(1))
        expected = noise(1).rotate(180) if upside_down != turned else noise(1)
        assert panel.picture().tobytes() == expected.tobytes()


# Found by itself


@pytest.mark.parametrize("address", [0x3C, 0x3D])
@pytest.mark.parametrize("controller", ["ssd1306", "sh1106"])
def test_controller_and_address_are_found(controller: str, address: int) -> None:
    panel = MODELS[controller]()
    with FakeBus({0x57: ssd1306(), address: panel}).install():
        display = Oled(DisplayWiring())
        assert display.description == f"{controller} at address {address:#04x} of /dev/i2c-1"
        display.show(noise(1))
    assert panel.picture().tobytes() == noise(1).tobytes()


@pytest.mark.parametrize(
    ("named", "answer", "driven", "remark"),
    [
        pytest.param("auto", "nothing", "ssd1306", "it cannot be read, so its kind is a guess", id="a guess"),
        pytest.param("sh1106", "nothing", "sh1106", "", id="named, cannot be read"),
        pytest.param("sh1106", "status", "sh1106", "", id="named, read like another: no proof"),
        pytest.param("ssd1309", "status", "ssd1309", "", id="named rightly"),
        pytest.param(
            "ssd1306", "memory", "sh1106", "the board profile says ssd1306, but it is read", id="contradicted"
        ),
    ],
)
def test_uncertain_controller_is_described(named: Controller, answer: Answer, driven: str, remark: str) -> None:
    panel = MODELS[driven]()
    panel.answer = answer
    with FakeBus({ADDRESS: panel}).install():
        display = Oled(DisplayWiring(controller=named))
        assert display.description.startswith(f"{driven} at address 0x3c of /dev/i2c-1")
        assert (remark in display.description) if remark else (";" not in display.description)
        display.show(noise(1))
    assert panel.picture().tobytes() == noise(1).tobytes()


@on_both_buses
def test_wrong_controller_still_shows_the_picture(spi: SpiWiring | None) -> None:
    """The model shows a garbled picture for a wrong board profile, as a real panel does."""
    panel = sh1106()
    panel.answer = "nothing"
    with wired(panel, "ssd1306", spi) as wiring:
        Oled(wiring).show(noise(1))
    assert panel.picture().tobytes() != noise(1).tobytes()


# Missing, unplugged, without power for a moment


def test_hanging_bus_is_retried_rarely(bus: FakeBus, panel: Panel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting a second for each answer would delay presses."""
    clock, hang, asked = Clock(100.0), 1.0, []

    def wait(_: int) -> Panel:
        clock.now += hang
        asked.append(clock.now)
        raise TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))

    monkeypatch.setattr(bus, "_device", wait)
    display = Oled(DisplayWiring(), clock)
    assert "timed out" in display.fault
    while clock.now < 200:
        display.show(noise(1))
        clock.now += 0.1
    assert len(asked) * hang <= 100 / PAUSE_IN_SEARCHES + 2


def test_no_bus_at_all() -> None:
    display = Oled(DisplayWiring(controller="sh1106", address=0x3D, bus=7))
    display.show(noise(1))
    assert display.fault.startswith("no sh1106 display at address 0x3d of /dev/i2c-7: ")
    assert display.fault.endswith("check the wires, and that I2C is switched on")


@pytest.mark.parametrize("fault", [errno.EREMOTEIO, errno.EIO, errno.ETIMEDOUT])
def test_unplugged_in_the_middle_and_plugged_in_again(bus: FakeBus, panel: Panel, fault: int) -> None:
    clock = Clock(100.0)
    display = Oled(DisplayWiring(), clock)
    display.show(noise(1))
    bus.fault = fault
    display.show(noise(2))
    assert display.fault
    assert display.description == ""
    display.show(noise(3))

    bus.fault = None
    panel.lose_power()
    clock.now += RETRY_SECONDS
    display.show(noise(3))

    assert display.fault == ""
    assert panel.picture().tobytes() == noise(3).tobytes()


def test_another_display_is_plugged_in(bus: FakeBus) -> None:
    clock = Clock(100.0)
    display = Oled(DisplayWiring(), clock)
    display.show(noise(1))
    other = sh1106()
    bus.devices.clear()
    display.show(noise(2))
    bus.devices[0x3D] = other
    clock.now += RETRY_SECONDS
    display.show(noise(3))
    assert other.picture().tobytes() == noise(3).tobytes()


@on_both_buses
@pytest.mark.parametrize("controller", list(MODELS))
def test_display_is_initialised_after_a_brown_out(controller: Controller, spi: SpiWiring | None) -> None:
    """A brown-out is invisible on the bus: the display answers, but is dark and has lost its settings."""
    panel, clock = MODELS[controller](), Clock(100.0)
    with wired(panel, controller, spi) as wiring:
        display = Oled(wiring, clock)
        display.show(noise(1))
        panel.lose_power()
        display.show(noise(2))
        assert not panel.on

        clock.now += REFRESH_SECONDS
        display.show(noise(2))
        assert panel.picture().tobytes() == noise(2).tobytes()
        assert panel.contrast == 90


@pytest.mark.parametrize("controller", one_in(3, list(MODELS)))
def test_a_display_that_is_well_does_not_flicker_when_it_is_refreshed(
    bus: FakeBus, controller: Controller, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel, clock = MODELS[controller](), Clock(100.0)
    bus.devices[ADDRESS] = panel
    display = Oled(DisplayWiring(controller=controller), clock)
    display.show(noise(1))
    seen = set[bytes]()
    execute = panel._execute

    def watched(command: int, parameters: list[int]) -> None:
        execute(command, parameters)
        if command not in ADDRESSES:
            seen.add(panel.picture().tobytes())

    monkeypatch.setattr(panel, "_execute", watched)
    clock.now += REFRESH_SECONDS
    display.show(noise(1))
    assert seen == {noise(1).tobytes()}


@on_both_buses
def test_reconnections_do_not_leak(panel: Panel, spi: SpiWiring | None) -> None:
    """Thousands of reconnections leave no file open, although luma keeps every driver that it makes."""
    clock = Clock(100.0)
    with wired(panel, "ssd1306", spi) as wiring:
        display, take = Oled(wiring, clock), panel.take

        def torn(values: list[int], is_data: bool) -> None:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

        def lost_and_found(seed: int) -> None:
            panel.take = torn  # type: ignore[method-assign, assignment]
            display.show(noise(seed))
            assert display.fault
            panel.take = take  # type: ignore[method-assign]
            clock.now += RETRY_SECONDS
            display.show(noise(seed))
            assert display.fault == ""

        lost_and_found(0)
        files, drivers = _open_files(), _luma_drivers()
        for seed in range(1, 21):
            lost_and_found(seed)
        assert (_open_files(), _luma_drivers()) == (files, drivers)


def _open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def _luma_drivers() -> int:
    gc.collect()
    return sum(issubclass(type(thing), controllers.ssd1306) for thing in gc.get_objects())


# SPI


def test_display_is_reset_before_the_first_command() -> None:
    panel = ssd1306()
    with spi_bus(panel):
        display = Oled(DisplayWiring(controller="ssd1309", spi=SPI))
        levels = [state.state for state in Device.pin_factory.pin(25).states]
        assert levels[-2:] == [False, True]
        assert panel.on
        display.close()
        LED(25).close()  # its pins are free again


@pytest.mark.parametrize(
    ("fault", "reported"),
    [
        pytest.param("no SPI", "no ssd1309 display on /dev/spidev0.0: SPI device not found", id="SPI is off"),
        pytest.param("no module", "no ssd1309 display on /dev/spidev0.0: import of spidev halted", id="no spidev"),
        pytest.param("pin taken", "cannot use GPIO 24 (pin 18) for the display", id="a pin is taken"),
    ],
)
def test_missing_spi_display_is_reported_and_searched_again(fault: str, reported: str) -> None:
    panel, clock = ssd1306(), Clock(100.0)
    with spi_bus(panel) as spi:
        taken = LED(24) if fault == "pin taken" else None
        spi.missing = fault == "no SPI"
        with pytest.MonkeyPatch.context() as patch:
            if fault == "no module":
                patch.setitem(sys.modules, "spidev", None)
            display = Oled(DisplayWiring(controller="ssd1309", spi=SPI), clock)
        assert reported in display.fault

        spi.missing = False
        if taken is not None:
            taken.close()
        clock.now += RETRY_SECONDS
        display.show(noise(1))
        assert display.fault == ""
        assert panel.picture().tobytes() == noise(1).tobytes()
