"""The drawn packs of the simulated table, and a live camera over it.

Hands move only on request, in real time.
"""

import queue
import time
from collections.abc import Iterator, Sequence
from itertools import count

from device.camera.picture_file import low_resolution
from engine.cards import PACKS, Pack
from simulator.choreography import Action, NothingThere, Wait
from simulator.performer import LyingCard
from simulator.table import Look, RenderedTable
from vision.types import Frame, Image

GERMAN, FRENCH = PACKS["german33"], PACKS["french20"]
"""The smallest packs that have the cards of all games."""


def deck_for(pack: Pack) -> Pack:
    """Returns the drawn pack that has the cards of *pack*."""
    return GERMAN if set(pack.cards) <= set(GERMAN.cards) else FRENCH


EASY_SURFACES = ("felt", "wood")


def easy_look(seed: int) -> Look:
    """Returns the first look from *seed* on with a table on which cards are seen well, also those of a new deck."""
    looks = (Look.random(number, "good") for number in count(seed))
    return next(look for look in looks if look.surface in EASY_SURFACES)


SPEED_OF_HANDS = 2.0
"""Rendered seconds for each real second while a hand moves; chosen so that a card takes about a second."""


class SimulatedCamera:
    """A live camera (`device.camera.base.Camera`). Tell hands what to do with `perform`, from any thread."""

    def __init__(self, table: RenderedTable) -> None:
        self.table = table
        self.picture: Image | None = None
        """The newest frame, H×W×3, BGR; None before the camera is used."""
        self._waiting: queue.SimpleQueue[Action] = queue.SimpleQueue()
        self._acting = False
        self._is_to_clear = False
        self._number = 0

    def perform(self, *actions: Action) -> None:
        """Lets the players' hands do this, after what was requested before."""
        for action in actions:
            self._waiting.put(action)

    @property
    def is_idle(self) -> bool:
        """Whether no hand moves or waits to."""
        return self._waiting.empty() and not self._acting

    @property
    def lying(self) -> Sequence[LyingCard]:
        """The sheets on the table; complete only while it is idle."""
        return tuple(self.table.lying)

    def clear(self) -> None:
        """Takes everything off the table before the next `frames`, while nobody watches."""
        self._is_to_clear = True

    def frames(self) -> Iterator[Frame]:
        if self._is_to_clear:
            self._is_to_clear = False
            self.table.clear()
        while True:
            try:
                self._acting = True  # before the queue is empty, so that it is never idle in between
                action = self._waiting.get_nowait()
            except queue.Empty:
                self._acting, action = False, Wait(1 / self.table.rate)
            try:
                yield from self._perform_action(action)
            finally:
                self._acting = False

    def close(self) -> None:
        """Keeps the table: the next `frames` goes on with it."""

    def _perform_action(self, action: Action) -> Iterator[Frame]:
        pause = 1 / self.table.rate / (SPEED_OF_HANDS if self._acting else 1.0)
        frames = self.table.play([action])
        due = time.monotonic()
        while True:
            try:
                rendered = next(frames)
            except (StopIteration, NothingThere):
                return
            self._number += 1
            self.picture = rendered.image
            yield Frame(self._number, self._number / self.table.rate, rendered.image, low_resolution(rendered.image))
            due += pause
            time.sleep(max(0.0, due - time.monotonic()))
