"""Who may do what: nobody without the code, from another origin, with a forged cookie or too large a body."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from common.limits import MAX_BODY_BYTES, TRIES
from hall.live_hall import LiveMatch
from tests.support.examples import one_in
from tests.support.phones import Phone
from tests.support.running_hall import CODE, KEY, RunningHall, running_hall
from web.hall.app import start_number
from web.hall.rendering import VIEWS
from web.kit.security import new_cookie, signed_role

OTHER_KEY = "ff" * 16
FILES = ("/export/ranking.csv", "/export/database", "/export/tournament.jsonl", "/devices/file/1")


def begun(hall: RunningHall) -> RunningHall:
    organiser = hall.organiser()
    organiser.create()
    organiser.register(4)
    hall.tables.set(1, LiveMatch())
    return hall


@pytest.fixture
def hall(hall: RunningHall) -> RunningHall:
    return begun(hall)


@pytest.fixture(scope="module")
def shared_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHall]:
    """The same for all tests that change nothing in it."""
    with running_hall(tmp_path_factory.mktemp("hall")) as running:
        yield begun(running)


def test_who_comes_before_there_is_a_tournament_is_asked_for_the_code(tmp_path: Path) -> None:
    with running_hall(tmp_path) as empty:
        assert empty.phone().get("/").headers["location"] == "/join"
        assert empty.organiser().get("/").headers["location"] == "/new"
        begun(empty)
        assert empty.phone().get("/").headers["location"] == "/players"


@pytest.mark.parametrize("view", one_in(3, [view for view, kind in VIEWS.items() if not kind.is_public]))
def test_views_of_the_organiser_are_for_the_organiser(shared_hall: RunningHall, view: str) -> None:
    assert shared_hall.phone().get(f"/{view}").headers["location"] == "/join"
    assert shared_hall.phone().get(f"/events?view={view}").status == 403
    assert shared_hall.organiser().get(f"/{view}").status == 200


@pytest.mark.parametrize("view", [view for view, kind in VIEWS.items() if kind.is_public])
def test_everybody_may_look_without_a_code_and_sees_no_command(shared_hall: RunningHall, view: str) -> None:
    answer = shared_hall.phone().get(f"/{view}/1" if VIEWS[view].number != "none" else f"/{view}")
    assert answer.status == 200
    assert "data-command" not in answer.text
    assert "/match/" not in answer.text


@pytest.mark.parametrize("path", FILES)
def test_files_are_for_the_organiser(shared_hall: RunningHall, path: str) -> None:
    assert shared_hall.phone().get(path).status == 403
    assert shared_hall.organiser().get(path).status == 200


COOKIES = {
    "none": "",
    "of a page of a table": new_cookie(KEY, "landlord"),
    "of a player": new_cookie(KEY, "player"),
    "of another hall, or of this one before its restart": new_cookie(OTHER_KEY, "organiser"),
    "forged": "organiser.00.00",
    "cut": new_cookie(KEY, "organiser")[:-1],
    "of another nonce": new_cookie(KEY, "organiser").replace(".", ".a", 1),
    "of other letters": "organiser.ä.ö",
}


@pytest.mark.parametrize("cookie", COOKIES.values(), ids=COOKIES.keys())
def test_no_command_with_a_cookie_that_is_none(shared_hall: RunningHall, cookie: str) -> None:
    phone = shared_hall.phone()
    phone.cookies = {"kiebitz-hall": cookie.encode().decode("latin-1")} if cookie else {}
    count = shared_hall.hall.record.count
    answer = phone.post("/command", {"do": "draw"})
    assert (answer.status, answer.json["ok"]) == (403, False)
    assert shared_hall.hall.record.count == count


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://evil.example"}, 403),
        ({"origin": ""}, 403),
        ({"sec_fetch_site": "cross-site"}, 403),
        ({"content_type": "text/plain"}, 415),
        ({"host": "evil.example"}, 421),
    ],
)
def test_requests_from_elsewhere_are_refused(shared_hall: RunningHall, headers: dict[str, str], status: int) -> None:
    count = shared_hall.hall.record.count
    assert shared_hall.organiser().post("/command", {"do": "draw"}, **headers).status == status
    assert shared_hall.hall.record.count == count


BODIES: dict[str, tuple[object, int]] = {
    "too large": (b"x" * (MAX_BODY_BYTES + 1), 413),
    "no JSON": (b"{", 400),
    "nested": (b"[" * 4000, 400),
    "a list": ([1, 2], 400),
    "unknown": ({"do": "erase"}, 400),
    "a field too many": ({"do": "draw", "seed": 7}, 400),
    "a wrong type": ({"do": "leave", "number": "1"}, 400),
    "no such entry": ({"do": "leave", "number": 99}, 409),
    "no such table": ({"do": "type_in", "round": 9, "table": 1, "points": [1, 2], "by": "slip 1"}, 409),
    "another typist": ({"do": "type_in", "round": 1, "table": 1, "points": [1, 2], "by": "table"}, 400),
    "no such claim": ({"do": "decide", "round": 1, "table": 1, "claim": 5, "reason": "x"}, 400),
    "a file as a format": ({"do": "create", "format": "/etc/passwd.toml", "title": "x"}, 400),
}


@pytest.mark.parametrize(("body", "status"), one_in(3, (pytest.param(*case, id=name) for name, case in BODIES.items())))
def test_what_no_page_hands_in_changes_nothing(hall: RunningHall, body: object, status: int) -> None:
    organiser = hall.organiser()
    if status != 409:
        organiser.start_round()
    count = hall.hall.record.count
    assert organiser.post("/command", body).status == status
    assert hall.hall.record.count == count


def test_codes_cannot_be_guessed(hall: RunningHall) -> None:
    phone = hall.phone()
    assert [_join(phone, "AAAAAA") for _ in range(TRIES + 1)] == [403] * TRIES + [429]
    assert _join(phone, CODE) == 429, "also the right one has to wait"
    assert phone.get(f"/o/{CODE}").status == 429


def test_the_code_that_was_photographed_lets_in(shared_hall: RunningHall) -> None:
    phone = shared_hall.phone()
    assert phone.get(f"/o/{CODE}").headers["location"] == "/"
    assert phone.get("/").headers["location"] == "/round"
    cookie = phone.get(f"/o/{CODE}").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie


def test_answers_allow_nothing_from_elsewhere(shared_hall: RunningHall) -> None:
    policy = shared_hall.phone().get("/board").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_a_cookie_of_the_organiser_holds_with_its_key() -> None:
    assert signed_role(KEY, new_cookie(KEY, "organiser"), ("organiser",)) == "organiser"
    assert signed_role(OTHER_KEY, new_cookie(KEY, "organiser"), ("organiser",)) is None
    assert signed_role("", new_cookie("", "organiser"), ("organiser",)) is None


@pytest.mark.parametrize(
    ("cookie", "number"),
    [("cup.7", 7), ("other.7", 0), ("7", 0), ("", 0), ("cup.-1", 0), ("cup.x", 0), ("cup.٣", 0), ("cup.9999999", 0)],
)
def test_the_start_number_that_a_phone_has_chosen(cookie: str, number: int) -> None:
    assert start_number(cookie, "cup") == number


def _join(phone: Phone, code: str) -> int:
    return phone.post("/join", {"code": code}).status
