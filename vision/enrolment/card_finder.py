"""The cards in one view of a table: outlines of a card's shape, of one size, that do not overlap."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.detection.contours import Outline, detect_outlines
from vision.enrolment.thresholds import OUTLINE
from vision.geometry.quads import area, same_area, shared_area, sides
from vision.geometry.rectify import BadQuad, inset, ordered, rectify
from vision.geometry.table_plane import table_plane

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.types import Image, Quad

Colours: TypeAlias = npt.NDArray[Any]
"""N×3, BGR."""


def find_cards_apart(image: Image) -> list[Quad]:
    """Returns outlines of one size that do not overlap, of a picture without a known bare table."""
    return select_one_size(find_card_outlines(image), image)


def find_card_outlines(image: Image) -> list[Quad]:
    """Returns outlines that surely are cards': with visible sides, a card's aspect, and another colour than the table.

    The surest go first. A frame printed on a card lies within its outline, so of equally sure ones larger go first.
    """
    outlines = [
        (round(outline.confidence, 1), area(quad), quad)
        for outline in detect_outlines(image)
        if (quad := ordered_card_quad(outline)) is not None and outline.confidence >= OUTLINE.min_confidence_in_view
    ]
    outlines.sort(key=lambda outline: outline[:2], reverse=True)
    return [quad for _, _, quad in outlines if contrasts_with_rim(image, quad)]


def ordered_card_quad(outline: Outline) -> Quad | None:
    """Returns the corners in order; None if the shape is no card's."""
    try:
        quad = ordered(outline.quad)
    except BadQuad:
        return None
    short, long = sides(quad)
    return quad if OUTLINE.min_aspect <= long / short <= OUTLINE.max_aspect else None


def contrasts_with_rim(picture: Image, quad: Quad) -> bool:
    """Tells whether the median colours along the rim of the picture and along that of the card at *quad* differ."""
    outside = _rim(picture, max(2, round(0.02 * min(picture.shape[:2]))))
    inside = _rim(rectify(picture, inset(quad, 0.02)), 4)
    return float(np.linalg.norm(_median_lab(outside) - _median_lab(inside))) > OUTLINE.min_paper_distance_lab


def _rim(picture: Image, thick: int) -> Colours:
    strips = picture[:thick], picture[-thick:], picture[:, :thick], picture[:, -thick:]
    return np.concatenate([strip.reshape(-1, 3) for strip in strips])


def _median_lab(colours: Colours) -> Colours:
    lab = cv2.cvtColor(np.ascontiguousarray(colours.reshape(-1, 1, 3)), cv2.COLOR_BGR2LAB)
    middle: Colours = np.median(lab.reshape(-1, 3).astype(np.float32), axis=0)
    return middle


def select_one_size(quads: Sequence[Quad], image: Image) -> list[Quad]:
    """Returns the quads of similar size without overlap that cover most area, in their order."""
    alike = [without_overlaps(other for other in quads if same_area(other, quad)) for quad in quads]
    most = max(alike, key=lambda some: sum(map(area, some)), default=[])
    if not most:
        return []
    plane = table_plane(most, image.shape[:2]) if len(most) >= OUTLINE.min_cards_for_slant else None
    if plane is None:  # the median size tells a card from a card with the gap beside it
        areas, usual = [area(quad) for quad in quads], float(np.median([area(quad) for quad in most]))
    else:  # in a slanted view, the last card of a row is smaller than the first
        areas, usual = [float(np.prod(plane.sides(quad))) for quad in quads], float(np.prod(plane.card))
    least = OUTLINE.min_area_ratio
    return without_overlaps(quad for quad, own in zip(quads, areas, strict=True) if least < own / usual < 1 / least)


def without_overlaps(quads: Iterable[Quad]) -> list[Quad]:
    """Returns the quads without those that overlap an earlier one."""
    chosen: list[Quad] = []
    for quad in quads:
        if all(
            shared_area(quad, other) < OUTLINE.max_overlap_of_smaller * min(area(quad), area(other)) for other in chosen
        ):
            chosen.append(quad)
    return chosen
