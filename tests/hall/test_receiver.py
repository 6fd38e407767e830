"""A result that the disk does not take is judged again until it is stored; the receiver goes on meanwhile."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from hall.receiver import Receiver
from hall.simulation.simulated_table import SimulatedTable
from hall.storage.events import SCHEMA, Incoming, TableEvents
from hall.storage.hall_file import HallFile, HallFileError
from link.messages import GamePoints, PairingId, PairingMessage, table_topic
from link.settings import BrokerAccess

PAIRING = PairingMessage(PairingId("cup", 1), "1", (("Anna", "Ben"), ("Cilli", "Dori")), "watten", games=1)


def test_a_result_is_stored_once_the_disk_takes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hall.receiver.RETRY_S", 0.01)
    stored: list[tuple[GamePoints, ...]] = []
    said: list[str] = []
    tries = 3

    def store(table: str, pairing: PairingId, games: tuple[GamePoints, ...]) -> None:
        nonlocal tries
        tries -= 1
        if tries:
            raise HallFileError("got database or disk is full")
        stored.append(games)

    async def work() -> None:
        table = SimulatedTable("1", 1)
        await table.submit({"do": "pairing", "message": msgspec.to_builtins(PAIRING)})
        while table.step():
            pass
        with HallFile(tmp_path / "hall.sqlite", SCHEMA) as file:
            storage = TableEvents(file)
            receiver = Receiver(BrokerAccess("127.0.0.1"), "cup", ["1"], storage, on_result=store, say=said.append)
            receiver.show_pairing("1", PAIRING)
            await receiver._store([Incoming("1", event) for event in table.events])
            receiver._receive(table_topic("cup", "1", "state"), msgspec.json.encode(table.report()))
            async with asyncio.timeout(10):
                while not stored:
                    await asyncio.sleep(0.01)
            receiver._receive(table_topic("cup", "1", "state"), msgspec.json.encode(table.report()))
        assert stored == [table.report().games]
        assert len(said) == 2
        assert "cannot store the result of table 1" in said[0]

    asyncio.run(work())
