"""Prescreening of quads by thumbnails: correlation of the visible part with tiny pictures of the pack's cards.

It takes a hundredth of the time of the network, so that all outlines in a heap can be compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.rectify import CropMask, rotate_180
from vision.recognition.thresholds import RECOGNITION
from vision.types import Image, Mask, Planes, Quad

Thumbnails: TypeAlias = npt.NDArray[np.float32]
"""N×3×P: L*, a* and b* of the P pixels of N thumbnails."""

_SIZE = (16, 24)
"""Width and height of a thumbnail, px."""
_BATCH = 256
"""Patches that are correlated at a time, to limit memory."""
_SHRUNK = 4
"""Factor by which the picture is scaled down first, which suppresses camera noise."""


def thumbnails_of(pictures: Iterable[Image]) -> Thumbnails:
    """Returns the thumbnails of upright crops, each upright and upside down."""
    return _small(way for picture in pictures for way in (picture, rotate_180(picture)))


def prescreen_quads(
    planes: Planes, quads: Sequence[Quad], visible: Mask, thumbnails: Thumbnails
) -> npt.NDArray[np.float32]:
    """Returns for each quad the highest correlation (-1 to 1) of its visible part with *thumbnails*.

    *planes* is the picture in L*a*b*; *visible*, of the same size, is 0 where a card would be covered.
    """
    if not quads:
        return np.zeros(0, np.float32)
    coarse = cv2.resize(planes, None, fx=1 / _SHRUNK, fy=1 / _SHRUNK, interpolation=cv2.INTER_AREA)
    patches = _flat([_cut(coarse, quad / np.float32(_SHRUNK), cv2.INTER_LINEAR) for quad in quads])
    shown = np.ones((len(quads), patches.shape[2]), np.bool_)
    for index in np.flatnonzero(_may_be_hidden(quads, visible)).tolist():
        shown[index] = _cut(visible, quads[index], cv2.INTER_NEAREST).ravel() > 0
    return np.asarray(_correlate(patches, shown, thumbnails).max(axis=1, initial=-1.0), np.float32)


def _may_be_hidden(quads: Sequence[Quad], visible: Mask) -> npt.NDArray[np.bool_]:
    """Returns for each of N quads whether anything near it is not visible; on a bare cloth nothing is for most."""
    corners = np.array(quads)
    first = np.floor(corners.min(axis=1)).astype(int) - 1
    last = np.ceil(corners.max(axis=1)).astype(int) + 2
    height, width = visible.shape
    outside = (first < 0).any(axis=1) | (last > (width, height)).any(axis=1)
    if cv2.countNonZero(visible) == visible.size:
        return np.asarray(outside)
    hidden = cv2.integral((visible == 0).astype(np.uint8))
    (left, top), (right, bottom) = first.clip(0, (width, height)).T, last.clip(0, (width, height)).T
    count = hidden[bottom, right] - hidden[top, right] - hidden[bottom, left] + hidden[top, left]
    return np.asarray(outside | (count > 0))


def prescreen_crop(crop: Image, shown: CropMask | None, thumbnails: Thumbnails) -> npt.NDArray[np.float32]:
    """Returns the M correlations (-1 to 1) of the part *shown* of a crop with *thumbnails*."""
    counts = np.ones(_SIZE[::-1], np.bool_)
    if shown is not None:
        counts = cv2.resize(shown.astype(np.uint8), _SIZE, interpolation=cv2.INTER_NEAREST) > 0
    return np.asarray(_correlate(_small([crop]), counts.reshape(1, -1), thumbnails)[0], np.float32)


def _correlate(patches: Thumbnails, shown: npt.NDArray[np.bool_], thumbnails: Thumbnails) -> npt.NDArray[np.float32]:
    """Returns N×M correlations of the part *shown* (N×P) of each of N *patches*."""
    correlations = np.zeros((len(patches), len(thumbnails)), np.float32)
    whole = shown.all(axis=1)
    for each, correlate in ((np.flatnonzero(whole), _correlate_whole), (np.flatnonzero(~whole), _correlate_parts)):
        for first in range(0, len(each), _BATCH):
            rows = each[first : first + _BATCH]
            correlations[rows] = correlate(patches[rows], shown[rows], thumbnails)
    return correlations


def _correlate_whole(
    patches: Thumbnails, _shown: npt.NDArray[np.bool_], thumbnails: Thumbnails
) -> npt.NDArray[np.float32]:
    """Returns the correlations of patches that are visible as a whole, in a third of the time of `_correlate_parts`."""
    one, other = (each - each.mean(axis=2, keepdims=True) for each in (patches, thumbnails))
    size = thumbnails.shape[1] * thumbnails.shape[2]
    one, other = one.reshape(-1, size), other.reshape(-1, size)
    energy, energies = (np.maximum((each**2).sum(axis=1), 1.0) for each in (one, other))
    return np.asarray(one @ other.T / np.sqrt(energy[:, None] * energies), np.float32)


def _correlate_parts(
    patches: Thumbnails, shown: npt.NDArray[np.bool_], thumbnails: Thumbnails
) -> npt.NDArray[np.float32]:
    """Returns the correlations of patches of which a part is hidden."""
    counts = shown.astype(np.float32)
    total = np.maximum(counts.sum(axis=1), 1.0)
    together, own, others = (np.zeros((len(patches), len(thumbnails)), np.float32) for _ in range(3))
    for channel in range(patches.shape[1]):
        patch, other = patches[:, channel] * counts, thumbnails[:, channel]
        mean, means = patch.sum(axis=1) / total, counts @ other.T / total[:, None]
        together += patch @ other.T - (mean * total)[:, None] * means
        own += ((patch**2).sum(axis=1) - mean**2 * total)[:, None]
        others += counts @ (other**2).T - means**2 * total[:, None]
    return np.asarray(together / np.sqrt(np.maximum(own, 1.0) * np.maximum(others, 1.0)), np.float32)


def outline_rating(confidence: float, ncc: float) -> float:
    """Returns the rating of an outline: its share on edges times the square of its correlation."""
    return confidence * max(ncc, 0.0) ** 2


def _small(crops: Iterable[Image]) -> Thumbnails:
    soft = (cv2.cvtColor(cv2.GaussianBlur(crop, (0, 0), RECOGNITION.ncc_blur_px), cv2.COLOR_BGR2LAB) for crop in crops)
    return _flat([cv2.resize(crop, _SIZE, interpolation=cv2.INTER_AREA) for crop in soft])


def _flat(pictures: Sequence[npt.NDArray[Any]]) -> Thumbnails:
    stack = np.array(pictures, np.float32).reshape(len(pictures), _SIZE[1] * _SIZE[0], 3)
    return np.ascontiguousarray(stack.transpose(0, 2, 1))


def _cut(picture: npt.NDArray[Any], quad: Quad, how: int) -> npt.NDArray[Any]:
    width, height = _SIZE
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)
    to_frame = cv2.getPerspectiveTransform(quad, frame)
    return cv2.warpPerspective(picture, to_frame, _SIZE, flags=how)
