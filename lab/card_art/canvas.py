"""Pen and curves: a canvas in hundredths of the card's height, and the paths that it draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.types import Image

Points: TypeAlias = npt.NDArray[np.float64]
PointList: TypeAlias = "Sequence[tuple[float, float]] | Points"


def smooth(points: PointList, closed: bool = True, steps: int = 6) -> Points:
    knots = np.asarray(points, dtype=np.float64)
    if closed:
        before, after, beyond = np.roll(knots, 1, 0), np.roll(knots, -1, 0), np.roll(knots, -2, 0)
    else:
        padded = np.vstack([2 * knots[0] - knots[1], knots, 2 * knots[-1] - knots[-2]])
        before, knots, after, beyond = padded[:-3], padded[1:-2], padded[2:-1], padded[3:]
    t = np.linspace(0.0, 1.0, steps, endpoint=False)[None, :, None]
    p0, p1, p2, p3 = (array[:, None, :] for array in (before, knots, after, beyond))
    curve = 0.5 * (2 * p1 + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t**2 + (3 * p1 - p0 - 3 * p2 + p3) * t**3)
    flat: Points = curve.reshape(-1, 2)
    return flat if closed else np.vstack([flat, after[-1]])


def ellipse(
    x: float, y: float, rx: float, ry: float | None = None, start: float = 0.0, end: float = 360.0, steps: int = 28
) -> Points:
    """Returns an arc from *start* to *end* degrees, 0 to the right, growing downwards."""
    angle = np.radians(np.linspace(start, end, steps, endpoint=end - start < 360.0))
    return np.column_stack([x + rx * np.cos(angle), y + (rx if ry is None else ry) * np.sin(angle)])


def ribbon(points: PointList, widths: Sequence[float], steps: int = 6) -> Points:
    """Returns the outline of a band along a smooth line through *points*, as wide as *widths* at them."""
    spine = smooth(points, closed=False, steps=steps)
    knots = np.linspace(0.0, 1.0, len(widths))
    half = np.interp(np.linspace(0.0, 1.0, len(spine)), knots, widths)[:, None] / 2
    tangent = np.gradient(spine, axis=0)
    length = np.maximum(np.hypot(tangent[:, 0], tangent[:, 1]), 1e-9)[:, None]
    normal = np.column_stack([-tangent[:, 1], tangent[:, 0]]) / length
    return np.vstack([spine + normal * half, (spine - normal * half)[::-1]])


def ring(points: Points, width: float) -> Points:
    """Returns a band as wide as *width* along a closed line, as one outline with a seam."""
    tangent = np.roll(points, -1, 0) - np.roll(points, 1, 0)
    normal = np.column_stack([-tangent[:, 1], tangent[:, 0]]) / np.hypot(tangent[:, 0], tangent[:, 1])[:, None]
    one, other = points + normal * (width / 2), points - normal * (width / 2)
    return np.vstack([one, one[:1], other[:1], other[::-1]])


def mirrored(half: PointList) -> Points:
    """Returns the closed outline whose right half is *half* (top to bottom), mirrored at x = 0."""
    right = np.asarray(half, dtype=np.float64)
    return np.vstack([right, right[::-1] * (-1.0, 1.0)])


def box(x0: float, y0: float, x1: float, y1: float) -> Points:
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], dtype=np.float64)


def rounded(x0: float, y0: float, x1: float, y1: float, radius: float) -> Points:
    corners = [(x1 - radius, y0 + radius, -90.0), (x1 - radius, y1 - radius, 0.0)]
    corners += [(x0 + radius, y1 - radius, 90.0), (x0 + radius, y0 + radius, 180.0)]
    return np.vstack([ellipse(x, y, radius, None, start, start + 90.0, 9) for x, y, start in corners])


def star(x: float, y: float, outer: float, inner: float, tips: int) -> Points:
    angle = np.arange(2 * tips) * np.pi / tips - np.pi / 2
    reach = np.where(np.arange(2 * tips) % 2 == 0, outer, inner)
    return np.column_stack([x + reach * np.cos(angle), y + reach * np.sin(angle)])


Colour: TypeAlias = tuple[int, int, int]
"""Red, green, blue."""

_FRACTION_BITS = 4


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """Returns *one* moved towards *other* by *share*, 0 to 1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


