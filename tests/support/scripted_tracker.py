"""A tracker that reports what a script says, and a journal in memory, for tests of the session loop."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import numpy as np

from device.storage.journal import JournalError
from engine.cards import Card
from engine.events import Event
from tests.support.session_script import observation
from vision.types import Frame, Sighting


@dataclass
class ScriptedTracker:
    """Reports in each frame the sightings of the script."""

    coming: list[str] = field(default_factory=list)
    moving: bool = False
    gathered_cards: Collection[Card] = ()
    seats: Sequence[int] = ()

    def process(self, frame: Frame) -> list[Sighting]:
        words, self.coming = self.coming, []
        return [Sighting(frame.number, frame.time, observation(word)) for word in words]

    def finish(self) -> list[Sighting]:
        return []


@dataclass
class Storage:
    events: list[Event] = field(default_factory=list)
    full: bool = False

    def append(self, event: Event, time: float) -> int:
        if self.full:
            raise JournalError("the disk is full")
        self.events.append(event)
        return len(self.events) - 1


def frame(number: int = 0) -> Frame:
    return Frame(number, number / 10, np.zeros((36, 64, 3), np.uint8), np.zeros((36, 64), np.uint8))
