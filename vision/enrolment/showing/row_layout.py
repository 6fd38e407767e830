"""Where the cards of a shown row lie: their outlines, and their order."""

from __future__ import annotations

import cmath
import itertools
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.detection.contours import detect_quads
from vision.enrolment.card_crops import contrasts_with_rim
from vision.enrolment.thresholds import OUTLINE, SHOWING
from vision.geometry.quads import area, shared_area, sides
from vision.geometry.rectify import BadQuad, ordered
from vision.geometry.table_plane import table_plane

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.cards import Card
    from vision.detection.contours import Detection
    from vision.types import Image, Quad


def find_cards_apart(image: Image) -> list[Quad]:
    """Returns outlines of one size that do not overlap, of a picture without a known bare table."""
    height, width = image.shape[:2]
    outlines: list[tuple[float, float, Quad]] = []
    for detection in detect_quads(image, at_most=SHOWING.max_outlines):
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
    chosen: list[Quad] = []
    for quad in quads:
        if all(
            shared_area(quad, other) < SHOWING.max_overlap_of_smaller * min(area(quad), area(other)) for other in chosen
        ):
            chosen.append(quad)
    return chosen


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


def split_into_rows(cards: Sequence[Card]) -> list[list[Card]]:
    """Returns *cards* in rows of about equal length, none longer than `SHOWING.max_row_cards`."""
    count = -(-len(cards) // SHOWING.max_row_cards)
    ends = [round(len(cards) * number / count) for number in range(count + 1)] if count else []
    return [list(cards[begin:end]) for begin, end in itertools.pairwise(ends)]


def find_gaps(row: Sequence[Quad]) -> list[int]:
    """Returns the places (from 0, left to right) at which a row has room for a card and shows none."""
    centres = np.array([quad.mean(axis=0) for quad in row]).reshape(-1, 2)
    steps = np.linalg.norm(np.diff(centres, axis=0), axis=1)
    usual = float(np.median(steps)) if len(steps) > 1 else 0.0
    gaps: list[int] = []
    for place, step in enumerate(steps, start=1):
        missing = max(round(float(step) / max(usual, 1.0)) - 1, 0) if usual else 0
        gaps += range(place + len(gaps), place + len(gaps) + missing)
    return gaps


def group_into_rows(quads: Sequence[Quad]) -> list[list[int]]:
    """Returns the indices of the quads row by row from the top, each row from left to right.

    The short sides of the cards give the direction of the rows. The result is empty if they have no common direction,
    or if the rows are too steep to have a left end. A row may bend: each card is compared with its left neighbour.
    """
    level = _rotate_level(quads)
    if level is None:
        return []
    centres = np.array([quad.mean(axis=0) for quad in level]).reshape(-1, 2)
    heights = [float(np.ptp(quad[:, 1])) for quad in level]
    rows: list[list[int]] = []
    for number in np.argsort(centres[:, 0], kind="stable").tolist():
        fitting = [
            (abs(centres[row[-1], 1] - centres[number, 1]), row)
            for row in rows
            if abs(centres[row[-1], 1] - centres[number, 1]) < SHOWING.max_row_offset_of_height * heights[number]
        ]
        if fitting:
            min(fitting, key=lambda pair: pair[0])[1].append(number)
        else:
            rows.append([number])
    return sorted(rows, key=lambda row: float(centres[row, 1].mean()))


def _rotate_level(quads: Sequence[Quad]) -> list[Quad] | None:
    """Returns the quads rotated so that their short sides are level; None without a common direction."""
    if len(quads) < 2:  # one card is a row, however it lies
        return list(quads)
    tops = [complex(*(quad[1] - quad[0] + quad[2] - quad[3])) for quad in quads]
    # A side is the same turned by half; twice its angle is so turned by a whole.
    common = sum((top / max(abs(top), 1e-6)) ** 2 for top in tops) / len(tops)
    slant = cmath.phase(common) / 2
    if abs(common) < SHOWING.min_common_direction or abs(slant) > np.deg2rad(SHOWING.max_row_slant_deg):
        return None
    turn = np.array([[np.cos(slant), -np.sin(slant)], [np.sin(slant), np.cos(slant)]], np.float32)
    return [quad @ turn for quad in quads]


def count_filled(rows: Sequence[int], sizes: Sequence[int]) -> int:
    """Returns how many of *sizes* (cards of each part) the rows fill exactly; 0 if the last part is not filled.

    Each part begins a new row. Only a part longer than `SHOWING.max_row_cards` may take several rows, of two cards at
    least: otherwise a single card lies too high or too low.
    """
    count = filled = 0
    for row in rows:
        if count == len(sizes):
            return 0
        filled += row
        least = sizes[count] if sizes[count] <= SHOWING.max_row_cards else 2
        if row < least or filled > sizes[count]:
            return 0
        if filled == sizes[count]:
            count, filled = count + 1, 0
    return count if not filled else 0
