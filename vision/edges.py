"""The edges of a picture: draws the sides of many quads to the nearest edges at once, and rates how well they fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from vision.find import Planes

Floats: TypeAlias = npt.NDArray[Any]

PLACES = np.linspace(0.1, 0.9, 25, dtype=np.float32)
"""Along a side, away from the rounded corners."""
STEPS = 12
"""To each side of an outline, in which its edge is looked for."""
COLOUR_WEIGHT = 2.0
"""a* and b* span less than L* where card and table are equally bright."""
LEAST_SUPPORT = 0.3
"""A side along which fewer of the places show an edge stays where it was proposed."""
OUTWARD = 0.5
"""How far the outer of two edges is preferred: many cards have a printed frame within their rim."""
MOST_AT_ONCE = 2000
"""`remap` takes no picture of 32 767 rows or more, and memory is short on a small board."""


@dataclass(frozen=True, slots=True)
class Outlines:
    """N refined quads, N×4×2, and by side (N×4) the part of it that lies on an edge."""

    quads: Floats
    support: Floats

    @property
    def confidence(self) -> Floats:
        mean: Floats = self.support.mean(axis=1)
        return mean


class EdgeField:
    def __init__(self, planes: Planes) -> None:
        steps = planes.astype(np.float32)
        weights = np.array([1.0, COLOUR_WEIGHT, COLOUR_WEIGHT], np.float32)
        self._across = cv2.Sobel(steps, cv2.CV_32F, 1, 0, ksize=3, scale=0.125) * weights
        self._down = cv2.Sobel(steps, cv2.CV_32F, 0, 1, ksize=3, scale=0.125) * weights
        strength = np.sqrt((self._across[::2, ::2] ** 2 + self._down[::2, ::2] ** 2).sum(axis=2))
        self._noise = max(float(np.median(strength)) * 2.5, 2.0)

    def refined(self, quads: Floats) -> Outlines:
        """Draws N quads (N×4×2) to their edges: roughly, then to a part of a pixel."""
        parts = [self._refined(quads[first : first + MOST_AT_ONCE]) for first in range(0, len(quads), MOST_AT_ONCE)]
        if not parts:
            return Outlines(np.zeros((0, 4, 2), np.float32), np.zeros((0, 4), np.float32))
        return Outlines(
            np.concatenate([part.quads for part in parts]), np.concatenate([part.support for part in parts])
        )

    def drawn(self, quads: Floats, reach: Floats, free: npt.NDArray[Any] | None = None) -> Outlines:
        """Draws the sides of N quads to edges within *reach* px (N); where *free* (N×4) is false they stay."""
        starts = quads.astype(np.float32)
        along = np.roll(starts, -1, axis=1) - starts
        lengths = np.maximum(np.linalg.norm(along, axis=2), 1e-3)
        normals = np.stack([along[..., 1], -along[..., 0]], axis=2) / lengths[..., None]
        offsets, seen = self._strongest(starts, along, normals, reach)
        level, slope, support = _fitted(offsets, seen, lengths)
        usable = (support > LEAST_SUPPORT) & (True if free is None else free)
        support = np.where(True if free is None else free, support, 0)
        level, slope = np.where(usable, level, 0), np.where(usable, slope, 0)
        first = starts + normals * level[..., None]
        second = first + along + normals * slope[..., None]
        return Outlines(_crossings(first, second, quads), support)

    def _refined(self, quads: Floats) -> Outlines:
        one, other = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
        sizes = np.sqrt(np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]) / 2)
        rough = self.drawn(quads, np.maximum(3.0, 0.03 * sizes))
        return self.drawn(rough.quads, np.full(len(quads), 2.5))

    def _strongest(self, starts: Floats, along: Floats, normals: Floats, reach: Floats) -> tuple[Floats, Floats]:
        """Returns how far from the side its strongest edge lies at each place, N×4×P, and whether there is one."""
        count = len(starts)
        shifts = np.linspace(-1, 1, 2 * STEPS + 1, dtype=np.float32)[None] * reach[:, None].astype(np.float32)
        base = starts[:, :, None] + PLACES[:, None] * along[:, :, None]
        grid = base[:, :, :, None] + shifts[:, None, None, :, None] * normals[:, :, None, None]
        shape = count * 4, len(PLACES) * (2 * STEPS + 1)
        x, y = (np.ascontiguousarray(grid[..., axis].reshape(shape), np.float32) for axis in (0, 1))
        across = cv2.remap(self._across, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        down = cv2.remap(self._down, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        facing = normals.reshape(count * 4, 1, 1, 2).astype(np.float32)
        steepness = np.abs(across * facing[..., 0] + down * facing[..., 1]).sum(axis=2)
        steepness = steepness.reshape(count, 4, len(PLACES), -1)
        best = (steepness * (1 + OUTWARD * np.linspace(-1, 1, 2 * STEPS + 1, dtype=np.float32))).argmax(axis=3)
        seen = np.take_along_axis(steepness, best[..., None], axis=3)[..., 0] > self._noise
        return shifts[np.arange(count)[:, None, None], best], seen


def _fitted(offsets: Floats, seen: Floats, lengths: Floats) -> tuple[Floats, Floats, Floats]:
    """Fits a line to each side's offsets (N×4×P), outliers losing their weight: its level, slope, and support."""
    middle = np.median(np.where(seen, offsets, 0), axis=2)
    level, slope = middle, np.zeros_like(middle)
    spread = np.maximum(1.2, 0.006 * lengths)[..., None]
    for loosening in (6.0, 3.0, 1.5, 1.0):
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
    return level, slope, (seen & (residuals < spread)).mean(axis=2)


def _crossings(first: Floats, second: Floats, otherwise: Floats) -> Floats:
    """Returns where each side (through two points, N×4×2 each) meets the one before it; if nowhere, the old quad."""
    direction = second - first
    before, before_direction = np.roll(first, 1, axis=1), np.roll(direction, 1, axis=1)
    cross = before_direction[..., 0] * direction[..., 1] - before_direction[..., 1] * direction[..., 0]
    lengths = np.linalg.norm(direction, axis=2) * np.linalg.norm(before_direction, axis=2)
    parallel = np.abs(cross) <= np.maximum(0.2 * lengths, 1e-6)
    gap = first - before
    share = (gap[..., 0] * direction[..., 1] - gap[..., 1] * direction[..., 0]) / np.where(parallel, 1, cross)
    corners = before + share[..., None] * before_direction
    broken = parallel.any(axis=1)[:, None, None]
    return np.where(broken, otherwise, corners).astype(np.float32)
