"""A camera on USB: frames of a fake OpenCV capture, and the kernel's list of cameras."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import ClassVar, cast

import cv2
import numpy as np
import pytest

from device.camera import usb, v4l2
from device.camera.base import CameraError
from device.camera.sources import open_camera
from device.camera.usb import Webcam, cameras_on_usb
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


class Lit(Capture):
    """A webcam of ten frames a second, whose picture is as bright as its exposure makes it."""

    camera: ClassVar[Driver]

    def grab(self) -> bool:
        self.grabbed += 1
        return True

    def retrieve(self) -> tuple[bool, Picture]:
        picture = np.full((72, 128, 3), min(self.camera.brightness, 255), np.uint8)
        picture[self.grabbed % 72, 0] ^= 1
        return True, picture


class Driver:
    """The kernel's controls of a webcam, below the call of the system."""

    def __init__(self, *controls: int, known: int | None = None, obeys: bool = True) -> None:
        """*known* is the exposure that the kernel returns while it is automatic, instead of the camera's; *obeys* says
        whether a manual one has an effect.
        """
        self.values = dict.fromkeys(controls, 0)
        if v4l2.EXPOSURE_AUTO in self.values:
            self.values[v4l2.EXPOSURE_AUTO] = v4l2.APERTURE_PRIORITY
        self.known, self.obeys = known, obeys
        self.light = 1.0
        self.is_open = False

    @property
    def automatic(self) -> int:
        """The exposure that gives a grey of 100, in units of 100 µs."""
        return round(200 / self.light)

    @property
    def brightness(self) -> int:
        manual = self.values.get(v4l2.EXPOSURE_AUTO) == v4l2.MANUAL_EXPOSURE
        exposure = (self.values[v4l2.EXPOSURE_TIME] if self.obeys else 3) if manual else self.automatic
        return round(exposure * self.light / 2)

    def ioctl(self, file: int, call: int, request: bytes) -> bytes:
        assert (file, self.is_open) == (99, True)
        if call == v4l2.QUERY:
            control = struct.unpack("I64x", request)[0]
            return self._known(control) and struct.pack("II32s4iI2I", control, 1, b"", 0, 9, 1, 0, 0, 0, 0)
        control, value = struct.unpack("Ii", request)
        self._known(control)
        if call == v4l2.SET:
            self.values[control] = value
        elif control == v4l2.EXPOSURE_TIME and self.values[v4l2.EXPOSURE_AUTO] != 1:
            value = self.automatic if self.known is None else self.values[control] or self.known
        return struct.pack("Ii", control, value)

    def _known(self, control: int) -> bytes:
        if control not in self.values:
            raise OSError(22, "Invalid argument")
        return b"known"


MAINS, WHITE, FOCUS = v4l2.MAINS_FREQUENCY, v4l2.WHITE_BALANCE_AUTO, v4l2.FOCUS_AUTO
AUTO, TIME = v4l2.EXPOSURE_AUTO, v4l2.EXPOSURE_TIME


