"""The table: pause, other dealer, another game, score by hand, settings, health, good night."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from device.diagnostics.base import Check
from device.menus.deal.before_play import CutMenu, DeclareMenu
from device.menus.deal.corrections import CorrectCardMenu
from device.menus.deal.manual_entry import EnterTricksMenu, EnterTrumpMenu, ManualEntryMenu
from device.menus.deal.score import ScoreMenu
from device.menus.deal.trick import TrickMenu
from device.menus.landlord.main import LandlordMenu
from device.menus.landlord.task import NothingHereMenu
from device.menus.start.first_start import offered_games
from device.menus.start.new_evening import FirstDealerMenu, HouseRulesMenu, WelcomeMenu
from device.menus.start.pack_fit import PackFitMenu
from device.menus.table.change_game import BeginNowMenu, ChangeGameMenu
from device.menus.table.end_of_evening import EveningSummaryMenu, GoodNightMenu, UnfinishedDealMenu
from device.menus.table.health import CheckDetailsMenu, HealthMenu
from device.menus.table.main import BetweenDealsNotice, DealerMenu, PauseMenu, SettingsMenu, TableMenu
from device.reporting.ledger.text import LedgerText
from device.screens.lists import LINES, ListScreen, TextScreen, wrapped_lines
from device.screens.table import EveningScreen
from device.session.controller import SessionController
from device.settings.requests import (
    Aim,
    BeginEvening,
    Choose,
    ChosenGame,
    EndEvening,
    Examine,
    ShowDeck,
    TurnDisplay,
    UseCamera,
)
from device.settings.settings import Config
from device.state.onboarding_steps import OnboardingSteps, Step, steps_in_settings
from device.storage.evenings.split import find_evening
from engine.events import (
    Amended,
    CardLaid,
    DealStarted,
    EveningStarted,
    GameStarted,
    PlayersSeated,
    TricksEntered,
    UpcardTurned,
)
from engine.games import all_games
from engine.state.ledger import Ledger
from engine.text import Words
from tests.support.screens.reached import DEAL
from tests.support.seated_table import NAMED, NAMES, at_score, table, tallies
from tests.support.session_script import (
    GAME,
    GERMAN,
    card,
    card_laid,
    events,
    go,
    in_play,
    new_controller,
    observation,
    press,
)

if TYPE_CHECKING:
    from device.menus.base import Menu


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
    assert isinstance(controller.menu, BetweenDealsNotice)
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
    assert events(controller.handle_sighting(replace(observation("L10"), was_present=True))) == [card_laid(2, "L10")], (
        "the camera failed"
    )


def test_the_health_can_be_looked_at_in_a_pause() -> None:
    controller = in_play("L7")
    go(controller, f"DOWN {table('pause')} DOWN UP UP PLAY")
    assert isinstance(controller.menu, HealthMenu)
    go(controller, "FOLD")
    assert isinstance(controller.menu, PauseMenu)
    go(controller, "UP PLAY")
    assert isinstance(controller.menu, TrickMenu), "the first row goes on"


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


# The next game


def test_another_dealer_of_a_game_that_the_deck_does_not_fit_is_asked_about_the_deck() -> None:
    controller = SessionController(replace(NAMED, seats=(0, 2)), GERMAN)
    controller.start(2)
    controller.camera_in_use = False
    while controller.table.phase != "over":
        go(controller, "PLAY PLAY DOWN DOWN PLAY PLAY" if controller.table.phase != "scored" else "PLAY")
    controller.view.onboarding = replace(controller.view.onboarding, deck="french20")
    assert events(go(controller, f"{table('other_dealer')} PLAY")) == []
    assert isinstance(controller.menu, PackFitMenu)


def test_players_of_the_next_game_can_be_selected() -> None:
    controller = at_score()
    go(controller, f"{table('players')} DOWN DOWN PLAY")
    assert controller.menu == ChangeGameMenu("players")
    go(controller, "UP PLAY DOWN PLAY")
    assert isinstance(controller.menu, BeginNowMenu)
    assert controller.take_requests() == (Choose(seats=(0, 1, 3)),)
    go(controller, "FOLD")
    assert isinstance(controller.menu, ScoreMenu)
    assert controller.table.seats == (0, 1, 2, 3)


def test_another_game_is_chosen_and_begun_at_once() -> None:
    controller = at_score()
    go(
        controller,
        f"{table('other_game')} {' '.join(['DOWN'] * offered_games(controller.view).index('bauerchen'))} PLAY PLAY",
    )
    assert isinstance(controller.menu, BeginNowMenu)
    (wish,) = controller.take_requests()
    assert wish == Choose(game=ChosenGame("bauerchen", "bauerchen-12"))
    go(controller, "PLAY")
    assert isinstance(controller.menu, HouseRulesMenu), "what is played is told"
    assert events(go(controller, "PLAY PLAY"))[0].game == "bauerchen"  # type: ignore[union-attr]
    assert controller.view.words.french, "other cards have other names"
    assert controller.view.names == dict(NAMES)


@pytest.mark.parametrize(
    ("asked", "comes"),
    [
        pytest.param(frozenset(), HouseRulesMenu, id="house rules are told"),
        pytest.param(frozenset({"rules", "players"}), FirstDealerMenu, id="house rules were asked tonight"),
    ],
)
def test_cancelled_new_game_returns_to_the_current_game(asked: frozenset[Step], comes: type) -> None:
    controller = in_play("L7>0 L8>1")
    controller.view.onboarding = OnboardingSteps(asked)
    go(controller, f"DOWN {table('other_game')} DOWN PLAY PLAY PLAY")
    assert isinstance(controller.menu, comes)
    go(controller, "FOLD")
    assert isinstance(controller.menu, TrickMenu)
    assert controller.view.deal.trick.cards == (card("L7"), card("L8"))


def test_after_a_game_too_the_way_back_from_another_one_is_its_score() -> None:
    controller = SessionController(replace(NAMED, seats=(0, 2)), GERMAN)
    controller.start(2)
    controller.camera_in_use = False
    while controller.table.phase != "over":
        go(controller, "PLAY PLAY DOWN DOWN PLAY PLAY" if controller.table.phase != "scored" else "PLAY")
    go(controller, f"{table('other_game')} UP PLAY PLAY PLAY FOLD")
    assert isinstance(controller.menu, ScoreMenu)


def test_another_game_waits_for_the_end_of_this_one() -> None:
    controller = at_score()
    go(controller, f"{table('other_game')} UP PLAY PLAY FOLD")
    assert isinstance(controller.menu, ScoreMenu)
    assert events(go(controller, "PLAY")) == [DealStarted(0)]
    assert controller.view.game.name == GAME
    assert controller.view.setup.game == "watten"


@pytest.mark.parametrize(
    ("config", "offered"),
    [
        pytest.param(Config(), {"other_game", "other_deck"}, id="nothing is fixed"),
        pytest.param(Config(game=GAME), {"house_rules", "other_deck"}, id="the game"),
        pytest.param(Config(game=GAME, preset="standard"), {"other_deck"}, id="game and house rules"),
        pytest.param(Config(pack="stammtisch"), {"other_game"}, id="the deck"),
    ],
)
def test_configured_game_is_not_offered(config: Config, offered: set[str]) -> None:
    controller = at_score()
    controller.view.fixed_steps = steps_in_settings(config)
    rows = [row for menu in (TableMenu(), SettingsMenu()) for row in menu.screen(controller.view).rows]  # type: ignore[attr-defined]
    assert {"other_game", "house_rules", "other_deck"} & set(rows) == offered


def test_house_rules_are_chosen_for_the_game_that_is_fixed() -> None:
    controller = at_score()
    controller.view.fixed_steps = steps_in_settings(Config(game=GAME))
    go(controller, f"{table('other_game')} DOWN PLAY")
    (wish,) = controller.take_requests()
    presets = list(all_games()[GAME].book.presets)
    assert wish == Choose(game=ChosenGame(GAME, presets[1]))
    go(controller, f"FOLD {table('other_game')} FOLD")
    assert isinstance(controller.menu, ScoreMenu), "there is no game to go back to"


def test_aborted_choice_changes_nothing() -> None:
    controller = at_score()
    setup = controller.view.setup
    go(controller, f"{table('other_game')} DOWN PLAY FOLD")
    assert controller.view.setup == setup
    assert controller.take_requests() == ()


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
    assert controller.menu == EnterTrumpMenu(1)


# For the landlord


def test_the_landlords_menu_goes_on_at_the_row_that_was_left() -> None:
    controller = at_score()
    go(controller, f"{table('landlord')} DOWN PLAY FOLD")
    assert controller.menu == LandlordMenu(1)


def test_no_backup_is_restored_during_a_deal() -> None:
    controller = in_play("L7")
    go(controller, f"DOWN {table('landlord')} PLAY UP UP UP UP PLAY")
    assert isinstance(controller.menu, NothingHereMenu)


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
    controller.view.volume_percent = percent
    go(controller, f"{table('settings')} DOWN DOWN DOWN DOWN PLAY")
    assert isinstance(controller.screen, ListScreen)
    assert controller.screen.selected == selected


def test_another_language_is_spoken_at_once() -> None:
    controller = at_score(names=False)
    go(controller, f"{table('settings')} DOWN DOWN PLAY UP PLAY")
    assert controller.view.words.phrases.score == "Score"
    assert controller.view.words.seats[0] == "South"


def test_health_is_a_list_with_the_worst_first() -> None:
    controller = in_play("L7")
    go(controller, f"DOWN {table('health')}")
    assert controller.take_requests() == (Examine(),)
    fine = Check("disk", Words("Platz", "Disk"), "ok", Words("12 GB", "12 GB"), Words("", ""))
    bad = Check("power", Words("Strom", "Power"), "bad", Words("zu schwach", "too weak"), Words("Netzteil", "supply"))
    slow = Check("clock", Words("Uhr", "Clock"), "warn", Words("geht nach", "slow"), Words("", ""))
    unclear = Check("fan", Words("Lüfter", "Fan"), "unknown", Words("keiner", "none"), Words("", ""))
    controller.view.health = (unclear, fine, slow, bad)
    assert isinstance(controller.screen, ListScreen)
    assert controller.screen.rows == ("! Strom: zu schwach", "! Uhr: geht nach", "Platz: 12 GB", "Lüfter: keiner")
    go(controller, "PLAY")
    assert controller.menu == CheckDetailsMenu(0)
    go(controller, "PLAY DOWN PLAY FOLD")
    assert controller.menu == HealthMenu(1)
    go(controller, "FOLD")
    assert isinstance(controller.menu, TrickMenu)


@pytest.mark.parametrize("menu", [CheckDetailsMenu(0), HouseRulesMenu()], ids=["health", "house rules"])
def test_a_long_text_scrolls_by_lines_between_its_ends(menu: Menu) -> None:
    view, text = in_play().view, " ".join(["Wort"] * 80)
    view.setup = replace(view.setup, house=text)
    view.health = (Check("power", Words("Strom", "Power"), "bad", Words(text, text), Words("", "")),)
    screen = menu.screen(view)
    assert isinstance(screen, TextScreen)
    last = len(wrapped_lines(screen.paragraphs)) - LINES
    shown = []
    for word in ("UP", *["DOWN"] * (last + 1), "UP"):
        menu = menu.press(view, press(word)).menu or menu
        shown.append(menu.screen(view).first)  # type: ignore[attr-defined]
    assert shown == [0, *range(1, last + 1), last, last - 1]


# The end


def test_end_of_evening_shows_the_result_of_every_player() -> None:
    controller = SessionController(replace(NAMED, seats=(0, 2)), GERMAN)
    controller.start(2)
    controller.camera_in_use = False
    while controller.table.phase != "over":
        go(controller, "PLAY PLAY DOWN DOWN PLAY PLAY" if controller.table.phase != "scored" else "PLAY")
    controller.camera_in_use = True
    go(controller, table("evening_end"))
    assert isinstance(controller.menu, EveningSummaryMenu)
    assert controller.screen == EveningScreen("Anna", "1/2", (("won", 1), ("lost", 0)))
    go(controller, "DOWN")
    assert controller.screen == EveningScreen("Cenz", "2/2", (("won", 0), ("lost", 1)))
    assert events(go(controller, "PLAY")) == [EveningStarted()]
    assert controller.take_requests() == (EndEvening(),)
    assert isinstance(controller.menu, GoodNightMenu)
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
    assert isinstance(controller.menu, UnfinishedDealMenu)
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
