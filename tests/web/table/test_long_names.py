"""Names as long as the display takes, and tallies of three digits, in Debian's Chromium."""

from pathlib import Path
from typing import Any

import pytest

from device.settings.table_setup import Setup
from engine.events import CardLaid, Event
from tests.support.browser import IS_COMPLETE, SIZES, Watched
from tests.support.fed_table import CODE, FedTable, evening
from tests.web.conftest import running_page

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not IS_COMPLETE, reason="needs a browser: run tests/web/browser")]

LONG_NAMES = ("Maximilian A", "Franziskus B", "Kreszentia C", "Bartholomäus")
SEATS = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
HIDDEN_NAMES = """() => [...document.querySelectorAll('.trick:first-child .name')].filter(name => {
    const box = name.getBoundingClientRect(), felt = name.closest('.felt').getBoundingClientRect();
    const middles = [box.left + 8, box.right - 8].map(x => document.elementFromPoint(x, (box.top + box.bottom) / 2));
    const isCovered = middles.some(each => each !== name && !name.contains(each));
    return isCovered || box.left < felt.left || box.right > felt.right;
}).map(name => name.textContent)"""
BROKEN_NAMES = """() => [...document.querySelectorAll('.side h2')].filter(name => {
    const range = document.createRange();
    const words = [...name.firstChild.data.matchAll(/\\S+/g)];
    return words.some(word => {
        range.setStart(name.firstChild, word.index);
        range.setEnd(name.firstChild, word.index + word[0].length);
        return range.getClientRects().length > 1;
    });
}).map(name => name.textContent)"""
OVERFLOWING_TALLIES = """() => [...document.querySelectorAll('.tally')].filter(tally => {
    const range = document.createRange();
    range.selectNodeContents(tally);
    const text = range.getBoundingClientRect(), side = tally.closest('.side').getBoundingClientRect();
    return text.left < side.left || text.right > side.right;
}).map(tally => tally.textContent)"""


def in_a_trick(game: str, players: int, deals: int) -> list[Event]:
    """An evening that ends within a trick of its last deal."""
    events = evening(game, players, deals, 5, LONG_NAMES[:players])
    cards = [position for position, event in enumerate(events) if isinstance(event, CardLaid)]
    return events[: cards[-players - 1]]


@pytest.fixture(scope="module")
def art(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("art")


@pytest.mark.parametrize(
    ("game", "players", "deals"),
    [("watten", 4, 8), ("watten", 2, 120), ("gras", 4, 8), ("gras", 3, 9), ("bauerchen", 4, 8), ("watten", 4, 120)],
)
def test_long_names_and_large_tallies_fit(
    browser: Any, tmp_path: Path, art: Path, game: str, players: int, deals: int
) -> None:
    events, setup = in_a_trick(game, players, deals), Setup(game, SEATS[players])
    with FedTable(tmp_path / "table.sock", events, setup) as table, running_page(table) as running:
        phone = Watched(browser, running.port, entrance=f"/j/{CODE}")
        for view in ("score", "table", "board", "correct", "evening", "ledger"):
            phone.open(f"/{view}")
            for size, (width, height) in SIZES.items():
                phone.tab.set_viewport_size({"width": width, "height": height})
                fits = phone.tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
                assert fits, f"{view} is too wide on a {size}"
                for faults in (HIDDEN_NAMES, BROKEN_NAMES, OVERFLOWING_TALLIES):
                    assert phone.tab.evaluate(faults) == [], f"{view} on a {size}"
        phone.close()
