"""The low-resolution luminance of a picture, and whether a picture is large enough to find cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import cv2

from device.camera.base import LUMA_WIDTH, MAX_ASPECT_RATIO, MIN_SIDE_PX

if TYPE_CHECKING:
    from vision.types import Image, Luma


def low_resolution(image: Image) -> Luma:
    """Returns the luminance of a BGR picture, at most 640 px wide."""
    return shrink(cast("Luma", cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)))


def shrink(luma: Luma) -> Luma:
    height, width = luma.shape
    if width > LUMA_WIDTH:
        size = (LUMA_WIDTH, round(height * LUMA_WIDTH / width))
        luma = cast("Luma", cv2.resize(luma, size, interpolation=cv2.INTER_AREA))
    return luma


def size_fault(picture: Image | Luma) -> str:
    """Returns the fault of a picture's size with the expected sizes; empty if cards can be found in it."""
    height, width = picture.shape[:2]
    if min(height, width) >= MIN_SIDE_PX and max(height, width) <= MAX_ASPECT_RATIO * min(height, width):
        return ""
    expected = f"at least {MIN_SIDE_PX} on each side, and no side longer than {MAX_ASPECT_RATIO} times the other"
    return f"a picture of {width}×{height} px, expected {expected}"
