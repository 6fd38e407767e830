"""Results from tables and slips, and what cannot be."""

import pytest
from msgspec.structs import replace

from hall.formats.format import ByeFormat
from hall.tournament.commands import course, results
from hall.tournament.events import MatchResult, ResultReported, ResultTyped
from hall.tournament.ranking import standings
from link.messages import GamePoints
from tests.support.hall_commands import ELEVEN, LOST, WON, games, refused, running, status
from tests.support.hall_tournaments import Played


def test_a_report_of_the_table_counts_at_once_and_a_later_one_replaces_it() -> None:
    played = running()
    assert results.report(played.now, 1, 1, WON) == [ResultReported(1, 1, WON)]
    played.add(results.report(played.now, 1, 1, WON))
    assert results.report(played.now, 1, 1, WON) == []
    assert status(played) == ("agreed", WON)
    played.add(results.report(played.now, 1, 1, LOST))
    assert status(played) == ("agreed", LOST)


def test_a_slip_counts_when_two_people_have_typed_the_same() -> None:
    played = running()
    refused("typist", lambda: results.type_in(played.now, 1, 1, WON, " "))
    assert results.type_in(played.now, 1, 1, WON, "Anna") == [ResultTyped(1, 1, WON, "Anna")]
    played.add(results.type_in(played.now, 1, 1, WON, "Anna"))
    assert status(played) == ("typed_once", None)
    assert results.type_in(played.now, 1, 1, WON, "Anna") == []
    played.add(results.type_in(played.now, 1, 1, LOST, "Ben"))
    assert status(played) == ("differs", None)
    played.add(results.type_in(played.now, 1, 1, WON, "Ben"))
    assert status(played) == ("agreed", WON)


def test_a_slip_that_differs_from_the_table_needs_a_decision() -> None:
    played = running()
    played.add(results.report(played.now, 1, 1, WON))
    played.add(results.type_in(played.now, 1, 1, LOST, "Anna"))
    assert status(played) == ("differs", None)
    refused("missing", lambda: course.close_round(played.now))
    refused("reason", lambda: results.decide(played.now, 1, 1, WON, ""))
    played.add(results.decide(played.now, 1, 1, WON, "the slip was of table 2"))
    assert status(played) == ("decided", WON)
    refused("result_decided", lambda: results.type_in(played.now, 1, 1, LOST, "Anna"))
    played.add(results.report(played.now, 1, 1, WON))
    assert status(played) == ("decided", WON)
    played.add(results.report(played.now, 1, 1, LOST))
    assert status(played) == ("contradicted", WON)
    played.add(results.report(played.now, 1, 1, WON))
    assert status(played) == ("decided", WON)


def test_reports_that_differ_before_the_round_is_closed_contradict_nothing() -> None:
    played = running()
    for result in (WON, LOST, WON, LOST):
        played.add(results.report(played.now, 1, 1, result))
    played.add(results.report(played.now, 1, 2, WON))
    played.add(course.close_round(played.now))
    assert status(played) == ("agreed", LOST)


def test_a_contradiction_stays_until_the_settled_result_is_reported() -> None:
    played = running()
    for table in (1, 2):
        played.add(results.report(played.now, 1, table, WON))
    played.add(course.close_round(played.now))
    other = games((11, 5))
    for result, expected in (
        (LOST, "contradicted"),
        (LOST, "contradicted"),  # sent again
        (other, "contradicted"),
        (WON, "agreed"),
        (other, "contradicted"),
    ):
        played.add(results.report(played.now, 1, 1, result))
        assert status(played) == (expected, WON)


@pytest.mark.parametrize(
    ("key", "result", "values"),
    [
        ("games", games(), {"got": 0, "expected": 1}),
        ("sides", games((11,)), {"game": 1, "got": 1, "expected": 2}),
        ("points", games((11, -1)), {"game": 1, "value": -1}),
        ("unended", games((10, 4)), {"game": 1, "points": "10:4", "target": 11}),
        ("no_winner", games((11, 11)), {"game": 1, "points": "11:11"}),
        ("bad_side", MatchResult(forfeited=(2,)), {"side": 3}),
    ],
)
def test_a_refused_result_is_told_with_its_numbers(key: str, result: MatchResult, values: dict[str, object]) -> None:
    played = running()
    refused(key, lambda: results.type_in(played.now, 1, 1, result, "Anna"), **values)


def test_a_report_after_the_round_was_closed_changes_nothing_but_is_shown() -> None:
    played = running()
    for table in (1, 2):
        played.add(results.report(played.now, 1, table, WON))
    played.add(course.close_round(played.now))
    before = standings(played.now)
    played.add(results.report(played.now, 1, 1, LOST))
    assert status(played) == ("contradicted", WON)
    assert standings(played.now) == before
    refused("result_decided", lambda: results.type_in(played.now, 1, 1, LOST, "Anna"))
    played.add(results.decide(played.now, 1, 1, LOST, "counted again"))
    assert status(played) == ("decided", LOST)
    assert standings(played.now) != before


