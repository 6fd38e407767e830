"""Suppression of repeated patterns: checks of a cloth, planks and tiles have outlines as good as those of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.detection.thresholds import DETECTION
from vision.geometry.quads import areas

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.types import Quad

DOWNSCALE = 4
"""Factor by which the picture is scaled down, to ignore grain and weave."""
PATCH_SIZE = (8, 12)
"""Width and height of the compared patches, px."""
BATCH = 64
"""Quads compared with all others at a time, to limit memory on a small board."""


def find_repeated(planes: npt.NDArray[Any], quads: Sequence[Quad]) -> npt.NDArray[np.bool_]:
    """Returns for each of N quads whether several others elsewhere look the same in *planes* (H×W×3, L*a*b*).

    Either way up, and regardless of their mean colour, as the light may be uneven.
    """
    count = len(quads)
    if not count:
        return np.zeros(0, np.bool_)
    patches = _patches(planes, quads)
    upright, rotated = patches.reshape(count, -1), patches[:, ::-1, ::-1].reshape(count, -1)
    squares = (upright**2).mean(axis=1)
    x, y = np.array(quads).mean(axis=1).T
    least_distances = DETECTION.pattern_min_distance_of_size * np.sqrt(areas(np.array(quads)))
    repeated = np.zeros(count, np.bool_)
    for first in range(0, count, BATCH):
        batch = slice(first, first + BATCH)
        shared = np.maximum(upright[batch] @ upright.T, upright[batch] @ rotated.T) / upright.shape[1]
        differences = np.sqrt(np.maximum(squares[batch, None] + squares - 2 * shared, 0.0))
        contrast = DETECTION.pattern_max_difference_of_contrast * np.sqrt(squares[batch, None])
        alike = differences < contrast + DETECTION.pattern_max_difference_levels
        apart = (x[batch, None] - x) ** 2 + (y[batch, None] - y) ** 2 > least_distances[batch, None] ** 2
        repeated[batch] = (alike & apart).sum(axis=1) > DETECTION.pattern_max_look_alikes
    return repeated


def _patches(planes: npt.NDArray[Any], quads: Sequence[Quad]) -> npt.NDArray[np.float32]:
    """Returns a small rectified patch of each quad, less its mean colour, N×H×W×3."""
    coarse = cv2.resize(planes, None, fx=1 / DOWNSCALE, fy=1 / DOWNSCALE, interpolation=cv2.INTER_AREA)
    width, height = PATCH_SIZE
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    warped = [
        cv2.warpPerspective(
            coarse, cv2.getPerspectiveTransform(quad / DOWNSCALE, frame), PATCH_SIZE, borderMode=cv2.BORDER_REPLICATE
        )
        for quad in quads
    ]
    patches = np.array(warped, np.float32).reshape(len(warped), height, width, 3)
    return np.asarray(patches - patches.mean(axis=(1, 2), keepdims=True), np.float32)
