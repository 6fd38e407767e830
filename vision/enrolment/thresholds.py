"""The thresholds of `vision.enrolment`, by subject.

A value was chosen by hand unless its line says what it was measured on. A confidence is the share of an outline that
lies on edges. Colours and their distances are in L*a*b*. An aspect is the length of a card divided by its width.
Lengths of crops are px of the crop that the network reads.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.geometry.rectify import CROP_HEIGHT


@dataclass(frozen=True, slots=True)
class EnrolmentThresholds:
    """Which outlines are cards, which fault a photograph has, and whether two crops show one card.

    What was measured on photographs was measured on 266 rendered ones of 19 decks and 112 real ones.
    """

    # Outlines
    min_confidence: float = 0.6
    """Least confidence of an outline that may be a card's."""
    min_paper_distance_lab: float = 25.0
    """Least distance between the colour of a card's paper and that of a table, of a finger, or of what is drawn on its
    rim."""
    max_same_distance_lab: float = 12.0
    """Largest distance between the colours on both sides of an outline at which nothing ends there. Measured on dim
    telephone photographs: fingers differ in hue from paper by 14 to 19, rims without one by at most 3."""
    min_length_px: float = 0.75 * CROP_HEIGHT
    """Least length of a card in a photograph, and where it appears smallest in the view of an aimed camera."""
    min_area_ratio: float = 0.9
    """Least ratio of the areas of two cards in one view; a card with the gap beside it is larger, a printed frame
    smaller."""
    padding_of_side: float = 0.04
    """Width of the table added around a photograph, divided by its longer side, so that a card cut by the rim has an
    outline."""
    rim_of_side: float = 0.006
    """Distance from the rim of the picture within which a corner counts as cut, divided by the longer side. Measured on
    44 rendered photographs that are cut, which are all still refused; 0.012 refused photographs of whole cards."""
    max_tilt_deg: float = 36.0
    """Largest angle between the view and straight down; beyond it the far side of a card has too few pixels."""
    inside_of_side: float = 0.01
    """Distance inside an outline at which its paper is sampled, divided by the card's sides."""
    outside_of_side: float = 0.05
    """Distance outside an outline at which its surroundings are sampled."""
    paper_levels_ab: tuple[float, ...] = (12.0, 20.0, 30.0)
    """Distances in a* and b* within which a part has the hue of the paper. Light tints a card's paper by no more than
    the largest."""
    paper_gaps_px: tuple[int, ...] = (1, 15, 41, 121)
    """Gaps in the paper that are closed, in the picture that is searched: none, pips and pictures up to the rim."""
    min_lightness_of_usual: float = 0.4
    """Least lightness of a card's paper divided by the usual one; a darker quad is a margin on which the card lies.
    Measured on photographs of cards on black paper."""

    # The value of an outline
    min_value: float = 1.2
    """Least value of an outline that may be a card's: share along edges, plus share along which the paper ends, less
    what follows."""
    shape_weight: float = 3.0
    """Weight of the relative error of the aspect, which is corrected for perspective."""
    small_weight: float = 0.3
    """Weight of the hue of the paper, and of an object across the outline; and the difference in value up to which a
    second card is as likely as the first one."""
    size_weight: float = 0.5
    """Weight of the size of an outline relative to the largest likely one: halves of a card with two heads have better
    edges in some photographs."""
    max_aspect_difference: float = 0.1
    """Largest error of the aspect of a card of the folder, and that of an outline that hides it."""

    # Scans or photographs
    min_paper_end: float = 0.5
    """Least share of a card's outline along which the paper ends in a photograph."""
    min_lying_area_of_picture: float = 0.03
    """Least area of a card in a photograph, divided by that of the picture."""
    max_lying_area_of_picture: float = 0.85
    """Largest area of a card in a photograph, divided by that of the picture. Measured: scans of eight decks have the
    whole card as an outline, of 0.89 and more."""
    min_frame_of_picture: float = 0.5
    """Least area of a frame printed on a scanned card, divided by that of the picture: of 45 decks, smaller rectangles
    on a card are panels and pips, on few cards of a deck."""
    max_frame_slant_deg: float = 2.0
    """Largest slant of a printed frame in a scan."""
    min_lighter_than_table: float = 70.0
    """Least lightness (0 to 255) of paper above that of the table from which a level, centred card is no printed frame.
    Measured: frames in 45 decks of scans have at most 63 but for one card, cards on dark tables 75 and more."""

    # Upright cards
    min_deviation: float = 8.0
    """Least standard deviation of the grey levels of a face; a card below it is plain."""
    fine_detail_px: float = 1.5
    """Size of the finest detail, which is compared with coarser detail."""
    coarse_detail_px: float = 4.0
    """Size of the coarser detail."""
    min_shown_fine_detail: float = 0.06
    """Least share of fine detail in a card shown to a camera. Measured: edges blurred by 1.5 px have 0.07 to 0.15, by
    2.5 px about 0.05, whatever the drawing; sharp pictures have more than 0.15."""
    min_photographed_fine_detail: float = 0.15
    """Least share of fine detail in a photograph or scan, which can be taken again. Measured: blurred telephone
    photographs have at most 0.14, sharp ones at least 0.20, scans and small camera pictures at least 0.157."""
    flattest_blocks: float = 0.2
    """Share of the blocks of a crop with the least detail, whose variance is taken as noise."""
    min_same_cosine: float = 0.9
    """Least cosine of two pictures of one card. Measured: in rows on a rendered table pictures of one card have at
    least 0.97, clubs and spades of one rank mostly less than this."""
    min_same_explained: float = 0.97
    """Least share of one picture explained by another of the same card. Measured: two photographs of one card reach
    0.99, two camera pictures of each of 95 cards 0.994; clubs and spades of some decks 0.95."""
    min_swap_gain: float = 3.2
    """Standard deviations by which two cards must fit each other's suit and rank better than their own, to be reported
    as swapped."""


