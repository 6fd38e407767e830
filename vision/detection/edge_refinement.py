"""The edges of a picture: draws the sides of many quads to the nearest edges at once, and rates how well they fit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.detection.thresholds import DETECTION
from vision.geometry.quads import AFTER, BEFORE

if TYPE_CHECKING:
    from vision.types import Planes

Floats: TypeAlias = npt.NDArray[Any]

PLACES = np.linspace(0.1, 0.9, 25, dtype=np.float32)
"""Along a side, away from the rounded corners; an odd number."""
MIDDLE = len(PLACES) // 2
SHIFTS = np.linspace(-1, 1, 25, dtype=np.float32)
"""Across a side, as parts of the reach in which its edge is looked for."""
SOBEL_GAIN = 8
"""What a Sobel kernel of 3 makes of a step of one grey level a pixel."""
AT_ONCE = 24
"""So many quads take some megabytes while their sides are sampled; memory and cache are small on a small board."""
NOISE_STEP = 4
"""Px between the places at which the noise is estimated."""


@dataclass(frozen=True, slots=True)
class Outlines:
    """N refined quads, N×4×2; by side (N×4) the part of what shows of it that lies on an edge, and how much shows."""

    quads: Floats
    support: Floats
    shown: Floats

    @property
    def confidence(self) -> Floats:
        """The part of an outline, as far as it shows, that lies on edges; N."""
        mean: Floats = (self.support * self.shown).sum(axis=1) / np.maximum(self.shown.sum(axis=1), 1e-6)
        return mean


def places_along(quads: Floats) -> Floats:
    """Returns the places at which the sides of quads (N×4×2) are compared with the picture, N×4×P×2."""
    along = quads[:, AFTER] - quads
    places: Floats = quads[:, :, None] + PLACES[:, None] * along[:, :, None]
    return places


class EdgeField:
    """Gradients take four times the room of the picture: they are made when the first quad is drawn to them."""

    def __init__(self, planes: Planes) -> None:
        self._planes = planes

    @cached_property
    def _gradients(self) -> tuple[Floats, Floats]:
        """Returns the gradients across and down; whole numbers hold them exactly, in half the memory."""
        across = cv2.Sobel(self._planes, cv2.CV_16S, 1, 0, ksize=3)
        return across, cv2.Sobel(self._planes, cv2.CV_16S, 0, 1, ksize=3)

    def forget(self) -> None:
        """Gives their room back until the next quad is drawn."""
        self.__dict__.pop("_gradients", None)

    @cached_property
    def _noise(self) -> float:
        """Returns the gradient below which there is no edge."""
        some = np.stack([gradient[::NOISE_STEP, ::NOISE_STEP] for gradient in self._gradients])
        strength = np.sqrt(((some * _plane_weights()) ** 2).sum(axis=(0, 3)))
        least = DETECTION.min_gradient_levels_per_px * SOBEL_GAIN
        return max(DETECTION.min_gradient_of_median * float(np.median(strength)), least)

    def refined(self, quads: Floats) -> Outlines:
        """Draws N quads (N×4×2) to their edges: roughly, then to a part of a pixel."""
        one, other = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
        sizes = np.sqrt(np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]) / 2)
        rough = self.drawn(quads, np.maximum(DETECTION.rough_reach_px, DETECTION.rough_reach_of_size * sizes))
        return self.drawn(rough.quads, np.full(len(quads), DETECTION.fine_reach_px))

    def drawn(self, quads: Floats, reach: Floats, shown: npt.NDArray[Any] | None = None) -> Outlines:
        """Draws the sides of N quads to edges within *reach* px (N).

        *shown* (N×4×P) are the places along them that nothing hides; a side of which less than half shows stays.
        """
        starts = quads.astype(np.float32)
        along = starts[:, AFTER] - starts
        lengths = np.maximum(np.linalg.norm(along, axis=2), 1e-3)
        normals = np.stack([along[..., 1], -along[..., 0]], axis=2) / lengths[..., None]
        offsets, seen = self._strongest(starts, along, normals, reach)
        shown = np.ones(seen.shape, bool) if shown is None else shown
        level, slope, support = _fitted(offsets, seen & shown, shown, lengths)
        shares = shown.mean(axis=2)
        usable = (support > DETECTION.min_side_on_edge) & (shares > DETECTION.min_side_shown)
        level, slope = np.where(usable, level, 0), np.where(usable, slope, 0)
        first = starts + normals * level[..., None]
        second = first + along + normals * slope[..., None]
        return Outlines(_crossings(first, second, quads), support, shares)

    def _strongest(self, starts: Floats, along: Floats, normals: Floats, reach: Floats) -> tuple[Floats, Floats]:
        """Returns how far from the side its strongest edge lies at each place, N×4×P, and whether there is one."""
        offsets = np.zeros((len(starts), 4, len(PLACES)), np.float32)
        seen = np.zeros(offsets.shape, bool)
        for first in range(0, len(starts), AT_ONCE):
            part = slice(first, first + AT_ONCE)
            offsets[part], seen[part] = self._strongest_of_few(starts[part], along[part], normals[part], reach[part])
        return offsets, seen

    def _strongest_of_few(self, starts: Floats, along: Floats, normals: Floats, reach: Floats) -> tuple[Floats, Floats]:
        shifts = SHIFTS[None] * reach[:, None].astype(np.float32)
        base = starts[:, :, None] + PLACES[:, None] * along[:, :, None]
        shape = len(starts) * 4, len(PLACES) * len(SHIFTS)
        x, y = (
            (base[..., axis, None] + shifts[:, None, None] * normals[:, :, None, None, axis]).reshape(shape)
            for axis in (0, 1)
        )
        facing = normals.reshape(len(starts) * 4, 1, 1, 2).astype(np.float32)
        across, down = (
            part * cv2.remap(gradient, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            for gradient, part in zip(self._gradients, (facing[..., 0], facing[..., 1]), strict=True)
        )
        steepness = np.add(across, down, out=across)
        strength = np.abs(steepness, out=steepness) @ _plane_weights()
        strength = strength.reshape(len(starts), 4, len(PLACES), len(SHIFTS))
        outward = 1 + DETECTION.outward_preference * SHIFTS
        weighted = strength * outward
        best = weighted.argmax(axis=3)
        seen = weighted.max(axis=3) / outward[best] > self._noise
        return shifts[np.arange(len(starts))[:, None, None], best], seen


def _plane_weights() -> Floats:
    """Returns what the gradients of L*, a* and b* count."""
    return np.array([1.0, DETECTION.colour_gradient_weight, DETECTION.colour_gradient_weight], np.float32)


def _fitted(offsets: Floats, seen: Floats, shown: Floats, lengths: Floats) -> tuple[Floats, Floats, Floats]:
    """Fits a line to each side's offsets (N×4×P), outliers losing their weight: its level, slope, and support."""
    middle = np.partition(np.where(seen, offsets, 0), MIDDLE, axis=2)[..., MIDDLE]
    level, slope = middle, np.zeros_like(middle)
    spread = np.maximum(DETECTION.line_error_px, DETECTION.line_error_of_side * lengths)[..., None]
    for loosening in DETECTION.line_fit_looseness:
        residuals = offsets - level[..., None] - slope[..., None] * PLACES
        weights = np.where(seen, 1 / (1 + (residuals / (loosening * spread)) ** 2) ** 2, 0)
        total = np.maximum(weights.sum(axis=2), 1e-6)
        place = (weights * PLACES).sum(axis=2) / total
        offset = (weights * offsets).sum(axis=2) / total
        variance = (weights * (PLACES - place[..., None]) ** 2).sum(axis=2)
        covariance = (weights * (PLACES - place[..., None]) * (offsets - offset[..., None])).sum(axis=2)
        slope = covariance / np.maximum(variance, 1e-3)
        level = offset - slope * place
    residuals = np.abs(offsets - level[..., None] - slope[..., None] * PLACES)
    return level, slope, (seen & (residuals < spread)).sum(axis=2) / np.maximum(shown.sum(axis=2), 1)


def _crossings(first: Floats, second: Floats, otherwise: Floats) -> Floats:
    """Returns where each side (through two points, N×4×2 each) meets the one before it; if nowhere, the old quad."""
    direction = second - first
    before, before_direction = first[:, BEFORE], direction[:, BEFORE]
    cross = before_direction[..., 0] * direction[..., 1] - before_direction[..., 1] * direction[..., 0]
    lengths = np.linalg.norm(direction, axis=2) * np.linalg.norm(before_direction, axis=2)
    parallel = np.abs(cross) <= np.maximum(DETECTION.min_crossing_sine * lengths, 1e-6)
    gap = first - before
    share = (gap[..., 0] * direction[..., 1] - gap[..., 1] * direction[..., 0]) / np.where(parallel, 1, cross)
    corners = before + share[..., None] * before_direction
    broken = parallel.any(axis=1)[:, None, None]
    return np.where(broken, otherwise, corners).astype(np.float32)
