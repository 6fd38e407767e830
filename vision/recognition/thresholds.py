"""The thresholds of `vision.recognition`: how the kept pictures of a card are compared with a crop.

A value was chosen by hand unless its line says what it was set on. The least cosines at which a card is named are
measured in training and stored with the network (`near`, `apart`, `foreign`, see `naming.Thresholds`).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RecognitionThresholds:
    """How similar a crop is to a card is measured in four ways, and no threshold of one holds for another:

    * the *cosine* of the network's embeddings names a card, in other light and print as well;
    * `ncc`, the normalised cross-correlation of `correlation.ComparedCrop`, tells whether its pixels are those of the
      kept picture: `min_ncc` at all, `placed_min_ncc` at this place, `exact_min_ncc` in this print, `settled_min_ncc`
      to the pixel. These four are the only ones; `vision.scene` compares correlations of one picture with each other;
    * the correlation of *thumbnails* (`thumbnail_match`), of a sixth of the size, selects what is read at all;
    * the share *explained* (`correlation.explained`) fits the light as well and tells cards that were left out of the
      pack; its threshold is calibrated for each deck (`acceptance`).

    `ecc` is the alignment of `ecc_alignment`, whose correlation is only maximised and never compared with a threshold.
    Px of a crop are those of 96×144; *compared* px are half of them. *Heaps* are rendered and photographed stacks of
    cards.
    """

    max_candidates: int = 4
    """Most candidates of a reading."""
    look_alike_min_cosine: float = 0.75
    """Least cosine of two cards that are reported as look-alikes."""

    min_ncc: float = 0.4
    """Least correlation with a kept picture; the same card of another print hardly ever has less, a card that is not in
    the pack mostly has. Set on such cards and on other prints."""
    exact_min_ncc: float = 0.9
    """Least correlation of a card of the print that was enrolled."""
    placed_min_ncc: float = 0.85
    """Least correlation at which a picture determines a place, or that its card lies on another; a mostly white ace
    correlates with many. Set on photographs of led cards."""
    settled_min_ncc: float = 0.95
    """Correlation from which a place needs no alignment; at its printed frame a card correlates less."""
    rival_max_ncc_behind: float = 0.01
    """Largest difference by which a card may correlate less than another one and still be named, or dispute its name.
    Set on heaps."""
    rival_max_cosine_behind: float = 0.05
    """Largest difference to the best cosine at which a candidate may be the card. Set on heaps."""
    max_projection_error: float = 0.5
    """Largest error of the projection on the difference of two cards, which is 1 for the right one and anything for a
    third card. Set on heaps."""
    min_difference_of_residual: float = 0.08
    """Least `Projection.difference` of two cards, divided by the residual to the nearer one; with less they look the
    same in the visible part. Set on 777 doubtful cards under one or two others (free and drawn decks): with 0.06 and
    more none of them was named wrongly."""
    covered_size_max_error_log: float = 0.06
    """Largest size error of a covered card relative to the others. Set on heaps."""
    stored_inset_of_side: float = 0.01
    """Share of a card's sides that the most typical view of a kept picture leaves out; and standard deviation of the
    corners of a view by which a deck is calibrated."""

    ncc_blur_px: float = 2.0
    """Blur of kept picture and crop before correlation, in px of a crop, as soft as cards usually are and a downscaled
    picture is."""
    ncc_search_px: int = 4
    """Largest shift in compared px, for inaccurate corners."""
    ncc_min_contrast_levels: float = 0.5
    """Least contrast of the visible part; OpenCV returns a perfect correlation for a uniform one."""

    ecc_margin_of_side: float = 0.3
    """Width of the surroundings that are aligned as well, divided by a card's sides."""
    ecc_rim_px: int = 8
    """Width of the rim of a picture that is left out, in px of a crop; it is blurred like the table beside a card,
    which would shrink the result."""
    ecc_blur_px: float = 1.5
    """Blur of picture and crop, in px of a crop. Measured: with 2, as before a correlation, two cards of 76 heaps lost
    their names."""
    ecc_coarse_scale: float = 0.5
    """Scale at which the pictures are aligned first."""
    ecc_max_steps: tuple[int, int] = (40, 30)
    """Iterations at the coarse scale and at full size."""
    ecc_filter_px: tuple[int, int] = (9, 5)
    """Gaussian filter size before gradients, at the coarse scale and at full size."""
    ecc_min_gain: float = 1e-4
    """Gain of the correlation below which the iteration ends."""

    keypoint_side_px: int = 720
    """Longer side of the picture in which keypoints are searched; cards of 60 px have enough of them."""
    keypoint_min_contrast: float = 0.02
    """Least contrast of a keypoint; blurred and dim pictures have less than scans."""
    keypoints_of_card: int = 160
    """Most keypoints of a kept picture, those with the highest response."""
    keypoint_max_matches: int = 5
    """Most matches of a keypoint, as many cards share pips and letters."""
    keypoint_min_cosine: float = 0.86
    """Least cosine of two descriptors; 97 % of the keypoints of cards in heaps have more, and less than half of all
    others."""
    keypoint_max_matches_of_card: int = 300
    """Most matches of a card, the best ones; all pairs of them are compared."""
    pose_max_distance_of_length: float = 0.12
    """Largest distance between the centres of a card by matches of one pose, divided by its length."""
    pose_max_turn_rad: float = 0.3
    """Largest difference in rotation between matches of one pose."""
    pose_max_size_error_log: float = 0.35
    """Largest difference in scale between matches of one pose."""
    pose_min_keypoints: int = 5
    """Least number of keypoints that agree on a pose."""
    pose_max_residual_px: float = 5.0
    """Largest residual of a keypoint in the fit."""
    max_poses_of_card: int = 4
    """Most poses of a card: drawn twice, it matches itself in two ways, and its look-alikes."""

    enrolment_insets_of_side: tuple[float, ...] = (-0.01, 0.0, 0.02, 0.04)
    """Shares by which the enrolled views of a card are cropped, as later corners are inaccurate."""

    name_probability_weights: tuple[float, float, float, float] = (-2.7, 1.65, 0.5, 1.0)
    """Constant, and weights of nearness, distance and visible share in the logit of the probability that a name is
    right, see `name_evidence`. Fitted on 863 names of whole and of partly covered cards, on decks that are not used in
    training, and checked on the other half of the decks with weights fitted on one: no name at 0.997 and more was
    wrong. The command `lab.benchmarks.accuracy.name_probability` fits and checks them."""
    named_min_probability: float = 0.7
    """Least probability of a name on the table; below it the table is asked. Set on ten rendered films in dim light,
    under lamps and out of focus, and on a real film of a webcam: their 90 true names had 0.96 and more, white cards on
    a white table in dim light less than 0.9, a ten that its outline cut to an eight 0.52."""

    calibration_views: int = 6
    """Augmented views of each card for which the threshold of a pack is measured."""
    calibration_max_compared: int = 48
    """Views compared by pixels, of cards in the pack and of cards left out each: those with the worst cosines. Timed at
    some ten milliseconds each."""
    calibration_max_wrong_of_views: float = 0.005
    """Largest share of views on the wrong side of the threshold, of cards left out and of cards in the pack."""
    calibration_gains: tuple[float, float] = (0.35, 1.05)
    """Range of its brightness relative to the kept picture."""
    calibration_max_shade_of_light: float = 0.3
    """Largest loss of light from one side of it to the other."""
    calibration_max_loss_of_blue: float = 0.5
    """Largest loss of blue light."""
    calibration_blurs_px: tuple[float, float] = (0.3, 1.6)
    """Range of its blur, in px of a crop; the largest is that of one further enrolled view, for cards out of focus."""
    calibration_noise_levels: tuple[float, float] = (1.0, 8.0)
    """Range of the standard deviation of its noise."""


RECOGNITION = RecognitionThresholds()
