"""The hall over HTTP: views in three languages, the course of a tournament, and what is handed in."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from hall.formats.load import preset_names
from hall.live_hall import LiveMatch
from hall.storage.hall_file import HallFileError
from link.messages import GamePoints
from tests.support.examples import one_in
from tests.support.running_hall import Organiser, RunningHall, noticed, running_hall
from web.hall.rendering import VIEWS

HOSTILE = "<b onload=alert(1)>&\"' {{t}}"
MATCH = [13, 7, 9, 13, 13, 11]


@pytest.fixture
def organiser(hall: RunningHall) -> Organiser:
    """The organiser of a tournament for which 15 pairs are there."""
    organiser = hall.organiser()
    organiser.create()
    organiser.register(15)
    return organiser


def started(organiser: Organiser) -> Organiser:
    organiser.start_round()
    return organiser


def check_every_view(organiser: Organiser, numbers: tuple[str, ...] = ("", "/1", "/1001")) -> None:
    for view, kind in VIEWS.items():
        for number in numbers if kind.number != "none" else ("",):
            answer = organiser.get(f"/{view}{number}")
            if answer.status == 303:
                assert answer.headers["location"] == "/new", view
                continue
            assert answer.status == 200, view
            assert "None" not in answer.text, view
            assert "&lt;/" not in answer.text, f"{view}: a tag is shown as text"
            assert not re.search(r'(?:src|href)="(?!/)', answer.text), f"{view}: everything comes from the hall itself"
            assert not re.search(r'<script(?![^>]*src=)|style="| on\w+="', answer.text), f"{view}: nothing is inline"


@pytest.mark.parametrize("view", ["format", "round", "desk"])
def test_no_view_of_a_tournament_is_followed_before_there_is_one(hall: RunningHall, view: str) -> None:
    assert hall.organiser().get(f"/{view}").headers["location"] == "/new"
    assert hall.organiser().get(f"/events?view={view}").status == 403


@pytest.mark.slow
@pytest.mark.parametrize("language", one_in(3, ["de", "bar", "en"]))
def test_every_view_at_every_stage(hall: RunningHall, language: str) -> None:
    organiser = hall.organiser()
    organiser.get(f"/language/{language}")
    check_every_view(organiser)
    organiser.create()
    organiser.register(9)
    check_every_view(organiser)
    started(organiser)
    hall.tables.set(1, LiveMatch(stage="playing", games=(GamePoints((13, 7)),), score=(4, 2)))
    hall.tables.set(2, LiveMatch(is_up=False, calls_referee=True))
    organiser.type_in(1, 3, MATCH, (1,))
    check_every_view(organiser)
    for match in hall.round.missing:
        organiser.do("decide", round=1, table=match.table, points=MATCH, reason="seen")
    organiser.do("close_round")
    check_every_view(organiser)


@pytest.mark.slow
@pytest.mark.parametrize("preset", one_in(24, preset_names()))
def test_every_preset_can_be_chosen_and_drawn(hall: RunningHall, preset: str) -> None:
    organiser = hall.organiser()
    organiser.create(preset)
    kind = hall.tournament.format.entrants
    for number in range(12):
        if kind == "team":
            pairs = {f"pair{pair}": [f"A{number}{pair}", f"B{number}{pair}"] for pair in (1, 2)}
            organiser.do("register", name=f"Team {number}", **pairs)
        else:
            names = [f"A{number}", f"B{number}"][: 1 if kind == "single" else 2]
            organiser.do("register", members=names)
    started(organiser)
    check_every_view(organiser, ("", "/1001"))


@pytest.mark.slow
def test_names_however_hostile_are_only_text(hall: RunningHall) -> None:
    organiser = hall.organiser()
    organiser.create(title=HOSTILE)
    organiser.do("register", members=[HOSTILE[:20], "W" * 24], club=HOSTILE)
    organiser.register(3)
    started(organiser)
    for view in VIEWS:
        text = organiser.get(f"/{view}/1").text + organiser.get(f"/{view}").text
        assert "<b onload" not in text, view
    assert "&lt;b onload" in organiser.get("/desk").text


def test_an_entry_gets_its_number_and_may_leave_and_come_back(hall: RunningHall, organiser: Organiser) -> None:
    answer = organiser.do("register", members=["Resi", "Cilli"], present=False)
    assert answer.json["text"] == "Nummer 16: Resi/Cilli"
    assert hall.tournament.entries[16].presence == "expected"
    organiser.do("arrive", number=16)
    organiser.do("leave", number=16)
    assert hall.tournament.entries[16].presence == "left"
    organiser.do("arrive", number=16)
    organiser.do("rename", number=16, members=["Resi", "Cäcilie"], club="Rott")
    assert hall.tournament.entries[16].name == "Resi/Cäcilie"
    organiser.do("unregister", number=16)
    assert 16 not in hall.tournament.entries


def test_a_refusal_is_said_in_the_language_of_the_page(organiser: Organiser) -> None:
    assert "schon" in organiser.command("register", members=["Huber", "Maier"]).json["text"]
    organiser.get("/language/en")
    refused = organiser.command("register", members=["Huber", "Maier"])
    assert (refused.status, refused.json["ok"]) == (409, False)
    assert "is number 1 already" in refused.json["text"]


def test_a_draw_is_looked_at_and_drawn_again(hall: RunningHall, organiser: Organiser) -> None:
    organiser.do("draw")
    first = organiser.get("/round").text
    assert f"Losnummer {hall.tournament.seed}, 1. Auslosung" in first
    organiser.do("draw_again")
    assert f"Losnummer {hall.tournament.seed}, 2. Auslosung" in organiser.get("/round").text
    assert hall.phone().get("/pairings").text.count('class="table"') == 7


def test_a_slip_counts_once_both_agree(hall: RunningHall, organiser: Organiser) -> None:
    started(organiser)
    organiser.type_in(1, 1, MATCH, (1,))
    assert "2. Zettel" in organiser.get("/match/1001").text
    organiser.type_in(1, 1, MATCH, (2,))
    assert hall.round.matches[0].status == "agreed"
    organiser.type_in(1, 2, MATCH, (1,))
    organiser.type_in(1, 2, [13, 7, 13, 9, 13, 11], (2,))
    page = organiser.get("/match/1002").text
    assert "13:7, 9:13, 13:11" in page
    assert "13:7, 13:9, 13:11" in page
    organiser.do("decide", round=1, table=2, claim=1, reason="Zettel verglichen")
    assert hall.round.matches[1].status == "decided"
    assert "Entschieden: Zettel verglichen" in organiser.get("/match/1002").text


@pytest.mark.parametrize(("twice", "asks"), [(True, "1. Zettel eintippen"), (False, "Zettel eintippen")])
def test_a_slip_that_counts_at_once_asks_for_no_second_one(hall: RunningHall, twice: bool, asks: str) -> None:
    organiser = hall.organiser()
    organiser.create(typed_twice=twice)
    organiser.register(4)
    started(organiser)
    page = organiser.get("/match/1001").text
    assert f"<h2>{asks}</h2>" in page
    assert ("Jede Seite gibt einen Zettel ab." in page) is twice
    assert f'data-then="{"/match/1001" if twice else "/round"}"' in page


def test_a_game_without_the_points_of_a_side_is_refused(organiser: Organiser) -> None:
    started(organiser)
    refused = organiser.command("type_in", round=1, table=1, points=[13, None, 9, 13, 13, 11], by="slip 1")
    assert (refused.status, refused.json["text"]) == (400, "Bei jedem Spiel fehlen noch Punkte.")


STATES_OF_A_TABLE = (
    (LiveMatch(calls_referee=True, stage="playing"), "Schiedsrichter gerufen"),
    (LiveMatch(is_up=False), "Gerät nicht da"),
    (LiveMatch(stage="announced"), "noch nicht begonnen"),
    (LiveMatch(stage="playing", games=(GamePoints((13, 7)),), score=(4, 2)), "13:7, 4:2"),
    (LiveMatch(stage="finished"), "wird bestätigt"),
    (None, "läuft, auf Zettel"),
)


def test_the_state_of_a_table(hall: RunningHall, organiser: Organiser) -> None:
    started(organiser)
    for live, text in STATES_OF_A_TABLE:
        hall.tables.set(3, live)
        hall.hall.look()
        assert text in organiser.get("/match/1003").text
        assert text in organiser.get("/round").text, text


@pytest.mark.parametrize(
    ("live", "passed_s", "is_late"),
    one_in(
        3,
        [
            (LiveMatch(stage="announced"), 200, False),
            (LiveMatch(stage="announced"), 400, True),
            (LiveMatch(stage="playing"), 400, False),
            (None, 400, False),
            (None, 45 * 60 + 1, True),
        ],
    ),
)
def test_a_table_is_late(hall: RunningHall, live: LiveMatch | None, passed_s: int, is_late: bool) -> None:
    organiser = hall.organiser()
    organiser.create(minutes=45)
    organiser.register(4)
    started(organiser)
    begin = hall.round.started
    hall.tables.set(1, live)
    hall.hall.clock = lambda: begin + passed_s
    hall.hall.look()
    assert ("spät dran" in organiser.get("/match/1001").text) is is_late


def test_a_player_finds_himself_and_is_remembered(hall: RunningHall, organiser: Organiser) -> None:
    started(organiser)
    phone = hall.phone()
    assert phone.get("/").headers["location"] == "/players"
    assert "Huber/<wbr>Maier" in phone.get("/players").text
    round_ = hall.round
    match = round_.matches[2]
    (number,), (other,) = match.pairing.sides
    phone.get(f"/player/{number}")
    assert phone.get("/").headers["location"] == "/me"
    text = phone.get("/me").text
    assert f'<p class="digits">{match.table}</p>' in text
    assert hall.tournament.name_of(other).replace("/", "/<wbr>") in text
    bye = round_.byes[0]
    assert "Diese Runde hast du frei" in phone.get(f"/player/{bye}").text


def test_a_result_is_on_every_phone_at_once(hall: RunningHall, organiser: Organiser) -> None:
    started(organiser)
    phone, other = hall.phone(), hall.phone()
    with phone.follow("ranking") as one, other.follow("pairings") as two:
        one.next()
        two.next()
        organiser.type_in(1, 4, MATCH)
        assert "35" in one.until("35")["html"]
        two.until("13:7, 9:13, 13:11")


def test_a_table_that_moves_wakes_those_who_look(hall: RunningHall, organiser: Organiser) -> None:
    started(organiser)
    with hall.phone().follow("board") as stream:
        stream.next()
        hall.tables.set(1, LiveMatch(stage="playing", score=(5, 3)))
        stream.until("(5:3)")


def test_a_referee_is_called_and_decides(hall: RunningHall, organiser: Organiser) -> None:
    started(organiser)
    organiser.do("call_referee", round=1, table=2, text="Streit um den Schlag")
    assert "Streit um den Schlag" in organiser.get("/calls").text
    assert '<b class="count">1</b>' in organiser.get("/desk").text
    assert "noch gerufen" in _close_refused(hall, organiser)
    organiser.do("decide_call", round=1, table=2, text="Spiel zählt")
    text = organiser.get("/calls").text
    assert "Niemand ruft." in text
    assert "Spiel zählt" in text


@pytest.mark.slow
def test_what_a_device_has_noticed_stands_with_its_match(
    hall: RunningHall, organiser: Organiser, tmp_path: Path
) -> None:
    started(organiser)
    hall.tables.noticed[2] = noticed(tmp_path)
    assert "L8.webp" not in organiser.get("/calls").text, "nobody has called"
    hall.tables.set(2, LiveMatch(stage="playing", calls_referee=True, findings=1))
    hall.hall.look()
    for view in ("/calls", "/match/1002"):
        text = organiser.get(view).text
        assert "Toni: Nicht bedient" in text
        assert text.index("L7.webp") < text.index("S9.webp") < text.index("L8.webp"), "led, play and proof"
    assert "L8.webp" not in organiser.get("/match/1001").text


def _close_refused(hall: RunningHall, organiser: Organiser) -> str:
    for match in hall.round.missing:
        organiser.type_in(1, match.table, MATCH)
    answer = organiser.command("close_round")
    assert answer.status == 409
    return str(answer.json["text"])


@pytest.mark.parametrize(
    "live",
    one_in(
        3,
        [
            LiveMatch(True, "playing", (GamePoints(()),), ()),
            LiveMatch(True, "playing", (GamePoints((13, 5)), GamePoints((13,))), (1, 2, 3)),
            LiveMatch(False, "finished", (), (7,)),
        ],
    ),
)
def test_a_report_without_its_sides_blanks_no_page(hall: RunningHall, organiser: Organiser, live: LiveMatch) -> None:
    started(organiser)
    hall.tables.set(1, live)
    for view in ("round", "match/1001", "pairings", "board", "me", "results", "calls", "devices", "print/results"):
        assert organiser.get(f"/{view}").status == 200, view
    with organiser.follow("board") as stream:
        assert "html" in stream.next()


def test_a_full_disk_is_said_and_the_command_may_be_repeated(
    organiser: Organiser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise HallFileError("got database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr("hall.storage.hall_file.HallFile.transaction", fail)
        patched.setattr("hall.storage.hall_file.HallFile.back_up", fail)
        refused = organiser.command("register", members=["Neu", "Einer"])
        assert (refused.status, refused.json["ok"]) == (507, False)
        assert "Nicht gespeichert" in refused.json["text"]
        assert organiser.get("/export/database").status == 503
    assert organiser.command("register", members=["Neu", "Einer"]).status == 200


def test_files_to_take_along(hall: RunningHall, organiser: Organiser, tmp_path: Path) -> None:
    started(organiser)
    organiser.type_in(1, 1, MATCH)
    ranking = organiser.get("/export/ranking.csv")
    assert ranking.text.splitlines()[0].endswith("rank;number;name;club;points;own;round_1")
    assert 'filename="preiswatten-griesstaett-' in ranking.headers["content-disposition"]
    assert organiser.get("/export/results.json").json[0]["games"] == "13 9 13"
    assert len(organiser.get("/export/tournament.jsonl").text.splitlines()) == hall.hall.record.count
    assert organiser.get("/export/passwords.csv").status == 404
    with closing(sqlite3.connect(hall.path)) as own:
        assert own.execute("select count(*) from hall_event").fetchone()[0] == hall.hall.record.count
    assert organiser.get("/export/database").status == 200


def test_a_tournament_is_there_again_from_its_file(hall: RunningHall, organiser: Organiser, tmp_path: Path) -> None:
    started(organiser)
    organiser.type_in(1, 1, MATCH)
    before = hall.tournament
    copy = tmp_path / "copy"
    copy.mkdir()
    with closing(sqlite3.connect(hall.path)) as own, closing(sqlite3.connect(copy / hall.path.name)) as target:
        own.backup(target)
    with running_hall(copy, is_read_only=True) as again:
        assert again.tournament == before
        other = again.organiser()
        assert "13:7, 9:13, 13:11" in other.get("/results").text
        assert "nur nachgeschaut" in other.get("/round").text
        refused = other.command("close_round")
        assert (refused.status, refused.json["text"]) == (409, "Hier wird nur nachgeschaut: geändert wird nichts.")
