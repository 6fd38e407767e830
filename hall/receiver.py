"""The hall's MQTT client: stores and acknowledges the events of tables, and publishes pairings and the ranking.

Everything that it publishes is retained and published again at each connection, so that a new broker needs no memory.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import msgspec

from common.limits import MAX_JOURNALS, MAX_WAITING, PART_BYTES
from common.tasks import beside
from hall.match_record import Verdict, in_parts, judge, judge_earlier, resume_parts
from hall.messages_in import BadMessage, Refusals, origin_of, read_ask, read_event, read_report
from hall.storage.events import Incoming, TableEvents
from hall.storage.hall_file import HallFileError
from link.connection import Connection
from link.messages import (
    Acknowledgement,
    ConfirmedResult,
    GamePoints,
    PairingId,
    PairingMessage,
    Ranking,
    TableEvent,
    TableReport,
    hall_topic,
    table_topic,
)
from link.settings import BrokerAccess

BATCH_S = 0.04
"""Seconds in which events are gathered for one commit."""
MAX_BATCH = 400
RETRY_S = 1.0
"""Seconds until a batch that could not be stored is tried again."""
_log = logging.getLogger("kiebitz.hall")


@dataclass
class TableStatus:
    is_up: bool = False
    changed: float = 0.0
    """When it last connected or went away, in seconds since 1970."""
    last_event: float = 0.0
    report: TableReport | None = None
    judged: TableReport | None = None
    """The report whose result was accepted or refused last."""
    judged_earlier: set[ConfirmedResult] = field(default_factory=set)
    """The results of earlier matches that were accepted or refused."""
    pairing: PairingMessage = field(default_factory=PairingMessage)


class Receiver:
    """Call `run` in a task. Other methods are called in the same loop.

    *on_events* gets the new events of a table when they are on the disk, *on_change* the name of a table whose status
    has changed, *on_result* the games of a result that counts, once for each time that it is said.
    """

    def __init__(
        self,
        access: BrokerAccess,
        tournament: str,
        tables: Collection[str],
        storage: TableEvents,
        on_events: Callable[[str, list[TableEvent]], None] = lambda table, events: None,
        on_change: Callable[[str], None] = lambda table: None,
        on_result: Callable[[str, PairingId, tuple[GamePoints, ...]], None] = lambda table, pairing, games: None,
        say: Callable[[str], None] = _log.warning,
        pairing_of: Callable[[str, PairingId], PairingMessage | None] = lambda table, pairing: None,
    ) -> None:
        """*pairing_of* returns what was to be played at a table in an earlier round, or None."""
        self.tables = {table: TableStatus() for table in tables}
        self.refusals = Refusals(say)
        self._tournament, self._storage = tournament, storage
        self._pairing_of = pairing_of
        self._on_events, self._on_change, self._on_result, self._say = on_events, on_change, on_result, say
        topics = [table_topic(tournament, "+", what) for what in ("event", "state", "up", "ask")]
        self.connection = Connection(access, topics, self._receive, self._begin, say)
        self._ranking: Ranking | None = None
        self._waiting: list[Incoming] = []
        self._arrived = asyncio.Event()
        self._disk = ThreadPoolExecutor(1, "hall-disk")
        self.repeats = 0

    async def run(self) -> None:
        with self._disk:
            async with beside(self.connection.run()):
                while True:
                    await self._arrived.wait()
                    await asyncio.sleep(BATCH_S)
                    self._arrived.clear()
                    while self._waiting:
                        batch, self._waiting = self._waiting[:MAX_BATCH], self._waiting[MAX_BATCH:]
                        await self._store(batch)

    def show_pairing(self, table: str, message: PairingMessage) -> None:
        self.tables[table].pairing = message
        self._publish_pairing(table)

    def show_ranking(self, ranking: Ranking) -> None:
        self._ranking = ranking
        parts = in_parts(ranking.lines, PART_BYTES) or [()]
        for number, lines in enumerate(parts, 1):
            part = msgspec.structs.replace(ranking, lines=lines, part=number, parts=len(parts))
            topic = hall_topic(self._tournament, "list", str(number))
            self.connection.publish(topic, msgspec.json.encode(part), retain=True)

    # To the tables

    def _begin(self) -> None:
        for table, status in self.tables.items():
            if status.is_up:  # tables that are connected report so; a new broker has not published anybody's last will
                status.is_up, status.changed = False, time.time()
                self._on_change(table)
            self._acknowledge(table)
            self._publish_pairing(table)
        if self._ranking is not None:
            self.show_ranking(self._ranking)

    def _acknowledge(self, table: str) -> None:
        message = Acknowledgement(self._storage.next_positions(table))
        topic = hall_topic(self._tournament, "ack", table)
        self.connection.publish(topic, msgspec.json.encode(message), retain=True, qos=0)

    def _publish_pairing(self, table: str) -> None:
        status = self.tables[table]
        message = msgspec.structs.replace(status.pairing, resume=self._has_other_device(table))
        topic = hall_topic(self._tournament, "pairing", table)
        self.connection.publish(topic, msgspec.json.encode(message), retain=True)

    def _has_other_device(self, table: str) -> bool:
        """Whether another device than the one at the table now has sent events of the table's match."""
        status = self.tables[table]
        if status.pairing.pairing is None or status.report is None or not status.report.journal:
            return False
        others = [journal for journal in self._storage.journals(table) if journal != status.report.journal]
        mark = status.pairing.pairing.mark
        return any(self._storage.has_mark(table, journal, mark) for journal in others)

    # From the tables

    def _receive(self, topic: str, payload: bytes) -> None:
        try:
            origin = origin_of(topic)
        except BadMessage as bad:
            self.refusals.add("", bad.kind, str(bad))
            return
        table = origin.table
        status = self.tables.get(table)
        if status is None or origin.tournament != self._tournament:
            self.refusals.add(
                table, "table", f"got table {table} of {origin.tournament}, expected one of this tournament"
            )
            return
        try:
            match origin.what:
                case "event":
                    event = read_event(payload)
                    status.last_event = time.time()
                    if len(self._waiting) < MAX_WAITING:
                        self._waiting.append(Incoming(table, event))
                        self._arrived.set()
                case "state":
                    report = read_report(payload)
                    before, status.report = status.report, report
                    if before is None or before.journal != report.journal:
                        self._publish_pairing(table)  # another device
                    if report != before:
                        self._on_change(table)
                        self._judge(table)
                case "up":
                    if is_up := payload == b"1":
                        self._acknowledge(table)  # a table that lacks its acknowledgement sends no events
                    if is_up != status.is_up:
                        status.is_up, status.changed = is_up, time.time()
                        self._on_change(table)
                case _:
                    self._answer_ask(table, payload)
        except BadMessage as bad:
            self.refusals.add(table, bad.kind, str(bad))

    def _answer_ask(self, table: str, payload: bytes) -> None:
        asked = read_ask(payload).pairing
        status = self.tables[table]
        if status.pairing.pairing != asked:
            raise BadMessage("replayed", f"got a question for {asked.mark}, expected the pairing at table {table}")
        own = status.report.journal if status.report is not None else ""
        for part in resume_parts(self._storage, table, asked, own):
            self.connection.publish(hall_topic(self._tournament, "resume", table), msgspec.json.encode(part))

    async def _store(self, batch: list[Incoming]) -> None:
        def is_there(table: str, journal: str) -> bool:
            status = self.tables.get(table)
            return status is not None and status.is_up and (status.report is None or status.report.journal == journal)

        loop = asyncio.get_running_loop()
        while True:
            try:
                outcomes = await loop.run_in_executor(self._disk, self._storage.store, batch, is_there)
                break
            except Exception as error:  # a full or broken disk: nothing is acknowledged until it takes them
                self._say(f"the hall cannot store events, and goes on trying: {error}")
                await asyncio.sleep(RETRY_S)
        new: dict[str, list[TableEvent]] = {}
        for (table, event), outcome in zip(batch, outcomes, strict=True):
            if outcome == "new":
                new.setdefault(table, []).append(event)
            elif outcome == "repeated":
                self.repeats += 1
            elif outcome == "foreign":
                text = f"got events of journal {event.journal}, which is another table's, expected this table's own"
                self.refusals.add(table, "foreign_journal", text)
            elif outcome == "crowded":
                text = (
                    f"got another journal {event.journal} than {MAX_JOURNALS} earlier ones, expected a few: does the "
                )
                self.refusals.add(table, "journals", f"{text}device lose its memory at each start? type its results in")
            else:
                text = f"got another event {event.position} of journal {event.journal}, expected the one that is stored"
                self.refusals.add(table, "rewritten", text)
        for table in {table for table, _ in batch}:
            self._acknowledge(table)
        for table, events in new.items():
            self._on_events(table, events)
            self._judge(table)

    def _judge(self, table: str) -> None:
        """Accepts or refuses the results that a table has reported, once their events have arrived."""
        status = self.tables[table]
        report = status.report
        if report is None:
            return
        try:
            for said in report.results:
                pairing = self._pairing_of(table, said.pairing) if said not in status.judged_earlier else None
                if pairing is not None:
                    verdict = judge_earlier(self._storage, table, pairing, report, said)
                    if self._settle(table, said.pairing, verdict, f"round {said.pairing.round}: "):
                        status.judged_earlier.add(said)
            if report is not status.judged:
                verdict = judge(self._storage, table, status.pairing, report)
                if self._settle(table, report.pairing, verdict):
                    status.judged = report
        except HallFileError as error:  # a full or broken disk: the result is judged again until it is stored
            self._say(f"the hall cannot store the result of table {table}, and goes on trying: {error}")
            asyncio.get_running_loop().call_later(RETRY_S, self._judge, table)

    def _settle(self, table: str, pairing: PairingId | None, verdict: Verdict, where: str = "") -> bool:
        """Passes a result on, or counts it as refused; returns False while it is to be judged again."""
        if verdict.judgement == "waiting":
            return False
        if verdict.judgement != "accepted":
            self.refusals.add(table, verdict.judgement, f"{where}{verdict.reason}")
        elif pairing is not None:
            self._on_result(table, pairing, verdict.games)
        return True
