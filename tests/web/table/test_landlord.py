"""The landlord by phone: files to take along, and deletion, which only PLAY on the device carries out."""

import html
import re
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from device.settings.requests import Erase
from tests.support.phones import Answer
from tests.web.conftest import NAMES, RunningPage

ACTIONS = ({"do": "erase", "kind": "person", "name": "Toni"}, {"do": "file", "what": "backup"})


def taken(page: RunningPage, what: str) -> Answer:
    """Returns the answer to the phone that takes a file along, confirmed at the display if it asks."""
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(page.landlord().get, f"/landlord/{what}")
        while not answer.done():
            if page.table.asks_landlord:
                page.play("PLAY")
            time.sleep(0.02)
        return answer.result()


BACKUP, BUNDLE = r"kiebitz-\d{4}-\d\d-\d\d\.zip", r"help-[\d-]+\.zip"


@pytest.mark.parametrize(
    ("what", "name", "size"), [("backup", BACKUP, 1), ("bundle", BUNDLE, 600_000), ("backup", BACKUP, 1_048_576)]
)
def test_a_file_arrives_whole(page: RunningPage, what: str, name: str, size: int) -> None:
    page.table.file = (b"0123456789abcdef" * (size // 16 + 1))[:size]
    answer = taken(page, what)
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/zip"
    assert re.fullmatch(f'attachment; filename="{name}"', answer.headers["content-disposition"])
    assert answer.text.encode() == page.table.file


def test_a_file_that_cannot_be_made_is_said(page: RunningPage) -> None:
    page.table.file = b""
    answer = page.landlord().get("/landlord/bundle")
    assert answer.status == 409
    assert "Meldungen" in answer.text


def test_other_roles_get_no_file_and_delete_nothing(page: RunningPage) -> None:
    player, nobody = page.phone(), page.phone(joined=False)
    for phone in (player, nobody):
        assert phone.get("/landlord/backup").status == 403
        assert phone.get("/landlord/bundle").status == 403
        assert {phone.post("/action", action).status for action in ACTIONS} == {403}
    assert (
        "Nur der Wirt" in player.get("/landlord/backup").text or "nur der Wirt" in player.get("/landlord/backup").text
    )
    page.landlord().get("/landlord")  # the names are known to the page now
    assert "data-action" not in player.get("/erase/0").text
    assert "/erase/" not in player.get("/landlord").text
    assert page.table.erased == []


def test_there_are_no_other_files(page: RunningPage) -> None:
    for unknown in ("everything", "journal.sqlite", "../backup"):
        assert page.landlord().get(f"/landlord/{unknown}").status == 404, unknown


@pytest.mark.parametrize(
    ("title", "asked", "request_"),
    [
        (NAMES[0], "Toni in allen Abenden löschen?", Erase("person", "Toni")),
        ("25.11.2026", "Abend 25.11.2026 löschen?", Erase("evening", "2026-11-25")),
    ],
)
def test_only_play_on_the_device_deletes(page: RunningPage, title: str, asked: str, request_: Erase) -> None:
    phone, table = page.landlord(), page.table
    links = dict(re.findall(r'href="(/erase/\d+)">(.*?)</a>', phone.get("/landlord").text))
    address = next(address for address, shown in links.items() if shown == title)
    text = html.unescape(phone.get(address).text)
    assert asked in text
    action = re.search(r'data-action="(.*?)">', phone.get(address).text)
    assert action is not None
    sent = html.unescape(action[1]).encode()
    for presses, erased in (("FOLD", []), ("PLAY FOLD", []), ("PLAY PLAY", [request_])):
        answer = phone.post("/action", sent)
        assert answer.json == {"ok": True, "text": "Der Kiebitz fragt jetzt: dort PLAY drücken."}
        title_on_display = table.controller.view.words.label(table.controller.screen.title)
        assert title_on_display == {"person": "Eine Person", "evening": "Einen Abend"}[request_.kind]
        table.do(presses)
        assert table.erased == erased


def test_nothing_is_deleted_during_a_deal(page: RunningPage) -> None:
    page.play("PLAY E9 PLAY PLAY PLAY L7>3")
    answer = page.landlord().post("/action", ACTIONS[0])
    assert answer.status == 409
    assert "zwischen zwei Spielen" in answer.text


def test_a_malformed_name_is_refused(page: RunningPage) -> None:
    for name in ("", "a" * 101, "a\nb", 7):
        assert page.landlord().act(do="erase", kind="person", name=name).status == 409, name
    assert page.landlord().act(do="erase", kind="everything", name="x").status == 409


def test_after_a_new_beginning_the_page_knows_no_names_of_before(page: RunningPage) -> None:
    page.landlord().get("/landlord")
    page.phone().get("/ledger")
    live = page.page.live
    assert live.stored
    assert live.ledger is not None
    live.take(b'{"type":"hello","session":"another","count":0}')
    assert (live.stored, live.ledger) == ((), None)


@pytest.mark.slow
def test_looking_often_still_leaves_a_download(page: RunningPage) -> None:
    phone = page.landlord()
    for _ in range(10):
        assert phone.get("/landlord").status == 200
    assert phone.get("/landlord/bundle").status == 200