def test_results_are_of_matches_that_were_drawn() -> None:
    played = running()
    for number in (0, 2, -1):
        refused("no_round", lambda number=number: results.report(played.now, number, 1, WON))
    for table in (0, 3):
        refused("no_table", lambda table=table: results.report(played.now, 1, table, WON))


IMPOSSIBLE = {
    "games": [games(), games((11, 3), (11, 4))],
    "sides": [games((11,)), games((11, 2, 3))],
    "points": [games((11, -1)), games((11, 10_000)), games((10_000, 11)), games((22, 4)), games((9_999, 1))],
    "unended": [games((10, 4))],
    "no_winner": [games((11, 11)), games((12, 11))],
    "bad_side": [MatchResult(forfeited=(2,)), MatchResult((GamePoints((11, 4), gespannt=(2,)),))],
}


@pytest.mark.parametrize("key", IMPOSSIBLE)
def test_a_result_that_cannot_be_is_refused(key: str) -> None:
    played = running()
    for result in IMPOSSIBLE[key]:
        refused(key, lambda result=result: results.type_in(played.now, 1, 1, result, "Anna"))
        if key != "games":
            refused(key, lambda result=result: results.report(played.now, 1, 1, result))


@pytest.mark.parametrize(
    ("points", "key"),
    [
        pytest.param((31, 3), None, id="to the target"),
        pytest.param((99, 30), None, id="doubled"),
        pytest.param((3, 1), "unended", id="below the target"),
        pytest.param((33, 31), "no_winner", id="a game ends when the first side has reached the target"),
        pytest.param((31, -1), "points", id="nobody loses points"),
    ],
)
def test_a_slip_of_bauerchen_is_to_the_target(points: tuple[int, int], key: str | None) -> None:
    """BA20"""
    played = running(chosen=replace(ELEVEN, game="bauerchen", rules={"target": 31}))
    if key:
        refused(key, lambda: results.type_in(played.now, 1, 1, games(points), "Anna"))
    else:
        assert results.type_in(played.now, 1, 1, games(points), "Anna")


def test_a_shortened_match_is_taken_from_the_table_and_from_a_referee() -> None:
    played = Played(replace(ELEVEN, match=replace(ELEVEN.match, games=3))).register(4)
    played.start_round()
    refused("games", lambda: results.type_in(played.now, 1, 1, WON, "Anna"))
    assert results.report(played.now, 1, 1, WON)
    assert results.decide(played.now, 1, 1, WON, "ended by the referee")


def test_with_a_time_limit_games_may_be_missing_or_unended() -> None:
    played = Played("watten-swiss").register(4)
    played.start_round()
    for result in (games(), games((11, 3)), games((11, 3), (5, 5)), games((11, 3), (2, 11), (3, 4))):
        assert results.type_in(played.now, 1, 1, result, "Anna")
    for tied in ((12, 12), (11, 11)):
        refused("no_winner", lambda tied=tied: results.type_in(played.now, 1, 1, games(tied), "Anna"))
    assert results.type_in(played.now, 1, 1, games((20, 3)), "Anna")
    refused("points", lambda: results.type_in(played.now, 1, 1, games((9_999, 3)), "Anna"))


def test_only_what_the_format_counts_is_compared() -> None:
    """The device says who was gespannt, a slip of this format has no place for it."""
    played = running()
    played.add(results.report(played.now, 1, 1, MatchResult((GamePoints((11, 4), gespannt=(0, 1)),))))
    played.add(results.type_in(played.now, 1, 1, WON, "Anna"))
    assert status(played) == ("agreed", WON)


def test_who_was_gespannt_counts_for_losers_only() -> None:
    played = Played("watten-3x3-13").register(4)
    played.start_round()
    game = GamePoints((13, 12), gespannt=(0, 1), gespannt_to_nil=(1,))
    played.add(results.report(played.now, 1, 1, MatchResult((game, game, game))))
    assert status(played)[1] == MatchResult((GamePoints((13, 12), gespannt=(1,)),) * 3)


def test_a_side_that_does_not_play_gets_nothing_and_the_other_what_a_bye_counts() -> None:
    played = Played(replace(ELEVEN, bye=ByeFormat(points=1))).register(4)
    played.start_round()
    played.add(results.decide(played.now, 1, 1, MatchResult(WON.games, forfeited=(1, 1)), "went home"))
    match = played.now.rounds[0].matches[0]
    assert match.result == MatchResult(forfeited=(1,))
    points = {line.number: line.values[0] for line in standings(played.now).lines}
    assert [points[side[0]] for side in match.pairing.sides] == [1, 0]
