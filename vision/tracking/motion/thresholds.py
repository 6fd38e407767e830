"""The tuned numbers of the room: what counts as motion, which frames date an arrival, and whose arm it was."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class MotionThresholds:
    """Pixels are those of the luminance that is averaged down by four, about 90×160; levels are grey levels, 0 to 255.

    Names begin with what they decide: rest, step (the smallest change that is motion), lamps, the history of hands,
    arms, seats.
    """

    rest_min_seconds: float = 0.25
    """Without motion anywhere, before the whole view is at rest. Chosen, not tuned."""
    rest_min_comparisons: int = 2
    """Of consecutive frames without motion, for the same. Chosen, not tuned."""
    step_of_noise: float = 6.0
    """A pixel moved if it changed by more than so many mean absolute differences of a still view (about 5 sigma).
    Chosen, not tuned."""
    step_min_levels: float = 5.0
    """A smaller change is no motion, however low the noise. Chosen, not tuned."""
    noise_min_levels: float = 0.05
    """Noise is never estimated lower: a frame that comes twice has none. Chosen, not tuned."""
    noise_growth_per_second: float = 0.2
    """By which an old, lower estimate of the noise is raised. Chosen, not tuned."""
    noise_stride_frames: int = 3
    """Between two estimates of the noise; odd, so that a camera that repeats each frame shows both kinds. Timed."""
    moved_min_px: int = 4
    """Fewer pixels that change are noise: it is not worth the time to test for a flickering lamp. Timed."""
    moving_min_of_view: float = 0.001
    """Of the view within the rim, that must move for the view to be moving. Chosen, not tuned."""
    rim_of_side: float = 0.06
    """The rim of the view, where players hold their cards: motion there is ignored. Chosen, not tuned."""
    flicker_max_of_brightness: float = 0.25
    """Relative change of a row's brightness that a flickering lamp explains. Chosen, not tuned."""
    flicker_band_rows: int = 5
    """Over so many rows the brightness of a flickering lamp hardly changes. Chosen, not tuned."""
    flicker_decay_per_frame: float = 0.95
    """By which a flicker that has ceased is forgotten. Chosen, not tuned."""
    lamp_min_of_brightness: float = 0.1
    """Relative change of the mean brightness that is a lamp switched on or off, if it lasts. Chosen, not tuned."""
    lamp_min_seconds: float = 0.4
    """For which such a change must last. Chosen, not tuned."""

    history_max_frames: int = 60
    """Frames kept, 14 KiB each; of a longer unrest every second one. Chosen for memory."""
    shown_min_share: float = 0.7
    """Of the pixels that tell a place's present look from the background: with so many of them a frame shows either.
    Chosen, not tuned."""
    dated_min_px: int = 6
    """Pixels that must tell the two looks apart for an arrival to be dated. Chosen, not tuned."""
    foreground_min_levels: float = 10.0
    """Difference from the background that is a hand, at least: twice the smallest step. Chosen, not tuned."""
    arm_max_seconds: float = 0.5
    """Between the first frame that shows a card and those that may show the arm over it. Chosen, not tuned."""
    arm_max_frames: int = 3
    """The frames nearest to that moment that count: earlier ones may show the hand before it, later ones the next.
    Chosen, not tuned."""
    throw_max_seconds: float = 0.9
    """Before a thrown card comes to rest, in which its hand was in view. Chosen, not tuned."""
    covering_min_of_place: float = 0.1
    """Of a place, that a moving thing covers if it is over it. Chosen, not tuned."""
    sleeve_closing_px: int = 7
    """Gaps that are closed in the silhouette of an arm whose sleeve is like the table. Chosen, not tuned."""

    shoulders_of_side: tuple[float, ...] = (0.2, 0.35, 0.5, 0.65, 0.8)
    """Places of shoulders along a side of the view: people lean, and use either arm. Chosen, not tuned."""
    shoulder_distance_of_width: float = 0.75
    """From the edge of the view to a shoulder, in its widths. Varied from 0.5 to 1.2, with nearly the same seats."""
    arm_half_width_of_card_width: float = 0.7
    """Of an arm. Varied from 0.5 to 1.0, with the same seats."""
    shadow_min_gain: float = 0.6
    """What a shadow leaves of the light of one lamp among others; darker places are sleeves. Chosen, not tuned."""
    shadow_weight: float = 0.3
    """Of a pixel that may be shadow, against one that cannot. Chosen, not tuned."""
    arm_min_px: float = 5.0
    """Weighted pixels of an arm outside the place that it reaches for. Chosen, not tuned."""

    entry_softness_of_view: float = 0.12
    """Distance of a rim crossing from the middle of a side that divides the likelihood of its seat by e. Chosen."""
    place_softness_of_view: float = 0.35
    """The same of a card's place. Chosen, not tuned."""
    evidence_softness: float = 0.1
    """Difference of two arms' evidence that divides the likelihood by e. Tuned on drawn scenes: of seats told at 0.95
    and above 99 % are right."""
    place_max_confidence: float = 0.5
    """Of a seat that only the card's place tells. Chosen, not tuned."""
    taker_min_confidence: float = 0.4
    """Of the seat that gathered a trick. Chosen, not tuned."""


MOTION = MotionThresholds()
