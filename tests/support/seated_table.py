"""A keeper at the score of a table at which everybody has a name, and the ways to its menus."""

from __future__ import annotations

from dataclasses import replace

from device.menus.deal.score import AtScore
from device.session.controller import SessionController
from device.settings.table_setup import Setup
from tests.support.screens.reached import DEAL
from tests.support.session_script import GAME, GERMAN, go

NAMES = ((0, "Anna"), (1, "Bene"), (2, "Cenz"), (3, "Done"))
NAMED = Setup(GAME, (0, 1, 2, 3), names=NAMES, evening="2026-11-21")


def at_score(names: bool = True) -> SessionController:
    """Returns the keeper after a deal; the tallies are 25, 25, 18 and 17."""
    keeper = SessionController(NAMED if names else replace(NAMED, names=()), GERMAN)
    keeper.start(3)
    go(keeper, f"E9 PLAY PLAY PLAY {DEAL}")
    assert isinstance(keeper.menu, AtScore)
    return keeper


def table(row: str) -> str:
    """Returns the presses that choose a row of the table, from the score."""
    rows = ["pause", "other_dealer", "players", "other_game", "by_hand", "settings", "health", "evening_end"]
    return "DOWN " + "DOWN " * rows.index(row) + "PLAY "


def tallies(keeper: SessionController) -> list[tuple[str, int]]:
    words = keeper.view.words
    return [(words.seat(seat), points) for seat, points in keeper.table.tallies.items()]
