"""What has changed between two maps of the view: the regions of the change, and its light, which is taken out.

Lamps are switched on or off, and a flickering one makes bands of rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.quads import scaled
from vision.order_statistics import upper_median
from vision.tracking.background.thresholds import BACKGROUND
from vision.types import Contour, Image, Map, Mask, Quad

MAP_WIDTH = 480
"""Width of a map in px."""
BLACK = 16 * 2.55
"""The 16 of L* + 16, scaled like L* to 255."""


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
        are_several = components(np.asarray(own, np.uint8))[0] > 2
        if are_several and cv2.contourArea(hull) > least:
            whole = cv2.fillConvexPoly(np.zeros_like(mask), hull, (255,))
            together.append(Region(hull, whole, size_of_change, _at_rim(hull, mask)))
    return together


def _at_rim(contour: Contour, mask: Mask) -> bool:
    left, top, across, down = cv2.boundingRect(contour)
    return left <= 1 or top <= 1 or left + across >= mask.shape[1] - 1 or top + down >= mask.shape[0] - 1


def dilated(mask: Mask) -> Mask:
    """Returns a mask of the map, grown by `hand_margin_px` in all: by the shadow and blurred rim of what it shows."""
    return cv2.dilate(mask, np.ones((BACKGROUND.hand_margin_px, BACKGROUND.hand_margin_px), np.uint8))


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


def equalise_illumination(
    now: Map, before: Map, flicker: float | None = None, rest: Mask | None = None
) -> tuple[Map, float]:
    """Returns *now* as if lit like *before*, and by which factor the pixels of the view are brighter.

    CIE 1976: L* + 16, a* and b* all grow with the cube root of the light; here L* is scaled to 255. The shadow of a
    changed lamp stays: only what the whole view has in common is taken out, and what a flickering lamp does to rows, up
    to *flicker* of their brightness (by default `flicker_base_of_brightness`). Where most of the view is at *rest*, the
    light is compared there alone: an arm has a colour, and casts a shadow.
    """
    flicker = BACKGROUND.flicker_base_of_brightness if flicker is None else flicker
    part_at_rest = 0.0 if rest is None else np.count_nonzero(rest[::4, ::4]) / rest[::4, ::4].size
    places = np.s_[::4, ::4] if rest is None or part_at_rest < BACKGROUND.rest_min_of_view else _every_fourth(rest)
    later, earlier = now[places], before[places]
    root = _root_gain(later, earlier)
    green, blue = (_colour_shift(later[..., plane], earlier[..., plane], root) for plane in (1, 2))
    factor = root ** (3 / 2.2)
    if (
        abs(root - 1) < BACKGROUND.light_min_change_of_brightness
        and max(abs(green), abs(blue)) < BACKGROUND.light_min_colour_levels
    ):
        return _remove_bands(now, before, flicker, rest), factor
    light = (now[..., 0].astype(np.float32) + BLACK) / root - BLACK
    colours = [
        (now[..., plane].astype(np.float32) - 128) / root + 128 - shift for plane, shift in ((1, green), (2, blue))
    ]
    even = np.stack([light, *colours], axis=2).round().clip(0, 255).astype(np.uint8)
    # Where the camera is now blown out, the view may be unchanged.
    expected = (before[..., 0] + BLACK) * root - BLACK
    blown = (now[..., 0] >= BACKGROUND.blown_min_level) & (expected >= BACKGROUND.blown_min_level)
    return _remove_bands(np.where(blown[..., None], before, even), before, flicker, rest), factor


def relight(now: Map, before: Map) -> Map:
    """Returns *now* with the light of *before* at each place, as if a shadow had neither come nor gone.

    The light is compared within a window; what lies on the table keeps its edges and its colour.
    """
    window = (BACKGROUND.light_window_px, BACKGROUND.light_window_px)
    root = cv2.blur(now[..., 0] + np.float32(BLACK), window) / cv2.blur(before[..., 0] + np.float32(BLACK), window)
    black = np.array([-BLACK, 128, 128], np.float32)
    relit = (now - black) / root[..., None] + black
    return np.asarray(relit.round().clip(0, 255), np.uint8)


def _remove_bands(now: Map, before: Map, flicker: float, rest: Mask | None) -> Map:
    """Takes out the bands of rows that a lamp's flicker makes with a rolling shutter, by the median of each row.

    Only what is at *rest* counts: an arm that fills half a row would lighten the other half.
    """
    lighter, darker = now[:, ::8, 0].astype(np.float32), before[:, ::8, 0].astype(np.float32)
    ratios = (lighter + BLACK) / (darker + BLACK)
    medians = _row_medians(ratios, None if rest is None else rest[:, ::8] > 0)[:, None]
    gains = cv2.blur(medians.clip(1 - flicker, 1 + flicker), (1, BACKGROUND.light_window_px)).reshape(-1, 1)
    if np.abs(gains - 1).max() < BACKGROUND.light_min_change_of_brightness:
        return now
    even = now.copy()
    even[..., 0] = ((now[..., 0] + BLACK) / gains - BLACK).round().clip(0, 255)
    return even


def _row_medians(values: npt.NDArray[Any], where: npt.NDArray[np.bool_] | None) -> npt.NDArray[Any]:
    """Returns the median of each row over *where*; rows with too little of it are interpolated from those beside."""
    if where is None:
        return upper_median(values)
    counts = where.sum(axis=1)
    is_known = counts >= BACKGROUND.flicker_min_rest_of_row * values.shape[1]
    if not is_known.any():
        return np.ones(len(values), np.float32)
    ordered = np.sort(np.where(where, values, np.inf), axis=1)
    rows = np.flatnonzero(is_known)
    medians = ordered[rows, counts[rows] // 2]
    return np.asarray(np.interp(np.arange(len(values)), rows, medians), np.float32)


def _every_fourth(where: Mask) -> tuple[npt.NDArray[Any], ...]:
    """Returns the places of a mask, of every fourth row and column, to index a map with."""
    rows, columns = np.nonzero(where[::4, ::4])
    return 4 * rows, 4 * columns


def _root_gain(now: Map, before: Map) -> float:
    lighter, darker = now[..., 0].astype(np.float32), before[..., 0].astype(np.float32)
    return float(upper_median(((lighter + BLACK) / (darker + BLACK)).ravel()))


def _colour_shift(now: npt.NDArray[Any], before: npt.NDArray[Any], root: float) -> float:
    later, earlier = now.astype(np.float32) - 128, before.astype(np.float32) - 128
    return float(upper_median((later / root - earlier).ravel()))
