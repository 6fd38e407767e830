"""Outlines of card-shaped quads in one picture by contours, without calibration or a learned detector.

Several cheap segmentations give contours; the hull of a contour gives a quad; gradients along the sides refine and rate
it. Recall matters more than precision here: the recogniser rejects what is no card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import cv2
import numpy as np

from vision.detection.corners import Corner, Ends, corners_of_polygon, straighten
from vision.detection.edge_refinement import EdgeField
from vision.detection.thresholds import DETECTION
from vision.geometry.quads import area, areas, corner_cosines, edge_lengths, is_convex, portrait, same_outline, scaled
from vision.geometry.thresholds import GEOMETRY
from vision.types import Contour, Image, Mask, Planes, Quad

ROWS_OF_STRIP = 64
"""Rows of a mask that are cleared of specks at a time."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A quad (px); `confidence` is the share (0 to 1) of its visible outline that lies on edges of the picture."""

    quad: Quad
    confidence: float


@dataclass(slots=True, eq=False)
class Polygon:
    """A contour: the quad that its hull fills, or None; ends of its straight sides (N×2, px); root of its area."""

    whole: Quad | None
    ends: Ends
    size: float
    _corners: Sequence[Corner] | None = None

    def corners(self, side: float) -> Sequence[Corner]:
        """Its right corners as those of cards of this *side* (root of the area, px), which is the same in a picture.

        Computed on first use, as this takes as long as the rest of the polygon.
        """
        if self._corners is None:
            self._corners = corners_of_polygon(self.ends, min(self.size, side))
        return self._corners


class WorkingImage:
    """A picture at working size, with edges and outlines that several searches share; each is made on first use."""

    def __init__(self, image: Image, working_side: int | None = None) -> None:
        self.image, self._working_side = image, working_side

    @cached_property
    def _working(self) -> tuple[Planes, float]:
        return working_planes(self.image, self._working_side)

    @property
    def planes(self) -> Planes:
        """H×W×3: L*, a*, b*."""
        return self._working[0]

    @property
    def scale(self) -> float:
        """The factor from px of the picture to px of the planes."""
        return self._working[1]

    @cached_property
    def edges(self) -> EdgeField:
        return EdgeField(self.planes)

    def hulls(self) -> Iterator[tuple[Contour, Contour]]:
        """Yields the contours of all segmentations that may have the size of a card, with their hulls."""
        size = float(self.planes.shape[0] * self.planes.shape[1])
        least = min_outline_px(size)
        for mask in segmentations(self.planes):
            contours = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]
            del mask  # the next one is made beside the contours
            for contour in contours:
                if len(contour) < least:
                    continue
                hull = cv2.convexHull(contour)
                if _may_have_area_of_card(cv2.contourArea(hull), size):
                    yield contour, hull

    @cached_property
    def polygons(self) -> list[Polygon]:
        """The outlines of all segmentations, which are not kept: they would need as much memory as the photograph."""
        return [Polygon(quad_of_hull(hull), *straighten(contour, hull)) for contour, hull in self.hulls()]


def detect_outlines(
    image: Image | WorkingImage,
    *,
    working_side: int | None = None,
    at_most: int | None = None,
    fits: Callable[[Quad], bool] = lambda quad: True,
) -> list[Outline]:
    """Returns card-shaped quads of a picture by falling confidence; they may overlap and lie within each other.

    *fits* filters quads (px of the picture) before refinement. Several searches of one picture should share a
    `WorkingImage`.
    """
    working_image = image if isinstance(image, WorkingImage) else WorkingImage(image, working_side)
    scale = working_image.scale
    picture_area = float(working_image.planes.shape[0] * working_image.planes.shape[1])
    whole = (polygon.whole for polygon in working_image.polygons if polygon.whole is not None)
    shaped = (quad for quad in whole if is_card_shaped(quad, picture_area) and fits(scaled(quad, 1 / scale)))
    refined = refined_outlines(working_image.edges, distinct(shaped))
    outlines = without_duplicates([one for one in refined if is_card_shaped(one.quad, picture_area)])
    return [Outline(scaled(one.quad, 1 / scale), one.confidence) for one in outlines[:at_most]]


def refined_outlines(edges: EdgeField, quads: Sequence[Quad]) -> list[Outline]:
    """Returns the refined quads without those with few edges."""
    refined = edges.refine(np.array(quads, np.float32).reshape(-1, 4, 2))
    return [
        Outline(portrait(quad), float(confidence))
        for quad, confidence in zip(refined.quads, refined.confidence, strict=True)
        if confidence > DETECTION.min_edges_of_outline
    ]


def working_planes(image: Image, working_side: int | None = None) -> tuple[Planes, float]:
    """Returns the picture in L*a*b* at working size, and the scale factor to it.

    *working_side* is the longer side in px, `DETECTION.working_side_px` if None.
    """
    longest = DETECTION.working_side_px if working_side is None else working_side
    shorter, longer = sorted(image.shape[:2])
    scale = max(longest / longer, 1 / shorter)  # a long strip keeps one row of pixels
    interpolation = cv2.INTER_AREA if scale < DETECTION.area_averaging_below_scale else cv2.INTER_LINEAR
    working = cv2.resize(image, None, fx=scale, fy=scale, interpolation=interpolation)
    working = cv2.GaussianBlur(working, (3, 3), 0, dst=working)
    return cv2.cvtColor(working, cv2.COLOR_BGR2LAB, dst=working), scale


def min_outline_px(picture_area: float) -> float:
    """Returns the least number of px in a card's contour: that of a circle, where a diagonal step counts as one."""
    return 2.5 * sqrt(DETECTION.min_area_of_picture * picture_area)


