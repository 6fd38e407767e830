"""The log of Kiebitz, with a limit for repeated lines."""

from __future__ import annotations

import sys
import time
from collections import deque
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable

HOUR_SECONDS = 3600.0
MAX_LINES_PER_HOUR = 60
"""Most lines an hour; further ones are dropped."""


class Log:
    """Logs the same line at most once an hour, as a missing camera is retried every few seconds."""

    def __init__(self, stream: TextIO = sys.stderr, clock: Callable[[], float] = time.monotonic) -> None:
        self.last = ""
        """The newest line, logged or not."""
        self._stream, self._clock = stream, clock
        self._recent: deque[tuple[float, str]] = deque()

    def say(self, line: str) -> None:
        self.last = line
        now = self._clock()
        while self._recent and now - self._recent[0][0] >= HOUR_SECONDS:
            self._recent.popleft()
        if len(self._recent) < MAX_LINES_PER_HOUR and all(line != logged for _, logged in self._recent):
            self._recent.append((now, line))
            print(f"kiebitz: {line}", file=self._stream, flush=True)
