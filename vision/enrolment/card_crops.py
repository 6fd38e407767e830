"""Crops of cards for a pack, and whether a picture is sharp and well lit."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.enrolment.measured_outline import Numbers, Reason
from vision.enrolment.thresholds import ENROLMENT
from vision.geometry.rectify import full_quad, rectify, rotate_180
from vision.recognition.card_images import decode_picture, encode_picture, enrolment_views
from vision.recognition.ecc_alignment import share_explained
from vision.recognition.embedder import Recogniser
from vision.types import Image, Quad

CARD_SIZE = (432, 288)
"""Height and width of a crop, px."""


@dataclass(slots=True)
class EmbeddedCrop:
    """A cut-out card. `embeddings` is 2×V×D: V views of D values, as it lies and turned by 180°."""

    crop: Image
    quad: Quad
    embeddings: npt.NDArray[np.float32]


def embed_crop(crop: Image, quad: Quad, recogniser: Recogniser) -> EmbeddedCrop:
    """Returns *crop*, which lay at *quad*, with the embeddings that it will have in a pack."""
    views = enrolment_views(decode_picture(encode_picture(crop)))
    embeddings = recogniser.embed(np.stack([*views, *map(rotate_180, views)]))
    return EmbeddedCrop(crop, quad, embeddings.reshape(2, len(views), -1))


def best_cosine(one: EmbeddedCrop, other: EmbeddedCrop) -> float:
    """Returns the largest cosine of their views, either way up."""
    return float((one.embeddings[0] @ other.embeddings.reshape(-1, one.embeddings.shape[2]).T).max())


def show_same_card(one: EmbeddedCrop, other: EmbeddedCrop) -> bool:
    """Tells whether embeddings and pixels both agree: Unters of two suits differ in their pips only."""
    if best_cosine(one, other) <= ENROLMENT.min_same_cosine:
        return False
    crops = [rectify(each.crop, full_quad(each.crop)) for each in (one, other)]
    least = ENROLMENT.min_same_explained
    return all(share_explained(each, full_quad(each), [by]) > least for each, by in (crops, crops[::-1]))


_BLOCK_PX = 8
"""Side of the square blocks in which the noise of a crop is measured."""


def is_plain(card: Image) -> bool:
    """Tells whether an upright card has next to no contrast."""
    return float(_without_rim(_grey(card)).std()) < ENROLMENT.min_deviation


def is_blurred(card: Image, min_fine_detail: float = ENROLMENT.min_shown_fine_detail) -> bool:
    """Tells whether the fine detail of an upright card is below a share *min_fine_detail* of its coarser detail.

    The ratio depends on the softness of edges and hardly on the drawing, as contrast does. Noise is measured in the
    blocks with the least detail and subtracted from both.
    """
    grey = _grey(card)
    fine, coarse = (
        _detail_variance(_without_rim(grey - cv2.GaussianBlur(grey, (0, 0), size)))
        for size in (ENROLMENT.fine_detail_px, ENROLMENT.coarse_detail_px)
    )
    return fine < min_fine_detail * coarse


def find_quality_fault(card: Image, min_fine_detail: float) -> Reason | None:
    """Returns the fault of an upright card that is plain or blurred, see `is_blurred`."""
    if is_plain(card):
        return Reason.PLAIN
    return Reason.BLURRED if is_blurred(card, min_fine_detail) else None


def _detail_variance(varying: Numbers) -> float:
    """Returns the variance of a filtered card, less that of the flattest blocks, which is noise."""
    height, width = (size // _BLOCK_PX * _BLOCK_PX for size in varying.shape)
    blocks = varying[:height, :width].reshape(height // _BLOCK_PX, _BLOCK_PX, width // _BLOCK_PX, _BLOCK_PX)
    return float(varying.var() - np.quantile(blocks.var(axis=(1, 3)), ENROLMENT.flattest_blocks))


def _grey(card: Image) -> Numbers:
    """Returns the card in the size of the network's crop, without colours."""
    return cv2.cvtColor(rectify(card, full_quad(card)), cv2.COLOR_BGR2GRAY).astype(np.float32)


def _without_rim(grey: Numbers) -> Numbers:
    """Returns the card without its rim, where the table may be visible."""
    return grey[8:-8, 6:-6]
