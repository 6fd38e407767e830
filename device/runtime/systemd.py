"""The log, with a limit for repeated lines, and notifications to systemd: readiness, status and watchdog.

The protocol is one datagram a message to the socket that `NOTIFY_SOCKET` names (man sd_notify); nothing is sent
without systemd.
"""

import os
import socket
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from io import TextIOBase
from typing import TextIO, TypeAlias

Say: TypeAlias = Callable[[str], None]
"""Logs a line, as `Log.say`."""
HOUR_SECONDS = 3600.0
MAX_LINES_PER_HOUR = 60


class Log:
    """Logs the same line at most once an hour, as a missing camera is retried every few seconds."""

    def __init__(self, stream: TextIO | TextIOBase = sys.stderr, clock: Callable[[], float] = time.monotonic) -> None:
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


NOTIFICATIONS_PER_TIMEOUT = 4
"""Number of watchdog notifications within its timeout."""


class Service:
    def __init__(
        self, environment: Mapping[str, str] = os.environ, clock: Callable[[], float] = time.monotonic
    ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._clock = clock
        own, timeout_us = str(os.getpid()), environment.get("WATCHDOG_USEC", "")
        is_watched = timeout_us.isdigit() and environment.get("WATCHDOG_PID", own) == own
        self._every = int(timeout_us) / 1e6 / NOTIFICATIONS_PER_TIMEOUT if is_watched else float("inf")
        self._fed_at = float("-inf")
        self._status = ""

    @property
    def is_supervised(self) -> bool:
        """Whether systemd runs this process, and starts it again when it ends."""
        return bool(self._address)

    def ready(self) -> None:
        self._send("READY=1")

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def status(self, text: str) -> None:
        """Sends the status text, if it has changed."""
        if text != self._status:
            self._status = text
            self._send(f"STATUS={' '.join(text.split())}")

    def feed(self) -> None:
        """Feeds the watchdog; call it at every turn of the loop, it notifies at intervals."""
        now = self._clock()
        if now - self._fed_at >= self._every:
            self._fed_at = now
            self._send("WATCHDOG=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as to_systemd:
            to_systemd.setblocking(False)
            to_systemd.sendto(message.encode(), self._address)
