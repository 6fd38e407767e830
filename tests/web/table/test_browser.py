"""The page in Debian's Chromium: every view in three languages and three sizes, two phones at one table.

`KIEBITZ_PICTURES=FOLDER pytest --slow tests/web/table/test_browser.py` keeps the pictures, to be looked at.
"""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from engine.games import all_games
from tests.device.runtime.page.test_files import a_zip
from tests.support.browser import (
    HOST,
    IS_COMPLETE,
    SIZES,
    Watched,
    assert_fits_on_paper,
    assert_flawless,
    serious_faults,
)
from tests.support.fed_table import CODE, KEY, FedTable, evening
from tests.web.conftest import LANGUAGES, NAMES, PLAY, RunningPage, running_page
from web.kit.security import new_cookie
from web.table import rendering
from web.table.app import TableApp

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not IS_COMPLETE, reason="needs a browser: run tests/web/browser")]

VIEWS = [view for view in rendering.VIEWS if view not in ("aim", "deck", "erase", "join")]
"""Those that this table can show: no camera, deck or backup is at hand, and the phone has joined."""
MAX_SECONDS_TO_PHONE = 0.3
SLOW_NETWORK = {"latency": 400, "downloadThroughput": 400_000 / 8, "uploadThroughput": 400_000 / 8}
"""A bad mobile network, as browsers call "Slow 3G": 400 ms to and fro, 400 kbit/s; bytes a second."""
SCRIPT_BYTES = 20_000
BUSY_PROBE_SECONDS = 0.1
"""Of processor time: some ten of the kernel's slices, in which others get their turns."""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningPage]:
    """A table in the middle of a deal, with a finding; shared by the tests that only look."""
    folder = tmp_path_factory.mktemp("page")
    with FedTable(folder / "table.sock", evening("bohemian-watten", 4, 9, 3, NAMES)) as table:
        table.do(PLAY)
        with running_page(table) as running:
            yield running


def watched(browser: Any, port: int, size: tuple[int, int] = SIZES["phone"], scheme: str = "dark") -> Watched:
    """A tab of a phone that has joined."""
    return Watched(browser, port, size, scheme, f"/j/{CODE}")


def path_of(view: str, page: RunningPage) -> str:
    if view == "choice":
        return f"/correct/{len(page.table.stored.events) - 1}"
    return f"/{view}/1" if view in ("missing", "newgame") else f"/{view}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_view_without_a_fault(browser: Any, page: RunningPage, language: str) -> None:
    """In every size without a fault; no error in the console, nothing from another host."""
    phone = watched(browser, page.port)
    phone.open(f"/language/{language}")
    for view in VIEWS:
        phone.open(path_of(view, page))
        assert_flawless(phone, f"{view}-{language}")
    assert phone.faults == []
    assert all(request.startswith(phone.base + "/") for request in phone.requests)
    phone.close()


def test_the_first_view_is_usable_at_once(browser: Any, page: RunningPage) -> None:
    """Its script has at most 20 kB, and it is complete HTML before any script runs."""
    phone = watched(browser, page.port)
    sizes: dict[str, int] = {}
    phone.tab.on("response", lambda answer: ".js" in answer.url and sizes.update({answer.url: len(answer.body())}))
    phone.open("/score")
    phone.tab.wait_for_function("() => document.getElementById('say').textContent")
    assert 0 < sum(sizes.values()) <= SCRIPT_BYTES
    without = browser.new_context(java_script_enabled=False)
    without.add_cookies([{**cookie, "sameSite": "Strict"} for cookie in phone.tab.context.cookies()])
    tab = without.new_page()
    tab.goto(phone.base + "/score")
    assert tab.locator(".tally").count() == 4
    without.close()
    phone.close()


