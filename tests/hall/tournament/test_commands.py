"""What organisers, tables and phones may do, and what is refused in words."""

from __future__ import annotations

import random
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from hall.formats.format import ByeFormat, RoundsFormat
from hall.formats.load import check_format, preset
from hall.tournament.commands import entries, opening, results, rounds
from hall.tournament.events import (
    Arrived,
    Created,
    Left,
    Registered,
    Renamed,
    ResultReported,
    ResultTyped,
    Returned,
    Unregistered,
)
from hall.tournament.ranking import open_ties, standings
from hall.tournament.refusals import REFUSALS, HallRefusal
from hall.tournament.results import MatchResult
from hall.tournament.state import Tournament
from link.messages import GamePoints
from tests.support.hall_tournaments import Played, pairs_format

if TYPE_CHECKING:
    from collections.abc import Callable

    from hall.tournament.events import HallEvent

WON = MatchResult((GamePoints((11, 4)),))
LOST = MatchResult((GamePoints((4, 11)),))
ELEVEN = replace(pairs_format(), rules={"target": 11})


def running(count: int = 4) -> Played:
    """Returns a tournament of *count* pairs in its first round."""
    played = Played(ELEVEN).register(count)
    played.add(rounds.draw(played.now))
    played.add(rounds.start_round(played.now))
    return played


def refused(key: str, command: Callable[[], list[HallEvent]]) -> None:
    with pytest.raises(HallRefusal) as caught:
        command()
    assert caught.value.key == key
    for text in caught.value.words:
        assert "{" not in text
        assert text.endswith(".")


# Opening


def test_a_tournament_is_created_once_with_its_format_and_a_seed() -> None:
    chosen = preset("watten-3x3-13")
    assert opening.create(Tournament(), "adler-26", " Preiswatten ", chosen, 7, "Adler") == [
        Created("adler-26", "Preiswatten", chosen, 7, "Adler")
    ]
    seeds = {opening.create(Tournament(), "a", "A", chosen)[0].seed for _ in range(9)}  # type: ignore[union-attr]
    assert len(seeds) > 5
    refused("created", lambda: opening.create(Played(chosen).now, "a", "A", chosen))


@pytest.mark.parametrize("name", ["", "Adler", "a b", "a/b", "a+", "#", "-a", "a-", "ä", "a" * 33, "a\n"])
def test_a_short_name_fits_into_topics(name: str) -> None:
    refused("bad_id", lambda: opening.create(Tournament(), name, "A", ELEVEN))


def test_a_tournament_has_a_title() -> None:
    refused("no_title", lambda: opening.create(Tournament(), "a", " \n", ELEVEN))


def test_the_format_can_change_until_the_first_draw() -> None:
    played = Played(ELEVEN).register(4)
    other = preset("watten-swiss")
    played.add(opening.change_format(played.now, other))
    assert played.now.format == other
    refused("format_fixed", lambda: opening.change_format(played.now, preset("watten-singles")))
    played.add(rounds.draw(played.now))
    refused("format_fixed", lambda: opening.change_format(played.now, ELEVEN))


def test_nothing_happens_before_a_tournament_and_after_it() -> None:
    none = Tournament()
    for command in (
        lambda: entries.register(none, ["A", "B"]), lambda: rounds.draw(none), lambda: rounds.start_round(none),
        lambda: rounds.close_round(none), lambda: opening.finish(none), lambda: results.decide(none, 1, 1, WON, "x"),
    ):  # fmt: skip
        refused("not_created", command)
    played = Played(replace(ELEVEN, rounds=replace(ELEVEN.rounds, number=1))).register(4)
    refused("not_over", lambda: opening.finish(played.now))
    played.play_round(random.Random(1))
    assert played.now.phase == "over"
    played.add(opening.finish(played.now))
    refused("finished", lambda: entries.register(played.now, ["A", "B"]))
    refused("finished", lambda: rounds.draw(played.now))
    assert results.decide(played.now, 1, 1, WON, "typed wrongly")


# Entries


