"""The real luma drivers down to the bytes on the bus, read back from models of the controllers."""

from __future__ import annotations

import errno
import random
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from device.board import DisplayWiring
from device.display import NullDisplay, open_display
from device.fakes import FakeBus, Panel, sh1106, ssd1306
from device.oled import REFRESH, RETRY, Oled

if TYPE_CHECKING:
    from collections.abc import Iterator

MODELS = {"ssd1306": ssd1306, "ssd1309": ssd1306, "sh1106": sh1106}
ADDRESS = 0x3C


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def panel() -> Panel:
    return ssd1306()


@pytest.fixture
def bus(panel: Panel) -> Iterator[FakeBus]:
    with FakeBus({ADDRESS: panel}).installed() as installed:
        yield installed


def noise(seed: int) -> Image.Image:
    return Image.frombytes("1", (128, 64), random.Random(seed).randbytes(128 * 64 // 8))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("upside_down", [False, True], ids=["upright", "upside down"])
@pytest.mark.parametrize("controller", list(MODELS))
def test_every_pixel_reaches_the_glass(controller: str, upside_down: bool, seed: int) -> None:
    panel = MODELS[controller]()
    with FakeBus({ADDRESS: panel}).installed():
        display = Oled(DisplayWiring(controller=controller, upside_down=upside_down, contrast=90))  # type: ignore[arg-type]
        assert panel.on
        assert not panel.picture().getbbox(), "the garbage of the RAM is cleared before the display goes on"

        display.show(noise(seed))

        expected = noise(seed).rotate(180) if upside_down else noise(seed)
        assert panel.picture().tobytes() == expected.tobytes()
        assert panel.contrast == 90

        display.close()
        assert not panel.on


def test_wrong_controller_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """The model is strict enough to tell a wrong board profile, as the glass would."""
    panel = sh1106()
    with FakeBus({ADDRESS: panel}).installed():
        Oled(DisplayWiring(controller="ssd1306")).show(noise(1))
    assert panel.picture().tobytes() != noise(1).tobytes()


def test_missing_display_is_told_and_found_later(bus: FakeBus, panel: Panel) -> None:
    clock = Clock()
    bus.devices.clear()
    display = Oled(DisplayWiring(), clock)
    assert "no ssd1306 display at address 0x3c of /dev/i2c-1" in display.fault
    assert "check the wires" in display.fault

    bus.devices[ADDRESS] = panel
    display.show(noise(1))
    assert display.fault, "it is not looked for at every picture"

    clock.now += RETRY
    display.show(noise(2))
    assert display.fault == ""
    assert panel.picture().tobytes() == noise(2).tobytes()


def test_no_bus_at_all() -> None:
    display = Oled(DisplayWiring(bus=7))
    display.show(noise(1))
    assert "/dev/i2c-7" in display.fault


@pytest.mark.parametrize("fault", [errno.EREMOTEIO, errno.EIO, errno.ETIMEDOUT])
def test_unplugged_in_the_middle_and_plugged_in_again(bus: FakeBus, panel: Panel, fault: int) -> None:
    clock = Clock()
    display = Oled(DisplayWiring(), clock)
    display.show(noise(1))
    bus.fault = fault
    display.show(noise(2))
    assert display.fault
    display.show(noise(3))

    bus.fault = None
    panel.lose_power()
    clock.now += RETRY
    display.show(noise(3))

    assert display.fault == ""
    assert panel.picture().tobytes() == noise(3).tobytes()


def test_an_unchanged_picture_is_sent_again_only_to_find_out(bus: FakeBus, panel: Panel) -> None:
    clock = Clock()
    display = Oled(DisplayWiring(), clock)
    display.show(noise(1))
    before = panel.received
    display.show(noise(1))
    assert panel.received == before

    clock.now += REFRESH
    bus.fault = errno.EREMOTEIO
    display.show(noise(1))
    assert display.fault


def test_board_without_display() -> None:
    display = open_display(DisplayWiring(controller="none"))
    assert isinstance(display, NullDisplay)
    display.show(noise(1))
    assert display.picture is not None
    assert display.fault == ""
