"""A second opinion on what the network says of a card: the pixels of its kept pictures.

A pack without pictures has none: then the network's word stands.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from vision.geometry.quads import overlap
from vision.geometry.rectify import inset, rectify, shown_part, whole
from vision.recognition.correlation import difference_projection, explained, masked_ncc
from vision.recognition.ecc_alignment import aligned
from vision.recognition.thresholds import RECOGNITION

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.cards import Card
    from vision.geometry.rectify import Shown
    from vision.geometry.table_plane import Cover
    from vision.recognition.pack import Answer
    from vision.recognition.reader import Reader
    from vision.types import Candidate, Image, Quad, Reading


class Place(NamedTuple):
    """Where a card lies, and how much it looks there like its kept pictures, -1 to 1."""

    quad: Quad
    alike: float


def verify(image: Image, reader: Reader, quad: Quad, answer: Answer) -> tuple[Answer, float]:
    """What is named, and hardly like the kept pictures of that card, is a stranger or badly cut: ask.

    Returns also how much it is like them; 1 where that is not asked, or none are kept.
    """
    alike = None if answer.card is None else alike_at(image, reader, quad, answer.card)
    if alike is None:
        return answer, 1.0
    return answer if alike >= RECOGNITION.min_ncc else replace(answer, card=None), alike


def unlike(crop: Image, reader: Reader, answer: Answer) -> set[Card]:
    """Returns the cards that a crop is hardly like, of those that may come first once others have been seen."""
    best = answer.candidates[0].score
    likely = [
        candidate for candidate in answer.candidates if candidate.score >= best - RECOGNITION.seen_elsewhere_cosine
    ]
    return {one.card for one in likely if _is_unlike(crop, reader.pictures(one.card), answer, one)}


def _is_unlike(crop: Image, pictures: Sequence[Image], answer: Answer, candidate: Candidate) -> bool:
    if not pictures:
        return False
    return masked_ncc(crop, pictures) < RECOGNITION.min_ncc or not _is_explained(
        crop, whole(crop), pictures, answer, candidate
    )


def confirmed(image: Image, reader: Reader, quad: Quad, answer: Answer, cover: Cover | None = None) -> Answer:
    """What is named, and so little like the card that a card left out of the pack may be as like it, is asked for.

    How much that is the deck itself has told, see `vision.recognition.acceptance`.
    """
    if answer.card is None:
        return answer
    sure = _is_explained(image, quad, reader.pictures(answer.card), answer, answer.candidates[0], cover)
    return answer if sure else replace(answer, card=None)


def _is_explained(
    image: Image,
    quad: Quad,
    pictures: Sequence[Image],
    answer: Answer,
    candidate: Candidate,
    cover: Cover | None = None,
) -> bool:
    """Whether what lies there is the card of these pictures as surely as its deck asks of a card that lies open."""
    least = answer.least_explained(candidate)
    return least == 0.0 or share_explained(image, quad, pictures, cover, least) >= least


def share_explained(
    image: Image, quad: Quad, pictures: Sequence[Image], cover: Cover | None = None, enough: float = 1.0
) -> float:
    """Returns how much of what lies at a quad is explained by the pictures of one card, 0 to 1, see `explained`.

    They are laid on it exactly, unless so much as is *enough* is explained without.
    """
    middle = inset(quad, RECOGNITION.kept_inset_of_side)
    share = explained(rectify(image, middle), pictures, _shown(cover, middle))
    if share >= enough:
        return share
    visible = np.full(image.shape[:2], 255, np.uint8) if cover is None else cover.visible
    place = aligned(image, middle, pictures, visible)
    return share if place is None else max(share, explained(rectify(image, place), pictures, _shown(cover, place)))


def verify_occluded(image: Image, reader: Reader, quad: Quad, answer: Answer, cover: Cover | None = None) -> Answer:
    """For what lies under others, of which less shows: network and pixels must agree.

    What is named must be the most alike of all candidates; what is not may be told by where the pictures differ.
    """
    if answer.card is None:
        return disambiguate(image, reader, quad, answer, cover)
    answer = confirmed(image, reader, quad, answer, cover)
    each = (alike_at(image, reader, quad, candidate.card, cover) for candidate in answer.candidates)
    alike = [one for one in each if one is not None]
    return answer if not alike or alike[0] >= max(RECOGNITION.min_ncc, *alike) else replace(answer, card=None)


def is_present(image: Image, reader: Reader, reading: Reading, cover: Cover | None = None) -> bool:
    """Whether a card of the pack surely lies at a place, even if two look the same where they show."""
    if reading.card is not None or not reading.near:
        return reading.card is not None
    alike = alike_at(image, reader, reading.quad, reading.candidates[0].card, cover)
    return alike is not None and alike > RECOGNITION.exact_min_ncc


def disambiguate(image: Image, reader: Reader, quad: Quad, answer: Answer, cover: Cover | None = None) -> Answer:
    """Names what surely is one of the pack, lies just there, and leans clearly to one card against all others.

    What is named already must be explained by its picture, see `confirmed`.
    """
    if answer.card is not None or not answer.near:
        return confirmed(image, reader, quad, answer, cover)
    cards = [candidate.card for candidate in answer.candidates]
    rivals = [
        one for one in answer.candidates if one.score > answer.candidates[0].score - RECOGNITION.rival_max_cosine_behind
    ]
    laid_so = [(one, place) for one in rivals if (place := align_closely(image, reader, quad, one.card, cover))]
    best = max((place.alike for _, place in laid_so), default=0.0)
    for one, place in laid_so:
        if place.alike > max(RECOGNITION.exact_min_ncc, best - RECOGNITION.rival_max_ncc_behind) and _leans_to(
            image, reader, place.quad, one.card, cards, cover
        ):
            explains = _is_explained(image, place.quad, reader.pictures(one.card), answer, one, cover)
            return replace(answer, card=one.card) if explains else answer
    return answer


def _leans_to(image: Image, reader: Reader, quad: Quad, card: Card, cards: Iterable[Card], cover: Cover | None) -> bool:
    """Whether what lies just there is nearer to *card* than to all others, wherever they differ."""
    crop, shown, kept = rectify(image, quad), _shown(cover, quad), reader.pictures(card)
    leanings = (difference_projection(crop, kept, reader.pictures(other), shown) for other in cards if other != card)
    return all(
        abs(found.towards - 1) < RECOGNITION.max_projection_error
        and found.difference > RECOGNITION.min_difference_of_residual * found.strange
        for found in leanings
    )


def align(
    image: Image, reader: Reader, quad: Quad, card: Card, cover: Cover | None = None, enough: float | None = None
) -> Place | None:
    """Returns where *card* lies about a quad by its kept pictures, the quad itself if that is as good.

    Under a *cover* only what shows counts, and the card has the size of the others. A quad at which they are alike
    *enough* (`settled_min_ncc`, if it is not given) is left as it is. None for a pack without pictures.
    """
    least = RECOGNITION.settled_min_ncc if enough is None else enough
    alike = alike_at(image, reader, quad, card, cover)
    if alike is None:
        return None
    place = Place(quad, alike)
    return place if alike >= least else _better(image, reader, place, card, cover, stiff=cover is not None)


def align_closely(image: Image, reader: Reader, quad: Quad, card: Card, cover: Cover | None = None) -> Place | None:
    """Returns where *card* lies, as `align`; its size is told by its own picture if that is about the size of
    others."""
    place = align(image, reader, quad, card, cover, enough=1.0)
    return None if place is None else sized(image, reader, place, card, cover)


def sized(image: Image, reader: Reader, place: Place, card: Card, cover: Cover | None) -> Place:
    """Returns where *card* lies that was laid at a place, by its own size if that is about the size of the others."""
    if cover is None:
        return place
    closer = _better(image, reader, place, card, cover, stiff=False)
    return closer if cover.plane.has_size_of_card(closer.quad, RECOGNITION.covered_size_error_log) else place


def _better(image: Image, reader: Reader, place: Place, card: Card, cover: Cover | None, stiff: bool) -> Place:
    visible = None if cover is None else cover.visible
    start, length = place.quad, None
    if cover is not None and stiff:
        start, length = cover.plane.card_along(place.quad), cover.plane.length
    found = aligned(image, inset(start, RECOGNITION.kept_inset_of_side), reader.pictures(card), visible, length)
    if found is None or overlap(found, place.quad) < RECOGNITION.aligned_min_iou:
        return place
    quad = inset(found, -RECOGNITION.kept_inset_of_side / (1 - 2 * RECOGNITION.kept_inset_of_side))
    alike = alike_at(image, reader, quad, card, cover)
    return Place(quad, alike) if alike is not None and alike > max(place.alike, RECOGNITION.placed_min_ncc) else place


def alike_at(image: Image, reader: Reader, quad: Quad, card: Card, cover: Cover | None = None) -> float | None:
    """Returns how much a quad looks like the kept pictures of *card*, -1 to 1; None for a pack without."""
    pictures = reader.pictures(card)
    return masked_ncc(rectify(image, quad), pictures, _shown(cover, quad)) if pictures else None


def _shown(cover: Cover | None, quad: Quad) -> Shown | None:
    return None if cover is None else shown_part(cover.visible, quad)
