"""Opens the parts that hang on the board, and the journal. What is missing is said, and the rest goes on."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from device.display import open_display
from device.journal import BrokenJournal, Journal, JournalError, begin_anew
from device.light import NoLight
from device.screens import Notice

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import ExitStack
    from pathlib import Path

    from device.app import Storage
    from device.board import Board
    from device.display import Display
    from device.light import Light
    from device.presses import Press
    from engine.events import Event

    Say = Callable[[str], None]


class Unsaved:
    """No journal can be used: the evening goes on, and is forgotten when the power goes."""

    def __init__(self, reason: str) -> None:
        self.reason = reason

    def append(self, event: Event, time: float) -> int:
        raise JournalError(self.reason)


def open_journal(path: Path, stack: ExitStack, say: Say) -> tuple[Storage, list[Event], list[Notice]]:
    """Returns where events are kept, those of the evening so far, and what people have to be told."""
    notices = []
    try:
        try:
            journal = Journal(path)
        except BrokenJournal as error:
            say(str(error))
            journal = begin_anew(path)
            notices.append(Notice("new_journal", "new_journal_text"))
    except JournalError as error:
        say(str(error))
        return Unsaved(str(error)), [], notices
    stack.callback(journal.close)
    return journal, journal.events, notices


def open_picture(board: Board, stack: ExitStack, say: Say) -> Display:
    display = open_display(board.display)
    stack.callback(display.close)
    if display.fault:
        say(display.fault)
        if sys.stdout.isatty():
            from device.keyboard import TerminalDisplay

            return TerminalDisplay(sys.stdout)
    return display


def open_pins(board: Board, pressed: Callable[[Press], None], stack: ExitStack, say: Say) -> Light:
    from device.gpio import Buttons, PinError, PinLight

    light: Light = NoLight()
    try:
        stack.callback(Buttons(board.buttons, pressed).close)
        light = PinLight(board.light)
        stack.callback(light.close)
    except PinError as error:
        say(str(error))
        if sys.stdin.isatty():
            from device.keyboard import HINT, read_letters

            say(HINT)
            read_letters(sys.stdin, pressed)
    return light