def test_pairs_get_start_numbers_in_turn() -> None:
    played = Played(ELEVEN)
    assert entries.register(played.now, [" Huber ", "Maier"], "TSV", present=False) == [
        Registered(1, ("Huber", "Maier"), "TSV")
    ]
    played.add(entries.register(played.now, ["Huber", "Maier"], number=12))
    assert played.add(entries.register(played.now, ["Gruber", "Wimmer"])).entries[13].label == "13 Gruber/Wimmer"
    refused("number_taken", lambda: entries.register(played.now, ["A", "B"], number=12))
    refused("bad_number", lambda: entries.register(played.now, ["A", "B"], number=0))
    refused("name_taken", lambda: entries.register(played.now, ["Maier", "Huber"]))
    refused("members", lambda: entries.register(played.now, ["Huber"]))
    refused("no_name", lambda: entries.register(played.now, ["Huber", " "]))
    refused("long_name", lambda: entries.register(played.now, ["Huber", "x" * 41]))
    refused("no_teams", lambda: entries.register_team(played.now, [["A", "B"], ["C", "D"]]))


def test_a_team_is_two_entries_that_come_and_go_together() -> None:
    played = Played("watten-teams").register(2)
    refused("teams_only", lambda: entries.register(played.now, ["A", "B"]))
    refused("teams_only", lambda: entries.register_team(played.now, [["A", "B"]]))
    assert [(entry.number, entry.team) for entry in played.now.present] == [(1, 1), (2, 1), (3, 3), (4, 3)]
    assert entries.leave(played.now, 2) == [Left(1), Left(2)]
    played.add(entries.leave(played.now, 2))
    assert entries.arrive(played.now, 1) == [Returned(1), Returned(2)]
    assert entries.unregister(played.now, 4) == [Unregistered(3), Unregistered(4)]
    played.add(entries.rename(played.now, 3, ["A", "B"], team_name="Adler"))
    assert [entry.team_name for entry in played.now.entries.values()] == ["Team 1", "Team 1", "Adler", "Adler"]


def test_who_registered_in_advance_plays_after_arriving() -> None:
    played = Played(ELEVEN).register(4)
    played.add(entries.register(played.now, ["Spät", "Später"], present=False))
    refused("presence", lambda: entries.arrive(played.now, 1))
    played.add(rounds.draw(played.now))
    assert played.now.round is not None
    assert 5 not in played.now.round.numbers
    assert entries.arrive(played.now, 5) == [Arrived(5)]
    played.add(entries.arrive(played.now, 5))
    played.add(rounds.draw_again(played.now))
    assert 5 in (*played.now.round.numbers, *played.now.round.byes)


def test_names_are_corrected_at_any_time() -> None:
    played = running()
    assert entries.rename(played.now, 2, ["Hubr", "Maier"]) == [Renamed(2, ("Hubr", "Maier"))]
    refused("no_entry", lambda: entries.rename(played.now, 9, ["A", "B"]))
    refused("name_taken", lambda: entries.rename(played.now, 2, ["P1", "Q1"]))
    assert entries.rename(played.now, 2, ["Q2", "P2"])


def test_a_removed_entry_was_never_drawn_and_its_number_stays_free() -> None:
    played = Played(ELEVEN).register(5)
    played.add(entries.unregister(played.now, 5))
    played.add_entry()
    assert sorted(played.now.entries) == [1, 2, 3, 4, 6]
    played.add(rounds.draw(played.now))
    for number in (1, 6):
        refused("has_played", lambda number=number: entries.unregister(played.now, number))


def test_who_leaves_is_not_drawn_and_comes_back() -> None:
    played = Played(ELEVEN).register(6)
    played.play_round(random.Random(1))
    played.add(entries.leave(played.now, 3))
    played.add(entries.leave(played.now, 4))
    refused("presence", lambda: entries.leave(played.now, 3))
    assert {3, 4}.isdisjoint(played.play_round(random.Random(2)).numbers)
    played.add(entries.arrive(played.now, 3))
    round_ = played.play_round(random.Random(3))
    assert 3 in (*round_.numbers, *round_.byes)
    refused("no_late_entries", lambda: entries.arrive(played.now, 4))


# Rounds


