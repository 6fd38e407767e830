"""Paper in a picture that no reading explains: cards under others of equal brightness, or several in one outline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.geometry.quads import area, mask_of_quads, scaled, share_of
from vision.order_statistics import median, quantile
from vision.recognition.reader import Reader, reading_of
from vision.scene.covered_outlines import CoveredCardSearch, CoveredOutline, SearchedImage
from vision.scene.thresholds import SCENE
from vision.types import Mask, Planes, Quad, Reading


def unexplained_paper(searched: SearchedImage, cards: Sequence[Quad], explained: Sequence[Quad]) -> Mask | None:
    """Returns where *searched* shows the paper of the *cards* outside all *explained* quads (px of the picture).

    Slivers and what is too small for the visible part of a card are left out. None if there is none, if no card tells
    the colour of the paper, or if the table has it, too.
    """
    places = [scaled(quad, searched.scale) for quad in cards]
    if not places:
        return None
    size = median(np.array([area(place) for place in places]))
    paper = _paper_of(searched.planes, mask_of_quads(places, searched.planes.shape))
    print_side = round(SCENE.paper_print_of_size * np.sqrt(size)) | 1  # what is printed on the paper belongs to it
    closed: Mask = cv2.morphologyEx(paper, cv2.MORPH_CLOSE, np.ones((print_side, print_side), np.uint8))
    known = mask_of_quads([scaled(quad, searched.scale) for quad in explained], closed.shape)
    opening = round(SCENE.paper_min_width_of_size * np.sqrt(size)) | 1
    rest = cv2.morphologyEx(closed & cv2.bitwise_not(known), cv2.MORPH_OPEN, np.ones((opening, opening), np.uint8))
    _, labels, measures, _ = cv2.connectedComponentsWithStats(rest)
    areas = measures[:, cv2.CC_STAT_AREA]
    may_be_cards = (areas > SCENE.min_visible_of_card * size) & (areas < SCENE.max_layers * size)
    may_be_cards[0] = False
    return np.where(may_be_cards[labels], np.uint8(255), np.uint8(0)) if may_be_cards.any() else None


def unnamed_readings_of_paper(
    paper: Mask, searched: SearchedImage, reader: Reader, cards: Sequence[Quad], outlines: Sequence[Quad]
) -> list[Reading]:
    """Returns a reading without a name for each place of a card that explains the *paper* of the picture."""
    unread = places_of_paper(paper, searched, reader, cards, outlines)
    answers = map(reader.judge, reader.scores(searched.image, [one.quad for one in unread]))
    return [
        replace(reading_of(replace(answer, card=None), one.quad, one.visible), is_of_pack=False)
        for one, answer in zip(unread, answers, strict=True)
    ]


def places_of_paper(
    paper: Mask, searched: SearchedImage, reader: Reader | None, cards: Sequence[Quad], outlines: Sequence[Quad]
) -> list[CoveredOutline]:
    """Returns places of a card's size (px of the picture) that explain the *paper*, the one that explains most first.

    *cards* are those that were read, *outlines* further quads that may be cards. No *reader* is needed.
    """
    search = CoveredCardSearch(searched, reader, cards, outlines)
    covered = [one for one in search.all_outlines_below(cards) if one.confidence > SCENE.object_min_edges_of_outline]
    covered = [one for one in covered if _has_centre_in_view(scaled(one.quad, searched.scale), paper)]
    places = [scaled(one.quad, searched.scale) for one in covered]
    left = paper.copy()
    chosen: list[CoveredOutline] = []
    while True:
        worths = [_worth(one, place, left) for one, place in zip(covered, places, strict=True)]
        best = int(np.argmax(worths)) if worths else 0
        if not worths or worths[best] <= 0:
            return chosen
        chosen.append(covered[best])
        left[mask_of_quads([places[best]], left.shape) > 0] = 0


def _worth(outline: CoveredOutline, place: Quad, paper: Mask) -> float:
    """Returns how much of the *paper* the outline at *place* (px of it) explains, 0 if it is hardly paper."""
    share = share_of(place, paper)
    least = max(SCENE.min_visible_of_card, SCENE.paper_min_of_visible * outline.visible)
    return share * outline.confidence if share > least else 0.0


def _has_centre_in_view(place: Quad, picture: Mask) -> bool:
    """Tells whether the centre of a place is in the picture; at its rim a check of a cloth may be a part of a card."""
    x, y = place.mean(axis=0)
    return bool(0 <= x < picture.shape[1] and 0 <= y < picture.shape[0])


def _paper_of(planes: Planes, cards: Mask) -> Mask:
    """Returns where the picture has the colour of the light parts of the *cards* (a mask), in whatever light."""
    on_cards = planes[cards > 0]
    lightness = float(quantile(on_cards[:, 0], SCENE.white_quantile))
    white = on_cards[on_cards[:, 0] >= SCENE.paper_min_lightness_of_white * lightness]
    low = quantile(white.T, 0.5) - SCENE.paper_colour_levels
    high = quantile(white.T, 0.5) + SCENE.paper_colour_levels
    low[0], high[0] = SCENE.paper_min_lightness_of_white * lightness, 255
    return cv2.inRange(planes, low, high)
