"""Augmentation of partly covered cards: visible parts, and their crops."""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np
import numpy.typing as npt

from lab.training.augmentation.degrade import some_cover
from lab.training.augmentation.light import Chance
from vision.geometry.rectify import CROP_HEIGHT, CROP_WIDTH, CropMask, fill_hidden
from vision.types import Image

_LEAST_SHOWN = 0.25
_BESIDE = 0.5
"""Share of covers that are another card; the others hide everything beyond a line."""
_EDGE_OFF, _PLACE_OFF = 1.2, 2.0
"""Errors, in px of a crop, of the place of the cover, and of a card whose sides are partly estimated."""


def some_part(chance: Chance) -> CropMask:
    """Returns the visible part of a card under a random cover."""
    if chance.random() < _BESIDE:
        return beside_a_card((_LEAST_SHOWN, 0.97), chance)
    hidden = np.zeros((CROP_HEIGHT, CROP_WIDTH), np.uint8)
    cv2.fillConvexPoly(hidden, (some_cover(chance) * [CROP_WIDTH, CROP_HEIGHT]).astype(np.int32), (1,))
    return np.asarray(hidden == 0, np.bool_)


def beside_a_card(part: tuple[float, float], chance: Chance) -> CropMask:
    """Returns the visible part of a card under another one, of the size *part*."""
    while True:
        middle = chance.uniform(-0.5, 1.5, 2) * [CROP_WIDTH, CROP_HEIGHT]
        corners = cv2.boxPoints((middle.tolist(), (CROP_WIDTH, CROP_HEIGHT), float(chance.uniform(0, 180))))
        hidden = np.zeros((CROP_HEIGHT, CROP_WIDTH), np.uint8)
        cv2.fillConvexPoly(hidden, np.round(corners).astype(np.int32), (1,))
        if part[0] <= 1 - hidden.mean() < part[1]:
            return np.asarray(hidden == 0, np.bool_)


def covered(view: Image, on_top: Image, shown: CropMask, chance: Chance) -> Image:
    """Returns the *shown* part of a view under a cover whose place is slightly inaccurate."""
    hidden = _shifted((~shown).astype(np.uint8), chance.normal(0, _EDGE_OFF, 2))
    view = _shifted(view, chance.normal(0, _PLACE_OFF, 2))
    return fill_hidden(np.where(hidden[..., None] > 0, on_top, view), shown)


def _shifted(crop: npt.NDArray[np.uint8], by: npt.NDArray[np.float64]) -> npt.NDArray[np.uint8]:
    shift = np.array([[1, 0, by[0]], [0, 1, by[1]]])
    shifted = cv2.warpAffine(crop, shift, (CROP_WIDTH, CROP_HEIGHT), borderMode=cv2.BORDER_REPLICATE)
    return cast("npt.NDArray[np.uint8]", shifted)
