"""Quality of a picture of a card: contrast with its surroundings, amount of detail, sharpness."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.enrolment.thresholds import CROP, OUTLINE
from vision.geometry.rectify import inset, rectify, whole

if TYPE_CHECKING:
    from vision.types import Image, Quad

Colours: TypeAlias = npt.NDArray[Any]
"""N×3, BGR."""
Grey: TypeAlias = npt.NDArray[Any]
"""H×W, float32."""

_BLOCK = 8
"""px, sides of the blocks of a crop in which noise is told."""


def stands_out(picture: Image, quad: Quad) -> bool:
    """Tells whether the picture's rim has another colour than the card's."""
    around = _rim(picture, max(2, round(0.02 * min(picture.shape[:2]))))
    within = _rim(rectify(picture, inset(quad, 0.02)), 4)
    return float(np.linalg.norm(_middle_colour(around) - _middle_colour(within))) > OUTLINE.min_paper_distance_lab


def _rim(picture: Image, thick: int) -> Colours:
    sides = picture[:thick], picture[-thick:], picture[:, :thick], picture[:, -thick:]
    return np.concatenate([side.reshape(-1, 3) for side in sides])


def _middle_colour(colours: Colours) -> Colours:
    lab = cv2.cvtColor(np.ascontiguousarray(colours.reshape(-1, 1, 3)), cv2.COLOR_BGR2LAB)
    middle: Colours = np.median(lab.reshape(-1, 3).astype(np.float32), axis=0)
    return middle


def is_plain(card: Image) -> bool:
    """Tells whether an upright card shows next to nothing."""
    return float(_within(_grey(card)).std()) < CROP.min_deviation


def is_blurred(card: Image, least: float = CROP.min_shown_fine_detail) -> bool:
    """Tells whether an upright card is too soft to enrol a pack from; *least* of its detail must be its finest.

    Its finest detail is compared with coarser detail of the same card, not with its contrast: that depends on how
    soft the edges are, and hardly on what is drawn. Noise is everywhere, and detail is not: what varies where the card
    shows least is noise, and counts for neither.
    """
    grey = _grey(card)
    fine, coarse = (
        _detail(_within(grey - cv2.GaussianBlur(grey, (0, 0), size)))
        for size in (CROP.fine_detail_px, CROP.coarse_detail_px)
    )
    return fine < least * coarse


def _detail(varying: Grey) -> float:
    """Returns the variance of what varies in a card, without that of its noise."""
    height, width = (size // _BLOCK * _BLOCK for size in varying.shape)
    blocks = varying[:height, :width].reshape(height // _BLOCK, _BLOCK, width // _BLOCK, _BLOCK)
    return float(varying.var() - np.quantile(blocks.var(axis=(1, 3)), CROP.flattest_blocks))


def _grey(card: Image) -> Grey:
    """Returns the card as the network sees it, without colours."""
    return cv2.cvtColor(rectify(card, whole(card)), cv2.COLOR_BGR2GRAY).astype(np.float32)


def _within(grey: Grey) -> Grey:
    """Returns the card without its rim, where the table may show."""
    return grey[8:-8, 6:-6]
