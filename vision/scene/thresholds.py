"""The tuned numbers of the room: which outlines are cards, which cards a heap may hold, and which lies on which."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SceneThresholds:
    """*Of size* means of the square root of a card's area; the *rating* of an outline is that of `thumbnail_match`.

    Logarithms are natural. `ncc` is the normalised cross-correlation with kept pictures.
    """

    thing_min_edge_share: float = 0.8
    """Of an outline: with so much of it on edges, it is that of a thing. Chosen, not tuned."""
    loose_max_edge_share: float = 0.55
    """Of an outline: with less of it on edges, two sides may be guesses. Chosen, not tuned."""
    squarish_max_length_of_width: float = 1.2
    """A quad no longer than so many widths may be a card at a slant: both ways round are read. Chosen, not tuned."""
    min_thumbnail_ncc: float = 0.25
    """With the most alike card: what is less alike is not read. A card whose outline is a little off has more. Set on
    heaps."""
    frame_margin_of_size: float = 0.025
    """Between the rim of a card and its printed frame. Chosen, not tuned."""
    frame_min_area: float = 0.5
    """Of the card, that its printed frame encloses. Chosen, not tuned."""
    part_max_area: float = 0.7
    """Of a card: what lies within it and is larger is no part of its drawing. Chosen, not tuned."""
    within_min_shared: float = 0.9
    """Of an outline (of the smaller, if either may be the card), that shares so much with a card: it is that card, its
    frame or a part of its drawing. Chosen, not tuned."""

    plane_min_cards: int = 3
    """With fewer named cards the best of them tells the size, not the plane. Chosen, not tuned."""
    same_size_max_area_ratio: float = 2.0
    """The cards of a slanting view differ in area by less, as long as its slant is not known. Chosen, not tuned."""
    same_size_max_side_ratio: float = 1.3
    """On the plane of the table the sides of a card are off by less: it may be cut at its printed frame. Chosen."""
    same_size_max_shape_ratio: float = 1.15
    """There its length to width is off by less: a frame cuts both sides, what lies on a card only one. Chosen."""
    outline_size_error_log: float = 0.1
    """By which the sides of an outline beside cards may differ from a card's, be it like one or not. Set on heaps."""
    card_size_error_log: float = 0.15
    """The same of a card, if it is not just like its picture. Set on heaps."""
    thing_max_area_ratio: float = 1.4
    """Of a thing on a doubtful card, to that card. Chosen, not tuned."""

    min_visible: float = 0.12
    """Of a card that is sought under others. Chosen, not tuned."""
    same_card_min_iou: float = 0.85
    """Completions that overlap so far say the same. Chosen, not tuned."""
    max_rivals: int = 2
    """Completions at the place of another. Chosen, not tuned."""
    max_completions: int = 6
    """That are tried beside the cards on top. Chosen, not tuned."""
    corner_max_distance_of_size: float = 2.0
    """From the middle of a card to the corners of another that touches it. Chosen, not tuned."""
    edge_reach_of_size: float = 0.04
    """Within which the edges of a completion are looked for. Chosen, not tuned."""
    doubtful_keypoints: int = 12
    """Of a card's drawing, of which a look-alike may have as many: with so many it is as likely as not. Set
    on heaps."""
    top_rim_of_size: float = 0.03
    """So far a card on top goes on for the search, by its shadow or its frame. Chosen, not tuned."""
    cover_rim_of_size: float = 0.02
    """The same for reading what lies under it. Chosen, not tuned."""

    max_layers: int = 8
    """Of cards on one another. Chosen, not tuned."""
    size_min_visible: float = 0.7
    """Of a card: with more of it in view its own picture tells its size. Set on heaps."""
    top_min_ncc_of_best: float = 0.75
    """Of a card on top, in that of the card on top that is most like its picture. Set on heaps."""
    named_min_rating: float = 0.3
    """What is named in a less likely outline has been another card that lies a little aside. Set on heaps."""
    read_min_rating: float = 0.15
    """Less likely outlines were no cards in the heaps it was set on, at a quarter of a second each."""
    asked_min_cosine: float = 0.9
    """What is less like any card, and shows too little of one to be near, is none; cards mostly have 0.95. Set on
    heaps."""
    max_glimpsed_cards: int = 6
    """That what shows may be of, by a glance, which had the right one first in every heap looked at."""
    max_aligned_cards: int = 4
    """Of these, whose pictures are laid on what shows. Set on heaps."""
    aligned_max_ncc_behind: float = 0.1
    """A card that is less like its picture by more than the best, where both are laid, does not lie there. Set on
    heaps."""

    laps_min_shared: float = 0.04
    """Of a card's area: of two cards that share more, one lies on the other. Chosen, not tuned."""
    reread_min_visible_change: float = 0.05
    """Of a card: if hardly less or more of it shows than was thought, it need not be read again. Chosen, not tuned."""

    border_reach_of_size: float = 0.16
    """So far the border of a card or its shadow may go on. Set on the photographs of `animano_berlin`, as the others
    of a border."""
    border_white_percentile: float = 90.0
    """Of the lightness of a card, that is its white, and of what lies beyond a place of its side."""
    border_min_white: float = 0.55
    """Of the white of the card on top: what is lighter may be a card below."""
    border_max_lightness: float = 0.5
    """Of what lies beyond it: the border is darker."""
    border_min_places: int = 10
    """Of a side, at which a card below must show."""
    border_min_share: float = 0.8
    """Of these places, at which the border must end within ..."""
    border_line_error_of_reach: float = 0.19
    """... so much of the reach about a line."""
    border_min_place_distance: float = 0.1
    """Of a side, between two places that tell the slope of that line."""
    border_min_of_reach: float = 0.1
    """Less is no border."""
    border_max_taper: float = 3.0
    """At its wider end a border is at most so many times as wide as at the other; what runs to a point is another
    card's."""


SCENE = SceneThresholds()
