"""Completes cards that lie partly under others: what shows of them, and the known size of a card, give the whole.

PEERS of this kind find no covered card by contours alone; with the cards on top known, the foreground that remains
beside them must be the visible part of a card of the same size.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.edges import EdgeField
from vision.find import SMALLEST, Contour, Mask, Planes, segmentations, working_planes
from vision.quads import area, edge_lengths, overlap, portrait, scaled, shared_area

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.sightings import Image, Quad

LEAST_VISIBLE = 0.12
LEAST_AGREEMENT = 0.72
"""Of what shows and what should show of a completed card: intersection over union."""


@dataclass(frozen=True, slots=True)
class Covered:
    """`visible` is the part of the card that nothing lies on, `agreement` how well it explains what shows."""

    quad: Quad
    visible: float
    agreement: float


def find_covered(image: Image, tops: Sequence[Quad]) -> list[Covered]:
    """Returns the cards that show beside *tops*, the best explained first; they may lie under one another as well."""
    if not tops:
        return []
    planes, scale = working_planes(image)
    found = sorted(_completions(planes, [scaled(top, scale) for top in tops]), key=lambda covered: -covered.agreement)
    kept: list[Covered] = []
    for covered in found:
        if all(shared_area(covered.quad, other.quad) < 0.5 * area(covered.quad) for other in kept):
            kept.append(covered)
    return [Covered(scaled(c.quad, 1 / scale), c.visible, c.agreement) for c in kept]


def _completions(planes: Planes, tops: Sequence[Quad]) -> Iterator[Covered]:
    hidden = np.zeros(planes.shape[:2], np.uint8)
    for top in tops:
        cv2.fillConvexPoly(hidden, np.round(top).astype(np.int32), 255)
    side = float(np.sqrt(min(area(top) for top in tops)))
    # The rim of a card on top, its shadow or its frame belong to it, not to what shows beside it;
    # what lies close to it proves nothing for or against a completed card.
    beside, clear = (cv2.bitwise_not(_grown(hidden, part * side)) for part in (0.03, 0.15))
    edges = EdgeField(planes)
    least = max(SMALLEST * hidden.size, LEAST_VISIBLE * min(area(top) for top in tops))
    for mask in segmentations(planes):
        contours, _ = cv2.findContours(mask & beside, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        for contour in contours:
            if cv2.contourArea(contour) > least:
                best = _best_completion(contour, tops, clear)
                if best is not None:
                    free = np.array([_free_sides(best.quad, beside)])
                    drawn = edges.drawn(best.quad[None], np.array([0.04 * side]), free)
                    yield Covered(drawn.quads[0], best.visible, best.agreement)


def _grown(mask: Mask, rim: float) -> Mask:
    size = 2 * max(1, round(rim / 2)) + 1
    return cv2.dilate(mask, np.ones((size, size), np.uint8))


def _free_sides(quad: Quad, beside: Mask) -> list[bool]:
    """Tells which sides show for the greater part."""
    free = []
    for start, end in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        points = np.round(start + np.linspace(0.1, 0.9, 17)[:, None] * (end - start)).astype(int)
        points = points.clip(0, np.array(beside.shape[::-1]) - 1)
        free.append(float(np.mean(beside[points[:, 1], points[:, 0]] > 0)) > 0.5)
    return free


def _best_completion(contour: Contour, tops: Sequence[Quad], clear: Mask) -> Covered | None:
    """Tries a card at every right corner of what shows; its size is that of the nearest card on top."""
    centre = contour.reshape(-1, 2).mean(axis=0)
    nearest = min(tops, key=lambda top: float(np.linalg.norm(top.mean(axis=0) - centre)))
    top, right, bottom, left = edge_lengths(nearest)
    size = ((top + bottom) / 2, (left + right) / 2)
    if cv2.contourArea(contour) > 1.1 * size[0] * size[1]:
        return None
    shown = np.zeros_like(clear)
    cv2.drawContours(shown, [contour], -1, 255, cv2.FILLED)
    best: Covered | None = None
    for quad in cards_at_corners(contour, size):
        if any(overlap(quad, other) > 0.8 for other in tops):
            continue
        covered = _agreement(quad, shown & clear, clear)
        if covered is not None and (best is None or covered.agreement > best.agreement):
            best = covered
    return best


def cards_at_corners(contour: Contour, size: tuple[float, float]) -> Iterator[Quad]:
    hull = cv2.convexHull(contour)
    corners = cv2.approxPolyDP(hull, 0.02 * cv2.arcLength(hull, True), True).reshape(-1, 2).astype(np.float32)
    short, long = size
    for index, corner in enumerate(corners):
        before = corners[index - 1] - corner
        after = corners[(index + 1) % len(corners)] - corner
        lengths = float(np.linalg.norm(before)), float(np.linalg.norm(after))
        if min(lengths) < 0.15 * short:
            continue
        one, other = before / lengths[0], after / lengths[1]
        if abs(float(one @ other)) > 0.3:
            continue
        for along_one, along_other in ((short, long), (long, short)):
            if lengths[0] < 1.1 * along_one and lengths[1] < 1.1 * along_other:
                yield portrait(
                    np.array(
                        [
                            corner,
                            corner + one * along_one,
                            corner + one * along_one + other * along_other,
                            corner + other * along_other,
                        ],
                        np.float32,
                    )
                )


def _agreement(quad: Quad, shown: Mask, clear: Mask) -> Covered | None:
    card = np.zeros_like(clear)
    cv2.fillConvexPoly(card, np.round(quad).astype(np.int32), 255)
    expected = card & clear
    visible = float(np.count_nonzero(expected)) / max(area(quad), 1.0)
    both = float(np.count_nonzero(expected & shown))
    either = float(np.count_nonzero(expected | shown))
    if visible < LEAST_VISIBLE or both < LEAST_AGREEMENT * either:
        return None
    return Covered(quad, min(visible, 1.0), both / either)
