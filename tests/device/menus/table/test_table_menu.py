"""The table: pause, other dealer, score by hand, settings."""

from dataclasses import replace

import pytest

from device.menus.deal.before_play import CutMenu
from device.menus.deal.manual_entry import EnterTricksMenu, EnterTrumpMenu
from device.menus.deal.resting import ScoreMenu, TrickMenu
from device.menus.table.table_menu import DealerMenu, PauseMenu, TableMenu
from device.settings.requests import Aim, Choose, ShowDeck, TurnDisplay, UseCamera
from engine.events import CardLaid, DealStarted
from tests.support.seated_table import at_score, table
from tests.support.session_script import card, card_laid, events, go, in_play, new_controller, observation


def test_where_up_and_down_choose_the_red_key_leads_to_the_table() -> None:
    controller = new_controller(2, game="gras")
    go(controller, "L9 FOLD UP UP PLAY")
    assert isinstance(controller.menu, TableMenu)


# Pause


def test_sightings_are_ignored_in_a_pause() -> None:
    controller = in_play("L7")
    go(controller, f"DOWN {table('pause')}")
    assert controller.take_requests() == (UseCamera("paused"),)
    assert isinstance(controller.menu, PauseMenu)
    assert controller.state == "pause"
    assert go(controller, "L8 lift:L7 clear HA") == []
    go(controller, "PLAY")
    assert controller.take_requests() == (UseCamera("camera"),)
    assert isinstance(controller.menu, TrickMenu)


def test_cards_on_the_table_after_a_pause_are_not_played() -> None:
    controller = in_play("L7")
    go(controller, f"DOWN {table('pause')} PLAY")
    for there in ("L7", "HA~2"):
        assert controller.handle_sighting(replace(observation(there), was_present=True)) == []
    assert events(go(controller, "L8>1")) == [card_laid(1, "L8")]
    assert controller.handle_sighting(replace(observation("L10"), was_present=True)) == [], "the camera failed"
    assert [(event.seat, event.card) for event in events(go(controller, "LA>3")) if isinstance(event, CardLaid)] == [
        (2, card("L10")),
        (3, card("LA")),
    ]


# Dealers


def test_another_dealer_is_chosen_after_the_score() -> None:
    controller = at_score()
    go(controller, table("other_dealer"))
    assert controller.menu == DealerMenu()
    assert events(go(controller, "DOWN DOWN PLAY")) == [DealStarted(2)]
    assert isinstance(controller.menu, CutMenu), "that it is not his turn is known and not told"


# Without the camera


@pytest.mark.parametrize(
    ("script", "opened", "comes"),
    [
        pytest.param("PLAY", EnterTrumpMenu, CutMenu, id="trump"),
        pytest.param("PLAY PLAY", EnterTricksMenu, CutMenu, id="tricks"),
        pytest.param("DOWN DOWN", TableMenu, TableMenu, id="no list of the camera's"),
    ],
)
def test_what_is_entered_by_hand_closes_when_the_camera_comes(script: str, opened: type, comes: type) -> None:
    controller = new_controller(3)
    controller.set_camera(False)
    go(controller, script)
    assert isinstance(controller.menu, opened)
    controller.set_camera(True)
    assert isinstance(controller.menu, comes)


# Settings


@pytest.mark.parametrize(
    ("script", "wanted"),
    [
        pytest.param("PLAY", Aim(), id="aim"),
        pytest.param("DOWN PLAY", ShowDeck(), id="deck"),
        pytest.param("DOWN DOWN PLAY DOWN PLAY", Choose(language="bar"), id="language"),
        pytest.param("UP UP PLAY", TurnDisplay(), id="upside down"),
        pytest.param("UP PLAY PLAY", Choose(tones=True), id="tones"),
        pytest.param("DOWN DOWN DOWN PLAY DOWN PLAY", Choose(speech="results"), id="speech"),
        pytest.param("DOWN DOWN DOWN PLAY UP PLAY", Choose(speech="cards"), id="speech of cards"),
        pytest.param("DOWN DOWN DOWN DOWN PLAY DOWN PLAY", Choose(volume=100), id="volume"),
        pytest.param("UP PLAY UP PLAY", Choose(tones=False), id="no tones"),
    ],
)
def test_settings_send_requests(script: str, wanted: object) -> None:
    controller = at_score()
    assert go(controller, f"{table('settings')} {script}") == []
    assert controller.take_requests() == (wanted,)
    assert isinstance(controller.menu, ScoreMenu)
