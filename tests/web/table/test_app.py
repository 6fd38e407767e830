"""The page over HTTP: views in three languages, streams, requests, and what it refuses."""

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from common.limits import MAX_BODY_BYTES
from engine.events import Amended, Announced, CardLaid, DealStarted, PlayersSeated
from tests.support.examples import one_in
from tests.support.fed_table import CODE, KEY, FedTable, evening
from tests.support.phones import Phone
from tests.support.session_script import card
from tests.support.waiting import wait_until
from tests.web.conftest import NAMES, RunningPage, running_page
from web.kit.rendering import FOLDER
from web.kit.stream import LEFT
from web.table.rendering import FOR_MEMBERS, VIEWS

PLAY = "PLAY E9 PLAY PLAY PLAY"
"""The next deal: Sepp deals and turns the nine of acorns, all play, and Kathi leads."""
TRICK = "L7>3 S9>0 L10>1 LA>2 clear"


@pytest.mark.parametrize(
    ("view", "language"),
    one_in(4, product((view for view, kind in VIEWS.items() if kind.number == "none"), ["de", "bar", "en"])),
)
def test_every_view_in_every_language(shared_page: RunningPage, view: str, language: str) -> None:
    phone = shared_page.phone()
    assert phone.get(f"/language/{language}").status == 303
    answer = phone.get(f"/{view}")
    assert answer.status == 200
    assert f'<html lang="{language}"' in answer.text
    assert "None" not in answer.text
    assert not re.search(r'(?:src|href)="(?!/)', answer.text), "everything comes from the page itself"
    assert not re.search(r'<script(?![^>]*src=)|style="| on\w+="', answer.text), "nothing is inline"


def test_every_view_that_leads_back_to_the_menu_is_linked_from_it(shared_page: RunningPage) -> None:
    text = shared_page.phone().get("/more").text
    missing = [f"/{view}" for view, kind in VIEWS.items() if kind.parent == "/more" and f'href="/{view}"' not in text]
    assert not missing, "expected in the list of web/table/templates/more.html"


def test_the_score_shows_names_and_tallies(shared_page: RunningPage) -> None:
    text = shared_page.phone().get("/score").text
    for name, tally in shared_page.table.controller.table.tallies.items():
        assert shared_page.table.controller.view.names[name] in text
        assert f">{tally}<" in text


def test_who_has_said_nothing_yet_is_asked_first(tmp_path: Path) -> None:
    """Not below the many contracts that whoever wants to play may name."""
    with FedTable(tmp_path / "table.sock", evening("schafkopf", 4, 1, 3, NAMES)) as fed, running_page(fed) as running:
        running.play("PLAY PLAY")  # the next deal, in which forehand wants to play
        names = re.findall("<h2>(.*?) sagt</h2>", running.phone().get("/table").text)
    assert names == ["Toni", "Kathi"]


def test_the_board_without_anything_to_press(shared_page: RunningPage) -> None:
    text = shared_page.phone().get("/board").text
    assert "<button" not in text.replace('<button type="button" class="quiet">', "")
    assert "<nav" not in text


def test_a_card_arrives_on_every_phone_with_the_position_as_its_id(page: RunningPage) -> None:
    page.play(PLAY)
    phones = [page.phone(), page.phone()]
    with phones[0].follow("table") as one, phones[1].follow("score") as other:
        one.until("1. Stich")
        other.until("Kathi ist dran")
        page.table.do("L7>3")
        for stream, part in ((one, "L7.webp"), (other, "Toni ist dran")):
            stream.until(part)
            session, _, position = stream.last_id.partition("-")
            assert (session, int(position)) == (page.page.live.session, len(page.table.stored.events))


def test_a_phone_that_slept_is_told_what_it_missed(page: RunningPage) -> None:
    page.play(PLAY)
    phone = page.phone()
    with phone.follow("table") as stream:
        stream.next()
        slept_at = stream.last_id
    page.play(TRICK)
    with phone.follow("table", last_event_id=slept_at) as stream:
        message = stream.next()
    names = ["Kathi", "Toni", "Vroni", "Sepp"]
    assert [sentence.split(":")[0] for sentence in message["missed"][:4]] == names
    assert message["missed"][4].startswith("Sepp ")
    with phone.follow("table", last_event_id="other-3") as stream:
        assert stream.next()["missed"] == []


