"""Exports of a hall: entries, ranking, pairings and results as CSV and JSON, and the whole tournament as JSON Lines."""

import json
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from device.reporting.export import csv_text
from hall.tournament.events import StoredEvent
from hall.tournament.ranking import standings
from hall.tournament.rounds import Match, Round
from hall.tournament.scores import score_match
from hall.tournament.state import Tournament

Report: TypeAlias = Literal["entries", "ranking", "pairings", "results"]
REPORTS: tuple[Report, ...] = ("entries", "ranking", "pairings", "results")
Cell: TypeAlias = int | str | None


class ReportTable(NamedTuple):
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def table_of(tournament: Tournament, report: Report) -> ReportTable:
    """Returns a report, with pairings and results of all rounds."""
    if report == "entries":
        rows = (
            (entry.number, entry.name, entry.club, entry.team or None, entry.team_name, entry.presence)
            for entry in tournament.entries.values()
        )
        return ReportTable(("number", "name", "club", "team", "team_name", "presence"), tuple(rows))
    if report == "ranking":
        table = standings(tournament)
        columns = "rank", "number", "name", "club", *table.columns
        lines = ((line.rank, line.number, line.name, line.club, *line.values, *line.rounds) for line in table.lines)
        return ReportTable((*columns, *(f"round_{each.number}" for each in tournament.played_rounds)), tuple(lines))
    if report == "pairings":
        return _pairings(tournament)
    results = (row for r in tournament.rounds for match in r.matches for row in _result(tournament, r, match))
    return ReportTable(_RESULT_COLUMNS, tuple(results))


def _pairings(tournament: Tournament) -> ReportTable:
    """A row for each side, and one for each bye, whose table and side are empty."""
    rows: list[tuple[Cell, ...]] = []
    for round_ in tournament.rounds:
        head = (round_.number, round_.stage, round_.attempt, round_.seed)
        for match in round_.matches:
            for side, numbers in enumerate(match.pairing.sides, 1):
                rows.append((*head, match.table, side, _numbers(numbers), _names(tournament, numbers)))
        rows += [(*head, None, None, str(number), tournament.name_of(number)) for number in round_.byes]
    return ReportTable(("round", "stage", "attempt", "seed", "table", "side", "numbers", "names"), tuple(rows))


_RESULT_COLUMNS = (
    "round", "stage", "table", "side", "numbers", "names", "games", "gespannt", "gespannt_to_nil", "forfeited",
    "points", "games_won", "status", "reason",
)  # fmt: skip


def _result(tournament: Tournament, round_: Round, match: Match) -> Iterator[tuple[Cell, ...]]:
    """Yields a row for each side: its points of each game, and in which games, from 1, it was gespannt."""
    result, sides = match.result, match.pairing.sides
    scores = None if result is None else score_match(tournament.format, result, len(sides))
    for side, numbers in enumerate(sides):
        games = () if result is None else result.games
        yield (
            round_.number, round_.stage, match.table, side + 1, _numbers(numbers), _names(tournament, numbers),
            " ".join(str(game.points[side]) for game in games),
            " ".join(str(i) for i, game in enumerate(games, 1) if side in game.gespannt),
            " ".join(str(i) for i, game in enumerate(games, 1) if side in game.gespannt_to_nil),
            int(result is not None and side in result.forfeited),
            None if scores is None else scores[side].points,
            None if scores is None else scores[side].games,
            match.status, match.reason,
        )  # fmt: skip


def _numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def _names(tournament: Tournament, numbers: tuple[int, ...]) -> str:
    return "/".join(tournament.name_of(number) for number in numbers)


def as_csv(table: ReportTable, separator: str = ",") -> str:
    """Returns the table for spreadsheets; *separator* is a semicolon where numbers are written with a comma."""
    return csv_text(table.columns, table.rows, separator)


def as_json(table: ReportTable) -> str:
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    return json.dumps(rows, ensure_ascii=False, indent=1) + "\n"


def as_lines(events: Sequence[StoredEvent]) -> str:
    """Returns events with positions and times, one JSON object a line: the whole tournament."""
    return msgspec.json.Encoder().encode_lines(events).decode()
