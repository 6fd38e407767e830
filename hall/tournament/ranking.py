"""The ranking of a tournament, with all columns that break ties, and finalists by their places."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import combinations

import msgspec

from hall.formats.format import Column, decided_places
from hall.tournament.scores import Score, final_places, reachable_places, round_scores, sum_of
from hall.tournament.state import Tournament


class Standing(msgspec.Struct, frozen=True):
    rank: int
    """Shared by those who are tied: 1, 2, 2, 4. After the finals, the final place."""
    number: int
    """The start number; of a team its number."""
    name: str
    """Names such as Huber/Maier; of a team its name, or the names of both pairs."""
    club: str
    values: tuple[int | None, ...]
    """By column; None in `direct` for those who are not tied before it."""
    present: bool
    numbers: tuple[int, ...]
    """The start numbers of all entries behind the line: two of a team."""
    rounds: tuple[int | None, ...] = ()
    """The points by round before the finals; None where they are not known yet."""
    place: int = 0
    """The place by the finals, for those who have played their last match there; 0 for others."""
    seed: int = 0
    """The rank before the finals."""

    @property
    def final_rank(self) -> int:
        return self.place or self.rank


class Standings(msgspec.Struct, frozen=True):
    columns: tuple[Column, ...]
    lines: tuple[Standing, ...]
    """The best first: finalists by their places, then all others."""
    round: int
    missing: int
    """Results of these rounds that are not there yet."""


class _Line:
    """An entry or a team while it is ranked."""

    def __init__(self, numbers: Sequence[int], by_round: list[Score | None]) -> None:
        self.numbers = tuple(numbers)
        self.by_round = by_round
        self.total = sum_of(score for score in by_round if score is not None)
        self.values: list[int | None] = []
        self.opponents: list[tuple[_Line, int]] = []
        """By match with a result: the other side, and the own points in it."""


def standings(tournament: Tournament) -> Standings:
    """Returns the ranking after the results so far; knock-out matches decide places, not points."""
    groups = _rank(tournament)
    places = final_places(tournament)
    lines: list[Standing] = []
    for group in groups:
        rank = len(lines) + 1
        for line in group:
            entries = [tournament.entries[number] for number in line.numbers]
            lines.append(
                Standing(
                    rank=rank,
                    number=_number(tournament, line),
                    name=entries[0].team_name or ", ".join(entry.name for entry in entries),
                    club=entries[0].club,
                    values=tuple(line.values),
                    present=any(entry.presence == "present" for entry in entries),
                    numbers=line.numbers,
                    rounds=tuple(None if score is None else score.points for score in line.by_round),
                    place=places.get(line.numbers[0], 0),
                    seed=rank,
                )
            )
    lines = _in_final_order(tournament, lines)
    rounds = tournament.played_rounds
    missing = sum(len(round_.missing) for round_ in rounds)
    return Standings(tournament.format.ranking.columns, tuple(lines), len(rounds), missing)


def open_ties(tournament: Tournament) -> tuple[tuple[int, ...], ...]:
    """Returns those who are tied after all columns for places that a game or a lot has to decide, the best first.

    A team is named by its number.
    """
    if tournament.format.ranking.decider == "none":
        return ()
    ties, rank = [], 1
    for group in _rank(tournament):
        if len(group) > 1 and rank <= decided_places(tournament.format):
            ties.append(tuple(_number(tournament, line) for line in group))
        rank += len(group)
    return tuple(ties)


def _rank(tournament: Tournament) -> list[list[_Line]]:
    """Returns the lines in groups of those who share a rank, the best first."""
    lines = _lines(tournament)
    groups = [lines] if lines else []
    for column in tournament.format.ranking.columns:
        groups = [part for group in groups for part in _split(group, column)]
    return [part for group in groups for part in _by_decided_ties(tournament, group)]


def _lines(tournament: Tournament) -> list[_Line]:
    scored = [round_scores(tournament, round_) for round_ in tournament.played_rounds]
    members: dict[int, list[int]] = defaultdict(list)
    for entry in tournament.entries.values():
        if entry.presence == "present" or any(
            entry.number in round_.byes or round_.match_of(entry.number) for round_ in tournament.played_rounds
        ):
            members[entry.team or entry.number].append(entry.number)
    lines, line_of = [], {}
    for numbers in members.values():
        members_scores = ([scores[number] for number in numbers] for scores in scored)
        line = _Line(numbers, [None if None in each else sum_of(filter(None, each)) for each in members_scores])
        lines.append(line)
        line_of.update(dict.fromkeys(numbers, line))
    for round_, scores in zip(tournament.played_rounds, scored, strict=True):
        for match in round_.matches:
            for side, other in combinations(match.pairing.sides, 2):
                for a in side:
                    for b in other:
                        for one, two in ((a, b), (b, a)):
                            score = scores[one]
                            if score is not None and one in line_of and two in line_of:
                                line_of[one].opponents.append((line_of[two], score.points))
    return lines


_VALUES: dict[Column, Callable[[_Line], int]] = {
    "points": lambda line: line.total.points,
    "games": lambda line: line.total.games,
    "game_difference": lambda line: line.total.games - line.total.lost,
    "matches": lambda line: line.total.matches,
    "own": lambda line: line.total.own,
    "conceded": lambda line: line.total.conceded,
    "difference": lambda line: line.total.own - line.total.conceded,
    "bonus": lambda line: line.total.bonus,
    "buchholz": lambda line: sum(other.total.points for other, _ in line.opponents),
}


def _split(group: list[_Line], column: Column) -> list[list[_Line]]:
    """Returns the group in parts of equal value in *column*, the best first."""
    for line in group:
        if column != "direct":
            value: int | None = _VALUES[column](line)
        else:
            value = sum(points for other, points in line.opponents if other in group) if len(group) > 1 else None
        line.values.append(value)
    parts: dict[int, list[_Line]] = defaultdict(list)
    for line in group:
        parts[line.values[-1] or 0].append(line)
    return [parts[value] for value in sorted(parts, reverse=column != "conceded")]


def _by_decided_ties(tournament: Tournament, group: list[_Line]) -> list[list[_Line]]:
    numbers = {_number(tournament, line): line for line in group}
    for order in reversed(tournament.decided_ties):
        if len(group) > 1 and set(order) == numbers.keys():
            return [[numbers[number]] for number in order]
    return [sorted(group, key=lambda line: line.numbers)]


def _number(tournament: Tournament, line: _Line) -> int:
    return tournament.entries[line.numbers[0]].team or line.numbers[0]


def _in_final_order(tournament: Tournament, lines: list[Standing]) -> list[Standing]:
    """Returns finalists first, by the best place that they can reach; the others follow in their order."""
    reachable = reachable_places(tournament)
    if not reachable:
        return lines

    def key(line: Standing) -> tuple[int, int]:
        """Returns the sort key: entries with a place share it; others keep the ranking of the rounds."""
        best = reachable.get(line.numbers[0])
        return (len(lines), line.seed) if best is None else (best, 0 if line.place else line.seed)

    ordered = sorted(lines, key=lambda line: (*key(line), line.seed))
    keys = [key(line) for line in ordered]
    return [msgspec.structs.replace(line, rank=keys.index(key(line)) + 1) for line in ordered]
