"""Corrections of earlier calls and turned cards after cards were laid, and postponed decisions."""

from device.menus.deal.before_play import TakeCriticalMenu
from device.menus.deal.questions import FindingMenu
from device.menus.deal.resting import ScoreMenu, TrickMenu
from device.menus.deal.trick_history import CorrectCallMenu, EarlierCallsMenu
from device.screens.lists import ListScreen
from device.session.controller import SessionController
from engine.events import Amended, Announced, CardTaken, Event, Exchanged, Ruled
from tests.support.screens.gallery import HEARTS_U, REVOKED
from tests.support.session_script import card, events, go, in_play, new_controller


def watten(script: str) -> SessionController:
    controller = new_controller(game="watten")
    go(controller, script)
    return controller


def position(controller: SessionController, fact: Event) -> int:
    return next(place for place, reported in controller.table.facts if reported == fact)


def test_wrong_suit_is_corrected_after_three_cards() -> None:
    controller = watten(f"{HEARTS_U} HU HA LU")
    suit = next(fact for _, fact in controller.table.facts if isinstance(fact, Announced) and fact.value == "H")
    go(controller, "UP UP")
    assert isinstance(controller.menu, EarlierCallsMenu)
    assert isinstance(controller.screen, ListScreen)
    assert controller.screen.rows == ("Süd: Schlag Unter", "Ost: Farbe [hearts:] Herz")
    go(controller, "PLAY")
    assert isinstance(controller.menu, CorrectCallMenu)
    named = [row for row in controller.screen.rows if "Farbe" in str(row)]
    assert named == ["Ost: Farbe [acorns:] Eichel", "Ost: Farbe [leaves:] Gras", "Ost: Farbe [bells:] Schellen"]
    recorded_events = events(go(controller, "DOWN DOWN PLAY"))
    assert recorded_events == [
        Amended(position(controller, Announced(suit.seat, "trump", "S")), Announced(suit.seat, "trump", "S"))
    ]
    assert isinstance(controller.menu, TrickMenu)
    assert controller.view.deal.trick.cards == (card("HU"), card("HA"), card("LU"))


def test_exchange_count_is_corrected() -> None:
    controller = new_controller(2, game="gras")
    go(controller, "L9 PLAY PLAY EA")
    go(controller, "UP UP")
    assert isinstance(controller.screen, ListScreen)
    assert controller.screen.rows == ("Nord: [leaves:9]", "Süd: tauscht nichts", "Nord: tauscht 1")
    recorded_events = events(go(controller, "PLAY DOWN PLAY"))
    assert recorded_events == [Amended(position(controller, Exchanged(2, 3)), Exchanged(2, 3))]
    recorded_events = events(go(controller, "UP UP PLAY UP PLAY"))
    assert recorded_events == [Amended(recorded_events[0].position)]  # type: ignore[union-attr]
    assert controller.table.phase == "play", "whoever leads has ended it"


def test_a_critical_of_the_cut_can_be_entered_by_hand() -> None:
    controller = new_controller()
    go(controller, "PLAY")
    while controller.menu.cards[controller.menu.selected] != card("HK"):  # type: ignore[attr-defined]
        go(controller, "DOWN")
    assert events(go(controller, "PLAY")) == []
    assert isinstance(controller.menu, TakeCriticalMenu)
    assert events(go(controller, "PLAY")) == [CardTaken(controller.view.deal.cutter, card("HK"), "cut")]


def test_postponed_finding_is_decided_at_the_score() -> None:
    controller = in_play(f"{REVOKED} FOLD S8 S10 SU SA clear SK SO H7 H9 clear HA H8 HU HO clear")
    assert isinstance(controller.menu, ScoreMenu)
    go(controller, "UP")
    assert isinstance(controller.screen, ListScreen)
    row = controller.screen.rows.index("West: Nicht bedient")
    go(controller, "DOWN " * row + "PLAY")
    assert isinstance(controller.menu, FindingMenu)
    revoke = controller.menu.finding.position
    assert events(go(controller, "DOWN PLAY")) == [Ruled(revoke, "counted")]
    go(controller, "UP")
    assert "West: Nicht bedient" not in getattr(controller.screen, "rows", ())
