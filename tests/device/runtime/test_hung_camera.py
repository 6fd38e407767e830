"""A camera that hangs in its driver: that is told before the watchdog ends the program, and asks for power off."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator

import pytest

from common.files.paths import starts_file
from device.camera.base import CameraError
from device.runtime.appliance import Appliance
from device.runtime.game_tracking import CAMERA_HANGS, CAMERA_HANGS_STILL, MAX_HANGS
from device.runtime.restarts import Starts
from tests.support.appliance import PARTLESS, SETTLED, LiveCamera, driven
from vision.types import Frame

pytestmark = pytest.mark.usefixtures("pins", "own_folders")


class HangingCamera(LiveCamera):
    """Hangs where it is told to, until it is let go."""

    def __init__(self, where: str) -> None:
        super().__init__(lambda: None)
        self.where, self.goes_on = where, threading.Event()

    def open(self, *_: object, **__: object) -> HangingCamera:
        if self.where == "opening":
            self.goes_on.wait()
        return self

    def frames(self) -> Iterator[Frame]:
        yield next(super().frames())
        if self.where == "reading":
            self.goes_on.wait()
        raise CameraError("unplugged")

    def close(self) -> None:
        if self.where == "closing":
            self.goes_on.wait()


@pytest.fixture(autouse=True)
def _short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.runtime.frame_worker.HUNG_AFTER_SECONDS", 0.3)
    monkeypatch.setattr("device.runtime.frame_worker.RETRY_SECONDS", 0.01)


@pytest.mark.parametrize("where", ["opening", "reading", "closing"])
def test_a_camera_that_hangs_is_told_and_counted(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(1, MAX_HANGS + 1):
        camera, log = HangingCamera(where), io.StringIO()
        monkeypatch.setattr("device.camera.sources.open_camera", camera.open)
        with Appliance(SETTLED, PARTLESS, log) as appliance:
            notice = CAMERA_HANGS_STILL if number == MAX_HANGS else CAMERA_HANGS
            driven(
                appliance,
                lambda: notice in appliance.session._notices,  # noqa: B023
                lambda: camera.goes_on.set() is None,  # noqa: B023
            )
        assert f"{where} the camera hangs: " in log.getvalue()
        assert Starts(starts_file("hung_camera")).recorded_count == number

    def fail(*_: object, **__: object) -> None:
        pytest.fail("nobody opens it any more")

    monkeypatch.setattr("device.camera.sources.open_camera", fail)
    with Appliance(SETTLED, PARTLESS, io.StringIO()) as appliance:
        appliance.run(keep_on=lambda: False)
        assert CAMERA_HANGS_STILL in appliance.session._notices


def test_a_camera_that_comes_back_takes_its_notice_away(monkeypatch: pytest.MonkeyPatch) -> None:
    camera = HangingCamera("closing")
    monkeypatch.setattr("device.camera.sources.open_camera", camera.open)
    with Appliance(SETTLED, PARTLESS, io.StringIO()) as appliance:
        notices = appliance.session._notices
        driven(appliance, lambda: CAMERA_HANGS in notices, lambda: camera.goes_on.set() is None, lambda: not notices)
