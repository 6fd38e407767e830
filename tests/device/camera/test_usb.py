"""A camera on USB: frames of a fake OpenCV capture, and the kernel's list of cameras."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

import cv2
import numpy as np
import pytest

from device.camera import usb
from device.camera.base import CameraError
from device.camera.sources import open_camera
from device.camera.usb import Webcam, cameras_on_usb

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vision.types import Frame
    from vision.types import Image as Picture


class Capture:
    """OpenCV's capture of a webcam of 30 frames a second that is unplugged after a second."""

    plugged: ClassVar[set[int]] = {0}
    """The numbers at which a camera answers."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.asked: dict[int, float] = {}
        self.grabbed = self.decoded = 0

    def isOpened(self) -> bool:  # noqa: N802
        return self.number in self.plugged

    def set(self, name: int, value: float) -> bool:
        self.asked[name] = value
        return True

    def grab(self) -> bool:
        self.grabbed += 1
        return self.grabbed <= 30 and self.number in self.plugged

    def retrieve(self) -> tuple[bool, Picture]:
        self.decoded += 1
        picture = np.full((72, 128, 3), 100, np.uint8)
        picture[self.grabbed] = 200
        return True, picture

    def release(self) -> None:
        """Nothing is open."""


@pytest.fixture(autouse=True)
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder in which the kernel lists cameras; OpenCV opens stand-ins."""
    listed = tmp_path / "video4linux"
    listed.mkdir()
    monkeypatch.setattr(usb, "KERNEL_LIST", listed)
    monkeypatch.setattr(usb.cv2, "VideoCapture", Capture)
    monkeypatch.setattr(usb, "has_video_device", lambda number: number in Capture.plugged)
    yield listed
    Capture.plugged = {0}


def plug(kernel: Path, number: int, bus: str = "usb1/1-1/1-1:1.0", index: int = 0) -> None:
    device = kernel.parent / "devices" / bus
    device.mkdir(parents=True, exist_ok=True)
    node = kernel / f"video{number}"
    node.mkdir()
    (node / "device").symlink_to(device)
    (node / "index").write_text(f"{index}\n")


def test_ten_pictures_a_second_are_decoded() -> None:
    camera = Webcam(0, (1280, 720), clock=lambda: capture.grabbed / 30)
    capture = cast("Capture", camera._capture)
    frames: list[Frame] = []
    with pytest.raises(CameraError, match="check its cable"):
        frames.extend(camera.frames())
    assert [frame.time for frame in frames] == pytest.approx(np.arange(10) / 10 + 1 / 30)
    assert capture.decoded == 10
    assert capture.asked[cv2.CAP_PROP_FRAME_WIDTH] == 1280
    assert capture.asked[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")


def test_kernel_list_is_filtered_for_usb_cameras(kernel: Path) -> None:
    plug(kernel, 10, bus="platform/bcm2835-codec")
    plug(kernel, 3)
    plug(kernel, 4, index=1)
    plug(kernel, 2, bus="usb1/1-2/1-2:1.0")
    (kernel / "video7").mkdir()  # going away
    assert cameras_on_usb() == [2, 3]


def test_reconnected_camera_is_found_under_its_new_number(kernel: Path) -> None:
    plug(kernel, 0)
    camera = open_camera("usb")
    frames = camera.frames()
    assert next(frames).luma.shape == (72, 128)
    Capture.plugged = set()
    with pytest.raises(CameraError, match="/dev/video0 gives no more frames"):
        list(frames)
    camera.close()
    (kernel / "video0" / "index").unlink()
    with pytest.raises(CameraError, match="no camera on USB: plug one in"):
        open_camera("usb")
    plug(kernel, 2)
    Capture.plugged = {2}
    with pytest.raises(CameraError, match="there is one at /dev/video2"):
        open_camera("0")
    assert next(open_camera("usb").frames()).number == 0


def test_camera_in_use_by_another_program_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usb, "has_video_device", lambda number: True)
    with pytest.raises(CameraError, match="does another program use it"):
        Webcam(5)
