"""Finds paper of a card's size that has come to lie in view and that no reading explains."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2

from vision.scene.searched_image import SearchedImage
from vision.scene.unexplained_paper import questions_of_paper, unexplained_paper
from vision.tracking.arrivals.changed_regions import unexplained_regions
from vision.tracking.settled_scene import Arrival

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.recognition.reader import Reader
    from vision.tracking.background.background_model import BackgroundModel
    from vision.tracking.background.regions import Region
    from vision.types import Image


def find_unread_cards(
    image: Image, reader: Reader, regions: Sequence[Region], view: BackgroundModel, arrivals: Sequence[Arrival]
) -> list[Arrival]:
    """Returns an arrival without a name for each card of paper that *regions* show beside cards in view and *arrivals*.

    It may lie half outside the view, or have no part in view that could be read. What such cards explain little of, as
    a sleeve, is none.
    """
    named = [card.quad for card in view.cards if card.card is not None]
    named += [arrival.quad for arrival in arrivals if arrival.partial_reading is None]
    if not regions or not named:
        return []
    known = [*(card.quad for card in view.cards), *(arrival.quad for arrival in arrivals)]
    searched = SearchedImage(image)
    paper = unexplained_paper(searched, named, known)
    if paper is None:
        return []
    found: list[Arrival] = []
    for region in regions:
        changed = cv2.resize(region.mask, paper.shape[::-1], interpolation=cv2.INTER_NEAREST)
        readings = questions_of_paper(image, paper & changed, searched, reader, named, ())
        places = [view.on_map(quad) for quad in (*known, *(one.quad for one in readings))]
        if readings and not unexplained_regions([region], places):
            found += [Arrival(one.quad, [], partial_reading=one) for one in readings]
    return found
