"""Outlines in one photograph of one card that may be the card's, with the measures by which faults are found.

All outlines along edges are returned, as nothing is known about the card yet; `cropping` chooses among them by the
other photographs of the folder.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.detection.contours import (
    Detection,
    WorkingImage,
    detect_quads,
    distinct,
    is_card_shaped,
    quad_of_hull,
    refined_detections,
    segmentations,
    without_duplicates,
    working_planes,
)
from vision.detection.thresholds import DETECTION
from vision.enrolment.thresholds import OUTLINE, PHOTOGRAPH
from vision.geometry.quads import area, is_convex, scaled, shared_area, sides, start_at_second_corner
from vision.geometry.rectify import BadQuad, inset, ordered, rectify
from vision.geometry.thresholds import GEOMETRY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vision.types import Image, Mask, Planes, Quad

Numbers: TypeAlias = npt.NDArray[Any]

MIN_POINTS = 4
"""Points that a contour needs to have a quad."""
RIM_CROP = 144, 96
"""Height and width of the crop along whose rim colours are measured, px."""
EDGE_PX = 5
"""Width of what is no part of a paper: between two loud colours an edge may have its hue."""
STRIP_PX, PIECE_PX = 4, 16
"""Width of the strips along the rim of a crop, and length of the pieces into which they are divided."""


class Fault(StrEnum):
    """Why no card can be enrolled from a picture."""

    NO_CARD = "no_card"
    SEVERAL = "several"
    CUT = "cut"
    SMALL = "small"
    SLANTED = "slanted"
    SHAPE = "shape"
    BORDER = "border"
    PLAIN = "plain"
    BLURRED = "blurred"


@dataclass(frozen=True, eq=False)
class Outline:
    """Quad (px) in a photograph: `confidence` is its share along edges, `aspect` the card's length in widths.

    Aspect and `tilt` of the view (degrees) are corrected for perspective. `rim` and `outside` are colours (S×3, L*a*b*)
    of pieces along the sides, inside and outside of them. An outline `is_fragment` of a card if its paper continues
    outside some side, but not outside all.
    """

    quad: Quad
    confidence: float
    aspect: float
    tilt: float
    rim: Numbers
    outside: Numbers
    is_fragment: bool

    @property
    def rough_confidence(self) -> float:
        """Confidence to one decimal: among outlines as sure, other measures decide."""
        return round(self.confidence, 1)

    @property
    def paper(self) -> Numbers:
        """Median colour (L*a*b*) along the rim."""
        return np.asarray(np.median(self.rim, axis=0))

    @property
    def off_paper(self) -> Numbers:
        """S booleans: pieces of the rim of another colour than the paper."""
        return np.asarray(np.linalg.norm(self.rim - self.paper, axis=1) > PHOTOGRAPH.min_odd_distance_lab)

    @property
    def is_patterned(self) -> bool:
        """Whether nearly all pieces of its rim differ from their median colour, as along a part of a chequered cloth.

        Along a card with art up to the rim fewer of them do.
        """
        return float(self.off_paper.mean()) > PHOTOGRAPH.min_side_share

    @property
    def is_crossed(self) -> bool:
        """Whether an object crosses it: both sides of a piece have the same colour, which is not that of the paper.

        In dim light a finger differs from paper in hue rather than in lightness. Art that is printed up to the rim of a
        card may have the colour of a plain table, such as green felt.
        """
        hues = np.linalg.norm(self.rim[:, 1:] - self.paper[1:], axis=1)
        has_other_colour = self.off_paper | (hues > PHOTOGRAPH.min_strange_hue_ab)
        crossed = has_other_colour & (self.contrasts < PHOTOGRAPH.max_same_distance_lab)
        if crossed.all():
            return True
        from_table = np.linalg.norm(self.outside - np.median(self.outside[~crossed], axis=0), axis=1)
        is_like_table = from_table < PHOTOGRAPH.max_same_distance_lab
        is_plain_table = is_like_table[~crossed].all()
        return bool((crossed & ~(is_like_table & is_plain_table)).any())

    @property
    def paper_end_share(self) -> float:
        """Share of the pieces along which the paper ends: it lies inside, and another colour outside.

        A printed frame has paper outside, and an outline around a part of the table has table inside.
        """
        is_other_colour = np.linalg.norm(self.outside - self.paper, axis=1) > PHOTOGRAPH.max_same_distance_lab
        return float((is_other_colour & ~self.off_paper).mean())

    @property
    def contrasts(self) -> Numbers:
        """S distances of the colours on both sides of the outline."""
        return np.asarray(np.linalg.norm(self.rim - self.outside, axis=1))


@dataclass(frozen=True, eq=False)
class Outlines:
    """Outlines by falling confidence: within the picture (`found`) and `cut` by its rim.

    `bare` are those within the picture whose whole outline is one contour.
    """

    found: tuple[Outline, ...]
    cut: tuple[Outline, ...] = ()
    bare: tuple[Outline, ...] = ()

    def with_found(self, more: Iterable[Outline]) -> Outlines:
        """Returns the outlines with *more* within the picture."""
        return replace(self, found=tuple(sorted((*self.found, *more), key=lambda one: -one.confidence)))


def outline_fault(outline: Outline) -> Fault | None:
    """Returns the fault of a card with this outline, small or slanted."""
    if sides(outline.quad)[1] < OUTLINE.min_length_px:
        return Fault.SMALL
    return Fault.SLANTED if outline.tilt > PHOTOGRAPH.max_tilt_deg else None


def find_outlines(picture: Image) -> Outlines:
    """Returns the outlines in a photograph that may be the card's."""
    pad = round(PHOTOGRAPH.padding_of_side * max(picture.shape[:2]))
    padded = _pad(picture, pad)
    working_image = WorkingImage(padded)
    bare = _separate_cut_outlines(padded, pad, detect_quads(working_image))[0]
    inside, cut = _separate_cut_outlines(padded, pad, detect_quads(working_image, at_most=PHOTOGRAPH.max_outlines))
    return Outlines(tuple(inside), tuple(cut), tuple(bare))


