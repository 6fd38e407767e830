"""The hall in Debian's Chromium: every view, a whole tournament from registration to certificates, and what is printed.

`KIEBITZ_PICTURES=FOLDER pytest --slow tests/web/hall/test_browser.py` keeps the pictures, to be looked at.
"""

import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from common.limits import MAX_EMBLEM_BYTES
from hall.live_hall import LiveMatch
from hall.tournament.commands.entries import poster_code
from hall.tournament.commands.results import report
from link.messages import GamePoints
from tests.support.browser import IS_COMPLETE, SIZES, Watched, assert_fits_on_paper, assert_flawless, chromium
from tests.support.hall_tournaments import random_result
from tests.support.running_hall import CODE, PAIRS, RunningHall, noticed, running_hall, tied
from web.hall.rendering import VIEWS

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not IS_COMPLETE, reason="needs a browser: run tests/web/browser")]

LANGUAGES = ("de", "bar", "en")
LONG = "Kreuzpointner-Obermaier", "Franziska Maximiliane G."
MATCH = [13, 7, 9, 13, 13, 11]
NUMBERED = {"match": 1003, "device": 1003, "entry": 1, "player": 1, "new": 1}
SCRIPT_BYTES = 20_000
PAGES = {
    "startlist": 1, "cards": 4, "pairings": 1, "slips": 3, "ranking": 1, "results": 1, "certificates/3": 3,
    "timetable/190015": 1, "cash": 1, "poster": 1, "rules": 1,
}  # fmt: skip
"""What is printed, and on how many sheets."""
PICTURES = os.environ.get("KIEBITZ_PICTURES", "")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    yield from chromium()


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHall]:
    """A round in play, with everything that an organiser has to look at."""
    folder = tmp_path_factory.mktemp("hall")
    with running_hall(folder) as running:
        organiser = running.organiser()
        organiser.create(
            place="Griesstätt, Gasthaus zum Jagerwirt", date="25.11.2026", minutes=45, fee="10", prizes="50, 30, 20"
        )
        organiser.register(14)
        organiser.do("register", members=list(LONG), club="Watterfreunde Niederbergkirchen e. V.")
        organiser.do("register", members=["Xaver", "Zenz"], present=False)
        code = poster_code(running.tournament)
        assert organiser.post("/enlist", {"do": "enlist", "members": ["Maria", "Josef"], "code": str(code)}).json["ok"]
        for number in range(1, 12):
            organiser.do("pay", number=number)
        organiser.start_round()
        games = GamePoints((13, 7)), GamePoints((3, 13))
        running.tables.set(1, LiveMatch(stage="playing", games=games, score=(4, 2)))
        running.tables.set(2, LiveMatch(stage="playing", calls_referee=True, findings=1, score=(9, 11)))
        running.tables.noticed[2] = noticed(folder)
        running.tables.set(3, LiveMatch(is_up=False, score=(9, 11)))
        organiser.type_in(1, 4, MATCH)
        organiser.type_in(1, 5, MATCH, (1,))
        organiser.type_in(1, 5, [13, 7, 13, 9, 13, 11], (2,))
        yield running


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_view_without_a_fault(browser: Any, hall: RunningHall, language: str) -> None:
    """In every size without a fault; no error in the console, nothing from another host."""
    tab = Watched(browser, hall.port, entrance=f"/o/{CODE}")
    tab.open(f"/language/{language}")
    for view in VIEWS:
        tab.open(f"/{view}/{NUMBERED[view]}" if view in NUMBERED else f"/{view}")
        assert_flawless(tab, f"{view}-{language}")
    assert tab.faults == []
    assert all(request.startswith(tab.base + "/") for request in tab.requests)
    tab.close()


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_what_is_printed_fits_on_a4_in_black_on_white(browser: Any, hall: RunningHall, scheme: str) -> None:
    tab = Watched(browser, hall.port, scheme=scheme, entrance=f"/o/{CODE}")
    for view, pages in PAGES.items():
        tab.open(f"/print/{view}")
        paper = assert_fits_on_paper(tab, pages)
        if PICTURES:
            (Path(PICTURES) / f"paper-{view.split('/')[0]}.pdf").write_bytes(paper)
    assert tab.faults == []
    tab.close()


def test_players_look_without_scripts_and_with_few_bytes_of_them(browser: Any, hall: RunningHall) -> None:
    phone = Watched(browser, hall.port)
    sizes: dict[str, int] = {}
    phone.tab.on("response", lambda answer: ".js" in answer.url and sizes.update({answer.url: len(answer.body())}))
    phone.open("/ranking")
    phone.tab.locator("html[data-ready]").wait_for(state="attached")
    assert 0 < sum(sizes.values()) <= SCRIPT_BYTES
    phone.close()
    without = browser.new_context(java_script_enabled=False, locale="de-DE")
    tab = without.new_page()
    tab.goto(phone.base + "/")
    tab.get_by_role("link", name="1 Huber/Maier", exact=True).click()
    assert "Huber" in tab.locator("#view").text_content()
    tab.goto(phone.base + "/")
    assert tab.url.endswith("/me"), "it is remembered"
    without.close()


