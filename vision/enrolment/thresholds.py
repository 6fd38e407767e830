"""The thresholds of `vision.enrolment`, by subject; "chosen, not tuned" where no measurement of the value is on record.

Confidences are shares of an outline that have an edge below them; colours and their distances are in L*a*b*; an aspect
is the length of a card in its widths; lengths of crops are those of the crop that the network looks at.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.geometry.rectify import CROP_HEIGHT


@dataclass(frozen=True, slots=True)
class OutlineThresholds:
    """Which quads of any picture may be a card, whether it is photographed, shown or aimed at."""

    min_aspect: float = 1.25
    """A shorter quad is no card as it may look from above. Chosen, not tuned; packs run from 1.35 to 1.95."""
    max_aspect: float = 2.2
    """The same of a longer one. Chosen, not tuned."""
    min_confidence_in_view: float = 0.7
    """Outline that is taken for a card's in a view of which nothing else is known. Chosen, not tuned."""
    min_paper_distance_lab: float = 25.0
    """Distance of a card's paper from the colour along the picture's rim, at which the card lies on something.
    Chosen, not tuned."""
    min_nested_of_inner: float = 0.95
    """Share of an outline that lies in another one around it. Chosen, not tuned."""


@dataclass(frozen=True, slots=True)
class PhotographThresholds:
    """One photograph a card: which outline is the card's, and what is wrong with it."""

    # Outlines of one photograph
    max_outlines: int = 400
    """On a chequered cloth there are hundreds, and the card's is not the first. Chosen, not tuned."""
    min_confidence: float = 0.6
    """An outline that is less sure is looked at no further. Chosen, not tuned."""
    max_nested_confidence_loss: float = 0.15
    """Of two nested outlines the outer one is a card's rim, unless it is less sure by so much. Chosen, not tuned."""
    max_nested_area: float = 2.3
    """Areas of the inner outline: a card is no larger than a frame printed on it, or than one half of two. Chosen, not
    tuned."""
    padding_of_side: float = 0.04
    """Of the picture's longer side: so much table is put around it, for a card that the rim cuts to have an outline.
    Chosen, not tuned."""
    rim_of_side: float = 0.006
    """Of the picture's longer side: a corner as near to the picture's rim lies on it. With 0.012 photographs of whole
    cards were refused as cut; with 0.006 all of 44 rendered ones that are cut still are."""
    focal_of_side: float = 0.85
    """Focal length of a telephone, in longer sides of the picture; between 0.7 and 1.1 the tilt is off by a few
    degrees. Chosen, not tuned."""
    min_height_px: float = 0.75 * CROP_HEIGHT
    """A card that measures less in the photograph is too small. Chosen, not tuned."""
    max_tilt_deg: float = 36.0
    """Between the view and a look straight down: beyond it the far side of a card has too few pixels. Chosen, not
    tuned."""
    min_cut_area_of_picture: float = 0.02
    """What the picture's rim cuts and is smaller is no card. Chosen, not tuned."""

    # Colours along an outline
    inside_of_side: float = 0.01
    """How far within an outline its paper is looked at, of the card's sides. Chosen, not tuned."""
    outside_of_side: float = 0.05
    """How far beyond an outline its surroundings are looked at. Chosen, not tuned."""
    far_outside_of_side: float = 0.12
    """The same beyond the margin of a printed frame. Chosen, not tuned."""
    min_odd_distance_lab: float = 25.0
    """Distance from the paper of what is drawn on its rim or lies on it. Chosen, not tuned."""
    min_strange_hue_ab: float = 10.0
    """Distance in a* and b* from the paper of a finger that reaches across the outline. In dim photographs of a
    telephone fingers have 14 to 19, rims without one at most 3."""
    max_same_distance_lab: float = 12.0
    """Distance of the colours on both sides of an outline: with less, nothing ends there. Chosen, not tuned."""
    min_side_share: float = 0.75
    """Share of a side, or of an outline, that counts for all of it. Chosen, not tuned."""

    # A bright quad that is no card as it should be seen
    min_brighter_levels: float = 25.0
    """Lightness by which its paper is above the table on each side. Chosen, not tuned."""
    bright_inside_of_side: float = 0.02
    """How far within it its paper is looked at. Chosen, not tuned."""
    bright_outside_of_side: float = 0.1
    """How far beyond it the table is looked at. Chosen, not tuned."""
    min_bright_side_px: float = 12
    """Its shorter side, in the picture as it is searched. Chosen, not tuned."""
    min_slanted_area_of_picture: float = 0.02
    """It is a card seen at a slant if it is as large. Chosen, not tuned."""
    min_slanted_aspect: float = 1.1
    """Aspect of a small card as a slanting view shows it. Chosen, not tuned."""
    max_slanted_aspect: float = 2.5
    """The same at most. Chosen, not tuned."""

    # A second card in the picture
    max_other_overlap: float = 0.2
    """Share of the smaller outline that another card's may cover. Chosen, not tuned."""
    max_other_size_ratio: float = 2.5
    """Another card is so many times smaller or larger in area. Chosen, not tuned."""
    max_other_paper_lab: float = 28.0
    """Distance of the papers of two cards in one picture. Chosen, not tuned."""

    # A second card, of which a part lies below the first one; tuned on rendered photographs of cards on cards
    max_margin_of_card: float = 1.08
    """Lengths and widths of the upper card that its own margin may reach to. Chosen, not tuned."""
    min_visible_area_of_card: float = 0.08
    """Area of the hull of the visible part, in that of the upper card."""
    max_visible_area_of_card: float = 1.2
    """The same at most. Chosen, not tuned."""
    max_visible_side_of_card: float = 1.25
    """Longer side of the hull in lengths of the upper card, and shorter side in its widths."""
    polygon_tolerance_of_hull: float = 0.025
    """Of the perimeter of the hull, with which it is reduced to a polygon. Chosen, not tuned."""
    max_visible_corners: int = 6
    """Corners of that polygon: of a card, and where the upper one cuts it. Chosen, not tuned."""
    min_polygon_of_hull: float = 0.8
    """Area of the polygon in that of the hull: the rim of a shadow or of a flower is round."""
    min_visible_paper: float = 0.5
    """Share of the polygon's sides along which there is paper."""
    min_sharp_hull: float = 0.6
    """Share of the hull at which two colours meet."""
    max_right_angle_cosine: float = 0.34
    """Cosine of a right angle seen at a slant. Chosen, not tuned."""
    min_corner_side_of_width: float = 0.25
    """Sides of a right corner, in widths of the upper card. Chosen, not tuned."""
    max_hull_on_card: float = 0.5
    """Share of the polygon on the upper card, of a card that shows on two sides of it."""
    max_distance_of_length: float = 0.4
    """Distance of the visible part from the upper card, of whose length. Tuned together with the colour of paper."""

    # Scans or photographs
    min_lying_area_of_picture: float = 0.03
    """A card fills so much of a photograph at least. Chosen, not tuned."""
    max_lying_area_of_picture: float = 0.85
    """And no more. Chosen, not tuned."""
    large_frame_of_picture: float = 0.6
    """A frame printed on a scanned card is large from this share of its area. Chosen, not tuned."""
    max_frame_slant_deg: float = 0.7
    """A printed frame is as straight in a scan. Chosen, not tuned."""
    max_large_frame_slant_deg: float = 2.0
    """The same of a large one. Chosen, not tuned."""
    max_frame_offset: float = 0.012
    """And as near to the middle, in widths and heights. Chosen, not tuned."""
    max_large_frame_offset: float = 0.05
    """The same of a large one. Chosen, not tuned."""

    # What most photographs of the folder agree on
    sure_confidence: float = 0.85
    """An outline that is less sure and unlike those of the other cards is no card's. Chosen, not tuned."""
    aspect_step: float = 0.02
    """Steps in which the usual aspect is sought. Chosen, not tuned."""
    max_aspect_difference: float = 0.1
    """Of the usual aspect, both reckoned as seen from above. Chosen, not tuned."""
    max_slanted_aspect_difference: float = 0.4
    """The same of what is seen at too much of a slant, which also hides its shape. Chosen, not tuned."""
    max_tint_ab: float = 30.0
    """Distance along a* and b* by which the light of one picture may tint the paper of a card. Chosen, not tuned."""
    min_lightness_of_usual: float = 0.4
    """Lightness of a card's paper, of the usual: what is darker is a margin that the card lies on. Chosen on
    photographs of cards on black paper."""
    max_paper_of_usual: float = 2.5
    """Times as far as half of the cards are off: the paper of a deck with pictures up to its rim differs by itself.
    Chosen, not tuned."""
    same_card_iou: float = 0.85
    """Overlap of two outlines of one card. Chosen, not tuned."""
    min_area_of_largest: float = 0.4
    """Smaller outlines are parts of the card, or checks of a cloth. Chosen, not tuned."""
    min_cut_share: float = 0.8
    """Share of an outline that lies in that of a card which the rim cuts, of which it is a part. Chosen, not tuned."""
    min_cut_confidence: float = 0.75
    """Confidence of the outline of what the picture's rim cuts. Chosen, not tuned."""
    min_cut_steps: float = 0.5
    """Share of it at which two colours meet. Chosen, not tuned."""


