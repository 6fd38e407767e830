"""Outlines of cards in one picture of a table, before anything is known of the cards but their shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.detection.contours import detect_quads
from vision.enrolment.image_quality import contrasts_with_rim
from vision.enrolment.thresholds import OUTLINE, SHOWING
from vision.geometry.quads import area, shared_area, sides
from vision.geometry.rectify import BadQuad, ordered
from vision.geometry.table_plane import table_plane

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.detection.contours import Detection
    from vision.types import Image, Quad


def find_cards_apart(image: Image) -> list[Quad]:
    """Returns outlines of one size that do not overlap, of a picture without a known bare table."""
    height, width = image.shape[:2]
    outlines: list[tuple[float, float, Quad]] = []
    for detection in detect_quads(image, at_most=SHOWING.max_outlines, overlapping=False):
        quad = ordered_card_quad(detection)
        share = float(cv2.contourArea(detection.quad)) / (height * width)
        if (
            quad is not None
            and detection.confidence >= OUTLINE.min_confidence_in_view
            and SHOWING.min_card_of_view < share < SHOWING.max_card_of_view
        ):
            outlines.append((round(detection.confidence, 1), area(quad), quad))
    # A printed frame lies within the card's outline, so the larger ones of equal confidence go first.
    outlines.sort(key=lambda outline: outline[:2], reverse=True)
    return select_one_size([quad for _, _, quad in outlines if contrasts_with_rim(image, quad)], image)


def select_one_size(quads: Sequence[Quad], image: Image) -> list[Quad]:
    """Returns the quads of similar size without overlap that cover most area, in their order."""
    areas = [area(quad) for quad in quads]
    alike = [_select_size(size, areas, quads, SHOWING.min_rough_area_ratio) for size in areas]
    most = max(alike, key=lambda some: sum(map(area, some)), default=[])
    plane = table_plane(most, image.shape[:2]) if len(most) >= SHOWING.min_cards_for_slant else None
    if plane is not None:  # in a slanted view, the last card of a row is smaller than the first
        areas = [float(np.prod(plane.sides(quad))) for quad in quads]
        return _select_size(plane.card[0] * plane.card[1], areas, quads, SHOWING.min_area_ratio)
    # The median size tells a card from a card with the gap beside it.
    middle = float(np.median([area(quad) for quad in most])) if most else 0.0
    return _select_size(middle, areas, quads, SHOWING.min_area_ratio) if most else []


def _select_size(size: float, areas: Sequence[float], quads: Sequence[Quad], least: float) -> list[Quad]:
    return _without_overlaps(quad for quad, own in zip(quads, areas, strict=True) if least < own / size < 1 / least)


def ordered_card_quad(detection: Detection) -> Quad | None:
    """Returns the corners in order; None if the shape is no card's."""
    try:
        quad = ordered(detection.quad)
    except BadQuad:
        return None
    short, long = sides(quad)
    return quad if OUTLINE.min_aspect <= long / short <= OUTLINE.max_aspect else None


def _without_overlaps(quads: Iterable[Quad]) -> list[Quad]:
    """Returns the quads without those that overlap an earlier one."""
    kept: list[Quad] = []
    for quad in quads:
        if all(
            shared_area(quad, other) < SHOWING.max_overlap_of_smaller * min(area(quad), area(other)) for other in kept
        ):
            kept.append(quad)
    return kept


def prefer_outer(rated: Sequence[tuple[float, Quad]]) -> list[Quad]:
    """Returns the outlines, best first, each replaced by the largest one around it with about its score."""
    outermost: list[Quad] = []
    for _, quad in sorted(rated, key=lambda pair: -pair[0]):
        score = next(score for score, other in rated if other is quad)
        around = [
            other
            for rate, other in rated
            if rate > score - OUTLINE.max_nested_confidence_loss
            and shared_area(quad, other) > OUTLINE.min_nested_of_inner * area(quad)
            and area(other) < SHOWING.max_nested_area * area(quad)
        ]
        outer = max(around, key=area, default=quad)
        if all(outer is not other for other in outermost):
            outermost.append(outer)
    return outermost


def lies_along_rim(quad: Quad, image: Image) -> bool:
    """Tells whether a side lies along the rim of the view, so that it is not the card's edge."""
    height, width = image.shape[:2]
    margin = SHOWING.rim_of_width * width
    beyond = (quad[:, 0] < margin, quad[:, 1] < margin, quad[:, 0] > width - margin, quad[:, 1] > height - margin)
    return any(int(np.count_nonzero(corners)) >= 2 for corners in beyond)