def test_a_player_searches_by_a_part_of_his_name(browser: Any, hall: RunningHall) -> None:
    phone = Watched(browser, hall.port, entrance="/players")
    phone.tab.locator("html[data-ready]").wait_for(state="attached")
    phone.tab.get_by_role("searchbox").fill("wimm")
    assert phone.tab.locator("[data-text]:visible").all_text_contents()[0].endswith("Gruber/Wimmer")
    assert phone.tab.locator("[data-text]:visible").count() == 1
    phone.close()


def test_the_board_turns_its_pages(browser: Any, hall: RunningHall) -> None:
    board = Watched(browser, hall.port, SIZES["television"])
    board.tab.clock.install()
    board.open("/board")
    board.tab.locator("html[data-ready]").wait_for(state="attached")
    titles = []
    for _ in range(3):
        titles.append(board.tab.locator("[data-page]:visible h2").text_content())
        assert board.tab.locator("[data-page]:visible").count() == 1
        board.tab.clock.run_for(12_000)
    assert [title.split()[0] for title in titles] == ["Paarungen", "Rangliste", "Rangliste"]
    size = board.tab.locator("body").evaluate("body => parseFloat(getComputedStyle(body).fontSize)")
    assert size >= 48, "read at ten metres"
    board.close()


def test_what_comes_while_an_answer_is_under_way_is_shown_after_it(browser: Any, tmp_path: Path) -> None:
    """The view changes before the answer to the command is there: it must not stay as it was."""
    with running_hall(tmp_path) as hall:
        organiser = hall.organiser()
        organiser.create()
        organiser.register(4)
        organiser.start_round()
        organiser.do("call_referee", round=1, table=1)
        tab = OrganisersTab(browser, hall.port, SIZES["tablet"], "light", f"/o/{CODE}")
        tab.open("/calls")

        def answer_late(route: Any) -> None:
            answer = organiser.post("/command", route.request.post_data_json)
            tab.tab.wait_for_timeout(1000)  # the change comes meanwhile
            route.fulfill(status=answer.status, json=answer.json)

        tab.tab.route("**/command", answer_late)
        tab.tab.get_by_label("Entscheidung").fill("Spiel zählt")
        tab.press("Entschieden")
        tab.says("Niemand ruft.")
        tab.close()


@pytest.mark.parametrize(
    ("preset", "pairs", "steps"),
    [
        ("watten-4x1-15-quarter-finals", 8, ["round"]),
        ("watten-3x3-13", 4, ["round", "tie"]),
        ("watten-3x3-13", 8, ["tie"]),
    ],
)
def test_a_tie_before_the_finals(browser: Any, tmp_path: Path, preset: str, pairs: int, steps: list[str]) -> None:
    with running_hall(tmp_path) as hall:
        tied(hall, preset, pairs)
        tab = Watched(browser, hall.port, entrance=f"/o/{CODE}")
        for step in steps:
            tab.open(f"/{step}")
            assert_flawless(tab, f"{step}-tied-{preset}-{pairs}")
        assert tab.faults == []
        tab.close()


def test_a_photograph_becomes_a_small_emblem(browser: Any, tmp_path: Path) -> None:
    """The browser makes the picture small, so that a photograph of many megabytes is no trouble; an SVG is none."""
    photograph = tmp_path / "emblem.jpg"
    Image.effect_noise((2400, 1800), 90).convert("RGB").save(photograph)
    drawing = tmp_path / "emblem.svg"
    drawing.write_text("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", encoding="utf-8")
    with running_hall(tmp_path) as hall:
        organiser = tied(hall, "watten-3x3-13", 4)
        organiser.do("name_club", club="Watterfreunde Niederbergkirchen e. V.")
        tab = Watched(browser, hall.port, entrance=f"/o/{CODE}")
        tab.open("/host")
        tab.tab.locator("#emblem:not([disabled])").set_input_files(drawing)
        tab.tab.locator("#toast", has_text="Das ist kein Bild").wait_for()
        tab.tab.locator("#emblem").set_input_files(photograph)
        tab.tab.locator("img.emblem").wait_for()
        assert 0 < len(hall.tournament.emblem) <= MAX_EMBLEM_BYTES
        assert_flawless(tab, "host-with-emblem")
        for paper, sheets in (("certificates/3", 3), ("ranking", 1)):
            tab.open(f"/print/{paper}")
            assert_fits_on_paper(tab, sheets)
            if PICTURES:
                tab.tab.screenshot(path=Path(PICTURES) / f"emblem-{paper.split('/')[0]}.png", full_page=True)
        assert tab.faults == []
        tab.close()


