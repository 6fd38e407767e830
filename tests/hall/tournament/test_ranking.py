"""The ranking: every column that breaks ties, against numbers worked out by hand."""

import pytest
from msgspec.structs import replace

from hall.draw.field import Pairing
from hall.formats.format import Bonus, ByeFormat, Column, PointsFormat, RankingFormat
from hall.tournament.commands import entries, results
from hall.tournament.events import Drawn, MatchResult, RoundClosed, RoundStarted
from hall.tournament.ranking import open_ties, standings
from link.messages import GamePoints
from tests.support.hall_tournaments import Played, pairs_format

CHOSEN = replace(
    pairs_format(rounds=3),
    rules={"target": 11},
    points=PointsFormat(game_won=1, bonuses=(Bonus("to_nil", 2),)),
    bye=ByeFormat(points=1, games=1, own=11),
)
ROUNDS = ({(1, 2): (11, 5), (3, 4): (11, 0)}, {(3, 1): (11, 9), (2, 4): (11, 10)}, {(1, 4): (11, 8), (2, 3): (11, 2)})
"""1 wins two, 2 wins two, 3 wins two, one of them to nil, 4 none."""
VALUES: dict[Column, dict[int, int]] = {
    "points": {1: 2, 2: 2, 3: 4, 4: 0},
    "games": {1: 2, 2: 2, 3: 2, 4: 0},
    "game_difference": {1: 1, 2: 1, 3: 1, 4: -3},
    "matches": {1: 2, 2: 2, 3: 2, 4: 0},
    "own": {1: 31, 2: 27, 3: 24, 4: 18},
    "conceded": {1: 24, 2: 23, 3: 20, 4: 33},
    "difference": {1: 7, 2: 4, 3: 4, 4: -15},
    "bonus": {1: 0, 2: 0, 3: 2, 4: 0},
    "buchholz": {1: 6, 2: 6, 3: 4, 4: 8},
}


def played(*columns: Column, rounds: tuple[dict[tuple[int, int], tuple[int, int]], ...] = ROUNDS) -> Played:
    made = Played(replace(CHOSEN, ranking=RankingFormat(columns))).register(4)
    for number, matches in enumerate(rounds, 1):
        pairings = tuple(Pairing(i, ((one,), (other,))) for i, (one, other) in enumerate(matches, 1))
        made.add([Drawn(number, 1, 1, pairings), RoundStarted(number)])
        for table, points in enumerate(matches.values(), 1):
            made.add(results.report(made.now, number, table, MatchResult((GamePoints(points),))))
        made.add([RoundClosed(number)])
    return made


@pytest.mark.parametrize("column", VALUES)
def test_each_column_has_its_value(column: Column) -> None:
    lines = standings(played(column).now).lines
    assert {line.number: line.values[0] for line in lines} == VALUES[column]
    best = sorted(VALUES[column].values(), reverse=column != "conceded")
    assert [line.values[0] for line in lines] == best
    assert [line.rank for line in lines] == [best.index(value) + 1 for value in best]


def test_columns_decide_one_after_the_other_and_equal_ones_share_a_rank() -> None:
    lines = standings(played("games", "conceded").now).lines
    assert [(line.rank, line.number, line.values) for line in lines] == [
        (1, 3, (2, 20)), (2, 2, (2, 23)), (3, 1, (2, 24)), (4, 4, (0, 33)),
    ]  # fmt: skip
    assert [line.rank for line in standings(played("games").now).lines] == [1, 1, 1, 4]


@pytest.mark.parametrize(
    ("column", "places", "ties"),
    [
        ("games", 1, ((1, 2, 3),)),
        ("points", 1, ()),
        ("points", 2, ((1, 2),)),
        ("points", 4, ((1, 2),)),
        ("game_difference", 1, ((1, 2, 3),)),
        ("difference", 1, ()),
        ("difference", 2, ((2, 3),)),
        ("difference", 3, ((2, 3),)),
        ("own", 4, ()),
        ("buchholz", 1, ()),
        ("buchholz", 2, ((1, 2),)),
    ],
)
@pytest.mark.parametrize("decider", ["none", "game", "lot"])
def test_ties_for_the_places_that_a_game_or_lot_decides(
    column: Column, places: int, ties: tuple[tuple[int, ...], ...], decider: str
) -> None:
    ranking = RankingFormat((column,), decider=decider, decider_places=places)  # type: ignore[arg-type]
    now = played(column).now
    now = replace(now, format=replace(now.format, ranking=ranking))
    assert open_ties(now) == (() if decider == "none" else ties)


def test_matches_among_those_tied_decide() -> None:
    """1 and 2 are tied, and 1 has beaten 2; 3 and 4 are not, so they need no such matches."""
    lines = standings(played("points", "direct").now).lines
    assert [(line.number, line.values) for line in lines] == [(3, (4, None)), (1, (2, 1)), (2, (2, 0)), (4, (0, None))]


def test_a_circle_of_three_is_not_decided_by_matches_among_them() -> None:
    lines = standings(played("games", "direct", "own").now).lines
    assert [line.values[1] for line in lines] == [1, 1, 1, None]
    assert [line.number for line in lines] == [1, 2, 3, 4]


def test_who_comes_late_or_was_away_gets_what_a_missed_round_counts() -> None:
    made = played("points")
    made.now = replace(made.now, format=replace(made.now.format, bye=ByeFormat(missed=1)))
    made.add(entries.leave(made.now, 4))
    made.now = replace(made.now, format=replace(made.now.format, rounds=replace(CHOSEN.rounds, number=9)))
    made.add_entry()
    made.add([Drawn(4, 1, 1, (Pairing(1, ((1,), (2,))),), byes=(3, 5))])
    lines = {line.number: line for line in standings(made.now).lines}
    assert lines[5].rounds == (1, 1, 1, 0)
    assert lines[4].rounds == (0, 0, 0, 1)
    assert not lines[4].present


def test_a_team_is_one_line_with_the_points_of_both_pairs() -> None:
    made = Played("watten-teams").register(2)
    made.add([Drawn(1, 1, 1, (Pairing(1, ((1,), (3,))), Pairing(2, ((4,), (2,))))), RoundStarted(1)])
    for table, points in ((1, (15, 3)), (2, (15, 7))):
        made.add(results.report(made.now, 1, table, MatchResult((GamePoints(points),) * 3)))
    made.add(entries.rename(made.now, 3, ["A", "B"]))
    lines = standings(made.now).lines
    assert [(line.number, line.numbers, line.name, line.values) for line in lines] == [
        (1, (1, 2), "Team 1", (3, 12)),
        (3, (3, 4), "Team 3", (3, -12)),
    ]
