"""One photograph of one card: which outlines in it may be the card's, and what is wrong with each.

Nobody knows yet what the card looks like, so all outlines are kept that lie on edges; which of them is the card's the
other photographs of the folder tell, see `vision.enrolment.photographs.upright_cards`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.detection.contours import WorkingImage, detect_quads, quad_of_hull, segmentations, working_planes
from vision.enrolment.thresholds import OUTLINE, PHOTOGRAPH
from vision.geometry.quads import area, is_convex, shared_area, sides, start_at_second_corner
from vision.geometry.rectify import BadQuad, inset, ordered, rectify

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.detection.contours import Finding
    from vision.types import Image, Mask, Quad

Numbers: TypeAlias = npt.NDArray[Any]

MAX_SEARCH_PX = 640
"""Longer side of the picture in which a second card below the first one is searched."""
HULL_SAMPLES, ACROSS_HULL_PX = 64, 4
"""Places along the hull of what shows of it, and how far inside and outside two colours are compared there."""
MIN_POINTS = 4
"""Of a contour that has a quad."""
RIM_CROP = 144, 96
"""Height and width of the crop whose rim is looked at, px."""
STRIP_PX, PIECE_PX = 4, 16
"""Of a crop's rim: its paper, or the frame printed on it."""


class Fault(StrEnum):
    """Why a picture cannot be enrolled from."""

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
    """`confidence` is the share of it that has an edge; `aspect` the card's length in widths as seen from above.

    `tilt` is that of the view, degrees; `rim` and `beyond` are the colours (S×3, L*a*b*) of pieces along its sides,
    within and outside of them. It `is_part` of a card if its paper goes on beyond a side, and not beyond another.
    """

    quad: Quad
    confidence: float
    aspect: float
    tilt: float
    rim: Numbers
    beyond: Numbers
    is_part: bool

    @property
    def paper(self) -> Numbers:
        """The middle colour of its rim."""
        return np.asarray(np.median(self.rim, axis=0))

    @property
    def is_odd(self) -> Numbers:
        """Which pieces of its rim have another colour than its paper."""
        return np.asarray(np.linalg.norm(self.rim - self.paper, axis=1) > PHOTOGRAPH.min_odd_distance_lab)

    @property
    def is_crossed(self) -> bool:
        """Whether something reaches across it: there both sides look the same, and unlike the paper.

        In dim light a finger is hardly lighter or darker than paper, but of another hue.
        """
        hues = np.linalg.norm(self.rim[:, 1:] - self.paper[1:], axis=1)
        is_strange = self.is_odd | (hues > PHOTOGRAPH.min_strange_hue_ab)
        return bool((is_strange & (self.steps < PHOTOGRAPH.max_same_distance_lab)).any())

    @property
    def steps(self) -> Numbers:
        """How far the colours on both sides of each piece of the outline differ."""
        return np.asarray(np.linalg.norm(self.rim - self.beyond, axis=1))


@dataclass(frozen=True, eq=False)
class Outlines:
    """What may be the card of a picture, the surest first, and what may be one that the picture's rim cuts.

    `bare` are those that a contour shows from end to end.
    """

    found: tuple[Outline, ...]
    cut: tuple[Outline, ...] = ()
    bare: tuple[Outline, ...] = ()


def fault_of(outline: Outline) -> Fault | None:
    """Returns what is wrong with an outline that is a card's."""
    if sides(outline.quad)[1] < PHOTOGRAPH.min_height_px:
        return Fault.SMALL
    return Fault.SLANTED if outline.tilt > PHOTOGRAPH.max_tilt_deg else None


def outlines_in(picture: Image) -> Outlines:
    """Returns the outlines of a photograph that may be its card's."""
    pad = round(PHOTOGRAPH.padding_of_side * max(picture.shape[:2]))
    wide = _padded(picture, pad)
    workings = WorkingImage(wide)
    bare = _parted(wide, pad, detect_quads(workings, overlapping=False))[0]
    found, cut = _parted(wide, pad, detect_quads(workings, at_most=PHOTOGRAPH.max_outlines))
    return Outlines(tuple(found), tuple(cut), tuple(bare))