def find_paper_outlines(picture: Image, paper: Numbers) -> list[Outline]:
    """Returns the outlines of parts that have the hue of the cards' *paper* (L*a*b*) and are not much darker.

    A cloth of loud checks or stripes hides the outline of a card among many others, but has another hue. Pictures up to
    the rim of a card interrupt its paper: gaps are closed.
    """
    pad = round(PHOTOGRAPH.padding_of_side * max(picture.shape[:2]))
    padded = _pad(picture, pad)
    working_image = WorkingImage(padded)
    masks = _paper_masks(working_image.planes, paper, round(pad * working_image.scale))
    quads = [quad for mask in masks for quad in _card_shaped_parts(mask)]
    detections = [
        Detection(scaled(detection.quad, 1 / working_image.scale), detection.confidence)
        for detection in without_duplicates(refined_detections(working_image.edges, distinct(quads)))
    ]
    return _separate_cut_outlines(padded, pad, detections)[0]


def _paper_masks(planes: Planes, paper: Numbers, pad: int) -> Iterator[Mask]:
    """Yields masks of what may be paper in a picture (L*a*b*) that is padded by *pad* px."""
    distance = np.hypot(planes[:, :, 1] - paper[1], planes[:, :, 2] - paper[2])
    is_light = planes[:, :, 0] > PHOTOGRAPH.min_lightness_of_usual * paper[0]
    for level in PHOTOGRAPH.paper_levels_ab:
        mask = np.zeros(distance.shape, np.uint8)
        inside = slice(pad, -pad or None), slice(pad, -pad or None)
        mask[inside][(distance < level)[inside] & is_light[inside]] = 255
        mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((EDGE_PX, EDGE_PX), np.uint8))
        for gap in PHOTOGRAPH.paper_gaps_px:
            yield np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8)), np.uint8)


def _card_shaped_parts(mask: Mask) -> Iterator[Quad]:
    for contour in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        quad = quad_of_hull(cv2.convexHull(contour)) if len(contour) >= DETECTION.min_outline_px else None
        if quad is not None and is_card_shaped(quad, float(mask.size)):
            yield quad


