"""The slips of all tables on one form: rows by table, which slip each wants, and what is wrong with one."""

import re

import pytest

from hall.tournament.scores import score_match
from tests.support.running_hall import Organiser, RunningHall

MATCH = [13, 7, 9, 13, 13, 11]


def playing(hall: RunningHall, preset: str = "watten-3x3-13", pairs: int = 8, **fields: object) -> Organiser:
    organiser = hall.organiser()
    organiser.create(preset, **fields)
    for number in range(pairs):
        single = hall.tournament.format.entrants == "single"
        organiser.do("register", members=[f"A{number}"] if single else [f"A{number}", f"B{number}"])
    organiser.start_round()
    return organiser


def rows(organiser: Organiser) -> list[tuple[str, str]]:
    """Returns table and slip of each row that is still to be typed."""
    return re.findall(r'data-table="(\d+)".*?name="by" value="slip (\d)"', organiser.get("/slips").text, re.DOTALL)


def test_every_table_has_a_row_until_its_result_is_there(hall: RunningHall) -> None:
    organiser = playing(hall)
    assert 'class="main button" href="/slips"' in organiser.get("/round").text
    assert rows(organiser) == [("1", "1"), ("2", "1"), ("3", "1"), ("4", "1")]
    organiser.type_in(1, 2, MATCH, (1,))
    organiser.type_in(1, 3, MATCH)
    assert rows(organiser) == [("1", "1"), ("2", "2"), ("4", "1")]
    organiser.type_in(1, 2, [*MATCH[:4], 11, 13], (2,))
    page = organiser.get("/slips").text
    assert rows(organiser) == [("1", "1"), ("4", "1")], "a difference is decided, not typed"
    assert 'href="/match/1002"' in page
    for table in (1, 4):
        organiser.type_in(1, table, MATCH)
    organiser.do("decide", round=1, table=2, claim=0, reason="seen")
    assert "Alle Ergebnisse sind da." in organiser.get("/slips").text
    organiser.do("close_round")
    assert "Gerade wird keine Runde gespielt." in organiser.get("/slips").text


@pytest.mark.parametrize("twice", [True, False])
def test_the_answer_says_which_slip_comes_next(hall: RunningHall, twice: bool) -> None:
    organiser = playing(hall, typed_twice=twice)
    first = organiser.do("type_in", round=1, table=1, points=MATCH, by="slip 1").json
    assert first == {"ok": True, "text": "Zweiter Zettel fehlt" if twice else "Fertig", "slip": 2 if twice else 0}
    if twice:
        other = [*MATCH[:4], 11, 13]
        second = organiser.do("type_in", round=1, table=1, points=other, by="slip 2").json
        assert second == {"ok": True, "text": "Ergebnisse verschieden", "slip": 0}


def test_what_is_wrong_with_a_slip_is_named(hall: RunningHall) -> None:
    organiser = playing(hall)
    for points, fault in (
        ([13, 7, 9, 13], "2 Spiele, es müssen 3 sein."),
        ([13, 7, 9, None, 13, 11], "Bei jedem Spiel fehlen noch Punkte."),
        ([13, 7, 9, 12, 13, 11], "Spiel 2: 9:12, niemand hat 13 erreicht."),
        ([13, 13, 9, 13, 13, 11], "Spiel 1: 13:13 hat keinen Sieger."),
        ([13, 7, 9, 13, 130, 11], "Spiel 3: 130 Punkte gibt es nicht."),
        ([13, -7, 9, 13, 13, 11], "Spiel 1: -7 Punkte gibt es nicht."),
    ):
        refused = organiser.command("type_in", round=1, table=1, points=points, by="slip 1")
        assert (refused.status >= 400, refused.json["text"]) == (True, fault)


@pytest.mark.parametrize(("gespannt", "bonus"), [([], [0, 0, 0]), ([True, False, True], [1, 0, 1])])
def test_one_mark_a_game_says_that_its_loser_was_gespannt(
    hall: RunningHall, gespannt: list[bool], bonus: list[int]
) -> None:
    organiser = playing(hall)
    assert organiser.get("/slips").text.count('name="loser_gespannt[]"') == 12
    for slip in ("slip 1", "slip 2"):
        organiser.do("type_in", round=1, table=1, points=MATCH, by=slip, loser_gespannt=gespannt)
    result = hall.round.matches[0].result
    assert result is not None
    assert [len(game.gespannt) for game in result.games] == bonus


@pytest.mark.parametrize(
    "marks",
    [{"loser_gespannt_to_nil": [False, True]}, {"gespannt_to_nil": [False] * 2 + [True] * 2}],
    ids=["row", "form"],
)
def test_a_heisse_is_typed_and_pays(hall: RunningHall, marks: dict[str, list[bool]]) -> None:
    """Points do not say it: whoever lost was gespannt while the winner had no point."""
    organiser = playing(hall, "watten-4x3-15", typed_twice=False)
    assert organiser.get("/slips").text.count('name="loser_gespannt_to_nil[]"') == 12
    assert 'name="gespannt_to_nil[]"' in organiser.get("/match/1001").text
    assert "loser_gespannt[]" not in organiser.get("/slips").text, "this format pays for a Heiße only"
    organiser.do("type_in", round=1, table=1, points=[15, 7, 15, 14, 15, 0], by="slip 1", **marks)
    result = hall.round.matches[0].result
    assert result is not None
    assert [game.gespannt_to_nil for game in result.games] == [(), (1,), ()]
    assert score_match(hall.tournament.format, result, 2)[0].bonus == 20 + 10, "a Heiße and a Warme"


@pytest.mark.parametrize(("points", "text"), [([20, -5, -5, -10], "Fertig"), ([20, -5, -5, 10], "nicht 0.")])
def test_accounts_of_plus_and_minus_add_up_to_nothing(hall: RunningHall, points: list[int], text: str) -> None:
    organiser = playing(hall, "schafkopf-2x32", typed_twice=False)
    answer = organiser.command("type_in", round=1, table=1, points=points, by="slip 1")
    assert answer.json["text"].endswith(text)
    assert organiser.command("decide", round=1, table=1, points=points, reason="Strafe").status == 200
