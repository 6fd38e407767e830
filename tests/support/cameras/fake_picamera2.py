"""Stands in for Picamera2 where libcamera is not: a sensor with automatics, four buffers, and a ribbon.

Only the methods that `device.camera.picamera` calls, with Picamera2's own names for everything; tests/libcamera holds
their signatures against the real ones, and plays the same camera on libcamera itself.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any, ClassVar

import cv2
import numpy as np
import pytest

from vision.types import Image

MODULE_3 = {
    "AeEnable": (False, True, True),
    "AwbEnable": (False, True, True),
    "ExposureTime": (1, 66_666, 20_000),
    "AnalogueGain": (1.0, 16.0, 1.0),
    "ColourGains": (0.0, 32.0, None),
    "ExposureValue": (-8.0, 8.0, 0.0),
    "FrameDurationLimits": (17_000, 120_000, 33_333),
    "AfMode": (0, 2, 0),
    "AfTrigger": (0, 1, 0),
    "AfMetering": (0, 1, 0),
    "AfWindows": ((0, 0, 0, 0), (65535, 65535, 65535, 65535), (0, 0, 0, 0)),
    "LensPosition": (0.0, 32.0, 1.0),
}
"""What Camera Module 3 can be told."""
FIXED_FOCUS = {name: value for name, value in MODULE_3.items() if name != "LensPosition" and not name.startswith("Af")}
WISHED_GREY = 100.0
FRAMES_LATE, FRAMES_SCANNED = 3, 10
"""Frames that still have the state before after a trigger, and that the lens moves."""


class FakeRequest:
    def __init__(self, camera: Picamera2, metadata: dict[str, Any], grey: float) -> None:
        self._camera = camera
        self._metadata = metadata
        self._grey = grey
        self.copies: list[str] = []
        self.held = True

    def get_metadata(self) -> dict[str, Any]:
        return dict(self._metadata)

    def make_array(self, name: str) -> Image:
        assert self.held, "the buffer is the camera's again"
        self.copies.append(name)
        width, height = self._camera.configuration[name]["size"]
        table = np.tile(np.linspace(0.5, 1.5, width), (height, 1)) * self._grey
        table[:, : int(self._camera.covered * width)] = 40
        picture = table.clip(0, 255).astype(np.uint8)
        picture[self._camera.count % height, 0] ^= 1  # no chip is ever still to the bit
        if self._camera.card is not None:
            print_px, blur_px = width // 32, 3 * abs(self._camera.card - self._metadata["LensPosition"]) * width / 1280
            card = np.kron(np.indices((3, 5)).sum(axis=0) % 2 * 255, np.ones((print_px, print_px))).astype(np.uint8)
            rows, columns = card.shape
            picture[height // 2 : height // 2 + rows, width // 2 : width // 2 + columns] = card
            picture = cv2.GaussianBlur(picture, (0, 0), max(blur_px, 0.1))
        if name == "main":
            return np.repeat(picture[:, :, None], 3, axis=2)
        padded = np.pad(picture, ((0, height // 2), (0, 64)), constant_values=128)
        return padded[:, : width + 64]

    def release(self) -> None:
        assert self.held, "released twice"
        self.held = False
        self._camera.lent.remove(self)


class Picamera2:
    """What tests change: the attributes of the class before it is opened, those of the camera afterwards."""

    attached: ClassVar[list[dict[str, Any]]] = [{"Model": "imx708", "Id": "/base/soc/i2c0mux/i2c@1/imx708@1a"}]
    controls: ClassVar[dict[str, Any]] = MODULE_3
    taken: ClassVar[bool] = False
    room: ClassVar[int] = 9
    """Buffers for which there is contiguous memory."""
    opened: ClassVar[list[Picamera2]] = []

    def __init__(self, camera_num: int = 0) -> None:
        if self.taken:
            raise RuntimeError("Camera __init__ sequence did not complete.") from OSError(16, "Device or resource busy")
        self.camera_num = camera_num
        self.sensor_resolution = (4608, 2592)
        self.camera_controls = self.controls
        self.camera_properties = {"ScalerCropMaximum": (0, 0, 4608, 2592)}
        self.configuration: dict[str, Any] = {}
        self.settings: dict[str, Any] = {"AeEnable": True, "AwbEnable": True, "FrameDurationLimits": (33_333, 33_333)}
        self.set: list[dict[str, Any]] = []
        self.lent: list[FakeRequest] = []
        self.light = 5.0
        """Grey levels for a millisecond at gain 1."""
        self.covered = 0.0
        """How much of the view a sleeve covers, from the left."""
        self.ribbon = True
        self.found: dict[int, list[float | None]] = {0: [], 1: []}
        """What focusing ends with, try by try, over the whole view (0) and on windows (1); then 1.9, and None fails."""
        self.card: float | None = None
        """Where a printed card lies, in dioptres; None on a bare table."""
        self.hunting = False
        """Whether the automatics never come to rest."""
        self.count = 0
        self._exposure, self._gain, self._colours = 1_000.0, 1.0, 1.0
        self._focusing = 0
        self._focus: dict[str, Any] = {"AfState": 0, "LensPosition": 1.0}
        self._time = 1_000_000_000
        self.state = "open"
        self.opened.append(self)

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return Picamera2.attached

    def create_video_configuration(
        self,
        main: dict[str, Any],
        lores: dict[str, Any],
        raw: None,
        colour_space: object,
        buffer_count: int,
        display: None,
        encode: None,
        sensor: dict[str, Any],
    ) -> dict[str, Any]:
        return {"main": main, "lores": lores, "buffer_count": buffer_count, "sensor": sensor}

    def configure(self, camera_config: dict[str, Any]) -> None:
        if camera_config["main"]["size"][0] > self.sensor_resolution[0]:
            raise RuntimeError("Invalid camera configuration")
        assert self.state == "open", "after a failure it can only be closed"
        if camera_config["buffer_count"] > self.room:
            self.state = "failed"
            raise RuntimeError("failed to allocate capture buffers for stream 0")
        self.configuration = camera_config

    def start(self) -> None:
        self.state = "started"

    def set_controls(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        if controls:
            self.set.append(controls)
        self.settings.update(controls)
        if "AfTrigger" in controls:
            self._focusing = -FRAMES_LATE

    def capture_request(self, wait: float) -> FakeRequest:
        assert self.state == "started"
        if not self.ribbon or len(self.lent) == self.configuration["buffer_count"]:
            raise TimeoutError
        request = FakeRequest(self, self._exposed(), self.light * self._exposure * self._gain / 1_000)
        self.lent.append(request)
        return request

    def cancel_all_and_flush(self) -> None:
        self.state = "flushed"

    def close(self) -> None:
        self.state = "closed"

    def _exposed(self) -> dict[str, Any]:
        """The automatics go half the way with each frame; what is set by hand counts from the next one."""
        self.count += 1
        shortest = self.settings["FrameDurationLimits"][0]
        self._time += int(max(shortest, self._exposure)) * 1_000
        metadata: dict[str, Any] = {"SensorTimestamp": self._time}
        if "AeEnable" in self.controls:
            metadata |= self._metered()
        if "AfMode" in self.controls:
            metadata |= self._focused()
        return metadata

    def _metered(self) -> dict[str, Any]:
        state = 0
        if self.settings["AeEnable"]:
            wished = WISHED_GREY / self.light * 1_000
            exposure = min(wished, 30_000.0)
            ratio = self._exposure * self._gain / wished
            state = 2 if 0.98 < ratio < 1.02 and not self.hunting else 1
            self._exposure += (exposure - self._exposure) / 2
            self._gain += (wished / exposure - self._gain) / 2
        else:
            self._exposure, self._gain = self.settings["ExposureTime"], self.settings["AnalogueGain"]
        self._colours += (1.8 - self._colours) / 2 if self.settings["AwbEnable"] else 0
        colours = (self._colours, 2.0 + (self.count % 2 if self.hunting else 0))
        return {
            "ExposureTime": int(self._exposure),
            "AnalogueGain": self._gain,
            "DigitalGain": 1.0,
            "ColourGains": colours,
            "AeState": state,
        }

    def _focused(self) -> dict[str, Any]:
        self._focusing += 1
        if self.settings.get("AfMode") != 1:
            self._focus = {"AfState": 0, "LensPosition": self.settings.get("LensPosition", 1.0)}
        elif 0 < self._focusing <= FRAMES_SCANNED:
            self._focus = {"AfState": 1, "LensPosition": 0.4 * self._focusing}
        elif self._focusing == FRAMES_SCANNED + 1:
            ends = self.found[self.settings.get("AfMetering", 0)]
            end = ends.pop(0) if ends else 1.9
            failed = self.hunting or end is None
            self._focus = {"AfState": 3, "LensPosition": 0.0} if failed else {"AfState": 2, "LensPosition": end}
        return self._focus


def install(monkeypatch: pytest.MonkeyPatch) -> type[Picamera2]:
    """Puts a fresh copy of the stand-in where `device.camera.picamera` imports Picamera2 from, and returns it."""

    class Fresh(Picamera2):
        opened: ClassVar[list[Picamera2]] = []

        @staticmethod
        def global_camera_info() -> list[dict[str, Any]]:
            return Fresh.attached

    picamera2, libcamera = ModuleType("picamera2"), ModuleType("libcamera")
    picamera2.Picamera2 = Fresh  # type: ignore[attr-defined]
    libcamera.ColorSpace = type("ColorSpace", (), {"Sycc": staticmethod(lambda: "sYCC")})  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", picamera2)
    monkeypatch.setitem(sys.modules, "libcamera", libcamera)
    return Fresh
