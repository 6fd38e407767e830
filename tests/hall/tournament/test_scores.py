"""The points of a match, as the rules of real events count them, and the scores of entries over rounds."""

import pytest
from msgspec.structs import replace

from hall.draw.field import Pairing
from hall.formats.format import ByeFormat, MatchFormat, PointsFormat
from hall.formats.load import preset
from hall.tournament.events import MatchResult
from hall.tournament.rounds import Match
from hall.tournament.scores import (
    Score,
    loser_of,
    match_winner,
    score_match,
    winner_of,
)
from hall.tournament.state import Entry, Tournament
from link.messages import GamePoints
from tests.support.hall_commands import ELEVEN, LOST, WON, games


def result(*games: tuple[int, ...]) -> MatchResult:
    return MatchResult(tuple(GamePoints(points) for points in games))


MATCHES = {
    "a point a game": ("watten-3x3-13", result((13, 8), (4, 13), (14, 0)), [2, 1]),
    "beaten back": ("watten-3x3-13", MatchResult((GamePoints((13, 11), gespannt=(1,)),)), [2, 0]),
    "the winner was gespannt": ("watten-3x3-13", MatchResult((GamePoints((13, 8), gespannt=(0,)),)), [1, 0]),
    "20 for a win, else the points": ("watten-3x3-15", result((15, 8), (15, 2), (3, 15)), [43, 30]),
    "15 and the points of the loser": ("watten-4x3-15", result((8, 15), (15, 14), (16, 3)), [38, 32]),
    "a Warme": ("watten-4x3-15", result((15, 0)), [25, 0]),
    "a Heiße": (
        "watten-4x3-15", MatchResult((GamePoints((15, 14), gespannt=(1,), gespannt_to_nil=(1,)),)), [35, 14]
    ),
    "Bobbl": ("mucken-3x2-bobbl", result((21, 5), (8, 22)), [1, 1]),
    "an account": ("schafkopf-2x32", result((48, -12, -40, 4)), [48, -12, -40, 4]),
    "an account of parts": ("gras-singles", result((10, -10, 0), (5, 5, -10)), [15, -5, -10]),
    "a match won": ("watten-swiss", result((11, 3), (11, 9), (2, 11)), [2, 0]),
    "more points decide equal games": ("watten-swiss", result((11, 3), (9, 11)), [2, 0]),
    "a drawn match": ("watten-swiss", result((11, 3), (3, 11)), [1, 1]),
    "a side does not play": ("watten-3x3-13", MatchResult(forfeited=(0,)), [0, 2]),
    "nobody plays": ("watten-3x3-13", MatchResult(forfeited=(0, 1)), [0, 0]),
}  # fmt: skip


@pytest.mark.parametrize("name", MATCHES)
def test_points_by_side(name: str) -> None:
    format_name, played, points = MATCHES[name]
    assert [score.points for score in score_match(preset(format_name), played, len(points))] == points


def test_all_that_is_counted_of_a_match() -> None:
    first, second = score_match(preset("watten-4x3-15"), result((15, 0), (3, 15), (15, 7)), 2)
    assert first == Score(points=43, games=2, lost=1, matches=1, own=33, conceded=22, bonus=10)
    assert second == Score(points=22, games=1, lost=2, matches=0, own=22, conceded=33, bonus=0)


@pytest.mark.parametrize(
    ("points", "bonus"), [((15, 0, 0), 10), ((15, 0, 3), 0), ((15, 3, 0), 0), ((0, 15, -2), 10), ((15, 15, 0), 0)]
)
def test_a_win_to_nil_is_one_against_all_others(points: tuple[int, ...], bonus: int) -> None:
    assert sum(score.bonus for score in score_match(preset("watten-4x3-15"), result(points), len(points))) == bonus


