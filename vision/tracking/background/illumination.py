"""Takes changes of the light out of a map: lamps switched on or off, and the bands of a flickering lamp."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.order_statistics import upper_median
from vision.tracking.background.thresholds import BACKGROUND
from vision.types import Map, Mask

BLACK = 16 * 2.55
"""The 16 of L* + 16, scaled like L* to 255."""


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
    places = (
        np.s_[::4, ::4] if rest is None or part_at_rest < BACKGROUND.light_min_rest_of_view else _every_fourth(rest)
    )
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
