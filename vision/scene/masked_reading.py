"""Reading of partly covered cards: the visible part is compared with the same part of every card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry.quads import area, mask_of_quads
from vision.geometry.table_plane import Cover
from vision.recognition.reader import reading_of
from vision.recognition.verification import align, fit_size, verify_occluded
from vision.scene.border_mask import border_quads
from vision.scene.hypotheses import share_of
from vision.scene.thresholds import SCENE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Card
    from vision.geometry.table_plane import TablePlane
    from vision.recognition.naming import Answer
    from vision.recognition.reader import Reader
    from vision.scene.hypotheses import Covered
    from vision.types import Image, Luma, Quad, Reading


def visibility_mask(image: Image, tops: Sequence[Quad], size: float) -> Luma:
    """Returns the mask (H×W) that is 0 under *tops*, their borders and shadows; *size* is the area of a card in px²."""
    hidden = mask_of_quads([part for quad in tops for part in (quad, *border_quads(image, quad))], image.shape)
    side = 2 * round(SCENE.cover_rim_of_size * float(np.sqrt(size))) + 1
    return np.asarray(255 - cv2.dilate(hidden, np.ones((side, side), np.uint8)), np.uint8)


def cover_of(image: Image, tops: Sequence[Quad], plane: TablePlane) -> Cover:
    """Returns the cover formed by *tops*."""
    return Cover(visibility_mask(image, tops, min(map(area, tops), default=0.0)), plane)


def read_occluded(image: Image, reader: Reader, hypothesis: Covered, cover: Cover) -> Reading | None:
    """Returns the reading of a partly covered card, or None if it is no card.

    Its hidden sides are estimates: the kept pictures of the likeliest cards, chosen by thumbnails, are aligned with it
    first, which takes most of the time. What no card covers has no hidden side: if it is like no card where it was
    found, as checks of a cloth are, it is not aligned.
    """
    few = np.argsort(-reader.prescreen_cards(image, [hypothesis.quad], cover.visible)[0])[: SCENE.max_glimpsed_cards]
    if hypothesis.visible == 1 and _answer(image, reader, hypothesis.quad, few.tolist(), cover).foreign:
        return None
    place = _align_to_kept_pictures(
        image, reader, hypothesis.quad, [reader.known[index] for index in few[: SCENE.max_aligned_cards]], cover
    )
    answer = _answer(image, reader, place, few.tolist(), cover)
    if answer.foreign:
        return None
    return reading_of(verify_occluded(image, reader, place, answer, cover), place, share_of(place, cover.visible))


def _answer(image: Image, reader: Reader, quad: Quad, among: Sequence[int], cover: Cover) -> Answer:
    """Returns the answer for the visible part of a quad, compared with the cards *among* the known ones (indices)."""
    covered = reader.covered([quad], cover.visible, among)
    return covered.judge(covered.scores(image, [quad])[0])


def _align_to_kept_pictures(image: Image, reader: Reader, quad: Quad, cards: Sequence[Card], cover: Cover) -> Quad:
    """Returns the quad at which the kept picture of one of the *cards* fits best, or *quad* if none can be aligned."""
    coarse_fits = [(place, card) for card in cards if (place := align(image, reader, quad, card, cover, enough=1.0))]
    best = max((place.ncc for place, _ in coarse_fits), default=0.0)
    rivals = [(place, card) for place, card in coarse_fits if place.ncc > best - SCENE.aligned_max_ncc_behind]
    refined_fits = [fit_size(image, reader, place, card, cover) for place, card in rivals]
    return max(refined_fits, key=lambda place: place.ncc).quad if refined_fits else quad
