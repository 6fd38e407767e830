"""What every camera is, the errors that it raises, and the sizes of its pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

import cv2

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.types import Frame, Image, Luma

LUMA_WIDTH = 640
SMALLEST = 32
"""px; no card can be read in a picture of a smaller side."""
LONGEST = 20
"""Times its shorter side: a longer picture is searched so much smaller that nothing of it is left."""
DEFAULT_FPS = 10.0
EARLIEST = 0.75
"""Of the time between two frames of a live camera: it does not keep time to the millisecond."""
FULL_HD = (1920, 1080)


class CameraError(ValueError):
    """Raised when a source of frames is missing, broken, or stops in the middle."""


class LensCovered(CameraError):
    """Raised when nothing but black pictures have come for some seconds: a covered lens, or no light at all."""


class Camera(Protocol):
    """A source of frames. `frames` begins anew at each call; `luma` of a frame shows the same moment as `image`."""

    def frames(self) -> Iterator[Frame]: ...

    def close(self) -> None: ...


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
    """Returns what is wrong with the size of a picture, and which are right; nothing if cards can be found in it."""
    height, width = picture.shape[:2]
    if min(height, width) >= SMALLEST and max(height, width) <= LONGEST * min(height, width):
        return ""
    expected = f"at least {SMALLEST} on each side, and no side longer than {LONGEST} times the other"
    return f"a picture of {width}×{height} px, expected {expected}"
