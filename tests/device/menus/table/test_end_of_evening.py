"""The end of an evening: its result, good night, and going on."""

from dataclasses import replace

from device.menus.deal.before_play import CutMenu
from device.menus.deal.resting import ScoreMenu
from device.menus.new_evening import FirstDealerMenu, WelcomeMenu
from device.menus.table.end_of_evening import UNFINISHED_DEAL, EveningSummaryMenu
from device.reporting.export import find_evening
from device.reporting.ledger import LedgerText
from device.screens.lists import SentenceScreen
from device.screens.table import EveningScreen
from device.session.controller import SessionController
from device.settings.requests import BeginEvening
from engine.events import CardLaid, DealStarted, EveningStarted, GameStarted, PlayersSeated
from engine.state.ledger import Ledger
from tests.support.seated_table import NAMED, NAMES, at_score, played_to_the_end, table, tallies
from tests.support.session_script import GERMAN, events, go, in_play


def test_end_of_evening_shows_the_result_of_every_player() -> None:
    controller = played_to_the_end()
    controller.set_camera(True)
    go(controller, table("evening_end"))
    assert isinstance(controller.menu, EveningSummaryMenu)
    assert controller.screen == EveningScreen("Anna", "1/2", (("won", 1), ("lost", 0)))
    go(controller, "DOWN")
    assert controller.screen == EveningScreen("Cenz", "2/2", (("won", 0), ("lost", 1)))
    assert events(go(controller, "PLAY")) == [EveningStarted()]
    assert controller.take_requests() == ()
    assert isinstance(controller.screen, SentenceScreen)
    assert controller.screen.title == "good_night"
    assert go(controller, "LA clear") == [], "cards that are put away are no deal"
    go(controller, "PLAY")
    assert controller.take_requests() == (BeginEvening(),)
    controller.begin_evening("2026-11-22")
    assert isinstance(controller.menu, WelcomeMenu)
    noted = events(go(controller, "PLAY PLAY PLAY PLAY"))
    assert noted[:2] == [EveningStarted("2026-11-22"), PlayersSeated(NAMES)]
    assert isinstance(controller.menu, CutMenu)


def test_restart_after_good_night_starts_a_new_evening() -> None:
    controller = at_score()
    go(controller, f"{table('evening_end')} PLAY")
    again = SessionController(replace(NAMED, evening="2026-11-28"), GERMAN, controller.table.journal)
    assert isinstance(again.menu, WelcomeMenu)
    assert go(again, "LA") == []


def test_an_evening_may_go_on_after_all() -> None:
    controller = at_score()
    go(controller, f"{table('evening_end')} PLAY FOLD")
    assert isinstance(controller.menu, ScoreMenu)
    assert tallies(controller)[0] == ("Anna", 25)
    assert events(go(controller, "PLAY")) == [DealStarted(0)]


def test_an_evening_may_end_in_the_middle_of_a_deal() -> None:
    controller = in_play("L7")
    go(controller, f"DOWN {table('evening_end')}")
    assert controller.menu == UNFINISHED_DEAL
    go(controller, "PLAY PLAY PLAY")
    assert isinstance(controller.menu, WelcomeMenu)
    go(controller, "PLAY PLAY PLAY")
    assert isinstance(controller.menu, FirstDealerMenu)
    assert [type(event) for event in events(go(controller, "PLAY"))] == [GameStarted, DealStarted]
    assert [fact for _, fact in controller.view.facts if isinstance(fact, CardLaid)] == []


def test_good_night_is_no_evening_of_its_own_in_ledger_and_export() -> None:
    controller = at_score()
    go(controller, f"{table('evening_end')} PLAY")
    journal = controller.table.journal
    listed = [line for line in LedgerText(GERMAN).lines(Ledger.of(journal)) if line and not line.startswith(" ")]
    assert listed[0] == "2026-11-21"
    assert not any(line.startswith("Abend") for line in listed)
    assert find_evening("last", journal, list(range(len(journal)))).names == ("2026-11-21",)
