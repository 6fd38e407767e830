"""A broker that somebody else has started by the configuration of the hall, such as one of another machine."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from hall.broker.process import is_listening

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class RunningBroker:
    """Is used as `BrokerProcess` is, but neither started nor stopped."""

    def __init__(self, configuration: Path, host: str, port: int) -> None:
        self._configuration, self._host, self._port = configuration, host, port

    def start(self) -> None:
        """Returns at once: the hall waits for the broker, and goes on without it until it is there."""

    def stop(self) -> None:
        """Leaves the broker alone."""

    async def watch(self, say: Callable[[str], None]) -> None:
        """Says how to start it if nothing listens there; whether it can be reached later the hall's connection says."""
        if not await asyncio.to_thread(is_listening, self._port, self._host):
            say(
                f"got no broker at {self._host}:{self._port}, expected one that runs with the configuration of "
                f"the hall: mosquitto -c {self._configuration}"
            )
