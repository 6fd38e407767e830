"""A second card in a photograph of one card: beside it, or below it with only a part visible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.enrolment.thresholds import PHOTOGRAPH
from vision.geometry.quads import area, mask_of_quads, shared_area, sides

if TYPE_CHECKING:
    from vision.enrolment.photographs.card_outlines import Outline
    from vision.types import Image, Mask, Quad

Numbers: TypeAlias = npt.NDArray[Any]

MAX_SEARCH_PX = 640
"""Longer side of the scaled picture in which a second card below the first one is searched."""
HULL_SAMPLES, ACROSS_HULL_PX = 64, 4
"""Samples along the hull of its visible part, and the distance inside and outside at which colours are compared."""


def is_another_card(other: Outline, card: Outline) -> bool:
    """Tells whether *other* is the outline of a second card of about the same size and paper beside *card*."""
    apart = shared_area(other.quad, card.quad) < PHOTOGRAPH.max_other_overlap * min(area(other.quad), area(card.quad))
    ratio = area(other.quad) / area(card.quad)
    as_large = 1 / PHOTOGRAPH.max_other_size_ratio < ratio < PHOTOGRAPH.max_other_size_ratio
    return apart and as_large and float(np.linalg.norm(other.paper - card.paper)) < PHOTOGRAPH.max_other_paper_lab


def has_card_below(picture: Image, card: Outline) -> bool:
    """Tells whether a part of a second card is visible beside *card*, which lies on it.

    The second card has no closed outline. Its visible part has the same paper, straight sides no longer than a card's,
    and a right corner.
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
    """Returns the mask of the paper's *colour* in a picture (L*a*b*), without the card and its margin."""
    paper = (np.linalg.norm(lab - colour, axis=2) < PHOTOGRAPH.max_other_paper_lab).astype(np.uint8)
    paper[mask_of_quads([quad], paper.shape, PHOTOGRAPH.max_margin_of_card) > 0] = 0
    return np.asarray(cv2.morphologyEx(paper, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)


def _is_part_of_card(hull: Numbers, paper: Mask, quad: Quad) -> bool:
    """Tells whether the *hull* (N×1×2) of a part of *paper* may be the visible part of a card below that at *quad*."""
    hull_area, (short, long) = float(cv2.contourArea(hull)), sides(quad)
    if hull_area < PHOTOGRAPH.min_visible_area_of_card * area(quad):
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
    cv2.polylines(drawn, [polygon.astype(np.int32)], True, (1,), 3)
    distance = -max(cv2.pointPolygonTest(quad, (float(x), float(y)), True) for x, y in polygon)
    return bool(
        float(paper[drawn > 0].mean()) > PHOTOGRAPH.min_visible_paper
        and distance < PHOTOGRAPH.max_distance_of_length * long
        and shared_area(polygon, quad) < PHOTOGRAPH.max_hull_on_card * polygon_area
        and _has_right_corner(polygon, PHOTOGRAPH.min_corner_side_of_width * short)
    )


def _is_sharp(lab: Numbers, hull: Numbers) -> bool:
    """Tells whether colours differ on both sides of a hull (N×1×2); the border of a spot of light is gradual."""
    corners = np.vstack([hull[:, 0], hull[:1, 0]]).astype(np.float32)
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(corners, axis=0), axis=1))])
    distances = np.linspace(0, along[-1], HULL_SAMPLES, endpoint=False)
    places = np.column_stack([np.interp(distances, along, corners[:, axis]) for axis in (0, 1)])
    inwards = corners.mean(axis=0) - places
    inwards *= ACROSS_HULL_PX / np.maximum(np.linalg.norm(inwards, axis=1, keepdims=True), 1e-6)
    most = np.array(lab.shape[1::-1]) - 1
    inner, outer = (
        lab[places_at[:, 1], places_at[:, 0]]
        for places_at in (np.clip((places + way * inwards).round().astype(int), 0, most) for way in (1, -1))
    )
    contrasts = np.linalg.norm(inner - outer, axis=1) > PHOTOGRAPH.max_same_distance_lab
    return float(contrasts.mean()) > PHOTOGRAPH.min_sharp_hull


def _has_right_corner(polygon: Numbers, min_side: float) -> bool:
    """Tells whether a polygon (N×2) has a right angle between two sides of at least *min_side* px."""
    before, after = np.roll(polygon, 1, axis=0) - polygon, np.roll(polygon, -1, axis=0) - polygon
    lengths = np.linalg.norm(before, axis=1), np.linalg.norm(after, axis=1)
    cosines = np.abs((before * after).sum(axis=1)) / np.maximum(lengths[0] * lengths[1], 1e-6)
    return bool(((cosines < PHOTOGRAPH.max_right_angle_cosine) & (np.minimum(*lengths) > min_side)).any())
