"""Roles end with the evening, and viewers may be shut out: a phone that still follows a view learns it at once."""

from pathlib import Path

import msgspec
import pytest

from tests.support.fed_table import CODE, KEY, FedTable
from tests.support.waiting import wait_until
from tests.web.conftest import RunningPage, running_page

NEXT_KEY = KEY[::-1]


def change_state(page: RunningPage, **changes: object) -> None:
    history = page.table.feed.history
    state = page.page.live.state
    assert state is not None
    page.table.call(lambda: history.show(msgspec.structs.replace(state, **changes)))


@pytest.mark.parametrize("view", ["score", "board", "table", "evening"])
def test_a_phone_of_the_evening_before_follows_no_longer(page: RunningPage, view: str) -> None:
    phone = page.phone()
    with phone.follow(view) as stream:
        stream.next()
        change_state(page, key=NEXT_KEY)
        stream.until_event("left")
        assert "html" not in stream.rest()
    with phone.follow(view) as stream:
        stream.until_event("left")


def test_viewers_who_are_shut_out_follow_no_longer(page: RunningPage) -> None:
    change_state(page, viewers=True)
    phone, player = page.phone(joined=False), page.phone()
    wait_until(lambda: phone.get("/score").status == 200)
    with phone.follow("board") as stream, player.follow("board") as other:
        stream.next()
        other.next()
        change_state(page, viewers=False)
        stream.until_event("left")
        page.table.do("PLAY")
        assert other.until("")["html"], "players go on"


def test_a_phone_that_waits_for_the_code_comes_in_with_the_viewers(page: RunningPage) -> None:
    with page.phone(joined=False).follow("join") as stream:
        change_state(page, viewers=True)
        stream.until_event("left")


def test_a_player_whose_cookie_came_late_is_led_on(page: RunningPage) -> None:
    """Browsers leave strict cookies out after a link on another site; the page's own requests have them."""
    with page.phone().follow("join") as stream:
        stream.until_event("left")


def test_while_the_page_looks_for_the_referee_nobody_is_sent_away(tmp_path: Path, page: RunningPage) -> None:
    cookies = page.phone().cookies
    page.page.live.state = None
    phone = page.phone(joined=False)
    phone.cookies = cookies
    assert phone.get("/events?view=score").status == 403


@pytest.mark.parametrize(("language", "text"), [("de", "nicht der Code von heute"), ("en", "not today")])
def test_a_link_of_another_evening_says_so_and_asks_for_the_code(page: RunningPage, language: str, text: str) -> None:
    phone = page.phone(joined=False)
    phone.get(f"/language/{language}")
    answer = phone.get("/j/WRONG2")
    assert answer.status == 403
    assert text in answer.text
    assert 'id="code"' in answer.text
    statuses = [phone.get("/j/WRONG2").status for _ in range(6)]
    assert statuses == [403] * 4 + [429] * 2
    assert phone.get(f"/j/{CODE}").status == 429


def test_viewers_are_shown_where_the_code_goes(table: FedTable, tmp_path: Path) -> None:
    with running_page(table, viewers=True) as running:
        assert 'href="/join"' in running.phone(joined=False).get("/more").text
        assert 'href="/join"' not in running.phone().get("/more").text
