"""The link as it runs beside the referee: from a real socket of the feed to a real broker, and pairings back."""

import asyncio
import queue
import threading
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from common.feed.messages import HallState, TableState
from common.feed.pairing import PairingId
from device.feed.client import HALL_ROLES, PhoneItem
from device.feed.server import FeedServer
from device.settings.tournament import Pairing
from engine.simulation.evening import simulation
from hall.broker.process import free_port
from link import messages
from link.service import _Service
from link.settings import HallAccess, LinkSettings
from tests.support.broker import TOURNAMENT, needs_mosquitto, running_hall, until

pytestmark = [pytest.mark.slow, needs_mosquitto]

STATE = TableState("de", "bavarian", "watten", (0, 1, 2, 3), {}, {}, "camera", False, "secret-key")
HERE = PairingId(TOURNAMENT, 1)


class Referee:
    """Answers every request with yes, from a thread as the loop of the appliance."""

    def __init__(self, socket: Path) -> None:
        self.actions: list[dict[str, Any]] = []
        self._queue: queue.Queue[PhoneItem | None] = queue.Queue()
        self.server = FeedServer(socket, self._take, roles=HALL_ROLES)
        self.played = simulation("watten", seed=4)
        self.played.play_deal()
        self.server.history.begin(self.played.events, [time.time()] * len(self.played.events), {0: HERE.mark})
        self.server.history.name_journal("00c0ffee", 120)
        self.show(HallState("none"))
        self.server.open()
        self._thread = threading.Thread(target=self._answer, daemon=True)
        self._thread.start()

    def show(self, hall: HallState | None) -> None:
        self.server.history.show(msgspec.structs.replace(STATE, hall=hall))

    def close(self) -> None:
        self._queue.put(None)
        self._thread.join()
        self.server.close()

    def _take(self, item: PhoneItem) -> bool:
        self._queue.put(item)
        return True

    def _answer(self) -> None:
        while (item := self._queue.get()) is not None:
            self.actions.append(item.request.action)
            item.answer()


def test_events_go_to_the_hall_and_pairings_to_the_referee(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("link.service.GONE_S", 0.5)
    monkeypatch.setattr("link.service.CHECK_S", 0.1)

    async def work() -> None:
        socket, settings = tmp_path / "link.sock", tmp_path / "link.toml"
        async with running_hall(tmp_path) as hall:
            referee = Referee(socket)
            link_settings = LinkSettings(hall.folder.read_access("1"))
            settings.write_text("")
            running = asyncio.create_task(_Service(socket, link_settings).run(settings, socket))
            end = 120 + len(referee.played.events)
            await until(lambda: hall.storage.next_positions("1") == {"00c0ffee": end}, "all events are stored")
            stored = hall.storage.of("1", "00c0ffee")
            assert (stored[0].position, stored[0].by, stored[0].first) == (120, HERE.mark, 0)

            pairing = messages.PairingMessage(
                messages.PairingId(TOURNAMENT, 1),
                "1",
                (("Anna", "Ben"), ("Cilli", "Dori")),
                "watten",
                {"target": 13},
                3,
            )
            hall.receiver.show_pairing("1", pairing)
            await until(lambda: bool(referee.actions), "the referee has the pairing")
            action = referee.actions[0]
            assert action["do"] == "pairing"
            assert msgspec.convert(action["message"], Pairing) == msgspec.convert(msgspec.to_builtins(pairing), Pairing)

            referee.show(HallState("playing", HERE, (True, True), score=(3, 5), findings=1, calls_referee=True))
            status = hall.receiver.tables["1"]
            await until(lambda: status.report is not None and status.report.stage == "playing", "the report is there")
            assert status.report is not None
            assert (status.report.score, status.report.calls_referee, status.report.count) == ((3, 5), True, end)

            referee.show(None)
            before = status.report
            referee.server.history.add(len(referee.played.events), referee.played.events[0])
            await asyncio.sleep(0.5)
            assert hall.storage.next_positions("1") == {"00c0ffee": end}, "the table does not take part now"
            assert status.report == before

            referee.close()
            await until(running.done, "the link ends when the table leaves the tournament")
            await running
            await until(lambda: not status.is_up, "the hall knows that the table has left")

    asyncio.run(work())


def test_a_hall_that_is_not_heard_ends_the_service_so_that_it_gets_a_newer_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("link.service.STALE_S", 0.3)
    monkeypatch.setattr("link.service.CHECK_S", 0.05)

    async def work() -> None:
        socket = tmp_path / "link.sock"
        referee = Referee(socket)
        settings = LinkSettings(HallAccess("127.0.0.1", TOURNAMENT, "1", "old", port=free_port()))
        running = asyncio.create_task(_Service(socket, settings).run(tmp_path / "link.toml", socket))
        await until(running.done, "the link ends")
        await running
        referee.close()

    asyncio.run(work())


def test_other_settings_end_the_link_so_that_it_begins_anew(tmp_path: Path) -> None:
    async def work() -> None:
        settings = tmp_path / "link.toml"
        settings.write_text("a")
        running = asyncio.create_task(_Service(tmp_path / "none.sock", LinkSettings()).run(settings, None))
        await asyncio.sleep(0.1)
        assert not running.done()
        settings.unlink()
        await until(running.done, "the link ends")
        await running

    asyncio.run(work())
