"""Finds card-shaped quads in one photograph: no mat, no calibration, no learned detector.

Several cheap segmentations propose contours; a contour proposes quads, whole or completed from the corners that
show; the gradient along the sides refines and rates them. Proposals are generous: the recogniser rejects the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.detection.corner_hypotheses import corners_of, quads_between, straightened
from vision.detection.edge_refinement import EdgeField
from vision.detection.pattern_suppression import repeated
from vision.geometry.quads import area, corner_cosines, edge_lengths, is_convex, overlap, portrait, scaled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from vision.detection.corner_hypotheses import Corner, Ends
    from vision.types import Contour, Image, Mask, Planes, Quad


WORKING_SIDE = 1024
"""The longer side of the picture that contours are sought in; sides are refined on it with subpixel steps."""
SMALLEST = 0.0015
LARGEST = 0.92
"""The area of a card as a part of the picture's."""
LONGEST_RATIO = 2.3
"""Card packs run from 1.35 to 1.95, and a slanting view stretches them."""
ALIKE = 0.025
"""Of a card's size: so far apart, corners are drawn to the same edges."""
SAME_QUAD = 0.93
LEAST_CONFIDENCE = 0.35
SHORTEST_OUTLINE = 60
"""Px."""
MUCH_SMALLER = 0.6
"""A picture that is shrunk less is averaged as well by its neighbouring pixels, in a seventh of the time."""
STRAYED = 0.12
"""Of a card's size: a corner that moves further found another thing's edges."""
BLOCKS = (51, 151)
"""The surroundings that a bright part is compared with, px."""


@dataclass(frozen=True, slots=True)
class Finding:
    """`confidence`, from 0 to 1, is the part of the outline at which the picture has an edge."""

    quad: Quad
    confidence: float


@dataclass(frozen=True, eq=False)
class Outline:
    """The quad that it fills, if it does; where its sides end (N×2, px), and its size."""

    whole: Quad | None
    ends: Ends
    size: float

    @cached_property
    def corners(self) -> Sequence[Corner]:
        """Its right corners; to seek them takes as long as all the rest of it."""
        return corners_of(self.ends, self.size)


class WorkingImage:
    """A picture as it is searched; what more than one search of it needs is made once."""

    def __init__(self, image: Image, working_side: int = WORKING_SIDE) -> None:
        self.planes, self.scale = working_planes(image, working_side)
        self.edges = EdgeField(self.planes)

    def hulls(self) -> Iterator[tuple[Contour, Contour]]:
        """Yields the outlines in the segmentations that are as large as a card may be, with their hulls."""
        size = float(self.planes.shape[0] * self.planes.shape[1])
        for mask in segmentations(self.planes):
            for contour in cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]:
                if len(contour) < SHORTEST_OUTLINE:
                    continue
                hull = cv2.convexHull(contour)
                if SMALLEST * size < cv2.contourArea(hull) < LARGEST * size:
                    yield contour, hull

    @cached_property
    def outlines(self) -> list[Outline]:
        """What is outlined in the segmentations, made in one go: kept, these would take as much as the photograph."""
        return [Outline(quad_of_hull(hull), *straightened(contour, hull)) for contour, hull in self.hulls()]


def detect_quads(
    image: Image | WorkingImage,
    *,
    working_side: int = WORKING_SIDE,
    at_most: int = 60,
    fits: Callable[[Quad], bool] = lambda quad: True,
    overlapping: bool = True,
) -> list[Finding]:
    """Returns card-shaped quads of a picture, the surest first; they may overlap and lie within each other.

    *fits* tells of a rough quad, in px of the picture, whether it may be a card at all. Without *overlapping* only
    whole outlines are taken for cards, at a third of the time. Of `WorkingImage` the outlines are made once.
    """
    workings = image if isinstance(image, WorkingImage) else WorkingImage(image, working_side)
    scale = workings.scale
    picture_area = float(workings.planes.shape[0] * workings.planes.shape[1])
    proposals = (quad for quad in _proposals(workings.outlines, overlapping) if _is_card_shaped(quad, picture_area))
    rough = distinct(quad for quad in proposals if fits(scaled(quad, 1 / scale)))
    findings = [
        finding for finding in refined_findings(workings.edges, rough) if _is_card_shaped(finding.quad, picture_area)
    ]
    kept = _likeliest(workings.planes, _without_doubles(findings), at_most)
    return [Finding(scaled(finding.quad, 1 / scale), finding.confidence) for finding in kept]


def refined_findings(edges: EdgeField, quads: Sequence[Quad]) -> list[Finding]:
    """Returns the quads drawn to their edges, without those that have hardly any, or others than their own."""
    rough = np.array(quads, np.float32).reshape(-1, 4, 2)
    outlines = edges.refined(rough)
    strayed = np.abs(outlines.quads - rough).max(axis=(1, 2), initial=0)
    return [
        Finding(portrait(outlines.quads[index]), float(confidence))
        for index, confidence in enumerate(outlines.confidence)
        if confidence > LEAST_CONFIDENCE and strayed[index] < max(12.0, STRAYED * float(np.sqrt(area(rough[index]))))
    ]


def working_planes(image: Image, working_side: int = WORKING_SIDE) -> tuple[Planes, float]:
    """Returns the picture in L*a*b* at the size that contours are sought in, and the factor to it."""
    shorter, longer = sorted(image.shape[:2])
    scale = max(min(working_side / longer, 2.0), 1 / shorter)  # of a long strip a line is left
    interpolation = cv2.INTER_AREA if scale < MUCH_SMALLER else cv2.INTER_LINEAR
    working = cv2.resize(image, None, fx=scale, fy=scale, interpolation=interpolation)
    working = cv2.GaussianBlur(working, (3, 3), 0, dst=working)
    return cv2.cvtColor(working, cv2.COLOR_BGR2LAB, dst=working), scale


