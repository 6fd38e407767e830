"""A second card in a photograph of one card: beside it, or below it with only a part visible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.detection.thresholds import DETECTION
from vision.enrolment.thresholds import OUTLINE, PHOTOGRAPH
from vision.geometry.quads import area, mask_of_quads, shared_area, sides
from vision.scene.thresholds import SCENE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.enrolment.photographs.card_outlines import MeasuredOutline
    from vision.types import Image, Mask, Quad

Numbers: TypeAlias = npt.NDArray[Any]

MAX_SEARCH_PX = 640
"""Longer side of the scaled picture in which a second card below the first one is searched."""
MAX_VISIBLE_CORNERS = 6
"""Corners of the visible part of a card: its own, and where the upper card cuts it. A flower or a mat is round."""
HULL_SAMPLES, ACROSS_HULL_PX = 64, 4
"""Samples along the hull of its visible part, and the distance inside and outside at which colours are compared."""


def has_card_beside(picture: Image, card: MeasuredOutline, others: Iterable[MeasuredOutline]) -> bool:
    """Tells whether *picture* shows a second card: one of the *other* likely outlines, or a part below *card*."""
    return any(_is_apart(other, card) for other in others) or _has_card_below(picture, card)


def _is_apart(other: MeasuredOutline, card: MeasuredOutline) -> bool:
    """Tells whether *other* is the outline of a thing of about the size of *card* beside it."""
    small, large = sorted((area(other.quad), area(card.quad)))
    is_apart = shared_area(other.quad, card.quad) < OUTLINE.max_overlap_of_smaller * small
    return is_apart and small > PHOTOGRAPH.min_area_of_other * large


def _has_card_below(picture: Image, card: MeasuredOutline) -> bool:
    """Tells whether paper with a sharp border is visible beside *card*, and no larger than a card.

    The second card has no closed outline, as a part of it lies below the first one.
    """
    scale = min(1.0, MAX_SEARCH_PX / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)
    quad = np.asarray(card.quad * scale, np.float32)
    paper = _paper_beside(lab, quad, card.paper)
    contours = cv2.findContours(paper, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    return any(_is_part_of_card(hull, quad) and _is_sharp(lab, hull) for hull in map(cv2.convexHull, contours))


def _paper_beside(lab: Numbers, quad: Quad, colour: Numbers) -> Mask:
    """Returns the mask of the paper's *colour* in a picture (L*a*b*), without the card and its margin."""
    paper = (np.linalg.norm(lab - colour, axis=2) < OUTLINE.min_paper_distance_lab).astype(np.uint8)
    paper[mask_of_quads([quad], paper.shape, SCENE.paper_scale_of_card) > 0] = 0
    return np.asarray(cv2.morphologyEx(paper, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)


def _is_part_of_card(hull: Numbers, quad: Quad) -> bool:
    """Tells whether a *hull* (N×1×2) has size and straight sides of the visible part of a card below that at *quad*."""
    (short, long), box = sides(quad), sorted(cv2.minAreaRect(hull)[1])
    corners = cv2.approxPolyDP(hull, DETECTION.polygon_errors_of_outline[0] * cv2.arcLength(hull, True), True)
    size = float(cv2.contourArea(hull))
    return (
        size > SCENE.min_visible_of_card * area(quad)
        and shared_area(hull.astype(np.float32), quad) < PHOTOGRAPH.max_hull_on_card * size
        and max(box[0] / short, box[1] / long) < PHOTOGRAPH.max_visible_side_of_card
        and len(corners) <= MAX_VISIBLE_CORNERS
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