def _parted(wide: Image, pad: int, findings: Iterable[Finding]) -> tuple[list[Outline], list[Outline]]:
    """Returns the outlines that lie in a picture with so much table around it, and those that its rim cuts."""
    size = wide.shape[0] - 2 * pad, wide.shape[1] - 2 * pad
    found: list[Outline] = []
    cut: list[Outline] = []
    for finding in findings:
        if finding.confidence < PHOTOGRAPH.min_confidence:
            continue
        at_rim = _corners_at_rim(np.asarray(finding.quad - pad, np.float32), size)
        if at_rim > 2 or (at_rim and area(finding.quad) < PHOTOGRAPH.min_cut_area_of_picture * size[0] * size[1]):
            continue
        if (outline := _outline(wide, pad, finding)) is not None:
            (cut if at_rim else found).append(outline)
    return found, cut


def fault_of_bright(picture: Image) -> Fault | None:
    """Returns what is wrong with the largest bright quad that is not shaped as a card should be seen, if there is one.

    A card's paper is brighter than the table on all sides, which checks of a cloth are not.
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
    if long < PHOTOGRAPH.min_height_px:
        return Fault.SMALL if PHOTOGRAPH.min_slanted_aspect <= long / short <= PHOTOGRAPH.max_slanted_aspect else None
    share = area(best) / (picture.shape[0] * picture.shape[1])
    return Fault.SLANTED if share > PHOTOGRAPH.min_slanted_area_of_picture else None


def _is_brighter_all_around(picture: Image, quad: Quad) -> bool:
    within, beyond = (
        _side_colours(rectify(picture, inset(quad, by), RIM_CROP))
        for by in (PHOTOGRAPH.bright_inside_of_side, -PHOTOGRAPH.bright_outside_of_side)
    )
    return float((within[:, 0] - beyond[:, 0]).min()) > PHOTOGRAPH.min_brighter_levels


def _padded(picture: Image, pad: int) -> Image:
    """Returns the picture with a rim of the table's colour around it."""
    thick = max(2, round(0.01 * max(picture.shape[:2])))
    strips = picture[:thick], picture[-thick:], picture[:, :thick], picture[:, -thick:]
    table = np.median(np.concatenate([strip.reshape(-1, 3) for strip in strips]), axis=0)
    colour = [float(value) for value in table]
    return np.asarray(cv2.copyMakeBorder(picture, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=colour), np.uint8)


def _outline(wide: Image, pad: int, finding: Finding) -> Outline | None:
    try:
        corners = ordered(finding.quad)
    except BadQuad:
        return None
    within, beyond = (
        rim_colours(rectify(wide, inset(corners, by), RIM_CROP))
        for by in (PHOTOGRAPH.inside_of_side, -PHOTOGRAPH.outside_of_side)
    )
    is_part = _goes_on(wide, corners, within)
    quad, size = np.asarray(corners - pad, np.float32), [side - 2 * pad for side in wide.shape[:2]]
    short, long = sides(quad)
    aspect, tilt = seen_from_above(quad, size) if long >= PHOTOGRAPH.min_height_px else (long / short, 0.0)
    if aspect < 1:  # seen at a slant, its long side looks the shorter one
        quad, aspect = start_at_second_corner(quad), 1 / aspect
    return Outline(quad, finding.confidence, aspect, tilt, within, beyond, is_part)


def _goes_on(picture: Image, corners: Quad, rim: Numbers) -> bool:
    """Whether farther beyond a side than a printed frame's margin is the paper of the rim again, and not beyond all."""
    farther = rim_colours(rectify(picture, inset(corners, -PHOTOGRAPH.far_outside_of_side), RIM_CROP))
    like = np.linalg.norm(farther - np.median(rim, axis=0), axis=1) < PHOTOGRAPH.max_same_distance_lab
    shares = [float(side.mean()) for side in _by_side(like)]
    return max(shares) > PHOTOGRAPH.min_side_share and min(shares) < 1 - PHOTOGRAPH.min_side_share


def rim_colours(crop: Image) -> Numbers:
    """Returns the middle colours (S×3, L*a*b*) of pieces along all sides of a crop, without its corners."""
    return np.array([np.median(piece.reshape(-1, 3), axis=0) for strip in _strips(crop) for piece in _pieces(strip)])


