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
    assumed_card_of_view: float = 0.012
    """Area of a card assumed while its size is unknown."""
    lasting_min_seconds: float = 5.0
    """Time for which something lasts: motion without a rest is reported, and what reaches in at the rim without motion,
    such as a glass, belongs to the table."""
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

    region_whole_min_of_card: float = 0.5
    """Area from which a change is more than a piece of a drawing, and what has come to rest is read in a view that
    still moves."""
    pieces_min_hull_of_card: float = 0.3
    """Least area of the hull of the pieces of a drawing. Measured: with 0.12 a card under flickering light was missed,
    and another one counted as lifted."""
    pieces_reach_of_size: float = 0.3
    """Largest distance between such pieces, divided by the root of a card's area."""
    region_max_unexplained_of_region: float = 0.15
    """Largest share of a region outside the card that explains it: its shadow. At the rim more is a hand."""
    region_min_not_table_of_region: float = 0.4
    """Least share of a region that differs from every earlier table if something arrived there; against a much older
    table a pale card stands out less."""

    arrival_votes: int = 3
    """Settled frames that vote on a card; fewer if the scene moves again."""
    rest_awaited_max_seconds: float = 1.5
    """Time after which a rest is no longer waited for: the first scene is read although something keeps moving, and a
    card on which light moves as it looked so far. A lamp swings for some two seconds."""
    arrival_min_changed_of_place: float = 0.2
    """Least changed share of the place of a card that has arrived."""
    clear_min_cosine: float = 0.97
    """Cosine of a card within its outline from which fainter outlines are skipped, and it is not aligned. Timed."""

    reach_scale_of_card: float = 1.5
    """Scale of a card's outline at which it touches the other cards of its trick and the hand that takes it."""
    apart_min_of_size: float = 1.0
    """Least distance of a moved card from its old place, divided by the square root of its area."""
    gone_min_seconds: float = 1.0
    """Time for which a place must have shown the still table. Checked on the sequences `fidgeting` 310 and 311."""
    gather_max_seconds: float = 2.5
    """Time for which a hand over the rest of a trick delays departures, and one beside a doubtful card the doubt."""

    flicker_range_of_median: float = 3.0
    """Largest difference in brightness between rows that flicker explains, divided by the median change between two
    frames."""

    one_hand_min_confidence: float = 0.7
    """Least confidence of the seat of all rim crossings of a frame; below it two hands are in view. Tuned on quick
    deals, seeds 600 to 607."""


TRACKING = TrackingThresholds()
