"""Quads: order of corners, lengths, areas, masks, and how alike the places of two are.

Two quads are the same outline, position, card or place, from the strictest to the loosest; one may lie on the other,
and they may have one size. `overlap` is the intersection over union of their areas.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import atan2, dist, hypot, log

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.thresholds import GEOMETRY
from vision.types import Mask, Quad

AFTER, BEFORE = [1, 2, 3, 0], [3, 0, 1, 2]
"""Indices of the corner after each corner, and of the one before it."""


def area(quad: Quad) -> float:
    """Returns the area in px²."""
    return float(abs(cv2.contourArea(quad)))


def areas(quads: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Returns the areas of N quads (N×4×2) in px²."""
    across = (quads[:, 2] - quads[:, 0]).astype(np.float64)
    other = (quads[:, 3] - quads[:, 1]).astype(np.float64)
    return np.asarray(np.abs(across[:, 0] * other[:, 1] - across[:, 1] * other[:, 0]) / 2)


def edge_lengths(quad: Quad) -> tuple[float, float, float, float]:
    """Returns the lengths of top, right, bottom and left in px."""
    first, second, third, fourth = quad.tolist()  # ten times faster than NumPy for so few numbers
    return dist(first, second), dist(second, third), dist(third, fourth), dist(fourth, first)


def sides(quad: Quad) -> tuple[float, float]:
    """Returns the mean length of top and bottom and that of left and right, px."""
    top, right, bottom, left = edge_lengths(quad)
    return (top + bottom) / 2, (left + right) / 2


def is_convex(quad: Quad) -> bool:
    return bool(cv2.isContourConvex(quad.astype(np.float32)))


def corner_cosines(quad: Quad) -> list[float]:
    """Returns the cosine of the angle at each corner: 0 is a right angle."""
    corners = quad.tolist()  # faster than NumPy for so few numbers
    cosines = []
    for place, (x, y) in enumerate(corners):
        (next_x, next_y), (last_x, last_y) = corners[AFTER[place]], corners[BEFORE[place]]
        lengths = hypot(next_x - x, next_y - y) * hypot(last_x - x, last_y - y)
        cosines.append(((next_x - x) * (last_x - x) + (next_y - y) * (last_y - y)) / max(lengths, 1e-6))
    return cosines


def portrait(quad: Quad) -> Quad:
    """Returns the corners clockwise in the picture, rotated so that top and bottom are the short sides."""
    corners = quad.tolist()
    x, y = (sum(corner[axis] for corner in corners) / 4 for axis in (0, 1))
    corners.sort(key=lambda corner: atan2(corner[1] - y, corner[0] - x))
    corners_in_order: Quad = np.array(corners, np.float32)
    across, down = sides(corners_in_order)
    return corners_in_order[AFTER] if across > down else corners_in_order


def portraits(quads: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
    """Returns N quads (N×4×2), each as `portrait` returns it."""
    offsets = quads - quads.mean(axis=1, keepdims=True)
    clockwise = np.argsort(np.arctan2(offsets[..., 1], offsets[..., 0]), axis=1, kind="stable")
    ordered = np.take_along_axis(quads, clockwise[..., None], axis=1).astype(np.float32)
    lengths = np.linalg.norm((ordered[:, AFTER] - ordered).astype(np.float64), axis=2)
    is_wide = lengths[:, 0] + lengths[:, 2] > lengths[:, 1] + lengths[:, 3]
    return np.where(is_wide[:, None, None], ordered[:, AFTER], ordered)


def scaled(quad: Quad, factor: float) -> Quad:
    """Returns the quad in a picture resized by *factor*; pixel centres lie at whole numbers."""
    return ((quad + 0.5) * factor - 0.5).astype(np.float32)


def grown(quad: Quad, factor: float) -> Quad:
    """Returns the quad scaled by *factor* about its centre."""
    centre = quad.mean(axis=0)
    return np.asarray(centre + (quad - centre) * factor, np.float32)


def start_at_second_corner(quad: Quad) -> Quad:
    """Returns the quad with its second corner first."""
    return quad[AFTER]


def overlap(first: Quad, second: Quad) -> float:
    """Returns intersection over union of two convex quads, from 0 to 1."""
    shared = shared_area(first, second)
    return shared / max(area(first) + area(second) - shared, 1e-6)


def shared_area(first: Quad, second: Quad) -> float:
    """Returns the area of the intersection of two convex quads, px²."""
    low = np.maximum(first.min(axis=0), second.min(axis=0))
    if bool((low >= np.minimum(first.max(axis=0), second.max(axis=0))).any()):
        return 0.0
    return float(cv2.intersectConvexConvex(first, second)[0])


def mask_of_quads(quads: Iterable[Quad], shape: tuple[int, ...], grow: float = 1.0) -> Mask:
    """Returns a mask (255 inside) of this *shape*; *grow* scales each quad about its centre."""
    mask = np.zeros(shape[:2], np.uint8)
    for quad in quads:
        larger = quad if grow == 1 else grown(quad, grow)
        cv2.fillConvexPoly(mask, np.round(larger).astype(np.int32), (255,))
    return mask


def share_of(quad: Quad, mask: Mask) -> float:
    """Returns the share (0 to 1) of *quad* where *mask* is not 0."""
    corners = np.round(quad).astype(np.int32)
    first = np.maximum(corners.min(axis=0), 0)
    part = mask[first[1] : max(corners[:, 1].max() + 1, 0), first[0] : max(corners[:, 0].max() + 1, 0)]
    card = np.zeros(part.shape, np.uint8)
    if card.size:
        cv2.fillConvexPoly(card, corners - first, (255,))
    return float(np.count_nonzero(card & part)) / max(float(np.count_nonzero(card)), 1.0)


def same_outline(first: Quad, second: Quad) -> bool:
    """Tells whether two quads follow one outline of the picture."""
    return overlap(first, second) > GEOMETRY.same_outline_min_iou


def same_position(first: Quad, second: Quad) -> bool:
    """Tells whether a card at both quads is hardly moved."""
    return overlap(first, second) > GEOMETRY.same_position_min_iou


def same_card(first: Quad, second: Quad) -> bool:
    """Tells whether both quads may be of one card, one of them inaccurate or cut by an occluder."""
    return overlap(first, second) > GEOMETRY.same_card_min_iou


def same_place(first: Quad, second: Quad) -> bool:
    """Tells whether two quads overlap so much that at most one of them is a card."""
    return shared_area(first, second) > GEOMETRY.same_place_min_shared_of_smaller * min(area(first), area(second))


def lies_on(upper: Quad, lower: Quad) -> bool:
    """Tells whether *upper* overlaps so much of *lower* that it lies on it, not beside it."""
    return shared_area(upper, lower) > GEOMETRY.lies_on_min_shared_of_lower * area(lower)


def same_area(first: Quad, second: Quad) -> bool:
    """Tells whether two quads may be cards of one pack near each other, by their areas alone."""
    return abs(log(area(first) / area(second))) < 2 * GEOMETRY.same_size_max_error_log


def size_error_log(sides: tuple[float, float], expected: tuple[float, float]) -> float:
    """Returns the larger error of short and long side, as a natural logarithm."""
    return max(abs(log(max(side, 1e-6) / usual)) for side, usual in zip(sides, expected, strict=True))
