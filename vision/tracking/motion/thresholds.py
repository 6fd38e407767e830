"""The thresholds of `vision.tracking.motion`: rest and motion, lamps, the history of hands, arms and seats.

A value was chosen by hand unless its line says how it was set.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class MotionThresholds:
    """Pixels are those of the luminance averaged down by four, about 90×160; levels are grey levels, 0 to 255.

    Names begin with what they decide: rest, step (the smallest change that is motion), lamps, the history of hands,
    arms, seats.
    """

    rest_min_seconds: float = 0.25
    """Time without motion after which the whole view is at rest, and a place is searched thoroughly. Set on restless
    sequences: at 0.2 s a card in a hand was asked about."""
    step_of_noise: float = 6.0
    """Least change of a moving pixel, in mean absolute differences of a still view (about 5 sigma)."""
    step_min_levels: float = 5.0
    """Least change of a moving pixel in levels; a hand differs by twice this from the background."""
    noise_growth_per_second: float = 0.2
    """Growth of an old, lower estimate of the noise."""
    moving_min_px: int = 12
    """Least number of pixels that move, a hundredth of a card; fewer are noise or flickering highlights."""
    moved_min_px: int = 4
    """Least number of changed pixels for which a flickering lamp is tested, and of weighted pixels of an arm outside
    the place that it reaches for; fewer are noise. Timed."""
    rim_of_side: float = 0.06
    """Width of the rim of the view, where players hold their cards and motion is ignored."""
    outline_reach_px: int = 3
    """Distance from a card within which a hand that reaches for it moves; the first pixel shows the card's edge."""
    light_min_frames: int = 3
    """Frames within `hand_leaves_max_seconds` in which light moves on a card; one that is laid moves in one or two."""
    flicker_max_change_of_brightness: float = 0.25
    """Largest relative change of a row's brightness explained by a flickering lamp."""
    flicker_band_rows: int = 5
    """Rows within which the brightness of a flickering lamp hardly changes."""
    flicker_decay_per_frame: float = 0.95
    """Factor per frame with which the estimate of a flicker decays."""
    light_min_change: float = 0.15
    """Least relative change of the brightness of the view that is another light."""

    history_max_frames: int = 60
    """Most frames kept, 14 KiB each; of longer motion every second one. Chosen for memory."""
    shown_min_of_distinct_px: float = 0.7
    """Least share of the pixels distinguishing both looks of a place with which a frame shows one of them."""
    hand_leaves_max_seconds: float = 0.5
    """Time within which a hand leaves a card that it laid. Frames further from the card's first one do not show its
    arm; what moves in a card whose surroundings have been still for longer is light; then a doubt is reported, too."""
    arm_max_frames: int = 3
    """Frames next to a card's first one that are used; earlier ones may show the hand before, later ones the next."""
    throw_max_seconds: float = 0.9
    """Time before a thrown card comes to rest in which its hand was in view."""
    covering_min_of_place: float = 0.1
    """Least share of a place covered by a moving object over it. With 0 a seat of 110 turned right, and one that was
    reported at 0.999 fell to 0.886, see lab/results."""
    sleeve_closing_px: int = 7
    """Gaps closed in the silhouette of an arm whose sleeve resembles the table."""

    shoulders_of_side: tuple[float, ...] = (0.2, 0.35, 0.5, 0.65, 0.8)
    """Positions of shoulders along a side of the view; people lean and use either arm."""
    shoulder_distance_of_width: float = 0.75
    """Distance of a shoulder from the edge of the view, in its widths. Varied from 0.5 to 1.2, with nearly the same
    seats."""
    arm_half_width_of_card_width: float = 0.7
    """Half width of an arm divided by the width of a card. Varied from 0.5 to 1.0, with the same seats."""
    shadow_min_gain: float = 0.6
    """Least gain of light in the shadow of one lamp among others; darker places are sleeves."""
    shadow_weight: float = 0.3
    """Weight of a pixel that may be shadow, relative to others."""

    entry_softness_of_view: float = 0.12
    """Distance of a rim crossing from the middle of a side that divides the likelihood of its seat by e."""
    place_softness_of_view: float = 0.35
    """The same distance for a card's place."""
    evidence_softness: float = 0.1
    """Difference of two arms' evidence that divides the likelihood by e. Tuned on drawn scenes: of seats with at least
    0.95 more than 99 % are right."""
    place_max_confidence: float = 0.5
    """Largest confidence of a seat determined by the card's place alone; that of a taker needs more."""


MOTION = MotionThresholds()
