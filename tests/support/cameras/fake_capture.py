"""A stand-in for OpenCV's capture of a webcam, below `device.camera.usb`."""

import time
from abc import ABC, abstractmethod

import numpy as np

from vision.types import Image


class Capture(ABC):
    """Gives twenty pictures a second."""

    def __init__(self, number: int) -> None:
        self.chance = np.random.default_rng(number)

    @abstractmethod
    def picture(self) -> Image:
        """Returns what the camera sees now."""

    def isOpened(self) -> bool:  # noqa: N802
        return True

    def set(self, name: int, value: float) -> bool:
        return bool(name and value)

    def grab(self) -> bool:
        time.sleep(0.05)
        return True

    def retrieve(self) -> tuple[bool, Image]:
        return True, self.picture()

    def release(self) -> None:  # noqa: B027  # what has no driver need not be let go
        """Nothing is open."""