# A whole tournament


class OrganisersTab(Watched):
    """The organiser's browser, in which everything is done as people do it."""

    def press(self, name: str) -> None:
        self.tap(self.tab.get_by_role("button", name=name).first)

    def go(self, name: str) -> None:
        self.tap(self.tab.get_by_role("navigation").get_by_role("link", name=name))

    def register(self, one: str, other: str) -> None:
        """By the keyboard alone."""
        self.tab.locator("html[data-ready]").wait_for(state="attached")
        self.tab.get_by_label("Spieler 1").fill(one)
        self.tab.keyboard.press("Tab")
        self.tab.keyboard.type(other)
        self.tab.keyboard.press("Enter")
        self.tab.locator("#toast", has_text=f"{one}/{other}").wait_for()

    def type_slip(self, points: list[int]) -> None:
        self.tab.locator("html[data-ready]").wait_for(state="attached")
        fields = self.tab.locator('form[data-do="type_in"] input[name="points[]"]')
        fields.first.wait_for()
        for place, number in enumerate(points):
            fields.nth(place).fill(str(number))
        self.press("Speichern")

    def picture(self, name: str) -> None:
        if PICTURES:
            self.tab.screenshot(path=Path(PICTURES) / f"course-{name}.png", full_page=True)


def play_by_devices(hall: RunningHall, chance: random.Random, but: tuple[int, ...] = ()) -> None:
    """Devices report the results of all tables but some."""
    round_ = hall.round
    for match in round_.missing:
        if match.table not in but:
            result = random_result(hall.tournament, round_, match, chance)
            number, table = round_.number, match.table
            hall.hall.record.do(lambda now, n=number, t=table, r=result: report(now, n, t, r))


def test_a_whole_tournament(browser: Any, tmp_path: Path) -> None:
    """16 pairs, one of them late; a device that dies, slips that differ, a dispute; finals and certificates."""
    chance = random.Random(7)
    with running_hall(tmp_path) as hall:
        tab = OrganisersTab(browser, hall.port, SIZES["tablet"], "light", f"/o/{CODE}")
        tab.tab.on("dialog", lambda dialog: dialog.accept())
        _begin(tab)
        for one, other in PAIRS:
            tab.register(one, other)
        for place in range(3):
            tab.press("Zahlt 10 €")
            tab.tab.locator(".chips", has_text=f"bezahlt {place + 1}").wait_for()
        tab.picture("registration")
        _first_round(hall, tab, chance, tmp_path)
        _late_pair(hall, tab)
        for number in (2, 3):
            tab.go("Runde")
            tab.press(f"Runde {number} von 3 auslosen")
            tab.press("Runde starten")
            tab.says("Es wird gespielt")
            play_by_devices(hall, chance)
            tab.press(f"Runde {number} abschließen")
            tab.says(f"Runde {number} ist abgeschlossen")
        _finals(hall, tab, chance)
        _certificates(hall, tab)
        assert tab.faults == []
        tab.close()


def _begin(tab: OrganisersTab) -> None:
    tab.says("Wie wird gespielt?")
    tab.picture("formats")
    tab.tap(tab.tab.locator(".preset", has_text="Watten, 3 × 3 Spiele bis 13").get_by_role("link"))
    tab.tab.get_by_label("Name des Turniers").fill("Preiswatten Griesstätt")
    tab.tab.get_by_label("Ort", exact=True).fill("Jagerwirt")
    tab.tab.get_by_label("Startgeld in Euro").fill("10")
    tab.tab.get_by_label("Preise in Prozent").fill("50, 30, 20")
    tab.picture("new")
    tab.press("Turnier anlegen")
    tab.tab.wait_for_url("**/desk")


def _first_round(hall: RunningHall, tab: OrganisersTab, chance: random.Random, folder: Path) -> None:
    tab.go("Runde")
    tab.press("Runde 1 von 3 auslosen")
    tab.says("1. Auslosung")
    tab.press("Neu auslosen")
    tab.says("2. Auslosung")
    tab.picture("drawn")
    tab.press("Runde starten")
    tab.says("Es wird gespielt")
    for table in (1, 2, 3, 6, 7):
        hall.tables.set(table, LiveMatch(stage="playing", score=(3, 5)))
    _a_dispute(hall, tab, folder)
    _a_dead_device(hall, tab)
    _slips(hall, tab)
    play_by_devices(hall, chance)
    tab.go("Runde")
    tab.press("Runde 1 abschließen")
    tab.says("Runde 1 ist abgeschlossen")


