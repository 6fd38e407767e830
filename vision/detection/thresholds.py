"""The tuned numbers of the room: what is proposed as a card's outline, drawn to edges, and left out as a pattern."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class DetectionThresholds:
    """Names begin with what they decide: segmentation, shape of a quad, corners, edges, doubles, repeated patterns.

    *Of size* means of the square root of an area.
    """

    working_side_px: int = 1024
    """The longer side of the picture that outlines are sought in; sides are refined on it. Chosen, not tuned."""
    max_enlargement: float = 2.0
    """A small picture is enlarged by no more before it is searched. Chosen, not tuned."""
    area_averaging_below_scale: float = 0.6
    """A picture that is shrunk less is averaged as well by its neighbouring pixels. Timed: a seventh of the time."""
    min_outline_px: int = 60
    """Length of an outline that may be a card's. Grain has shorter ones by the thousand. Chosen, not tuned."""
    block_sides_px: tuple[int, int] = (51, 151)
    """The surroundings that a bright part is compared with. Chosen, not tuned."""
    brighter_than_block_levels: float = 6.0
    """Grey levels by which it must be brighter than these. Chosen, not tuned."""
    canny_levels: tuple[tuple[int, int], ...] = ((25, 70), (12, 36), (12, 36))
    """Gradients from which an edge goes on and begins, for L*, a* and b*: colours differ less. Chosen, not tuned."""
    closing_sides_px: tuple[int, int] = (3, 5)
    """Gaps that are closed in such edges, before what they enclose is taken for an outline. Chosen, not tuned."""
    strong_canny_levels: tuple[int, int] = (60, 160)
    """The same gradients for strong edges of L* that are outlines themselves. Chosen, not tuned."""

    min_area_of_picture: float = 0.0015
    """Smallest card. Chosen, not tuned."""
    max_area_of_picture: float = 0.92
    """Largest card. Chosen, not tuned."""
    min_side_px: float = 12.0
    """Shortest side of a card in the picture that is searched. Chosen, not tuned."""
    max_ratio_of_opposite_sides: float = 1.6
    """By which a slanting view may stretch one side of a card beside the opposite one. Chosen, not tuned."""
    max_width_of_length: float = 1.3
    """A card that a slanting view makes wider than long. Chosen, not tuned."""
    max_length_of_width: float = 2.3
    """Card packs run from 1.35 to 1.95, and a slanting view stretches them. Chosen, not tuned."""
    max_corner_cosine: float = 0.55
    """Of the angle at a corner, which is right but for the slant. Chosen, not tuned."""
    polygon_errors_of_outline: tuple[float, ...] = (0.02, 0.03, 0.045, 0.06)
    """By which a hull may differ from the polygon put in its place; the first that gives four corners. Chosen."""
    min_hull_of_quad: float = 0.9
    """Area of a hull in that of its four corners; with less or more the box around it is taken. Chosen, not tuned."""
    max_hull_of_quad: float = 1.12
    """The other bound of the same. Chosen, not tuned."""
    min_hull_of_box: float = 0.86
    """Area of a hull in that of the box around it; with less it is no card. Chosen, not tuned."""

    straightening_error_px: float = 1.5
    """By which an outline may differ from the straight sides put in its place, at least. Chosen, not tuned."""
    straightening_error_of_size: float = 0.02
    """The same, of the size of the outline. Chosen, not tuned."""
    min_straight_side_of_size: float = 0.1
    """Of an outline's size: shorter stretches are rounded corners, pips and dents. Chosen, not tuned."""
    min_straight_share: float = 0.6
    """Of an outline's length, that its sides make up; the rim of a shadow or of a pattern wavers. Chosen, not tuned."""
    max_rounding_of_size: float = 0.14
    """Of an outline's size, between the ends of two sides that make a corner. Chosen, not tuned."""
    max_right_angle_cosine: float = 0.36
    """Of a right angle seen at a slant. Chosen, not tuned."""
    max_corners: int = 16
    """An outline with more of them is a pattern's, or that of a heap. Chosen, not tuned."""
    min_shown_of_side: float = 0.15
    """Of a card's side next to a corner, so that it tells a direction. Chosen, not tuned."""
    max_shown_of_side: float = 1.08
    """A side may show so much longer than a card's is taken to be. Chosen, not tuned."""
    completed_lengths_of_width: tuple[float, ...] = (1.38, 1.46, 1.54, 1.63, 1.72, 1.81)
    """Shapes of the cards that are printed, tried for a side of which the end is hidden; drawing to the edges bridges
    the steps."""
    max_completed_length_of_width: float = 2.0
    """Longest shape of a completed card, seen at a slant. Chosen, not tuned."""
    min_parallel_cosine: float = 0.9
    """Of two sides of a card that run the same way from the ends of a third. Chosen, not tuned."""
    min_opposite_cosine: float = 0.94
    """Of the sides at two opposite corners of a card. Chosen, not tuned."""
    min_meeting_sine: float = 0.5
    """Of two sides that meet at a hidden corner. Chosen, not tuned."""

    min_edge_share: float = 0.35
    """Of an outline, that must lie on edges. Chosen, not tuned."""
    max_drift_px: float = 12.0
    """A corner that moves further when it is drawn to the edges found another thing's edges. Chosen, not tuned."""
    max_drift_of_size: float = 0.12
    """The same of a card's size; the larger of the two counts. Chosen, not tuned."""
    colour_gradient_weight: float = 2.0
    """Of a* and b*, which span less than L* where card and table are equally bright. Chosen, not tuned."""
    outward_preference: float = 0.5
    """How far the outer of two edges is preferred: many cards have a printed frame within their rim. Chosen."""
    min_gradient_of_median: float = 2.5
    """Gradient of an edge, in the median gradient of the picture, which is its noise. Chosen, not tuned."""
    min_gradient_levels_per_px: float = 2.0
    """The same in grey levels a pixel; the larger of the two counts. Chosen, not tuned."""
    rough_reach_px: float = 3.0
    """Within which the edge of a side is looked for at first, at least. Chosen, not tuned."""
    rough_reach_of_size: float = 0.03
    """The same of the size of the quad. Chosen, not tuned."""
    fine_reach_px: float = 2.5
    """Within which it is looked for again. Chosen, not tuned."""
    min_side_on_edge: float = 0.3
    """A side along which fewer of the places show an edge stays where it was proposed. Chosen, not tuned."""
    min_side_shown: float = 0.5
    """Of a side that others cover in part: what shows of it then tells where all of it lies. Chosen, not tuned."""
    line_error_px: float = 1.2
    """By which places of a side may lie off its line, at least. Chosen, not tuned."""
    line_error_of_side: float = 0.006
    """The same of the length of the side. Chosen, not tuned."""
    line_fit_looseness: tuple[float, ...] = (6.0, 3.0, 1.5, 1.0)
    """In that error, by which a place has half its weight in each step of fitting the line. Chosen, not tuned."""
    min_crossing_sine: float = 0.2
    """Of two sides next to one another; with less the quad stays as it was proposed. Chosen, not tuned."""

    max_proposals: int = 60
    """Quads of a picture, unless the caller asks for others. Chosen, not tuned."""
    same_rough_corners_of_size: float = 0.025
    """Of a card's size: so far apart, corners are drawn to the same edges. Chosen, not tuned."""
    same_outline_iou: float = 0.93
    """Of two outlines, of which the surer one is left. Chosen, not tuned."""
    same_outline_distance_of_size: float = 0.1
    """Between the middles of two such outlines: a quick test before the overlap. Chosen, not tuned."""
    same_outline_area_error: float = 0.12
    """Between their areas: the same. Chosen, not tuned."""

    pattern_max_difference_of_contrast: float = 0.35
    """Two places look the same if they differ by less than this part of their own contrast and ... Chosen."""
    pattern_max_difference_levels: float = 2.5
    """... so many levels of L*a*b*. Chosen, not tuned."""
    pattern_min_distance_of_size: float = 0.7
    """Between the middles of two places: what lies nearer is the same thing in another outline. Chosen, not tuned."""
    pattern_max_look_alikes: int = 1
    """Of what is no pattern: two backs may lie there, or the halves of a card. Chosen, not tuned."""


DETECTION = DetectionThresholds()
