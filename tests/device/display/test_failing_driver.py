"""An unexpected exception of the driver affects only the display, and only while it lasts."""

import sys

import pytest
from PIL import Image

from device.display.oled import RETRY_SECONDS, Oled
from device.hardware.board import DisplayWiring
from device.runtime.board_parts import open_display
from tests.support.board.fake_buses import FakeBus
from tests.support.board.fake_panel import ssd1306

WHITE = Image.new("1", (128, 64), 1)
BLACK = Image.new("1", (128, 64), 0)


@pytest.mark.parametrize("error", [RuntimeError("luma"), TypeError("luma"), KeyError("luma"), AttributeError("luma")])
def test_any_exception_of_the_driver_is_a_fault(error: Exception) -> None:
    def fail(values: list[int], is_data: bool) -> None:
        raise error

    panel, now = ssd1306(), [100.0]
    with FakeBus({0x3C: panel}).install():
        display = Oled(DisplayWiring(), lambda: now[0])
        display.show(BLACK)
        take = panel.take
        panel.take = fail  # type: ignore[method-assign, assignment]
        display.show(WHITE)
        assert "luma" in display.fault
        now[0] += RETRY_SECONDS
        display.show(WHITE)
        display.close()
        panel.take = take  # type: ignore[method-assign]
        now[0] += RETRY_SECONDS
        display.show(WHITE)
        assert display.fault == ""
        assert panel.picture().tobytes() == WHITE.tobytes()


def test_a_library_that_cannot_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "device.display.oled", None)
    display = open_display(DisplayWiring())
    assert "expected luma.oled to be installed" in display.fault
    display.show(WHITE)
