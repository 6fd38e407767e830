"""Cards without a name: paper that no reading explains, and those of another deck."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from vision.geometry.quads import same_area
from vision.scene.covered_outlines import SearchedImage
from vision.scene.unexplained_paper import unexplained_paper, unnamed_readings_of_paper
from vision.tracking.evidence import unexplained_regions
from vision.tracking.settled_scene import Arrival
from vision.tracking.thresholds import TRACKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.recognition.reader import Reader, Scores
    from vision.tracking.background.background_model import BackgroundModel
    from vision.tracking.background.changes import Region
    from vision.types import Image, Quad


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
        changed = paper & cv2.resize(region.mask, paper.shape[::-1], interpolation=cv2.INTER_NEAREST)
        if not changed.any():
            continue  # an arm or a shadow: no outlines need be searched
        readings = unnamed_readings_of_paper(image, changed, searched, reader, named, ())
        places = [view.on_map(quad) for quad in (*known, *(one.quad for one in readings))]
        if readings and not unexplained_regions([region], places):
            found += [Arrival(one.quad, [], partial_reading=one) for one in readings]
    return found


class ForeignThing(NamedTuple):
    """A card-shaped thing (px) and its K cosines with the cards of the pack."""

    quad: Quad
    scores: Scores

    def is_alike(self, other: ForeignThing) -> bool:
        """Tells whether this is another thing of the same size; backs and a box that is moved look the same."""
        same_size = same_area(self.quad, other.quad)
        return same_size and np.corrcoef(self.scores, other.scores)[0, 1] < TRACKING.foreign_max_correlation


@dataclass(slots=True)
class ForeignCards:
    """The last arrivals, as far as they tell whether another deck is played with than the pack."""

    _arrivals: deque[ForeignThing | None] = field(default_factory=lambda: deque(maxlen=TRACKING.other_deck_arrivals))
    """None stands for a card of the pack."""
    is_other_deck: bool = False
    """Whether the last arrivals were cards of another deck."""

    def record_named(self) -> None:
        """Notes a card of the pack."""
        self._arrivals.append(None)
        self.is_other_deck = self.is_other_deck and any(self._arrivals)

    def record(self, thing: ForeignThing) -> list[Quad]:
        """Notes a thing like none of the pack; returns the places of those that first tell of another deck."""
        self._arrivals.append(thing)
        group: list[ForeignThing] = []
        for other in reversed(self._arrivals):
            if other is not None and all(one.is_alike(other) for one in group):
                group.append(other)
        if self.is_other_deck or len(group) < TRACKING.other_deck_min_cards:
            return []
        self.is_other_deck = True
        return [one.quad for one in group]
