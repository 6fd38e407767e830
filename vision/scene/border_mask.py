"""Dark borders beyond the outline of an upper card: a margin around its print, or its shadow.

They are visible on a white card below, which begins along a straight line, unlike ink. So is the table in a gap between
two cards, but it goes on beside them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.quads import AFTER, area, mask_of_quads
from vision.order_statistics import quantile
from vision.scene.thresholds import SCENE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.types import Image, Quad

Floats: TypeAlias = npt.NDArray[Any]

PLACES = np.linspace(0.1, 0.9, 33, dtype=np.float32)
"""Sampled positions along a side (0 to 1), away from its corners."""
STEPS = np.linspace(0.0625, 1, 32, dtype=np.float32)
"""Sampled distances outwards, as shares of the reach; the first lies beyond the blur of an edge."""

BAND = np.linspace(0.25, 0.75, 8)
"""Sampled places across a band, as shares of its width, away from the blur of its edges."""
INNER, OUTER = np.linspace(-1.0, -0.3, 8), np.linspace(1.1, 1.6, 8)
"""Sampled places along a band before and past its end, as shares of the reach: no border goes on for as long."""


def border_quads(image: Image, quad: Quad) -> Iterator[Quad]:
    """Yields the quads (px) of the borders beyond the sides of a card in a picture (H×W×3, BGR)."""
    reach = SCENE.border_reach_of_size * float(np.sqrt(area(quad)))
    left, top = np.floor(quad.min(axis=0) - reach).astype(int).clip(0)
    right, bottom = np.ceil(quad.max(axis=0) + reach).astype(int).clip(0)
    around = image[top:bottom, left:right]
    if not around.size:
        return
    light = cv2.cvtColor(around, cv2.COLOR_BGR2GRAY)
    corners = np.subtract(quad, (left, top), dtype=np.float32)
    along = corners[AFTER] - corners
    outward = reach * np.stack([along[:, 1], -along[:, 0]], axis=1) / np.linalg.norm(along, axis=1, keepdims=True)
    white = SCENE.border_min_lightness_of_white * _white_of(light, corners)
    for side, rays in enumerate(_rays(light, corners, along, outward)):
        widths = _widths(rays, white)
        first, second = quad[side], quad[AFTER[side]]
        if widths is not None and not _goes_on_beside(image, (first, second), outward[side] * np.mean(widths), reach):
            far, near = second + widths[1] * outward[side], first + widths[0] * outward[side]
            yield np.stack([first, second, far, near]).astype(np.float32)


def _white_of(light: Floats, quad: Quad) -> float:
    """Returns the grey level of the white of a card."""
    face = mask_of_quads([quad], light.shape)[::4, ::4] > 0
    return float(quantile(light[::4, ::4][face], SCENE.border_white_share)) if face.any() else 255.0


def _rays(light: Floats, corners: Quad, along: Floats, outward: Floats) -> Floats:
    """Returns the grey levels outwards from P places along each side, 4×P×S."""
    places = corners[:, None] + PLACES[:, None] * along[:, None]
    rays = (places[:, :, None] + STEPS[:, None] * outward[:, None, None]).astype(np.float32)
    x, y = (np.ascontiguousarray(rays[..., axis].reshape(-1, len(STEPS))) for axis in (0, 1))
    levels = cv2.remap(light, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return levels.reshape(4, len(PLACES), len(STEPS))


def _widths(rays: Floats, white: float) -> tuple[float, float] | None:
    """Returns the widths of the border at both ends of a side (P×S), in shares of the reach, or None."""
    beyond = quantile(rays, SCENE.border_white_share)
    on_a_card = beyond > white
    if np.count_nonzero(on_a_card) < SCENE.border_min_places:
        return None
    ends = STEPS[(rays[on_a_card] > SCENE.border_max_lightness_of_outside * beyond[on_a_card, None]).argmax(axis=1)]
    where = PLACES[on_a_card]
    slope, level = _line(where, ends)
    error = SCENE.border_line_error_of_reach
    if np.mean(np.abs(ends - level - slope * where) <= error) < SCENE.border_min_ends_of_places:
        return None
    narrow, wide = sorted((level, level + slope))
    if narrow < SCENE.border_min_of_reach or wide > SCENE.border_max_width_ratio * narrow:
        return None
    return level + error / 2, level + slope + error / 2


def _goes_on_beside(image: Image, side: tuple[Floats, Floats], outward: Floats, reach: float) -> bool:
    """Tells whether the band beyond a side (its ends, px), as wide as *outward*, goes on past one of the ends."""
    along = reach * (side[1] - side[0]) / np.linalg.norm(side[1] - side[0])
    for end, away in ((side[0], -along), (side[1], along)):
        places = end + BAND[:, None] * outward
        inner, outer = _colour(image, places, INNER[:, None] * away), _colour(image, places, OUTER[:, None] * away)
        if inner is not None and outer is not None and np.linalg.norm(inner - outer) < SCENE.border_min_contrast_lab:
            return True
    return False


def _colour(image: Image, places: Floats, steps: Floats) -> Floats | None:
    """Returns the median colour (L*a*b*) where *places* (N×2, px) are moved by *steps* (M×2), or None outside."""
    x, y = np.round(places[:, None] + steps).astype(int).reshape(-1, 2).T
    inside = (x >= 0) & (y >= 0) & (x < image.shape[1]) & (y < image.shape[0])
    if inside.mean() < SCENE.border_min_in_view:
        return None
    pixels = cv2.cvtColor(image[y[inside], x[inside]][None], cv2.COLOR_BGR2LAB)[0]
    return np.asarray(np.median(pixels, axis=0))


def _line(where: Floats, ends: Floats) -> tuple[float, float]:
    """Returns slope and level of a line fitted robustly to the ends, or a vertical one's as infinite."""
    points = np.stack([where, ends], axis=1).astype(np.float32)
    along, up, x, y = cv2.fitLine(points, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel().tolist()
    slope = up / along if along else float("inf")
    return slope, y - slope * x