def _separate_cut_outlines(
    padded: Image, pad: int, detections: Iterable[Detection]
) -> tuple[list[Outline], list[Outline]]:
    """Returns the outlines in a picture padded by *pad* px that lie within it, and those that its rim cuts."""
    size = padded.shape[0] - 2 * pad, padded.shape[1] - 2 * pad
    inside: list[Outline] = []
    cut: list[Outline] = []
    for detection in detections:
        if detection.confidence < PHOTOGRAPH.min_confidence:
            continue
        at_rim = _corners_at_rim(np.asarray(detection.quad - pad, np.float32), size)
        if at_rim > 2 or (at_rim and area(detection.quad) < PHOTOGRAPH.min_cut_area_of_picture * size[0] * size[1]):
            continue
        if (outline := _measure_outline(padded, pad, detection)) is not None:
            (cut if at_rim else inside).append(outline)
    return inside, cut


def bright_quad_fault(picture: Image) -> Fault | None:
    """Returns the fault of the largest quad that is brighter than the table on all sides, if it is small or slanted.

    Checks of a cloth are not brighter on all sides.
    """
    planes, scale = working_planes(picture)
    best: Quad | None = None
    for mask in segmentations(planes):
        for contour in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
            quad = quad_of_hull(cv2.convexHull(contour)) if len(contour) >= MIN_POINTS else None
            if quad is None or min(sides(quad)) < PHOTOGRAPH.min_bright_side_px or not is_convex(quad):
                continue
            quad = np.asarray(quad / scale, np.float32)
            larger = best is None or area(quad) > area(best)
            if larger and _corners_at_rim(quad, picture.shape[:2]) == 0 and _is_brighter_all_around(picture, quad):
                best = quad
    if best is None:
        return None
    short, long = sides(best)
    if long < OUTLINE.min_length_px:
        return Fault.SMALL if PHOTOGRAPH.min_slanted_aspect <= long / short <= PHOTOGRAPH.max_slanted_aspect else None
    share = area(best) / (picture.shape[0] * picture.shape[1])
    is_slanted = rectified_shape(best, picture.shape[:2])[1] > PHOTOGRAPH.max_tilt_deg
    return Fault.SLANTED if is_slanted and share > PHOTOGRAPH.min_slanted_area_of_picture else None


def _is_brighter_all_around(picture: Image, quad: Quad) -> bool:
    within, outside = (
        _side_colours(rectify(picture, inset(quad, by), RIM_CROP))
        for by in (PHOTOGRAPH.bright_inside_of_side, -PHOTOGRAPH.bright_outside_of_side)
    )
    return float((within[:, 0] - outside[:, 0]).min()) > PHOTOGRAPH.min_brighter_levels


def _pad(picture: Image, pad: int) -> Image:
    """Returns the picture with *pad* px of the median colour of its rim around it."""
    thick = max(2, round(0.01 * max(picture.shape[:2])))
    strips = picture[:thick], picture[-thick:], picture[:, :thick], picture[:, -thick:]
    table = np.median(np.concatenate([strip.reshape(-1, 3) for strip in strips]), axis=0)
    colour = [float(value) for value in table]
    return np.asarray(cv2.copyMakeBorder(picture, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=colour), np.uint8)


def _measure_outline(padded: Image, pad: int, detection: Detection) -> Outline | None:
    try:
        corners = ordered(detection.quad)
    except BadQuad:
        return None
    within, outside = (
        rim_colours(rectify(padded, inset(corners, by), RIM_CROP))
        for by in (PHOTOGRAPH.inside_of_side, -PHOTOGRAPH.outside_of_side)
    )
    is_fragment = _paper_continues(padded, corners, within)
    quad, size = np.asarray(corners - pad, np.float32), [side - 2 * pad for side in padded.shape[:2]]
    short, long = sides(quad)
    aspect, tilt = rectified_shape(quad, size) if long >= OUTLINE.min_length_px else (long / short, 0.0)
    if aspect < 1:  # in a slanted view the long side may appear shorter
        quad, aspect = start_at_second_corner(quad), 1 / aspect
    return Outline(quad, detection.confidence, aspect, tilt, within, outside, is_fragment)


def _paper_continues(picture: Image, corners: Quad, rim: Numbers) -> bool:
    """Tells whether the colour of the rim continues, beyond a printed frame's margin, outside some side but not all."""
    farther = rim_colours(rectify(picture, inset(corners, -PHOTOGRAPH.far_outside_of_side), RIM_CROP))
    like = np.linalg.norm(farther - np.median(rim, axis=0), axis=1) < PHOTOGRAPH.max_same_distance_lab
    shares = [float(side.mean()) for side in _by_side(like)]
    return max(shares) > PHOTOGRAPH.min_side_share and min(shares) < 1 - PHOTOGRAPH.min_side_share


