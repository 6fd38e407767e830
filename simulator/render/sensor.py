"""Sensor and compression: shot and read noise, flicker, chroma blur, JPEG blocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from simulator.render.camera_model import Floats
    from simulator.render.lighting import LightName
    from simulator.render.noise import Generator
    from vision.types import Image

BANK_MARGIN = 96


@dataclass(frozen=True, slots=True)
class Sensor:
    """`read` and `shot` in grey levels of 255 (shot: at white); `jpeg` is a quality, 0 for none."""

    read: float = 1.0
    shot: float = 1.6
    colour_share: float = 0.5
    sharpening: float = 0.3
    jpeg: int = 0


def random_sensor(rng: Generator, light: LightName) -> Sensor:
    jpeg = int(rng.integers(82, 95)) if rng.random() < 0.25 else 0
    if light == "good":
        return Sensor(float(rng.uniform(0.6, 1.4)), float(rng.uniform(0.8, 2.0)), 0.5, float(rng.uniform(0, 0.5)), jpeg)
    return Sensor(float(rng.uniform(2.0, 4.0)), float(rng.uniform(2.5, 5.0)), 0.7, float(rng.uniform(0, 0.3)), jpeg)


class Chip:
    """Turns the noiseless picture into the frame that the camera delivers."""

    def __init__(self, sensor: Sensor, size: tuple[int, int], flicker: float, rng: Generator) -> None:
        self.sensor = sensor
        self._size = size
        self._flicker = flicker
        self._rng = rng
        self._bank = _noise_bank(rng, size, sensor.colour_share)
        self._brightness = 1.0

    def strength(self, picture: Floats) -> Floats:
        """Returns the deviation of the noise for each value of a noiseless picture (0 to 255)."""
        # Photons count in linear light; the display curve lifts the noise of the shadows.
        variance = cv2.addWeighted(picture, self.sensor.shot**2 / 255, picture, 0.0, self.sensor.read**2)
        return np.asarray(cv2.sqrt(np.maximum(variance, 0.01)), np.float32)

    def expose(self, picture: Floats, strength: Floats) -> Image:
        width, height = self._size
        across, down = (int(shift) for shift in self._rng.integers(0, BANK_MARGIN, 2))
        grains = self._bank[down : down + height, across : across + width]
        noise = cv2.multiply(grains, strength)
        self._brightness += 0.3 * (1 - self._brightness) + self._flicker * float(self._rng.standard_normal())
        frame = cv2.addWeighted(picture, self._brightness, noise, 1.0, 0.0, dtype=cv2.CV_8U)
        return self._compressed(np.asarray(frame, np.uint8))

    def _compressed(self, frame: Image) -> Image:
        if self.sensor.jpeg:
            _, packed = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, self.sensor.jpeg])
            return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
        halved = cv2.cvtColor(frame, cv2.COLOR_BGR2YUV_I420)
        return np.asarray(cv2.cvtColor(halved, cv2.COLOR_YUV2BGR_I420), np.uint8)


def blurred(picture: Floats, sigma: float, sharpening: float) -> Floats:
    """Returns the picture blurred by the lens and sharpened by the camera."""
    soft = cv2.GaussianBlur(picture, (0, 0), sigma) if sigma > 0.2 else picture
    if sharpening:
        wide = cv2.GaussianBlur(soft, (0, 0), 1.6)
        soft = cv2.addWeighted(soft, 1 + sharpening, wide, -sharpening, 0.0)
    return np.asarray(soft, np.float32)


def _noise_bank(rng: Generator, size: tuple[int, int], colour_share: float) -> Floats:
    """Returns grains of deviation 1, a little larger than the frame; colour grains are coarse, as after demosaicing."""
    shape = (size[1] + BANK_MARGIN, size[0] + BANK_MARGIN)
    grey = cv2.GaussianBlur(rng.standard_normal(shape).astype(np.float32), (0, 0), 0.55)
    tint = cv2.GaussianBlur(rng.standard_normal((*shape, 3)).astype(np.float32), (0, 0), 1.1)
    bank = grey[..., None] / grey.std() + tint / tint.std() * colour_share
    return np.asarray(bank / bank.std(), np.float32)
