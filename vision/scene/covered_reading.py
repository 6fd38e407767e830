"""Reading of partly covered cards: the visible part is compared with the same part of every card."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from engine.cards import Card
from vision.geometry.quads import area, mask_of_quads
from vision.geometry.table_plane import Occlusion, TablePlane
from vision.recognition.place import Place
from vision.recognition.reader import reading_of
from vision.recognition.thresholds import RECOGNITION
from vision.recognition.verification import verify_covered
from vision.scene.thresholds import SCENE
from vision.types import Luma, Quad, Reading


def visibility_mask(shape: tuple[int, ...], tops: Sequence[Quad], size: float, rim: float | None = None) -> Luma:
    """Returns the mask (H×W) that is 0 under *tops* and their rims; *size* is the area of a card in px².

    *rim* is their width relative to the root of that area, `SCENE.cover_rim_of_size` if None.
    """
    width = SCENE.cover_rim_of_size if rim is None else rim
    side = 2 * round(width * float(np.sqrt(size))) + 1
    hidden = mask_of_quads(tops, shape)
    return np.asarray(255 - cv2.dilate(hidden, np.ones((side, side), np.uint8)), np.uint8)


def occlusion_by(
    shape: tuple[int, ...], tops: Sequence[Quad], plane: TablePlane, rim: float | None = None
) -> Occlusion:
    """Returns the occlusion by *tops*, for a card on this *plane* in a picture of this *shape*."""
    return Occlusion(visibility_mask(shape, tops, min(map(area, tops), default=0.0), rim), plane)


def read_covered(place: Place) -> Reading | None:
    """Returns the reading of a partly covered card at a rough place, or None if it is no card.

    Its hidden sides are estimates: the kept pictures of the likeliest cards, chosen by thumbnails, are aligned with it
    first. The name is chosen among the cards that are likely at the aligned place: if the outline was off along the
    card, the right one may not have been among those that were aligned.
    """
    cards = [place.reader.known[index] for index in _likeliest(place)]
    aligned = _align_to_pictures(place, cards[: SCENE.max_aligned_cards])
    answer = aligned.answer(_likeliest(aligned))
    if answer.is_foreign:
        return None
    return reading_of(verify_covered(aligned, answer), aligned.quad, aligned.visible)


def _likeliest(place: Place) -> list[int]:
    """Returns the cards (columns of the scores) whose thumbnails resemble the visible part of *place* most."""
    likeliest: list[int] = np.argsort(-place.thumbnail_nccs())[: RECOGNITION.max_candidates].tolist()
    return likeliest


def _align_to_pictures(place: Place, cards: Sequence[Card]) -> Place:
    """Returns the place at which the kept picture of one of the *cards* fits best; unchanged if none can be aligned.

    If the picture of the likeliest, the first, fits to the pixel, only those that fit about as well at its place are
    aligned, too: where two cards look the same, they do so at one place.
    """
    first, others = place.align(cards[0], enough=1.0), cards[1:]
    if first is not None and first.ncc > RECOGNITION.settled_min_ncc:
        least = first.ncc - SCENE.aligned_max_ncc_behind
        others = [card for card in others if (ncc := first.place.ncc(card)) is not None and ncc > least]
    fits = [(first, cards[0]), *((place.align(card, enough=1.0), card) for card in others)]
    coarse_fits = [(fit, card) for fit, card in fits if fit is not None]
    least = max((fit.ncc for fit, _ in coarse_fits), default=0.0) - SCENE.aligned_max_ncc_behind
    refined_fits = [fit.place.fit_size(card, fit.ncc) for fit, card in coarse_fits if fit.ncc > least]
    return max(refined_fits, key=lambda fit: fit.ncc).place if refined_fits else place
