"""Reasons to refuse a picture that need no pack: quality of a crop, number of cards in a row, cards shown before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.enrolment.card_crops import show_same_card
from vision.enrolment.image_quality import is_blurred, is_plain
from vision.enrolment.showing.progress import Reason, Refusal
from vision.enrolment.showing.row_layout import find_gaps
from vision.enrolment.thresholds import SHOWING
from vision.geometry.quads import sides
from vision.geometry.rectify import CROP_HEIGHT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.cards import Card
    from vision.enrolment.card_crops import EmbeddedCrop
    from vision.types import Image, Quad


def find_fault(quad: Quad, crop: Image) -> Reason | None:
    """Returns why a card at *quad* (px) with this crop cannot be enrolled: it is small, plain or blurred."""
    _, long = sides(quad)
    if long < SHOWING.min_length_of_crop * CROP_HEIGHT:
        return Reason.SMALL
    if is_plain(crop):
        return Reason.PLAIN
    return Reason.BLURRED if is_blurred(crop) else None


def refuse_count(quads: Sequence[Quad], rows: Sequence[Sequence[int]], expected: tuple[Card, ...]) -> Refusal:
    """Returns the refusal of a picture whose *rows* (indices of *quads*) do not hold the *expected* cards."""
    if quads and (not rows or len(quads) == len(expected)):
        return Refusal(Reason.ASKEW, card_count=len(quads))
    gaps = find_gaps([quads[index] for index in rows[0]]) if len(rows) == 1 else []
    gaps_explain = len(quads) + len(gaps) == len(expected)
    unseen = tuple(expected[position] for position in gaps) if gaps_explain else ()
    return Refusal(
        Reason.COUNT if quads else Reason.NO_CARD, like=expected, card_count=len(quads), cards_at_gaps=unseen
    )


def refuse_duplicates(
    row: Sequence[tuple[Card, EmbeddedCrop]], earlier: Iterable[tuple[Card, EmbeddedCrop]]
) -> Refusal | None:
    """Returns the refusal of a row that shows cards enrolled *earlier*, or one card twice.

    Cards of one rank in two suits may look alike, so these are refused only if more than half of the row are doubles.
    """
    earlier_crops = [*earlier]
    doubles = []
    for card, crop in row:
        doubles += [(card, other) for other, other_crop in earlier_crops if show_same_card(crop, other_crop)][:1]
        earlier_crops.append((card, crop))
    of_other_rank = [other for card, other in doubles if card.rank != other.rank]
    refused = of_other_rank or ([other for _, other in doubles] if 2 * len(doubles) > len(row) else [])
    return Refusal(Reason.DOUBLE, like=(refused[0],)) if refused else None
