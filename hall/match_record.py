"""A match, read from the stored events of its table: games, findings, a verdict on a reported result, resumption.

A result counts if both sides have confirmed it and it agrees with the events of the table.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias, TypeVar

import msgspec

from common.limits import RESUME_PART_BYTES
from engine.amendments import shift_positions
from engine.cards import Seat
from engine.codec import decode
from engine.events import Amended, GameStarted, PlayersSeated, TrickGathered, printable_name
from engine.rules.findings import Finding
from engine.state.contest import Contest, Sides, contest_of
from engine.state.table import Table
from hall.storage.events import TableEvents
from link.messages import ConfirmedResult, GamePoints, PairingId, PairingMessage, ResumePart, TableEvent, TableReport


class OtherPlayers(ValueError):
    """Raised if the players in the events are not those of the pairing."""


@dataclass(frozen=True)
class MatchRecord:
    journal: str
    events: tuple[TableEvent, ...]
    contest: Contest | None

    @property
    def games(self) -> tuple[GamePoints, ...]:
        played = self.contest.games if self.contest is not None else ()
        return msgspec.convert(played, tuple[GamePoints, ...], from_attributes=True)

    @property
    def is_finished(self) -> bool:
        return self.contest is not None and self.contest.is_finished


def match_events(events: list[TableEvent], pairing: PairingId) -> list[TableEvent]:
    """Returns the events of a journal from the first with the mark of *pairing* on, until another pairing's mark."""
    start = next((place for place, event in enumerate(events) if event.by == pairing.mark), None)
    if start is None:
        return []
    marks = ((place, event.by) for place, event in enumerate(events[start:], start))
    end = next((place for place, by in marks if by.startswith("hall ") and by != pairing.mark), len(events))
    return events[start:end]


def read_match(storage: TableEvents, table: str, pairing: PairingMessage, journal: str = "") -> MatchRecord:
    """Returns the events of a pairing that *table* has sent, from *journal*, by default the one with the latest event.

    :raises OtherPlayers: if it is of other players.
    :raises ValueError: for an event that the engine does not know.
    """
    if pairing.pairing is None:
        return MatchRecord(journal, (), None)
    journals = [journal] if journal else list(reversed(storage.journals(table)))
    for each in journals:
        sent = match_events(storage.of(table, each), pairing.pairing)
        if sent:
            return MatchRecord(each, tuple(sent), _contest(sent, pairing))
    return MatchRecord(journal, (), None)


def findings_of(record: MatchRecord) -> tuple[Finding, ...]:
    """Returns the findings of the referee in the match, by positions of the journal."""
    if not record.events:
        return ()
    before = record.events[0].position - 1
    table = Table()
    table.observe(TrickGathered())  # a fact without a game stands for all earlier events
    found: list[Finding] = []
    for sent in record.events:
        event = decode(sent.event)
        if not (isinstance(event, Amended) and event.position <= before):
            found += table.observe(shift_positions(event, -before))
        else:
            found += table.observe(Amended(0))
    return tuple(replace(finding, position=finding.position + before) for finding in found)


def sides_of(seats: Sequence[Seat], sides: Sequence[Sequence[str]]) -> Sides:
    """Returns the seats by side: sides alternate around the table."""
    count = len(sides)
    return tuple(
        tuple(seats[number + place * count] for place in range(len(side)) if number + place * count < len(seats))
        for number, side in enumerate(sides)
    )


def _contest(sent: Sequence[TableEvent], pairing: PairingMessage) -> Contest | None:
    events = [decode(event.event) for event in sent]
    game = next((event for event in events if isinstance(event, GameStarted)), None)
    if game is None:
        return None
    sides = sides_of(game.seats, pairing.sides)
    seated = next((dict(event.players) for event in events if isinstance(event, PlayersSeated)), {})
    expected = {
        seat: printable_name(name)
        for seats, names in zip(sides, pairing.sides, strict=True)
        for seat, name in zip(seats, names, strict=False)
    }
    if seated and {seat: seated.get(seat, "") for seat in expected} != expected:
        got = ", ".join(seated.values())
        raise OtherPlayers(f"got a match of {got}, expected {' – '.join('/'.join(side) for side in pairing.sides)}")
    return contest_of(events, sides, pairing.games, pairing.unit, sent[0].position)


