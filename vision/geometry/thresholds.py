"""The tuned numbers of the room: when two quads are at one place, and what the fit of the table plane assumes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GeometryThresholds:
    """Logarithms are natural; the length of a card and the errors of an outline enter the fit as logarithms."""

    same_place_min_shared_of_smaller: float = 0.45
    """Of the smaller of two quads: with more at most one of them is a card. Chosen, not tuned."""
    max_length_of_width: float = 4.0
    """What is longer, in its widths, is refused as the outline of a card. Chosen, not tuned."""
    supersampling_from_crop_heights: float = 1.5
    """A card that is so many times as long as its crop is sampled finer and averaged. Chosen, not tuned."""
    card_width_mm: float = 58.0
    """German cards are 56 mm wide, French ones 59: the scale of the table is known as well as this."""
    slant_spread: float = 0.3
    """Standard deviation of the slope of the view in either direction: up to some thirty degrees. Chosen, not tuned."""
    focal_length_of_side: float = 0.85
    """Likely focal length, of the longer side of the picture. Chosen, not tuned."""
    focal_length_spread_log: float = 0.25
    """Its standard deviation, from tele to wide. Chosen, not tuned."""
    card_size_spread_log: float = 1.0
    """Standard deviation of the width of a card about the median of the outlines. Chosen, not tuned."""
    card_length_of_width: float = 1.6
    """Likely length of a card in its widths; packs run from 1.35 to 1.95."""
    card_length_spread_log: float = 0.12
    """Its standard deviation: a card is likely from 1.4 to 1.8 widths long."""
    known_length_spread_log: float = 0.03
    """The same of a length that enrolment told: a scan may have a margin, and a camera is off a little. Chosen."""
    outline_error_px: float = 2.0
    """By which the ends of a side are usually off: rounded corners, printed frames. Chosen, not tuned."""
    max_fit_steps: int = 8
    """Gauss-Newton steps of the fit. Chosen, not tuned."""
    first_loose_usual_errors: float = 16.0
    """Usual errors, by which an outline is off that has half the weight of a good one at the first step; half at each
    further step, so that a slanting view does not lose what lies far from its middle. Chosen, not tuned."""
    last_loose_usual_errors: float = 3.0
    """The same at the last steps. Chosen, not tuned."""
    max_fit_step: float = 0.3
    """The most by which a step changes a value of the fit. Chosen, not tuned."""
    min_fit_step: float = 1e-4
    """A step that changes the values by no more is the last. Chosen, not tuned."""
    min_inverse_depth: float = 0.1
    """Of a point: those nearer to the horizon are taken to lie there. Chosen, not tuned."""


GEOMETRY = GeometryThresholds()
