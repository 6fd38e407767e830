"""Game and house rules in sentences, and what views say before the first game."""

import base64
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from device.settings.table_setup import Setup
from device.state.appliance_state import Step
from engine.games import all_games
from tests.support.fed_table import FedTable
from tests.web.conftest import LANGUAGES, RunningPage, running_page

SEATS = (0, 1, 2, 3)


@pytest.fixture(scope="module")
def empty_page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningPage]:
    """The page of a table at which nothing was played."""
    socket = tmp_path_factory.mktemp("page") / "table.sock"
    with FedTable(socket, (), Setup("gras", SEATS)) as table, running_page(table) as running:
        yield running


@pytest.mark.parametrize("game", all_games())
def test_rules_have_ids_alone_and_cards_are_told_apart(tmp_path: Path, game: str) -> None:
    with FedTable(tmp_path / "table.sock", (), Setup(game, SEATS)) as table, running_page(table) as running:
        phone = running.phone()
        for language in LANGUAGES:
            phone.get(f"/language/{language}")
            text = phone.get("/game").text
            assert "DECISIONS" not in text
            assert not re.search(r"<small>[^<]*section", text)
            order = re.findall(r"<li>(.*?)</li>", text)[0]
            assert order.count(", ") >= 6


@pytest.mark.parametrize(
    ("view", "text", "absent"),
    [
        ("score", "Am Kiebitz anfangen, oder hier.", "Gleich"),
        ("table", "hier unter Stand", "oder hier."),
        ("correct", "hier unter Stand", "oder hier."),
        ("dispute", "hier unter Stand", "oder hier."),
        ("board", "Gleich geht es los.", "hier"),
        ("ledger", "Noch ist kein Spiel gespeichert.", "Heute"),
        ("statistics", "Heute wurde noch nichts", "gespeichert"),
    ],
)
def test_before_the_first_game(empty_page: RunningPage, view: str, text: str, absent: str) -> None:
    answer = empty_page.phone().get(f"/{view}").text
    main = answer.partition("<main")[2].partition("</main>")[0]
    assert text in main
    assert absent not in main


@pytest.mark.parametrize(
    ("fixed", "games", "counts"),
    [
        (frozenset(), {"gras", "watten", "wallachen", "schafkopf"}, ["2", "3", "4"]),
        (frozenset({"game"}), set(), []),
        (frozenset({"rules"}), set(), []),
        (frozenset({"players"}), {"gras", "watten", "schafkopf"}, ["4"]),
    ],
)
def test_a_game_that_the_settings_rule_out_is_not_offered(
    tmp_path: Path, fixed: frozenset[Step], games: set[str], counts: list[str]
) -> None:
    with FedTable(tmp_path / "table.sock", (), Setup("gras", SEATS)) as table:
        table.controller.view.appliance.fixed_steps = fixed
        table.show_pictures()
        with running_page(table) as running:
            phone = running.phone()
            offered = {int(number) for number in re.findall(r'href="/newgame/(\d+)"', phone.get("/game").text)}
            form = phone.get(f"/newgame/{list(all_games()).index('gras')}").text
            answer = phone.post("/action", {"do": "game", "game": "gras", "players": 4, "rules": {}})
    assert {name for number, name in enumerate(all_games()) if number in offered} >= games
    assert bool(offered) == bool(games) == (answer.status == 200)
    assert re.findall(r'name="players" value="(\d)"', form) == counts


def test_while_the_first_start_asks_a_phone_shows_the_display_and_its_buttons(tmp_path: Path) -> None:
    display = Image.new("1", (128, 64))
    display.paste(1, (3, 5, 13, 7))
    with FedTable(tmp_path / "table.sock", (), Setup("gras", SEATS)) as table:
        table.show_pictures(display=base64.b64encode(display.tobytes()).decode("ascii"))
        with running_page(table) as running:
            page = running.phone().get("/score").text
            assert 'href="/deck"' not in running.landlord().get("/landlord").text
    assert 'd="M3 5h10v1h-10zM3 6h10v1h-10z"' in page
    assert re.findall(r'"do":"press","button":"(\w+)"', page) == ["fold", "up", "down", "play"]
    assert "new_game" not in page, "it offers nothing that is refused"