def test_a_correction_by_phone_is_on_the_display_and_the_other_phone(page: RunningPage) -> None:
    page.play(PLAY)
    page.play("L7>3 S9>0")
    position = len(page.table.stored.events) - 1
    one, other = page.phone(), page.phone()
    with other.follow("table") as stream:
        stream.until("S9.webp")
        assert "S9" in one.get(f"/correct/{position}").text
        assert one.act(do="correct", position=position, was="S9", card="L9").json["ok"]
        html = stream.until("L9.webp")["html"]
    assert "S9.webp" not in html
    assert page.table.stored.events[-1] == Amended(position, CardLaid(0, card("L9")))
    assert page.table.stored.marks == {len(page.table.stored.events) - 1: "phone player"}
    refused = one.act(do="correct", position=position, was="S9", card="L8")
    assert (refused.status, refused.json["ok"]) == (409, False)
    assert "geändert" in refused.json["text"]


def test_an_evening_by_phone_has_the_same_events_as_by_presses(page: RunningPage, tmp_path: Path) -> None:
    """Deal begun, names, a correction, undo and redo; only the marks differ."""
    phone = page.phone()
    by_press = FedTable(tmp_path / "other.sock", page.table.stored.events)
    names = {0: "Resi", 1: "Vroni", 2: "Sepp", 3: "Kathi"}
    assert phone.act(do="names", names={str(seat): name for seat, name in names.items()}).json["ok"]
    by_press.loop.phone({"do": "names", "names": {str(seat): name for seat, name in names.items()}}, "player")
    assert page.table.stored.events[-1] == PlayersSeated(tuple(names.items()))
    assert phone.act(do="next_deal", count=len(page.table.stored.events)).json["ok"]
    assert page.table.stored.events[-1] == DealStarted(2)
    page.play("E9 PLAY PLAY PLAY L7>3 S9/L9>0")
    position = len(page.table.stored.events) - 1
    assert phone.act(do="correct", position=position, was="S9", card="L9").json["ok"]
    with by_press:
        by_press.do("PLAY E9 PLAY PLAY PLAY L7>3 S9/L9>0 DOWN PLAY")
        assert page.table.stored.events == by_press.stored.events
    assert len(page.table.stored.marks) == 3


def test_calls_are_made_by_phone(page: RunningPage) -> None:
    import html
    import json

    page.play("PLAY E9")
    phone = page.phone()
    with phone.follow("table") as stream:
        text = stream.until("&#34;play&#34;")["html"]
    actions = [json.loads(html.unescape(action)) for action in re.findall(r'data-action="([^"]+)"', text)]
    play = next(action for action in actions if action["fact"] == {"event": "announced", "seat": 3, "call": "play"})
    assert phone.act(**play).json["ok"]
    assert page.table.stored.events[-1] == Announced(3, "play")
    assert phone.act(**play).status == 409, "only once"


def test_a_finding_is_shown_with_its_plays_and_ruled_on(page: RunningPage) -> None:
    page.play(PLAY)
    page.play(TRICK)
    page.play("LK>2 L9>3 L8>0 LO>1")
    phone = page.phone()
    text = phone.get("/dispute").text
    assert "S9.webp" in text
    assert "L8.webp" in text
    assert '"ruling":"counted"' in text
    finding = page.table.controller.table.findings[-1]
    assert "Toni" in phone.get("/score").text.split('class="notice"')[1][:80]
    answer = phone.act(do="rule", position=finding.position, kind=finding.kind.value, ruling="stands")
    assert answer.json["ok"]
    assert "counted" not in phone.get("/dispute").text
    assert "<li>Toni spielt mit</li>" in phone.get("/table").text


def test_the_ledger_of_all_evenings_is_for_players(table: FedTable, tmp_path: Path) -> None:
    with running_page(table, viewers=True) as running:
        text = running.phone().get("/ledger").text
        assert "25.11.2026" in text
        assert "Vroni" in text
        assert "Vroni" not in running.phone(joined=False).get("/ledger").text


@pytest.mark.parametrize(
    ("ending", "status"), [("csv", 200), ("record", 200), ("txt", 200), ("ledger", 404), ("zip", 404)]
)
def test_the_evening_is_taken_along(shared_page: RunningPage, ending: str, status: int) -> None:
    answer = shared_page.phone().get(f"/download/{ending}")
    assert answer.status == status
    if status == 200:
        assert answer.text == f"{ending} in de"
        assert "attachment" in answer.headers["content-disposition"]
    assert shared_page.phone(joined=False).get(f"/download/{ending}").status == 403


# Who may do what


