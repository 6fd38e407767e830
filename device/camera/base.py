"""The protocol of cameras, their errors, and the sizes of their pictures; imports nothing heavy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from vision.types import Frame

LUMA_WIDTH = 640
MIN_SIDE_PX = 32
"""px: least side of a picture in which a card can be read."""
MAX_ASPECT_RATIO = 20
"""Largest ratio of the sides of a picture; a longer one is scaled down too much for the search."""
DEFAULT_FPS = 10.0
MIN_INTERVAL_SHARE = 0.75
"""Least time between two frames of a live camera, as a share of the nominal one, which is not exact."""
FULL_HD = (1920, 1080)


class CameraError(ValueError):
    """Raised when a source of frames is missing, broken, or stops in the middle."""


class LensCovered(CameraError):
    """Raised after some seconds of black pictures only: the lens is covered, or there is no light."""


class Camera(Protocol):
    """A source of frames. `frames` begins anew at each call; `luma` of a frame shows the same moment as `image`."""

    def frames(self) -> Iterator[Frame]: ...

    def close(self) -> None: ...
