"""A camera on USB: frames by OpenCV, controls by the kernel's interface (V4L2)."""

from __future__ import annotations

import os
import struct
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np

from device.camera.base import DEFAULT_FPS, FULL_HD, MIN_INTERVAL_SHARE, CameraError
from device.camera.exposure_lock import ExposureLock
from device.camera.focus import AUTO_FOCUS, FOCUSED, SCANNING, TABLE_DIOPTRES, Controls, Focus, Range
from device.camera.picture_file import low_resolution
from vision.types import Frame, Image

HAS_V4L2 = sys.platform == "linux"
"""Whether the kernel has /dev/videoN; elsewhere a webcam is opened by its number, and its controls stay automatic."""
QUERY, GET, SET = 0xC0445624, 0xC008561B, 0xC008561C
"""The calls VIDIOC_QUERYCTRL, VIDIOC_G_CTRL and VIDIOC_S_CTRL."""
QUERY_FORMAT, VALUE_FORMAT = "II32s4iI2I", "Ii"
DISABLED, READ_ONLY = 1, 4
"""Flags of a control that cannot be set."""
MAINS_FREQUENCY, WHITE_BALANCE_AUTO = 0x980918, 0x98090C
EXPOSURE_AUTO, EXPOSURE_TIME, EXPOSURE_PRIORITY = 0x9A0901, 0x9A0902, 0x9A0903
FOCUS_AUTO = 0x9A090C
MAINS_50_HZ = 1
MANUAL_EXPOSURE, APERTURE_PRIORITY = 1, 3
FOCUS_SECONDS = 2.0
"""Seconds that a webcam is given to focus, as it does not say when it has."""
LOCKED_SECONDS = 0.7
MAX_BRIGHTNESS_RATIO = 1.25
MAX_CORRECTIONS = 4
"""Seconds after which a locked exposure has taken effect, the most by which the brightness may differ then, and how
often it is corrected: the kernel returns an exposure that it knows from before, and some cameras report none."""
ON_OFF: Range = (False, True, True)


class V4l2Controls:
    """The controls of one camera; those that it has not are left out, and a failure leaves them as they are."""

    def __init__(self, path: str) -> None:
        self._file: int | None = None
        if HAS_V4L2:
            with suppress(OSError):
                self._file = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        self._has = {
            control for control in (MAINS_FREQUENCY, WHITE_BALANCE_AUTO, FOCUS_AUTO) if self._is_there(control)
        }
        if self._is_there(EXPOSURE_AUTO) and self._is_there(EXPOSURE_TIME):
            self._has.add(EXPOSURE_AUTO)
        self._focusing_since: float | None = None
        self._expected: tuple[float, float] | None = None
        """The brightness that a locked exposure should have, and when it should have it."""
        self._exposure = self._corrections_left = 0
        if MAINS_FREQUENCY in self._has:
            self._set(MAINS_FREQUENCY, MAINS_50_HZ)
        self._set(EXPOSURE_PRIORITY, 0)  # or the frame rate falls in dim light

    @property
    def available(self) -> Mapping[str, Range]:
        names = {EXPOSURE_AUTO: ("AeEnable",), WHITE_BALANCE_AUTO: ("AwbEnable",), FOCUS_AUTO: ("AfMode", "AfTrigger")}
        return {name: ON_OFF for control in self._has for name in names.get(control, ())}

    def metadata(self, brightness: float, time: float) -> Mapping[str, Any]:
        """Returns what a sensor would tell of a frame; *brightness* stands in for the exposure, which is in it."""
        since = self._focusing_since
        is_scanning = since is not None and time - since < FOCUS_SECONDS
        focus = {"AfState": SCANNING if is_scanning else FOCUSED, "LensPosition": TABLE_DIOPTRES}
        return {"ExposureTime": brightness, "AeLocked": self._expected is None, **focus}

    def set(self, controls: Controls, brightness: float, time: float) -> None:
        """Sets controls at a frame of this brightness, and corrects a locked exposure that has changed it."""
        if "AwbEnable" in controls:
            self._set(WHITE_BALANCE_AUTO, int(controls["AwbEnable"]))
        if "AfMode" in controls:
            is_auto = controls["AfMode"] == AUTO_FOCUS
            self._focusing_since = time if is_auto else None
            self._set(FOCUS_AUTO, int(is_auto))
        if "AeEnable" in controls:
            self._enable_exposure(controls["AeEnable"])
            is_locked = not controls["AeEnable"] and EXPOSURE_AUTO in self._has
            self._expected = (brightness, time + LOCKED_SECONDS) if is_locked else None
            self._corrections_left = MAX_CORRECTIONS
        elif self._expected is not None and time >= self._expected[1]:
            self._check_brightness(self._expected[0], brightness, time)

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _check_brightness(self, expected: float, brightness: float, time: float) -> None:
        """Corrects a locked exposure in proportion if it has changed the brightness; in the end it is taken back."""
        self._expected = None
        ratio = max(brightness, 1.0) / max(expected, 1.0)
        if 1 / MAX_BRIGHTNESS_RATIO <= ratio <= MAX_BRIGHTNESS_RATIO:
            return
        if self._corrections_left:
            self._corrections_left -= 1
            self._expected = expected, time + LOCKED_SECONDS
            self._exposure = max(1, round(self._exposure / ratio))
            self._set(EXPOSURE_TIME, self._exposure)
        else:
            self._enable_exposure(True)
            self._has.discard(EXPOSURE_AUTO)

    def _enable_exposure(self, is_auto: bool) -> None:
        if EXPOSURE_AUTO not in self._has:
            return
        if is_auto:
            self._set(EXPOSURE_AUTO, APERTURE_PRIORITY)
            return
        answer = self._call(GET, struct.pack(VALUE_FORMAT, EXPOSURE_TIME, 0))
        if answer is not None and self._set(EXPOSURE_AUTO, MANUAL_EXPOSURE):
            self._exposure = int(struct.unpack(VALUE_FORMAT, answer)[1])
            self._set(EXPOSURE_TIME, self._exposure)

    def _is_there(self, control: int) -> bool:
        request = struct.pack(QUERY_FORMAT, control, 0, b"", *[0] * 7)
        answer = self._call(QUERY, request)
        return answer is not None and not struct.unpack(QUERY_FORMAT, answer)[7] & (DISABLED | READ_ONLY)

    def _set(self, control: int, value: int) -> bool:
        return self._call(SET, struct.pack(VALUE_FORMAT, control, value)) is not None

    def _call(self, call: int, request: bytes) -> bytes | None:
        if self._file is None:
            return None
        import fcntl

        try:
            return fcntl.ioctl(self._file, call, request)
        except OSError:  # the camera has it not, or is gone
            return None


