"""The tuned numbers of the room: when a card is named, and how its kept pictures are compared with what is seen.

The least cosines to name a card stand in the notes of the network: training measures them (`near`, `apart`, `foreign`).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RecognitionThresholds:
    """`ncc` is the normalised cross-correlation of `correlation.masked_ncc`, `ecc` the alignment of `ecc_alignment`.

    Px of a crop are those of 96×144; *compared* px are half of them.
    """

    max_candidates: int = 4
    """Of a reading. Chosen, not tuned."""
    seen_elsewhere_cosine: float = 0.15
    """That a card loses which has surely been seen elsewhere: enough to decide between look-alikes, too little to hide
    the same card if it turns up twice. Chosen, not tuned."""
    look_alike_min_cosine: float = 0.75
    """Of two cards that a person is told of as look-alikes. Chosen, not tuned."""
    min_length_of_width: float = 1.1
    """Shortest card of a pack; packs run from 1.35 to 1.95."""
    max_length_of_width: float = 2.5
    """Longest card of a pack."""
    whole_min_shown: float = 0.95
    """With so much of it showing, a card is read as a whole. Chosen, not tuned."""

    min_ncc: float = 0.4
    """With a kept picture: the same card in another print is hardly ever less alike, a stranger mostly is. Set on
    strangers and other prints."""
    exact_min_ncc: float = 0.9
    """Of a card that lies there, in the print that was enrolled. Chosen, not tuned."""
    placed_min_ncc: float = 0.85
    """With less, a picture tells no place: of a mostly white ace it is like many. Set on photographs of led cards."""
    settled_min_ncc: float = 0.95
    """No other place can be told from this one; at its printed frame a card is less like its picture. Chosen."""
    rival_max_ncc_behind: float = 0.01
    """A card that is less like its picture by more than another is like its own is that other one. Set on heaps."""
    rival_max_cosine_behind: float = 0.05
    """A candidate that is behind by no more may be the card. Set on heaps."""
    max_projection_error: float = 0.5
    """By which the projection on the difference of two cards may be off 1, where it is just the one; that of a third
    card may be anything. Set on heaps."""
    min_difference_of_residual: float = 0.25
    """Of two cards, in what the crop differs from the nearer one: with less they look the same where they show. Set on
    heaps."""
    covered_size_error_log: float = 0.06
    """By which the sides of a covered card may differ from those of the others. Set on heaps."""
    aligned_min_iou: float = 0.5
    """Of the outline and where the picture was laid: with less it was laid on something else. Chosen, not tuned."""
    kept_inset_of_side: float = 0.01
    """Of a card, that the view of a kept picture leaves away which is most like all others. Chosen, not tuned."""

    ncc_blur_px: float = 2.0
    """Of a crop: picture and sight are made as soft as a card is often met. Chosen, not tuned."""
    ncc_search_px: int = 4
    """Compared px, by which corners may be off. Chosen, not tuned."""
    ncc_min_shown: float = 0.02
    """Of a crop; less of it tells nothing. Chosen, not tuned."""
    ncc_min_contrast_levels: float = 0.5
    """By which what shows must differ; OpenCV takes what is of one colour for like everything. Chosen, not tuned."""

    ecc_margin_of_side: float = 0.3
    """Of a card's sides: so much beside the quad is looked at. Chosen, not tuned."""
    ecc_rim_px: int = 8
    """Of a crop: at its rim a picture is as blurred as the table beside a card, and would shrink away from it.
    Chosen, not tuned."""
    ecc_blur_px: float = 1.5
    """Of a crop, of picture and sight alike. Chosen, not tuned."""
    ecc_coarse_scale: float = 0.5
    """Size at which the picture is laid first. Chosen, not tuned."""
    ecc_max_steps: tuple[int, int] = (40, 30)
    """At that size, and at full size. Chosen, not tuned."""
    ecc_filter_px: tuple[int, int] = (9, 5)
    """Of the blur before gradients, at that size, and at full size. Chosen, not tuned."""
    ecc_min_gain: float = 1e-4
    """Of the correlation: a step that gains less is the last. Chosen, not tuned."""

    thumbnail_blur_px: float = 2.0
    """Of a crop, by which kept pictures are as soft as the shrunken picture. Chosen, not tuned."""
    thumbnail_min_pixel_shown: float = 0.5
    """Of a tiny pixel, so that it counts. Chosen, not tuned."""
    thumbnail_min_shown: float = 0.08
    """Of a card: less of it tells nothing. Chosen, not tuned."""

    keypoint_side_px: int = 720
    """The longer side of the picture in which points are sought: they are found on a card of 60 px as well."""
    keypoint_min_free_px: int = 256
    """Of a tile of the picture: an eighth of a card of 60 px, which is as little as is read of one."""
    keypoint_min_contrast: float = 0.02
    """Of a point; blur and dim light leave less than a scan has. Chosen, not tuned."""
    keypoints_of_card: int = 160
    """The clearest points of a kept picture. Chosen, not tuned."""
    keypoint_max_matches: int = 5
    """Points of kept pictures that a point may be: pips and letters are drawn on many cards. Chosen, not tuned."""
    keypoint_min_cosine: float = 0.86
    """Of two descriptors: 97 % of the points of cards in heaps have more, and less than half of all others."""
    keypoint_max_matches_of_card: int = 300
    """The most alike ones; each is held against every other. Chosen, not tuned."""
    keypoint_min_scale: float = 0.4
    """From a kept picture to the picture. Chosen, not tuned."""
    keypoint_max_scale: float = 5.0
    """The same. Chosen, not tuned."""
    pose_max_distance_of_length: float = 0.12
    """Of a card's length, that matches differ in where its middle is, if they say the same. Chosen, not tuned."""
    pose_max_turn_rad: float = 0.3
    """In how it is turned. Chosen, not tuned."""
    pose_max_size_error_log: float = 0.35
    """In how large it is. Chosen, not tuned."""
    pose_min_keypoints: int = 5
    """That must agree on a place of a card. Chosen, not tuned."""
    pose_max_residual_px: float = 5.0
    """By which a point may be off. Chosen, not tuned."""
    max_poses_of_card: int = 4
    """Drawn twice, once upside down, a card agrees with itself in two ways, and with its look-alikes."""
    max_poses: int = 24
    """In a picture. Chosen, not tuned."""
    pose_max_stretch: float = 2.2
    """Of length to width, by the slant of the view. Chosen, not tuned."""

    enrolment_insets_of_side: tuple[float, ...] = (-0.01, 0.0, 0.02, 0.04)
    """A card is enrolled by views cut so much narrower: corners are a little off later. Chosen, not tuned."""
    enrolment_blur_px: float = 1.6
    """Of a crop, of one further view: a card is often met out of focus. Chosen, not tuned."""

    calibration_views: int = 6
    """Of each card, at which its pack's own threshold is measured. Chosen, not tuned."""
    calibration_max_compared: int = 48
    """Views that are compared by pixels, of own cards and of cards left out each, those that the cosine finds worst.
    Timed: each takes some ten milliseconds."""
    calibration_max_beyond: float = 0.005
    """Share of the views of cards left out that may be less doubtful, and of own cards that may be more so. Chosen."""
    calibration_corner_error_of_length: float = 0.01
    """Standard deviation of a corner of such a view. Chosen, not tuned."""
    calibration_gains: tuple[float, float] = (0.35, 1.05)
    """Between which its light lies, of that of the kept picture. Chosen, not tuned."""
    calibration_max_shade: float = 0.3
    """How much less light there may be at one side of it than at the other. Chosen, not tuned."""
    calibration_max_blue_loss: float = 0.5
    """How much less blue its light may be. Chosen, not tuned."""
    calibration_blurs_px: tuple[float, float] = (0.3, 1.6)
    """Of the crop. Chosen, not tuned."""
    calibration_noise_levels: tuple[float, float] = (1.0, 8.0)
    """Standard deviation of its noise. Chosen, not tuned."""


RECOGNITION = RecognitionThresholds()
