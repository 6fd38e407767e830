"""Comparison of a crop with kept pictures by pixels, which verifies the names given by the network.

The network may find two cards similar that share no line, such as a French two of hearts and a German ace with two
hearts. The kept pictures show the cards on the table, so a low correlation with its own picture refutes a name. Two
similar cards are told apart by the pixels in which their pictures differ.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.rectify import CROP_HEIGHT, CROP_WIDTH, CropMask, rotate_180
from vision.recognition.thresholds import RECOGNITION
from vision.types import Image

Pixels: TypeAlias = npt.NDArray[Any]
"""N×3: lightness and colours (L*a*b*)."""

_SIZE = (CROP_WIDTH // 2, CROP_HEIGHT // 2)
"""Width and height, px, at which pictures are compared, which suppresses print screens and camera noise."""


class ComparedCrop:
    """A crop prepared for comparison with several cards; only the part *shown* of it counts."""

    def __init__(self, crop: Image, shown: CropMask | None = None) -> None:
        inner = _inner()
        self._pixels = np.ascontiguousarray(_soft(crop)[inner])
        counts = np.ones(self._pixels.shape[:2], np.float32)
        if shown is not None:
            counts[:] = cv2.resize(shown.astype(np.uint8), _SIZE, interpolation=cv2.INTER_AREA)[inner]
        self._mask = None if shown is None else cv2.merge([counts] * 3)
        self._shows_too_little = _shows_too_little(self._pixels[counts > 0])

    def ncc(self, pictures: Iterable[Image]) -> float:
        """Returns the highest correlation (-1 to 1) with *pictures* of a crop's size; 0 if too little is visible.

        Each is compared either way up.
        """
        if self._shows_too_little:
            return 0.0
        each = [
            cv2.matchTemplate(way, self._pixels, cv2.TM_CCOEFF_NORMED, mask=self._mask) for way in _either_way(pictures)
        ]
        return float(np.nan_to_num(np.array(each), nan=0.0, posinf=0.0, neginf=0.0).max(initial=-1.0))


def explained_share(crop: Image, pictures: Iterable[Image], shown: CropMask | None = None) -> float:
    """Returns the share (0 to 1) of a crop's variance that the best of *pictures* explains, either way up.

    The light is fitted per channel with a linear gradient, so that shadows are explained but an additional pip is not.
    The crop must be aligned, see `vision.recognition.ecc_alignment`.
    """
    inner = _inner()
    counts = np.ones(_SIZE[::-1], np.bool_)
    if shown is not None:
        counts = cv2.resize(shown.astype(np.uint8), _SIZE, interpolation=cv2.INTER_NEAREST) > 0
    counts = counts[inner]
    pixels = _soft(crop)[inner][counts]
    if _shows_too_little(pixels):
        return 0.0
    y, x = (axis[counts] / axis.max() for axis in np.mgrid[: counts.shape[0], : counts.shape[1]].astype(np.float32))
    ways = [way[inner][counts] for way in _either_way(pictures)]
    total = float(((pixels - pixels.mean(axis=0)) ** 2).sum())
    return max(1 - min((_residual_energy(pixels, way, x, y) for way in ways), default=total) / total, 0.0)


def _inner() -> tuple[slice, slice]:
    """Returns the slices of the part that is compared at all shifts."""
    off = RECOGNITION.ncc_search_px
    return slice(off, -off), slice(off, -off)


def _shows_too_little(pixels: Pixels) -> bool:
    """Tells whether no pixels (N×3) are visible, or all have about one colour."""
    return not len(pixels) or bool(pixels.std(axis=0).max() < RECOGNITION.ncc_min_contrast_levels)


def _residual_energy(pixels: Pixels, way: Pixels, x: Pixels, y: Pixels) -> float:
    """Returns the sum of squared residuals of N×3 pixels after fitting the light on the picture *way*."""
    left = 0.0
    for observed, expected in zip(pixels.T, way.T, strict=True):
        lit = np.stack([expected, expected * x, expected * y, np.ones_like(x), x, y], axis=1)
        # Normal equations suffice: six unknowns, thousands of pixels.
        gains = np.linalg.lstsq(lit.T @ lit, lit.T @ observed, rcond=None)[0]
        left += float(((observed - lit @ gains) ** 2).sum())
    return left


class Projection(NamedTuple):
    """Projection of a crop on the difference of two pictures: `towards` is 1 for the first card, -1 for the second.

    `difference` is the sum of squared differences of the pictures over the visible part, in the light of the crop,
    divided by the px of a whole card: like the signal-to-noise ratio of a matched filter it grows with what is visible.
    `residual` is the mean squared difference of the visible part of the crop from the better of the two.
    """

    towards: float
    difference: float
    residual: float


def difference_projection(
    crop: Image, one: Iterable[Image], other: Iterable[Image], shown: CropMask | None = None
) -> Projection:
    """Compares an aligned crop with the kept pictures of two cards; see `vision.recognition.ecc_alignment`.

    Seven and eight of a suit correlate almost fully, as they differ in one pip only. So the crop is projected on the
    difference of the two pictures, scaled to the light of the crop.
    """
    counts = np.ones(_SIZE[::-1], np.uint8)
    if shown is not None:
        counts = cv2.resize(shown.astype(np.uint8), _SIZE, interpolation=cv2.INTER_NEAREST)
    mask = cv2.erode(counts, np.ones((3, 3), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=(0,)) > 0
    if not mask.any():
        return Projection(0.0, 0.0, 1.0)
    pixels = _soft(crop)[mask]
    ones, others = ([way[mask] for way in _either_way(both)] for both in (one, other))
    nearest = max(ones, key=lambda way: _correlation(way, pixels))
    return min((_project(pixels, nearest, way, mask.size) for way in others), key=lambda each: each.difference)


def _project(pixels: Pixels, one: Pixels, other: Pixels, size: int) -> Projection:
    """Returns the projection in the light fitted to the better picture, as dim light reduces all differences.

    *size* is the number of px of a whole card.
    """
    first, second, observed = (each - each.mean(axis=0) for each in (one, other, pixels))
    gains = [max(float((each * observed).sum() / max((each * each).sum(), 1e-6)), 0.0) for each in (first, second)]
    left = [float(((observed - gain * each) ** 2).sum()) for gain, each in zip(gains, (first, second), strict=True)]
    gain = gains[int(np.argmin(left))]
    difference = gain * (first - second)
    energy = float((difference * difference).sum())
    towards = 2 * float(((observed - gain * (first + second) / 2) * difference).sum()) / max(energy, 1e-6)
    return Projection(towards, energy / size, min(left) / len(pixels))


def _correlation(one: Pixels, other: Pixels) -> float:
    """Returns the correlation of the lightness of N×3 pixels."""
    first, second = (each[:, 0] - each[:, 0].mean() for each in (one, other))
    return float(first @ second / max(float(np.sqrt((first @ first) * (second @ second))), 1e-6))


def _either_way(pictures: Iterable[Image]) -> list[Image]:
    """Returns each of the pictures at the compared size, upright and upside down."""
    return [way for soft in map(_soft, pictures) for way in (soft, rotate_180(soft))]


def _soft(picture: Image) -> Image:
    """Returns the picture in L*a*b*, float32, at the compared size."""
    lab = cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), RECOGNITION.ncc_blur_px), cv2.COLOR_BGR2LAB)
    return cv2.resize(lab, _SIZE, interpolation=cv2.INTER_AREA).astype(np.float32)
