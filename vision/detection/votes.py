"""From the votes of the detector's network to quads: greedy clustering, the surest votes first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from vision.quads import area, overlap, portrait

if TYPE_CHECKING:
    from vision.sightings import Quad

Floats: TypeAlias = npt.NDArray[Any]

STRIDE = 4
"""Px of the network's input between two votes."""
UNIT = 64.0
"""Px of the input, in which votes are measured."""
LEAST_LOGIT = -0.4
LEAST_VOTES = 3
LARGEST_DISTANCE = 0.22
"""Between votes for one card, of its size."""
SAME_CARD_IOU = 0.75
MOST = 40


@dataclass(frozen=True, slots=True)
class Detection:
    """`visible` is the share of the quad whose votes are for it; `error` the expected one, of its size."""

    quad: Quad
    visible: float
    error: float


def detections_of(votes: Floats) -> list[Detection]:
    """Returns what *votes* (10×H×W float32) come to, in px of the input, the most certain first."""
    rows, columns = np.nonzero(votes[0] > LEAST_LOGIT)
    cast_ = votes[:, rows, columns]
    middle = cast_[1:3] * UNIT + np.stack([columns, rows]) * STRIDE + (STRIDE - 1) / 2
    axes = cast_[3:7].reshape(2, 2, -1)
    axes = axes / (np.hypot(axes[:, 0], axes[:, 1]) + 1e-6)[:, None] * (np.exp(cast_[8:10]) * UNIT)[:, None]
    shapes = np.concatenate([middle, axes.reshape(4, -1)]).T.astype(np.float32)  # N×6
    size = 2 * np.sqrt(np.hypot(shapes[:, 2], shapes[:, 3]) * np.hypot(shapes[:, 4], shapes[:, 5])) + 1e-3
    weight = np.exp(-cast_[7]) / (1 + np.exp(-cast_[0]))
    left = np.ones(len(shapes), bool)
    found: list[Detection] = []
    while left.any() and len(found) < MOST:
        seed = int(np.argmax(np.where(left, weight, -1)))
        shape = shapes[seed]
        for _ in range(2):
            near = left & (np.abs(shapes - shape).max(axis=1) < LARGEST_DISTANCE * size[seed])
            if not near.any():
                break
            shape = np.average(shapes[near], axis=0, weights=weight[near]).astype(np.float32)
        near[seed] = True
        left &= ~near
        if np.count_nonzero(near) >= LEAST_VOTES:
            quad = quad_of(shape)
            visible = np.count_nonzero(near) * STRIDE**2 / max(area(quad), 1.0)
            found.append(Detection(quad, min(visible, 1.0), float(np.exp(np.average(cast_[7, near])))))
    return _distinct(found)


def quad_of(shape: Floats) -> Quad:
    """Returns the parallelogram of a middle and two half axes, each by twice its angle."""
    down, right = _axis(shape[2:4]), _axis(shape[4:6])
    return portrait(shape[:2] + np.stack([-down - right, right - down, down + right, down - right]))


def _axis(doubled: Floats) -> Floats:
    angle = np.arctan2(doubled[1], doubled[0]) / 2
    return np.asarray(np.hypot(*doubled) * np.array([np.cos(angle), np.sin(angle)]), np.float32)


def _distinct(found: list[Detection]) -> list[Detection]:
    kept: list[Detection] = []
    for one in sorted(found, key=lambda one: -one.visible):
        if all(overlap(one.quad, other.quad) < SAME_CARD_IOU for other in kept):
            kept.append(one)
    return kept
