"""A camera that yields pictures in memory."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from device.camera.base import DEFAULT_FPS
from device.camera.picture_file import low_resolution
from vision.types import Frame, Image


@dataclass
class PictureSource:
    pictures: Iterable[Image]
    fps: float = DEFAULT_FPS

    def frames(self) -> Iterator[Frame]:
        for number, picture in enumerate(self.pictures):
            yield Frame(number, number / self.fps, picture, low_resolution(picture))

    def close(self) -> None:
        """Has nothing to close."""