@dataclass(frozen=True, slots=True)
class CropThresholds:
    """Whether an upright card can be enrolled from, and whether two are one card."""

    min_deviation: float = 8.0
    """Standard deviation of the grey levels of a face; less is plain. Chosen, not tuned."""
    fine_detail_px: float = 1.5
    """Detail of up to such a size is compared with coarser detail. Chosen, not tuned."""
    coarse_detail_px: float = 4.0
    """The coarser detail. Chosen, not tuned."""
    min_shown_fine_detail: float = 0.06
    """Share of a shown card's detail in its finest part. Edges that are soft by 1.5 px have 0.07 to 0.15, by 2.5 px
    about 0.05, whatever is drawn; those of any sharp picture more than 0.15."""
    min_photographed_fine_detail: float = 0.11
    """The same of a picture that somebody may take again; telephones and scanners reach 0.25."""
    flattest_blocks: float = 0.2
    """Share of the blocks of a crop that show the least: what varies in them is noise. Chosen, not tuned."""
    min_same_cosine: float = 0.9
    """Cosine from which two pictures may be one card. No two cards of the held-out decks reach this and the
    correlation; in rows on a rendered table pictures of one card have 0.97 and 0.95 at least, clubs and spades of one
    rank mostly less than this."""
    min_same_correlation: float = 0.93
    """Correlation from which they are, see the cosine."""
    min_same_explained: float = 0.97
    """Share of one picture that the other explains if they show one card; two photographs of one card reach 0.99, clubs
    and spades of some decks 0.95."""


