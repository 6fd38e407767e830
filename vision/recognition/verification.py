"""Verification of the network's answers by the pixels of the kept pictures.

For a pack without pictures the answers of the network are returned unchanged.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from vision.geometry.quads import same_card
from vision.geometry.rectify import full_quad, inset, rectify, shown_part
from vision.recognition.correlation import ComparedCrop, difference_projection, explained_share, masked_ncc
from vision.recognition.ecc_alignment import AlignmentRegion
from vision.recognition.thresholds import RECOGNITION

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.cards import Card
    from vision.geometry.rectify import CropMask
    from vision.geometry.table_plane import Occlusion
    from vision.recognition.correlation import Projection
    from vision.recognition.naming import Answer
    from vision.recognition.reader import Reader
    from vision.types import Candidate, Image, Quad, Reading


class AlignedQuad(NamedTuple):
    """Quad of a card, and its correlation (-1 to 1) with the kept pictures there."""

    quad: Quad
    ncc: float


def verify(image: Image, reader: Reader, quad: Quad, answer: Answer) -> tuple[Answer, float]:
    """Returns the answer, without its name if the quad hardly correlates with its pictures, and the correlation.

    Such a quad is another card or badly cropped. The correlation is 1 for answers without a name or pictures.
    """
    ncc = None if answer.card is None else ncc_at(image, reader, quad, answer.card)
    if ncc is None:
        return answer, 1.0
    return answer if ncc >= RECOGNITION.min_ncc else replace(answer, card=None), ncc


def mismatching_cards(crop: Image, reader: Reader, answer: Answer) -> set[Card]:
    """Returns the cards that a crop does not resemble, of those that may come first when others are excluded."""
    best = answer.candidates[0].score
    likely = [
        candidate for candidate in answer.candidates if candidate.score >= best - RECOGNITION.elsewhere_cosine_penalty
    ]
    return {one.card for one in likely if _is_unlike(crop, reader.pictures(one.card), answer, one)}


def _is_unlike(crop: Image, pictures: Sequence[Image], answer: Answer, candidate: Candidate) -> bool:
    if not pictures:
        return False
    return masked_ncc(crop, pictures) < RECOGNITION.min_ncc or not _is_explained(
        crop, full_quad(crop), pictures, answer, candidate
    )


def confirm(image: Image, reader: Reader, quad: Quad, answer: Answer, occlusion: Occlusion | None = None) -> Answer:
    """Returns the answer, without its name if a card left out of the pack could resemble the named one as much.

    The threshold is calibrated for each deck, see `vision.recognition.acceptance_calibration`.
    """
    if answer.card is None:
        return answer
    sure = _is_explained(image, quad, reader.pictures(answer.card), answer, answer.candidates[0], occlusion)
    return answer if sure else replace(answer, card=None)


def _is_explained(
    image: Image,
    quad: Quad,
    pictures: Sequence[Image],
    answer: Answer,
    candidate: Candidate,
    occlusion: Occlusion | None = None,
) -> bool:
    """Tells whether the pictures explain enough of the quad by the acceptance threshold of the deck."""
    least = answer.least_explained(candidate)
    return least == 0.0 or share_explained(image, quad, pictures, occlusion, least) >= least


def share_explained(
    image: Image, quad: Quad, pictures: Sequence[Image], occlusion: Occlusion | None = None, enough: float = 1.0
) -> float:
    """Returns the share (0 to 1) of a quad that the pictures of one card explain, see `explained_share`.

    They are aligned first, unless a share of *enough* is reached without.
    """
    middle = inset(quad, RECOGNITION.stored_inset_of_side)
    share = explained_share(rectify(image, middle), pictures, _visible_part(occlusion, middle))
    if share >= enough:
        return share
    visible = np.full(image.shape[:2], 255, np.uint8) if occlusion is None else occlusion.visible
    place = AlignmentRegion.around(image, middle, visible).align(pictures)
    return (
        share
        if place is None
        else max(share, explained_share(rectify(image, place), pictures, _visible_part(occlusion, place)))
    )


def verify_occluded(
    image: Image, reader: Reader, quad: Quad, answer: Answer, occlusion: Occlusion | None = None
) -> Answer:
    """Returns the answer for a partly covered card, for which network and pixels must agree.

    A named card must have the highest correlation of all candidates; one without a name may be disambiguated.
    """
    if answer.card is None:
        return disambiguate(image, reader, quad, answer, occlusion)
    answer = confirm(image, reader, quad, answer, occlusion)
    cards = [candidate.card for candidate in answer.candidates]
    known = [ncc for ncc in nccs_at(image, reader, quad, cards, occlusion) if ncc is not None]
    is_sure = not known or known[0] >= max(RECOGNITION.min_ncc, *known)
    return (
        answer
        if is_sure and _is_none_missing(image, reader, quad, answer.card, occlusion)
        else replace(answer, card=None)
    )


def is_present(image: Image, reader: Reader, reading: Reading, occlusion: Occlusion | None = None) -> bool:
    """Tells whether a card of the pack surely lies there, even if its visible part fits several cards."""
    if reading.card is not None or not reading.is_of_pack:
        return reading.card is not None
    ncc = ncc_at(image, reader, reading.quad, reading.candidates[0].card, occlusion)
    return ncc is not None and ncc > RECOGNITION.exact_min_ncc


def disambiguate(
    image: Image, reader: Reader, quad: Quad, answer: Answer, occlusion: Occlusion | None = None
) -> Answer:
    """Returns the answer, named if an aligned picture fits and all differences from other cards speak for one card.

    Where the picture of a rival that fits as well is aligned they must speak for the same card: each alignment favours
    its own picture.
    An answer that has a name is checked instead, see `confirm`.
    """
    if answer.card is not None or not answer.is_of_pack:
        return confirm(image, reader, quad, answer, occlusion)
    cards = [candidate.card for candidate in answer.candidates]
    rivals = [
        one for one in answer.candidates if one.score > answer.candidates[0].score - RECOGNITION.rival_max_cosine_behind
    ]
    aligned_rivals = [
        (one, place) for one in rivals if (place := align_closely(image, reader, quad, one.card, occlusion))
    ]
    best = max((place.ncc for _, place in aligned_rivals), default=0.0)
    likely = [
        (one, place)
        for one, place in aligned_rivals
        if place.ncc > max(RECOGNITION.exact_min_ncc, best - RECOGNITION.rival_max_ncc_behind)
    ]
    for one, place in likely:
        if _projects_on(image, reader, place.quad, one.card, cards, occlusion):
            is_disputed = any(
                not _is_nearer(_projection(image, reader, rival_place.quad, (one.card, rival.card), occlusion))
                for rival, rival_place in likely
                if rival is not one
            )
            if is_disputed or not _is_explained(image, place.quad, reader.pictures(one.card), answer, one, occlusion):
                return answer
            return (
                replace(answer, card=one.card)
                if _is_none_missing(image, reader, place.quad, one.card, occlusion)
                else answer
            )
    return answer


def _is_none_missing(image: Image, reader: Reader, quad: Quad, card: Card | None, occlusion: Occlusion | None) -> bool:
    """Tells whether what shows of a covered *card* can be told from what would show of a missing one of its suit."""
    if card is None or occlusion is None:
        return True
    crop, shown, pictures = rectify(image, quad), _visible_part(occlusion, quad), reader.pictures(card)
    return all(
        _is_apart(difference_projection(crop, pictures, [missing], shown)) for missing in reader.missing_of_suit(card)
    )


def _projects_on(
    image: Image, reader: Reader, quad: Quad, card: Card, cards: Iterable[Card], occlusion: Occlusion | None
) -> bool:
    """Tells whether an aligned quad is nearer to *card* than to each other card where their pictures differ."""
    projections = (_projection(image, reader, quad, (card, other), occlusion) for other in cards if other != card)
    return all(map(_is_apart, projections))


def _is_apart(projection: Projection) -> bool:
    """Tells whether a crop is clearly nearer to the first of two cards, and they differ enough there."""
    least = RECOGNITION.min_difference_of_residual * projection.residual
    return _is_nearer(projection) and projection.difference > least


def _is_nearer(projection: Projection) -> bool:
    """Tells whether a crop is clearly nearer to the first of two cards."""
    return abs(projection.towards - 1) < RECOGNITION.max_projection_error


def _projection(
    image: Image, reader: Reader, quad: Quad, pair: tuple[Card, Card], occlusion: Occlusion | None
) -> Projection:
    """Returns the projection of an aligned quad on the difference of two cards."""
    pictures, other_pictures = map(reader.pictures, pair)
    return difference_projection(rectify(image, quad), pictures, other_pictures, _visible_part(occlusion, quad))


def align(
    image: Image,
    reader: Reader,
    quad: Quad,
    card: Card,
    occlusion: Occlusion | None = None,
    enough: float | None = None,
) -> AlignedQuad | None:
    """Returns the place of *card* near a quad; see `QuadAligner`."""
    return QuadAligner(image, reader, quad, occlusion).align(card, enough)


class QuadAligner:
    """Aligns kept pictures of cards with one quad, whose crop and surroundings are cut out once.

    With an *occlusion* only the visible part counts, and a card keeps the size of the others.
    """

    def __init__(self, image: Image, reader: Reader, quad: Quad, occlusion: Occlusion | None = None) -> None:
        self._image, self._reader, self._quad, self._occlusion = image, reader, quad, occlusion

    @cached_property
    def _crop(self) -> ComparedCrop:
        return ComparedCrop(rectify(self._image, self._quad), _visible_part(self._occlusion, self._quad))

    @cached_property
    def _region(self) -> AlignmentRegion:
        return _region_around(self._image, self._quad, self._occlusion, is_rigid=self._occlusion is not None)

    def align(self, card: Card, enough: float | None = None, max_loss: float = 0.0) -> AlignedQuad | None:
        """Returns the place of *card* near the quad by its kept pictures, or the quad itself if that fits as well.

        A quad whose correlation is *enough* (default: `settled_min_ncc`) is not aligned; of two places the aligned one
        counts even if its correlation is lower by *max_loss*. None for a pack without pictures.
        """
        pictures = self._reader.pictures(card)
        if not pictures:
            return None
        place = AlignedQuad(self._quad, self._crop.ncc(pictures))
        if place.ncc >= (RECOGNITION.settled_min_ncc if enough is None else enough):
            return place
        least = place.ncc - max_loss
        return _realign(self._image, self._reader, place, card, self._occlusion, self._region, least)


def align_closely(
    image: Image, reader: Reader, quad: Quad, card: Card, occlusion: Occlusion | None = None
) -> AlignedQuad | None:
    """Returns the place of *card* by its own picture, with its size fitted if that is about the size of the others.

    It counts even if the quad correlates a little more: a correlation tolerates a shift, but the difference of
    look-alikes does not.
    """
    aligner = QuadAligner(image, reader, quad, occlusion)
    place = aligner.align(card, enough=1.0, max_loss=RECOGNITION.rival_max_ncc_behind)
    return None if place is None else fit_size(image, reader, place, card, occlusion)


def fit_size(image: Image, reader: Reader, place: AlignedQuad, card: Card, occlusion: Occlusion | None) -> AlignedQuad:
    """Returns the place of a covered *card* with its size fitted, if that is about the size of the others.

    A place at which the picture does not fit is returned as it is.
    """
    if occlusion is None or place.ncc <= RECOGNITION.placed_min_ncc:
        return place
    region = _region_around(image, place.quad, occlusion, is_rigid=False)
    closer = _realign(image, reader, place, card, occlusion, region, least=place.ncc)
    return closer if occlusion.plane.has_size_of_card(closer.quad, RECOGNITION.occluded_size_max_error_log) else place


def _region_around(image: Image, quad: Quad, occlusion: Occlusion | None, is_rigid: bool) -> AlignmentRegion:
    """Returns the region in which cards are aligned; a rigid one is of the size that a card of its *occlusion* has."""
    visible = None if occlusion is None else occlusion.visible
    start, length = quad, None
    if occlusion is not None and is_rigid:
        start, length = occlusion.plane.card_along(quad), occlusion.plane.length
    return AlignmentRegion.around(image, inset(start, RECOGNITION.stored_inset_of_side), visible, length)


def _realign(
    image: Image,
    reader: Reader,
    place: AlignedQuad,
    card: Card,
    occlusion: Occlusion | None,
    region: AlignmentRegion,
    least: float,
) -> AlignedQuad:
    """Returns the place of *card* aligned in the region, or *place* if the correlation there is not above *least*."""
    corners = region.align(reader.pictures(card))
    if corners is None or not same_card(corners, place.quad):
        return place
    quad = inset(corners, -RECOGNITION.stored_inset_of_side / (1 - 2 * RECOGNITION.stored_inset_of_side))
    ncc = ncc_at(image, reader, quad, card, occlusion)
    return AlignedQuad(quad, ncc) if ncc is not None and ncc > max(least, RECOGNITION.placed_min_ncc) else place


def ncc_at(image: Image, reader: Reader, quad: Quad, card: Card, occlusion: Occlusion | None = None) -> float | None:
    """Returns the correlation (-1 to 1) of a quad with the kept pictures of *card*; None if there are none."""
    return nccs_at(image, reader, quad, [card], occlusion)[0]


def nccs_at(
    image: Image, reader: Reader, quad: Quad, cards: Iterable[Card], occlusion: Occlusion | None = None
) -> list[float | None]:
    """Returns the correlation of a quad with each of *cards*, as `ncc_at` does."""
    crop = ComparedCrop(rectify(image, quad), _visible_part(occlusion, quad))
    return [crop.ncc(pictures) if (pictures := reader.pictures(card)) else None for card in cards]


def _visible_part(occlusion: Occlusion | None, quad: Quad) -> CropMask | None:
    return None if occlusion is None else shown_part(occlusion.visible, quad)
