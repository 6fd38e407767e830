"""The connected regions of a change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.tracking.background.thresholds import BACKGROUND

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.types import Contour, Mask


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