def test_without_the_code_nothing_is_shown(shared_page: RunningPage) -> None:
    phone = shared_page.phone(joined=False)
    for path in ("/", "/score", "/table", "/board", "/names"):
        answer = phone.get(path)
        assert (answer.status, answer.headers["location"]) == (303, "/join")
    assert phone.get("/events?view=score").text == LEFT
    assert phone.act(do="undo", position=0).status == 403
    assert phone.post("/landlord", {"digits": "1234"}).status == 403


def test_viewers_look_and_change_nothing(table: FedTable, tmp_path: Path) -> None:
    with running_page(table, viewers=True) as running:
        phone = running.phone(joined=False)
        for view, kind in VIEWS.items():
            answer = phone.get(f"/{kind.path or view}/1" if kind.number == "required" else f"/{view}")
            if view in FOR_MEMBERS:
                assert answer.headers["location"] == "/join"
            else:
                assert answer.status == 200
                assert "data-action" not in answer.text
                assert not any(f'href="/{each}"' in answer.text for each in FOR_MEMBERS)
        assert phone.act(do="undo", position=0).status == 403


def test_five_wrong_codes_and_then_a_wait(page: RunningPage) -> None:
    phone = page.phone(joined=False)
    assert [phone.join("WRONG2").status for _ in range(6)] == [403] * 5 + [429]
    assert phone.join().status == 429, "the right one waits too"
    assert "kiebitz" not in phone.cookies


def test_the_link_of_the_code_joins(shared_page: RunningPage) -> None:
    phone = shared_page.phone(joined=False)
    answer = phone.get(f"/j/{CODE.lower()}")
    assert (answer.status, answer.headers["location"]) == (303, "/score")
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "SameSite=strict" in answer.headers["set-cookie"]
    assert phone.get("/score").status == 200


@pytest.mark.parametrize("cookie", ["player.abc.def", "landlord..", "player", "", "é", "x" * 3000, "landlord.{rest}"])
def test_cookies_that_nobody_signed(shared_page: RunningPage, cookie: str) -> None:
    phone = shared_page.phone()
    phone.cookies["kiebitz"] = cookie.format(rest=phone.cookies["kiebitz"].partition(".")[2])
    assert phone.get("/score").status == 303


def test_a_new_evening_ends_the_roles(page: RunningPage) -> None:
    from device.feed.history import state_of

    phone = page.phone()
    page.table.feed.history.show(state_of(page.table.controller.view, KEY[::-1]))
    with page.phone(joined=False).follow("join") as stream:
        stream.last_id = ""
    wait_until(lambda: phone.get("/score").status == 303)


def test_the_landlords_phone_is_confirmed_on_the_display(page: RunningPage) -> None:
    import threading

    phone = page.phone()
    answers: list[Any] = []
    asking = threading.Thread(target=lambda: answers.append(phone.post("/landlord", {"digits": "4711"})))
    asking.start()
    wait_until(lambda: page.table.asks_landlord)
    page.play("PLAY")
    asking.join(20)
    assert answers[0].json["ok"]
    assert phone.cookies["kiebitz"].startswith("landlord.")
    viewer = page.phone(joined=False)
    assert page.phone().act(do="viewers", on=True).status == 403, "a player may not decide that"
    assert viewer.get("/score").status == 303
    assert phone.act(do="viewers", on=True).json["ok"]
    wait_until(lambda: viewer.get("/score").status == 200)
    assert "Keine Zuschauer" in phone.get("/landlord").text
    assert phone.act(do="examine").json["ok"]
    assert "examine" not in page.phone().get("/landlord").text


def test_a_phone_lets_another_one_join(shared_page: RunningPage) -> None:
    text = shared_page.phone().get("/invite").text
    assert "<svg" in text
    assert CODE in text
    assert "kiebitz.local" in text
    assert "style=" not in text


# What it refuses


@pytest.mark.parametrize(
    "host", ["evil.example", "kiebitz.local.evil.example", "", "127.0.0.1.evil.example", "[::1", "é"]
)
def test_other_hosts_are_refused(shared_page: RunningPage, host: str) -> None:
    assert Phone(shared_page.port, host or "x").get("/score", host=host.encode().decode("latin-1")).status in (400, 421)


