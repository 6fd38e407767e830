"""Another game, or other players, from the next game on."""

from dataclasses import replace

import pytest

from device.menus.deal.resting import ScoreMenu
from device.menus.first_start import offered_games
from device.menus.new_evening import HouseRulesMenu, PackFitMenu
from device.menus.table.changes import BEGIN_NOW
from device.menus.table.table_menu import SettingsMenu, TableMenu
from device.session.controller import SessionController
from device.settings.requests import Choose, ChosenGame
from device.settings.settings import Config
from device.state.appliance_state import steps_in_settings
from engine.events import DealStarted
from engine.games import all_games
from tests.support.seated_table import NAMES, at_score, played_to_the_end, table
from tests.support.session_script import GAME, events, go


def to_game(controller: SessionController, name: str) -> str:
    """Returns the presses that select a game."""
    return " ".join(["DOWN"] * offered_games(controller.view).index(name))


def test_another_dealer_of_a_game_that_the_deck_does_not_fit_is_asked_about_the_deck() -> None:
    controller = played_to_the_end()
    controller.view.appliance.onboarding = replace(controller.view.appliance.onboarding, deck="french20")
    assert events(go(controller, f"{table('other_dealer')} PLAY")) == []
    assert isinstance(controller.menu, PackFitMenu)


def test_another_game_is_chosen_and_begun_at_once() -> None:
    controller = at_score()
    go(controller, f"{table('other_game')} {to_game(controller, 'bauerchen')} PLAY PLAY")
    assert controller.menu == BEGIN_NOW
    (wish,) = controller.take_requests()
    assert wish == Choose(game=ChosenGame("bauerchen", "bauerchen-12"))
    go(controller, "PLAY")
    assert isinstance(controller.menu, HouseRulesMenu), "what is played is told"
    assert events(go(controller, "PLAY PLAY"))[0].game == "bauerchen"  # type: ignore[union-attr]
    assert controller.view.words.french, "other cards have other names"
    assert controller.view.names == dict(NAMES)


def test_another_game_waits_for_the_end_of_this_one() -> None:
    controller = at_score()
    go(controller, f"{table('other_game')} {to_game(controller, 'watten')} PLAY PLAY PLAY PLAY FOLD")
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
    controller.view.appliance.fixed_steps = steps_in_settings(config)
    rows = [row for menu in (TableMenu(), SettingsMenu()) for row in menu.screen(controller.view).rows]  # type: ignore[attr-defined]
    assert {"other_game", "house_rules", "other_deck"} & set(rows) == offered


def test_house_rules_are_chosen_for_the_game_that_is_fixed() -> None:
    controller = at_score()
    controller.view.appliance.fixed_steps = steps_in_settings(Config(game=GAME))
    go(controller, f"{table('other_game')} DOWN PLAY")
    (wish,) = controller.take_requests()
    presets = list(all_games()[GAME].book.presets)
    assert wish == Choose(game=ChosenGame(GAME, presets[1]))
    go(controller, f"FOLD {table('other_game')} FOLD")
    assert isinstance(controller.menu, ScoreMenu), "there is no game to go back to"