def test_a_round_is_drawn_started_played_and_closed_in_turn() -> None:
    played = Played(ELEVEN).register(4)
    refused("not_drawn", lambda: rounds.start_round(played.now))
    refused("not_drawn", lambda: rounds.close_round(played.now))
    refused("not_drawn", lambda: rounds.draw_again(played.now))
    played.add(rounds.draw(played.now))
    refused("not_running", lambda: rounds.close_round(played.now))
    refused("not_running", lambda: results.report(played.now, 1, 1, WON))
    refused("round_open", lambda: rounds.draw(played.now))
    assert played.now.phase == "drawn"
    played.add(rounds.start_round(played.now))
    assert played.now.phase == "running"
    refused("started", lambda: rounds.start_round(played.now))
    refused("missing", lambda: rounds.close_round(played.now))
    played.report_all(random.Random(1))
    played.add(rounds.close_round(played.now))
    assert played.now.phase == "between"
    refused("not_drawn", lambda: rounds.start_round(played.now))


def test_a_new_draw_is_the_next_attempt_until_there_is_a_result() -> None:
    played = running(8)
    played.add(rounds.draw_again(played.now))
    round_ = played.now.round
    assert round_ is not None
    assert (round_.number, round_.attempt, round_.seed, round_.state) == (1, 2, 1, "drawn")
    assert len(played.now.rounds) == 1
    played.add(rounds.start_round(played.now))
    played.add(results.type_in(played.now, 1, 1, WON, "Anna"))
    refused("has_results", lambda: rounds.draw_again(played.now))


def test_too_few_cannot_play() -> None:
    played = Played(ELEVEN).register(1)
    refused("too_few", lambda: rounds.draw(played.now))
    refused("too_few", lambda: rounds.draw(Played("watten-singles").register(3).now))
    refused("too_few", lambda: rounds.draw(Played("watten-teams").register(1).now))


def test_after_the_last_round_nothing_is_drawn() -> None:
    played = Played(ELEVEN).register(4)
    for seed in range(3):
        played.play_round(random.Random(seed))
    refused("all_played", lambda: rounds.draw(played.now))


def test_an_open_call_keeps_the_round_open() -> None:
    played = running()
    played.add(results.call_referee(played.now, 1, 2, "revoke?", "table", {"finding": "revoke"}))
    refused("called", lambda: results.call_referee(played.now, 1, 2))
    played.report_all(random.Random(1))
    refused("calls_open", lambda: rounds.close_round(played.now))
    assert [match.table for _, match in played.now.calls] == [2]
    refused("reason", lambda: results.decide_call(played.now, 1, 2, " "))
    refused("no_call", lambda: results.decide_call(played.now, 1, 1, "no"))
    played.add(results.decide_call(played.now, 1, 2, "two points to the others"))
    assert rounds.close_round(played.now)
    assert played.now.calls == ()


# Results


def test_a_report_of_the_table_counts_at_once_and_a_later_one_replaces_it() -> None:
    played = running()
    assert results.report(played.now, 1, 1, WON) == [ResultReported(1, 1, WON)]
    played.add(results.report(played.now, 1, 1, WON))
    assert results.report(played.now, 1, 1, WON) == []
    assert status(played) == ("agreed", WON)
    played.add(results.report(played.now, 1, 1, LOST))
    assert status(played) == ("agreed", LOST)


def status(played: Played, table: int = 1) -> tuple[str, MatchResult | None]:
    match = played.now.rounds[0].match_at(table)
    assert match is not None
    return match.status, match.result


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


def test_a_slip_can_count_at_once() -> None:
    played = Played(replace(ELEVEN, typed_twice=False)).register(4)
    played.add(rounds.draw(played.now))
    played.add(rounds.start_round(played.now))
    played.add(results.type_in(played.now, 1, 1, WON, "Anna"))
    assert status(played) == ("agreed", WON)


def test_a_slip_that_differs_from_the_table_needs_a_decision() -> None:
    played = running()
    played.add(results.report(played.now, 1, 1, WON))
    played.add(results.type_in(played.now, 1, 1, LOST, "Anna"))
    assert status(played) == ("differs", None)
    refused("missing", lambda: rounds.close_round(played.now))
    refused("reason", lambda: results.decide(played.now, 1, 1, WON, ""))
    played.add(results.decide(played.now, 1, 1, WON, "the slip was of table 2", "Anna"))
    assert status(played) == ("decided", WON)
    refused("result_decided", lambda: results.type_in(played.now, 1, 1, LOST, "Anna"))
    played.add(results.report(played.now, 1, 1, WON))
    assert status(played) == ("decided", WON)
    played.add(results.report(played.now, 1, 1, LOST))
    assert status(played) == ("contradicted", WON)
    played.add(results.report(played.now, 1, 1, WON))
    assert status(played) == ("decided", WON)


