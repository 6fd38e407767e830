"""A press that means nothing to an activity is seen all the same."""

import io
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory
from PIL.Image import Image

from device.display.base import with_inverted_keys
from device.hardware.board import read_board
from device.runtime.appliance import Appliance
from device.screens.base import draw
from tests.support.appliance import SETTLED, LiveCamera, driven
from tests.support.board.fake_buses import FakeBus
from tests.support.board.fake_panel import ssd1306


def test_the_line_of_keys_is_inverted_and_comes_back(
    pins: MockFactory, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """FOLD does nothing while the camera is pointed at the table and nothing was asked before."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setattr("device.camera.sources.open_camera", lambda *_, **__: LiveCamera(lambda: time.sleep(0.05)))
    panel = ssd1306()
    with FakeBus({0x3C: panel}).install(), Appliance(SETTLED, read_board("default_kit"), io.StringIO()) as appliance:

        def shows(look: Callable[[Image], Image]) -> bool:
            activity = appliance.activity
            expected = None if activity is None else look(draw(activity.screen, activity.words))
            return expected is not None and panel.picture().tobytes() == expected.tobytes()

        is_plain, is_inverted = partial(shows, Image.copy), partial(shows, with_inverted_keys)
        driven(appliance, is_plain, "fold", is_inverted, is_plain)
