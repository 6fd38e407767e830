"""Straight lines of a picture, and the right corners that they make, also where a card lies on others as bright.

Outlines close around a heap as a whole; a segment of a side shows wherever there is the least shadow or rim (von Gioi,
Jakubowicz, Morel, Randall: LSD, a line segment detector, 2012, as OpenCV has it).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.corners import RIGHT_ANGLE, ROUNDED, Corner

if TYPE_CHECKING:
    from vision.find import Mask, Planes

Segments: TypeAlias = npt.NDArray[Any]
"""N×2×2: both ends of each, px."""

STRIP = 256
AROUND = 96
"""Px: half of a card's side, so that in the strip of its middle it is whole."""
SHORTEST = 0.12
"""Of a card's size: shorter segments are of pips and of letters."""
MOST_LINES = 500
"""The longest; each is held against every other one, which takes memory."""
MOST_CORNERS = 300
"""Those with the longest sides; a chequered cloth has thousands."""


def segments_of(planes: Planes) -> Segments:
    """Returns the straight segments of a picture in L*a*b*, in lightness and in either colour.

    It is searched strip by strip: LSD takes twenty times the room of what it searches, until its detector is let go.
    """
    found = [
        _in_strip(planes, start, plane)
        for start in range(0, planes.shape[1], STRIP)
        for plane in range(planes.shape[2])
    ]
    return np.concatenate([np.zeros((0, 2, 2)), *found])


def _in_strip(planes: Planes, start: int, plane: int) -> Segments:
    """Returns the segments of which the middle lies in the strip that begins at that column, as far as around it."""
    left = max(start - AROUND, 0)
    strip = np.ascontiguousarray(planes[:, left : start + STRIP + AROUND, plane])
    found = cv2.createLineSegmentDetector().detect(strip)[0]
    segments: Segments = np.zeros((0, 2, 2)) if found is None else found.reshape(-1, 2, 2) + np.array([left, 0])
    middles = segments[:, :, 0].mean(axis=1)
    its_own: Segments = segments[(middles >= start) & (middles < start + STRIP)]
    return its_own


def corners_of(segments: Segments, side: float, beside: Mask) -> list[Corner]:
    """Returns the right corners between the segments that lie where *beside* is not 0; cards measure *side* px."""
    middles = np.round(segments.mean(axis=1)).astype(int)
    height, width = beside.shape
    shows = beside[middles[:, 1].clip(0, height - 1), middles[:, 0].clip(0, width - 1)] > 0
    lengths = np.linalg.norm(segments[:, 1] - segments[:, 0], axis=1)
    usable = np.flatnonzero(shows & (lengths > SHORTEST * side))
    lines = segments[usable[np.argsort(-lengths[usable], kind="stable")[:MOST_LINES]]]
    along = lines[:, 1] - lines[:, 0]
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    one, other = np.nonzero(np.triu(np.abs(along @ along.T) < RIGHT_ANGLE, 1))
    across = along[one, 0] * along[other, 1] - along[one, 1] * along[other, 0]
    gap = lines[other, 0] - lines[one, 0]
    share = (gap[:, 0] * along[other, 1] - gap[:, 1] * along[other, 0]) / across
    points = lines[one, 0] + share[:, None] * along[one]
    ends = [np.linalg.norm(lines[which] - points[:, None], axis=2) for which in (one, other)]
    meets = np.maximum(ends[0].min(axis=1), ends[1].min(axis=1)) < ROUNDED * side
    shorter = np.where(meets, np.minimum(ends[0].max(axis=1), ends[1].max(axis=1)), 0.0)
    longest = [pair for pair in np.argsort(-shorter, kind="stable")[:MOST_CORNERS] if meets[pair]]
    legs = [lines[which, far.argmax(axis=1)] - points for which, far in zip((one, other), ends, strict=True)]
    return [Corner(points[pair], legs[0][pair], legs[1][pair], (one[pair], other[pair])) for pair in longest]