def _may_have_area_of_card(size: float, picture_area: float) -> bool:
    return DETECTION.min_area_of_picture * picture_area < size < DETECTION.max_area_of_picture * picture_area


def is_card_shaped(quad: Quad, picture_area: float) -> bool:
    """Tells whether a quad (px) in a picture of *picture_area* px may be a card in a slanting view."""
    if not _may_have_area_of_card(area(quad), picture_area) or not is_convex(quad):
        return False
    top, right, bottom, left = edge_lengths(quad)
    most = DETECTION.max_ratio_of_opposite_sides
    if max(top, bottom) > most * min(top, bottom) or max(left, right) > most * min(left, right):
        return False
    if left + right > GEOMETRY.max_length_of_width * (top + bottom):
        return False
    return max(map(abs, corner_cosines(quad))) < DETECTION.max_corner_cosine


def segmentations(planes: Planes) -> Iterator[Mask]:
    """Yields masks of the brightest parts, of parts brighter than what is around them, and of parts within edges."""
    light = cv2.extractChannel(planes, 0)
    level, _ = cv2.threshold(light, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    brighter = light[light > level]
    if brighter.size:
        upper, _ = cv2.threshold(brighter.reshape(-1, 1), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
        yield cv2.threshold(light, upper, 255, cv2.THRESH_BINARY)[1]
    block, margin = DETECTION.block_side_px | 1, DETECTION.brighter_than_block_levels  # OpenCV takes odd numbers only
    yield cv2.adaptiveThreshold(light, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, block, -margin)
    del light, brighter  # what follows takes most memory
    edges = np.zeros(planes.shape[:2], np.uint8)
    for index, (low, high) in enumerate(DETECTION.canny_levels):
        np.maximum(edges, cv2.Canny(cv2.extractChannel(planes, index), low, high), out=edges)
    gap = np.ones((DETECTION.closing_side_px, DETECTION.closing_side_px), np.uint8)
    yield without_specks(cv2.bitwise_not(cv2.dilate(edges, gap)))


def without_specks(mask: Mask) -> Mask:
    """Clears, in *mask*, components too small for an outline: noise has thousands, which take time and memory.

    Labels need four times the memory of their mask, so strips of it are cleared one after the other. A component at
    the edge of a strip is kept, as it may go on in the next one; if it does not, its outline is too short to count.
    """
    for first in range(0, len(mask), ROWS_OF_STRIP):
        strip = mask[first : first + ROWS_OF_STRIP]
        count, labels = cv2.connectedComponents(strip)
        is_long = np.bincount(labels.ravel(), minlength=count) >= min_outline_px(mask.size) / 2
        is_long[labels[[0, -1]]] = True
        is_long[0] = False
        strip[:] = np.where(is_long, np.uint8(255), np.uint8(0))[labels]
    return mask


def quad_of_hull(hull: Contour) -> Quad | None:
    """Returns the quad that a nearly rectangular hull fills, beginning with a short side, or None."""
    size = cv2.contourArea(hull)
    length = cv2.arcLength(hull, True)
    for tolerance in DETECTION.polygon_errors_of_outline:
        corners = cv2.approxPolyDP(hull, tolerance * length, True)
        if len(corners) <= 4:
            break
    quad = corners.reshape(-1, 2).astype(np.float32)
    filled = size / max(area(quad), 1.0)
    if len(quad) != 4 or filled > DETECTION.max_hull_of_quad:
        quad = cv2.boxPoints(cv2.minAreaRect(hull)).astype(np.float32)
        if size < DETECTION.min_hull_of_box * area(quad):
            return None
    return portrait(quad)


def distinct(quads: Iterable[Quad]) -> list[Quad]:
    """Returns the quads without those so near to an earlier one that refinement would make both equal."""
    each = list(quads)
    corners = np.array(each, np.float32).reshape(-1, 8)
    steps = np.maximum(DETECTION.same_rough_corners_of_size * np.sqrt(areas(corners.reshape(-1, 4, 2))), 1.0)
    by_first = np.argsort(corners[:, 0], kind="stable")  # the first coordinate excludes most
    in_order = corners[by_first]
    lowest = np.searchsorted(in_order[:, 0], corners[:, 0] - steps, side="left")
    highest = np.searchsorted(in_order[:, 0], corners[:, 0] + steps, side="right")
    is_left = np.ones(len(each), np.bool_)
    distinct_quads: list[Quad] = []
    for index, quad in enumerate(each):
        if is_left[index]:
            near = slice(lowest[index], highest[index])
            same = np.abs(in_order[near] - corners[index]).max(axis=1) <= steps[index]
            is_left[by_first[near][same]] = False
            distinct_quads.append(quad)
    return distinct_quads


def without_duplicates(outlines: Sequence[Outline]) -> list[Outline]:
    """Returns the outlines by falling confidence, without those that repeat an earlier one."""
    centres = np.array([outline.quad.mean(axis=0) for outline in outlines]).reshape(-1, 2)
    areas = np.array([area(outline.quad) for outline in outlines])
    least = GEOMETRY.same_outline_min_iou
    chosen: list[int] = []
    for index in sorted(range(len(outlines)), key=lambda index: -outlines[index].confidence):
        # Area and centre exclude nearly all others in no time.
        near = np.minimum(areas[chosen], areas[index]) > least * np.maximum(areas[chosen], areas[index])
        near &= np.abs(centres[chosen] - centres[index]).max(axis=1) < (1 - least) * np.sqrt(areas[index])
        rivals = (chosen[position] for position in np.flatnonzero(near))
        if not any(same_outline(outlines[index].quad, outlines[rival].quad) for rival in rivals):
            chosen.append(index)
    return [outlines[index] for index in chosen]
