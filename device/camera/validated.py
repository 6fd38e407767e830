"""Checks the frames of a live camera before they are read."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

import cv2
import numpy as np

from device.camera.base import MIN_SIDE_PX, Camera, CameraError, LensCovered
from vision.types import Frame, Image, Luma

FROZEN_SECONDS = 4.0
"""Seconds of identical frames after which a camera hangs; a working sensor has noise."""
BLACK_SECONDS = 5.0
MAX_PAST_FRAMES = 30
MAX_DARK_LEVEL = 48
"""Grey level below which there is only the noise of a covered lens."""
MIN_LIT_SHARE = 0.005
"""Share of lit pixels below which a picture is black; a single candle lights more of a table."""
MAX_ASPECT_DIFFERENCE = 0.03
REPLUG_ADVICE = "unplug it, and plug it in again"


class CheckedCamera:
    """Yields the valid frames of *camera*, and raises `CameraError` for frames that cannot be pictures of the table.

    Black frames are dropped, so that a lens covered for a moment changes nothing on the table; if they continue,
    `LensCovered` is raised. Frames older than the previous one are dropped as well.
    """

    def __init__(self, camera: Camera) -> None:
        self._camera = camera

    def frames(self) -> Iterator[Frame]:
        checks = _Checks()
        for frame in self._camera.frames():
            if checks.passes(frame):
                yield Frame(frame.number, frame.time, partial(_check_image, frame), frame.luma)

    def close(self) -> None:
        self._camera.close()


def is_black(luma: Luma) -> bool:
    """Returns whether hardly any pixel is lit."""
    coarse = luma[::4, ::4]
    lit = cv2.threshold(coarse, MAX_DARK_LEVEL, 255, cv2.THRESH_BINARY)[1]
    return cv2.countNonZero(lit) < MIN_LIT_SHARE * coarse.size


class _Checks:
    def __init__(self) -> None:
        self._luma: Luma | None = None
        self._time = 0.0
        self._past = 0
        self._same_since = 0.0
        self._black_since: float | None = None

    def passes(self, frame: Frame) -> bool:
        """Returns whether this frame can be read.

        :raises CameraError: if this is no picture, of another size than before, or the frames no longer change.
        """
        luma = frame.luma
        if not isinstance(luma, np.ndarray) or luma.ndim != 2 or luma.dtype != np.uint8:
            raise CameraError(f"got {_kind(luma)} from the camera, expected one byte of brightness a pixel")
        if min(luma.shape) < MIN_SIDE_PX:
            raise CameraError(f"got a picture of {_size(luma)} px, expected at least {MIN_SIDE_PX} on each side")
        if not math.isfinite(frame.time):
            raise CameraError(f"got a frame taken at {frame.time} s, expected a time")
        before = self._luma
        if before is not None:
            if frame.luma.shape != before.shape:
                raise CameraError(f"the camera changed from {_size(before)} to {_size(frame.luma)} px: opening it anew")
            if frame.time <= self._time:
                self._past += 1
                if self._past > MAX_PAST_FRAMES:
                    raise CameraError(f"the camera gives only frames of the past: {REPLUG_ADVICE}")
                return False
        self._past = 0
        if before is None or not np.array_equal(frame.luma, before):
            self._same_since = frame.time
        self._luma, self._time = frame.luma, frame.time
        if is_black(frame.luma):
            self._black_since = frame.time if self._black_since is None else self._black_since
            if frame.time - self._black_since >= BLACK_SECONDS:
                raise LensCovered("all is black: is the lens covered, or the light out?")
            return False
        self._black_since = None
        if self._time - self._same_since >= FROZEN_SECONDS:
            raise CameraError(f"the camera has given one picture for {FROZEN_SECONDS:.0f} s: {REPLUG_ADVICE}")
        return True


def _check_image(frame: Frame) -> Image:
    """:raises CameraError: if it is no colour picture, or does not match the luminance."""
    image = frame.image
    if not isinstance(image, np.ndarray) or image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
        raise CameraError(f"got {_kind(image)} from the camera, expected three bytes of colour a pixel")
    (height, width), (rows, columns) = image.shape[:2], frame.luma.shape
    if min(height, width) < MIN_SIDE_PX or abs(width * rows / (height * columns) - 1) > MAX_ASPECT_DIFFERENCE:
        raise CameraError(f"got {_size(image)} px of colour and {_size(frame.luma)} of brightness, expected one view")
    return image


def _size(picture: Image | Luma) -> str:
    height, width = picture.shape[:2]
    return f"{width}×{height}"


def _kind(picture: object) -> str:
    if isinstance(picture, np.ndarray):
        return f"{'×'.join(map(str, picture.shape))} values of {picture.dtype}"
    return f"a {type(picture).__name__}"
