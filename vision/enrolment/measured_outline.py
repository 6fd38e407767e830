"""An outline that may be a card's, and its measures: shape, tilt, and the colours on both sides of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.detection.contours import Outline
from vision.enrolment.thresholds import ENROLMENT
from vision.geometry.quads import sides, start_at_second_corner
from vision.geometry.rectify import BadQuad, inset, ordered, rectify
from vision.geometry.thresholds import GEOMETRY
from vision.types import Image, Quad

Numbers: TypeAlias = npt.NDArray[Any]

RIM_CROP = 144, 96
"""Height and width of the crop along whose rim colours are measured, px."""
STRIP_PX, PIECE_PX = 4, 16
"""Width of the strips along the rim of a crop, and length of the pieces into which they are divided."""


class Reason(StrEnum):
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
    HAND = "hand"
    DOUBLE = "double"
    COUNT = "count"
    ASKEW = "askew"
    DOUBTFUL = "doubtful"


@dataclass(frozen=True, eq=False)
class MeasuredOutline:
    """Quad (px) in a picture: `confidence` is its share along edges, `aspect` the card's length in widths.

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
        return np.asarray(np.linalg.norm(self.rim - self.paper, axis=1) > ENROLMENT.min_paper_distance_lab)

    @property
    def is_crossed(self) -> bool:
        """Whether an object crosses it: both sides of a piece have the same colour, which is not that of the paper.

        In dim light a finger differs from paper in hue rather than in lightness. Art that is printed up to the rim of a
        card may have the colour of a plain table, such as green felt.
        """
        hues = np.linalg.norm(self.rim[:, 1:] - self.paper[1:], axis=1)
        has_other_colour = self.off_paper | (hues > ENROLMENT.max_same_distance_lab)
        crossed = has_other_colour & ~self._has_contrast
        if crossed.all():
            return True
        from_table = np.linalg.norm(self.outside - np.median(self.outside[~crossed], axis=0), axis=1)
        is_like_table = from_table < ENROLMENT.max_same_distance_lab
        is_plain_table = is_like_table[~crossed].all()
        return bool((crossed & ~(is_like_table & is_plain_table)).any())

    @property
    def paper_end_share(self) -> float:
        """Share of the pieces along which the paper ends: it lies inside, and another colour outside.

        A printed frame has paper outside, and an outline around a part of the table has table inside.
        """
        is_other_colour = np.linalg.norm(self.outside - self.paper, axis=1) > ENROLMENT.max_same_distance_lab
        return float((is_other_colour & ~self.off_paper).mean())

    @property
    def contrast_share(self) -> float:
        """Share of the pieces along which the colours on both sides of the outline differ."""
        return float(self._has_contrast.mean())

    @property
    def _has_contrast(self) -> Numbers:
        """S booleans: pieces with different colours on both sides of the outline."""
        return np.asarray(np.linalg.norm(self.rim - self.outside, axis=1) > ENROLMENT.max_same_distance_lab)

    @property
    def fault(self) -> Reason | None:
        """The fault of a card with this outline: it is small, or seen at a slant."""
        if sides(self.quad)[1] < ENROLMENT.min_length_px:
            return Reason.SMALL
        return Reason.SLANTED if self.tilt > ENROLMENT.max_tilt_deg else None


def measure_outlines(padded: Image, pad: int, outlines: Iterable[Outline]) -> list[MeasuredOutline]:
    """Returns the outlines in a picture padded by *pad* px, without those of which only one corner is visible."""
    size = padded.shape[0] - 2 * pad, padded.shape[1] - 2 * pad
    return [
        measured
        for outline in outlines
        if outline.confidence >= ENROLMENT.min_confidence
        and _corners_at_rim(outline.quad - pad, size) <= 2
        and (measured := _measure_outline(padded, pad, outline)) is not None
    ]


def _measure_outline(padded: Image, pad: int, outline: Outline) -> MeasuredOutline | None:
    try:
        corners = ordered(outline.quad)
    except BadQuad:
        return None
    within, outside = (
        rim_colours(rectify(padded, inset(corners, by), RIM_CROP))
        for by in (ENROLMENT.inside_of_side, -ENROLMENT.outside_of_side)
    )
    quad, size = np.asarray(corners - pad, np.float32), [side - 2 * pad for side in padded.shape[:2]]
    short, long = sides(quad)
    aspect, tilt = rectified_shape(quad, size) if long >= ENROLMENT.min_length_px else (long / short, 0.0)
    if aspect < 1:  # in a slanted view the long side may appear shorter
        quad, aspect = start_at_second_corner(quad), 1 / aspect
    return MeasuredOutline(quad, outline.confidence, aspect, tilt, within, outside, _corners_at_rim(quad, size) > 0)


def rim_colours(crop: Image) -> Numbers:
    """Returns the median colours (S×3, L*a*b*) of pieces along all sides of a crop, without its corners."""
    lab = cv2.cvtColor(crop, cv2.COLOR_BGR2LAB).astype(np.float32)
    turned = lab.transpose(1, 0, 2)
    strips = turned[:, :STRIP_PX], lab[:, -STRIP_PX:], turned[:, -STRIP_PX:], lab[:, :STRIP_PX]
    pieces = [
        strip[start : start + PIECE_PX].reshape(-1, 3)
        for strip in strips
        for start in range(PIECE_PX // 2, len(strip) - PIECE_PX, PIECE_PX)
    ]
    return np.asarray(np.median(np.stack(pieces), axis=1), np.float32)


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
    margin = ENROLMENT.rim_of_side * max(height, width)
    at = (quad < margin) | (quad > np.array([width, height], np.float32) - margin)
    return int(np.count_nonzero(at.any(axis=1)))
