"""Registration in advance by the code on a poster: who may ask, what organisers see, and what nobody else does."""

from pathlib import Path
from typing import Any

import pytest

from common.limits import ENLISTS, MAX_ASKED
from hall.tournament.commands import entries
from hall.tournament.commands.course import HallRefusal
from hall.tournament.commands.entries import poster_code
from tests.support.hall_tournaments import Played
from tests.support.phones import Answer, Phone
from tests.support.running_hall import Organiser, RunningHall, running_hall

PUBLIC = ("players", "me", "player/5", "board", "pairings", "ranking", "rules")


@pytest.fixture
def organiser(hall: RunningHall) -> Organiser:
    organiser = hall.organiser()
    organiser.create()
    organiser.register(4)
    return organiser


def ask(hall: RunningHall, phone: Phone | None = None, **fields: Any) -> Answer:
    usual = {"do": "enlist", "members": ["Maria", "Josef"], "code": str(poster_code(hall.tournament))}
    return (phone or hall.phone()).post("/enlist", usual | fields)


def test_a_pair_asks_and_the_organiser_confirms(hall: RunningHall, organiser: Organiser) -> None:
    code = poster_code(hall.tournament)
    assert f'value="{code}"' in hall.phone().get(f"/enlist/{code}").text
    poster = organiser.get("/print/poster").text
    assert f"<b>{code}</b>" in poster
    assert '<svg xmlns="http://www.w3.org/2000/svg"' in poster
    assert ask(hall, club="Rott").json == {"ok": True, "text": "Danke, die Turnierleitung bestätigt die Anmeldung."}
    assert hall.tournament.entries[5].presence == "asked"
    desk = organiser.get("/desk").text
    assert desk.index("Maria/<wbr>Josef") < desk.index("Sepp/<wbr>Toni"), "what waits comes first"
    assert "Bestätigen" in desk
    assert "<li>angefragt <b>1</b></li>" in desk
    for view in PUBLIC:
        assert "Maria" not in hall.phone().get(f"/{view}").text, view
    assert "Maria" not in organiser.get("/print/startlist").text
    organiser.do("confirm", number=5)
    assert hall.tournament.entries[5].presence == "expected"
    assert "Maria" in hall.phone().get("/players").text
    assert organiser.command("confirm", number=5).status == 409
    organiser.do("arrive", number=5)
    assert hall.tournament.entries[5].presence == "present"


def test_who_waits_is_not_drawn_may_be_declined_and_may_come_at_once(hall: RunningHall, organiser: Organiser) -> None:
    ask(hall)
    ask(hall, members=["Resl", "Hans"])
    organiser.do("unregister", number=5)
    organiser.do("draw")
    assert sorted(hall.round.numbers) == [1, 2, 3, 4]
    organiser.do("arrive", number=6)
    assert [entry.number for entry in hall.tournament.present] == [1, 2, 3, 4, 6]


@pytest.mark.parametrize(
    ("fields", "status", "text"),
    [
        ({"code": "000000"}, 400, "Das ist nicht der Code vom Plakat."),
        ({"members": ["Huber", "Maier"]}, 409, "schon"),
        ({"members": ["Maria"]}, 409, ""),
        ({"members": ["Maria", ""]}, 409, ""),
        ({"members": ["Maria", "J" * 99]}, 409, ""),
        ({"do": "register", "present": True}, 400, ""),
        ({"do": "draw"}, 400, ""),
        ({"present": True}, 400, ""),
        ({"number": 1}, 400, ""),
    ],
)
def test_what_a_phone_may_not_ask_for(
    hall: RunningHall, organiser: Organiser, fields: dict[str, Any], status: int, text: str
) -> None:
    refused = ask(hall, **fields)
    assert (refused.status, refused.json["ok"]) == (status, False)
    assert text in refused.json["text"]
    assert hall.hall.record.count == 5


def test_one_phone_does_not_ask_without_end(hall: RunningHall, organiser: Organiser) -> None:
    """Wrong codes count as well, so that nobody finds the code by trying."""
    phone = hall.phone()
    statuses = [ask(hall, phone, code=f"{number:06}").status for number in range(ENLISTS)]
    assert statuses == [400] * ENLISTS
    assert ask(hall, phone).status == 429


def test_not_more_wait_than_an_organiser_can_look_at() -> None:
    played = Played("watten-3x3-13")
    for number in range(MAX_ASKED):
        played.add(entries.enlist(played.now, [f"A{number}", f"B{number}"]))
    with pytest.raises(HallRefusal) as refusal:
        entries.enlist(played.now, ["A", "B"])
    assert refusal.value.reason.key == "refused_full"
    played.add(entries.confirm(played.now, 7))
    assert entries.enlist(played.now, ["A", "B"])


def test_nobody_asks_where_nobody_can_be_registered(hall: RunningHall) -> None:
    assert "nicht voranmelden" in hall.phone().get("/enlist").text
    organiser = hall.organiser()
    organiser.create("watten-teams")
    assert "/print/poster" not in organiser.get("/print").text
    assert "nicht voranmelden" in hall.phone().get("/enlist").text
    assert ask(hall).status == 409


def test_the_code_stays_when_the_hall_is_started_again(tmp_path: Path) -> None:
    with running_hall(tmp_path) as hall:
        hall.organiser().create()
        code = poster_code(hall.tournament)
    with running_hall(tmp_path) as again:
        assert poster_code(again.tournament) == code
        assert 100_000 <= code <= 999_999