@pytest.mark.parametrize("host", ["kiebitz.local", "localhost:8321", "10.42.0.1", "[::1]:80"])
def test_own_hosts_are_served(shared_page: RunningPage, host: str) -> None:
    assert Phone(shared_page.port, host).get("/join").status == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://evil.example"}, 403),
        ({"origin": ""}, 403),
        ({"origin": "null"}, 403),
        ({"sec_fetch_site": "cross-site"}, 403),
        ({"content_type": "text/plain"}, 415),
        ({"content_type": "application/x-www-form-urlencoded"}, 415),
    ],
)
def test_requests_from_elsewhere_are_refused(shared_page: RunningPage, headers: dict[str, str], status: int) -> None:
    phone = shared_page.phone()
    count = len(shared_page.table.stored.events)
    assert phone.post("/action", {"do": "next_deal", "count": count}, **headers).status == status
    assert len(shared_page.table.stored.events) == count


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"x" * (MAX_BODY_BYTES + 1), 413),
        (b"no json", 400),
        (b"[" * 4000, 400),
        (b"[]", 400),
        (b'{"do":"names","names":{"0":"\\ud800"}}', 400),
        (b'{"do":"undo","position":NaN}', 400),
        (b'{"do":"landlord","digits":"1"}', 400),
        (b'{"do":"format"}', 409),
        (b'{"do":"undo","position":"1"}', 409),
        (b"\xff", 400),
    ],
)
def test_bodies_that_cannot_be(shared_page: RunningPage, body: bytes, status: int) -> None:
    phone = shared_page.phone()
    assert phone.post("/action", body).status == status


def test_a_flood_of_one_phone_is_slowed(page: RunningPage) -> None:
    phone = page.phone()
    answers = [phone.act(do="undo", position=0).status for _ in range(35)]
    assert set(answers[:30]) == {409}
    assert answers[-1] == 429


def test_a_phone_keeps_the_page_as_an_app(shared_page: RunningPage) -> None:
    """What the first view names for it is there, and the icons are as large as the manifest says."""
    phone = shared_page.phone()
    links = dict(re.findall(r'<link rel="(apple-touch-icon|manifest)" href="(.*?)">', phone.get("/score").text))
    manifest = phone.get(links["manifest"]).json
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    sizes_of = {links["apple-touch-icon"]: "180x180"} | {icon["src"]: icon["sizes"] for icon in manifest["icons"]}
    for address, sizes in sizes_of.items():
        assert phone.get(address).headers["content-type"] == "image/png"
        with Image.open(FOLDER / "static" / Path(address).name) as icon:
            assert "{}x{}".format(*icon.size) == sizes


def test_an_address_without_a_page_leads_back(shared_page: RunningPage) -> None:
    phone = shared_page.phone()
    phone.get("/language/en")
    answer = phone.get("/scoer")
    assert answer.status == 404
    assert "There is no such page." in answer.text
    assert 'href="/"' in answer.text
    assert phone.get("/").headers["location"] == "/score"


@pytest.mark.parametrize(
    "path",
    [
        "/cards/german/ZZ.webp",
        "/cards/..%2f..%2fetc/passwd",
        "/cards/german/..%2f..%2fpage.css",
        "/cards/bavarian32-bavarian/EO.webp",
        "/static/..%2fapp.py",
        "/correct/99999999999999999999",
        "/nothing",
    ],
)
def test_addresses_that_lead_nowhere(shared_page: RunningPage, path: str) -> None:
    assert shared_page.phone().get(path).status in (200, 404)
    assert "import" not in shared_page.phone().get(path).text


def test_names_cannot_bring_html(page: RunningPage) -> None:
    phone = page.phone()
    phone.act(do="names", names={"0": "<b>", "1": '"a', "2": "&b", "3": "d"})
    text = phone.get("/score").text
    assert "<b>" not in text.partition("<ul")[2].partition("</ul>")[0]
    assert "&lt;b&gt;" in text


def test_answers_forbid_foreign_content(shared_page: RunningPage) -> None:
    for path in ("/score", "/join", "/static/page.css", "/nothing"):
        headers = shared_page.phone().get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_the_page_ends_once_it_is_switched_off(table: FedTable, tmp_path: Path) -> None:
    with running_page(table, while_on=True) as running:
        phone = running.phone()
        assert phone.get("/score").status == 200
        with phone.follow("score") as stream:
            stream.next()
            table.feed.close()
            wait_until(lambda: not _answers(phone))


def _answers(phone: Phone) -> bool:
    try:
        return phone.get("/join").status == 200
    except OSError:
        return False


def test_without_the_referee_the_page_says_so(page: RunningPage) -> None:
    phone = page.phone()
    page.table.feed.close()
    wait_until(lambda: not page.page.live.is_connected)
    assert phone.get("/score").status == 200, "what is known stays"
    assert phone.act(do="undo", position=0).status == 409