@pytest.mark.parametrize(
    ("gespannt", "to_nil", "bonus"), [((), (), 0), ((1,), (), 1), ((1, 2), (), 1), ((0,), (), 0), ((), (1,), 0)]
)
def test_one_opponent_who_had_been_gespannt_is_enough(
    gespannt: tuple[int, ...], to_nil: tuple[int, ...], bonus: int
) -> None:
    played = MatchResult((GamePoints((13, 8, 9), gespannt=gespannt, gespannt_to_nil=to_nil),))
    assert [score.bonus for score in score_match(preset("watten-3x3-13"), played, 3)] == [bonus, 0, 0]


@pytest.mark.parametrize(("when_time_is_up", "points"), [("as_it_stands", [2, 0]), ("not_counted", [1, 0])])
def test_a_game_that_time_has_ended(when_time_is_up: str, points: list[int]) -> None:
    chosen = replace(
        preset("watten-swiss"),
        match=MatchFormat(games=3, minutes=60, when_time_is_up=when_time_is_up),  # type: ignore[arg-type]
        points=PointsFormat(game_won=1),
    )
    assert [score.points for score in score_match(chosen, result((11, 5), (9, 7)), 2)] == points


@pytest.mark.parametrize(
    ("games", "unit", "winner"),
    [
        (((13, 0), (12, 13), (12, 13)), "game", 1),
        (((13, 0), (12, 13), (12, 13)), "deal", 0),
        (((9, 9), (13, 5)), "game", 0),
        (((9, 9),), "game", None),
        (((9, 9), (5, 13), (13, 4)), "game", 0),
    ],
)
def test_games_decide_a_match_and_then_points(
    games: tuple[tuple[int, int], ...], unit: str, winner: int | None
) -> None:
    chosen = replace(preset("watten-3x3-13"), match=MatchFormat(games=3, unit=unit))  # type: ignore[arg-type]
    assert match_winner(chosen, result(*games), 2) == winner


def test_only_games_that_ended_decide_a_match_where_others_do_not_count() -> None:
    match = MatchFormat(games=3, minutes=60, when_time_is_up="not_counted")
    chosen = replace(preset("watten-3x3-13"), match=match)
    assert match_winner(chosen, result((13, 12), (0, 12)), 2) == 0
    assert match_winner(chosen, result((5, 12)), 2) is None
    assert match_winner(chosen, MatchResult(forfeited=(0, 1)), 3) == 2
    assert match_winner(chosen, MatchResult(forfeited=(1,)), 3) is None


def test_the_winner_of_a_match() -> None:
    chosen = preset("watten-3x3-13")
    assert match_winner(chosen, result((13, 0), (5, 13), (2, 13)), 2) == 1
    assert match_winner(chosen, result((13, 0), (0, 13)), 2) is None
    assert match_winner(chosen, MatchResult(forfeited=(1,)), 2) == 0


CHOSEN = replace(ELEVEN, bye=ByeFormat(points=2, games=1, own=9, missed=1))
TOURNAMENT = Tournament(format=CHOSEN, entries={number: Entry(number, (f"P{number}",)) for number in range(1, 7)})
BYE, MISSED = Score(points=2, games=1, own=9), Score(points=1)


@pytest.mark.parametrize(
    ("result", "winner", "loser"),
    [
        pytest.param(WON, 7, 3, id="the first side"),
        pytest.param(LOST, 3, 7, id="the second side"),
        pytest.param(games((11, 4), (4, 11)), None, None, id="a drawn match"),
        pytest.param(MatchResult(forfeited=(0,)), 3, 7, id="the first side did not come"),
        pytest.param(MatchResult(forfeited=(0, 1)), None, None, id="neither came"),
        pytest.param(None, None, None, id="no result"),
    ],
)
def test_a_match_between_two_has_a_winner_and_a_loser(
    result: MatchResult | None, winner: int | None, loser: int | None
) -> None:
    match = Match(Pairing(1, ((7,), (3,))), reported=result)
    assert (winner_of(TOURNAMENT, match), loser_of(TOURNAMENT, match)) == (winner, loser)
