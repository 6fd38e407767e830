"""What has changed between two maps of the view, and the connected regions of the change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.quads import scaled
from vision.tracking.background.thresholds import BACKGROUND
from vision.types import Contour, Image, Map, Mask, Quad

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


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """A connected part of a change, on the map, or several pieces of one object, whose mask is then their hull.

    `area` counts the px that changed.
    """

    contour: Contour
    mask: Mask
    area: float
    at_rim: bool


def join_pieces(mask: Mask, regions: Sequence[Region], reach: float, least: float) -> list[Region]:
    """Joins the pieces of a change that lie no further apart than *reach* px, *regions* left out.

    A white card on a white table in dim light changes the view by bits of its drawing. *least* px is what their hull
    must have.
    """
    pieces = mask.copy()
    for region in regions:
        pieces[region.mask > 0] = 0
    size = 2 * round(reach / 2) + 1
    count, labels = cv2.connectedComponents(cv2.dilate(pieces, np.ones((size, size), np.uint8)))
    together = []
    for label in range(1, count):
        own = (labels == label) & (pieces > 0)
        hull = cv2.convexHull(np.argwhere(own)[:, ::-1].astype(np.int32))
        size_of_change = float(np.count_nonzero(own))
        if cv2.contourArea(hull) > max(least, BACKGROUND.pieces_min_hull_of_area * size_of_change):
            whole = cv2.fillConvexPoly(np.zeros_like(mask), hull, (255,))
            together.append(Region(hull, whole, size_of_change, _at_rim(hull, mask)))
    return together


def _at_rim(contour: Contour, mask: Mask) -> bool:
    left, top, across, down = cv2.boundingRect(contour)
    return left <= 1 or top <= 1 or left + across >= mask.shape[1] - 1 or top + down >= mask.shape[0] - 1


def components(mask: Mask) -> tuple[int, npt.NDArray[Any], npt.NDArray[Any]]:
    """Returns the number of connected regions of a mask, one more for the rest, their labels and their measures."""
    # labels of 32 bits take thrice as long
    count, labels, measures, _ = cv2.connectedComponentsWithStats(mask, ltype=cv2.CV_16U)
    return count, labels, measures


def regions_of(mask: Mask, least: float) -> list[Region]:
    """Returns the connected regions of at least *least* px, the largest first."""
    count, labels, measures = components(mask)
    regions = []
    for label in range(1, count):
        size = int(measures[label][cv2.CC_STAT_AREA])
        if size < least:
            continue
        own = np.where(labels == label, np.uint8(255), np.uint8(0))
        contour = cv2.findContours(own, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0][0]  # a component has one
        regions.append(Region(contour, own, float(size), _at_rim(contour, mask)))
    return sorted(regions, key=lambda region: -region.area)
