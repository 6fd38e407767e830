"""A canvas that paints outlines in card units (the card is 100 units high) with a movable pen."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simulator.card_art.primitives.paths import PointList, Points
    from vision.types import Image

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