@pytest.mark.parametrize("view", ["score", "table", "correct", "board", "statistics"])
@pytest.mark.parametrize(("network", "most_seconds"), [(None, 1.0), (SLOW_NETWORK, 3.0)], ids=["loopback", "3G"])
def test_a_phone_that_comes_for_the_first_time_waits_no_longer(
    browser: Any, page: RunningPage, view: str, network: dict[str, float] | None, most_seconds: float
) -> None:
    """Until it can be read and tapped, and the cards of the trick are there; one of three tries.

    The limit is for a processor that does nothing else: where others compute as well, it is longer in proportion.
    """
    for _ in range(3):
        busy_before = _busy_factor()
        took = _first_view_seconds(browser, page, view, network)
        if took < most_seconds * max(busy_before, _busy_factor()):
            return
    pytest.fail(f"{view} took {took:.2f} s while others left 1/{_busy_factor():.1f} of a processor")


def _busy_factor() -> float:
    """Seconds that go by for a second of processor time, now; 1 on an idle machine."""
    wall, processor = time.perf_counter(), time.process_time()
    while time.process_time() - processor < BUSY_PROBE_SECONDS:
        pass
    return (time.perf_counter() - wall) / (time.process_time() - processor)


def _first_view_seconds(browser: Any, page: RunningPage, view: str, network: dict[str, float] | None) -> float:
    context = browser.new_context(viewport={"width": 360, "height": 740})
    base = f"http://{HOST}:{page.port}"
    context.add_cookies([{"name": "kiebitz", "value": page.phone().cookies["kiebitz"], "url": base}])
    tab = context.new_page()
    session = context.new_cdp_session(tab)
    session.send("Network.enable")
    if network is not None:
        session.send("Network.emulateNetworkConditions", {"offline": False, **network})
    began = time.monotonic()
    tab.goto(f"{base}/{view}", wait_until="commit")
    tab.locator("html[data-ready]").wait_for(state="attached")
    tab.wait_for_function(
        "() => [...document.querySelectorAll('.felt:first-of-type img')].every(i => i.complete && i.naturalWidth)"
    )
    took = time.monotonic() - began
    context.close()
    return took


def test_score_trump_trick_and_turn_are_on_one_phone_screen(browser: Any, page: RunningPage) -> None:
    phone = watched(browser, page.port, SIZES["phone"])
    phone.open("/score")
    bottom = "selector => document.querySelector(selector).getBoundingClientRect().bottom"
    tabs = phone.tab.evaluate("() => document.querySelector('nav').getBoundingClientRect().top")
    for selector in (".sides", ".trump", ".felt", ".felt .name:has(em)"):
        assert 0 < phone.tab.evaluate(bottom, selector) <= tabs, selector
    assert phone.tab.locator(".felt .card").count() >= 1
    phone.close()


def test_a_card_is_corrected_without_scrolling_to_it(browser: Any, page: RunningPage) -> None:
    """All cards by suit and rank, and before them that it was none."""
    phone = watched(browser, page.port, SIZES["phone"])
    phone.open(path_of("choice", page))
    height = "() => Math.max(...[...document.querySelectorAll('.narrow')].map(e => e.getBoundingClientRect().bottom))"
    assert phone.tab.evaluate(height) <= SIZES["phone"][1] * 1.25
    assert phone.tab.locator(".narrow .pick").count() == 32
    order = phone.tab.locator("main button").evaluate_all("all => all.map(each => each.className)")
    assert order[0] == "main"
    phone.close()


def test_the_board_is_read_from_five_metres(browser: Any, page: RunningPage) -> None:
    """On a television of 40 inches 32 of 1080 lines are 15 mm, ten minutes of arc at 5 m; capitals are 0.7 em high."""
    board = watched(browser, page.port, (1920, 1080))
    board.open("/board")
    sizes = board.tab.evaluate(
        """() => [...document.querySelectorAll('#view *')]
            .filter(e => e.offsetParent && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
            .map(e => [e.className || e.tagName, parseFloat(getComputedStyle(e).fontSize)])"""
    )
    assert len(sizes) > 10
    assert [each for each in sizes if each[1] * 0.7 < 32] == []
    for what in (".sides", ".felt", ".exhibits .card", ".notice"):
        assert board.tab.locator(what).first.is_visible(), what
    assert board.tab.evaluate("document.documentElement.scrollHeight") <= 1080
    bottoms = "all => all.map(each => each.getBoundingClientRect().bottom)"
    tallies, sides = (board.tab.locator(what).evaluate_all(bottoms) for what in (".tally", ".side"))
    assert all(tally <= side for tally, side in zip(tallies, sides, strict=True))
    board.close()


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_what_is_printed_fits_on_a4_in_black_on_white(browser: Any, page: RunningPage, scheme: str) -> None:
    phone = watched(browser, page.port, scheme=scheme)
    for view, pages in (("result", 1), ("sheet", 1), ("cards", 2), ("rules", 1)):
        phone.open(f"/print/{view}")
        assert_fits_on_paper(phone, pages)
    assert phone.faults == []
    phone.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[FedTable]:
    with FedTable(tmp_path / "table.sock", evening("bohemian-watten", 4, 9, 3, NAMES)) as fed:
        fed.do("PLAY E9 PLAY PLAY PLAY")
        yield fed


