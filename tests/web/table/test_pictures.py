"""Pictures by role: the live one and those of a deck for the landlord, of a finding for players, none for viewers."""

import base64
from urllib.parse import unquote

import pytest

from common.feed.messages import EnrolledCard, EnrolmentReport, LivePicture
from common.limits import MAX_PICTURES
from tests.support.waiting import wait_until
from tests.web.conftest import RunningPage

JPEG = b"\xff\xd8\xff a picture"
FRAME = LivePicture(7, "aim_dark", base64.b64encode(JPEG).decode())
REPORT = EnrolmentReport(
    "card", "t", "bavarian32", ("bavarian32",), missing=("E9",), taken=(EnrolledCard("EA", 3),), refused_version=4
)
PICTURES = {"/picture/live": 200, "/picture/deck/3/EA": 200, "/picture/refused/4": 200, "/picture/crop/17": 200}


def offer(page: RunningPage) -> None:
    page.table.picture = JPEG
    page.table.show_pictures(enrolment=REPORT, crops=(17,), frame=FRAME)
    wait_until(lambda: bool(page.page.live.offered_pictures))


@pytest.mark.parametrize(
    ("role", "allowed"),
    [("landlord", set(PICTURES)), ("player", {"/picture/crop/17"}), ("viewer", set()), ("nobody", set())],
)
def test_who_may_see_which_picture(page: RunningPage, role: str, allowed: set[str]) -> None:
    offer(page)
    page.table.show_pictures(viewers=role == "viewer")
    phone = page.landlord() if role == "landlord" else page.phone(joined=role == "player")
    for path in PICTURES:
        answer = phone.get(path)
        assert answer.status == (200 if path in allowed else 403), path
        assert answer.headers["cache-control"] == "no-store"
        assert (answer.headers["content-type"] == "image/jpeg") == (path in allowed)
    assert len(page.table.pictures_asked) == len(allowed), "what is refused is not even asked for"


def test_a_frame_says_what_to_change_in_the_language_of_the_phone(page: RunningPage) -> None:
    offer(page)
    phone = page.landlord()
    phone.cookies["kiebitz-language"] = "en"
    answer = phone.get("/picture/live?after=6")
    assert (unquote(answer.headers["x-advice"]), answer.headers["x-number"]) == ("too dark", "7")
    assert phone.get("/picture/live?after=7").status == 204


def test_without_a_camera_there_is_advice_alone(page: RunningPage) -> None:
    offer(page)
    page.table.show_pictures(frame=LivePicture(8, "no_camera", ""))
    answer = page.landlord().get("/picture/live?after=7")
    assert (answer.status, unquote(answer.headers["x-advice"])) == (204, "Keine Kamera")


def test_a_picture_that_has_ended_is_said(page: RunningPage) -> None:
    answer = page.landlord().get("/picture/live")
    assert answer.headers["x-ended"] == "1"
    assert "Bild" in answer.text


def test_the_page_forgets_what_the_referee_no_longer_offers(page: RunningPage) -> None:
    offer(page)
    phone = page.landlord()
    for _ in range(2):
        assert phone.get("/picture/crop/17").status == phone.get("/picture/deck/3/EA").status == 200
    assert len(page.table.pictures_asked) == 2, "the second time they are remembered"
    assert set(page.page.live.pictures) == {"crop/17", "deck/3/EA"}
    page.table.show_pictures(enrolment=None, crops=())
    wait_until(lambda: not page.page.live.offered_pictures)
    assert page.page.live.pictures == {}
    assert phone.get("/picture/crop/17").status == phone.get("/picture/deck/3/EA").status == 404


def test_there_are_no_other_pictures(page: RunningPage) -> None:
    offer(page)
    for path in ("crop/18", "deck/2/EA", "deck/3/E9", "refused/3", "crop/-1", "deck/3/..%2Fx", "x"):
        assert page.landlord().get(f"/picture/{path}").status == 404, path


@pytest.mark.slow
def test_one_phone_may_not_ask_without_end(page: RunningPage) -> None:
    phone = page.phone()
    statuses = [phone.get("/picture/crop/1").status for _ in range(MAX_PICTURES + 1)]
    assert statuses[-1] == 429
    assert set(statuses[:-1]) == {404}


@pytest.mark.parametrize("action", [{"do": "aim", "what": "start"}, {"do": "deck", "ask": "open"}])
def test_only_the_landlord_starts_the_camera(page: RunningPage, action: dict[str, str]) -> None:
    assert page.phone().post("/action", action).status == 403
    assert page.table.camera_actions == []
    assert page.landlord().post("/action", action).status == 200
    assert page.table.camera_actions == [action]


def test_the_views_of_the_camera_are_the_landlords(page: RunningPage) -> None:
    offer(page)
    for view in ("aim", "deck"):
        refused = page.phone().get(f"/{view}").text
        assert "Das darf nur der Wirt" in refused
        assert "/picture/" not in refused
        text = page.landlord().get(f"/{view}").text
        assert "Das darf nur der Wirt" not in text
        assert ("/picture/deck/3/EA" in text) == (view == "deck")
