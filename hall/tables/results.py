"""Judges the results of tables: one counts if both sides have confirmed it and it agrees with the table's events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from hall.tables.match_record import OtherPlayers, read_match
from link.messages import GamePoints, TableReport

if TYPE_CHECKING:
    from hall.storage.table_events import TableEvents
    from link.messages import ConfirmedResult, PairingMessage

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
