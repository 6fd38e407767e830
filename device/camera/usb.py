"""A camera on USB: frames by OpenCV, and which cameras are plugged in."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import cast

import cv2
import numpy as np

from device.camera.base import DEFAULT_FPS, FULL_HD, MIN_INTERVAL_SHARE, CameraError
from device.camera.exposure_lock import ExposureLock
from device.camera.focus import Focus
from device.camera.picture_file import low_resolution
from device.camera.v4l2 import HAS_V4L2, V4l2Controls
from vision.types import Frame, Image

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
