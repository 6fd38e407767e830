"""Findings in matches, computed from the stored events of tables, also after the tournament without devices."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.codec import decode
from engine.events import GameStarted, PlayersSeated
from engine.games import game as game_called
from hall.service.pairing_messages import message_of
from hall.tables.live_tables import MatchFindings, NoTables
from hall.tables.match_record import findings_of, read_match

if TYPE_CHECKING:
    from engine.cards import Seat
    from engine.rules.findings import Finding
    from engine.rules.game import Game
    from hall.live_hall import LiveHall
    from hall.storage.table_events import TableEvents
    from hall.tables.match_record import MatchRecord

MAX_KEPT = 32
"""Matches whose findings are kept in memory."""


class StoredFindings:
    def __init__(self, hall: LiveHall, storage: TableEvents) -> None:
        self._hall, self._storage = hall, storage
        self._kept: dict[tuple[int, int, int, int], MatchFindings | None] = {}
        """By round, attempt, table and the number of its events."""

    def find(self, round_number: int, attempt: int, table: int) -> MatchFindings | None:
        """Returns the findings in a match, or None if none of its events is stored."""
        key = round_number, attempt, table, sum(self._storage.next_positions(str(table)).values())
        if key not in self._kept:
            while len(self._kept) >= MAX_KEPT:
                self._kept.pop(next(iter(self._kept)))
            self._kept[key] = self._find(round_number, attempt, table)
        return self._kept[key]

    def _find(self, round_number: int, attempt: int, table: int) -> MatchFindings | None:
        tournament = self._hall.tournament
        round_ = tournament.round_numbered(round_number)
        match = None if round_ is None else round_.match_at(table)
        if round_ is None or match is None or round_.attempt != attempt:
            return None
        try:
            # the game and its rules are in the events themselves
            record = read_match(self._storage, str(table), message_of(tournament, round_, match, {}))
            game = _game_of(record)
            return None if game is None else MatchFindings(game, _names_of(record), _local(record), _times(record))
        except ValueError:  # events of other players, or of another version of Kiebitz: the receiver says so
            return None


class StoredTables(NoTables):
    """The tables of a hall without devices whose file has events of tables."""

    def __init__(self, findings: StoredFindings) -> None:
        super().__init__()
        self._findings = findings

    def findings(self, round_number: int, attempt: int, table: int) -> MatchFindings | None:
        return self._findings.find(round_number, attempt, table)


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
    """Returns the findings with positions counted from 1 in the match, also in their evidence."""
    before = record.events[0].position - 1
    return tuple(replace(finding, position=finding.position - before) for finding in findings_of(record))


def _times(record: MatchRecord) -> tuple[float, ...]:
    return 0.0, *(sent.time for sent in record.events)
