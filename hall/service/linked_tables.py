"""Devices at tables, as views of the hall need them, from what the receiver knows and what is stored."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.codec import decode
from engine.events import GameStarted, PlayersSeated
from engine.games import game as game_called
from hall.tables.match_record import findings_of, read_match
from hall.views.live_tables import Device, LiveMatch, MatchFindings
from link.messages import PairingId

if TYPE_CHECKING:
    from engine.cards import Seat
    from engine.rules.findings import Finding
    from engine.rules.game import Game
    from hall.broker.folder import BrokerFolder
    from hall.receiver.receiver import Receiver, TableStatus
    from hall.storage.table_events import TableEvents
    from hall.tables.match_record import MatchRecord

MAX_KEPT_FINDINGS = 32
"""Matches whose findings are kept in memory."""


class LinkedTables:
    """The tables of a receiver. Call `changed` whenever one of them has changed."""

    fault = ""

    def __init__(self, receiver: Receiver, storage: TableEvents, folder: BrokerFolder, tournament: str) -> None:
        self._receiver, self._storage, self._folder, self._tournament = receiver, storage, folder, tournament
        self._version = 0
        self._found: dict[tuple[str, int], MatchFindings | None] = {}
        """By table and the number of its events."""

    @property
    def version(self) -> int:
        return self._version

    def changed(self) -> None:
        self._version += 1

    def match(self, round_number: int, attempt: int, table: int) -> LiveMatch | None:
        status = self._receiver.tables.get(str(table))
        if status is None or not _is_known(status):
            return None
        report = status.report
        if report is None or report.pairing != PairingId(self._tournament, round_number, attempt):
            return LiveMatch(status.is_up)
        return LiveMatch(
            status.is_up,
            report.stage,
            report.games,
            report.score,
            report.calls_referee,
            report.findings,
            status.last_event,
        )

    def findings(self, round_number: int, attempt: int, table: int) -> MatchFindings | None:
        name = str(table)
        status = self._receiver.tables.get(name)
        if status is None or status.pairing.pairing != PairingId(self._tournament, round_number, attempt):
            return None
        key = name, sum(self._storage.next_positions(name).values())
        if key not in self._found:
            while len(self._found) >= MAX_KEPT_FINDINGS:
                self._found.pop(next(iter(self._found)))
            self._found[key] = self._find(name, status)
        return self._found[key]

    def devices(self) -> tuple[Device, ...]:
        return tuple(
            Device(int(name), _is_known(status), status.is_up, status.report.camera if status.report else "")
            for name, status in self._receiver.tables.items()
        )

    def joining_file(self, table: int) -> tuple[str, bytes] | None:
        name = self._folder.table_file(str(table))
        path = self._folder.tables / name
        return (name, path.read_bytes()) if str(table) in self._receiver.tables and path.is_file() else None

    def _find(self, name: str, status: TableStatus) -> MatchFindings | None:
        try:
            record = read_match(self._storage, name, status.pairing)
        except ValueError:  # events of other players, or of another version of Kiebitz: the receiver says so
            return None
        game = _game_of(record)
        return None if game is None else MatchFindings(game, _names_of(record), _local(record), _times(record))


def _is_known(status: TableStatus) -> bool:
    return bool(status.changed or status.report is not None)


def _game_of(record: MatchRecord) -> Game | None:
    events = (decode(sent.event) for sent in record.events)
    started = next((event for event in events if isinstance(event, GameStarted)), None)
    return None if started is None else game_called(started.game, dict(started.rules))


def _names_of(record: MatchRecord) -> dict[Seat, str]:
    names: dict[Seat, str] = {}
    for sent in record.events:
        event = decode(sent.event)
        if isinstance(event, PlayersSeated):
            names |= dict(event.players)
    return names


def _local(record: MatchRecord) -> tuple[Finding, ...]:
    """Returns the findings by positions in the match, from 1, as their evidence has them."""
    before = record.events[0].position - 1
    return tuple(replace(finding, position=finding.position - before) for finding in findings_of(record))


def _times(record: MatchRecord) -> tuple[float, ...]:
    return 0.0, *(sent.time for sent in record.events)
