"""The thresholds of `vision.tracking`: when a scene is read, what arrived or left, how long a sighting is held back.

A value was chosen by hand unless its line says what it was set on.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TrackingThresholds:
    """*Of card* means relative to a card's area, *of place* to the area where it lies, *of region* to that of a changed
    region.

    Names begin with what they decide: reading, motion, regions, arrival, departure, report, sequence.
    """

    read_min_still_seconds: float = 0.1
    """Time without motion after which a place is read: one comparison at ten frames a second."""
    first_scene_max_seconds: float = 1.5
    """Time after which the first scene is read although something keeps moving."""
    read_min_fresh_of_card: float = 0.5
    """Least area that has come to rest before a view that still moves is read."""
    assumed_card_of_view: float = 0.012
    """Area of a card assumed while its size is unknown."""
    long_motion_min_seconds: float = 5.0
    """Duration of motion without a rest from which it is reported."""
    motion_min_px: int = 12
    """Least number of connected moving pixels of the motion gate, a hundredth of a card; fewer are noise or flickering
    highlights."""
    motion_closing_px: int = 15
    """Size, in pixels of the map, of the gaps closed between moving places. Measured on a film in coarse pictures:
    without it the seat of one card of four is less sure."""
    max_moving_of_place: float = 0.06
    """Largest share of a card's place that may move while the card is read. Tuned on quick deals and restless
    sequences."""
    min_still_of_place: float = 0.8
    """Least share of a place or of a changed region that has been still for long enough. Tuned on the same."""

    other_deck_min_cards: int = 3
    """Number of different card-shaped things like none of the pack from which another deck lies there."""
    other_deck_arrivals: int = 5
    """Number of the last arrivals among which they are; so a court of another print now and then is no other deck."""
    foreign_max_correlation: float = 0.8
    """Largest correlation of the scores of two things that differ."""

    region_min_of_card: float = 0.12
    """Least area of a change; smaller ones are shadows and crumbs."""
    region_whole_min_of_card: float = 0.5
    """Area from which a change is more than a piece of a drawing."""
    pieces_min_hull_of_card: float = 0.3
    """Least area of the hull of the pieces of a drawing."""
    pieces_reach_of_size: float = 0.3
    """Largest distance between such pieces, divided by the root of a card's area."""
    region_max_unexplained_of_region: float = 0.15
    """Largest share of a region outside the card that explains it: its shadow."""
    region_min_not_table_of_region: float = 0.4
    """Least share of a region that differs from every earlier table if something arrived there; against a much older
    table a pale card stands out less."""
    table_piece_min_of_region: float = 0.06
    """Least size of the pieces that remain of a region where the table became visible. Timed: with 0 sequences take up
    to half as long again."""

    arrival_votes: int = 3
    """Settled frames that vote on a card; fewer if the scene moves again."""
    gleaming_max_seconds: float = 1.5
    """Time for which votes on a card on which light moves are collected: a lamp swings for some two seconds."""
    arrival_min_changed_of_place: float = 0.2
    """Least changed share of the place of a card that has arrived."""
    drawing_min_changed_of_place: float = 0.05
    """The same share for the first card on a table as bright as itself."""
    clear_min_cosine: float = 0.97
    """Cosine of a card within its outline from which fainter outlines are skipped, and it is not aligned. Timed."""

    visible_min_of_card: float = 0.06
    """Least visible share of a card from which anything can be concluded."""
    reach_scale_of_card: float = 1.5
    """Scale of a card's outline at which it touches the other cards of its trick and the hand that takes it."""
    apart_min_of_size: float = 1.0
    """Least distance of a moved card from its old place, divided by the square root of its area."""
    gone_min_seconds: float = 1.0
    """Time for which a place must have shown the still table. Checked on the sequences `fidgeting` 310 and 311."""
    gather_max_seconds: float = 2.5
    """Time for which a hand over the rest of a trick delays departures, and one beside a doubtful card the doubt."""

    object_min_seconds: float = 5.0
    """Time without motion after which what reaches in at the rim, such as a glass, belongs to the table."""
    doubt_min_seconds: float = 0.5
    """Time for which a card must have been still before a doubt about it is reported."""
    light_min_factor: float = 1.15
    """Factor of the brightness of the view from which a change of light is reported."""
    flicker_range_of_median: float = 3.0
    """Largest difference in brightness between rows that flicker explains, divided by the median change between two
    frames."""

    one_hand_min_confidence: float = 0.7
    """Least confidence of the seat of all rim crossings of a frame; below it two hands are in view. Tuned on quick
    deals, seeds 600 to 607."""


TRACKING = TrackingThresholds()