def test_a_report_after_the_round_was_closed_changes_nothing_but_is_shown() -> None:
    played = running()
    for table in (1, 2):
        played.add(results.report(played.now, 1, table, WON))
    played.add(rounds.close_round(played.now))
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


def games(*points: tuple[int, ...]) -> MatchResult:
    return MatchResult(tuple(GamePoints(each) for each in points))


IMPOSSIBLE = {
    "games": [games(), games((11, 3), (11, 4))],
    "sides": [games((11,)), games((11, 2, 3))],
    "points": [games((11, -1)), games((11, 10_000))],
    "unended": [games((10, 4))],
    "no_winner": [games((11, 11))],
    "bad_side": [MatchResult(forfeited=(2,)), MatchResult((GamePoints((11, 4), gespannt=(2,)),))],
}


@pytest.mark.parametrize("key", IMPOSSIBLE)
def test_a_result_that_cannot_be_is_refused(key: str) -> None:
    played = running()
    for result in IMPOSSIBLE[key]:
        refused(key, lambda result=result: results.type_in(played.now, 1, 1, result, "Anna"))
        if key != "games":
            refused(key, lambda result=result: results.report(played.now, 1, 1, result))


def test_a_shortened_match_is_taken_from_the_table_and_from_a_referee() -> None:
    played = Played(replace(ELEVEN, match=replace(ELEVEN.match, games=3))).register(4)
    played.add(rounds.draw(played.now))
    played.add(rounds.start_round(played.now))
    refused("games", lambda: results.type_in(played.now, 1, 1, WON, "Anna"))
    assert results.report(played.now, 1, 1, WON)
    assert results.decide(played.now, 1, 1, WON, "ended by the referee")


def test_with_a_time_limit_games_may_be_missing_or_unended() -> None:
    played = Played("watten-swiss").register(4)
    played.add(rounds.draw(played.now))
    played.add(rounds.start_round(played.now))
    for result in (games(), games((11, 3)), games((11, 3), (5, 5)), games((11, 3), (2, 11), (3, 4))):
        assert results.type_in(played.now, 1, 1, result, "Anna")
    refused("no_winner", lambda: results.type_in(played.now, 1, 1, games((12, 12)), "Anna"))


def test_only_what_the_format_counts_is_compared() -> None:
    """The device says who was gespannt, a slip of this format has no place for it."""
    played = running()
    played.add(results.report(played.now, 1, 1, MatchResult((GamePoints((11, 4), gespannt=(0, 1)),))))
    played.add(results.type_in(played.now, 1, 1, WON, "Anna"))
    assert status(played) == ("agreed", WON)


def test_who_was_gespannt_counts_for_losers_only() -> None:
    played = Played("watten-3x3-13").register(4)
    played.add(rounds.draw(played.now))
    played.add(rounds.start_round(played.now))
    game = GamePoints((13, 12), gespannt=(0, 1), gespannt_to_nil=(1,))
    played.add(results.report(played.now, 1, 1, MatchResult((game, game, game))))
    assert status(played)[1] == MatchResult((GamePoints((13, 12), gespannt=(1,)),) * 3)


def test_a_side_that_does_not_play_gets_nothing_and_the_other_what_a_bye_counts() -> None:
    played = Played(replace(ELEVEN, bye=ByeFormat(points=1))).register(4)
    played.add(rounds.draw(played.now))
    played.add(rounds.start_round(played.now))
    played.add(results.decide(played.now, 1, 1, MatchResult(WON.games, forfeited=(1, 1)), "went home"))
    match = played.now.rounds[0].matches[0]
    assert match.result == MatchResult(forfeited=(1,))
    points = {line.number: line.values[0] for line in standings(played.now).lines}
    assert [points[side[0]] for side in match.pairing.sides] == [1, 0]


def test_single_players_at_tables_of_two_are_drawn_as_pairs_are() -> None:
    chosen = replace(ELEVEN, entrants="single", rounds=RoundsFormat(5, "swiss", (2,)))
    check_format(chosen, "test")
    played = Played(chosen).register(6)
    for seed in range(5):
        played.play_round(random.Random(seed))
    assert meetings(played) == dict.fromkeys(combinations(range(1, 7), 2), 1)


