"""Right corners along a contour, and the cards to which they belong.

Overlapping cards of the same brightness have a common contour. Each of its right corners belongs to one card, whose
sides it follows, so that two corners that fit together determine a card with few alternatives.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.detection.thresholds import DETECTION
from vision.geometry.quads import portraits
from vision.geometry.table_plane import TablePlane
from vision.types import Contour, Quad

Ends: TypeAlias = npt.NDArray[Any]
Vector: TypeAlias = npt.NDArray[Any]
"""x, y in px."""


@dataclass(frozen=True, slots=True, eq=False)
class Corner:
    """`back` and `forward` are the visible parts of the sides from `point`."""

    point: Vector
    back: Vector
    forward: Vector


def right_corners(contour: Contour) -> list[Corner]:
    """Returns the convex right corners of a contour, in its order."""
    return corners_of_polygon(*straighten(contour, cv2.convexHull(contour)))


def straighten(contour: Contour, hull: Contour) -> tuple[Ends, float]:
    """Returns the ends of the straight sides of a contour (N×2, px), and the root of the area of its *hull*."""
    size = float(np.sqrt(max(cv2.contourArea(hull), 1.0)))
    ends = cv2.approxPolyDP(contour, DETECTION.straightening_error_of_size * size, True)
    return ends.reshape(-1, 2).astype(np.float32), size


def corners_of_polygon(ends: Ends, size: float) -> list[Corner]:
    """Returns the convex right corners of a polygon with these *ends* (N×2, px), in its order."""
    ends = ends.astype(np.float64)
    sides = np.concatenate([ends[1:], ends[:1]]) - ends
    lengths = np.linalg.norm(sides, axis=1)
    straight = np.flatnonzero(lengths > DETECTION.min_straight_side_of_size * size)
    if len(straight) < 2:
        return []
    turning = 1.0 if cv2.contourArea(ends.astype(np.float32), True) > 0 else -1.0
    first, second = straight, np.append(straight[1:], straight[0])
    one, other = sides[first], sides[second]
    cross = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    product = np.maximum(lengths[first] * lengths[second], 1e-6)
    gap = ends[second] - ends[first]
    share = (gap[:, 0] * other[:, 1] - gap[:, 1] * other[:, 0]) / np.where(np.abs(cross) < 1e-6, 1e-6, cross)
    points = ends[first] + share[:, None] * one
    right = (np.abs((one * other).sum(axis=1)) < DETECTION.max_right_angle_cosine * product) & (turning * cross > 0)
    return [
        Corner(points[i], ends[first[i]] - points[i], ends[second[i]] + other[i] - points[i])
        for i in np.flatnonzero(right)
    ]


def cards_at_corners(corners: Sequence[Corner], plane: TablePlane) -> list[Quad]:
    """Returns the cards of the known size that fit the visible sides of these corners."""
    if not corners:
        return []
    legs = np.array([(corner.back, corner.forward) for corner in corners], np.float64)
    quads = plane.cards_with_corners(np.array([corner.point for corner in corners], np.float64), legs[:, 0], legs[:, 1])
    side_lengths = np.linalg.norm(quads[:, :, [1, 3]] - quads[:, :, :1], axis=3)
    visible_lengths = np.linalg.norm(legs, axis=2)
    short = side_lengths[:, [0, 1], [0, 1]]
    fits = (visible_lengths[:, None] < DETECTION.corner_max_visible_of_side * side_lengths).all(axis=2)
    fits &= visible_lengths.min(axis=1, keepdims=True) > DETECTION.corner_min_visible_of_side * short
    return list(portraits(quads[fits]))
