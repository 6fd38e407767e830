"""Reading of partly covered cards: the visible part is compared with the same part of every card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry.quads import area, mask_of_quads
from vision.geometry.table_plane import Occlusion
from vision.recognition.reader import reading_of
from vision.recognition.thresholds import RECOGNITION
from vision.recognition.verification import QuadAligner, fit_size, nccs_at, verify_occluded
from vision.scene.border_mask import border_quads
from vision.scene.hypotheses import share_of
from vision.scene.thresholds import SCENE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Card
    from vision.geometry.table_plane import TablePlane
    from vision.recognition.naming import Answer
    from vision.recognition.reader import Reader
    from vision.scene.hypotheses import CardHypothesis
    from vision.types import Image, Luma, Quad, Reading


def visibility_mask(image: Image, tops: Sequence[Quad], size: float) -> Luma:
    """Returns the mask (H×W) that is 0 under *tops*, their borders and shadows; *size* is the area of a card in px²."""
    hidden = mask_of_quads([part for quad in tops for part in (quad, *border_quads(image, quad))], image.shape)
    side = 2 * round(SCENE.cover_rim_of_size * float(np.sqrt(size))) + 1
    return np.asarray(255 - cv2.dilate(hidden, np.ones((side, side), np.uint8)), np.uint8)


def occlusion_by(image: Image, tops: Sequence[Quad], plane: TablePlane) -> Occlusion:
    """Returns the occlusion by *tops*, for a card on this *plane*."""
    return Occlusion(visibility_mask(image, tops, min(map(area, tops), default=0.0)), plane)


def read_occluded(image: Image, reader: Reader, hypothesis: CardHypothesis, occlusion: Occlusion) -> Reading | None:
    """Returns the reading of a partly covered card, or None if it is no card.

    Its hidden sides are estimates: the kept pictures of the likeliest cards, chosen by thumbnails, are aligned with it
    first. The name is chosen among the cards that are likely at or near the aligned place: if the outline was off along
    the card, the right one may not have been among those that were aligned.
    """
    few = _likeliest(image, reader, [hypothesis.quad], occlusion)
    place = _align_to_pictures(
        image, reader, hypothesis.quad, [reader.known[index] for index in few[: SCENE.max_aligned_cards]], occlusion
    )
    shift = SCENE.place_max_error_of_length * (place[3] - place[0])
    rivals = _likeliest(image, reader, [place, place + shift, place - shift], occlusion)
    answer = _answer(image, reader, place, rivals, occlusion)
    if answer.is_foreign:
        return None
    return reading_of(
        verify_occluded(image, reader, place, answer, occlusion), place, share_of(place, occlusion.visible)
    )


def _likeliest(image: Image, reader: Reader, quads: Sequence[Quad], occlusion: Occlusion) -> list[int]:
    """Returns the cards (indices of the known ones) whose thumbnails resemble the visible part of a quad most."""
    best_ncc = np.max([reader.prescreen_cards(image, [quad], occlusion.visible)[0] for quad in quads], axis=0)
    likeliest: list[int] = np.argsort(-best_ncc)[: SCENE.max_prescreened_cards].tolist()
    return likeliest


def _answer(image: Image, reader: Reader, quad: Quad, among: Sequence[int], occlusion: Occlusion) -> Answer:
    """Returns the answer for the visible part of a quad, compared with the cards *among* the known ones (indices)."""
    visible_part = reader.for_visible_part([quad], occlusion.visible, among)
    return visible_part.judge(visible_part.scores(image, [quad])[0])


def _align_to_pictures(image: Image, reader: Reader, quad: Quad, cards: Sequence[Card], occlusion: Occlusion) -> Quad:
    """Returns the quad at which the kept picture of one of the *cards* fits best, or *quad* if none can be aligned.

    If the picture of the likeliest, the first, fits to the pixel, only those that fit about as well at its place are
    aligned, too: where two cards look the same, they do so at one place.
    """
    aligner = QuadAligner(image, reader, quad, occlusion)
    first, others = aligner.align(cards[0], enough=1.0), cards[1:]
    if first is not None and first.ncc > RECOGNITION.settled_min_ncc:
        nccs = nccs_at(image, reader, first.quad, others, occlusion)
        least = first.ncc - SCENE.aligned_max_ncc_behind
        others = [card for card, ncc in zip(others, nccs, strict=True) if ncc is not None and ncc > least]
    places = [(first, cards[0]), *((aligner.align(card, enough=1.0), card) for card in others)]
    coarse_fits = [(place, card) for place, card in places if place is not None]
    least = max((place.ncc for place, _ in coarse_fits), default=0.0) - SCENE.aligned_max_ncc_behind
    rivals = [(place, card) for place, card in coarse_fits if place.ncc > least]
    refined_fits = [fit_size(image, reader, place, card, occlusion) for place, card in rivals]
    return max(refined_fits, key=lambda place: place.ncc).quad if refined_fits else quad
