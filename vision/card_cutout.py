"""One photograph of one card: where the card lies in it, and why it cannot be cut out if it cannot.

Nobody knows yet what the card looks like. What tells is its outline: the surest one counts, not the largest, and of a
frame printed on a card and the card's own rim the rim.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.find import find_cards, quad_of_hull, segmentations, working_planes
from vision.quads import area, is_convex, overlap, shared_area, sides
from vision.rectify import CROP_HEIGHT, BadQuad, inset, ordered, rectify

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.sightings import Image, Quad

Numbers: TypeAlias = npt.NDArray[Any]

MIN_CONFIDENCE = 0.6
"""Share of an outline that has an edge below it."""
NESTED_CONFIDENCE = 0.15
"""Of two outlines, one within the other, the outer one is a card's rim, unless it is less sure by so much."""
LARGEST_NESTED = 1.9
"""Areas: a card is no larger than the frame printed on it by more."""
SHORTEST, LONGEST = 1.1, 2.5
"""Length of a card by its width, as a slanting view shows it."""
ASPECT_OFF = 0.1
"""Of the length in widths of the other cards, seen straight from above."""
MIN_HEIGHT_PX = 0.75 * CROP_HEIGHT
"""Of a card in a photograph; the network looks at crops of `CROP_HEIGHT`."""
MAX_TILT_DEG = 36.0
"""Between the view and a look straight down: beyond it the far side of a card has too few pixels."""
FOCAL_LENGTH = 0.85
"""Of a telephone's picture, of its longer side; between 0.7 and 1.1 the tilt is off by a few degrees."""
RIM_OF_PICTURE = 0.012
"""Of the picture's longer side: a corner as near to the picture's rim lies on it."""
PAD = 0.04
"""Of the picture's longer side: so much table is put around it, for a card that the rim cuts to have an outline."""
AS_LARGE = 2.5
"""Areas: another outline between so many times smaller and larger is another card, if it has the same paper."""
SAME_PAPER_LAB = 28.0
"""Distance in L*a*b*, of the rims of two cards in one picture."""
RIM_CROP = 144, 96
STRIP_PX, PIECE_PX = 4, 16
"""Of a crop's rim: its paper, or the frame printed on it."""
MIN_POINTS, MIN_SIDE_PX = 4, 12
"""Of an outline that could be a card's, in the picture as it is searched."""
SMALLEST_SLANTED = 0.02
"""Of the picture: a card that is seen at a slant."""
BRIGHTER_LAB = 25.0
"""Lightness by which a card's paper is above the table beside it."""
DIFFERENT_LAB = 9.0
"""Distance in L*a*b* of the middle colours inside and outside of a side, from which it is one between two things."""


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

    `tilt` is that of the view, degrees; `rim` the colours within its sides, see `rim_colours`.
    """

    quad: Quad
    confidence: float
    aspect: float
    tilt: float
    rim: Numbers


@dataclass(frozen=True, eq=False)
class Outlines:
    """What may be the card of a picture, the surest first; `cut` tells that the picture's rim cuts one.

    If there is none, `instead` tells of what could be one if it were not so small or seen at such a slant.
    """

    found: tuple[Outline, ...]
    several: bool = False
    cut: bool = False
    instead: Fault | None = None

    @property
    def fault(self) -> Fault | None:
        if self.several:
            return Fault.SEVERAL
        if not self.found:
            return Fault.CUT if self.cut else self.instead or Fault.NO_CARD
        return fault_of(self.found[0])


def fault_of(outline: Outline) -> Fault | None:
    """Returns what is wrong with an outline that is a card's."""
    if sides(outline.quad)[1] < MIN_HEIGHT_PX:
        return Fault.SMALL
    return Fault.SLANTED if outline.tilt > MAX_TILT_DEG else None


def outlines_in(picture: Image) -> Outlines:
    """Returns the outlines of a photograph that may be its card's."""
    pad = round(PAD * max(picture.shape[:2]))
    wide = _padded(picture, pad)
    found: list[Outline] = []
    cut: list[Outline] = []
    for finding in find_cards(wide, overlapping=False):
        if finding.confidence < MIN_CONFIDENCE:
            continue
        outline = _outline(picture, np.asarray(finding.quad - pad, np.float32), finding.confidence)
        if outline is None:
            continue
        at_rim = _corners_at_rim(outline.quad, picture)
        if at_rim == 0:
            found.append(outline)
        elif at_rim <= 2 and area(outline.quad) > 0.02 * picture.shape[0] * picture.shape[1]:
            cut.append(outline)
    ranked = _ranked(found)
    best = ranked[0] if ranked else None
    if best is not None and any(_is_rather_cut(one, best) for one in cut):
        return Outlines((), cut=True)
    if best is None and not cut:
        return Outlines((), instead=_instead(picture))
    several = best is not None and any(_is_another_card(one, best) for one in ranked[1:])
    return Outlines(tuple(ranked), several, bool(cut))


