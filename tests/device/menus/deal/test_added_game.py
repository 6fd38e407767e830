"""The game of docs/adding-a-game.md is played at the display without changes to other files."""

import pytest

from device.menus.first_start import GameMenu, offered_games
from device.screens.base import draw
from tests.device.menus.deal.test_every_game import assert_can_be_said
from tests.engine.games.test_adding_a_game import NAME, added
from tests.support.screens.gallery import SCREENS
from tests.support.screens.reached import LANGUAGES
from tests.support.screens.sheets import golden_screens
from tests.support.session_script import new_controller

__all__ = ["added"]  # the fixture that puts the game into its folder, for every test of this module


@pytest.mark.slow
def test_the_game_of_the_guide_is_played_at_the_display() -> None:
    assert_can_be_said(NAME, 2)


def test_it_is_offered_at_the_first_start() -> None:
    view = new_controller(2).view
    assert NAME in offered_games(view)
    screen = GameMenu(selected=offered_games(view).index(NAME)).screen(view)
    assert draw(screen, view.words).getbbox()


@pytest.mark.parametrize(("group", "name"), [("start", "first_game"), ("table", "table_game")])
def test_no_golden_picture_changes(group: str, name: str) -> None:
    words = LANGUAGES["de"]
    assert draw(SCREENS[name](words).screen, words).tobytes() == golden_screens(group, "de")[name].tobytes()
