"""The thresholds of `vision.detection`: which outlines are proposed, and how they are refined to edges.

A value was chosen by hand unless its line says what it was measured on.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class DetectionThresholds:
    """Names begin with what they decide: segmentation, shape of a quad, corners, edges, doubles.

    *Of size* means relative to the square root of an area.
    """

    working_side_px: int = 1024
    """Longer side of the picture in which outlines are searched, and on which sides are refined."""
    area_averaging_below_scale: float = 0.6
    """Scale from which a picture is averaged over neighbouring pixels only. Timed: a seventh of the time."""
    block_side_px: int = 51
    """Side of the surroundings with which a bright part is compared. Measured: without this segmentation six cards
    in three of 76 heaps were lost."""
    brighter_than_block_levels: float = 6.0
    """Least difference in grey levels to these surroundings."""
    canny_levels: tuple[tuple[int, int], ...] = ((25, 70), (12, 36), (12, 36))
    """Lower and upper threshold of the Canny edge detector for L*, a* and b*; colours differ less."""
    closing_side_px: int = 5
    """Size of the gaps in such edges that are closed before enclosed parts become outlines. With 3 an outline of the
    photographs `photos_jaxon_blackjack` was missed."""

    min_area_of_picture: float = 0.0015
    """Area of the smallest card."""
    max_area_of_picture: float = 0.92
    """Area of the largest card. Measured: without it the still search takes 4 MiB more."""
    max_ratio_of_opposite_sides: float = 1.6
    """Largest ratio of opposite sides of a card in a slanting view."""
    max_corner_cosine: float = 0.55
    """Largest cosine of the angle at a corner, which is 0 without slant."""
    polygon_errors_of_outline: tuple[float, ...] = (0.02, 0.03, 0.045, 0.06)
    """Tolerances, divided by the outline, with which a hull is reduced to a polygon; the first that gives four corners
    is used."""
    max_hull_of_quad: float = 1.12
    """Largest area of a hull divided by that of its four corners."""
    min_hull_of_box: float = 0.86
    """Least area of a card's hull divided by that of its bounding box."""

    straightening_error_of_size: float = 0.02
    """Tolerance with which an outline is replaced by straight sides."""
    min_straight_side_of_size: float = 0.1
    """Least length of a straight side; shorter ones are rounded corners, pips and dents."""
    max_right_angle_cosine: float = 0.36
    """Largest cosine of a right angle in a slanting view."""
    corner_min_visible_of_side: float = 0.15
    """Least visible share of a card's side at a corner, to have a direction."""
    corner_max_visible_of_side: float = 1.08
    """Largest visible length of a side divided by the expected length."""

    min_edges_of_outline: float = 0.35
    """Least share of an outline on edges."""
    colour_gradient_weight: float = 2.0
    """Weight of the gradients of a* and b*, which have a smaller range than L*."""
    outward_preference: float = 0.5
    """Preference of the outer of two edges, as many cards have a printed frame inside their rim."""
    min_gradient_of_median: float = 2.5
    """Least gradient of an edge divided by the median gradient of the picture, which is noise."""
    min_gradient_levels_per_px: float = 2.0
    """The same gradient in grey levels per pixel; the larger one counts."""
    rough_reach_of_size: float = 0.03
    """Distance within which the edge of a side is searched first."""
    fine_reach_px: float = 2.5
    """Distance within which the edge is searched again."""
    min_edges_of_side: float = 0.3
    """Least share of the places along a side that have an edge; with fewer the side is not moved."""
    min_visible_of_side: float = 0.5
    """Least visible share of a partly covered side that determines all of it."""
    line_error_px: float = 1.2
    """Least tolerance of places on a fitted line."""
    line_error_of_side: float = 0.006
    """The same tolerance, relative to the length of the side; the larger one counts."""
    line_fit_looseness: tuple[float, ...] = (6.0, 3.0, 1.5, 1.0)
    """Error, in that tolerance, at which a place has half its weight in each step of the fit."""

    same_rough_corners_of_size: float = 0.025
    """Distance within which corners are refined to the same edges."""


DETECTION = DetectionThresholds()