def _instead(picture: Image) -> Fault | None:
    """Returns what is wrong with the largest bright quad that is not shaped as a card should be seen, if there is one.

    A card's paper is brighter than the table on all sides, which checks of a cloth are not.
    """
    planes, scale = working_planes(picture)
    best: Quad | None = None
    for mask in segmentations(planes):
        for contour in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
            quad = quad_of_hull(cv2.convexHull(contour)) if len(contour) >= MIN_POINTS else None
            if quad is None or min(sides(quad)) < MIN_SIDE_PX or not is_convex(quad):
                continue
            quad = np.asarray(quad / scale, np.float32)
            larger = best is None or area(quad) > area(best)
            if larger and _corners_at_rim(quad, picture) == 0 and _is_brighter_all_around(picture, quad):
                best = quad
    if best is None:
        return None
    short, long = sides(best)
    if long < MIN_HEIGHT_PX:
        return Fault.SMALL if SHORTEST <= long / short <= LONGEST else None
    return Fault.SLANTED if area(best) > SMALLEST_SLANTED * picture.shape[0] * picture.shape[1] else None


def _is_brighter_all_around(picture: Image, quad: Quad) -> bool:
    within, beyond = (_side_colours(rectify(picture, inset(quad, by), RIM_CROP)) for by in (0.02, -0.1))
    return float((within[:, 0] - beyond[:, 0]).min()) > BRIGHTER_LAB


def _padded(picture: Image, pad: int) -> Image:
    """Returns the picture with a rim of the table's colour around it."""
    thick = max(2, round(0.01 * max(picture.shape[:2])))
    strips = picture[:thick], picture[-thick:], picture[:, :thick], picture[:, -thick:]
    table = np.median(np.concatenate([strip.reshape(-1, 3) for strip in strips]), axis=0)
    colour = [float(value) for value in table]
    return np.asarray(cv2.copyMakeBorder(picture, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=colour), np.uint8)


def _outline(picture: Image, quad: Quad, confidence: float) -> Outline | None:
    try:
        corners = ordered(quad)
    except BadQuad:
        return None
    short, long = sides(corners)
    if not SHORTEST <= long / short <= LONGEST or not _is_between_two_things(picture, corners):
        return None
    aspect, tilt = seen_from_above(corners, picture.shape[:2])
    return Outline(corners, confidence, aspect, tilt, rim_colours(rectify(picture, corners, RIM_CROP)))


def _is_between_two_things(picture: Image, quad: Quad) -> bool:
    """Tells whether three sides at least part two colours: where a cloth repeats itself, they do not."""
    within, beyond = (_side_colours(rectify(picture, inset(quad, by), RIM_CROP)) for by in (0.01, -0.05))
    return int(np.count_nonzero(np.linalg.norm(within - beyond, axis=1) > DIFFERENT_LAB)) >= 3


def rim_colours(crop: Image) -> Numbers:
    """Returns the middle colours (S×3, L*a*b*) of pieces along all sides of a crop, without its corners."""
    pieces = [
        strip[start : start + PIECE_PX]
        for strip in _strips(crop)
        for start in range(PIECE_PX // 2, len(strip) - PIECE_PX, PIECE_PX)
    ]
    return np.array([np.median(piece.reshape(-1, 3), axis=0) for piece in pieces])


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
    focal = FOCAL_LENGTH * max(height, width)
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    to_quad = cv2.getPerspectiveTransform(square, (quad - [width / 2, height / 2]).astype(np.float32))
    across, down = (to_quad[:, column] / [focal, focal, 1.0] for column in (0, 1))
    normal = np.cross(across, down)
    tilt = np.degrees(np.arccos(min(abs(normal[2]) / max(float(np.linalg.norm(normal)), 1e-9), 1.0)))
    return float(np.linalg.norm(down) / max(float(np.linalg.norm(across)), 1e-9)), float(tilt)


def _corners_at_rim(quad: Quad, picture: Image) -> int:
    height, width = picture.shape[:2]
    margin = RIM_OF_PICTURE * max(height, width)
    at = (quad < margin) | (quad > np.array([width, height], np.float32) - margin)
    return int(np.count_nonzero(at.any(axis=1)))


def _ranked(found: Iterable[Outline]) -> list[Outline]:
    """Returns the surest first, and before each the rim around it that is about as sure."""
    by_confidence = sorted(found, key=lambda one: (round(one.confidence, 1), area(one.quad)), reverse=True)
    ranked: list[Outline] = []
    for one in by_confidence:
        around = [
            other
            for other in by_confidence
            if other.confidence > one.confidence - NESTED_CONFIDENCE
            and shared_area(other.quad, one.quad) > 0.95 * area(one.quad)
            and area(other.quad) < LARGEST_NESTED * area(one.quad)
        ]
        outer = max(around, key=lambda other: area(other.quad), default=one)
        ranked += [each for each in (outer, one) if all(each is not other for other in ranked)]
    return ranked


def _is_rather_cut(cut: Outline, best: Outline) -> bool:
    """Tells whether the best outline is a part of a card that the picture's rim cuts, or lies beside one as large."""
    within = shared_area(cut.quad, best.quad) > 0.8 * area(best.quad) and overlap(cut.quad, best.quad) < 0.8
    return within and cut.confidence > best.confidence - NESTED_CONFIDENCE


def _is_another_card(other: Outline, best: Outline) -> bool:
    apart = shared_area(other.quad, best.quad) < 0.2 * min(area(other.quad), area(best.quad))
    as_large = 1 / AS_LARGE < area(other.quad) / area(best.quad) < AS_LARGE
    same_paper = float(np.linalg.norm(np.median(other.rim, axis=0) - np.median(best.rim, axis=0))) < SAME_PAPER_LAB
    like = abs(other.aspect / best.aspect - 1) < 2 * ASPECT_OFF
    return apart and as_large and same_paper and like