def _pieces(strip: Numbers) -> list[Numbers]:
    starts = range(PIECE_PX // 2, len(strip) - PIECE_PX, PIECE_PX)
    return [strip[start : start + PIECE_PX] for start in starts]


def _pieces_of_sides() -> list[int]:
    """Returns how many pieces lie along top, right, bottom and left."""
    height, width = RIM_CROP
    return [len(range(PIECE_PX // 2, side - PIECE_PX, PIECE_PX)) for side in (width, height, width, height)]


def _by_side(pieces: Numbers) -> list[Numbers]:
    """Returns the values of the pieces along top, right, bottom and left."""
    return np.split(pieces, np.cumsum(_pieces_of_sides())[:-1])


def _side_colours(crop: Image) -> Numbers:
    """Returns the middle colours (4×3, L*a*b*) of the strips along top, right, bottom and left."""
    return np.array([np.median(strip.reshape(-1, 3), axis=0) for strip in _strips(crop)])


def _strips(crop: Image) -> list[Numbers]:
    """Returns the strips along top, right, bottom and left (length×`STRIP_PX`×3, L*a*b*)."""
    lab = cv2.cvtColor(crop, cv2.COLOR_BGR2LAB).astype(np.float32)
    over = lab.transpose(1, 0, 2)
    return [over[:, :STRIP_PX], lab[:, -STRIP_PX:], over[:, -STRIP_PX:], lab[:, :STRIP_PX]]


def seen_from_above(quad: Quad, picture: Sequence[int]) -> tuple[float, float]:
    """Returns length in widths of the rectangle that is seen as *quad*, and the tilt of the view in degrees.

    By the homography of a square to it, for the usual focal length of a telephone (Zhang: A flexible new technique for
    camera calibration, 2000): both pairs of sides count.
    """
    height, width = picture
    focal = PHOTOGRAPH.focal_of_side * max(height, width)
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    to_quad = cv2.getPerspectiveTransform(square, (quad - [width / 2, height / 2]).astype(np.float32))
    across, down = (to_quad[:, column] / [focal, focal, 1.0] for column in (0, 1))
    normal = np.cross(across, down)
    tilt = np.degrees(np.arccos(min(abs(normal[2]) / max(float(np.linalg.norm(normal)), 1e-9), 1.0)))
    return float(np.linalg.norm(down) / max(float(np.linalg.norm(across)), 1e-9)), float(tilt)


def _corners_at_rim(quad: Quad, size: Sequence[int]) -> int:
    """*size* are height and width of the picture."""
    height, width = size
    margin = PHOTOGRAPH.rim_of_side * max(height, width)
    at = (quad < margin) | (quad > np.array([width, height], np.float32) - margin)
    return int(np.count_nonzero(at.any(axis=1)))


def outermost(found: Sequence[Outline], best: Outline) -> Outline:
    """Returns the rim around the best outline that is about as sure, if there is one: a frame is printed on a card."""
    around = (
        other
        for other in found
        if other.confidence > best.confidence - PHOTOGRAPH.max_nested_confidence_loss
        and shared_area(other.quad, best.quad) > OUTLINE.min_nested_of_inner * area(best.quad)
        and area(other.quad) < PHOTOGRAPH.max_nested_area * area(best.quad)
    )
    return max(around, key=lambda other: area(other.quad), default=best)


def has_table_strip(outer: Outline, inner: Outline) -> bool:
    """Tells whether the outer of two nested outlines has table along a whole side, the inner one paper.

    Table is what lies beyond the inner outline there and differs from the paper of the outer one.
    """
    if area(inner.quad) >= area(outer.quad):
        return False
    is_strip = outer.is_odd & (np.linalg.norm(outer.rim - inner.beyond, axis=1) < PHOTOGRAPH.max_same_distance_lab)
    return (
        max(float(side.mean()) for side in _by_side(is_strip)) > PHOTOGRAPH.min_side_share
        and inner.confidence > outer.confidence - PHOTOGRAPH.max_nested_confidence_loss
        and shared_area(outer.quad, inner.quad) > OUTLINE.min_nested_of_inner * area(inner.quad)
    )


def is_another_card(other: Outline, card: Outline) -> bool:
    """Tells whether an outline is that of a second card beside one."""
    apart = shared_area(other.quad, card.quad) < PHOTOGRAPH.max_other_overlap * min(area(other.quad), area(card.quad))
    ratio = area(other.quad) / area(card.quad)
    as_large = 1 / PHOTOGRAPH.max_other_size_ratio < ratio < PHOTOGRAPH.max_other_size_ratio
    return apart and as_large and float(np.linalg.norm(other.paper - card.paper)) < PHOTOGRAPH.max_other_paper_lab


def has_card_below(picture: Image, card: Outline) -> bool:
    """Tells whether a part of a second card shows beside a card that lies on it.

    Its outline closes nowhere. What shows is paper of the same colour with straight sides, a right corner, and nowhere
    larger than the card.
    """
    scale = min(1.0, MAX_SEARCH_PX / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)
    quad = np.asarray(card.quad * scale, np.float32)
    paper = _paper_beside(lab, quad, card.paper)
    contours = cv2.findContours(paper, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    hulls = [cv2.convexHull(contour) for contour in contours]
    return any(_is_part_of_card(hull, paper, quad) and _is_sharp(lab, hull) for hull in hulls)


def _paper_beside(lab: Numbers, quad: Quad, colour: Numbers) -> Mask:
    """Returns where a picture (L*a*b*) has the colour of a card's paper, without the card and its margin."""
    paper = (np.linalg.norm(lab - colour, axis=2) < PHOTOGRAPH.max_other_paper_lab).astype(np.uint8)
    centre = quad.mean(axis=0)
    margin = centre + (quad - centre) * PHOTOGRAPH.max_margin_of_card
    cv2.fillConvexPoly(paper, margin.round().astype(np.int32), 0)
    return np.asarray(cv2.morphologyEx(paper, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)


def _is_part_of_card(hull: Numbers, paper: Mask, quad: Quad) -> bool:
    """*hull* is N×1×2, that of a part of *paper*; *quad* is the card on top."""
    hull_area, (short, long) = float(cv2.contourArea(hull)), sides(quad)
    share = hull_area / area(quad)
    if not PHOTOGRAPH.min_visible_area_of_card < share < PHOTOGRAPH.max_visible_area_of_card:
        return False
    box = sorted(cv2.minAreaRect(hull)[1])
    if max(box[0] / short, box[1] / long) > PHOTOGRAPH.max_visible_side_of_card:
        return False
    tolerance = PHOTOGRAPH.polygon_tolerance_of_hull * cv2.arcLength(hull, True)
    polygon = np.asarray(cv2.approxPolyDP(hull, tolerance, True)[:, 0], np.float32)
    polygon_area = float(cv2.contourArea(polygon))
    if len(polygon) > PHOTOGRAPH.max_visible_corners or polygon_area < PHOTOGRAPH.min_polygon_of_hull * hull_area:
        return False
    drawn = np.zeros_like(paper)
    cv2.polylines(drawn, [polygon.astype(np.int32)], True, 1, 3)
    distance = -max(cv2.pointPolygonTest(quad, (float(x), float(y)), True) for x, y in polygon)
    return bool(
        float(paper[drawn > 0].mean()) > PHOTOGRAPH.min_visible_paper
        and distance < PHOTOGRAPH.max_distance_of_length * long
        and shared_area(polygon, quad) < PHOTOGRAPH.max_hull_on_card * polygon_area
        and _has_right_corner(polygon, PHOTOGRAPH.min_corner_side_of_width * short)
    )


def _is_sharp(lab: Numbers, hull: Numbers) -> bool:
    """Tells whether two colours meet at a hull (N×1×2), which they do not where light falls on a table."""
    corners = np.vstack([hull[:, 0], hull[:1, 0]]).astype(np.float32)
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(corners, axis=0), axis=1))])
    wanted = np.linspace(0, along[-1], HULL_SAMPLES, endpoint=False)
    places = np.column_stack([np.interp(wanted, along, corners[:, axis]) for axis in (0, 1)])
    inwards = corners.mean(axis=0) - places
    inwards *= ACROSS_HULL_PX / np.maximum(np.linalg.norm(inwards, axis=1, keepdims=True), 1e-6)
    most = np.array(lab.shape[1::-1]) - 1
    inner, outer = (
        lab[places_at[:, 1], places_at[:, 0]]
        for places_at in (np.clip((places + way * inwards).round().astype(int), 0, most) for way in (1, -1))
    )
    steps = np.linalg.norm(inner - outer, axis=1) > PHOTOGRAPH.max_same_distance_lab
    return float(steps.mean()) > PHOTOGRAPH.min_sharp_hull


def _has_right_corner(polygon: Numbers, min_side: float) -> bool:
    """*polygon* is N×2; both sides of the corner have *min_side* px at least."""
    before, after = np.roll(polygon, 1, axis=0) - polygon, np.roll(polygon, -1, axis=0) - polygon
    lengths = np.linalg.norm(before, axis=1), np.linalg.norm(after, axis=1)
    cosines = np.abs((before * after).sum(axis=1)) / np.maximum(lengths[0] * lengths[1], 1e-6)
    return bool(((cosines < PHOTOGRAPH.max_right_angle_cosine) & (np.minimum(*lengths) > min_side)).any())
