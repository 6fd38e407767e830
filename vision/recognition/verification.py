"""Verification of the network's answers by the pixels of the kept pictures, at a place of a picture.

For a pack without pictures the answers of the network are returned unchanged.
"""

from __future__ import annotations

from dataclasses import replace

from engine.cards import Card
from vision.geometry.rectify import full_quad
from vision.recognition.correlation import Projection
from vision.recognition.naming import Answer
from vision.recognition.place import Place
from vision.recognition.thresholds import RECOGNITION
from vision.types import Candidate


def verify(place: Place, answer: Answer) -> tuple[Answer, float]:
    """Returns the answer, without its name if the place hardly correlates with its pictures, and the correlation.

    Such a place is another card or badly cropped. The correlation is 1 for answers without a name or pictures.
    """
    ncc = None if answer.card is None else place.ncc(answer.card)
    if ncc is None:
        return answer, 1.0
    return answer if ncc >= RECOGNITION.min_ncc else replace(answer, card=None), ncc


def confirm(place: Place, answer: Answer) -> Answer:
    """Returns the answer, without its name if a card left out of the pack could resemble the named one as much.

    The threshold is calibrated for each deck, see `vision.recognition.acceptance_calibration`.
    """
    if answer.card is None or _is_explained(place, answer, answer.candidates[0]):
        return answer
    return replace(answer, card=None)


def _is_explained(place: Place, answer: Answer, candidate: Candidate) -> bool:
    """Tells whether the pictures of the candidate explain enough by the acceptance threshold of the deck."""
    least = answer.least_explained(candidate)
    return least == 0.0 or place.share_explained(place.reader.pictures(candidate.card), least) >= least


def verify_open(place: Place, answer: Answer) -> Answer:
    """Returns the answer for an open card: what is named must look like its pictures, what is not is disambiguated."""
    if answer.card is None:
        return disambiguate(place, answer)
    bare = Place(place.crop, place.reader, full_quad(place.crop))  # what lies around the card does not count
    return confirm(bare, verify(place, answer)[0])


def verify_covered(place: Place, answer: Answer) -> Answer:
    """Returns the answer for a partly covered card, for which network and pixels must agree.

    A named card must have the highest correlation of all candidates; one without a name may be disambiguated.
    """
    if answer.card is None:
        return disambiguate(place, answer)
    answer = confirm(place, answer)
    known = [ncc for one in answer.candidates if (ncc := place.ncc(one.card)) is not None]
    is_sure = not known or known[0] >= max(RECOGNITION.min_ncc, *known)
    return answer if is_sure and _is_none_missing(place, answer.card) else replace(answer, card=None)


def disambiguate(place: Place, answer: Answer) -> Answer:
    """Returns the answer, named if an aligned picture fits and all differences from other cards speak for one card.

    Where the picture of a rival that fits as well is aligned they must speak for the same card: each alignment favours
    its own picture.
    An answer that has a name is checked instead, see `confirm`.
    """
    if answer.card is not None or not answer.is_of_pack:
        return confirm(place, answer)
    least = answer.candidates[0].score - RECOGNITION.rival_max_cosine_behind
    fits = [(one, fit) for one in answer.candidates if one.score > least and (fit := place.align_closely(one.card))]
    best = max((fit.ncc for _, fit in fits), default=0.0)
    least_ncc = max(RECOGNITION.exact_min_ncc, best - RECOGNITION.rival_max_ncc_behind)
    likely = [(one, fit.place) for one, fit in fits if fit.ncc > least_ncc]
    others = [one.card for one in answer.candidates]
    for one, aligned in likely:
        if not all(_is_apart(_projection(aligned, one.card, other)) for other in others if other != one.card):
            continue
        is_disputed = any(
            not _is_nearer(_projection(at_rival, one.card, rival.card))
            for rival, at_rival in likely
            if rival is not one
        )
        is_right = not is_disputed and _is_explained(aligned, answer, one) and _is_none_missing(aligned, one.card)
        return replace(answer, card=one.card) if is_right else answer
    return answer


def _is_none_missing(place: Place, card: Card | None) -> bool:
    """Tells whether what shows of a covered *card* can be told from what would show of a missing one of its suit."""
    if card is None or place.occlusion is None:
        return True
    pictures = place.reader.pictures(card)
    return all(_is_apart(place.projection(pictures, [missing])) for missing in place.reader.missing_of_suit(card))


def _projection(place: Place, card: Card, other: Card) -> Projection:
    return place.projection(place.reader.pictures(card), place.reader.pictures(other))


def _is_apart(projection: Projection) -> bool:
    """Tells whether a crop is clearly nearer to the first of two cards, and they differ enough there."""
    least = RECOGNITION.min_difference_of_residual * projection.residual
    return _is_nearer(projection) and projection.difference > least


def _is_nearer(projection: Projection) -> bool:
    """Tells whether a crop is clearly nearer to the first of two cards."""
    return abs(projection.towards - 1) < RECOGNITION.max_projection_error
