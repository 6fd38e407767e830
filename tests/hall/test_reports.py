"""What leaves the hall."""

import csv
import io
import json

import msgspec
import pytest

from hall.draw.field import Pairing
from hall.reports import REPORTS, Report, as_csv, as_json, as_lines, table_of
from hall.tournament.commands import course, entries, results
from hall.tournament.events import Drawn, MatchResult, RoundStarted, StoredEvent
from hall.tournament.fold import fold
from link.messages import GamePoints
from tests.support.hall_tournaments import Played


def played() -> Played:
    """Returns a tournament of five pairs with a round of which one result is missing."""
    made = Played("watten-3x3-13", 7).register(4)
    made.add(entries.register(made.now, ["=Huber", "Ä, Maier"], "TSV"))
    made.add([Drawn(1, 1, 7, (Pairing(1, ((1,), (2,))), Pairing(2, ((5,), (3,)))), (4,)), RoundStarted(1)])
    games = (GamePoints((13, 12), gespannt=(1,)), GamePoints((3, 13)), GamePoints((14, 5)))
    made.add(results.decide(made.now, 1, 2, MatchResult(games), "counted again"))
    return made


def rows(report: Report) -> list[dict[str, str]]:
    text = as_csv(table_of(played().now, report))
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:], newline="")))


def test_the_ranking_as_a_table() -> None:
    assert rows("ranking")[0] == {
        "rank": "1", "number": "5", "name": "'=Huber/Ä, Maier", "club": "TSV", "points": "3", "own": "30",
        "round_1": "3",
    }  # fmt: skip
    assert rows("ranking")[-1]["round_1"] == ""


def test_pairings_as_a_table_with_seed_and_byes() -> None:
    listed = rows("pairings")
    assert [(row["table"], row["side"], row["numbers"]) for row in listed] == [
        ("1", "1", "1"), ("1", "2", "2"), ("2", "1", "5"), ("2", "2", "3"), ("", "", "4"),
    ]  # fmt: skip
    assert {(row["round"], row["attempt"], row["seed"]) for row in listed} == {("1", "1", "7")}


def test_results_as_a_table() -> None:
    listed = rows("results")
    assert [(row["points"], row["status"]) for row in listed[:2]] == [("", "missing")] * 2
    assert listed[2] == {
        "round": "1", "stage": "round", "table": "2", "side": "1", "numbers": "5", "names": "'=Huber/Ä, Maier",
        "games": "13 3 14", "gespannt": "", "gespannt_to_nil": "", "forfeited": "0", "points": "3", "games_won": "2",
        "status": "decided", "reason": "counted again",
    }  # fmt: skip
    assert (listed[3]["gespannt"], listed[3]["games"]) == ("1", "12 13 5")


def test_entries_as_a_table() -> None:
    assert [row["presence"] for row in rows("entries")] == ["present"] * 5


@pytest.mark.parametrize("report", REPORTS)
def test_json_says_the_same_with_numbers_as_numbers(report: Report) -> None:
    table = table_of(played().now, report)
    objects = json.loads(as_json(table))
    assert [tuple(each.values()) for each in objects] == list(table.rows)
    assert all(tuple(each) == table.columns for each in objects)


def test_a_semicolon_where_numbers_have_a_comma() -> None:
    assert as_csv(table_of(played().now, "entries"), ";").startswith("\ufeffnumber;name;")


def test_the_whole_tournament_as_lines_replays() -> None:
    made = played()
    made.add(results.report(made.now, 1, 1, MatchResult((GamePoints((13, 1)),) * 3)))
    made.add(course.close_round(made.now))
    stored = [StoredEvent(place, float(place + 1), event) for place, event in enumerate(made.events)]
    read = msgspec.json.Decoder(StoredEvent).decode_lines(as_lines(stored))
    assert read == stored
    assert [line.event for line in read] == made.events
    assert fold((line.event, line.time) for line in read) == made.now
