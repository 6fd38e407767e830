"""A hall with a real broker, for tests: mosquitto, the receiver, and links of tables in one loop."""

import asyncio
import shutil
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from hall.broker.folder import LOOPBACK, BrokerFolder
from hall.broker.process import BrokerProcess, find_mosquitto, free_port
from hall.receiver import Receiver
from hall.simulation.simulated_table import SimulatedTable
from hall.storage.events import SCHEMA, TableEvents
from hall.storage.hall_file import HallFile
from link.hall_link import HallLink
from link.messages import GamePoints, PairingId, PairingMessage
from link.settings import BrokerAccess

TOURNAMENT = "cup"
PATIENCE_S = 30.0
"""Seconds after which a condition will not come true any more."""

needs_mosquitto = pytest.mark.skipif(
    find_mosquitto() is None or shutil.which("openssl") is None, reason="mosquitto is missing: run tests/hall/mosquitto"
)


async def until(condition: Callable[[], bool], what: str) -> None:
    """Waits until *condition* is true; fails by name if it does not come true."""
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, f"did not come true in {PATIENCE_S:.0f} s: {what}"
        await asyncio.sleep(0.02)


class TestHall:
    """A hall that can be ended and begun again beside its broker."""

    __test__ = False

    def __init__(self, folder: Path, tables: tuple[str, ...]) -> None:
        self.folder = BrokerFolder(folder / "broker", TOURNAMENT)
        self.port = free_port()
        self.access: BrokerAccess = self.folder.prepare(tables, (LOOPBACK, "hall.local"), self.port)
        self.broker = BrokerProcess(self.folder.configuration, self.port)
        self.said: list[str] = []
        self.pairings: dict[PairingId, PairingMessage] = {}
        """What was to be played in earlier rounds, at any table."""
        self.results: list[tuple[str, PairingId, tuple[GamePoints, ...]]] = []
        self._database, self._tables = folder / "hall.sqlite", tables
        self._tasks: dict[HallLink, asyncio.Task[None]] = {}

    async def begin(self) -> None:
        self.file = HallFile(self._database, SCHEMA)
        self.storage = TableEvents(self.file)
        self.receiver = Receiver(
            self.access,
            TOURNAMENT,
            self._tables,
            self.storage,
            on_result=lambda *result: self.results.append(result),
            say=self.said.append,
            pairing_of=lambda table, pairing: self.pairings.get(pairing),
        )
        self._running = asyncio.create_task(self.receiver.run())
        await until(lambda: self.receiver.connection.is_connected, "the hall is connected")

    async def end(self) -> None:
        """Ends the hall without a word."""
        self.receiver.connection.abort()
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)
        self.file.close()

    def link(self, table: SimulatedTable, faults: list[str] | None = None, name: str = "") -> HallLink:
        """Returns a link that runs, of *table* by the file of the table called *name*, by default its own."""
        access = self.folder.read_access(name or table.name)
        say = faults.append if faults is not None else lambda text: None
        link = HallLink(access, table, table.submit, say)
        self._tasks[link] = asyncio.create_task(link.run())
        return link

    async def kill(self, link: HallLink) -> None:
        """Ends a link without a word."""
        link.connection.abort()
        task = self._tasks.pop(link)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    async def close(self) -> None:
        for link in list(self._tasks):
            await self.kill(link)
        await self.end()


@asynccontextmanager
async def running_hall(folder: Path, tables: tuple[str, ...] = ("1", "2")) -> AsyncIterator[TestHall]:
    hall = TestHall(folder, tables)
    with hall.broker:
        watching = asyncio.create_task(hall.broker.watch(hall.said.append))
        await hall.begin()
        try:
            yield hall
        finally:
            await hall.close()
            watching.cancel()
