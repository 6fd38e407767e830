"""Outlines as point arrays (N×2, in the units of the canvas): the few curves that the drawn packs are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Sequence

Points: TypeAlias = npt.NDArray[np.float64]
PointList: TypeAlias = "Sequence[tuple[float, float]] | Points"


def smooth(points: PointList, closed: bool = True, steps: int = 6) -> Points:
    """Returns a Catmull-Rom curve through *points*."""
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
