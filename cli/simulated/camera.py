"""A camera over a rendered table that waits: hands move only when they are told to, in real time."""

from __future__ import annotations

import queue
import time
from typing import TYPE_CHECKING

from device.camera.luminance import low_resolution
from simulator.actions.choreography import Wait
from simulator.actions.state import NothingThere
from vision.types import Frame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from simulator.actions.choreography import Action
    from simulator.actions.ground_truth import Laid
    from simulator.table import RenderedTable
    from vision.types import Image

SPEED_OF_HANDS = 2.0
"""Rendered seconds for each real second while a hand moves; chosen so that a card takes about a second."""


class SimulatedCamera:
    """A live camera (`device.camera.base.Camera`). Tell hands what to do with `perform`, from any thread."""

    def __init__(self, table: RenderedTable, clock: Callable[[], float] = time.monotonic) -> None:
        self.table = table
        self.picture: Image | None = None
        """The newest frame, H×W×3, BGR; None before the camera is used."""
        self._clock = clock
        self._waiting: queue.SimpleQueue[Action] = queue.SimpleQueue()
        self._acting = False
        self._is_to_clear = False
        self._number = 0

    def perform(self, *actions: Action) -> None:
        """Lets the players' hands do this, after what they were told before."""
        for action in actions:
            self._waiting.put(action)

    @property
    def is_idle(self) -> bool:
        """Whether no hand moves or waits to."""
        return self._waiting.empty() and not self._acting

    @property
    def laid(self) -> Sequence[Laid]:
        """The sheets on the table; complete only while it is idle."""
        return tuple(self.table.laid)

    def clear(self) -> None:
        """Takes everything off the table before the next `frames`, while nobody watches."""
        self._is_to_clear = True

    def frames(self) -> Iterator[Frame]:
        if self._is_to_clear:
            self._is_to_clear = False
            self.table.replace(tuple(self.table.laid))
        while True:
            action = self._next()
            try:
                yield from self._perform_action(action)
            finally:
                self._acting = False

    def close(self) -> None:
        """Keeps the table: the next `frames` goes on with it."""

    def _next(self) -> Action:
        try:
            self._acting = True  # before the queue is empty, so that it is never idle in between
            return self._waiting.get_nowait()
        except queue.Empty:
            self._acting = False
            return Wait(1 / self.table.rate)

    def _perform_action(self, action: Action) -> Iterator[Frame]:
        pause = 1 / self.table.rate / (SPEED_OF_HANDS if self._acting else 1.0)
        frames = self.table.play([action])
        due = self._clock()
        while True:
            try:
                rendered = next(frames)
            except (StopIteration, NothingThere):
                return
            self._number += 1
            self.picture = rendered.image
            yield Frame(self._number, self._number / self.table.rate, rendered.image, low_resolution(rendered.image))
            due += pause
            time.sleep(max(0.0, due - self._clock()))
