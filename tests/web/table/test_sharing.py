"""An evening as one picture, a deal as one file to replay: as it was corrected, and without names if wished."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from engine.events import Amended, Event, GameStarted
from tests.support.examples import one_in
from tests.support.fed_table import FedTable, evening
from tests.support.session_script import go, in_play
from tests.web.conftest import NAMES, PLAY, RunningPage, running_page
from web.table.sharing import best_trick

PROVED = PLAY + " LO>1"
SVG = "{http://www.w3.org/2000/svg}"


def texts_of(svg: str) -> list[str]:
    root = ET.fromstring(svg)
    assert root.get("class") == "picture"
    return [each.text or "" for each in root.iter(f"{SVG}text")]


@pytest.fixture
def proved(page: RunningPage) -> RunningPage:
    """An evening whose last deal has a revoke of Toni."""
    page.play(PROVED)
    return page


def test_a_picture_has_course_trick_and_counts(proved: RunningPage) -> None:
    svg = proved.phone().get("/share/evening").text
    texts = texts_of(svg)
    for title in ("1. Spiel: Punkte im Lauf des Spiels", "Stiche", "Kritische gespielt", "Falsch zugegeben"):
        assert title in texts, title
    assert any(text.startswith("Bester Stich: ") for text in texts)
    assert svg.count("data:image/webp;base64,") == 4
    assert texts.index("Falsch zugegeben") + 1 == texts.index("Toni", texts.index("Falsch zugegeben"))


def test_without_names_nobody_is_named(proved: RunningPage) -> None:
    phone = proved.phone()
    for what in ("evening", "deal"):
        named, unnamed = (phone.get(f"/share/{what}?names={names}").text for names in (1, 0))
        assert all(name in named for name in NAMES)
        assert not any(name in unnamed for name in NAMES)
        assert ">A<" in unnamed


def test_a_deal_is_that_of_its_finding_with_the_proof(proved: RunningPage) -> None:
    finding = proved.table.controller.table.findings[-1]
    for position, has_proof in ((finding.position, True), (-1, True), (12, False)):
        answer = proved.phone().get(f"/share/deal?at={position}")
        assert "attachment" in answer.headers["content-disposition"]
        assert ("Der Beweis" in answer.text) == has_proof, position
        content = json.loads(answer.text.partition("const REPLAY = ")[2].partition(";\n")[0])
        assert list(content["texts"]) == ["de"]
        assert len(content["steps"]) > 5


def test_a_corrected_card_is_shown_as_it_was(page: RunningPage) -> None:
    page.play("PLAY E9 PLAY PLAY PLAY L7>3 S9>0")
    position = len(page.table.stored.events) - 1
    page.phone().act(do="correct", position=position, was="S9", card="L9")
    page.catch_up()
    text = page.phone().get("/share/deal").text
    assert isinstance(page.table.stored.events[-1], Amended)
    assert "L9.webp" in text
    assert "S9.webp" not in text


@pytest.mark.parametrize("game", one_in(4, ["watten", "gras", "bauerchen", "schafkopf", "grasobern", "zwanzig-ab"]))
def test_every_game_has_a_picture(tmp_path: Path, game: str) -> None:
    with FedTable(tmp_path / "table.sock", evening(game, 4, 3, 5, NAMES)) as fed, running_page(fed) as page:
        phone = page.phone()
        assert texts_of(phone.get("/share/evening").text)[0] == "Der Abend"
        assert phone.get("/share/deal").status == 200


@pytest.mark.parametrize("events", [(), (GameStarted("gras", (0, 1, 2, 3), 0),)], ids=["nothing", "no deal"])
def test_before_the_first_deal_there_is_nothing_to_share(tmp_path: Path, events: tuple[Event, ...]) -> None:
    with FedTable(tmp_path / "table.sock", events) as fed, running_page(fed) as page:
        assert [page.phone().get(f"/share/{what}").status for what in ("deal", "evening", "ledger")] == [404] * 3


def test_only_players_share(page: RunningPage, tmp_path: Path) -> None:
    assert page.phone(joined=False).get("/share/evening").status == 403


@pytest.mark.parametrize(
    ("trick", "value"),
    [
        pytest.param("EU EO EK EA", (3, -4), id="four trumps, each higher"),
        pytest.param("EU EA EO EK", None, id="four trumps, three of them given to the ace"),
        pytest.param("L7 L10 LA E7", (3, -10), id="a trump at last"),
        pytest.param("L7 L10 EK SK", (2, -10), id="the last one discarded"),
        pytest.param("L7 L10 EK S7", (3, -4), id="a trump beaten by a Critical"),
        pytest.param("L7 LA L8 L10", None, id="overtaken once"),
    ],
)
def test_the_best_trick_is_the_one_overtaken_most(trick: str, value: tuple[int, int] | None) -> None:
    """Acorns are trump; the Criticals are the king of hearts, the seven of bells and the seven of acorns."""
    controller = in_play(" ".join(f"{word}>{seat}" for word, seat in zip(trick.split(), (3, 0, 1, 2), strict=True)))
    go(controller, "clear")
    best = best_trick(controller.table)
    assert (best.value if best is not None else None) == value
