"""Where two settled scenes differ, on a small map of the view (L*a*b*, `MAP_WIDTH` px wide)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.quads import scaled
from vision.tracking.background.thresholds import BACKGROUND

if TYPE_CHECKING:
    from vision.types import Image, Map, Mask, Quad

MAP_WIDTH = 480
"""Width of a map in px."""


def to_lab_map(image: Image) -> Map:
    """Returns the map of a picture (H×W×3, BGR): L*a*b*, `MAP_WIDTH` px wide, blurred by 3×3 px."""
    height = round(image.shape[0] * MAP_WIDTH / image.shape[1])
    small: npt.NDArray[Any] = image
    while small.shape[1] >= 2 * MAP_WIDTH:  # halving has a fast path
        small = cv2.resize(small, (small.shape[1] // 2, small.shape[0] // 2), interpolation=cv2.INTER_AREA)
    small = cv2.resize(small, (MAP_WIDTH, height), interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(cv2.blur(small, (3, 3)), cv2.COLOR_BGR2LAB)


def on_map(quad: Quad, image: Image) -> Quad:
    """Returns the quad of a picture where it lies on its map."""
    return scaled(quad, MAP_WIDTH / image.shape[1])


def difference(now: Map, before: Map) -> npt.NDArray[Any]:
    """Returns how far the two maps differ at each place, H×W, uint8.

    a* and b* of table things span half of what L* does, and count twice.
    """
    light, green, blue = cv2.split(cv2.absdiff(now, before))
    colour = cv2.max(green, blue)
    return cv2.max(light, cv2.add(colour, colour))


def threshold_of(differences: npt.NDArray[Any]) -> float:
    """Returns the step above which a difference is a change: a multiple of the median, which is noise, clipped."""
    noise = _median(differences[::2, ::2])
    return min(max(BACKGROUND.step_min_levels, BACKGROUND.step_of_noise * noise), BACKGROUND.step_max_levels)


def _median(values: npt.NDArray[Any]) -> float:
    """Returns the median of bytes by their histogram."""
    up_to = np.cumsum(cv2.calcHist([np.ascontiguousarray(values)], [0], None, [256], [0, 256]), dtype=int)
    lower, upper = np.searchsorted(up_to, ((up_to[-1] - 1) // 2, up_to[-1] // 2), side="right")
    return float(lower + upper) / 2


def change_mask(now: Map, *before: Map) -> Mask:
    """Returns where *now* differs from all of *before*; the first of them tells the noise."""
    differences = difference(now, before[0])
    step = threshold_of(differences)
    for other in before[1:]:
        differences = np.minimum(differences, difference(now, other))
    mask = cv2.threshold(differences, step, 255, cv2.THRESH_BINARY)[1]
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