def rim_colours(crop: Image) -> Numbers:
    """Returns the median colours (S×3, L*a*b*) of pieces along all sides of a crop, without its corners."""
    pieces = np.stack([piece.reshape(-1, 3) for strip in _strips(crop) for piece in _pieces(strip)])
    return np.asarray(np.median(pieces, axis=1), np.float32)


def _pieces(strip: Numbers) -> list[Numbers]:
    starts = range(PIECE_PX // 2, len(strip) - PIECE_PX, PIECE_PX)
    return [strip[start : start + PIECE_PX] for start in starts]


def _piece_counts() -> list[int]:
    """Returns the numbers of pieces along top, right, bottom and left."""
    height, width = RIM_CROP
    return [len(range(PIECE_PX // 2, side - PIECE_PX, PIECE_PX)) for side in (width, height, width, height)]


def _by_side(pieces: Numbers) -> list[Numbers]:
    """Returns the values of the pieces along top, right, bottom and left."""
    return np.split(pieces, np.cumsum(_piece_counts())[:-1])


def _side_colours(crop: Image) -> Numbers:
    """Returns the median colours (4×3, L*a*b*) of the strips along top, right, bottom and left."""
    return np.array([np.median(strip.reshape(-1, 3), axis=0) for strip in _strips(crop)])


def _strips(crop: Image) -> list[Numbers]:
    """Returns the strips along top, right, bottom and left (length×`STRIP_PX`×3, L*a*b*)."""
    lab = cv2.cvtColor(crop, cv2.COLOR_BGR2LAB).astype(np.float32)
    transposed = lab.transpose(1, 0, 2)
    return [transposed[:, :STRIP_PX], lab[:, -STRIP_PX:], transposed[:, -STRIP_PX:], lab[:, :STRIP_PX]]


def rectified_shape(quad: Quad, picture: Sequence[int]) -> tuple[float, float]:
    """Returns aspect (height by width) of the rectangle that projects to *quad*, and tilt of the view in degrees.

    *picture* is height and width (px). Both follow from the homography of a square to the quad, for the usual focal
    length of a telephone (Zhang: A flexible new technique for camera calibration, 2000).
    """
    height, width = picture
    focal = GEOMETRY.focal_length_of_side * max(height, width)
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    to_quad = cv2.getPerspectiveTransform(square, (quad - [width / 2, height / 2]).astype(np.float32))
    across, down = (to_quad[:, column] / [focal, focal, 1.0] for column in (0, 1))
    normal = np.cross(across, down)
    tilt = np.degrees(np.arccos(min(abs(normal[2]) / max(float(np.linalg.norm(normal)), 1e-9), 1.0)))
    return float(np.linalg.norm(down) / max(float(np.linalg.norm(across)), 1e-9)), float(tilt)


def _corners_at_rim(quad: Quad, size: Sequence[int]) -> int:
    """Returns the number of corners near the rim of a picture of *size* (height, width)."""
    height, width = size
    margin = PHOTOGRAPH.rim_of_side * max(height, width)
    at = (quad < margin) | (quad > np.array([width, height], np.float32) - margin)
    return int(np.count_nonzero(at.any(axis=1)))


def select_outermost(outlines: Sequence[Outline], best: Outline) -> Outline:
    """Returns the largest outline around *best* of about its confidence: *best* may be a printed frame.

    Only outlines along which the paper ends as well as along the best of them count; others have table within them. An
    outline with darker paper has a part of a patterned table within it.
    """
    around = [
        other
        for other in outlines
        if other.confidence > best.confidence - OUTLINE.max_nested_confidence_loss
        and shared_area(other.quad, best.quad) > OUTLINE.min_nested_of_inner * area(best.quad)
        and area(other.quad) < PHOTOGRAPH.max_nested_area * area(best.quad)
        and other.paper[0] > best.paper[0] - PHOTOGRAPH.max_other_paper_lab
    ]
    least = max((other.paper_end_share for other in around), default=0.0) - PHOTOGRAPH.max_paper_end_loss
    around = [other for other in around if other.paper_end_share > least]
    largest = max((area(other.quad) for other in around), default=0.0)
    as_large = [other for other in around if area(other.quad) > PHOTOGRAPH.min_area_as_large * largest]
    return max(as_large, key=lambda other: other.confidence, default=best)