def _is_card_shaped(quad: Quad, picture_area: float) -> bool:
    size = area(quad)
    if not (SMALLEST * picture_area < size < LARGEST * picture_area) or not is_convex(quad):
        return False
    top, right, bottom, left = edge_lengths(quad)
    if min(top, right, bottom, left) < 12:
        return False
    if max(top, bottom) > 1.6 * min(top, bottom) or max(left, right) > 1.6 * min(left, right):
        return False
    ratio = (left + right) / (top + bottom)
    return 1 / 1.3 < ratio < LONGEST_RATIO and float(np.max(np.abs(corner_cosines(quad)))) < 0.55


def _proposals(outlines: Sequence[Outline], overlapping: bool) -> Iterator[Quad]:
    yield from (outline.whole for outline in outlines if outline.whole is not None)
    for outline in outlines if overlapping else ():
        yield from quads_between(outline.corners)


def segmentations(planes: Planes) -> Iterator[Mask]:
    """Bright parts, at several levels; parts brighter than their surroundings; parts enclosed by edges."""
    light = cv2.extractChannel(planes, 0)
    level, otsu = cv2.threshold(light, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    yield otsu
    brighter = light[light > level]
    if brighter.size:
        upper, _ = cv2.threshold(brighter.reshape(-1, 1), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
        yield cv2.threshold(light, upper, 255, cv2.THRESH_BINARY)[1]
        yield cv2.threshold(light, (level + upper) / 2, 255, cv2.THRESH_BINARY)[1]
    for block in BLOCKS:
        yield cv2.adaptiveThreshold(light, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, block, -6)
    merged = np.zeros_like(light)
    for index, (low, high) in enumerate(((25, 70), (12, 36), (12, 36))):
        merged = np.maximum(merged, cv2.Canny(cv2.extractChannel(planes, index), low, high))
    for size in (3, 5):
        yield without_specks(cv2.bitwise_not(cv2.dilate(merged, np.ones((size, size), np.uint8))))
    strong = cv2.Canny(light, 60, 160)
    yield cv2.dilate(strong, np.ones((3, 3), np.uint8))


def without_specks(mask: Mask) -> Mask:
    """Leaves out what no outline goes around that is long enough; grain makes thousands, which take time and memory."""
    _, labels, measures, _ = cv2.connectedComponentsWithStats(mask)
    kept = np.where(measures[:, cv2.CC_STAT_AREA] < SHORTEST_OUTLINE // 2, np.uint8(0), np.uint8(255))
    kept[0] = 0
    left: Mask = kept[labels]
    return left


def quad_of_hull(hull: Contour) -> Quad | None:
    """Returns the quad that a nearly rectangular hull fills, with the short side on top, or None."""
    size = cv2.contourArea(hull)
    length = cv2.arcLength(hull, True)
    for tolerance in (0.02, 0.03, 0.045, 0.06):
        corners = cv2.approxPolyDP(hull, tolerance * length, True)
        if len(corners) <= 4:
            break
    quad = corners.reshape(-1, 2).astype(np.float32)
    if len(quad) != 4 or not 0.9 < size / max(area(quad), 1.0) < 1.12:
        quad = cv2.boxPoints(cv2.minAreaRect(hull)).astype(np.float32)
        if size < 0.86 * area(quad):
            return None
    return portrait(quad)


def distinct(quads: Iterable[Quad]) -> list[Quad]:
    """Returns the quads without those that refinement would make the same as one before them."""
    each = list(quads)
    corners = np.array(each, np.float32).reshape(-1, 8)
    steps = np.array([max(ALIKE * float(np.sqrt(area(quad))), 1.0) for quad in each])
    left, first_numbers = np.arange(len(each)), corners[:, 0]
    kept: list[Quad] = []
    while left.size:
        first = left[0]
        kept.append(each[first])
        near = np.flatnonzero(np.abs(first_numbers - first_numbers[0]) <= steps[first])  # one number rules most out
        same = near[np.abs(corners[left[near]] - corners[first]).max(axis=1) <= steps[first]]
        left, first_numbers = np.delete(left, same), np.delete(first_numbers, same)
    return kept


def _likeliest(planes: Planes, findings: Sequence[Finding], at_most: int) -> list[Finding]:
    """If there are too many, as on a chequered cloth, those that the table repeats are left out first."""
    if len(findings) <= at_most:
        return list(findings)
    patterns = repeated(planes, [finding.quad for finding in findings])
    return [findings[index] for index in np.argsort(patterns, kind="stable")[:at_most]]


def _without_doubles(findings: Sequence[Finding]) -> list[Finding]:
    centres = np.array([finding.quad.mean(axis=0) for finding in findings]).reshape(-1, 2)
    areas = np.array([area(finding.quad) for finding in findings])
    kept: list[int] = []
    for index in sorted(range(len(findings)), key=lambda index: -findings[index].confidence):
        apart = np.abs(centres[kept] - centres[index]).max(axis=1)
        near = (apart < 0.1 * np.sqrt(areas[index])) & (np.abs(areas[kept] / areas[index] - 1) < 0.12)
        rivals = (kept[position] for position in np.flatnonzero(near))
        if all(overlap(findings[index].quad, findings[rival].quad) < SAME_QUAD for rival in rivals):
            kept.append(index)
    return [findings[index] for index in kept]
