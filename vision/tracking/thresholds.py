"""The tuned numbers of the room: when to look, what has arrived or left, and how long a report waits."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TrackingThresholds:
    """*Of card* means of a card's area, *of place* of the area where it lies, *of part* of a connected change.

    Names begin with what they decide: look, part, arrival, place of two outlines, departure, report, sequence.
    """

    look_still_seconds: float = 0.1
    """Without motion, after which a place is read: one comparison at ten frames a second. Chosen, not tuned."""
    look_mature_seconds: float = 0.25
    """The same for a thorough search. Set on restless sequences: at 0.2 s a card in a hand was asked about."""
    look_first_max_seconds: float = 1.5
    """After which the first scene is read although something keeps moving. Chosen, not tuned."""
    look_min_fresh_of_card: float = 0.5
    """That must have come to rest for a look before the whole view rests. Chosen, not tuned."""
    look_min_fresh_of_view: float = 0.006
    """The same, until the size of a card is known. Chosen, not tuned."""
    unrest_min_seconds: float = 5.0
    """Motion that lasts so long without a rest is reported. Chosen, not tuned."""
    unrest_min_px: int = 12
    """Pixels of the motion gate that move together, a hundredth of a card: fewer are noise or flickering highlights.
    Chosen, not tuned."""
    unrest_closing_px: int = 15
    """Pixels of the map by which moving places are joined. Chosen, not tuned."""
    unrest_margin_px: int = 9
    """Pixels of the map by which they are dilated for their shadow and blurred rim. Chosen, not tuned."""
    hidden_max_moving_of_place: float = 0.06
    """With more motion over a card's place, the card is not read. Chosen, not tuned."""
    vote_max_moving_of_place: float = 0.08
    """With more motion over a card's place, voting on it ends. Chosen, not tuned."""

    part_min_of_card: float = 0.12
    """Smaller changes are shadows and crumbs. Chosen, not tuned."""
    part_min_of_view: float = 0.002
    """The same, until the size of a card is known. Chosen, not tuned."""
    part_whole_min_of_card: float = 0.5
    """A larger part is no mere piece of a drawing. Chosen, not tuned."""
    pieces_min_hull_of_card: float = 0.3
    """That the pieces of a drawing span. Chosen, not tuned."""
    pieces_reach_of_width: float = 0.4
    """Of a card, that such pieces lie apart at most. Chosen, not tuned."""
    part_min_mature: float = 0.8
    """Of part, that must have been still for a while before it is searched thoroughly. Chosen, not tuned."""
    part_max_unexplained: float = 0.15
    """Of part, that may lie beside the card that explains it: its shadow. Chosen, not tuned."""
    part_min_not_table: float = 0.4
    """Of part, that looks like no earlier table if anything arrived there: against a table of long ago a pale card
    shows less well. Chosen, not tuned."""
    table_piece_min_of_part: float = 0.06
    """Of a part in which the table came to light: smaller pieces of the remainder are dropped. Chosen, not tuned."""

    arrival_votes: int = 3
    """Settled frames that vote on a card; fewer if the scene moves again. Chosen, not tuned."""
    arrival_min_changed_of_place: float = 0.2
    """That must have changed. Chosen, not tuned."""
    drawing_min_changed_of_place: float = 0.05
    """The same of the first card on a table as light as itself. Chosen, not tuned."""
    stranger_min_changed_of_place: float = 0.7
    """The same of what is like no card of the pack. Chosen, not tuned."""
    covered_min_of_card: float = 0.03
    """That another card covers, so that it cannot be read as a whole. Chosen, not tuned."""
    clear_min_cosine: float = 0.97
    """Of a card within a firm outline: no fainter one shows it better. Timed."""
    same_card_min_iou: float = 0.6
    """Of two quads of one card. Chosen, not tuned."""
    same_outline_min_iou: float = 0.7
    """Of two outlines at one place that may both be the card's, cut a little differently. Timed."""
    straightened_min_iou: float = 0.85
    """Of a lying card's place and that where it is found, if it was hardly touched. Chosen, not tuned."""
    same_card_min_shared: float = 0.3
    """Of a lying card: with less, what reads the same there is a card that lay elsewhere. Chosen, not tuned."""

    printed_min_cosine: float = 0.4
    """Of the network, for a card as light as the table to lie there still: the bare table has up to 0.2, the card 0.75
    and more. Set on an ace on a white table in dim light, quick deal 70052."""
    shown_min_of_card: float = 0.06
    """Less of a card in view tells nothing. Chosen, not tuned."""
    trick_reach_of_card: float = 1.5
    """Cards of one trick touch when the outline of each is scaled so. Chosen, not tuned."""
    apart_min_of_size: float = 1.0
    """Of a card's size (the square root of its area), that it lies away from where it was. Chosen, not tuned."""
    pile_max_seconds: float = 3.0
    """After a trick was gathered, in which its cards may come to rest on a pile in view. Chosen, not tuned."""
    gone_min_seconds: float = 1.0
    """For which a place must have shown the still table, whatever moves beside it. Checked on the sequences
    `fidgeting` 310 and 311."""
    gone_min_still_of_place: float = 0.8
    """That must have been still for so long. Chosen, not tuned."""
    gather_max_seconds: float = 2.5
    """For which a hand may move over the rest of a trick before departures are reported. Chosen, not tuned."""
    gather_reach_of_card: float = 1.5
    """Scale of a card's outline: a hand that moves within may be taking the card. Chosen, not tuned."""
    card_with_shadow: float = 1.12
    """Scale of a card's outline: so much of a change a card and its shadow explain. Chosen, not tuned."""

    doubt_min_seconds: float = 0.5
    """For which a card must have lain still before a doubt about it is reported. Chosen, not tuned."""
    doubt_min_still_of_place: float = 0.9
    """That must have been still for so long. Chosen, not tuned."""
    light_min_factor: float = 1.15
    """Of the brightness of the view, that is reported as another light. Chosen, not tuned."""
    flicker_range_of_median: float = 3.0
    """By which the brightest rows differ from the darkest, in the median change between two frames. Chosen, not
    tuned."""
    first_min_area_ratio: float = 0.7
    """Of a thing in the first scene, to a card that is named there: a checked cloth has fields like cards. Chosen."""
    first_max_area_ratio: float = 1.4
    """The other bound of the same. Chosen, not tuned."""

    hold_seconds: float = 0.4
    """For which an arrival is held back while hands move: about half of what players take for a card."""
    expected_max_seconds: float = 1.2
    """For which later arrivals are held back for one that a hand has not left yet. Chosen, not tuned."""
    same_arrival_seconds: float = 0.15
    """By which two looks may date one arrival differently: a frame and a half. Chosen, not tuned."""
    pending_min_same_of_part: float = 0.7
    """That must look as before for the part to be still in view. Chosen, not tuned."""
    one_hand_min_confidence: float = 0.7
    """Of the seat of all rim crossings of a frame: below it, two hands are in view. Tuned on quick deals, seeds 600 to
    607."""
    visit_explained_seconds: float = 0.5
    """Before and after a visit, in which a sighting explains it. Chosen, not tuned."""


TRACKING = TrackingThresholds()
