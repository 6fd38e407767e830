"""What follows from sightings and presses: stored in the journal first, and then passed on to the outputs."""

import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, TypeAlias

from device.settings.requests import Request
from device.state.conclusions import OpenQuestion
from device.state.table_view import View
from device.storage.journal import JournalError
from engine.events import Event
from engine.rules.deal import DealScore
from engine.rules.findings import Finding
from vision.types import Sighting

_log = logging.getLogger("kiebitz")


class Storage(Protocol):
    """Stores events; `append` returns when the event is on the disk, or raises `JournalError`.

    `mark` says that the event was entered by phone and in which role, or which pairing of a tournament it begins.
    """

    def append(self, event: Event, time: float, mark: str = "") -> int: ...


class RecordedEvent(NamedTuple):
    """An event, its position in the journal, and the findings that it caused."""

    position: int
    event: Event
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class StepResult:
    """One sighting or press, and everything that followed from it."""

    sighting: Sighting | None
    recorded: tuple[RecordedEvent, ...]
    question: OpenQuestion | None
    """The question that it raised, if that is asked for the first time."""
    score: DealScore | None
    """The score of the deal that it completed or changed."""
    view: View = field(repr=False, compare=False)
    """The current state of the table; a listener reads it during its call and must not change it."""
    requests: tuple[Request, ...] = ()
    """The requests of the menu, for the appliance."""
    mark: str = ""
    """`phone` and the role, if a phone asked for it; the pairing of a tournament, if a game of that begins."""


Listener: TypeAlias = Callable[[StepResult], None]
"""An output: called with every result, in order, once the journal has its events."""


class ResultQueue:
    """Results whose events are to be stored. A listener that raises is logged and no longer called."""

    def __init__(
        self, journal: Storage, listeners: Sequence[Listener] = (), clock: Callable[[], float] = time.time
    ) -> None:
        self.fault = ""
        self._journal, self._listeners, self._clock = journal, list(listeners), clock
        self._waiting: deque[StepResult] = deque()
        self._stored_count = 0
        """The events of the first one that are stored."""

    def add(self, *results: StepResult) -> None:
        """Stores the events of all that wait, in their order; a listener gets a result once its events are stored.

        What cannot be stored now is retried at the next call.
        """
        self._waiting += results
        while self._waiting:
            result = self._waiting[0]
            try:
                for recorded in result.recorded[self._stored_count :]:
                    self._journal.append(recorded.event, self._clock(), *((result.mark,) if result.mark else ()))
                    self._stored_count += 1
            except JournalError as error:
                self.fault = str(error)
                return
            self._waiting.popleft()
            self._stored_count = 0
            for listener in tuple(self._listeners):
                try:
                    listener(result)
                except BrokenPipeError:  # its reader went away, as in `kiebitz … | head`
                    self._listeners.remove(listener)
                except Exception:
                    name = getattr(listener, "__qualname__", type(listener).__name__)
                    _log.exception("the output %s failed and is no longer called", name)
                    self._listeners.remove(listener)
        self.fault = ""
