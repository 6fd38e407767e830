"""One photograph of one card: which outlines in it may be the card's, and what is wrong with each.

Nobody knows yet what the card looks like, so all outlines are kept that lie on edges; which of them is the card's the
other photographs of the folder tell, see `vision.enrolment.photographs`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.detection.contours import WorkingImage, detect_quads, quad_of_hull, segmentations, working_planes
from vision.geometry.quads import area, is_convex, quarter_turned, shared_area, sides
from vision.geometry.rectify import CROP_HEIGHT, BadQuad, inset, ordered, rectify

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.detection.contours import Finding
    from vision.types import Image, Quad

Numbers: TypeAlias = npt.NDArray[Any]

MIN_CONFIDENCE = 0.6
"""Share of an outline that has an edge below it."""
NESTED_CONFIDENCE = 0.15
"""Of two outlines, one within the other, the outer one is a card's rim, unless it is less sure by so much."""
LARGEST_NESTED = 2.3
"""Areas: a card is no larger by more than the frame printed on it, or than one half of two."""
SHORTEST, LONGEST = 1.1, 2.5
"""Length of a card by its width, as a slanting view shows it."""
MOST_OUTLINES = 400
"""On a chequered cloth there are hundreds, and the card's is not the first."""
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
OTHER_COLOUR_LAB = 25.0
"""Distance in L*a*b* from the paper of a card, of what is drawn on it or lies on it."""
SAME_COLOUR_LAB = 12.0
"""Distance in L*a*b* of the colours on both sides of an outline: with less, nothing ends there."""
MOSTLY = 0.75
"""Share of a side, or of an outline."""
WITHIN, BEYOND, FARTHER = 0.01, -0.05, -0.12
"""Of a card's sides: where pieces of the rim are looked at on both sides of an outline."""
MIN_POINTS, MIN_SIDE_PX = 4, 12
"""Of an outline that could be a card's, in the picture as it is searched."""
SMALLEST_SLANTED = 0.02
"""Of the picture: a card that is seen at a slant."""
BRIGHTER_LAB = 25.0
"""Lightness by which a card's paper is above the table beside it."""
SMALLEST_CUT = 0.02
"""Of the picture: what its rim cuts."""


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
        return np.asarray(np.linalg.norm(self.rim - self.paper, axis=1) > OTHER_COLOUR_LAB)

    @property
    def is_crossed(self) -> bool:
        """Whether something reaches across it: there both sides look the same, and unlike the paper."""
        return bool((self.is_odd & (self.steps < SAME_COLOUR_LAB)).any())

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
    if sides(outline.quad)[1] < MIN_HEIGHT_PX:
        return Fault.SMALL
    return Fault.SLANTED if outline.tilt > MAX_TILT_DEG else None


def outlines_in(picture: Image) -> Outlines:
    """Returns the outlines of a photograph that may be its card's."""
    pad = round(PAD * max(picture.shape[:2]))
    wide = _padded(picture, pad)
    workings = WorkingImage(wide)
    bare = _parted(wide, pad, detect_quads(workings, overlapping=False))[0]
    found, cut = _parted(wide, pad, detect_quads(workings, at_most=MOST_OUTLINES))
    return Outlines(tuple(found), tuple(cut), tuple(bare))


def _parted(wide: Image, pad: int, findings: Iterable[Finding]) -> tuple[list[Outline], list[Outline]]:
    """Returns the outlines that lie in a picture with so much table around it, and those that its rim cuts."""
    size = wide.shape[0] - 2 * pad, wide.shape[1] - 2 * pad
    found: list[Outline] = []
    cut: list[Outline] = []
    for finding in findings:
        if finding.confidence < MIN_CONFIDENCE:
            continue
        at_rim = _corners_at_rim(np.asarray(finding.quad - pad, np.float32), size)
        if at_rim > 2 or (at_rim and area(finding.quad) < SMALLEST_CUT * size[0] * size[1]):
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
            if quad is None or min(sides(quad)) < MIN_SIDE_PX or not is_convex(quad):
                continue
            quad = np.asarray(quad / scale, np.float32)
            larger = best is None or area(quad) > area(best)
            if larger and _corners_at_rim(quad, picture.shape[:2]) == 0 and _is_brighter_all_around(picture, quad):
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


def _outline(wide: Image, pad: int, finding: Finding) -> Outline | None:
    try:
        corners = ordered(finding.quad)
    except BadQuad:
        return None
    within, beyond = (rim_colours(rectify(wide, inset(corners, by), RIM_CROP)) for by in (WITHIN, BEYOND))
    is_part = _goes_on(wide, corners, within)
    quad, size = np.asarray(corners - pad, np.float32), [side - 2 * pad for side in wide.shape[:2]]
    short, long = sides(quad)
    aspect, tilt = seen_from_above(quad, size) if long >= MIN_HEIGHT_PX else (long / short, 0.0)
    if aspect < 1:  # seen at a slant, its long side looks the shorter one
        quad, aspect = quarter_turned(quad), 1 / aspect
    return Outline(quad, finding.confidence, aspect, tilt, within, beyond, is_part)


def _goes_on(picture: Image, corners: Quad, rim: Numbers) -> bool:
    """Whether farther beyond a side than a printed frame's margin is the paper of the rim again, and not beyond all."""
    farther = rim_colours(rectify(picture, inset(corners, FARTHER), RIM_CROP))
    like = np.linalg.norm(farther - np.median(rim, axis=0), axis=1) < SAME_COLOUR_LAB
    shares = [float(side.mean()) for side in np.split(like, np.cumsum(_pieces_of_sides())[:-1])]
    return max(shares) > MOSTLY and min(shares) < 1 - MOSTLY


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


def _corners_at_rim(quad: Quad, size: Sequence[int]) -> int:
    """*size* are height and width of the picture."""
    height, width = size
    margin = RIM_OF_PICTURE * max(height, width)
    at = (quad < margin) | (quad > np.array([width, height], np.float32) - margin)
    return int(np.count_nonzero(at.any(axis=1)))


def outermost(found: Sequence[Outline], best: Outline) -> Outline:
    """Returns the rim around the best outline that is about as sure, if there is one: a frame is printed on a card."""
    around = (
        other
        for other in found
        if other.confidence > best.confidence - NESTED_CONFIDENCE
        and shared_area(other.quad, best.quad) > 0.95 * area(best.quad)
        and area(other.quad) < LARGEST_NESTED * area(best.quad)
    )
    return max(around, key=lambda other: area(other.quad), default=best)


def is_another_card(other: Outline, card: Outline) -> bool:
    """Tells whether an outline is that of a second card beside one."""
    apart = shared_area(other.quad, card.quad) < 0.2 * min(area(other.quad), area(card.quad))
    as_large = 1 / AS_LARGE < area(other.quad) / area(card.quad) < AS_LARGE
    return apart and as_large and float(np.linalg.norm(other.paper - card.paper)) < SAME_PAPER_LAB
