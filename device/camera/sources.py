"""The table of sources of frames: how each kind of camera is opened, and its name in help and messages.

It is loaded with every help text, so heavy imports are made where a camera is opened.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from device.camera.base import DEFAULT_FPS, FULL_HD, Camera, CameraError

Size: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class CameraKind:
    """A kind of camera; `open` is called with what `open_camera` takes."""

    name: str
    """Its entry in help and messages: the text to type, or a description."""
    matches: Callable[[str], object]
    open: Callable[[str, float, Size, float | None], Camera]
    live: bool = True
    """Whether it is live: its frames are checked, and it can be aimed."""


def _recorded(source: str, fps: float, size: Size, height_cm: float | None) -> Camera:
    from device.camera.recorded import Folder, Video

    path = Path(source)
    return Folder(path, fps) if path.is_dir() else Video(path)


def _pi(source: str, fps: float, size: Size, height_cm: float | None) -> Camera:
    from device.camera.picamera import PiCamera

    return PiCamera(int(source.partition(":")[2] or 0), size, height_cm)


def _webcam(source: str, fps: float, size: Size, height_cm: float | None) -> Camera:
    from device.camera.usb import Webcam, first_on_usb

    return Webcam(first_on_usb() if source == "usb" else int(source.removeprefix("/dev/video")), size)


SOURCES = (
    CameraKind("a folder of pictures", lambda source: Path(source).is_dir(), _recorded, live=False),
    CameraKind("a video file", lambda source: Path(source).is_file(), _recorded, live=False),
    CameraKind("pi", re.compile(r"pi(:\d)?").fullmatch, _pi),
    CameraKind("usb", re.compile("usb").fullmatch, _webcam),
    CameraKind("a number such as 0", re.compile(r"(/dev/video)?\d{1,3}").fullmatch, _webcam),
)
"""The first match opens the source. A new kind of camera is an entry here and a module of its own."""


def sources_in_words() -> str:
    """Returns all kinds of sources, as listed in help and messages."""
    recorded = [source.name for source in SOURCES if not source.live]
    *live, last = (source.name for source in SOURCES if source.live)
    return f"{', '.join(recorded)}, or a camera: {', '.join(live)}, or {last}"


def is_recorded(source: str) -> bool:
    """Returns whether the source is recorded, and therefore cannot be aimed or answer presses."""
    kind = _kind_of(source)
    return kind is not None and not kind.live


def check_source(source: str) -> CameraKind:
    """Returns the kind of camera.

    :raises CameraError: if *source* names no camera and no file that there is.
    """
    kind = _kind_of(source)
    if kind is None:
        raise CameraError(f"got source {source!r}, expected {sources_in_words()}")
    return kind


def open_camera(source: str, fps: float = DEFAULT_FPS, size: Size = FULL_HD, height_cm: float | None = None) -> Camera:
    """Returns the camera that *source* names; frames of a live one are checked.

    *fps* are frames a second of a folder; *size* (px) is that of a live camera, *height_cm* its height above the table.

    :raises CameraError: if *source* names no camera, or it cannot be opened.
    """
    if not 0 < fps < math.inf:  # nan fails both comparisons
        raise CameraError(f"got {fps} frames a second, expected a number above 0")
    if not source:
        raise CameraError(f"got no source, expected {sources_in_words()}")
    kind = check_source(source)
    camera = kind.open(source, fps, size, height_cm)
    if not kind.live:
        return camera
    from device.camera.validated import CheckedCamera

    return CheckedCamera(camera)


def _kind_of(source: str) -> CameraKind | None:
    return next((kind for kind in SOURCES if source and kind.matches(source)), None)
