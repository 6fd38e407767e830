"""Masks of places on the motion gate's luminance, and whether something moves over them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from vision.tracking.motion.motion_gate import SmallMask
    from vision.types import Quad


def place_mask(quad: Quad, shape: tuple[int, ...]) -> SmallMask:
    """Returns the mask of a quad given from 0 to 1 across and down the view."""
    mask: SmallMask = np.zeros(shape[:2], np.uint8)
    corners = np.round(quad * (shape[1] - 1, shape[0] - 1)).astype(np.int32)
    return cv2.fillConvexPoly(mask, corners, (255,))


def moves_over(place: SmallMask, still: SmallMask, most: float) -> bool:
    """Whether more than *most* of a place (a mask) moves, from 0 to 1; *still* tells where nothing moves."""
    return bool(np.count_nonzero((place > 0) & (still == 0)) > most * np.count_nonzero(place))


def is_mostly_still(place: SmallMask, still: SmallMask, least: float) -> bool:
    """Whether more than *least* of a place (a mask) is still, from 0 to 1."""
    return bool(np.count_nonzero((place > 0) & (still > 0)) > least * np.count_nonzero(place))