def driven(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> Webcam:
    """Returns a camera with these controls."""

    def opened(path: str, flags: int) -> int:
        assert path == "/dev/video0"
        driver.is_open = True
        return 99

    def closed(file: int) -> None:
        assert file == 99
        driver.is_open = False

    monkeypatch.setattr("device.camera.v4l2.os.open", opened)
    monkeypatch.setattr("device.camera.v4l2.os.close", closed)
    monkeypatch.setattr("fcntl.ioctl", driver.ioctl)
    monkeypatch.setattr(Lit, "camera", driver, raising=False)
    monkeypatch.setattr("device.camera.usb.cv2.VideoCapture", Lit)
    camera = Webcam(0, clock=lambda: cast("Lit", camera._capture).grabbed / 10)
    return camera


@pytest.mark.parametrize(
    ("controls", "locked", "first_after"),
    [
        pytest.param(
            (MAINS, WHITE, FOCUS, AUTO, TIME), {MAINS: 1, WHITE: 0, FOCUS: 0, AUTO: 1, TIME: 200}, 2.0, id="all"
        ),
        pytest.param((MAINS,), {MAINS: 1}, 0.0, id="mains frequency"),
        pytest.param((WHITE, MAINS), {WHITE: 0, MAINS: 1}, 0.5, id="a fixed lens and no exposure"),
        pytest.param((FOCUS,), {FOCUS: 0}, 2.0, id="focus"),
        pytest.param((AUTO,), {AUTO: 3}, 0.0, id="an exposure that cannot be told"),
        pytest.param((), {}, 0.0, id="none"),
    ],
)
def test_what_the_camera_has_is_locked_before_the_first_frame(
    controls: tuple[int, ...], locked: dict[int, int], first_after: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = Driver(*controls)
    camera = driven(driver, monkeypatch)
    frames = camera.frames()
    first = next(frames)
    assert first.number == 0
    assert first_after <= first.time < first_after + 3.0
    for frame in islice(frames, 50):
        assert driver.values == locked
        assert frame.luma.mean() == pytest.approx(100, abs=1)
    camera.close()
    assert not driver.is_open


@pytest.mark.parametrize("known", [3, 50, 900])
def test_a_locked_exposure_that_changes_the_picture_is_corrected(known: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel keeps an exposure that it has read or set once, whatever the automatic does afterwards."""
    driver = Driver(AUTO, TIME, known=known)
    frames = driven(driver, monkeypatch).frames()
    for light in (1.0, 2.0, 1.2):
        driver.light = light
        for _ in islice(frames, 150):
            pass
        assert driver.values[AUTO] == v4l2.MANUAL_EXPOSURE
        assert next(frames).luma.mean() == pytest.approx(100, rel=v4l2.MAX_BRIGHTNESS_RATIO - 1)


def test_a_locked_exposure_without_effect_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    driver = Driver(AUTO, TIME, WHITE, obeys=False)
    frames = driven(driver, monkeypatch).frames()
    for _ in islice(frames, 100):
        pass
    assert driver.values[AUTO] == v4l2.APERTURE_PRIORITY
    assert driver.values[WHITE] == 0
    assert next(frames).luma.mean() == pytest.approx(100, abs=1)


def test_exposure_of_a_webcam_follows_the_lamp(monkeypatch: pytest.MonkeyPatch) -> None:
    driver = Driver(AUTO, TIME)
    live = driven(driver, monkeypatch).frames()
    assert len(list(islice(live, 20))) == 20
    assert (driver.values[AUTO], driver.values[TIME]) == (1, 200)
    driver.light = 2.0
    frames = list(islice(live, 100))
    assert (driver.values[AUTO], driver.values[TIME]) == (1, 100)
    assert frames[-1].luma.mean() == pytest.approx(100, abs=1)


@pytest.mark.parametrize(
    "picture",
    [
        pytest.param(np.zeros((72, 128), np.uint8), id="grey"),
        pytest.param(np.zeros((72, 128), np.uint16), id="infrared"),
        pytest.param(np.zeros((72, 128, 2), np.uint8), id="YUYV"),
        pytest.param(np.zeros((72, 128, 4), np.uint8), id="with transparency"),
        pytest.param(np.zeros((1, 9000), np.uint8), id="a JPEG that is not decoded"),
        pytest.param(None, id="nothing"),
        pytest.param(cv2.error("unsupported"), id="OpenCV refuses"),
    ],
)
def test_odd_pixels_are_a_camera_error(picture: object, monkeypatch: pytest.MonkeyPatch) -> None:
    def retrieve(_: object) -> tuple[bool, object]:
        if isinstance(picture, cv2.error):
            raise picture
        return True, picture

    monkeypatch.setattr(Capture, "retrieve", retrieve)
    with pytest.raises(CameraError, match="got pixels from the camera at /dev/video0"):
        next(open_camera("0").frames())


@pytest.fixture(autouse=True)
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder in which the kernel lists cameras; OpenCV opens stand-ins."""
    listed = tmp_path / "video4linux"
    listed.mkdir()
    monkeypatch.setattr(usb, "KERNEL_LIST", listed)
    monkeypatch.setattr("device.camera.usb.cv2.VideoCapture", Capture)
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
    with pytest.raises(CameraError, match=r"no camera on USB: .* which kiebitz run --help lists"):
        open_camera("usb")
    plug(kernel, 2)
    Capture.plugged = {2}
    with pytest.raises(CameraError, match="there is one at /dev/video2"):
        open_camera("0")
    assert next(open_camera("usb").frames()).number == 0


@pytest.mark.parametrize(
    ("has_v4l2", "may_open", "advice"),
    [
        pytest.param(True, True, "at /dev/video0: does another program use it. End that one", id="taken"),
        pytest.param(True, False, "at /dev/video0: this user may not: sudo usermod -aG video", id="not permitted"),
        pytest.param(False, False, "at number 0: plug one in.*privacy settings", id="macOS or Windows"),
    ],
)
def test_a_camera_that_cannot_be_opened_is_told_with_what_to_do(
    has_v4l2: bool, may_open: bool, advice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(usb, "HAS_V4L2", has_v4l2)
    monkeypatch.setattr(Capture, "isOpened", lambda _: False)
    monkeypatch.setattr("os.access", lambda *_: may_open)
    monkeypatch.setattr("device.camera.usb.Path.exists", lambda _: True)
    with pytest.raises(CameraError, match=advice):
        Webcam(0)


def test_without_the_list_of_the_kernel_a_webcam_is_opened_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on macOS and Windows; its controls stay automatic."""
    monkeypatch.setattr(usb, "HAS_V4L2", False)
    assert next(open_camera("usb").frames()).luma.shape == (72, 128)


def test_camera_in_use_by_another_program_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usb, "has_video_device", lambda number: True)
    with pytest.raises(CameraError, match="does another program use it"):
        Webcam(5)
