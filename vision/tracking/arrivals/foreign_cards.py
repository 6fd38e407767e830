"""Card-shaped things like none of the pack: several that differ, of one size, are cards of another deck."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from vision.geometry.quad_comparison import same_area
from vision.tracking.thresholds import TRACKING

if TYPE_CHECKING:
    from vision.recognition.reader import Scores
    from vision.types import Quad


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