def _a_dispute(hall: RunningHall, tab: OrganisersTab, folder: Path) -> None:
    hall.tables.noticed[2] = noticed(folder)
    hall.tables.set(2, LiveMatch(stage="playing", calls_referee=True, findings=1, score=(9, 11)))
    tab.says("Schiedsrichter gerufen")
    tab.picture("round")
    tab.go("Rufe")
    tab.tab.locator('img[alt="Gras-Achter"]').wait_for()
    tab.press("Ich gehe hin")
    tab.tab.get_by_label("Entscheidung").fill("Stich zurück, Spiel zählt für Gruber/Wimmer")
    tab.picture("dispute")
    tab.press("Entschieden")
    hall.tables.set(2, LiveMatch(stage="playing", score=(9, 13)))
    tab.says("Niemand ruft.")


def _a_dead_device(hall: RunningHall, tab: OrganisersTab) -> None:
    hall.tables.set(3, LiveMatch(is_up=False, stage="playing", score=(9, 11)))
    tab.go("Runde")
    tab.says("Gerät nicht da")
    tab.tap(tab.tab.get_by_role("link", name="Gerät nicht da"))
    tab.tap(tab.tab.get_by_role("link", name="Gerät tauschen"))
    tab.says("table-03.toml")
    tab.picture("device")
    hall.tables.set(3, LiveMatch(stage="playing", score=(9, 12)))
    tab.tap(tab.tab.locator("#view").get_by_role("link", name="Zum Tisch"))
    tab.says("Das Gerät ist verbunden.")


def _slips(hall: RunningHall, tab: OrganisersTab) -> None:
    tab.go("Runde")
    tab.tap(tab.tab.get_by_role("link", name="Zettel eintippen"))
    tab.tab.wait_for_url("**/slips")  # with its scripts, without which Enter would send the form
    for slip in ("Zweiter Zettel fehlt", "Fertig"):
        tab.tab.get_by_label("Zu Tisch").fill("4")
        tab.tab.keyboard.press("Enter")
        for number in MATCH:
            tab.tab.keyboard.type(str(number))
            tab.tab.keyboard.press("Enter")
        tab.tab.locator('[data-table="4"] .fault', has_text=slip).wait_for()
    tab.open("/match/1005")
    tab.type_slip(MATCH)
    tab.says("1. Zettel")
    tab.type_slip([13, 7, 13, 9, 13, 11])
    tab.tab.wait_for_url("**/round")
    tab.says("Ergebnisse verschieden")
    tab.tap(tab.tab.get_by_role("link", name="Ergebnisse verschieden"))
    tab.says("13:7, 13:9, 13:11")
    tab.picture("slips")
    tab.press("Das gilt")
    tab.says("Entschieden: Zettel verglichen")


def _late_pair(hall: RunningHall, tab: OrganisersTab) -> None:
    tab.go("Anmeldung")
    tab.register("Spätdran", "Nachzügler")
    tab.says("nachgemeldet")
    assert len(hall.tournament.present) == 16


def _finals(hall: RunningHall, tab: OrganisersTab, chance: random.Random) -> None:
    tab.go("Runde")
    while tab.tab.get_by_role("link", name="Entscheidungsspiel eintragen").count():
        tab.tap(tab.tab.get_by_role("link", name="Entscheidungsspiel eintragen"))
        tab.picture("tie")
        tab.tap(tab.tab.locator("#view button.main").first)
        tab.tab.wait_for_url("**/round")
    tab.press("Finalrunde auslosen")
    tab.press("Runde starten")
    tab.says("Es wird gespielt")
    play_by_devices(hall, chance)
    tab.press("Finale abschließen")
    tab.press("Turnier abschließen")
    tab.says("Das Turnier ist abgeschlossen.")
    tab.picture("finished")


def _certificates(hall: RunningHall, tab: OrganisersTab) -> None:
    tab.tap(tab.tab.get_by_role("link", name="Kasse"))
    tab.says("30 €")
    tab.says("15 €")
    tab.tab.go_back()
    tab.tap(tab.tab.get_by_role("link", name="Urkunden"))
    winner = hall.hall.ranking.lines[0]
    assert (winner.rank, winner.place) == (1, 1)
    first = tab.tab.locator(".certificate").first.text_content()
    assert "1. Platz" in first
    assert all(name in first for name in winner.name.split("/"))
    assert tab.tab.locator(".certificate").count() == 3
    paper = assert_fits_on_paper(tab, 3)
    if PICTURES:
        (Path(PICTURES) / "course-certificates.pdf").write_bytes(paper)
