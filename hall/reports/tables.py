"""Ranking, pairings and results as tables: columns with English names, for other programs, and rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from hall.tournament.points import score_match
from hall.tournament.ranking import standings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hall.tournament.rounds import Match, Round
    from hall.tournament.state import Tournament

Report: TypeAlias = Literal["entries", "ranking", "pairings", "results"]
REPORTS: tuple[Report, ...] = ("entries", "ranking", "pairings", "results")
Cell: TypeAlias = "int | str | None"


class ReportTable(NamedTuple):
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def table_of(tournament: Tournament, report: Report, round_number: int | None = None) -> ReportTable:
    """Returns a report; pairings and results of one round, or of all if none is named."""
    if report == "entries":
        return _entries(tournament)
    if report == "ranking":
        return _ranking(tournament)
    rounds = tuple(r for r in tournament.rounds if round_number in (None, r.number))
    if report == "pairings":
        return _pairings(tournament, rounds)
    return ReportTable(
        _RESULT_COLUMNS, tuple(row for r in rounds for match in r.matches for row in _result(tournament, r, match))
    )


def _entries(tournament: Tournament) -> ReportTable:
    rows = (
        (entry.number, entry.name, entry.club, entry.team or None, entry.team_name, entry.presence)
        for entry in tournament.entries.values()
    )
    return ReportTable(("number", "name", "club", "team", "team_name", "presence"), tuple(rows))


def _ranking(tournament: Tournament) -> ReportTable:
    table = standings(tournament)
    rounds = tuple(f"round_{round_.number}" for round_ in tournament.played_rounds)
    rows = ((line.rank, line.number, line.name, line.club, *line.values, *line.rounds) for line in table.lines)
    return ReportTable(("rank", "number", "name", "club", *table.columns, *rounds), tuple(rows))


def _pairings(tournament: Tournament, rounds: tuple[Round, ...]) -> ReportTable:
    """A row for each side, and one for each bye, whose table and side are empty."""
    rows: list[tuple[Cell, ...]] = []
    for round_ in rounds:
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


def as_objects(table: ReportTable) -> list[Mapping[str, Cell]]:
    """Returns the rows as objects with the columns as keys."""
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]
