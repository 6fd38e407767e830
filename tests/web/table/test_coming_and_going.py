"""Phones that come, sleep and stay while the table goes on, in Debian's Chromium."""

from typing import Any

import pytest

from common.feed.codes import player_code
from tests.support.browser import IS_COMPLETE, Watched
from tests.support.fed_table import CODE
from tests.web.conftest import RunningPage
from tests.web.table.test_roles_end import NEXT_KEY, change_state

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not IS_COMPLETE, reason="needs a browser: run tests/web/browser")]


def test_a_new_evening_asks_every_phone_for_its_code(browser: Any, page: RunningPage) -> None:
    phone = Watched(browser, page.port, entrance=f"/j/{CODE}")
    phone.tab.wait_for_url("**/score")
    change_state(page, key=NEXT_KEY)
    phone.tab.wait_for_url("**/join")
    phone.tab.get_by_label("Code").fill(player_code(NEXT_KEY).lower())
    phone.tab.get_by_role("button", name="Los").click()
    phone.tab.wait_for_url("**/score")
    phone.tab.locator(".tally").first.wait_for()
    assert phone.faults == []
    phone.close()


def test_the_board_ends_and_comes_with_the_viewers(browser: Any, page: RunningPage) -> None:
    change_state(page, viewers=True)
    board = Watched(browser, page.port, entrance="/j/none")
    board.faults.clear()
    board.open("/board")
    board.tab.locator(".tally").first.wait_for()
    with board.tab.expect_response(lambda answer: "/events?view=join" in answer.url):
        change_state(page, viewers=False)
    board.tab.wait_for_url("**/join")
    change_state(page, viewers=True)
    board.tab.wait_for_url("**/score")
    assert board.faults == []
    board.close()


def test_a_link_on_another_site_joins(browser: Any, page: RunningPage) -> None:
    """The browser keeps the strict cookie back on the way from there."""
    phone = Watched(browser, page.port, entrance="/join")
    phone.tab.goto(f"http://127.0.0.1:{page.port}/join")
    phone.tab.evaluate(
        "address => { const link = document.createElement('a'); link.href = address; document.body.append(link);"
        " link.click() }",
        f"{phone.base}/j/{CODE}",
    )
    phone.tab.wait_for_url(f"{phone.base}/score")
    assert phone.faults == []
    phone.close()


FOCUSED = "document.activeElement.getAttribute('href') ?? document.activeElement.className"


def test_the_keyboard_stays_where_it_was(browser: Any, page: RunningPage) -> None:
    """The card that was reached by the keyboard is still reached after another one was laid."""
    page.play("PLAY E9 PLAY PLAY PLAY L7>3 S9>0")
    phone = Watched(browser, page.port, entrance=f"/j/{CODE}")
    phone.open("/correct")
    phone.tab.locator("html[data-ready]").wait_for(state="attached")
    phone.tab.locator("a.pick").nth(1).focus()
    before = phone.tab.evaluate(FOCUSED)
    page.table.do("L10>1")
    phone.tab.locator("a.pick").nth(3).wait_for()
    assert phone.tab.evaluate(FOCUSED) == before
    phone.open("/table")
    phone.tab.locator("html[data-ready]").wait_for(state="attached")
    phone.tab.locator(".tricks").focus()
    page.table.do("LA>2")
    phone.tab.locator(".felt img").nth(3).wait_for()
    assert phone.tab.evaluate(FOCUSED) == "tricks"
    assert phone.faults == []
    phone.close()
