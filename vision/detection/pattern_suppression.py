"""What the table repeats is no card: the checks of a cloth, planks and tiles have outlines as good as cards have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.detection.thresholds import DETECTION
from vision.geometry.quads import area

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.types import Quad

SHRUNK = 4
"""The picture is made so much smaller first, so that grain and weave do not count."""
SMALL = (8, 12)
"""Px, width and height of what is compared."""
AT_ONCE = 64
"""So many are held against all others at a time: memory is small on a small board."""


def repeated(planes: npt.NDArray[Any], quads: Sequence[Quad]) -> npt.NDArray[np.bool_]:
    """Tells of each quad whether several others, elsewhere, look the same in *planes* (H×W×3, L*a*b*), either way up.

    However bright they are: light falls unevenly.
    """
    count = len(quads)
    if not count:
        return np.zeros(0, np.bool_)
    looks = _looks(planes, quads)
    plain, turned = looks.reshape(count, -1), looks[:, ::-1, ::-1].reshape(count, -1)
    squares = (plain**2).mean(axis=1)
    centres = np.array([quad.mean(axis=0) for quad in quads], np.float32)
    sizes = np.sqrt([area(quad) for quad in quads])
    told = np.zeros(count, np.bool_)
    for first in range(0, count, AT_ONCE):
        few = slice(first, first + AT_ONCE)
        shared = np.maximum(plain[few] @ plain.T, plain[few] @ turned.T) / plain.shape[1]
        differences = np.sqrt(np.maximum(squares[few, None] + squares - 2 * shared, 0.0))
        contrast = DETECTION.pattern_max_difference_of_contrast * np.sqrt(squares[few, None])
        alike = differences < contrast + DETECTION.pattern_max_difference_levels
        distances = np.linalg.norm(centres[few, None] - centres, axis=2)
        apart = distances > DETECTION.pattern_min_distance_of_size * sizes[few, None]
        told[few] = (alike & apart).sum(axis=1) > DETECTION.pattern_max_look_alikes
    return told


def _looks(planes: npt.NDArray[Any], quads: Sequence[Quad]) -> npt.NDArray[np.float32]:
    """Returns what lies in each quad, small and upright, less its mean colour: N×H×W×3."""
    coarse = cv2.resize(planes, None, fx=1 / SHRUNK, fy=1 / SHRUNK, interpolation=cv2.INTER_AREA)
    width, height = SMALL
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    cut = [
        cv2.warpPerspective(
            coarse, cv2.getPerspectiveTransform(quad / SHRUNK, frame), SMALL, borderMode=cv2.BORDER_REPLICATE
        )
        for quad in quads
    ]
    looks = np.array(cut, np.float32).reshape(len(cut), height, width, 3)
    return np.asarray(looks - looks.mean(axis=(1, 2), keepdims=True), np.float32)
