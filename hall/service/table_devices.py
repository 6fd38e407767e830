"""Runs the broker and the hall's MQTT client once the tournament has been created."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from common.errors import CommandError
from hall.broker.folder import BrokerFolder
from hall.broker.process import BrokerProcess, RunningBroker
from hall.live_hall import TablesWithoutDevices
from hall.receiver import Receiver
from hall.service.director import Director
from hall.service.table_sources import LinkedTables

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from hall.live_hall import LiveHall
    from hall.storage.table_events import TableEvents
    from link.settings import BrokerAccess

LOOK_S = 0.3
"""Seconds between two checks whether a tournament was created."""


class TableDevices:
    """Run `run` in a task. Without mosquitto the hall goes on, and results are typed in."""

    def __init__(
        self,
        hall: LiveHall,
        storage: TableEvents,
        folder: Path,
        tables: int,
        hosts: tuple[str, ...],
        port: int,
        say: Callable[[str], None],
        encrypted: bool = True,
        broker: str = "",
    ) -> None:
        """*hosts* are the host names and IP addresses of this machine, the best first.

        *broker* is the host of a broker that runs already; by default one is started here.
        """
        self._hall, self._storage, self._say = hall, storage, say
        self.folder = folder
        self._names = [str(number) for number in range(1, tables + 1)]
        self._hosts, self._port, self._encrypted = (broker, *hosts) if broker else hosts, port, encrypted
        self._broker = broker
        self._director = Director(hall, say)
        self.is_ready = asyncio.Event()
        """Set once tables may connect."""

    async def run(self) -> None:
        while not self._hall.tournament.is_created:
            await asyncio.sleep(LOOK_S)
        try:
            folder = BrokerFolder(self.folder, self._hall.tournament.id)
            access = await asyncio.to_thread(folder.prepare, self._names, self._hosts, self._port, self._encrypted)
            broker: BrokerProcess | RunningBroker = BrokerProcess(folder.configuration, self._port)
            if self._broker:
                broker = RunningBroker(folder.configuration, self._broker, self._port)
            await asyncio.to_thread(broker.start)
        except (CommandError, OSError) as error:
            self._say(f"no devices at the tables, results are typed in: {error}")
            self._hall.set_tables(TablesWithoutDevices(str(error)))
            return
        receiver = self._take_part(msgspec.structs.replace(access, host=self._broker or access.host), folder)
        watching = asyncio.create_task(broker.watch(self._say))
        try:
            await receiver.run()
        finally:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching
            broker.stop()

    def _take_part(self, access: BrokerAccess, folder: BrokerFolder) -> Receiver:
        """Lets the tables of a new receiver take part in the tournament, and returns it."""
        hall, director = self._hall, self._director

        def on_change(table: str) -> None:
            tables.changed()
            director.take_call(table)

        receiver = Receiver(
            access,
            hall.tournament.id,
            self._names,
            self._storage,
            on_events=lambda table, events: tables.changed(),
            on_change=on_change,
            on_result=director.take_result,
            say=self._say,
            pairing_of=director.pairing_of,
        )
        tables = LinkedTables(hall, self._storage, receiver, folder)
        director.receiver = receiver
        hall.set_tables(tables)
        hall.on_change = director.update
        director.update()
        self.is_ready.set()
        return receiver
