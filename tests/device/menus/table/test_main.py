"""The table: pause, other dealer, score by hand, settings."""

from dataclasses import replace

import pytest

from device.menus.deal.before_play import CutMenu, DeclareMenu
from device.menus.deal.corrections import CorrectCardMenu
from device.menus.deal.manual_entry import EnterTricksMenu, EnterTrumpMenu, ManualEntryMenu
from device.menus.deal.resting import ScoreMenu, TrickMenu
from device.menus.table.main import BETWEEN_DEALS_NOTICE, DealerMenu, PauseMenu, TableMenu
from device.screens.lists import ListScreen
from device.session.controller import SessionController
from device.settings.requests import Aim, Choose, ShowDeck, TurnDisplay, UseCamera
from engine.events import Amended, CardLaid, DealStarted, TricksEntered, UpcardTurned
from tests.support.screens.reached import DEAL
from tests.support.seated_table import NAMED, at_score, table
from tests.support.session_script import GERMAN, card, card_laid, events, go, in_play, new_controller, observation


@pytest.mark.parametrize(
    ("script", "ways"),
    [
        pytest.param("", "DOWN DOWN", id="the cut"),
        pytest.param("E9", "DOWN DOWN", id="play or fold"),
        pytest.param("E9 PLAY PLAY PLAY L7 L8", "DOWN DOWN", id="a trick"),
        pytest.param(f"E9 PLAY PLAY PLAY {DEAL}", "DOWN", id="the score"),
    ],
)
def test_one_more_down_after_the_score_is_the_table(script: str, ways: str) -> None:
    controller = new_controller()
    go(controller, script)
    before = controller.menu
    assert events(go(controller, ways)) == []
    assert isinstance(controller.menu, TableMenu)
    assert events(go(controller, "FOLD")) == []
    assert controller.menu == before


def test_where_up_and_down_choose_the_red_key_leads_to_the_table() -> None:
    controller = new_controller(2, game="gras")
    go(controller, "L9 FOLD UP UP PLAY")
    assert isinstance(controller.menu, TableMenu)


@pytest.mark.parametrize("row", ["other_dealer", "players"])
def test_rows_for_between_deals_show_a_notice_during_a_deal(row: str) -> None:
    controller = in_play("L7")
    go(controller, f"DOWN {table(row)}")
    assert controller.menu == BETWEEN_DEALS_NOTICE
    go(controller, "PLAY")
    assert isinstance(controller.menu, TableMenu)
    go(controller, "FOLD L8")
    assert controller.view.deal.trick.cards == (card("L7"), card("L8"))


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


def seats_offered(controller: SessionController) -> set[int]:
    """Returns the dealers from whom the table chooses."""
    offered = set()
    go(controller, table("other_dealer"))
    for _ in range(4):
        offered.add(controller.screen.seat)  # type: ignore[attr-defined]
        go(controller, "DOWN")
    return offered


def test_who_plays_from_the_next_game_on_does_not_deal_in_this_one() -> None:
    controller = at_score()
    controller.view.setup = replace(controller.view.setup, seats=(0, 1, 3))
    assert seats_offered(controller) == {0, 1, 2, 3}


def test_after_a_game_those_deal_who_play_the_next_one() -> None:
    controller = SessionController(replace(NAMED, seats=(0, 2)), GERMAN)
    controller.start(2)
    controller.camera_in_use = False
    while controller.table.phase != "over":
        go(controller, "PLAY PLAY DOWN DOWN PLAY PLAY" if controller.table.phase != "scored" else "PLAY")
    controller.view.setup = replace(controller.view.setup, seats=(0, 1, 3))
    assert seats_offered(controller) == {0, 1, 3}


def test_another_dealer_of_a_deal_that_has_just_begun() -> None:
    controller = at_score()
    (begun,) = go(controller, "PLAY")
    go(controller, f"DOWN {table('other_dealer')}")
    assert events(go(controller, "UP PLAY")) == [Amended(begun.position, DealStarted(3))]
    assert controller.view.deal.dealer == 3
    assert events(go(controller, "FOLD PLAY")) == [Amended(len(controller.table.journal) - 2)]
    assert controller.view.deal.dealer == 0


