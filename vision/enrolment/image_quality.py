"""Quality of a picture of a card: contrast with its surroundings, amount of detail, sharpness."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.enrolment.thresholds import CROP, OUTLINE
from vision.geometry.rectify import full_quad, inset, rectify

if TYPE_CHECKING:
    from vision.types import Image, Quad

Colours: TypeAlias = npt.NDArray[Any]
"""N×3, BGR."""
Grey: TypeAlias = npt.NDArray[Any]
"""H×W, float32."""

_BLOCK_PX = 8
"""Side of the square blocks in which the noise of a crop is measured."""


def contrasts_with_rim(picture: Image, quad: Quad) -> bool:
    """Tells whether the median colours along the rim of the picture and along that of the card at *quad* differ."""
    outside = _rim(picture, max(2, round(0.02 * min(picture.shape[:2]))))
    inside = _rim(rectify(picture, inset(quad, 0.02)), 4)
    return float(np.linalg.norm(_median_lab(outside) - _median_lab(inside))) > OUTLINE.min_paper_distance_lab


def _rim(picture: Image, thick: int) -> Colours:
    sides = picture[:thick], picture[-thick:], picture[:, :thick], picture[:, -thick:]
    return np.concatenate([side.reshape(-1, 3) for side in sides])


def _median_lab(colours: Colours) -> Colours:
    lab = cv2.cvtColor(np.ascontiguousarray(colours.reshape(-1, 1, 3)), cv2.COLOR_BGR2LAB)
    middle: Colours = np.median(lab.reshape(-1, 3).astype(np.float32), axis=0)
    return middle


def is_plain(card: Image) -> bool:
    """Tells whether an upright card has next to no contrast."""
    return float(_without_rim(_grey(card)).std()) < CROP.min_deviation


def is_blurred(card: Image, min_fine_detail: float = CROP.min_shown_fine_detail) -> bool:
    """Tells whether the fine detail of an upright card is below a share *min_fine_detail* of its coarser detail.

    The ratio depends on the softness of edges and hardly on the drawing, as contrast does. Noise is measured in the
    blocks with the least detail and subtracted from both.
    """
    grey = _grey(card)
    fine, coarse = (
        _detail_variance(_without_rim(grey - cv2.GaussianBlur(grey, (0, 0), size)))
        for size in (CROP.fine_detail_px, CROP.coarse_detail_px)
    )
    return fine < min_fine_detail * coarse


def _detail_variance(varying: Grey) -> float:
    """Returns the variance of a filtered card, less that of the flattest blocks, which is noise."""
    height, width = (size // _BLOCK_PX * _BLOCK_PX for size in varying.shape)
    blocks = varying[:height, :width].reshape(height // _BLOCK_PX, _BLOCK_PX, width // _BLOCK_PX, _BLOCK_PX)
    return float(varying.var() - np.quantile(blocks.var(axis=(1, 3)), CROP.flattest_blocks))


def _grey(card: Image) -> Grey:
    """Returns the card in the size of the network's crop, without colours."""
    return cv2.cvtColor(rectify(card, full_quad(card)), cv2.COLOR_BGR2GRAY).astype(np.float32)


def _without_rim(grey: Grey) -> Grey:
    """Returns the card without its rim, where the table may be visible."""
    return grey[8:-8, 6:-6]