@pytest.fixture
def own_page(table: FedTable, tmp_path: Path) -> Iterator[RunningPage]:
    with running_page(table) as running:
        yield running


def test_a_deal_watched_from_two_phones(browser: Any, own_page: RunningPage) -> None:
    phones = [watched(browser, own_page.port), watched(browser, own_page.port, SIZES["tablet"])]
    for phone in phones:
        phone.open("/table")
        phone.says("1. Stich")
    delays = []
    for word, seat in (("L7>3", "Kathi"), ("S9>0", "Toni"), ("L10>1", "Vroni"), ("LA>2", "Sepp")):
        for phone in phones:
            count = phone.tab.locator(".felt img").count()
            phone.tab.evaluate(
                """count => { window.arrived = new Promise(done => new MutationObserver(() => {
                    if (document.querySelectorAll('.felt img').length > count) done(Date.now());
                }).observe(document.getElementById('view'), { childList: true, subtree: true })) }""",
                count,
            )
        own_page.table.do(word)
        laid = time.time()
        for phone in phones:
            delays.append(phone.tab.evaluate("window.arrived") / 1000 - laid)
            assert seat in phone.tab.locator("#say").text_content()
    assert sorted(delays)[len(delays) // 2] < MAX_SECONDS_TO_PHONE, delays
    assert [phone.faults for phone in phones] == [[], []]


def test_a_phone_asleep_for_a_trick_has_all_of_it(browser: Any, own_page: RunningPage) -> None:
    phone = watched(browser, own_page.port)
    phone.open("/table")
    phone.says("1. Stich")
    sleep = """hidden => { Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event('visibilitychange')) }"""
    phone.tab.evaluate(sleep, True)
    own_page.play("L7>3 S9>0 L10>1 LA>2")
    phone.tab.evaluate(sleep, False)
    phone.tab.locator("#meanwhile li").first.wait_for()
    reported = phone.tab.locator("#meanwhile li").all_text_contents()
    assert [line.split(":")[0] for line in reported[:4]] == ["Kathi", "Toni", "Vroni", "Sepp"]
    assert phone.tab.locator(".felt").first.locator("img").count() == 4
    phone.tab.locator("#meanwhile button").click()
    assert phone.tab.locator("#meanwhile").is_hidden()


def test_a_correction_by_three_taps(browser: Any, own_page: RunningPage) -> None:
    own_page.table.do("L7>3 S9>0")
    one, other = watched(browser, own_page.port), watched(browser, own_page.port)
    other.open("/table")
    other.tab.locator('img[alt="Schellen-Neuner"]').wait_for()
    one.open("/score")
    one.tap(one.tab.get_by_role("link", name="Ausbessern"))
    one.tap(one.tab.locator('a.pick:has(img[alt="Schellen-Neuner"])'))
    one.tab.wait_for_url("**/correct/*")
    one.tap(one.tab.locator('button.pick:has(img[alt="Gras-Neuner"])'))
    one.tab.wait_for_url("**/correct")
    one.tab.locator('img[alt="Gras-Neuner"]').wait_for()
    other.tab.locator('img[alt="Gras-Neuner"]').wait_for()
    one.tap(one.tab.get_by_role("button", name="Doch nicht zurück"))
    other.tab.locator('img[alt="Schellen-Neuner"]').wait_for()
    assert len(own_page.table.stored.marks) == 2
    assert one.faults == other.faults == []


def test_names_are_typed_and_swapped(browser: Any, tmp_path: Path) -> None:
    with (
        FedTable(tmp_path / "table.sock", evening("bohemian-watten", 4, 9, 3, NAMES)) as table,
        running_page(table) as running,
    ):
        phone = watched(browser, running.port)
        scripts: list[Any] = []
        phone.tab.route("**/names.js", lambda route: scripts.append(route))  # noqa: PLW0108  no method of C
        phone.open("/names")
        assert phone.tab.get_by_label("Tauschen: Süd").is_disabled(), "without its script a tap would be lost"
        scripts.pop().continue_()
        phone.tab.get_by_label("Süd", exact=True).fill("Resi")
        phone.tab.get_by_label("Tauschen: Süd").click()
        phone.tab.get_by_label("Tauschen: Nord").click()
        assert phone.tab.get_by_label("Nord", exact=True).input_value() == "Resi"
        phone.tab.get_by_role("button", name="Speichern").click()
        phone.tab.locator("#toast", has_text="Erledigt").wait_for()
        assert table.controller.view.names == {0: "Sepp", 1: "Vroni", 2: "Resi", 3: "Kathi"}
        assert phone.faults == []


def test_joining_by_the_code(browser: Any, own_page: RunningPage) -> None:
    context = browser.new_context(locale="de-DE")
    tab = context.new_page()
    tab.goto(f"http://{HOST}:{own_page.port}/")
    tab.get_by_label("Code").fill("WRONG2")
    tab.get_by_role("button", name="Los").click()
    tab.locator("#toast", has_text="nicht der Code").wait_for()
    tab.get_by_label("Code").fill(CODE)
    tab.get_by_role("button", name="Los").click()
    tab.wait_for_url("**/score")
    context.close()


def test_a_phone_for_which_there_is_no_room_is_told_and_comes_in_later(
    browser: Any, page: RunningPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = Watched(browser, page.port)
    monkeypatch.setattr(TableApp, "most_followers", dict.fromkeys(TableApp.most_followers, 0))
    phone.open("/score")
    phone.tab.locator("#gone", has_text="sehr viele Handys").wait_for()
    monkeypatch.undo()
    phone.tab.locator("#gone").wait_for(state="hidden")
    assert phone.faults == []
    phone.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_landlords_views(browser: Any, page: RunningPage, language: str) -> None:
    """A file arrives as a download; what is to be deleted is asked in words; every size is without a fault."""
    phone = Watched(browser, page.port, cookie=new_cookie(KEY, "landlord"))
    phone.open(f"/language/{language}")
    phone.open("/landlord")
    with phone.tab.expect_download() as download:
        phone.tab.locator('a[href="/landlord/bundle"]').click()
    assert Path(download.value.path()).read_bytes() == page.table.file
    for path in ("/landlord", "/erase/0"):
        phone.open(path)
        assert_flawless(phone, f"{path[1:]}-by-landlord-{language}")
    assert "Toni" in phone.tab.locator("#view .large").text_content()
    assert phone.faults == []
    phone.close()


def test_the_landlord_hands_in_a_backup(browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chosen from the phone's files, asked about on the display, put in place by PLAY there."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    files = {"backup.zip": a_zip(), "none.zip": b"no zip", "kiebitz-1.0.tar.gz.sig": b"a signature"}
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    with (
        FedTable(tmp_path / "table.sock", evening("bohemian-watten", 4, 9, 3, NAMES)) as table,
        running_page(table) as running,
    ):
        phone = Watched(browser, running.port, cookie=new_cookie(KEY, "landlord"))
        phone.open("/landlord")
        phone.tab.locator("#file-update:enabled").wait_for(state="attached")
        for field, name, reported in (
            ("restore", "none.zip", "beschädigt"),
            ("update", "kiebitz-1.0.tar.gz.sig", "Beide auswählen"),
            ("restore", "backup.zip", "dort PLAY drücken"),
        ):
            phone.tab.locator(f"#file-{field}").set_input_files(tmp_path / name)
            phone.tab.locator("#toast", has_text=reported).wait_for()
        assert table.put_in_place == []
        table.do("PLAY")
        assert len(table.put_in_place) == 1
        assert len(phone.faults) == 1, "the browser tells the refused file as well"
        assert "409" in phone.faults[0]
        phone.close()


def test_watten_is_set_up_by_three_questions(browser: Any, own_page: RunningPage) -> None:
    """Which variant, to how many, with the Weli or not; single rules stay away below."""
    phone = watched(browser, own_page.port)
    phone.open(f"/newgame/{list(all_games()).index('watten')}")
    asked = "fieldset:visible"
    assert phone.tab.locator(asked).count() == 4, "and for how many players"
    assert phone.tab.evaluate("document.documentElement.scrollHeight") < 2 * SIZES["phone"][1]
    phone.tab.locator("#variant").select_option(label="Kritisch-Latinisch Watten")
    phone.tab.locator("[name=rule-target]").select_option("13")
    phone.tab.locator("[name=rule-pack]").nth(1).check()
    assert serious_faults(phone.tab) == []
    phone.tap(phone.tab.get_by_role("button", name="Speichern"))
    phone.tab.wait_for_url("**/game")
    setup = own_page.table.controller.view.setup
    assert setup.game == "watten"
    assert dict(setup.rules) | {"preset": None} == {
        "target": 13, "pack": "bavarian32", "kritisch": True, "announcement": "secret", "preset": None,
    }  # fmt: skip
    assert phone.faults == []
    phone.close()


def test_rules_that_change_nothing_with_the_others_are_left_out(browser: Any, page: RunningPage) -> None:
    phone = watched(browser, page.port)
    phone.open(f"/newgame/{list(all_games()).index('watten')}")
    weli, cut = (phone.tab.locator(f"[name=rule-{name}]").first for name in ("weli_rank", "schleck"))
    phone.tab.locator("summary").click()
    cut.wait_for(state="hidden")
    assert weli.is_visible()
    phone.tab.locator("[name=rule-pack]").nth(1).check()
    phone.tab.locator("[name=rule-kritisch]").first.check()
    weli.wait_for(state="hidden")
    assert cut.is_visible()
    assert phone.faults == []
    phone.close()


def test_the_evening_is_saved_as_a_picture(browser: Any, page: RunningPage, tmp_path: Path) -> None:
    phone = watched(browser, page.port)
    phone.open("/evening")
    with phone.tab.expect_download() as download:
        phone.tap(phone.tab.get_by_role("link", name="Der Abend als Bild", exact=True))
    assert re.fullmatch(r"kiebitz-\d{4}-\d\d-\d\d\.png", download.value.suggested_filename)
    download.value.save_as(tmp_path / "evening.png")
    with Image.open(tmp_path / "evening.png") as picture:
        width, height = picture.size
        assert width == 1150
        assert 1.2 < height / width < 2.5
        assert len(picture.convert("RGB").getcolors(1 << 20) or []) > 1000, "cards, lines and letters"
    assert phone.faults == []
    phone.close()


def test_a_recorded_deal_from_a_disk(browser: Any, tmp_path: Path) -> None:
    from web.table.replay import write_replay

    index = write_replay(evening("gras", 4, 1), tmp_path, "de")
    faults: list[str] = []
    tab = browser.new_page(viewport={"width": 360, "height": 740})
    tab.on("console", lambda message: faults.append(message.text))
    tab.on("pageerror", lambda error: faults.append(str(error)))
    tab.goto(index.as_uri())
    last = tab.locator("#place").get_attribute("max")
    tab.locator("#on").click()
    assert tab.locator("#place").input_value() == "1"
    tab.evaluate("last => show(Number(last))", last)
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tab.get_by_role("button", name="English").click()
    assert tab.locator("#table h2").first.text_content().startswith("Trick ")
    assert tab.locator("#score .tally").count() == 4
    assert faults == []
    tab.close()
