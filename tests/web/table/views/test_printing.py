"""What is printed on A4: every deal of the evening, lines to be filled in by hand, names for the table."""

import re
from pathlib import Path

import pytest

from device.settings.table_setup import Setup
from tests.support.fed_table import FedTable, evening
from tests.web.conftest import NAMES, RunningPage, running_page


def test_the_menu_leads_to_everything_that_can_be_printed(page: RunningPage) -> None:
    phone = page.phone()
    targets = re.findall(r'href="(/print/\w+)"', phone.get("/print").text)
    assert targets == ["/print/result", "/print/sheet", "/print/cards", "/print/rules"]
    for target in targets:
        text = phone.get(target).text
        assert 'class="paper' in text
        assert "/print.css" in text
        assert "data-print" in text


def test_the_score_sheet_has_every_deal_with_dealer_and_tallies(page: RunningPage) -> None:
    text = page.phone().get("/print/sheet").text
    rows = re.findall(r'<tr><th scope="row">(\d+)</th><td class="text dealer">(.*?)</td>(.*?)</tr>', text)
    history = page.table.controller.table.history
    assert [int(number) for number, _, _ in rows] == [score.number for score in history]
    for (_, dealer, cells), score in zip(rows, history, strict=True):
        assert dealer == NAMES[score.dealer]
        tallies = [int(tally.replace("−", "-")) for tally in re.findall("<b>(.*?)</b>", cells)]
        assert tallies == [score.result.tallies[seat] for seat in range(4)]


def test_before_the_first_game_the_score_sheet_is_filled_in_by_hand(tmp_path: Path) -> None:
    with (
        FedTable(tmp_path / "table.sock", (), Setup("bauerchen", (0, 1, 2, 3))) as table,
        running_page(table) as running,
    ):
        text = running.phone().get("/print/sheet").text
    assert "zum Ausfüllen" in text
    assert text.count('<tr><th scope="row">') == 24
    assert text.count("<td></td>") == 24 * 4


@pytest.mark.parametrize(
    ("names", "large", "small"), [(NAMES, 4, 0), (("Maximilia", "Resi", "Sepp", "Vroni"), 3, 1), ((), 4, 0)]
)
def test_a_card_for_each_seat_says_the_name_in_both_directions(
    tmp_path: Path, names: tuple[str, ...], large: int, small: int
) -> None:
    with (
        FedTable(tmp_path / "table.sock", evening("bauerchen", 4, 1, 1, names)) as table,
        running_page(table) as running,
    ):
        text = running.phone().get("/print/cards").text
    assert (text.count('class="tent"'), text.count('class="tent long"')) == (large, small)
    assert re.findall(r'class="seated">(.*?)</p>', text) == [name for name in names or ("",) * 4 for _ in range(2)]
