"""Notifications to systemd: readiness, status and watchdog; nothing without systemd.

The protocol is one datagram a message to the socket that `NOTIFY_SOCKET` names (man sd_notify).
"""

from __future__ import annotations

import os
import socket
import time
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

NOTIFICATIONS_PER_TIMEOUT = 4
"""Number of watchdog notifications within its timeout."""


class Service:
    def __init__(
        self, environment: Mapping[str, str] = os.environ, clock: Callable[[], float] = time.monotonic
    ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._clock = clock
        self._every = _watchdog_seconds(environment) / NOTIFICATIONS_PER_TIMEOUT
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


def _watchdog_seconds(environment: Mapping[str, str]) -> float:
    """Returns the timeout of systemd's watchdog in seconds; infinite if it does not watch this process."""
    watched = environment.get("WATCHDOG_PID", str(os.getpid()))
    microseconds = environment.get("WATCHDOG_USEC", "")
    return int(microseconds) / 1e6 if microseconds.isdigit() and watched == str(os.getpid()) else float("inf")
