"""The queue from which the loop takes presses and what worker and checks report."""

from __future__ import annotations

import queue
import threading
from typing import TYPE_CHECKING, TypeAlias

from device.hardware.presses import Press

if TYPE_CHECKING:
    from device.diagnostics.registry import CheckRun
    from device.runtime.frame_worker import ConsumerFactory, WorkerEvent

    Happened: TypeAlias = Press | CheckRun | tuple[ConsumerFactory, WorkerEvent]

MAX_QUEUED_PRESSES = 8
"""Most presses in the queue, whatever else waits there; further ones, as from a broken button, are dropped."""


class EventQueue:
    """May be filled from any thread; only the loop takes from it."""

    def __init__(self) -> None:
        self._happened: queue.SimpleQueue[Happened] = queue.SimpleQueue()
        self._room = threading.Semaphore(MAX_QUEUED_PRESSES)

    def put(self, happened: Happened) -> None:
        self._happened.put(happened)

    def press(self, press: Press) -> None:
        if self._room.acquire(blocking=False):
            self._happened.put(press)

    @property
    def waiting(self) -> int:
        return self._happened.qsize()

    def next(self, patience: float) -> Happened | None:
        """Returns the next event; None if there is none for so many seconds."""
        try:
            happened = self._happened.get(timeout=patience) if patience else self._happened.get_nowait()
        except queue.Empty:
            return None
        if isinstance(happened, Press):
            self._room.release()
        return happened

    def forget_presses(self) -> None:
        """Drops the presses that wait."""
        waiting = [self.next(0) for _ in range(self.waiting)]
        for happened in waiting:
            if happened is not None and not isinstance(happened, Press):
                self.put(happened)
