"""Opens the parts of the board and the journal. Missing parts are reported and left out."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from device.display.base import open_display
from device.hardware.status_light import NoLight
from device.screens.base import Notice
from device.storage.journal import BrokenJournal, Journal, JournalError, begin_anew, read_journal
from device.storage.journal_repair import keep_aside

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import ExitStack
    from pathlib import Path

    from device.display.base import Display
    from device.hardware.board import Board
    from device.hardware.presses import Press
    from device.hardware.status_light import Light
    from device.session.controller import SessionController
    from device.session.loop import Storage
    from engine.events import Event

    Say = Callable[[str], None]

RETRY = 5.0
"""Seconds between two attempts at a journal that cannot be written."""
NEW_JOURNAL = Notice("new_journal", "new_journal_text")
STUCK_BUTTON = Notice("stuck_button", "stuck_button_text")
MENDED_JOURNAL = Notice("mended_journal", "mended_journal_text")


class DeferredJournal:
    """Replaces a journal that cannot be written; its events are stored as soon as that is possible."""

    def __init__(self, path: Path, begun_with: Sequence[Event], reason: str, clock: Callable[[], float]) -> None:
        """*begun_with* are the events that the journal has already."""
        self._path, self._begun_with, self._reason, self._clock = path, begun_with, reason, clock
        self._next_try = clock() + RETRY
        self._journal: Journal | None = None

    def append(self, event: Event, time: float) -> int:
        """:raises JournalError: as long as the journal cannot be written."""
        if self._journal is None:
            if self._clock() < self._next_try:
                raise JournalError(self._reason)
            self._next_try = self._clock() + RETRY
            self._journal = self._opened(time)
        return self._journal.append(event, time)

    def close(self) -> None:
        if self._journal is not None:
            self._journal.close()

    def _opened(self, time: float) -> Journal:
        try:
            journal = Journal(self._path)
        except BrokenJournal:
            journal = begin_anew(self._path)
        if journal.events != list(self._begun_with):
            journal.begin_here()
            for event in self._begun_with:
                journal.append(event, time)
        return journal


def open_journal(
    path: Path, begin: Callable[[Sequence[Event]], SessionController], stack: ExitStack, say: Say
) -> tuple[Storage, SessionController, list[Notice]]:
    """Returns the journal, the controller that continues its evening, and notices for the table."""
    notices = []
    try:
        try:
            journal = Journal(path)
        except BrokenJournal as error:
            say(str(error))
            journal = begin_anew(path)
            notices.append(NEW_JOURNAL if not len(journal) else MENDED_JOURNAL)
        try:
            controller = begin(journal.events)
        except ValueError as error:  # it can be read, but not folded
            journal.close()
            say(keep_aside(path, error))
            journal, notices = begin_anew(path, mend=False), [NEW_JOURNAL]
            controller = begin([])
    except JournalError as error:
        say(str(error))
        events = _read_only(path)
        later = DeferredJournal(path, events, str(error), time.monotonic)
        stack.callback(later.close)
        return later, begin(events), notices
    stack.callback(journal.close)
    return journal, controller, notices


def _read_only(path: Path) -> list[Event]:
    with suppress(JournalError, OSError):
        return read_journal(path, whole=False)
    return []


def open_picture(board: Board, stack: ExitStack, say: Say) -> Display:
    display = open_display(board.display)
    stack.callback(display.close)
    if display.fault:
        say(display.fault)
        if sys.stdout.isatty():
            from device.runtime.terminal_input import TerminalDisplay

            return TerminalDisplay(sys.stdout)
    elif display.found:
        say(display.found)
    return display


class Pins:
    """Buttons and light; `fault` are those that cannot be used or hang."""

    def __init__(self, board: Board, pressed: Callable[[Press], None], stack: ExitStack, say: Say) -> None:
        from device.hardware.gpio import Buttons, PinError, PinLight

        self.light: Light = NoLight()
        self._buttons: Buttons | None = None
        self._pressed = pressed
        try:
            self._buttons = Buttons(board.buttons, self._answered)
            stack.callback(self._buttons.close)
        except PinError as error:
            say(str(error))
            if sys.stdin.isatty():
                from device.runtime.terminal_input import HINT, read_letters

                say(HINT)
                read_letters(sys.stdin, pressed)
        try:
            self.light = light = PinLight(board.light)
            stack.callback(light.close)
            if light.fault:
                say(light.fault)
        except PinError as error:
            say(str(error))

    @property
    def fault(self) -> str:
        return self._buttons.fault if self._buttons is not None else ""

    @property
    def is_stuck(self) -> bool:
        return self._buttons is not None and bool(self._buttons.stuck)

    def _answered(self, press: Press) -> None:
        """Called in the thread of the pins: light and buzzer confirm a press before the display changes."""
        self.light.answer()
        self._pressed(press)
