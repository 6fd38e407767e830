"""The geometry of quads: corners in order, lengths, areas, overlap."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from vision.sightings import Quad


def area(quad: Quad) -> float:
    return float(abs(cv2.contourArea(quad)))


def edge_lengths(quad: Quad) -> tuple[float, float, float, float]:
    """Returns the lengths of top, right, bottom and left in px."""
    top, right, bottom, left = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    return float(top), float(right), float(bottom), float(left)


def is_convex(quad: Quad) -> bool:
    return bool(cv2.isContourConvex(quad.astype(np.float32)))


def corner_cosines(quad: Quad) -> npt.NDArray[np.float32]:
    """Returns the cosine of the angle at each corner: 0 is a right angle."""
    after = np.roll(quad, -1, axis=0) - quad
    before = np.roll(quad, 1, axis=0) - quad
    lengths = np.maximum(np.linalg.norm(after, axis=1) * np.linalg.norm(before, axis=1), 1e-6)
    cosines: npt.NDArray[np.float32] = (after * before).sum(axis=1) / lengths
    return cosines


def portrait(quad: Quad) -> Quad:
    """Returns the corners clockwise as seen, beginning so that the top is a short side."""
    centred = quad - quad.mean(axis=0)
    order = np.argsort(np.arctan2(centred[:, 1], centred[:, 0]))
    turned = quad[order].astype(np.float32)
    top, right, bottom, left = edge_lengths(turned)
    return np.roll(turned, -1, axis=0) if top + bottom > right + left else turned


def scaled(quad: Quad, factor: float) -> Quad:
    """Returns the quad in a picture resized by *factor*; pixel centres lie at whole numbers."""
    return ((quad + 0.5) * factor - 0.5).astype(np.float32)


def quarter_turned(quad: Quad) -> Quad:
    return np.roll(quad, -1, axis=0)


def overlap(first: Quad, second: Quad) -> float:
    """Returns intersection over union of two convex quads, from 0 to 1."""
    shared = shared_area(first, second)
    return shared / max(area(first) + area(second) - shared, 1e-6)


def shared_area(first: Quad, second: Quad) -> float:
    low = np.maximum(first.min(axis=0), second.min(axis=0))
    if bool((low >= np.minimum(first.max(axis=0), second.max(axis=0))).any()):
        return 0.0
    return float(cv2.intersectConvexConvex(first, second)[0])
