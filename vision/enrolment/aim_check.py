"""Whether a camera is pointed well at the table: one frame in, the worst that is wrong with it out.

How bright the view is shows anywhere; whether it is sharp, near enough and straight, only a card that lies there tells.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.detection.contours import detect_quads
from vision.enrolment.photographs import is_blurred, is_plain, stands_out
from vision.enrolment.thresholds import AIM, OUTLINE
from vision.geometry.quads import shared_area, sides
from vision.geometry.rectify import BadQuad, ordered, rectify
from vision.geometry.table_plane import fit_plane

if TYPE_CHECKING:
    from vision.geometry.table_plane import TablePlane
    from vision.types import Frame, Image, Luma, Quad

LOOKED_AT, TILE = 1280, 32
"""px: in a view so wide a card is about as large as the network looks at it; parts in which sharpness is told."""


class Advice(StrEnum):
    """What is wrong, the worst first; only one thing can be mended at a time."""

    DARK = "dark"
    BRIGHT = "bright"
    GLARE = "glare"
    CARD = "card"
    """A card is needed to tell more."""
    BLURRED = "blurred"
    NEAR = "near"
    FAR = "far"
    ASKEW = "askew"
    GOOD = "good"


@dataclass(frozen=True, slots=True, eq=False)
class Aim:
    """`place` is where in the view it is wrong, x and y from 0 to 1; `cards` are the outlines that were found, px."""

    advice: Advice
    place: tuple[float, float] | None = None
    cards: tuple[Quad, ...] = ()


def judge_aim(frame: Frame) -> Aim:
    """Returns what is to be mended first; looking for cards takes a while."""
    blown = frame.luma >= AIM.blown_level
    if float(blown.mean()) > AIM.max_blown:
        return Aim(Advice.BRIGHT)
    if float(np.percentile(frame.luma, 99)) < AIM.min_paper_level:
        return Aim(Advice.DARK)
    image = frame.image
    cards = _lying(image)
    if not cards:
        place = _glare(frame.luma)
        if place is not None:
            return Aim(Advice.GLARE, place)
        return Aim(Advice.BLURRED if _is_soft(image) else Advice.CARD)
    return _judged(frame, image, cards)


def _judged(frame: Frame, image: Image, cards: tuple[Quad, ...]) -> Aim:
    crops = [rectify(image, quad) for quad in cards]
    greys = [cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY) for crop in crops]
    if max(float(np.percentile(grey, 90)) for grey in greys) < AIM.min_paper_level:
        return Aim(Advice.DARK, cards=cards)
    if any(float(np.mean(grey >= AIM.blown_level)) > AIM.max_blown for grey in greys):
        return Aim(Advice.BRIGHT, cards=cards)
    place = _glare(frame.luma)
    if place is not None:
        return Aim(Advice.GLARE, place, cards)
    if _is_soft(image) or all(is_blurred(crop) or is_plain(crop) for crop in crops):
        return Aim(Advice.BLURRED, cards=cards)
    return Aim(_distance(fit_plane(cards, image.shape), image), cards=cards)


def _is_soft(image: Image) -> bool:
    """Tells whether even the clearest things in view are soft; False where there is too little to tell it from.

    As `vision.enrolment.photographs.is_blurred` does with a card, fine detail is compared with coarser detail of the
    same things, here after taking off what all of the view has: its noise.
    """
    size = LOOKED_AT, max(round(image.shape[0] * LOOKED_AT / image.shape[1]), 1)
    small = cv2.resize(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), size, interpolation=cv2.INTER_AREA)
    grey = small.astype(np.float32)
    tiles = LOOKED_AT // TILE, max(grey.shape[0] // TILE, 1)
    fine, coarse = (
        cv2.resize((grey - cv2.GaussianBlur(grey, (0, 0), detail)) ** 2, tiles, interpolation=cv2.INTER_AREA)
        for detail in (AIM.fine_detail_px, AIM.coarse_detail_px)
    )
    clearest = coarse >= np.percentile(coarse, AIM.clearest_percentile)
    of_fine, of_coarse = (float(part[clearest].mean() - np.median(part)) for part in (fine, coarse))
    return of_coarse > AIM.min_detail and of_fine < AIM.min_fine_detail * of_coarse


def _lying(image: Image) -> tuple[Quad, ...]:
    """Returns the outlines that surely are cards': all sides seen, shaped like one, of another colour than the table.

    What is there once too often is the pattern of a cloth, and what is smaller than the cards is no card.
    """
    found: list[Quad] = []
    for finding in detect_quads(image, fits=_is_shaped, overlapping=False):
        if finding.confidence < OUTLINE.min_confidence_in_view or not _is_shaped(finding.quad):
            continue
        quad = ordered(finding.quad)
        # A frame printed on a card lies within it, and is less sure.
        if stands_out(image, quad) and not any(shared_area(quad, other) for other in found):
            found.append(quad)
    lengths = {id(quad): sides(quad)[1] for quad in found}
    for largest in sorted(lengths.values(), reverse=True):
        alike = tuple(quad for quad in found if AIM.min_same_length * largest <= lengths[id(quad)] <= largest)
        if len(alike) <= AIM.max_cards:
            return alike
    return ()


def _is_shaped(quad: Quad) -> bool:
    try:
        short, long = sides(ordered(quad))
    except BadQuad:
        return False
    return OUTLINE.min_aspect <= long / short <= OUTLINE.max_aspect


def _distance(plane: TablePlane, image: Image) -> Advice:
    height, width = image.shape[:2]
    middle = np.array([width, height]) / 2
    out = [
        middle + AIM.reach_of_view * np.array([x * width, y * height]) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    lengths = [plane.around(place)[1] for place in (middle, *out)]
    if max(lengths) > AIM.max_size_ratio * min(lengths):
        return Advice.ASKEW
    if min(lengths) < AIM.min_length_px:
        return Advice.FAR
    return Advice.NEAR if AIM.min_lengths_of_view * lengths[0] > min(height, width) else Advice.GOOD


def _glare(luma: Luma) -> tuple[float, float] | None:
    """Returns the middle of the largest spot that is blown out, if it is as large as to hide what a card shows."""
    count, _, stats, centres = cv2.connectedComponentsWithStats((luma >= AIM.blown_level).astype(np.uint8))
    if count < 2:
        return None
    largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    if stats[largest, cv2.CC_STAT_AREA] < AIM.min_glare_of_view * luma.size:
        return None
    height, width = luma.shape
    return float(centres[largest][0]) / width, float(centres[largest][1]) / height
