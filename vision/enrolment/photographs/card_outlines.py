"""Outlines in one photograph of one card that may be the card's, with the measures by which faults are found.

All whole outlines along edges are returned, as nothing is known about the card yet; `cropping` chooses among them by
the other photographs of the folder.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.detection.contours import (
    Outline,
    WorkingImage,
    detect_outlines,
    distinct,
    quad_of_hull,
    refined_outlines,
    without_duplicates,
)
from vision.detection.thresholds import DETECTION
from vision.enrolment.thresholds import OUTLINE, PHOTOGRAPH
from vision.geometry.quads import is_convex, scaled, sides, start_at_second_corner
from vision.geometry.rectify import BadQuad, inset, ordered, rectify
from vision.geometry.thresholds import GEOMETRY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vision.types import Image, Mask, Planes, Quad

Numbers: TypeAlias = npt.NDArray[Any]

MAX_OUTLINES = 400
"""Most outlines of a photograph; a chequered cloth has hundreds, and the card's is not the first."""
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
class MeasuredOutline:
    """Quad (px) in a photograph: `confidence` is its share along edges, `aspect` the card's length in widths.

    Aspect and `tilt` of the view (degrees) are corrected for perspective. `rim` and `outside` are colours (S×3, L*a*b*)
    of pieces along the sides, inside and outside of them. An outline `is_cut` if a corner lies at the rim of the
    picture.
    """

    quad: Quad
    confidence: float
    aspect: float
    tilt: float
    rim: Numbers
    outside: Numbers
    is_cut: bool = False

    @property
    def paper(self) -> Numbers:
        """Median colour (L*a*b*) along the rim."""
        return np.asarray(np.median(self.rim, axis=0))

    @property
    def off_paper(self) -> Numbers:
        """S booleans: pieces of the rim of another colour than the paper."""
        return np.asarray(np.linalg.norm(self.rim - self.paper, axis=1) > PHOTOGRAPH.min_odd_distance_lab)

    @property
    def is_crossed(self) -> bool:
        """Whether an object crosses it: both sides of a piece have the same colour, which is not that of the paper.

        In dim light a finger differs from paper in hue rather than in lightness. Art that is printed up to the rim of a
        card may have the colour of a plain table, such as green felt.
        """
        hues = np.linalg.norm(self.rim[:, 1:] - self.paper[1:], axis=1)
        has_other_colour = self.off_paper | (hues > PHOTOGRAPH.min_strange_hue_ab)
        crossed = has_other_colour & ~self._has_contrast
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
    def contrast_share(self) -> float:
        """Share of the pieces along which the colours on both sides of the outline differ."""
        return float(self._has_contrast.mean())

    @property
    def _has_contrast(self) -> Numbers:
        """S booleans: pieces with different colours on both sides of the outline."""
        return np.asarray(np.linalg.norm(self.rim - self.outside, axis=1) > PHOTOGRAPH.max_same_distance_lab)

    @property
    def fault(self) -> Fault | None:
        """The fault of a card with this outline: it is small, or seen at a slant."""
        if sides(self.quad)[1] < OUTLINE.min_length_px:
            return Fault.SMALL
        return Fault.SLANTED if self.tilt > PHOTOGRAPH.max_tilt_deg else None


def find_outlines(picture: Image) -> list[MeasuredOutline]:
    """Returns the outlines in a photograph that may be the card's."""
    pad = round(PHOTOGRAPH.padding_of_side * max(picture.shape[:2]))
    padded = _pad(picture, pad)
    return _measure_outlines(padded, pad, detect_outlines(padded, at_most=MAX_OUTLINES))


def find_paper_outlines(picture: Image, paper: Numbers) -> list[MeasuredOutline]:
    """Returns the outlines of parts that have the hue of the cards' *paper* (L*a*b*) and are not much darker.

    A cloth of loud checks or stripes hides the outline of a card among many others, but has another hue. Pictures up to
    the rim of a card interrupt its paper: gaps are closed. Parts too small or slanting for a card are returned, too.
    """
    pad = round(PHOTOGRAPH.padding_of_side * max(picture.shape[:2]))
    padded = _pad(picture, pad)
    working_image = WorkingImage(padded)
    masks = _paper_masks(working_image.planes, paper, round(pad * working_image.scale))
    quads = [quad for mask in masks for quad in _quads_of_parts(mask)]
    outlines = [
        Outline(scaled(outline.quad, 1 / working_image.scale), outline.confidence)
        for outline in without_duplicates(refined_outlines(working_image.edges, distinct(quads)))
    ]
    return [one for one in _measure_outlines(padded, pad, outlines) if not one.is_cut]


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


def _quads_of_parts(mask: Mask) -> Iterator[Quad]:
    for contour in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        quad = quad_of_hull(cv2.convexHull(contour)) if len(contour) >= DETECTION.min_outline_px else None
        if quad is not None and is_convex(quad) and min(sides(quad)) > DETECTION.min_side_px:
            yield quad


def _measure_outlines(padded: Image, pad: int, outlines: Iterable[Outline]) -> list[MeasuredOutline]:
    """Returns the outlines in a picture padded by *pad* px, without those of which only one corner is visible."""
    size = padded.shape[0] - 2 * pad, padded.shape[1] - 2 * pad
    return [
        outline
        for one in outlines
        if one.confidence >= OUTLINE.min_confidence
        and _corners_at_rim(one.quad - pad, size) <= 2
        and (outline := _measure_outline(padded, pad, one)) is not None
    ]


def _pad(picture: Image, pad: int) -> Image:
    """Returns the picture with *pad* px of the median colour of its rim around it."""
    thick = max(2, round(0.01 * max(picture.shape[:2])))
    strips = picture[:thick], picture[-thick:], picture[:, :thick], picture[:, -thick:]
    table = np.median(np.concatenate([strip.reshape(-1, 3) for strip in strips]), axis=0)
    colour = [float(value) for value in table]
    return np.asarray(cv2.copyMakeBorder(picture, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=colour), np.uint8)


def _measure_outline(padded: Image, pad: int, outline: Outline) -> MeasuredOutline | None:
    try:
        corners = ordered(outline.quad)
    except BadQuad:
        return None
    within, outside = (
        rim_colours(rectify(padded, inset(corners, by), RIM_CROP))
        for by in (PHOTOGRAPH.inside_of_side, -PHOTOGRAPH.outside_of_side)
    )
    quad, size = np.asarray(corners - pad, np.float32), [side - 2 * pad for side in padded.shape[:2]]
    short, long = sides(quad)
    aspect, tilt = rectified_shape(quad, size) if long >= OUTLINE.min_length_px else (long / short, 0.0)
    if aspect < 1:  # in a slanted view the long side may appear shorter
        quad, aspect = start_at_second_corner(quad), 1 / aspect
    return MeasuredOutline(quad, outline.confidence, aspect, tilt, within, outside, _corners_at_rim(quad, size) > 0)


def rim_colours(crop: Image) -> Numbers:
    """Returns the median colours (S×3, L*a*b*) of pieces along all sides of a crop, without its corners."""
    pieces = np.stack([piece.reshape(-1, 3) for strip in _strips(crop) for piece in _pieces(strip)])
    return np.asarray(np.median(pieces, axis=1), np.float32)


def _pieces(strip: Numbers) -> list[Numbers]:
    starts = range(PIECE_PX // 2, len(strip) - PIECE_PX, PIECE_PX)
    return [strip[start : start + PIECE_PX] for start in starts]


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
