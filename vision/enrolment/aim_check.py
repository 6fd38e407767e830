"""Checks the aim of the camera: takes one frame, returns the worst fault of the view.

Brightness can be judged in any view; sharpness, distance and slant need a card on the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np

from vision.enrolment.card_crops import is_blurred, is_plain
from vision.enrolment.card_outlines import find_likely_cards, without_overlaps
from vision.enrolment.thresholds import AIM, ENROLMENT
from vision.geometry.quads import area, same_area
from vision.geometry.rectify import rectify
from vision.geometry.table_plane import TablePlane, fit_plane
from vision.types import Frame, Image, Luma, Quad

SEARCH_WIDTH_PX, TILE_PX = 1280, 32
"""px: width at which a card is about as large as the network's crop; side of the tiles for sharpness."""
MAX_CARDS = 6
"""Most cards in view: a trick and one more."""


class Advice(StrEnum):
    """The faults of a view, the worst first: one is corrected at a time."""

    DARK = "dark"
    BRIGHT = "bright"
    GLARE = "glare"
    CARD = "card"
    """No card lies in view, so nothing more can be judged."""
    BLURRED = "blurred"
    NEAR = "near"
    FAR = "far"
    ASKEW = "askew"
    GOOD = "good"


@dataclass(frozen=True, slots=True, eq=False)
class Aim:
    """`place` is the fault's place in the view, x and y from 0 to 1; `cards` are the outlines found, px."""

    advice: Advice
    place: tuple[float, float] | None = None
    cards: tuple[Quad, ...] = ()


def judge_aim(frame: Frame) -> Aim:
    """Returns the fault to correct first. Outline makes this slow: call it once a second."""
    blown = frame.luma >= AIM.blown_level
    if float(blown.mean()) > AIM.max_blown_of_area:
        return Aim(Advice.BRIGHT)
    if float(np.percentile(frame.luma, 99)) < AIM.min_paper_level:
        return Aim(Advice.DARK)
    image = frame.image
    cards = _find_cards(image)
    crops = [rectify(image, quad) for quad in cards]
    greys = [cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY) for crop in crops]
    if cards and max(float(np.percentile(grey, 90)) for grey in greys) < AIM.min_paper_level:
        return Aim(Advice.DARK, cards=cards)
    if any(float(np.mean(grey >= AIM.blown_level)) > AIM.max_blown_of_area for grey in greys):
        return Aim(Advice.BRIGHT, cards=cards)
    place = _find_glare(frame.luma)
    if place is not None:
        return Aim(Advice.GLARE, place, cards)
    if is_view_sharp(image) is False or (cards and all(is_blurred(crop) or is_plain(crop) for crop in crops)):
        return Aim(Advice.BLURRED, cards=cards)
    return Aim(_judge_distance(fit_plane(cards, image.shape), image) if cards else Advice.CARD, cards=cards)


def is_view_sharp(image: Image) -> bool | None:
    """Tells whether the clearest parts of the view are sharp; None if the view shows too little detail.

    Like `card_crops.is_blurred`, it compares fine detail with coarser detail of the same tiles, after
    subtracting the noise of the view (the median over its tiles).
    """
    size = SEARCH_WIDTH_PX, max(round(image.shape[0] * SEARCH_WIDTH_PX / image.shape[1]), 1)
    small = cv2.resize(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), size, interpolation=cv2.INTER_AREA)
    grey = small.astype(np.float32)
    tiles = SEARCH_WIDTH_PX // TILE_PX, max(grey.shape[0] // TILE_PX, 1)
    fine, coarse = (
        cv2.resize((grey - cv2.GaussianBlur(grey, (0, 0), detail)) ** 2, tiles, interpolation=cv2.INTER_AREA)
        for detail in (ENROLMENT.fine_detail_px, ENROLMENT.coarse_detail_px)
    )
    clearest = coarse >= np.percentile(coarse, AIM.clearest_percentile)
    of_fine, of_coarse = (float(part[clearest].mean() - np.median(part)) for part in (fine, coarse))
    return of_fine >= AIM.min_fine_detail * of_coarse if of_coarse > AIM.min_detail else None


def _find_cards(image: Image) -> tuple[Quad, ...]:
    """Returns outlines that are likely cards'; smaller ones than the largest are none, more than a trick a pattern."""
    cards = without_overlaps(find_likely_cards(image))
    alike = tuple(quad for quad in cards if same_area(quad, max(cards, key=area)))
    return alike if len(alike) <= MAX_CARDS else ()


def _judge_distance(plane: TablePlane, image: Image) -> Advice:
    height, width = image.shape[:2]
    middle = np.array([width, height]) / 2
    out = [
        middle + AIM.reach_of_view * np.array([x * width, y * height]) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    lengths = [plane.card_sides_at(place)[1] for place in (middle, *out)]
    if max(lengths) > AIM.max_size_ratio * min(lengths):
        return Advice.ASKEW
    if min(lengths) < ENROLMENT.min_length_px:
        return Advice.FAR
    return Advice.NEAR if AIM.min_lengths_of_view * lengths[0] > min(height, width) else Advice.GOOD


def _find_glare(luma: Luma) -> tuple[float, float] | None:
    """Returns the centre (x and y, 0 to 1) of the largest blown-out spot; None if it hides too little of a card."""
    count, _, stats, centres = cv2.connectedComponentsWithStats((luma >= AIM.blown_level).astype(np.uint8))
    if count < 2:
        return None
    largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    if stats[largest, cv2.CC_STAT_AREA] < AIM.min_glare_of_view * luma.size:
        return None
    height, width = luma.shape
    return float(centres[largest][0]) / width, float(centres[largest][1]) / height