Judgement: TypeAlias = Literal["accepted", "waiting", "replayed", "forged"]
"""It counts; it is not confirmed, or events are missing still; it is of another pairing; it contradicts the events."""


class Verdict(NamedTuple):
    judgement: Judgement
    games: tuple[GamePoints, ...] = ()
    """The games according to the events, if the result is accepted."""
    reason: str = ""


def judge(
    storage: TableEvents, table: str, pairing: PairingMessage, report: TableReport, by_points: bool = False
) -> Verdict:
    """Judges a table's report of its result by the events that are stored; with *by_points* only its points."""
    if report.stage != "agreed":
        return Verdict("waiting")
    if report.pairing is None or report.pairing != pairing.pairing:
        got = report.pairing.mark if report.pairing is not None else "no pairing"
        expected = pairing.pairing.mark if pairing.pairing is not None else "none"
        return Verdict("replayed", reason=f"got a result of {got}, expected {expected}")
    if storage.next_positions(table).get(report.journal, 0) < report.count:
        return Verdict("waiting")
    try:
        record = read_match(storage, table, pairing, report.journal)
    except OtherPlayers as other:
        return Verdict("replayed", reason=str(other))
    except ValueError as error:
        return Verdict("forged", reason=f"the events cannot be read: {error}")
    if not record.is_finished:
        return Verdict("forged", reason=f"got a result, but events of {len(record.games)} games of {pairing.games}")
    said = [(game.points, () if by_points else game.gespannt) for game in report.games]
    if said != [(game.points, () if by_points else game.gespannt) for game in record.games]:
        return Verdict(
            "forged", reason=f"got games {_points(report.games)}, but the events say {_points(record.games)}"
        )
    return Verdict("accepted", record.games)


def judge_earlier(
    storage: TableEvents, table: str, pairing: PairingMessage, report: TableReport, said: ConfirmedResult
) -> Verdict:
    """Judges the result of an earlier match of the table, as `judge` does; of other players it says nothing.

    A hall that has the latest match already waits for the earlier one.
    """
    mark = said.pairing.mark
    if not storage.has_mark(table, report.journal, mark):
        return Verdict("waiting")
    if not any(event.by == mark for event in storage.of(table, report.journal)):  # it is behind a gap
        return Verdict("waiting")
    earlier = TableReport(
        "agreed", said.pairing, journal=report.journal, count=report.count, games=tuple(map(GamePoints, said.points))
    )
    verdict = judge(storage, table, pairing, earlier, by_points=True)
    return Verdict("waiting") if verdict.judgement == "replayed" else verdict


def _points(games: tuple[GamePoints, ...]) -> str:
    return ", ".join(":".join(map(str, game.points)) for game in games) or "none"


_Item = TypeVar("_Item", bound=msgspec.Struct)


def in_parts(items: Iterable[_Item], most_bytes: int) -> list[tuple[_Item, ...]]:
    """Returns the items in order in as few parts as possible, each of at most so many bytes of JSON."""
    parts: list[list[_Item]] = []
    room = 0
    for item in items:
        size = len(msgspec.json.encode(item)) + 1
        if size > room:
            parts.append([])
            room = most_bytes
        parts[-1].append(item)
        room -= size
    return [tuple(part) for part in parts]


def resume_parts(storage: TableEvents, table: str, pairing: PairingId, own_journal: str) -> list[ResumePart]:
    """Returns the events of the match from the longest journal besides *own_journal*, in parts."""
    found = [
        match_events(storage.of(table, journal), pairing)
        for journal in storage.journals(table)
        if journal != own_journal
    ]
    events = max(found, key=len, default=[])
    parts = in_parts(events, RESUME_PART_BYTES)
    return [ResumePart(pairing, number, len(parts), part) for number, part in enumerate(parts, 1)]
