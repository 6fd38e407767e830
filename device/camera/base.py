"""What every camera is, the errors that it raises, and the sizes of its pictures; nothing heavy is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.types import Frame

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
