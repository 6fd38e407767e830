"""Seeded noise fields for wood, felt, cloth and skin."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np

if TYPE_CHECKING:
    from simulator.render.camera_model import Floats

    Generator: TypeAlias = np.random.Generator


def smooth_noise(rng: Generator, shape: tuple[int, int], cell: tuple[float, float]) -> Floats:
    """Returns a field (rows, columns) of mean 0 and deviation about 1 that varies over *cell* (rows, columns) px."""
    rows = max(2, round(shape[0] / cell[0])) + 3
    columns = max(2, round(shape[1] / cell[1])) + 3
    coarse = rng.standard_normal((rows, columns)).astype(np.float32)
    width, height = round(columns * cell[1]) + 1, round(rows * cell[0]) + 1
    fine = cv2.resize(coarse, (max(width, shape[1]), max(height, shape[0])), interpolation=cv2.INTER_CUBIC)
    return np.asarray(fine[: shape[0], : shape[1]], np.float32)


def cloudy_noise(rng: Generator, shape: tuple[int, int], cell: float, octaves: int = 4) -> Floats:
    """Returns octaves of smooth noise, each half as wide and half as strong as the one before."""
    total = np.zeros(shape, np.float32)
    for octave in range(octaves):
        size = max(1.0, cell / 2**octave)
        total += smooth_noise(rng, shape, (size, size)) * 0.5**octave
    return total


def white_noise(rng: Generator, shape: tuple[int, int], blur: float = 0.0) -> Floats:
    field = rng.standard_normal(shape).astype(np.float32)
    if blur > 0:
        field = np.asarray(cv2.GaussianBlur(field, (0, 0), blur), np.float32)
        field /= max(float(field.std()), 1e-6)
    return field