# A full round robin


def play_round_robin(count: int, changes: dict[int, Callable[[Played], object]]) -> Played:
    """Plays until the rounds are over; *changes* happen after the round of their number."""
    chosen = replace(ELEVEN, rounds=replace(ELEVEN.rounds, number=0, draw="round_robin"))
    played = Played(chosen).register(count)
    while played.now.phase != "over":
        played.play_round(random.Random(1))
        changes.get(len(played.now.rounds), lambda _: None)(played)
    return played


def meetings(played: Played) -> dict[tuple[int, ...], int]:
    met = [tuple(sorted(side[0] for side in m.pairing.sides)) for r in played.now.rounds for m in r.matches]
    return {two: met.count(two) for two in met}


@pytest.mark.parametrize("count", [2, 3, 6, 7, 12])
def test_a_full_round_robin_takes_as_many_rounds_as_there_are_opponents(count: int) -> None:
    played = play_round_robin(count, {})
    assert len(played.now.rounds) == count - 1 + count % 2
    assert meetings(played) == dict.fromkeys(combinations(range(1, count + 1), 2), 1)


@pytest.mark.parametrize("count", [6, 7, 12])
def test_a_late_pair_meets_everybody_as_well(count: int) -> None:
    played = play_round_robin(count, {2: lambda played: played.add_entry()})
    assert meetings(played).keys() == set(combinations(range(1, count + 2), 2))
    assert len(played.now.rounds) <= count + 4


@pytest.mark.parametrize("count", [6, 7, 12])
def test_after_two_have_left_the_others_still_meet_everybody(count: int) -> None:
    def leave_two(played: Played) -> None:
        for number in (1, 2):
            played.add(entries.leave(played.now, number))

    played = play_round_robin(count, {2: leave_two})
    assert set(combinations(range(3, count + 1), 2)) <= meetings(played).keys()
    assert len(played.now.rounds) <= count + 2


# Ties and finals


def test_a_tie_for_the_finals_is_decided_first() -> None:
    chosen = replace(preset("watten-3x3-13"), rounds=replace(ELEVEN.rounds, number=1))
    played = Played(chosen).register(8)
    played.add(rounds.draw(played.now))
    played.add(rounds.start_round(played.now))
    for table in range(1, 5):
        played.add(results.report(played.now, 1, table, MatchResult((GamePoints((13, 5)),) * 3)))
    played.add(rounds.close_round(played.now))
    tie = open_ties(played.now)[0]
    assert len(tie) == 4
    refused("tie_open", lambda: rounds.draw(played.now))
    refused("no_tie", lambda: rounds.decide_tie(played.now, tie[:3]))
    refused("no_tie", lambda: rounds.decide_tie(played.now, (*tie[:3], tie[0])))
    order = tie[::-1]
    played.add(rounds.decide_tie(played.now, order, "game to 5"))
    assert open_ties(played.now) == ()
    assert tuple(line.number for line in standings(played.now).lines)[:4] == order
    played.add(rounds.draw(played.now))
    assert played.now.round is not None
    assert [match.pairing.sides for match in played.now.round.matches] == [
        ((order[0],), (order[1],)),
        ((order[2],), (order[3],)),
    ]


def test_a_lot_is_drawn_from_the_seed() -> None:
    played = Played(replace(preset("watten-4x1-15-quarter-finals"), rounds=replace(ELEVEN.rounds, number=1)))
    played.register(8)
    played.add(rounds.draw(played.now))
    played.add(rounds.start_round(played.now))
    for table in range(1, 5):
        played.add(results.report(played.now, 1, table, games((15, 5))))
    played.add(rounds.close_round(played.now))
    for tie in open_ties(played.now):
        events = rounds.decide_tie_by_lot(played.now, tie)
        assert events == rounds.decide_tie_by_lot(played.now, tie[::-1])
        played.add(events)
    assert open_ties(played.now) == ()


def finals(entries_: int, count: int) -> Played:
    """Returns a tournament whose rounds are played, where the lower number always won."""
    chosen = replace(ELEVEN, rounds=replace(ELEVEN.rounds, number=0, draw="round_robin"))
    played = Played(replace(chosen, finals=replace(chosen.finals, entries=entries_, third_place=True)))
    played.register(count)
    while played.now.phase != "finals_due":
        played.add(rounds.draw(played.now))
        win_all(played)
    return played


