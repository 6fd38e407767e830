"""Has settled frames vote on a card that has arrived, and compares what they come to with its picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.geometry.rectify import rectify
from vision.recognition import verification
from vision.recognition.reader import reading_of
from vision.tracking.thresholds import TRACKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from engine.cards import Card
    from vision.recognition.pack import Answer
    from vision.recognition.reader import Reader
    from vision.tracking.settled_scene import Arrival
    from vision.types import Frame, Reading


@dataclass(frozen=True, slots=True)
class VoteReader:
    """Reads arrivals by the votes of several frames."""

    reader: Reader

    def vote(self, frame: Frame, landings: Sequence[Arrival]) -> None:
        for landing in landings:
            if landing.covered is None:
                landing.votes.append(self.reader.scores(frame.image, [landing.quad])[0])
                landing.crop = rectify(frame.image, landing.quad)
                if len(landing.votes) == TRACKING.arrival_votes and landing.lay is None:
                    self.compare(landing)
                    if (voted := self._voted(landing)).card is None:
                        landing.told = verification.disambiguate(frame.image, self.reader, landing.quad, voted).card

    def reading(self, landing: Arrival, seen: Collection[Card] = ()) -> Reading:
        """Returns what the votes say; cards that have surely been *seen* elsewhere are less likely."""
        if landing.covered is not None:
            return landing.covered
        voted = self._voted(landing, seen)
        if voted.card is None:
            voted = replace(voted, card=landing.told if landing.told not in seen else None)
        elif voted.card in landing.unlike:
            voted = replace(voted, card=None)
        return reading_of(voted, landing.quad)

    def compare(self, landing: Arrival) -> None:
        """Asks the pixels of whatever may be named, however few votes there are when the scene moves again."""
        if landing.crop is None or landing.lay is not None:
            return
        voted = self._voted(landing)
        landing.unlike = verification.unlike(landing.crop, self.reader, voted)
        landing.told = None if voted.card in landing.unlike else voted.card

    def _voted(self, landing: Arrival, seen: Collection[Card] = ()) -> Answer:
        return self.reader.judge(np.mean(landing.votes, axis=0), seen)
