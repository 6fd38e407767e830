"""When two quads are the same outline, position, card or place, from the strictest to the loosest; whether one lies
on the other, and whether they have one size.

`overlap` is the intersection over union of their areas.
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

from vision.geometry.quads import area, overlap, shared_area
from vision.geometry.thresholds import GEOMETRY

if TYPE_CHECKING:
    from vision.types import Quad


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
    return max(area(first), area(second)) < GEOMETRY.same_size_max_area_ratio * min(area(first), area(second))


def size_error_log(sides: tuple[float, float], expected: tuple[float, float]) -> float:
    """Returns the larger error of short and long side, as a natural logarithm."""
    return max(abs(log(max(side, 1e-6) / usual)) for side, usual in zip(sides, expected, strict=True))