def win_all(played: Played) -> list[tuple[int, ...]]:
    """Plays the round that was drawn; the lower number wins. Returns who met."""
    played.add(rounds.start_round(played.now))
    round_ = played.now.round
    assert round_ is not None
    for match in round_.matches:
        one, other = (side[0] for side in match.pairing.sides)
        played.add(results.report(played.now, round_.number, match.table, WON if one < other else LOST))
    played.add(rounds.close_round(played.now))
    return [tuple(side[0] for side in match.pairing.sides) for match in round_.matches]


def test_finals_by_the_ranking() -> None:
    played = finals(8, 9)
    met = []
    for stage in ("quarter", "semi", "final"):
        played.add(rounds.draw(played.now))
        assert played.now.round is not None
        assert played.now.round.stage == stage
        met.append(win_all(played))
    assert met == [[(1, 8), (4, 5), (2, 7), (3, 6)], [(1, 4), (2, 3)], [(1, 2), (4, 3)]]
    lines = standings(played.now).lines
    assert [(line.rank, line.number, line.place) for line in lines] == [
        (1, 1, 1), (2, 2, 2), (3, 3, 3), (4, 4, 4), (5, 5, 5), (5, 6, 5), (5, 7, 5), (5, 8, 5), (9, 9, 0),
    ]  # fmt: skip
    assert played.now.phase == "over"
    refused("all_played", lambda: rounds.draw(played.now))


def test_while_finals_are_played_finalists_are_first() -> None:
    played = finals(4, 6)
    played.add(rounds.draw(played.now))
    win_all(played)
    ranks = [(line.rank, line.number) for line in standings(played.now).lines]
    assert ranks == [(1, 1), (2, 2), (3, 3), (3, 4), (5, 5), (6, 6)]


def test_after_the_final_the_match_for_the_third_place_may_go_on() -> None:
    played = finals(4, 6)
    played.add(rounds.draw(played.now))
    win_all(played)
    played.add(rounds.draw(played.now))
    played.add(rounds.start_round(played.now))
    assert played.now.round is not None
    played.add(results.report(played.now, played.now.round.number, 1, LOST))
    ranks = [(line.rank, line.number, line.place) for line in standings(played.now).lines]
    assert ranks == [(1, 2, 1), (2, 1, 2), (3, 3, 3), (3, 4, 3), (5, 5, 0), (6, 6, 0)]


def test_while_quarter_finals_are_played_who_has_lost_is_behind_all_who_play() -> None:
    played = finals(8, 9)
    played.add(rounds.draw(played.now))
    played.add(rounds.start_round(played.now))
    assert played.now.round is not None
    played.add(results.report(played.now, played.now.round.number, 1, WON))
    ranks = [(line.rank, line.number) for line in standings(played.now).lines]
    assert ranks == [(n, n) for n in range(1, 10)]


def test_who_has_left_does_not_reach_the_finals_and_keeps_the_points() -> None:
    played = finals(4, 6)
    played.add(entries.leave(played.now, 1))
    played.add(rounds.draw(played.now))
    assert played.now.round is not None
    assert sorted(played.now.round.numbers) == [2, 3, 4, 5]
    assert [line.number for line in standings(played.now).lines] == [2, 3, 4, 5, 1, 6]
    few = finals(4, 4)
    few.add(entries.leave(few.now, 1))
    refused("too_few", lambda: rounds.draw(few.now))


def test_a_match_of_the_finals_has_a_winner() -> None:
    played = finals(4, 4)
    played.add(rounds.draw(played.now))
    played.add(rounds.start_round(played.now))
    assert played.now.round is not None
    number = played.now.round.number
    refused("drawn_match", lambda: results.report(played.now, number, 1, MatchResult(forfeited=(0, 1))))
    assert results.report(played.now, number, 1, MatchResult(forfeited=(0,)))
    refused("no_late_entries", lambda: entries.register(played.now, ["A", "B"]))


def test_every_refusal_is_said_in_both_languages() -> None:
    for words in REFUSALS.values():
        german, english = words
        assert german != english
        for text in words:
            assert text.endswith(".")
