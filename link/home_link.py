"""Publishes the state of this table to the MQTT broker of a home."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from typing import TYPE_CHECKING

from engine.codec import decode
from engine.event_positions import shift_positions
from engine.state.table import Table
from link import home_assistant
from link.mqtt.connection import Connection, Will

if TYPE_CHECKING:
    from collections.abc import Callable

    from link.followed_table import FollowedTable
    from link.settings import HomeAccess

PAUSE_S = 1.0
"""Seconds between two states."""


class HomeLink:
    """Call `run` in a task, and `wake` after each change of *source*; it is silent unless the settings ask for it."""

    def __init__(self, home: HomeAccess, source: FollowedTable, on_fault: Callable[[str], None]) -> None:
        self._home, self._source = home, source
        self._device = home_assistant.device_id(socket.gethostname())
        self._availability = home_assistant.availability_topic(self._device)
        self.connection = Connection(
            home.broker,
            [home_assistant.STATUS_TOPIC],
            self._receive,
            self._say_all,
            on_fault,
            Will(self._availability, home_assistant.OFFLINE),
        )
        self._folded: tuple[str, int] = ("", 0)
        """The session and the number of its events that are in `_table`."""
        self._table = Table()
        self._said = b""
        self._changed = asyncio.Event()

    def wake(self) -> None:
        self._changed.set()

    async def run(self) -> None:
        if not self._home.home_assistant:
            return
        following = asyncio.create_task(self.connection.run())
        try:
            while True:
                await self._changed.wait()
                self._changed.clear()
                self._say_state()
                await asyncio.sleep(PAUSE_S)
        finally:
            following.cancel()
            with suppress(asyncio.CancelledError):
                await following

    async def say_goodbye(self) -> None:
        await self.connection.say_goodbye(self._availability, home_assistant.OFFLINE)

    def _receive(self, topic: str, payload: bytes) -> None:
        if topic == home_assistant.STATUS_TOPIC and payload == home_assistant.ONLINE:
            self._say_all()

    def _say_all(self) -> None:
        """Publishes discovery, availability and state: after each connection and each start of Home Assistant."""
        state = self._source.state
        language = "en" if state is None or state.language not in ("de", "bar") else state.language
        description = home_assistant.discovery(self._device, self._home.name, _version(), language)  # type: ignore[arg-type]
        topic = home_assistant.discovery_topic(self._device)
        self.connection.publish(topic, home_assistant.encode(description), retain=True)
        self._said = b""
        self._say_state()

    def _say_state(self) -> None:
        availability = home_assistant.ONLINE if self._source.is_connected else home_assistant.OFFLINE
        self.connection.publish(self._availability, availability, retain=True)
        if self._source.state is None:
            return
        self._fold()
        said = home_assistant.encode(home_assistant.state(self._table, self._source.state))
        if said != self._said and self.connection.publish(home_assistant.state_topic(self._device), said, retain=True):
            self._said = said

    def _fold(self) -> None:
        source = self._source
        session, count = self._folded
        if session != source.session or count > source.position:
            self._table, count = Table(), 0
        for position in range(source.session_first + count, source.end):
            event = decode(source.event(position).event)
            self._table.observe(shift_positions(event, -source.session_first))
        self._folded = source.session, source.position


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("kiebitz")
    except PackageNotFoundError:
        return "0"
