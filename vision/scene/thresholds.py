"""The thresholds of `vision.scene`: which outlines are cards, how covered cards are read, and which card lies on which.

A value was chosen by hand unless its line says what it was set on; "heaps" are rendered and photographed stacks of
cards.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SceneThresholds:
    """*Of size* means relative to the square root of a card's area; the rating of an outline is `thumbnail_match`'s.

    Logarithms are natural. `ncc` is the normalised cross-correlation with kept pictures.
    """

    object_min_edges_of_outline: float = 0.8
    """Least share of an outline on edges at which it belongs to an object, or unexplained paper is a card; a card-sized
    part of a sheet has two sides on edges."""
    min_thumbnail_ncc: float = 0.25
    """Least correlation with the most similar card at which an outline is read; an inaccurate outline of a card still
    reaches it. Set on heaps."""
    within_min_shared_of_smaller: float = 0.9
    """Least share of an outline inside a card's (of the smaller one, if either may be the card) at which it is that
    card, its frame or a part of its drawing."""

    slanted_max_area_ratio: float = 2.0
    """Largest ratio of the areas of two cards in one view while its slant is unknown."""

    min_visible_of_card: float = 0.12
    """Least visible share of a card that is searched, and least area of a change; smaller ones are shadows and
    crumbs."""
    max_rivals: int = 2
    """Most completions at one place."""
    max_completions: int = 6
    """Most completions that are read beside the upper cards."""
    doubtful_keypoints: int = 12
    """Number of keypoints of a drawing at which a card is as likely as a look-alike. Set on heaps."""
    cover_rim_of_size: float = 0.02
    """Width added to an upper card when the cards below it are read."""
    cover_margin_of_size: float = 0.08
    """The same width where the upper card may have a margin that its kept picture lacks, or casts a shadow. Set on the
    photographs of `animano_berlin`."""

    max_layers: int = 8
    """Most cards on one another, and of one connected paper; with more the table is as light as the cards."""
    named_min_rating: float = 0.3
    """Least rating of a covered outline whose name is trusted, unless its picture fits (`exact_min_ncc`); with less the
    card mostly lies beside it. Set on heaps."""
    read_min_rating: float = 0.15
    """Least rating of an outline that is read, which takes a quarter of a second. No card of the heaps had less."""
    asked_min_cosine: float = 0.9
    """Least cosine of a doubtful reading about which the table is asked; cards mostly have 0.95. Set on heaps."""
    max_aligned_cards: int = 4
    """Most candidates whose kept pictures are aligned with the visible part. Measured on 72 heaps of five cards, half
    of them with a pack that lacks a quarter: the same names with 2 as with 4. Yet where an outline is too short, or is
    pushed along the card, the right one of look-alikes may come third."""
    aligned_max_ncc_behind: float = 0.1
    """Largest difference to the best correlation after alignment at which a card may be the right one. Set on heaps."""

    paper_min_lightness_of_white: float = 0.75
    """Least lightness of paper relative to that of the cards that were read: one lamp lights a table unevenly."""
    paper_colour_levels: float = 10.0
    """Largest difference in a* and b* of paper from that of the cards that were read."""
    paper_print_of_size: float = 0.2
    """Width of what is printed on a card and may leave no paper visible, such as a pip."""
    paper_min_width_of_size: float = 0.12
    """Least width of a visible part of a card."""
    paper_min_of_visible: float = 0.7
    """Least share of the visible part of a covered card that must be unexplained paper."""

    white_quantile: float = 0.9
    """Quantile of the lightness of a card that is its white level."""


SCENE = SceneThresholds()
