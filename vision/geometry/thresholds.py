"""The thresholds of `vision.geometry`: when two quads are the same, and what the fit of the table plane assumes.

The names of thresholds, here and in each other `thresholds.py` of `vision`, follow one pattern: what is decided, `min`
or `max`, the quantity that is compared with the value, and its unit (`px`, `seconds`, `levels`, `rad`, `mm`, `log`,
`cosine`, `iou`, `ncc`) or, for a ratio, `of` and what it is divided by. So `lies_on_min_shared_of_lower` reads: a card
lies on another if the shared area is at least this share of the lower card. What is decided is left out where the room
decides nothing else. Without `min` or `max` a value is no limit, but a tolerance (`outline_error_px`), a size
(`search_card_length_px`) or a scale (`card_with_shadow`).

A value was chosen by hand unless its line says what it was measured on.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GeometryThresholds:
    """Logarithms are natural; the length of a card and the errors of an outline enter the fit as logarithms."""

    same_outline_min_iou: float = 0.93
    """Overlap (intersection over union) from which two quads follow one outline; the more confident one is kept.
    Measured: with 0.85 a film of a pile had a card that was not there."""
    same_position_min_iou: float = 0.85
    """Overlap from which a card is hardly moved, or two completions of a covered card are one."""
    same_card_min_iou: float = 0.6
    """Overlap from which two quads may be of one card. Tuned on quick deals and heaps, which read alike with 0.5 and
    0.7."""
    same_place_min_shared_of_smaller: float = 0.45
    """Share of the smaller of two quads from which at most one of them is a card."""
    lies_on_min_shared_of_lower: float = 0.04
    """Least share of a card's area under another card at which one lies on the other."""
    same_size_max_error_log: float = 0.16
    """Largest error of a card's sides on the plane of the table, by slant and inaccurate outlines. Tuned on heaps and
    quick deals."""
    rough_size_max_error_log: float = 0.26
    """The same before an outline is refined to edges, or of a card cut at its printed frame: a factor of 1.3."""
    min_length_of_width: float = 1.2
    """Shortest card of a pack; either side of a squarer quad may be the short one."""
    max_length_of_width: float = 2.5
    """Longest card of a pack; packs run from 1.35 to 1.95, and a slanting view stretches them."""
    supersampling_from_crop_heights: float = 1.5
    """Length of a card, in heights of its crop, from which it is sampled finer and averaged."""
    card_width_mm: float = 58.0
    """German cards are 56 mm wide, French ones 59; the scale of the table is as accurate as this."""
    slant_spread: float = 0.3
    """Standard deviation of the slope of the view in either direction: up to some thirty degrees."""
    focal_length_of_side: float = 0.85
    """Likely focal length divided by the longer side of the picture."""
    focal_length_spread_log: float = 0.25
    """Standard deviation of the focal length, from telephoto to wide angle."""
    card_length_of_width: float = 1.6
    """Likely ratio of length to width of a card; packs run from 1.35 to 1.95."""
    card_length_spread_log: float = 0.12
    """Standard deviation of that ratio: a card is likely 1.4 to 1.8 widths long."""
    known_length_spread_log: float = 0.03
    """Standard deviation of a ratio known from enrolment; a scan may have a margin, and a camera is inaccurate."""
    outline_error_px: float = 2.0
    """Usual error of the ends of a side, by rounded corners and printed frames."""
    fit_steps: int = 8
    """Gauss-Newton steps of the fit."""
    loose_usual_errors: float = 3.0
    """Error, in usual errors, at which an outline has half its weight in the fit."""


GEOMETRY = GeometryThresholds()
