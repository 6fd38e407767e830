"""Where frames come from: a folder, a video file, or a camera. All are a `Camera`."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import TYPE_CHECKING

from device.camera.base import DEFAULT_FPS, FULL_HD, CameraError

if TYPE_CHECKING:
    from device.camera.base import Camera

SOURCES = "a folder of pictures, a video file, or a camera: pi, usb, or a number such as 0"


def open_camera(source: str, fps: float = DEFAULT_FPS, size: tuple[int, int] = FULL_HD) -> Camera:
    """Returns the camera that *source* names: a folder, a video file, or one that is live, whose frames are checked.

    Live are `pi` (or `pi:1`, the second), `usb` (whichever is plugged in), and `/dev/video0` or `0` by its number.
    *fps* counts for a folder, *size* for a live camera.

    :raises CameraError: if there is no such thing.
    """
    if not 0 < fps < math.inf:  # nan is neither
        raise CameraError(f"got {fps} frames a second, expected a number above 0")
    if not source:
        raise CameraError(f"got no source, expected {SOURCES}")
    from device.camera.recorded import Folder, Video

    path = Path(source)
    if path.is_dir():
        return Folder(path, fps)
    if path.is_file():
        return Video(path)
    return _live_camera(source, size)


def _live_camera(source: str, size: tuple[int, int]) -> Camera:
    named = re.fullmatch(r"(?P<pi>pi)(:(?P<which>\d))?|(?P<usb>usb)|(/dev/video)?(?P<number>\d{1,3})", source)
    if named is None:
        raise CameraError(f"got source {source!r}, expected {SOURCES}")
    from device.camera.validated import CheckedCamera

    if named["pi"]:
        from device.camera.picamera import PiCamera

        return CheckedCamera(PiCamera(int(named["which"] or 0), size))
    from device.camera.usb import Webcam, first_on_usb

    return CheckedCamera(Webcam(first_on_usb() if named["usb"] else int(named["number"]), size))
