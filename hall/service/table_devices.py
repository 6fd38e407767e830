"""The devices at the tables: the broker and the hall's MQTT client, and what views get of both and of stored events."""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import msgspec

from common.errors import CommandError
from common.tasks import beside
from engine.cards import Seat
from engine.codec import decode
from engine.events import GameStarted, PlayersSeated
from engine.games import game as game_called
from hall.broker.folder import BrokerFolder
from hall.broker.process import BrokerProcess, look_for_broker
from hall.live_hall import Device, LiveHall, LiveMatch, MatchFindings, TablesWithoutDevices
from hall.match_record import findings_of, read_match
from hall.receiver import Receiver, TableStatus
from hall.service.director import Director, message_of
from hall.storage.events import TableEvents
from link.messages import PairingId
from link.settings import BrokerAccess

MAX_CACHED = 32
"""Matches whose findings are kept in memory."""


class StoredTables(TablesWithoutDevices):
    """The tables of a hall without devices whose file has events of tables."""

    def __init__(self, hall: LiveHall, storage: TableEvents) -> None:
        super().__init__()
        self._hall, self._storage = hall, storage
        self._findings: dict[tuple[int, int, int, int], MatchFindings | None] = {}
        """By round, attempt, table and the number of its events."""

    def findings(self, round_number: int, attempt: int, table: int) -> MatchFindings | None:
        key = round_number, attempt, table, sum(self._storage.next_positions(str(table)).values())
        if key not in self._findings:
            while len(self._findings) >= MAX_CACHED:
                self._findings.pop(next(iter(self._findings)))
            self._findings[key] = self._computed_findings(round_number, attempt, table)
        return self._findings[key]

    def _computed_findings(self, round_number: int, attempt: int, table: int) -> MatchFindings | None:
        tournament = self._hall.tournament
        round_ = tournament.round_numbered(round_number)
        match = None if round_ is None else round_.match_at(table)
        if round_ is None or match is None or round_.attempt != attempt:
            return None
        try:
            # the game and its rules are in the events themselves
            record = read_match(self._storage, str(table), message_of(tournament, round_, match, {}))
            events = [decode(sent.event) for sent in record.events]
            started = next((event for event in events if isinstance(event, GameStarted)), None)
            if started is None:
                return None
            names: dict[Seat, str] = {}
            for event in events:
                if isinstance(event, PlayersSeated):
                    names |= dict(event.players)
            before = record.events[0].position - 1
            local = tuple(replace(finding, position=finding.position - before) for finding in findings_of(record))
            times = 0.0, *(sent.time for sent in record.events)
            return MatchFindings(game_called(started.game, dict(started.rules)), names, local, times)
        except ValueError:  # events of other players, or of another version of Kiebitz: the receiver says so
            return None


class LinkedTables(StoredTables):
    """The tables of a receiver. Call `changed` whenever one of them has changed."""

    def __init__(self, hall: LiveHall, storage: TableEvents, receiver: Receiver, folder: BrokerFolder) -> None:
        super().__init__(hall, storage)
        self._receiver, self._folder = receiver, folder

    def changed(self) -> None:
        self.version += 1

    def match(self, round_number: int, attempt: int, table: int) -> LiveMatch | None:
        status = self._receiver.tables.get(str(table))
        if status is None or not _is_known(status):
            return None
        report = status.report
        if report is None or report.pairing != PairingId(self._hall.tournament.id, round_number, attempt):
            return LiveMatch(status.is_up)
        game = report.stage, report.games, report.score
        return LiveMatch(status.is_up, *game, report.calls_referee, report.findings, status.last_event)

    def devices(self) -> tuple[Device, ...]:
        return tuple(
            Device(int(name), _is_known(status), status.is_up, status.report.camera if status.report else "")
            for name, status in self._receiver.tables.items()
        )

    def joining_file(self, table: int) -> tuple[str, bytes] | None:
        name = self._folder.table_file(str(table))
        path = self._folder.tables / name
        return (name, path.read_bytes()) if str(table) in self._receiver.tables and path.is_file() else None


def _is_known(status: TableStatus) -> bool:
    return bool(status.changed or status.report is not None)


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
        with ExitStack() as stack:
            broker = None
            try:
                folder = BrokerFolder(self.folder, self._hall.tournament.id)
                access = await asyncio.to_thread(folder.prepare, self._names, self._hosts, self._port, self._encrypted)
                if not self._broker:
                    broker = BrokerProcess(folder.configuration, self._port)
                    stack.callback(broker.stop)
                    await asyncio.to_thread(broker.start)
            except (CommandError, OSError) as error:
                self._say(f"no devices at the tables, results are typed in: {error}")
                self._hall.set_tables(TablesWithoutDevices(str(error)))
                return
            receiver = self._take_part(msgspec.structs.replace(access, host=self._broker or access.host), folder)
            if broker is not None:
                watching = broker.watch(self._say)
            else:
                watching = look_for_broker(self._broker, self._port, folder.configuration, self._say)
            async with beside(watching):
                await receiver.run()

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
