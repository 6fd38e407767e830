"""Lamps over the table: brightness of each place, shadows, and reflections.

Light adds up in linear values. Pictures are kept in display values, linear ** (1 / 2.2), where a factor stays a factor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import cv2
import numpy as np

if TYPE_CHECKING:
    from simulator.render.camera_model import Floats, Lens
    from simulator.render.noise import Generator

GAMMA = 2.2
LightName = Literal["good", "dim"]


@dataclass(frozen=True, slots=True)
class Lamp:
    """`share` is its share of the light in the middle of the table; lengths in mm, `kelvin` after white balance."""

    position: tuple[float, float, float]
    share: float
    kelvin: float
    radius: float


@dataclass(frozen=True, slots=True)
class Lighting:
    """`exposure` is the display value, 0 to 1, of white paper in the middle of the table."""

    name: LightName
    lamps: tuple[Lamp, ...]
    ambient: float
    ambient_kelvin: float
    exposure: float
    vignette: float
    flicker: float


def random_lighting(rng: Generator, name: LightName) -> Lighting:
    around = float(rng.uniform(0, 2 * np.pi))
    if name == "good":
        ceiling = _lamp(rng, around, (350, 800), (1150, 1700), (5200, 6300), (60, 220))
        window = _lamp(rng, around + float(rng.uniform(1.6, 4.6)), (900, 1500), (600, 1100), (6300, 7600), (300, 500))
        first = float(rng.uniform(0.35, 0.5))
        second = float(rng.uniform(0.12, 0.3))
        lamps = (_shared(ceiling, first), _shared(window, second))
        return Lighting(
            name,
            lamps,
            1 - first - second,
            float(rng.uniform(5600, 6600)),
            float(rng.uniform(0.8, 0.95)),
            float(rng.uniform(0.05, 0.2)),
            float(rng.uniform(0.001, 0.004)),
        )
    pendant = _lamp(rng, around, (150, 480), (720, 1050), (2700, 3500), (50, 130))
    candle = _lamp(rng, around + float(rng.uniform(1.8, 4.4)), (420, 560), (130, 220), (2000, 2400), (8, 15))
    first = float(rng.uniform(0.55, 0.72))
    second = float(rng.uniform(0.03, 0.1))
    lamps = (_shared(pendant, first), _shared(candle, second))
    return Lighting(
        name,
        lamps,
        1 - first - second,
        float(rng.uniform(3000, 4000)),
        float(rng.uniform(0.5, 0.7)),
        float(rng.uniform(0.2, 0.4)),
        float(rng.uniform(0.004, 0.012)),
    )


def _lamp(
    rng: Generator,
    around: float,
    away: tuple[float, float],
    height: tuple[float, float],
    kelvin: tuple[float, float],
    radius: tuple[float, float],
) -> Lamp:
    distance = float(rng.uniform(*away))
    position = (distance * float(np.cos(around)), distance * float(np.sin(around)), float(rng.uniform(*height)))
    return Lamp(position, 0.0, float(rng.uniform(*kelvin)), float(rng.uniform(*radius)))


def _shared(lamp: Lamp, share: float) -> Lamp:
    return Lamp(lamp.position, share, lamp.kelvin, lamp.radius)


def white_of(kelvin: float) -> Floats:
    """Returns the linear colour, BGR, of a black body seen by a camera balanced for 6000 K; green is 1."""
    mired = 1e6 / kelvin - 1e6 / 6000
    return np.array([np.exp(-0.0050 * mired), 1.0, np.exp(0.0026 * mired)], np.float32)


class TableLight:
    """A lighting as one camera sees it on the flat table."""

    def __init__(self, lighting: Lighting, lens: Lens) -> None:
        self.lighting = lighting
        self._lens = lens
        self._ground = lens.on_plane()[::8, ::8]
        self.factor = self._factor()
        """H×W×3: what to multiply a texture (0 to 1) with to see it lit, in display values."""

    def colour_at(self, lamp: Lamp) -> Floats:
        return white_of(lamp.kelvin) * lamp.share

    def shadow_of(self, points: Floats, lamp: Lamp) -> Floats:
        """Projects the shadows of points of the room, N×3, onto the table, N×3."""
        x, y, z = lamp.position
        height = np.minimum(points[:, 2:3], 0.7 * z)  # an object above a candle casts its shadow far away
        reach = height / (z - height)
        shifted = points[:, :2] + (points[:, :2] - np.array([x, y], np.float32)) * reach
        return np.hstack([shifted, np.zeros_like(height)]).astype(np.float32)

    def penumbra(self, lamp: Lamp, height: float) -> float:
        """Returns the width of a shadow's penumbra, in px, for an object at *height* in mm."""
        distance = lamp.position[2]
        return 2 * lamp.radius * min(height, 0.7 * distance) / distance * self._lens.pixels_per_mm

    def mirrored(self, ground: Floats, polish: float, lean: tuple[float, float] | Floats = (0.0, 0.0)) -> Floats:
        """Returns the linear light, …×3, that lamps send into the camera off a gloss at *ground*, …×2 in mm.

        *lean* is the slope of the gloss in x and y, for bent cards; a mirror-like gloss has a high *polish*.
        """
        total = np.zeros((*ground.shape[:-1], 3), np.float32)
        to_eye = _unit(np.concatenate([self._lens.position[:2] - ground, _level(ground, self._lens.position[2])], -1))
        tilt = np.asarray(lean, np.float32)
        normal = _unit(np.concatenate([np.broadcast_to(-tilt, ground.shape), _level(ground, 1.0)], -1))
        for lamp in self.lighting.lamps:
            x, y, z = lamp.position
            to_lamp = _unit(np.concatenate([np.array([x, y], np.float32) - ground, _level(ground, z)], -1))
            halfway = _unit(to_eye + to_lamp)
            lobe = polish / (1 + polish * (lamp.radius / z) ** 2)  # a broad lamp mirrors as a broad spot
            glint = np.clip((halfway * normal).sum(axis=-1), 0, 1) ** (4 * lobe)
            total += glint[..., None] * self.colour_at(lamp)
        return total

    def _factor(self) -> Floats:
        ground = self._ground
        light = np.broadcast_to(
            white_of(self.lighting.ambient_kelvin) * self.lighting.ambient, (*ground.shape[:2], 3)
        ).astype(np.float32)
        for lamp in self.lighting.lamps:
            x, y, z = lamp.position
            distance = np.square(ground - np.array([x, y], np.float32)).sum(axis=-1) + z * z
            middle = x * x + y * y + z * z
            light = light + (distance / middle)[..., None] ** -1.5 * self.colour_at(lamp)
        balance = _camera_balance(light)
        light = light * balance
        corner = np.square(self._lens.rays[::8, ::8]).sum(axis=-1)
        light = light * (1 - self.lighting.vignette * corner / corner.max())[..., None]
        display = self.lighting.exposure * np.clip(light, 0, None) ** (1 / GAMMA)
        return np.asarray(cv2.resize(display.astype(np.float32), self._lens.size, interpolation=cv2.INTER_CUBIC))


def _camera_balance(light: Floats) -> Floats:
    """White balance of the camera, which removes two thirds of a colour cast."""
    mean = light.reshape(-1, 3).mean(axis=0)
    return np.asarray((mean[1] / mean) ** 0.65 / mean[1], np.float32)


def _unit(vectors: Floats) -> Floats:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True), np.float32)


def _level(ground: Floats, value: float) -> Floats:
    return np.full((*ground.shape[:-1], 1), value, np.float32)
