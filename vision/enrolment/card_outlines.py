"""The finder of enrolment: outlines that may be cards, in a photograph or in the view of a camera.

The outlines are those of the still reading of a table (`vision.detection`). No card is known yet: instead of a pack, an
outline is judged by its edges, its shape, and the colours on both sides of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import cv2
import numpy as np

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
from vision.enrolment.measured_outline import MeasuredOutline, Numbers, measure_outlines
from vision.enrolment.thresholds import ENROLMENT
from vision.geometry.quads import area, is_convex, lies_on, same_area, scaled, sides
from vision.geometry.rectify import ordered
from vision.geometry.table_plane import fit_plane
from vision.geometry.thresholds import GEOMETRY
from vision.types import Image, Mask, Planes, Quad

MAX_OUTLINES = 400
"""Most outlines of a photograph; a chequered cloth has hundreds, and the card's is not the first."""
EDGE_PX = 5
"""Width of what is no part of a paper: between two loud colours an edge may have its hue."""
MIN_CARDS_FOR_SLANT = 4
"""Cards that determine the slant of the view; of fewer, one may be the frame that is printed on a card."""


def find_outlines(picture: Image) -> list[MeasuredOutline]:
    """Returns the outlines in a photograph that may be the card's, also those that the rim of the picture cuts."""
    pad = round(ENROLMENT.padding_of_side * max(picture.shape[:2]))
    padded = _pad(picture, pad)
    return measure_outlines(padded, pad, detect_outlines(padded, at_most=MAX_OUTLINES))


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
    return [one for one in measure_outlines(picture, 0, outlines) if not one.is_cut]


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
        for one in measure_outlines(view, 0, detect_outlines(view, at_most=MAX_OUTLINES, fits=fits))
        if not one.is_cut and one.confidence + one.contrast_share > ENROLMENT.min_value
    ]
    likely.sort(key=lambda each: each[:2], reverse=True)
    return [quad for _, _, quad in likely if has_aspect_of_card(*sides(quad))]


def has_aspect_of_card(short: float, long: float) -> bool:
    """Tells whether sides of these lengths may be a card's."""
    return GEOMETRY.min_length_of_width * short <= long <= GEOMETRY.max_length_of_width * short


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


def _pad(picture: Image, pad: int) -> Image:
    """Returns the picture with *pad* px of the median colour of its rim around it."""
    thick = max(2, round(0.01 * max(picture.shape[:2])))
    strips = picture[:thick], picture[-thick:], picture[:, :thick], picture[:, -thick:]
    table = np.median(np.concatenate([strip.reshape(-1, 3) for strip in strips]), axis=0)
    colour = [float(value) for value in table]
    return np.asarray(cv2.copyMakeBorder(picture, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=colour), np.uint8)
