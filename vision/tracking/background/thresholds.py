"""The thresholds of `vision.tracking.background`: changes, likeness to card or table, knocks, hands, and outlines.

A value was chosen by hand unless its line says how it was set.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class BackgroundThresholds:
    """Pixels are those of the map, `MAP_WIDTH` wide, unless stated otherwise; levels are those of L*a*b* in bytes.

    *Of card* scales the outline of a card about its middle, or refers to its area. A *step* is the difference above
    which two looks of a place count as different. Names begin with what they decide: change, light, likeness, knock,
    hand, size of cards, outlines.
    """

    step_of_noise: float = 6.0
    """The step divided by the median difference of two maps."""
    step_min_levels: int = 11
    """Least step."""
    step_max_levels: int = 30
    """Largest step; with more noise the camera was knocked."""

    flicker_base_of_brightness: float = 0.06
    """Largest change of a row's brightness (L* + 16) explained by a lamp. Computed: flicker by a fifth changes it by
    this much, cards that fill a row by more."""
    flicker_min_rest_of_row: float = 0.25
    """Least share of a row at rest for which its brightness is compared. With less a card beside an arm would be taken
    for flicker, see lab/results."""
    light_window_px: int = 15
    """Window within which light hardly changes, such as a shadow or the bands of a flickering lamp. Measured on films
    that load held up: when a shadow has come or gone, 7 % of its region at most differ otherwise, and 43 % at least of
    a card."""
    rest_min_of_view: float = 0.5
    """Share of the view, or of its steep places, at rest below which it tells nothing: its light is the median of the
    whole view, and no knock is reported."""
    light_min_change_of_brightness: float = 0.012
    """Least relative change of brightness that is equalised, of the view or of a band of rows. Measured: with 0 a film
    with a wandering shadow lost its gathered trick."""
    light_min_colour_levels: float = 1.5
    """Least change of a* and b* that is equalised. Measured: with 0 for both, cards under a torch counted as lifted."""
    blown_min_level: float = 247.0
    """Least L* of a place that is blown out, and counts as unchanged if it is expected to be. Without this, white cards
    under more light are changes, see lab/results."""

    likeness_steps: float = 1.5
    """Largest difference, in steps, of two looks of one object; a remembered look is older than the last scene."""
    telling_min_of_card: float = 0.05
    """Least share of a card's place, of the ring around it, or of a region, from which anything can be concluded."""
    looks_like_min_of_place: float = 0.6
    """Least share of a place that must look like the card, whose appearance is then updated, or like the table."""
    may_be_max_cosine_behind: float = 0.15
    """Largest difference to the best cosine at which a candidate may win when a doubtful card is read again."""
    inpaint_radius_px: int = 3
    """Radius around a place from which the table under a card is estimated."""
    card_with_shadow: float = 1.12
    """Scale of the outline within which a card and its shadow hide the table and the cards below, and explain a change.
    Tuned on quick deals and restless sequences."""
    card_with_hand: float = 1.35
    """Scale of the outline within which a hand that holds a card is visible beyond the card's shadow."""
    card_without_rim: float = 0.9
    """Scale of the outline within which appearances are compared."""

    steep_max_of_view: float = 0.03
    """Largest share of the view with steep gradients, where motion is visible."""
    steep_min_steps: float = 2.0
    """Least gradient of a steep place, in steps, so that a small movement is a change."""
    knock_min_of_steep: float = 0.4
    """Least share of steep places that change in a knock; arrivals, departures and hands change fewer."""
    knock_max_left_of_changed: float = 0.3
    """Largest share of changed steep places that remain after the view is moved back."""
    texture_min_of_view: float = 0.01
    """Least share of steep places on a table whose texture shows whether it moved."""
    table_max_changed_of_steep: float = 0.2
    """Largest share of changed steep places of a table that did not move."""
    points_min_hull_of_view: float = 0.06
    """Least area of the hull of the tracked points; those of a single card only show that it was moved."""
    points_min: int = 10
    """Least number of points that determine a motion."""
    points_max: int = 300
    """Most points that are tracked."""
    point_min_quality: float = 0.01
    """Least quality of a tracked corner divided by the best."""
    point_min_distance_px: float = 7.0
    """Least distance between two tracked corners."""
    point_error_px: float = 1.5
    """Largest error of a point that is tracked forward and back, and in the fit of a motion."""

    hand_margin_px: int = 9
    """Width by which what moves, a hand, or a change is dilated for its shadow and blurred rim."""

    plane_max_cards: int = 12
    """Most cards in the fit of the plane; more do not improve it, and it follows a moved camera sooner."""

    search_card_length_px: int = 200
    """Length of a card at the scale of the search; a larger scale does not improve outlines."""
    search_margin_of_width: float = 0.3
    """Margin of the region around a change, divided by the width of a card."""
    drawing_min_of_length: float = 0.6
    """Least length of a drawing divided by that of its card."""
    card_of_drawing: float = 1.12
    """Sides of a card divided by those of its drawing, roughly: the network reads it at 1.0 to 1.25 times.
    Set on a king on a white table in dim light, quick deal 90022."""
    drawing_max_of_side: float = 1.05
    """Largest size of a drawing divided by the sides of its card. Measured: with 1.12 a film of a pile had a card that
    was not there."""


BACKGROUND = BackgroundThresholds()
