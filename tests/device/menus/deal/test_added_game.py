"""A game that is added as docs/adding-a-game.md tells is played at the display without touching another file."""

from __future__ import annotations

from tests.device.menus.deal.test_every_game import assert_can_be_said
from tests.engine.games.test_adding_a_game import NAME, added

__all__ = ["added"]  # the fixture that puts the game into its folder, for every test of this module


def test_the_game_of_the_guide_is_played_at_the_display() -> None:
    assert_can_be_said(NAME, 2)