@dataclass(frozen=True, slots=True)
class ShowingThresholds:
    """Cards that are shown to a camera, one by one or in rows."""

    averaged_frames: int = 3
    """So many still frames are averaged: that takes out half of the noise. Chosen, not tuned."""

    # Outlines of cards that came to lie
    min_confidence: float = 0.55
    """Outline that is taken for a card's where something changed. Chosen, not tuned."""
    min_covered: float = 0.7
    """Share of a card's place that is no bare table. Chosen, not tuned."""
    min_changed: float = 0.15
    """Share of a card's place that changed. Chosen, not tuned."""
    ring_of_card: float = 1.1
    """What lies beside a card, as far as this: a frame printed on it has paper there. Chosen, not tuned."""
    rim_ring_of_card: float = 1.35
    """The same for what reaches from a card to the rim of the view: a hand that holds it. Chosen, not tuned."""
    shape_weight: float = 2.0
    """Weight of an odd shape against confidence and coverage of an outline. Chosen, not tuned."""
    max_nested_score_loss: float = 0.15
    """Of two nested outlines the outer one is the card's, unless it is worse by so much. Chosen, not tuned."""
    max_nested_area: float = 1.4
    """Areas of the inner outline that the outer one may have. Chosen, not tuned."""
    max_unexplained: float = 0.15
    """Share of a change that may lie beside the cards that changed it: their shadows. Chosen, not tuned."""
    max_outlines: int = 120
    """Outlines that are looked at in a picture of a whole pack. Chosen, not tuned."""
    max_overlap: float = 0.1
    """Share of the smaller of two cards that another may cover. Chosen, not tuned."""

    # Sizes of cards on one table
    max_length_difference: float = 0.12
    """Cards on one table differ by this much in length. Chosen, not tuned."""
    min_area_ratio: float = 0.9
    """In area by no more than this: a card with the gap beside it is larger, a printed frame smaller. Chosen, not
    tuned."""
    min_rough_area_ratio: float = 0.85
    """The same as long as their middle size is not known. Chosen, not tuned."""
    min_cards_for_size: int = 3
    """So many cards tell how large the others of their row are. Chosen, not tuned."""
    min_cards_for_slant: int = 4
    """So many cards tell the slant of the view. Chosen, not tuned."""
    min_cards_for_aspect: int = 6
    """So many cards that lay here and there tell together how long one is, at a slant as well. Chosen, not tuned."""
    min_length_of_crop: float = 0.6
    """Of the length of the crop: a card that measures less in the picture is too small. Chosen, not tuned."""
    max_first_size_ratio: float = 1.5
    """The first card, if it lay there from the beginning, was none if the next one is so much larger or smaller in
    area. Chosen, not tuned."""

    # Parts of the view
    min_part_of_view: float = 0.0015
    """What changed less is no card. Chosen, not tuned."""
    max_changed_of_view: float = 0.5
    """If more of the view changed, the camera looks elsewhere. Chosen, not tuned."""
    min_card_of_view: float = 0.003
    """A card fills so much of the view at least. Chosen, not tuned."""
    max_card_of_view: float = 0.85
    """And no more. Chosen, not tuned."""
    rim_of_width: float = 0.008
    """Of the width of the view: nearer to the rim a side is not a card's. Chosen, not tuned."""
    min_cut_of_box: float = 0.88
    """Share of the smallest box around it that a card cut by the rim of the view fills; a hand fills less. Chosen, not
    tuned."""
    min_cut_share: float = 0.8
    """Share of what lies at the rim of the view that cards cut by it make up. Chosen, not tuned."""
    min_hidden_share: float = 0.5
    """Share of a part that lies where nobody has seen the bare table, for it to be the table. Chosen, not tuned."""
    max_changed_of_card: float = 0.5
    """A card of whose place more changed lies there no longer. Chosen, not tuned."""

    # Rows
    max_row_offset_of_height: float = 0.5
    """Of a card's height in the picture, by which the cards of a row may lie higher or lower than their neighbour.
    Chosen, not tuned."""
    min_common_direction: float = 0.8
    """It is 1 for cards that all lie alike and 0 for cards in all directions; 0.8 is thirty degrees to either side.
    Chosen, not tuned."""
    max_row_slant_deg: float = 60.0
    """Of a steeper row nobody can say which end is the left one. Chosen, not tuned."""
    max_row_cards: int = 8
    """With a finger's gap they are as wide as the view. Chosen, not tuned."""

    # When to refuse, and when a known pack fits
    min_seconds_refused: float = 1.2
    """A still picture may take so long to become sharp, or a row to become complete, before it is refused. Chosen, not
    tuned."""
    min_cards_for_pack: int = 3
    """So many cards tell whether a known pack fits. Chosen, not tuned."""


