"""The tuned numbers of the room: what changed, what looks like a card or the table, knocks, hands, and proposals."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class BackgroundThresholds:
    """Pixels are those of the map, `MAP_WIDTH` wide, if nothing else is said; levels are those of L*a*b* in bytes.

    *Of card* scales the outline of a card about its middle, or means of its area. A *step* is the difference above
    which two looks of a place count as different. Names begin with what they decide: change, light, likeness, knock,
    hand, size of cards, proposals.
    """

    step_of_noise: float = 6.0
    """The step, in the median difference of two maps. Chosen, not tuned."""
    step_min_levels: int = 11
    """The step, at least. Chosen, not tuned."""
    step_max_levels: int = 30
    """The step, at most: with more noise the camera was knocked. Chosen, not tuned."""
    pieces_min_hull_of_area: float = 1.15
    """Area of the hull of several pieces of a change, in theirs: with less they are one piece. Chosen, not tuned."""

    flicker_min_of_brightness: float = 0.06
    """Change of a row's brightness (L* + 16) that a lamp explains: flicker by a fifth makes so much, cards that fill a
    row more. Computed, not tuned."""
    flicker_min_rest_of_row: float = 0.25
    """Share of a row that must be at rest for its brightness to be compared. Chosen, not tuned."""
    flicker_band_rows: int = 15
    """Over so many rows the brightness of a flickering lamp hardly changes. Chosen, not tuned."""
    light_min_rest_of_view: float = 0.5
    """With less of the view at rest, the median over all of it tells its light better. Chosen, not tuned."""
    light_min_change: float = 0.012
    """Relative change of brightness below which nothing is equalised. Chosen, not tuned."""
    light_min_colour_levels: float = 1.5
    """The same of a* and b*. Chosen, not tuned."""
    blown_min_level: int = 250
    """Of L*: a place so bright may be blown out ... Chosen, not tuned."""
    blown_min_expected_level: float = 245.0
    """... if the light explains so much; then it counts as unchanged. Chosen, not tuned."""

    likeness_steps: float = 1.5
    """By which two looks of the same thing may differ: one that is remembered is older than the last scene. Chosen."""
    distinct_min_of_card: float = 0.04
    """Of a card, that must differ from the table for the rest of it to be left out. Chosen, not tuned."""
    refresh_min_likeness: float = 0.9
    """Share of a card that must look as it did, for its look to be replaced by the new one. Chosen, not tuned."""
    nearer_min_steps: float = 1 / 3
    """By which a look is nearer to one of two that are both within a step. Set on dim tricks."""
    looks_like_min_share: float = 0.6
    """Of a place, that must look like the card, or like the table. Chosen, not tuned."""
    may_be_max_cosine_behind: float = 0.15
    """A candidate that is behind by no more may come first when a doubtful card is read again. Chosen, not tuned."""
    inpaint_radius_px: int = 3
    """About a place that say how the table goes on under a card. Chosen, not tuned."""
    card_with_shadow: float = 1.1
    """Of card: how far it and its shadow hide the table, and explain a change. Chosen, not tuned."""
    card_on_top: float = 1.08
    """Of card: how far one hides those below it. Chosen, not tuned."""
    card_without_rim: float = 0.9
    """Of card: the part whose look is compared. Chosen, not tuned."""

    steep_max_of_view: float = 0.03
    """The steepest part of the view: motion shows there. Chosen, not tuned."""
    steep_min_steps: float = 2.0
    """Gradient of a steep place, so that a small movement makes a change. Chosen, not tuned."""
    steep_min_px: int = 30
    """Steep places that tell anything. Chosen, not tuned."""
    knock_min_of_steep: float = 0.4
    """Of the steep places, that change in a knock: arrivals, departures and hands change fewer. Chosen, not tuned."""
    knock_min_at_rest_of_steep: float = 0.5
    """Of the steep places, that must be at rest for a knock to be reported. Chosen, not tuned."""
    knock_max_left: float = 0.3
    """Of the changed steep places, that may be left once the view is moved back. Chosen, not tuned."""
    knock_surely_left: float = 0.5
    """Of what may be left: with less of it no other motion is tried. Chosen, not tuned."""
    texture_min_of_view: float = 0.01
    """That is steep on a table whose texture tells whether it moved. Chosen, not tuned."""
    table_max_changed_of_steep: float = 0.2
    """Of the steep places of the table, that change if it stayed. Chosen, not tuned."""
    points_min_hull_of_view: float = 0.06
    """That the tracked points span: those of one card alone rather tell that it was pushed. Chosen, not tuned."""
    points_min: int = 10
    """That tell a motion. Chosen, not tuned."""
    points_max: int = 300
    """That are tracked. Chosen, not tuned."""
    point_min_quality: float = 0.01
    """Of a tracked corner, in that of the best. Chosen, not tuned."""
    point_min_distance_px: float = 7.0
    """Between two tracked corners. Chosen, not tuned."""
    point_max_return_px: float = 1.0
    """By which a point may miss its start when it is tracked back. Chosen, not tuned."""
    similarity_error_px: float = 2.5
    """By which a tracked point may miss a similarity. Chosen, not tuned."""
    similarity_max_scale: float = 1.5
    """By which a knock enlarges the view, or makes it smaller. Chosen, not tuned."""
    homography_reach_px: float = 7.5
    """From a similarity, within which points are used for the homography. Chosen, not tuned."""
    homography_error_px: float = 1.5
    """By which a tracked point may miss a homography. Chosen, not tuned."""

    hand_min_unexplained: float = 0.25
    """Of a change at the rim, that no card explains: then a hand reaches in. Chosen, not tuned."""
    hand_margin_px: int = 9
    """By which a hand, or a change, is dilated for what is near it. Chosen, not tuned."""
    held_ring_inner: float = 1.14
    """Of card: the surroundings in which a hand holds it begin beyond its shadow. Chosen, not tuned."""
    held_ring_outer: float = 1.35
    """Of card: where these surroundings end. Chosen, not tuned."""
    held_min_of_ring: float = 0.04
    """Of them, that a hand covers while it holds the card. Chosen, not tuned."""
    object_min_looks: int = 3
    """After so many looks that show it without motion, what reaches in belongs to the table. Chosen, not tuned."""
    object_min_seconds: float = 3.0
    """The time that these looks take. Chosen, not tuned."""
    object_min_of_hands: float = 0.9
    """With so much of what reaches in at rest, the remainder, such as its shadow, is as well. Chosen, not tuned."""

    size_max_error: float = 0.16
    """By which the sides of a card may differ from those of the others, by the slant of the view and the error of an
    outline. Chosen, not tuned."""
    rough_size_max_error: float = 0.3
    """The same of an outline before it is drawn to the edges. Chosen, not tuned."""
    known_size_max_error: float = 0.02
    """A card that fits the plane so well teaches it nothing. Timed."""
    plane_max_cards: int = 12
    """So many cards tell the plane of the table as well as more, and a moved camera is soon followed. Chosen."""
    proved_min_cards: int = 4
    """So many cards agree only if no half of one has misled. Chosen, not tuned."""
    first_max_tilt_degrees: float = 30.0
    """A first outline that would need a steeper view is taken only where nothing else explains the change: the half of
    a card does. Chosen, not tuned."""
    first_size_error_log: float = 0.04
    """By which the sides of a first outline may differ from those of a card on the plane that it tells. Chosen."""

    search_card_length_px: int = 200
    """Of a card in the region that is searched: more tells nothing about an outline. Chosen, not tuned."""
    search_unknown_length_of_region: float = 0.7
    """Of a card in the region, as long as the size of cards is not known. Chosen, not tuned."""
    search_margin_of_width: float = 0.3
    """Of a card, by which the region reaches beyond a change. Chosen, not tuned."""
    search_margin_of_change: float = 0.2
    """The same of the change, as long as the size of cards is not known. Chosen, not tuned."""
    same_outline_min_iou: float = 0.95
    """Of two outlines, of which the surer one is left. Chosen, not tuned."""
    drawing_confidence: float = 0.1
    """Of an outline around a drawing, that no edge confirms: every other goes before it. Chosen, not tuned."""
    drawing_min_of_length: float = 0.6
    """Of a card, that its drawing is long. Chosen, not tuned."""
    drawing_max_of_side: float = 1.05
    """Of a card's sides, that its drawing takes up. Chosen, not tuned."""
    pattern_min_outlines: int = 30
    """Whole outlines in a picture: so many are the pattern of a table. Timed: those between them take seconds."""


BACKGROUND = BackgroundThresholds()
