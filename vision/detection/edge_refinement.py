"""Refinement of quads: fits the sides of many quads at once to edges of the picture, and rates the fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.detection.thresholds import DETECTION
from vision.geometry.quads import AFTER, BEFORE
from vision.order_statistics import median
from vision.types import Planes

Floats: TypeAlias = npt.NDArray[Any]

PLACES = np.linspace(0.1, 0.9, 25, dtype=np.float32)
"""Sampled positions along a side (0 to 1), away from the rounded corners; an odd number of them."""
MIDDLE = len(PLACES) // 2
SHIFTS = np.linspace(-1, 1, 25, dtype=np.float32)
"""Sampled positions across a side, as shares of the search distance."""
SOBEL_GAIN = 8
"""Response of a 3×3 Sobel kernel to a slope of one grey level per pixel."""
BATCH = 12
"""Quads whose sides are sampled at a time, which takes some megabytes; memory and cache of a small board are small."""
BAND_PX = 150_000
"""Least number of pixels whose gradients are computed at a time: a quarter of a picture at working size."""
NOISE_STEP = 4
"""Distance of the pixels at which the noise is estimated, px."""


@dataclass(frozen=True, slots=True)
class GradientBand:
    """Gradients of some rows of a picture (H×W×3, 16-bit integers, which are exact), and the number of the first."""

    first: int
    across: npt.NDArray[Any]
    down: npt.NDArray[Any]

    def contains(self, rows: range) -> bool:
        """Whether the band has all of these rows of the picture."""
        return self.first <= rows.start and rows.stop <= self.first + len(self.across)


@dataclass(frozen=True, slots=True)
class RefinedQuads:
    """N refined quads (N×4×2); for each side (N×4) the share of its visible part on edges, and its visible share."""

    quads: Floats
    support: Floats
    shown: Floats

    @property
    def confidence(self) -> Floats:
        """Share of each visible outline that lies on edges, N."""
        mean: Floats = (self.support * self.shown).sum(axis=1) / np.maximum(self.shown.sum(axis=1), 1e-6)
        return mean


def places_along(quads: Floats) -> Floats:
    """Returns the P sampled places along the sides of quads (N×4×2), N×4×P×2."""
    along = quads[:, AFTER] - quads
    places: Floats = quads[:, :, None] + PLACES[:, None] * along[:, :, None]
    return places


class EdgeField:
    """Gradients of a picture, band by band on demand, as all would take four times the memory of the picture."""

    def __init__(self, planes: Planes) -> None:
        self._planes = planes
        self._band: GradientBand | None = None

    def forget(self) -> None:
        """Frees the gradients until they are needed again."""
        self._band = None

    def _gradients(self, rows: range) -> GradientBand:
        """Returns gradients of *rows* at least; the last ones are kept."""
        if self._band is None or not self._band.contains(rows):
            self._band = None  # freed before the next ones are computed
            self._band = self._compute(rows)
        return self._band

    def _compute(self, rows: range) -> GradientBand:
        height, width = self._planes.shape[:2]
        count = min(max(len(rows), BAND_PX // width), height)
        first = min(max((rows.start + rows.stop - count) // 2, 0), height - count)
        above = min(first, 1)  # the kernel needs the rows beside the band, and mirrors them at the rim of the picture
        part = self._planes[first - above : first + count + 1]
        inner = slice(above, above + count)
        across = cv2.Sobel(part, cv2.CV_16S, 1, 0, ksize=3)[inner]
        return GradientBand(first, across, cv2.Sobel(part, cv2.CV_16S, 0, 1, ksize=3)[inner])

    @cached_property
    def _noise(self) -> float:
        """The gradient strength below which there is no edge."""
        strength = np.concatenate([self._strength_of_rows(rows) for rows in self._bands()])
        least = DETECTION.min_gradient_levels_per_px * SOBEL_GAIN
        return max(DETECTION.min_gradient_of_median * median(strength), least)

    def _bands(self) -> Iterator[range]:
        """Yields the rows of the picture in parts that are kept at a time."""
        height, width = self._planes.shape[:2]
        count = max(BAND_PX // width, 1)
        yield from (range(first, min(first + count, height)) for first in range(0, height, count))

    def _strength_of_rows(self, rows: range) -> Floats:
        """Returns the gradient strength at some of the pixels of *rows*, N."""
        band = self._gradients(rows)
        each = slice(-rows.start % NOISE_STEP + rows.start - band.first, rows.stop - band.first, NOISE_STEP)
        some = np.stack([gradient[each, ::NOISE_STEP] for gradient in (band.across, band.down)])
        strength: Floats = np.sqrt(((some * _plane_weights()) ** 2).sum(axis=(0, 3)))
        return strength.ravel()

    def refine(self, quads: Floats) -> RefinedQuads:
        """Fits N quads (N×4×2) to edges, first within a large distance, then with subpixel accuracy."""
        one, other = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
        sizes = np.sqrt(np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]) / 2)
        rough = self.fit_sides(quads, DETECTION.rough_reach_of_size * sizes)
        return self.fit_sides(rough.quads, np.full(len(quads), DETECTION.fine_reach_px))

    def fit_sides(self, quads: Floats, reach: Floats, shown: npt.NDArray[Any] | None = None) -> RefinedQuads:
        """Fits the sides of N quads to edges within *reach* px (N).

        *shown* (N×4×P) marks the visible places along the sides; a side with too few of them is kept as it is.
        """
        starts = quads.astype(np.float32)
        along = starts[:, AFTER] - starts
        lengths = np.maximum(np.linalg.norm(along, axis=2), 1e-3)
        normals = np.stack([along[..., 1], -along[..., 0]], axis=2) / lengths[..., None]
        offsets, has_edge = self._strongest_edges(starts, along, normals, reach)
        shown = np.ones(has_edge.shape, bool) if shown is None else shown
        level, slope, support = _fit_lines(offsets, has_edge & shown, shown, lengths)
        shares = shown.mean(axis=2)
        usable = (support > DETECTION.min_edges_of_side) & (shares > DETECTION.min_visible_of_side)
        level, slope = np.where(usable, level, 0), np.where(usable, slope, 0)
        first = starts + normals * level[..., None]
        second = first + along + normals * slope[..., None]
        return RefinedQuads(_intersections(first, second, quads), support, shares)

    def _strongest_edges(self, starts: Floats, along: Floats, normals: Floats, reach: Floats) -> tuple[Floats, Floats]:
        """Returns the distance of the strongest edge from the side at each place (N×4×P, px), and if there is one."""
        offsets = np.zeros((len(starts), 4, len(PLACES)), np.float32)
        has_edge = np.zeros(offsets.shape, bool)
        if not len(starts):
            return offsets, has_edge
        noise = self._noise  # goes over the whole picture once, and leaves another band than a batch needs
        from_above = np.argsort(starts[:, :, 1].mean(axis=1), kind="stable")
        for first in range(0, len(starts), BATCH):
            part = from_above[first : first + BATCH]
            offsets[part], has_edge[part] = self._strongest_edges_in_batch(
                starts[part], along[part], normals[part], reach[part], noise
            )
        return offsets, has_edge

    def _strongest_edges_in_batch(
        self, starts: Floats, along: Floats, normals: Floats, reach: Floats, noise: float
    ) -> tuple[Floats, Floats]:
        shifts = SHIFTS[None] * reach[:, None].astype(np.float32)
        base = starts[:, :, None] + PLACES[:, None] * along[:, :, None]
        shape = len(starts) * 4, len(PLACES) * len(SHIFTS)
        x, y = (
            (base[..., axis, None] + shifts[:, None, None] * normals[:, :, None, None, axis]).reshape(shape)
            for axis in (0, 1)
        )
        facing = normals.reshape(len(starts) * 4, 1, 1, 2).astype(np.float32)
        last_row = self._planes.shape[0] - 1
        low, high = np.clip((y.min(), y.max()), 0, last_row)
        band = self._gradients(range(int(low), min(int(high) + 1, last_row) + 1))
        y -= band.first
        across, down = (
            part * cv2.remap(gradient, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            for gradient, part in ((band.across, facing[..., 0]), (band.down, facing[..., 1]))
        )
        steepness = np.add(across, down, out=across)
        strength = np.abs(steepness, out=steepness) @ _plane_weights()
        strength = strength.reshape(len(starts), 4, len(PLACES), len(SHIFTS))
        outward = 1 + DETECTION.outward_preference * SHIFTS
        weighted = strength * outward
        best = weighted.argmax(axis=3)
        has_edge = weighted.max(axis=3) / outward[best] > noise
        return shifts[np.arange(len(starts))[:, None, None], best], has_edge


def _plane_weights() -> Floats:
    """Returns the weights of the gradients of L*, a* and b*."""
    return np.array([1.0, DETECTION.colour_gradient_weight, DETECTION.colour_gradient_weight], np.float32)


def _fit_lines(offsets: Floats, has_edge: Floats, shown: Floats, lengths: Floats) -> tuple[Floats, Floats, Floats]:
    """Fits a line robustly to the offsets of each side (N×4×P); returns its level, slope and support, each N×4."""
    middle = np.partition(np.where(has_edge, offsets, 0), MIDDLE, axis=2)[..., MIDDLE]
    level, slope = middle, np.zeros_like(middle)
    spread = np.maximum(DETECTION.line_error_px, DETECTION.line_error_of_side * lengths)[..., None]
    for loosening in DETECTION.line_fit_looseness:
        residuals = offsets - level[..., None] - slope[..., None] * PLACES
        weights = np.where(has_edge, 1 / (1 + (residuals / (loosening * spread)) ** 2) ** 2, 0)
        total = np.maximum(weights.sum(axis=2), 1e-6)
        place = (weights * PLACES).sum(axis=2) / total
        offset = (weights * offsets).sum(axis=2) / total
        variance = (weights * (PLACES - place[..., None]) ** 2).sum(axis=2)
        covariance = (weights * (PLACES - place[..., None]) * (offsets - offset[..., None])).sum(axis=2)
        slope = covariance / np.maximum(variance, 1e-3)
        level = offset - slope * place
    residuals = np.abs(offsets - level[..., None] - slope[..., None] * PLACES)
    return level, slope, (has_edge & (residuals < spread)).sum(axis=2) / np.maximum(shown.sum(axis=2), 1)


def _intersections(first: Floats, second: Floats, otherwise: Floats) -> Floats:
    """Returns the intersections of each side (through two points, N×4×2 each) with the one before it.

    Where two sides are parallel, the quad of *otherwise* is kept.
    """
    direction = second - first
    before, before_direction = first[:, BEFORE], direction[:, BEFORE]
    cross = before_direction[..., 0] * direction[..., 1] - before_direction[..., 1] * direction[..., 0]
    lengths = np.linalg.norm(direction, axis=2) * np.linalg.norm(before_direction, axis=2)
    parallel = np.abs(cross) <= 1e-3 * lengths
    gap = first - before
    share = (gap[..., 0] * direction[..., 1] - gap[..., 1] * direction[..., 0]) / np.where(parallel, 1, cross)
    corners = before + share[..., None] * before_direction
    broken = parallel.any(axis=1)[:, None, None]
    return np.where(broken, otherwise, corners).astype(np.float32)
