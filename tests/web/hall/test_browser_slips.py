"""Slips typed in Debian's Chromium by the keyboard alone: rows of all tables, faults in the row, nothing is lost."""

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from common.limits import POSTS_OF_ORGANISER, POSTS_S
from hall.tournament.commands.entries import register
from tests.support.browser import IS_COMPLETE, SIZES, Watched, assert_flawless, chromium
from tests.support.running_hall import CODE, RunningHall, running_hall

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not IS_COMPLETE, reason="needs a browser: run tests/web/browser")]

MATCH = ["13", "7", "9", "13", "13", "11"]
MINUTES_FOR_64 = 5
SLIP_MS = 1000 * POSTS_S / POSTS_OF_ORGANISER
"""Pause after a slip: a quick machine would send more of them than an organiser may."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    yield from chromium()


def playing(folder: Path, browser: Any, pairs: int, preset: str = "watten-3x3-13") -> Iterator[tuple[RunningHall, Any]]:
    with running_hall(folder) as hall:
        organiser = hall.organiser()
        organiser.create(preset, typed_twice=False)
        chosen = hall.tournament.format.entrants
        for number in range(pairs):
            names = [f"Huber {number}", f"Kreuzpointner {number}"]
            hall.hall.record.do(partial(register, members=names[: 1 if chosen == "single" else 2]))
        organiser.start_round()
        tab = Watched(browser, hall.port, SIZES["television"], entrance=f"/o/{CODE}")
        tab.open("/slips")
        tab.tab.locator("html[data-ready]").wait_for(state="attached")
        yield hall, tab
        tab.close()


def row(tab: Any, table: int) -> Any:
    return tab.tab.locator(f'form[data-table="{table}"]')


def type_row(tab: Any, points: list[str], key: str = "Enter") -> None:
    for number in points:
        tab.tab.keyboard.type(number)
        tab.tab.keyboard.press(key)


def late(tab: Any) -> Any:
    """Returns what lets requests of *tab* wait for a second."""

    def wait(route: Any) -> None:
        tab.tab.wait_for_timeout(1000)
        route.continue_()

    return wait


def missing(hall: RunningHall) -> list[int]:
    round_ = hall.round
    return [match.table for match in round_.missing]


def test_sixty_four_tables_by_the_keyboard_alone(browser: Any, tmp_path: Path) -> None:
    """A typist needs a press a number; the page itself takes the smaller part of the five minutes."""
    for hall, tab in playing(tmp_path, browser, 128):
        start = time.monotonic()
        for table in range(1, 65):
            type_row(tab, MATCH)
            row(tab, table).locator("xpath=self::*[contains(@class, 'closed')]").wait_for(state="attached")
            tab.tab.wait_for_timeout(SLIP_MS)
        passed = time.monotonic() - start
        assert missing(hall) == []
        assert passed < MINUTES_FOR_64 * 60 / 2, f"{passed:.0f} s"
        tab.says("Alle Ergebnisse sind da.")
        assert tab.faults == []


def test_a_number_to_which_no_digit_can_be_added_needs_no_enter(browser: Any, tmp_path: Path) -> None:
    """The slips of 64 tables take 704 strokes so, 141 a minute for five minutes; those of both sides twice as many.

    To 13 nobody has more than 25, so that only 0, 1 and 2 wait for another digit.
    """
    for hall, tab in playing(tmp_path, browser, 8):
        keys = "1379131311"
        tab.tab.keyboard.type(keys)
        tab.tab.keyboard.press("Enter")
        row(tab, 1).locator("xpath=self::*[contains(@class, 'closed')]").wait_for(state="attached")
        assert (len(keys) + 1) * 64 == 704
        tab.tab.keyboard.type("132g")
        assert (
            row(tab, 2).locator("[data-number]:not([type=hidden])").nth(1).evaluate("e => e === document.activeElement")
        )
        tab.tab.keyboard.press("Enter")
        tab.tab.keyboard.type("1213g13")
        tab.tab.keyboard.press("Enter")
        tab.tab.keyboard.type("0")
        tab.tab.keyboard.press("Enter")
        tab.tab.locator('form.closed[data-table="2"]').wait_for(state="attached")
        assert missing(hall) == [3, 4]
        round_ = hall.round
        result = round_.matches[1].result
        assert result is not None
        assert [game.points for game in result.games] == [(13, 2), (12, 13), (13, 0)]
        assert [game.gespannt for game in result.games] == [(1,), (0,), ()]
        assert tab.faults == []


def test_a_wrong_row_says_so_and_keeps_what_was_typed(browser: Any, tmp_path: Path) -> None:
    for hall, tab in playing(tmp_path, browser, 8):
        first = row(tab, 1)
        type_row(tab, ["13", "7", "9", "12", "13", "11"])
        first.get_by_role("alert").get_by_text("Spiel 2: 9:12, niemand hat 13 erreicht.").wait_for()
        assert first.locator("output").text_content() == "35 : 30"
        values = 'form => [...form.querySelectorAll("[data-number]:not([type=hidden])")].map(each => each.value)'
        assert first.evaluate(values) == ["13", "7", "9", "12", "13", "11"]
        assert first.evaluate("form => form.contains(document.activeElement)"), "the typist stays"
        assert_flawless(tab, "slips-wrong-de")
        fields = first.locator("[data-number]:not([type=hidden])")
        fields.nth(3).fill("13")
        fields.nth(5).focus()
        tab.tab.keyboard.press("Enter")
        tab.tab.locator('form.closed[data-table="1"]').wait_for(state="attached")
        assert missing(hall) == [2, 3, 4]
        assert tab.faults == ["error: Failed to load resource: the server responded with a status of 409 (Conflict)"]


def test_a_row_without_connection_is_kept_and_handed_in_again(browser: Any, tmp_path: Path) -> None:
    for hall, tab in playing(tmp_path, browser, 8):
        tab.tab.route("**/command", lambda route: route.abort())
        type_row(tab, MATCH)
        row(tab, 1).locator(".fault:not(:empty)").wait_for()
        tab.tab.unroute("**/command")
        tab.tab.keyboard.press("Enter")
        tab.tab.locator('form.closed[data-table="1"]').wait_for(state="attached")
        assert missing(hall) == [2, 3, 4]


def test_who_types_faster_than_the_network_loses_nothing(browser: Any, tmp_path: Path) -> None:
    """What is typed while a row is under way is in the next one, also if the row is refused then."""
    for hall, tab in playing(tmp_path, browser, 8):
        tab.tab.route("**/command", late(tab))
        type_row(tab, MATCH)
        type_row(tab, ["13", "7", "9", "12", "13", "11"])
        type_row(tab, MATCH[:3])
        row(tab, 2).get_by_role("alert").get_by_text("niemand hat 13 erreicht").wait_for()
        type_row(tab, MATCH[3:])
        tab.tab.locator('form.closed[data-table="3"]').wait_for(state="attached")
        assert missing(hall) == [2, 4]
        assert row(tab, 2).locator("output").text_content() == "35 : 30"


def test_tab_goes_on_and_a_row_that_is_left_is_handed_in(browser: Any, tmp_path: Path) -> None:
    """A jump to a table by its number, for a pile that lies in no order; without marks Tab needs no more than Enter."""
    for hall, tab in playing(tmp_path, browser, 8, "watten-4x1-15-quarter-finals"):
        tab.tab.get_by_label("Zu Tisch").fill("3")
        tab.tab.keyboard.press("Enter")
        type_row(tab, ["15", "8"], "Tab")
        tab.tab.locator('form.closed[data-table="3"]').wait_for(state="attached")
        assert row(tab, 4).evaluate("form => form.contains(document.activeElement)")
        assert missing(hall) == [1, 2, 4]
        type_row(tab, ["15", "9"])
        tab.tab.locator('form.closed[data-table="4"]').wait_for(state="attached")
        tab.tab.wait_for_function("() => document.activeElement.closest('form')?.dataset.table === '1'")


def test_the_key_g_marks_that_the_loser_was_gespannt(browser: Any, tmp_path: Path) -> None:
    for hall, tab in playing(tmp_path, browser, 8):
        type_row(tab, ["13", "7", "9"])
        tab.tab.keyboard.type("13g")
        tab.tab.keyboard.press("Enter")
        type_row(tab, ["13", "11"])
        tab.tab.locator('form.closed[data-table="1"]').wait_for(state="attached")
        round_ = hall.round
        result = round_.matches[0].result
        assert result is not None
        assert [game.gespannt for game in result.games] == [(), (0,), ()]


def test_the_form_in_every_size(browser: Any, tmp_path: Path) -> None:
    for preset in ("watten-3x3-13", "schafkopf-2x32"):
        folder = tmp_path / preset
        folder.mkdir()
        for _, tab in playing(folder, browser, 16, preset):
            assert_flawless(tab, f"slips-{preset}")
            assert tab.faults == []
