"""A camera on USB, by OpenCV."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, cast

import cv2

from device.camera.base import DEFAULT_FPS, FULL_HD, MIN_INTERVAL_SHARE, CameraError
from device.camera.luminance import low_resolution
from vision.types import Frame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vision.types import Image

KERNEL_LIST = Path("/sys/class/video4linux")


class Webcam:
    """Frames from a camera that the kernel offers as /dev/videoN."""

    def __init__(
        self,
        number: int = 0,
        size: tuple[int, int] = FULL_HD,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """:raises CameraError: if there is no such camera, or another program holds it."""
        self._number = number
        self._clock = clock
        if not has_video_device(number):
            raise CameraError(f"no camera at /dev/video{number}: {_other_sources()}")
        self._capture = cv2.VideoCapture(number)
        if not self._capture.isOpened():
            raise CameraError(f"cannot open the camera at /dev/video{number}: does another program use it?")
        # Uncompressed pictures of this size reach five a second over USB; the driver chooses the nearest mode.
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        self._capture.set(cv2.CAP_PROP_FPS, DEFAULT_FPS)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)  # old frames are dropped

    def frames(self) -> Iterator[Frame]:
        """Yields about ten frames a second, whatever the rate of the camera; only these are decoded."""
        start = self._clock()
        number, due = 0, 0.0
        while self._capture.grab():
            moment = self._clock() - start
            if moment < due:
                continue
            there, picture = self._capture.retrieve()
            if not there:
                break
            yield Frame(number, moment, cast("Image", picture), low_resolution(cast("Image", picture)))
            number, due = number + 1, moment + MIN_INTERVAL_SHARE / DEFAULT_FPS
        raise CameraError(f"the camera at /dev/video{self._number} gives no more frames: check its cable")

    def close(self) -> None:
        self._capture.release()


def has_video_device(number: int) -> bool:
    return Path(f"/dev/video{number}").exists()


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
    numbers = cameras_on_usb()
    if not numbers:
        raise CameraError("no camera on USB: plug one in, or name another source, which --help lists")
    return numbers[0]


def _other_sources() -> str:
    numbers = cameras_on_usb()
    if numbers:
        return f"there is one at /dev/video{numbers[0]}; name it, or usb for whichever is plugged in"
    return "plug one in, or name another source, which --help lists"
