"""A broker that was started outside of the hall with its configuration, on this machine or another one."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from hall.broker.process import is_listening

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class RunningBroker:
    """Has the methods of `BrokerProcess`, but neither starts nor stops the broker."""

    def __init__(self, configuration: Path, host: str, port: int) -> None:
        self._configuration, self._host, self._port = configuration, host, port

    def start(self) -> None:
        """Returns at once: the hall waits for the broker, and goes on without it until it is there."""

    def stop(self) -> None:
        """Leaves the broker alone."""

    async def watch(self, say: Callable[[str], None]) -> None:
        """Says how to start the broker if nothing listens there; the hall's connection reports later losses."""
        if not await asyncio.to_thread(is_listening, self._port, self._host):
            say(
                f"got no broker at {self._host}:{self._port}, expected one that runs with the configuration of "
                f"the hall: mosquitto -c {self._configuration}"
            )