KERNEL_LIST = Path("/sys/class/video4linux")


class Webcam:
    """Frames from a camera that the kernel offers as /dev/videoN."""

    def __init__(
        self, number: int = 0, size: tuple[int, int] = FULL_HD, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """:raises CameraError: if there is no such camera, or another program holds it."""
        self._place = f"/dev/video{number}" if HAS_V4L2 else f"number {number}"
        self._clock = clock
        if not has_video_device(number):
            there = cameras_on_usb()
            advice = "plug one in, or name another source, which kiebitz run --help lists"
            if there:
                advice = f"there is one at /dev/video{there[0]}; name it, or usb for whichever is plugged in"
            raise CameraError(f"no camera at /dev/video{number}: {advice}")
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)  # its warnings would spoil a drawn display
        self._capture = cv2.VideoCapture(number)
        if not self._capture.isOpened():
            raise CameraError(f"cannot open the camera at {self._place}: {_why_closed(number)}")
        # Uncompressed pictures of this size reach five a second over USB; the driver chooses the nearest mode.
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        self._capture.set(cv2.CAP_PROP_FPS, DEFAULT_FPS)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)  # old frames are dropped
        self._controls = V4l2Controls(f"/dev/video{number}")

    def frames(self) -> Iterator[Frame]:
        """Yields about ten frames a second, whatever the rate of the camera; only these are decoded.

        Exposure, white balance and focus are locked before the first one, as far as the camera has them.
        """
        from vision.enrolment.aim_check import is_view_sharp

        available = self._controls.available
        locking = ExposureLock(available, Focus(available))
        self._controls.set(locking.begin(), 0.0, 0.0)
        start = self._clock()
        number, due = 0, 0.0
        while self._capture.grab():
            moment = self._clock() - start
            if moment < due:
                continue
            image = self._retrieve()
            if image is None:
                break
            luma = low_resolution(image)
            brightness = float(luma.mean())
            metadata = self._controls.metadata(brightness, moment)
            self._controls.set(
                locking.update(metadata, luma, moment, partial(is_view_sharp, image)), brightness, moment
            )
            due = moment + MIN_INTERVAL_SHARE / DEFAULT_FPS
            if locking.ready:
                yield Frame(number, moment, image, luma)
                number += 1
        raise CameraError(f"the camera at {self._place} gives no more frames: check its cable")

    def close(self) -> None:
        self._controls.close()
        self._capture.release()

    def _retrieve(self) -> Image | None:
        """Returns the picture that was grabbed, None if there is none.

        :raises CameraError: if it is no colour picture, as of an infrared camera.
        """
        pixels = f"got pixels from the camera at {self._place}"
        try:
            there, picture = self._capture.retrieve()
        except cv2.error as error:
            raise CameraError(f"{pixels} that OpenCV cannot convert ({error.err})") from error
        if not there:
            return None
        if not isinstance(picture, np.ndarray) or picture.dtype != np.uint8 or picture.shape[2:] != (3,):
            got = f"{'×'.join(map(str, picture.shape))} values of {picture.dtype}" if picture is not None else "none"
            raise CameraError(f"{pixels}: {got}; expected three bytes of colour a pixel: take another camera")
        return cast("Image", picture)


def has_video_device(number: int) -> bool:
    return Path(f"/dev/video{number}").exists() or not HAS_V4L2


def _why_closed(number: int) -> str:
    """Returns what probably keeps a camera from being opened, and what to do."""
    if not HAS_V4L2:
        return "plug one in, end other programs that use it, and let the terminal use cameras in the privacy settings"
    node = Path(f"/dev/video{number}")
    if node.exists() and not os.access(node, os.R_OK | os.W_OK):
        return "this user may not: sudo usermod -aG video $USER, then log out and in"
    return "does another program use it? End that one"


def cameras_on_usb() -> list[int]:
    """Returns the numbers of /dev/videoN that are USB cameras; a camera may get another number when plugged in again.

    A Raspberry Pi has a dozen more for video codecs, and only the first node of a camera gives pictures.
    """
    numbers = []
    for node in KERNEL_LIST.glob("video*"):
        try:
            on_usb = any(part.startswith("usb") for part in (node / "device").resolve(strict=True).parts)
            if on_usb and (node / "index").read_text().strip() == "0":
                numbers.append(int(node.name.removeprefix("video")))
        except (OSError, ValueError):
            continue  # unplugged meanwhile
    return sorted(numbers)


def first_on_usb() -> int:
    """:raises CameraError: if no camera is plugged in."""
    if not HAS_V4L2:
        return 0
    numbers = cameras_on_usb()
    if not numbers:
        raise CameraError("no camera on USB: plug one in, or name another source, which kiebitz run --help lists")
    return numbers[0]
