"""Augmentation by light, lens and sensor: shadows, glare, colour casts, blur, noise, compression."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeAlias, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.types import Image

Picture: TypeAlias = npt.NDArray[np.float32]
"""H×W×3, linear in the stored value, 0 to 255 and beyond, BGR."""
Chance: TypeAlias = np.random.Generator

_FIELD = 24
_NOISE_SIDE = 1024
_TWO_LAMPS = 0.2
_FROM_ONE_SIDE = 4.0
"""Steepness of the transition between the light of two lamps."""


def seen_by_camera(picture: Image, chance: Chance, harsh: float) -> Image:
    """Returns *picture* as stored by a camera in random light; *harsh* is from 0 (studio) to 1 (dim pub)."""
    lit = _lit(picture.astype(np.float32), chance, harsh)
    blurred = _blurred(lit, chance, harsh)
    noisy = _noisy(blurred, chance, harsh)
    stored = np.clip(noisy, 0, 255).astype(np.uint8)
    if chance.random() < 0.4:
        # Colour at half the resolution and within the range of video, as cameras stream it (YUV 4:2:0)
        height, width = (side // 2 * 2 for side in stored.shape[:2])
        planes = cv2.cvtColor(stored[:height, :width], cv2.COLOR_BGR2YUV_I420)
        even = cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_I420)
        stored = cast(
            "Image",
            cv2.copyMakeBorder(even, 0, stored.shape[0] - height, 0, stored.shape[1] - width, cv2.BORDER_REPLICATE),
        )
    if chance.random() < 0.5:
        quality = int(chance.integers(95 - int(65 * harsh), 96))
        packed = cv2.imencode(".jpg", stored, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        stored = cast("Image", cv2.imdecode(packed, cv2.IMREAD_COLOR))
    return stored


def _lit(picture: Picture, chance: Chance, harsh: float) -> Picture:
    height, width = picture.shape[:2]
    lit = picture * cv2.resize(light_field(chance, harsh), (width, height), interpolation=cv2.INTER_LINEAR)
    if chance.random() < 0.45 * harsh + 0.1:
        lit *= cv2.resize(_shadow(chance), (width, height), interpolation=cv2.INTER_LINEAR)[:, :, None]
    if chance.random() < 0.25 * harsh:
        glare = cv2.resize(_blob(chance), (width, height), interpolation=cv2.INTER_LINEAR)
        lit += (glare * chance.uniform(40, 330))[:, :, None] * chance.uniform(0.8, 1.0, 3).astype(np.float32)
    if chance.random() < 0.5:
        # tone curves of cameras: contrast around the middle, and gamma
        lit = 255 * cv2.pow(np.clip(lit, 0, 255) / 255, chance.uniform(0.65, 1.5))
    return cast("Picture", lit)


def light_field(chance: Chance, harsh: float) -> Picture:
    """Returns the light on white paper: brighter towards one side, sometimes in two colours."""
    lit = _gradient(chance, harsh)[:, :, None] * _cast(chance, harsh)
    if chance.random() < _TWO_LAMPS:  # a candle against the window, the bar's neon against the ceiling
        from_here = _gradient(chance, _FROM_ONE_SIDE)[:, :, None]
        share = from_here / (1 + from_here)
        lit = lit * (1 - share) + _gradient(chance, harsh)[:, :, None] * _cast(chance, harsh) * share
    return cast("Picture", lit.astype(np.float32))


def _gradient(chance: Chance, harsh: float) -> Picture:
    y, x = np.mgrid[-1 : 1 : _FIELD * 1j, -1 : 1 : _FIELD * 1j]
    angle, strength = chance.uniform(0, 2 * np.pi), chance.uniform(0, 0.15 + 0.6 * harsh)
    return cast("Picture", np.exp(strength * (np.cos(angle) * x + np.sin(angle) * y)).astype(np.float32))


def _cast(chance: Chance, harsh: float) -> Picture:
    warmth = chance.normal(0.1, 0.2) * harsh
    tint = chance.normal(0, 0.08) * harsh
    exposure = np.exp(chance.uniform(-0.25 - 0.45 * harsh, 0.2))
    return cast("Picture", (exposure * np.exp([-1.3 * warmth, tint, 0.9 * warmth])).astype(np.float32))


def _shadow(chance: Chance) -> Picture:
    mask: npt.NDArray[Any] = np.zeros((96, 96), np.float32)
    points = chance.uniform(-20, 116, (int(chance.integers(3, 6)), 2))
    cv2.fillConvexPoly(mask, cv2.convexHull(points.astype(np.int32)), (1.0,))
    softness = float(np.exp(chance.uniform(np.log(0.7), np.log(14))))
    mask = cv2.GaussianBlur(mask, (0, 0), softness)
    return cast("Picture", 1 - mask * np.float32(chance.uniform(0.2, 0.75)))


def _blob(chance: Chance) -> Picture:
    y, x = np.mgrid[-1:1:32j, -1:1:32j]
    x, y = x - chance.uniform(-1, 1), y - chance.uniform(-1, 1)
    angle, reach, squeeze = chance.uniform(0, np.pi), chance.uniform(0.1, 0.6), chance.uniform(1, 4)
    along, across = np.cos(angle) * x + np.sin(angle) * y, np.cos(angle) * y - np.sin(angle) * x
    distance = (along / reach) ** 2 + (across * squeeze / reach) ** 2
    return cast("Picture", np.exp(-distance * chance.uniform(0.7, 1.5)).astype(np.float32))


def _blurred(picture: Picture, chance: Chance, harsh: float) -> Picture:
    scale = picture.shape[0] / 200  # of a card about 130 px high
    if chance.random() < 0.25 + 0.4 * harsh:
        sigma = chance.uniform(0.3, 0.5 + 1.6 * harsh) * max(scale, 0.6)
        picture = cast("Picture", cv2.GaussianBlur(picture, (0, 0), sigma))
    if chance.random() < 0.35 * harsh:
        picture = cast("Picture", cv2.filter2D(picture, -1, _smear(chance, chance.uniform(2, 9) * scale)))
    if chance.random() < 0.2:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.0)
        picture = picture + (picture - soft) * np.float32(chance.uniform(0.3, 1.2))
    return picture


def _smear(chance: Chance, length: float) -> Picture:
    side = int(length) // 2 * 2 + 3
    kernel = np.zeros((side, side), np.float32)
    middle, angle = side / 2 - 0.5, chance.uniform(0, np.pi)
    reach = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    start, end = middle - reach, middle + reach
    fixed = [tuple(int(value * 16) for value in point) for point in (start, end)]
    cv2.line(kernel, fixed[0], fixed[1], (1.0,), 1, cv2.LINE_AA, 4)
    kernel[side // 2, side // 2] = max(kernel[side // 2, side // 2], 0.5)
    return cast("Picture", kernel / kernel.sum())


def _noisy(picture: Picture, chance: Chance, harsh: float) -> Picture:
    """Shot and read noise; half of the scenes are dim, as a camera leaves them that gains no more."""
    strength = chance.uniform(0, 2 + 20 * harsh**2) if chance.random() < 0.85 else 0.0
    dim = float(np.exp(-chance.uniform(0, 1.9) * harsh)) if chance.random() < 0.5 else 1.0
    bank = _grain() if chance.random() < 0.6 else _coarse_grain()
    height, width = picture.shape[:2]
    y, x = (int(chance.integers(0, _NOISE_SIDE - side)) for side in (height, width))
    grain = bank[y : y + height, x : x + width]
    amount = np.sqrt(0.3 + 0.7 * np.clip(picture, 0, 255) / 255) * np.float32(strength)
    return cast("Picture", (picture + grain * amount) * np.float32(dim))


@cache
def _grain() -> Picture:
    chance = np.random.default_rng(0)
    colour = chance.standard_normal((_NOISE_SIDE, _NOISE_SIDE, 3), np.float32)
    grey = chance.standard_normal((_NOISE_SIDE, _NOISE_SIDE, 1), np.float32)
    return cast("Picture", np.float32(0.7) * colour + np.float32(0.7) * grey)


@cache
def _coarse_grain() -> Picture:
    """Noise after a camera's smoothing: blotches a few pixels wide."""
    soft = cv2.GaussianBlur(_grain(), (0, 0), 0.9)
    return cast("Picture", (soft / soft.std()).astype(np.float32))
