"""The lines of this session that the page may read: all events, and the latest state. Filled by the loop, read by
the threads of the clients.
"""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING

import msgspec

from common.feed.messages import Hello, RecordedLine
from engine.codec import encode

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from common.feed.messages import TableState
    from engine.events import Event


class History:
    """Appending takes some microseconds and never waits for a reader: every client has only a place in the list."""

    def __init__(self) -> None:
        self.session = os.urandom(4).hex()
        self.changed = threading.Condition()
        self._lines: list[bytes] = []
        self._state = self._state_without_key = b""
        self._state_number = 0
        self._last_state: TableState | None = None
        self._journal, self._first = "", 0

    def begin(self, events: Sequence[Event], times: Sequence[float], marks: Mapping[int, str]) -> None:
        """Begins with the events of the journal; those without a time get that of now."""
        now = time.time()
        lines = [
            _line(position, times[position] if position < len(times) else now, event, marks.get(position, ""))
            for position, event in enumerate(events)
        ]
        with self.changed:
            self._lines = lines
            self.changed.notify_all()

    def name_journal(self, journal: str, first: int) -> bool:
        """Says which journal the session continues, and where in it; returns whether readers were told otherwise."""
        with self.changed:
            is_news = (journal, first) != (self._journal, self._first)
            self._journal, self._first = journal, first
        return is_news

    def add(self, position: int, event: Event, by: str = "", moment: float | None = None) -> None:
        """Adds an event that was stored at *moment*, by default now."""
        line = _line(position, time.time() if moment is None else moment, event, by)
        with self.changed:
            self._lines.append(line)
            self.changed.notify_all()

    def show(self, state: TableState) -> None:
        """Replaces the state, if it differs."""
        if state == self._last_state:
            return
        line, without_key = (
            msgspec.json.encode(each) + b"\n" for each in (state, msgspec.structs.replace(state, key=""))
        )
        with self.changed:
            self._last_state, self._state, self._state_without_key = state, line, without_key
            self._state_number += 1
            self.changed.notify_all()

    @property
    def origin(self) -> tuple[str, int]:
        """The journal that the session continues, and the position in it of the session's first event."""
        with self.changed:
            return self._journal, self._first

    def hello(self) -> bytes:
        with self.changed:
            return msgspec.json.encode(Hello(self.session, len(self._lines), self._journal, self._first)) + b"\n"

    def after(self, position: int, state_number: int, most: int, has_key: bool = True) -> tuple[list[bytes], int, int]:
        """Returns lines to send, at most *most* of them, the position after them, and the number of the state sent.

        *has_key*: whether the reader may have the key of the page's codes.

        The caller holds `changed`.
        """
        lines = self._lines[position : position + most]
        if lines:
            return lines, position + len(lines), state_number
        if state_number != self._state_number:
            return [self._state if has_key else self._state_without_key], position, self._state_number
        return [], position, state_number

    def __len__(self) -> int:
        return len(self._lines)


def _line(position: int, moment: float, event: Event, by: str) -> bytes:
    return msgspec.json.encode(RecordedLine(position, round(moment, 3), encode(event), by)) + b"\n"