@dataclass(frozen=True, slots=True)
class ShowingThresholds:
    """Cards that are shown to a camera, one by one or in rows."""

    min_length_px: float = 0.6 * CROP_HEIGHT
    """Least length of a card in the view, which may be slanted."""

    # Parts of the view
    most_of_place: float = 0.5
    """Share of the view, of a card's place, or of what changed, that counts as all of it: the camera was moved, the
    card has gone, or it had hidden the table."""
    min_cut_of_box: float = 0.88
    """Least share of its smallest bounding box that a card cut by the rim fills; a hand fills less."""

    # Rows
    max_row_offset_of_height: float = 0.5
    """Largest vertical offset between neighbours in a row, divided by a card's height in the picture."""
    min_common_direction: float = 0.8
    """Least agreement of the directions of cards: 1 if they are parallel, 0 in all directions, 0.8 within thirty
    degrees to either side."""
    max_row_slant_deg: float = 60.0
    """Largest slant of a row; in a steeper one the left end is ambiguous."""


@dataclass(frozen=True, slots=True)
class AimThresholds:
    """Whether the camera points at the table well."""

    min_paper_level: int = 70
    """Grey level (0 to 255) of paper below which noise hides the difference from the table."""
    blown_level: int = 250
    """Grey level from which detail is lost."""
    max_blown_of_area: float = 0.25
    """Share of the view, or of a card, above which blown-out pixels mean too much light; a smaller spot is a glare."""
    min_glare_of_view: float = 0.004
    """Least share of the view of a spot that hides what a card shows: about a quarter of a card."""
    min_lengths_of_view: float = 3.0
    """Least length of the shorter side of the view, in lengths of a card: a trick and the hands that lay it."""
    max_size_ratio: float = 2.0
    """Largest ratio of the lengths of a card at both ends of the view."""
    clearest_percentile: float = 97
    """Percentile of the tiles of the view by which sharpness is judged."""
    min_detail: float = 25.0
    """Least variance (squared grey levels) of a tile that says anything about sharpness."""
    min_fine_detail: float = 0.1
    """Least share of fine detail. Measured on rendered tables: blurred by 4 px they have 0.03 to 0.05, in focus at
    least 0.14."""
    reach_of_view: float = 0.4
    """Distance from the middle up to which cards come to lie, divided by width and height."""


ENROLMENT = EnrolmentThresholds()
SHOWING = ShowingThresholds()
AIM = AimThresholds()
