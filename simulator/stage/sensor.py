"""A small camera: soft focus, noise, mains banding, JPEG compression, hunting of exposure and focus."""

from dataclasses import dataclass, field
from typing import Self

import cv2
import numpy as np

from simulator.stage.lights import Light
from simulator.stage.surfaces import Field, Image

REFOCUS_SECONDS = 5.0
_ROOM = 64
"""Margin of the stored noise, px: each frame uses another part of it."""


@dataclass(slots=True)
class Sensor:
    """`focus` is the blur in px, `quality` that of JPEG; `lost` is the share of dropped frames.

    With `h264` whoever records the frames encodes them as a video. With `meters` the exposure follows the view, with
    delay and overshoot; with `refocuses` the autofocus hunts.
    """

    size: tuple[int, int]
    light: Light
    rng: np.random.Generator
    focus: float
    quality: int
    tint: Field
    lost: float = 0.0
    h264: bool = False
    meters: bool = False
    refocuses: bool = False
    _grain: list[Field] = field(default_factory=list)
    _aim: float = 0.0
    _gain: float = 1.0
    _drift: float = 0.0

    @classmethod
    def random(cls, rng: np.random.Generator, size: tuple[int, int], light: Light) -> Self:
        tint = rng.normal(1, 0.04, 3).astype(np.float32)
        return cls(size, light, rng, rng.uniform(0.4, 1.1) * size[0] / 1280, int(rng.integers(70, 95)), tint)

    @property
    def reach(self) -> int:
        """Px from a pixel to the farthest that the blur of the lens mixes with it."""
        return int(np.ceil(2 * self.focus))

    def focused(self, image: Image) -> Image:
        """Returns the picture with the blur of the lens."""
        side = 2 * self.reach + 1
        return np.asarray(cv2.GaussianBlur(image, (side, side), self.focus), np.uint8)

    def expose(self, lit: Field, time: float) -> Image:
        """Returns the picture of H×W×3 colours 0 to 255."""
        if not self._grain:
            self._grain = [self._new_grain() for _ in range(2)]
        grain = self._grain[int(self.rng.integers(2))]
        x, y = self.rng.integers(_ROOM, size=2)
        here = grain[y : y + self.size[1], x : x + self.size[0]]
        if self.light.wobble:  # bands of 100 Hz flicker under a rolling shutter
            rows = time + np.arange(self.size[1]) / self.size[1] * 0.03
            swing = np.sin(2 * np.pi * 100.3 * rows + 1.0) + 0.5 * np.sin(2 * np.pi * 0.9 * time)
            bands = np.asarray(1 + self.light.wobble * swing / 1.5, np.float32)
            image = lit * bands[:, None, None] + here
        else:
            image = np.asarray(cv2.add(lit, here), np.float32)
        shot = np.asarray(cv2.convertScaleAbs(image, alpha=self._exposure_gain(lit) if self.meters else 1.0), np.uint8)
        phase = time % REFOCUS_SECONDS  # in the first second the autofocus sweeps its range
        blur = 3.0 * float(np.sin(np.pi * phase)) if self.refocuses and phase < 1.0 else 0.0
        if blur > 0.3:
            shot = np.asarray(cv2.GaussianBlur(shot, (0, 0), blur * self.size[0] / 1280), np.uint8)
        done, coded = cv2.imencode(".jpg", shot, [cv2.IMWRITE_JPEG_QUALITY, self.quality])
        if not done:
            raise RuntimeError("a picture could not be coded as JPEG")
        return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)

    def _exposure_gain(self, lit: Field) -> float:
        """Returns the gain of the automatic exposure after the last frames, with overshoot."""
        level = float(lit[::16, ::16].mean())
        self._aim = self._aim or level
        self._drift = 0.6 * self._drift + 0.35 * (self._aim / level - self._gain)
        self._gain += self._drift
        return self._gain

    def _new_grain(self) -> Field:
        width, height = self.size[0] + _ROOM, self.size[1] + _ROOM
        fine = self.rng.normal(0, self.light.grain, (height, width, 1))
        blotches = self.rng.normal(0, self.light.grain * 0.8, (height // 3 + 1, width // 3 + 1, 3)).astype(np.float32)
        coloured = cv2.resize(blotches, (width, height), interpolation=cv2.INTER_LINEAR)
        return np.asarray(fine + coloured, np.float32)