@dataclass(frozen=True, slots=True)
class AimThresholds:
    """Whether a camera is pointed well at the table."""

    min_paper_level: int = 70
    """Grey level of 255: paper that is darker is told from a table by its noise only. Chosen, not tuned."""
    blown_level: int = 250
    """Grey level from which nothing is told apart. Chosen, not tuned."""
    max_blown: float = 0.25
    """Share of the view, or of a card: with more of it blown out all is too bright, with less it is a glare. Chosen,
    not tuned."""
    min_glare_of_view: float = 0.004
    """Blown spot that hides what a card shows: about a quarter of a card. Chosen, not tuned."""
    min_length_px: float = 0.75 * CROP_HEIGHT
    """A card's length where it is seen smallest: a quarter more than a pack can be taught from. Chosen,
    not tuned."""
    min_lengths_of_view: float = 3.0
    """Lengths of a card that the shorter side of the view shows: a trick and hands that lay it. Chosen, not tuned."""
    max_size_ratio: float = 2.0
    """So many times as large as at one end of the view a card may be at the other. Chosen, not tuned."""
    min_same_length: float = 0.8
    """Of the longest, that cards measure which lie in one view. Chosen, not tuned."""
    max_cards: int = 6
    """Cards of a trick, and one more. Chosen, not tuned."""
    fine_detail_px: float = 1.5
    """Detail of up to such a size is compared with coarser detail. Chosen, not tuned."""
    coarse_detail_px: float = 4.0
    """The coarser detail. Chosen, not tuned."""
    clearest_percentile: float = 97
    """The tiles of the view that tell how sharp it is. Chosen, not tuned."""
    min_detail: float = 25.0
    """Grey levels, squared, by which a tile must stand out to tell anything. Chosen, not tuned."""
    min_fine_detail: float = 0.1
    """Share of the detail in its finest part. On rendered tables what is soft by 4 px has 0.03 to 0.05, in focus 0.14
    and more."""
    reach_of_view: float = 0.4
    """Of width and height, from the middle: how far out cards come to lie. Chosen, not tuned."""


@dataclass(frozen=True, slots=True)
class NameThresholds:
    """Whether names were swapped, and how well a pack is read."""

    rereadings: int = 3
    """Views of each card that are read again. Chosen, not tuned."""
    min_swap_gain: float = 3.2
    """Standard deviations by which two cards must be more like each other's suit and rank than like their own. Chosen,
    not tuned."""
    min_suits_and_ranks: int = 4
    """So many of each there must be for the others to tell what one is like. Chosen, not tuned."""
    very_good_share: float = 0.97
    """Share of the cards of a quiz that are named for this grade; with a wrong one it is fair at best. Chosen,
    not tuned."""
    good_share: float = 0.9
    """The same for good. Chosen, not tuned."""
    fair_share: float = 0.75
    """The same for fair. Chosen, not tuned."""


OUTLINE = OutlineThresholds()
PHOTOGRAPH = PhotographThresholds()
CROP = CropThresholds()
SHOWING = ShowingThresholds()
AIM = AimThresholds()
NAMES = NameThresholds()
