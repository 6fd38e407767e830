"""Reads from mosquitto's log which clients it has refused."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

AGAIN_S = 30.0
"""Seconds between two lines about refused clients, whose programs try again every few seconds."""
MAX_READ_BYTES = 1 << 20
_CONNECTION = re.compile(r"New connection from (\S+?):\d+ on port")
_REFUSED = re.compile(r"disconnected, not authorised|bad user name or password", re.IGNORECASE)


class BrokerLog:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._read = path.stat().st_size if path.exists() else 0
        self._last_address = ""
        self._told = 0.0
        self.refused_logins = 0

    def news(self) -> str:
        """Returns a line about newly refused clients; empty if there are none, or soon after the last line."""
        before = self.refused_logins
        for line in self._new_lines():
            if found := _CONNECTION.search(line):
                self._last_address = found[1]
            elif _REFUSED.search(line):
                self.refused_logins += 1
        if self.refused_logins == before or time.monotonic() - self._told < AGAIN_S:
            return ""
        self._told = time.monotonic()
        return (
            f"mosquitto has refused a client with a wrong name or password, {self.refused_logins} times so far, "
            f"last near {self._last_address or '?'}"
        )

    def _new_lines(self) -> list[str]:
        try:
            with self._path.open("rb") as file:
                file.seek(self._read)
                text = file.read(MAX_READ_BYTES)
        except OSError:
            return []
        self._read += len(text)
        return text.decode(errors="replace").splitlines()
