"""The low-resolution luminance of a picture, and whether a picture is large enough to find cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import cv2

from device.camera.base import LONGEST, LUMA_WIDTH, SMALLEST

if TYPE_CHECKING:
    from vision.types import Image, Luma


def low_resolution(image: Image) -> Luma:
    """Returns the luminance of a BGR picture, at most 640 px wide."""
    return shrunk(cast("Luma", cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)))


def shrunk(luma: Luma) -> Luma:
    height, width = luma.shape
    if width > LUMA_WIDTH:
        size = (LUMA_WIDTH, round(height * LUMA_WIDTH / width))
        luma = cast("Luma", cv2.resize(luma, size, interpolation=cv2.INTER_AREA))
    return luma


def trouble_with_size(picture: Image | Luma) -> str:
    """Returns the fault of a picture's size with the expected sizes; empty if cards can be found in it."""
    height, width = picture.shape[:2]
    if min(height, width) >= SMALLEST and max(height, width) <= LONGEST * min(height, width):
        return ""
    expected = f"at least {SMALLEST} on each side, and no side longer than {LONGEST} times the other"
    return f"a picture of {width}×{height} px, expected {expected}"