def test_deal_started_too_early_is_taken_back() -> None:
    controller = at_score()
    (begun,) = go(controller, "PLAY")
    assert events(go(controller, "FOLD UP UP PLAY")) == [Amended(begun.position)]
    assert isinstance(controller.menu, ScoreMenu)
    assert controller.table.tallies == {0: 25, 1: 25, 2: 18, 3: 17}


# Without the camera


def test_scores_alone_are_kept_if_the_table_wants_it() -> None:
    controller = in_play("L7")
    go(controller, f"DOWN {table('by_hand')}")
    assert controller.take_requests() == (UseCamera("by_hand"),)
    assert isinstance(controller.menu, ManualEntryMenu)
    assert controller.state == "ready"
    assert go(controller, "L8 clear") == []
    assert isinstance(events(go(controller, "PLAY PLAY UP PLAY UP PLAY UP PLAY UP UP PLAY"))[0], TricksEntered)
    go(controller, f"PLAY DOWN {table('by_hand')}")
    assert isinstance(controller.menu, CutMenu)
    assert events(go(controller, "L9")) == [UpcardTurned(card("L9"))]
    assert isinstance(controller.menu, DeclareMenu)


def test_undo_of_a_call_needs_no_camera() -> None:
    controller = new_controller(game="watten")
    go(controller, "PLAY")
    controller.camera_in_use = False
    go(controller, "FOLD")
    assert isinstance(controller.menu, CorrectCardMenu)
    assert [type(event) for event in events(go(controller, "PLAY"))] == [Amended]


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
    controller.camera_in_use = False
    go(controller, script)
    assert isinstance(controller.menu, opened)
    controller.camera_in_use = True
    assert isinstance(controller.menu, comes)


def test_trump_that_was_turned_is_selected_where_tricks_are_entered() -> None:
    controller = new_controller(3)
    go(controller, "L9")
    controller.camera_in_use = False
    go(controller, "PLAY")
    assert controller.menu == EnterTrumpMenu(selected=1)


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


@pytest.mark.parametrize(
    ("setting", "choice", "selected"),
    [
        pytest.param("DOWN DOWN DOWN PLAY", "", 0, id="speech off"),
        pytest.param("DOWN DOWN DOWN PLAY", "DOWN PLAY", 1, id="speech"),
        pytest.param("DOWN DOWN DOWN PLAY", "UP PLAY", 2, id="speech of cards"),
        pytest.param("DOWN DOWN DOWN DOWN PLAY", "", 1, id="medium volume"),
        pytest.param("DOWN DOWN DOWN DOWN PLAY", "DOWN PLAY", 2, id="high volume"),
        pytest.param("DOWN DOWN DOWN DOWN PLAY", "UP PLAY", 0, id="low volume"),
    ],
)
def test_the_voice_in_use_is_selected(setting: str, choice: str, selected: int) -> None:
    controller = at_score()
    if choice:
        go(controller, f"{table('settings')} {setting} {choice}")
    go(controller, f"{table('settings')} {setting}")
    assert isinstance(controller.screen, ListScreen)
    assert controller.screen.selected == selected


@pytest.mark.parametrize(("percent", "selected"), [(0, 0), (30, 0), (45, 1), (70, 1), (80, 2), (100, 2)])
def test_the_nearest_volume_is_selected(percent: int, selected: int) -> None:
    controller = at_score()
    controller.view.appliance.volume_percent = percent
    go(controller, f"{table('settings')} DOWN DOWN DOWN DOWN PLAY")
    assert isinstance(controller.screen, ListScreen)
    assert controller.screen.selected == selected


def test_another_language_is_spoken_at_once() -> None:
    controller = at_score(names=False)
    go(controller, f"{table('settings')} DOWN DOWN PLAY UP PLAY")
    assert controller.view.words.phrase("score") == "Score"
    assert controller.view.words.seats[0] == "South"
