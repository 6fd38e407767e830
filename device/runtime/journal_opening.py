"""Opens the journal, or a substitute while it cannot be written; evenings that cannot be followed are left out."""

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeAlias

from device.runtime.systemd import Say
from device.screens.base import Notice, draw
from device.session.controller import SessionController
from device.storage.journal import BrokenJournal, Journal, JournalError, JournalWarning, keep_aside
from device.storage.journal_repair import replace_unreadable, truncate_journal
from device.storage.recorded_events import RecordedEvents, read_journal
from engine.events import Event

Begin = Callable[[Sequence[Event]], SessionController]


EVENING_ENDS_AFTER_MIDNIGHT = timedelta(hours=6)
"""Games before this time of day belong to the evening before."""


def evening_of(moment: datetime) -> str:
    """Returns the name of the evening of *moment*: its date."""
    return (moment - EVENING_ENDS_AFTER_MIDNIGHT).date().isoformat()


RETRY_SECONDS = 5.0
"""Seconds between two attempts at a journal that cannot be written."""
STARTS_WITHOUT_CAMERA, STARTS_WITHOUT_EVENING, STARTS_WITHOUT_JOURNAL = 3, 5, 6
"""Quick starts after which it continues without the camera, without the last evening, and without any evening."""
MAX_EVENINGS_LEFT_OUT = 3
"""Evenings that are left out one by one; then all are left out."""
SAFE_START = Notice("safe_start", "safe_start_text")
NEW_JOURNAL = Notice("new_journal", "new_journal_text")
MENDED_JOURNAL = Notice("mended_journal", "mended_journal_text")
WARNINGS: dict[str, Notice] = {
    "events_missing": Notice("events_missing", "events_missing_text"),
    "written_again": Notice("written_again", "written_again_text"),
    "evening_damaged": Notice("damaged_evening", "damaged_evening_text"),
}
"""Notices by the kind of a warning about the journal; others are only logged."""


class DeferredJournal:
    """Replaces a journal that cannot be written; its events are stored as soon as that is possible."""

    def __init__(self, path: Path, earlier_events: Sequence[Event], reason: str, clock: Callable[[], float]) -> None:
        """*earlier_events* are those that the journal has already."""
        self._path, self._earlier_events, self._reason, self._clock = path, earlier_events, reason, clock
        self._next_try = clock() + RETRY_SECONDS
        self._journal: Journal | None = None

    @property
    def id(self) -> str:
        return self._journal.id if self._journal is not None else ""

    @property
    def recorded(self) -> RecordedEvents:
        return self._journal.recorded if self._journal is not None else RecordedEvents(0, [], [], {})

    def append(self, event: Event, time: float, mark: str = "") -> int:
        """:raises JournalError: as long as the journal cannot be written."""
        if self._journal is None:
            if self._clock() < self._next_try:
                raise JournalError(self._reason)
            self._next_try = self._clock() + RETRY_SECONDS
            try:
                journal = Journal(self._path)
            except BrokenJournal:
                journal = replace_unreadable(self._path)
            if journal.events != list(self._earlier_events):
                journal.restart_positions()
                for event in self._earlier_events:
                    journal.append(event, time)
            self._journal = journal
        return self._journal.append(event, time, mark)

    def append_all(self, events: Sequence[tuple[Event, float, str]]) -> int:
        """:raises JournalError: as long as the journal cannot be written."""
        if self._journal is None:
            raise JournalError(self._reason)
        return self._journal.append_all(events)

    def take_warnings(self) -> list[JournalWarning]:
        return self._journal.take_warnings() if self._journal is not None else []

    def close(self) -> None:
        if self._journal is not None:
            self._journal.close()


EventStore: TypeAlias = Journal | DeferredJournal


def open_journal(
    path: Path, begin: Begin, stack: ExitStack, say: Say, quick_starts: int = 0
) -> tuple[EventStore, SessionController, list[Notice]]:
    """Returns the store of events, the controller with the events of the evening, and the notices to show.

    An evening that cannot be folded or drawn is left out. After too many *quick_starts* the last evening is left out,
    then all of them. A complete copy of the original journal is kept.
    """
    try:
        journal, controller, is_mended = _follow(path, begin, say, quick_starts)
    except JournalError as error:
        say(str(error))
        events: list[Event] = []
        with suppress(JournalError, OSError):
            events = read_journal(path, whole=False)
        try:
            controller = start_and_draw(begin, events)
        except Exception as fault:  # the events cannot be followed either
            say(f"cannot go on with journal {path}: {fault!r}")
            events, controller = [], begin([])
        later = DeferredJournal(path, events, str(error), time.monotonic)
        stack.callback(later.close)
        return later, controller, []
    stack.callback(journal.close)
    notices = [MENDED_JOURNAL if len(journal) else NEW_JOURNAL] if is_mended else []
    return journal, controller, list(dict.fromkeys(notices + warn(journal.take_warnings(), say)))


def start_and_draw(begin: Begin, events: Sequence[Event]) -> SessionController:
    """Returns the controller for *events* after drawing its resting screen, with a camera and without.

    Any exception of folding or drawing is passed on.
    """
    controller = begin(events)
    works = controller.view.camera.works
    for camera in (True, False):
        controller.set_camera(camera)
        draw(controller.screen, controller.view.words)
    controller.set_camera(works)
    return controller


def warn(warnings: Sequence[JournalWarning], say: Say) -> list[Notice]:
    """Logs warnings about the journal, and returns one notice for each kind."""
    for warning in warnings:
        say(warning.text)
    kinds = dict.fromkeys(warning.kind for warning in warnings)
    return [WARNINGS[kind] for kind in kinds if kind in WARNINGS]


def _follow(path: Path, begin: Begin, say: Say, quick_starts: int) -> tuple[Journal, SessionController, bool]:
    """Returns the journal, its controller, and whether events were left out.

    :raises JournalError: if the journal can be neither used nor moved.
    """
    journal, is_mended = _open_readable(path, say)
    if quick_starts in (STARTS_WITHOUT_EVENING, STARTS_WITHOUT_JOURNAL) and len(journal):
        reason = RuntimeError(f"Kiebitz ended {quick_starts} times soon after its start")
        count = journal.recorded.start if quick_starts == STARTS_WITHOUT_EVENING else 0
        journal, is_mended = _truncate(path, journal, count, reason, say), True
    tries = 0
    while True:
        try:
            return journal, start_and_draw(begin, journal.events), is_mended
        except Exception as error:  # an unknown game, or a fault of the rules or of a screen
            if not len(journal):
                raise
            tries += 1
            count = journal.recorded.start if tries <= MAX_EVENINGS_LEFT_OUT else 0
            journal, is_mended = _truncate(path, journal, count, error, say), True


def _open_readable(path: Path, say: Say) -> tuple[Journal, bool]:
    """Returns the journal, or its readable part, and whether it was repaired."""
    try:
        return Journal(path), False
    except BrokenJournal as error:
        say(str(error))
    try:
        return replace_unreadable(path), True
    except JournalError:
        raise
    except Exception as error:  # even the repaired journal cannot be read
        say(f"cannot mend journal {path}: {error!r}")
        return truncate_journal(path, 0), True


def _truncate(path: Path, journal: Journal, count: int, reason: Exception, say: Say) -> Journal:
    """Returns a journal of the first *count* events; a complete copy of the original is kept."""
    warn(journal.take_warnings(), say)
    journal.close()
    say(keep_aside(path, reason))
    return truncate_journal(path, count)