@dataclass
class Canvas:
    """`image` is written in place; `ink` and `weight` (units) are the outline that shapes get."""

    image: Image
    unit: float
    ink: Colour
    weight: float
    _matrix: Points = field(default_factory=lambda: np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]))
    _corner: npt.NDArray[np.int32] = field(default_factory=lambda: np.zeros(2, np.int32))
    """Where the upper left pixel of `image` lies on the whole card, in fractions of a pixel."""

    @contextmanager
    def moved(self, x: float, y: float, scale: float = 1.0, turn: float = 0.0, flip: bool = False) -> Iterator[None]:
        """Moves the origin to (x, y), scales, turns clockwise by *turn* degrees and mirrors left to right."""
        cos, sin = np.cos(np.radians(turn)) * scale, np.sin(np.radians(turn)) * scale
        side = -1.0 if flip else 1.0
        step = np.array([[cos * side, -sin, x], [sin * side, cos, y], [0.0, 0.0, 1.0]])
        before = self._matrix
        self._matrix = before @ step
        try:
            yield
        finally:
            self._matrix = before

    @contextmanager
    def clipped(self, outline: PointList) -> Iterator[None]:
        """Keeps whatever is painted inside to *outline*."""
        pixels = self._pixels(outline)
        height, width = self.image.shape[:2]
        left, top = np.maximum(pixels.min(axis=0) >> _FRACTION_BITS, 0)
        right, bottom = np.minimum((pixels.max(axis=0) >> _FRACTION_BITS) + 2, (width, height))
        left, top, right, bottom = min(left, width - 1), min(top, height - 1), max(right, 1), max(bottom, 1)
        corner = np.array([left, top], np.int32) << _FRACTION_BITS
        full_image, whole_corner = self.image, self._corner
        area = full_image[top:bottom, left:right]
        self.image, self._corner = area.copy(), whole_corner + corner
        yield
        mask = np.zeros(area.shape[:2], np.uint8)
        cv2.fillPoly(mask, [pixels - corner], (255,), 8, _FRACTION_BITS)
        np.copyto(area, self.image, where=(mask != 0)[:, :, None])
        self.image, self._corner = full_image, whole_corner

    def fill(self, outline: PointList, colour: Colour, outlined: bool = True) -> None:
        pixels = self._pixels(outline)
        cv2.fillPoly(self.image, [pixels], colour[::-1], cv2.LINE_AA, _FRACTION_BITS)
        if outlined:
            self._polyline(pixels, self.ink, self.weight, closed=True)

    def line(self, points: PointList, colour: Colour | None = None, width: float = 1.0, closed: bool = False) -> None:
        """Draws a line *width* times as thick as the outlines."""
        self._polyline(self._pixels(points), colour or self.ink, self.weight * width, closed)

    def dot(self, x: float, y: float, radius: float, colour: Colour, outlined: bool = False) -> None:
        angle = np.linspace(0.0, 2 * np.pi, 14, endpoint=False)
        self.fill(np.column_stack([x + radius * np.cos(angle), y + radius * np.sin(angle)]), colour, outlined)

    def hatch(
        self, outline: PointList, turn: float, gap: float, colour: Colour | None = None, width: float = 0.5
    ) -> None:
        """Draws parallel lines inside *outline*, *gap* units apart, turned by *turn* degrees."""
        points = np.asarray(outline, dtype=np.float64)
        cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        along, across = np.array([cos, sin]), np.array([-sin, cos])
        reach, depth = points @ along, points @ across
        with self.clipped(points):
            for offset in np.arange(depth.min() + gap / 2, depth.max(), gap):
                ends = np.array([along * reach.min() + across * offset, along * reach.max() + across * offset])
                self.line(ends, colour, width)

    def _pixels(self, points: PointList) -> npt.NDArray[np.int32]:
        placed = np.asarray(points, dtype=np.float64) @ self._matrix[:, :2].T + self._matrix[:, 2]
        return np.round(placed * (self.unit * (1 << _FRACTION_BITS))).astype(np.int32) - self._corner

    def _polyline(self, pixels: npt.NDArray[np.int32], colour: Colour, width: float, closed: bool) -> None:
        thickness = max(1, round(width * self.unit))
        cv2.polylines(self.image, [pixels], closed, colour[::-1], thickness, cv2.LINE_AA, _FRACTION_BITS)
