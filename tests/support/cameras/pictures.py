"""A camera that yields pictures in memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.camera.base import DEFAULT_FPS
from device.camera.picture_file import low_resolution
from vision.types import Frame

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vision.types import Image


@dataclass
class PictureSource:
    pictures: Iterable[Image]
    fps: float = DEFAULT_FPS

    def frames(self) -> Iterator[Frame]:
        for number, picture in enumerate(self.pictures):
            yield Frame(number, number / self.fps, picture, low_resolution(picture))

    def close(self) -> None:
        """Has nothing to close."""
