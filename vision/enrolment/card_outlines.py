"""The finder of enrolment: outlines that may be cards, in a photograph or in the view of a camera, and their measures.

The outlines are those of the still reading of a table (`vision.detection`). No card is known yet: instead of a pack, an
outline is judged by its edges, its shape, and the colours on both sides of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

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
from vision.enrolment.thresholds import ENROLMENT
from vision.geometry.quads import area, is_convex, lies_on, same_area, scaled, sides, start_at_second_corner
from vision.geometry.rectify import BadQuad, inset, ordered, rectify
from vision.geometry.table_plane import fit_plane
from vision.geometry.thresholds import GEOMETRY
from vision.types import Image, Mask, Planes, Quad

Numbers: TypeAlias = npt.NDArray[Any]

MAX_OUTLINES = 400
"""Most outlines of a photograph; a chequered cloth has hundreds, and the card's is not the first."""
RIM_CROP = 144, 96
"""Height and width of the crop along whose rim colours are measured, px."""
EDGE_PX = 5
"""Width of what is no part of a paper: between two loud colours an edge may have its hue."""
MIN_CARDS_FOR_SLANT = 4
"""Cards that determine the slant of the view; of fewer, one may be the frame that is printed on a card."""
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


def find_outlines(picture: Image) -> list[MeasuredOutline]:
    """Returns the outlines in a photograph that may be the card's, also those that the rim of the picture cuts."""
    pad = round(ENROLMENT.padding_of_side * max(picture.shape[:2]))
    padded = _pad(picture, pad)
    return _measure_outlines(padded, pad, detect_outlines(padded, at_most=MAX_OUTLINES))


def find_paper_outlines(picture: Image, paper: Numbers) -> list[MeasuredOutline]:
    """Returns the outlines of parts that have the hue of the cards' *paper* (L*a*b*) and are not much darker.

    A cloth of loud checks or stripes hides the outline of a card among many others, but has another hue. Pictures up to
    the rim of a card interrupt its paper: gaps are closed. Parts too small or slanting for a card are returned, too.
    """
    working_image = WorkingImage(picture)
    quads = [quad for mask in _paper_masks(working_image.planes, paper) for quad in _quads_of_parts(mask)]
    outlines = [
        Outline(scaled(outline.quad, 1 / working_image.scale), outline.confidence)
        for outline in without_duplicates(refined_outlines(working_image.edges, distinct(quads)))
    ]
    return [one for one in _measure_outlines(picture, 0, outlines) if not one.is_cut]


def find_cards(view: Image, fits: Callable[[Quad], bool] = lambda quad: True) -> list[Quad]:
    """Returns the cards of a view that *fits*: likely outlines of one size that do not overlap."""
    return select_one_size(find_likely_cards(view, fits), view)


def find_likely_cards(view: Image, fits: Callable[[Quad], bool] = lambda quad: True) -> list[Quad]:
    """Returns the outlines of a view that are likely cards', the surest first; they may overlap.

    Their paper may reach their rim or not, as that of a back. A frame printed on a card lies within its outline, so of
    equally sure ones larger go first.
    """
    likely = [
        (round(one.confidence + one.paper_end_share, 1), area(one.quad), ordered(one.quad))
        for one in _measure_outlines(view, 0, detect_outlines(view, at_most=MAX_OUTLINES, fits=fits))
        if not one.is_cut and one.confidence + one.contrast_share > ENROLMENT.min_value
    ]
    likely.sort(key=lambda each: each[:2], reverse=True)
    return [quad for _, _, quad in likely if has_aspect_of_card(*sides(quad))]


def has_aspect_of_card(short: float, long: float) -> bool:
    """Tells whether sides of these lengths may be a card's."""
    return ENROLMENT.min_aspect * short <= long <= DETECTION.max_length_of_width * short


def select_one_size(quads: Sequence[Quad], image: Image) -> list[Quad]:
    """Returns the quads of similar size without overlap that cover most area, in their order."""
    alike = [without_overlaps(other for other in quads if same_area(other, quad)) for quad in quads]
    most = max(alike, key=lambda some: sum(map(area, some)), default=[])
    if not most:
        return []
    # In a slanted view, the last card of a row is smaller than the first.
    plane = fit_plane(most, image.shape[:2]) if len(most) >= MIN_CARDS_FOR_SLANT else None

    def size(quad: Quad) -> float:
        return area(quad) if plane is None else float(np.prod(plane.sides(quad)))

    usual, least = float(np.median([size(quad) for quad in most])), ENROLMENT.min_area_ratio
    return without_overlaps(quad for quad in quads if least < size(quad) / usual < 1 / least)


def without_overlaps(quads: Iterable[Quad]) -> list[Quad]:
    """Returns the quads without those that overlap an earlier one."""
    chosen: list[Quad] = []
    for quad in quads:
        if all(lie_apart(quad, other) for other in chosen):
            chosen.append(quad)
    return chosen


def lie_apart(one: Quad, other: Quad) -> bool:
    """Tells whether two quads may both be cards: one hardly covers the other."""
    return not (lies_on(one, other) or lies_on(other, one))


def _paper_masks(planes: Planes, paper: Numbers) -> Iterator[Mask]:
    """Yields masks of what may be paper in a picture (L*a*b*)."""
    distance = np.hypot(planes[:, :, 1] - paper[1], planes[:, :, 2] - paper[2])
    is_light = planes[:, :, 0] > ENROLMENT.min_lightness_of_usual * paper[0]
    for level in ENROLMENT.paper_levels_ab:
        mask = ((distance < level) & is_light).astype(np.uint8) * np.uint8(255)
        mask[[0, -1]] = mask[:, [0, -1]] = 0
        mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((EDGE_PX, EDGE_PX), np.uint8))
        for gap in ENROLMENT.paper_gaps_px:
            yield np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8)), np.uint8)


def _quads_of_parts(mask: Mask) -> Iterator[Quad]:
    contours = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    quads = (quad_of_hull(cv2.convexHull(contour)) for contour in contours)
    least = DETECTION.min_area_of_picture * mask.size
    return (quad for quad in quads if quad is not None and is_convex(quad) and area(quad) > least)


def _measure_outlines(padded: Image, pad: int, outlines: Iterable[Outline]) -> list[MeasuredOutline]:
    """Returns the outlines in a picture padded by *pad* px, without those of which only one corner is visible."""
    size = padded.shape[0] - 2 * pad, padded.shape[1] - 2 * pad
    return [
        measured
        for outline in outlines
        if outline.confidence >= ENROLMENT.min_confidence
        and _corners_at_rim(outline.quad - pad, size) <= 2
        and (measured := _measure_outline(padded, pad, outline)) is not None
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
