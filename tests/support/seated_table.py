"""A controller at the score of a table at which everybody has a name, and the ways to its menus."""

from dataclasses import replace

from device.menus.deal.resting import ScoreMenu
from device.session.controller import SessionController
from device.settings.table_setup import Setup
from tests.support.screens.reached import DEAL
from tests.support.session_script import GAME, GERMAN, go

NAMES = ((0, "Anna"), (1, "Bene"), (2, "Cenz"), (3, "Done"))
ROWS = ("pause", "other_dealer", "players", "other_game", "by_hand", "landlord", "settings", "health", "evening_end")
NAMED = Setup(GAME, (0, 1, 2, 3), names=NAMES, evening="2026-11-21")


def at_score(names: bool = True) -> SessionController:
    """Returns the controller after a deal; the tallies are 25, 25, 18 and 17."""
    controller = SessionController(NAMED if names else replace(NAMED, names=()), GERMAN)
    controller.start(3)
    go(controller, f"E9 PLAY PLAY PLAY {DEAL}")
    assert isinstance(controller.menu, ScoreMenu)
    return controller


def table(row: str) -> str:
    """Returns the presses that choose a row of the table, from the score."""
    return "DOWN " + "DOWN " * ROWS.index(row) + "PLAY "


def played_to_the_end() -> SessionController:
    """Returns the controller after a game of Anna and Cenz, scored by hand, that Anna has won."""
    controller = SessionController(replace(NAMED, seats=(0, 2)), GERMAN)
    controller.start(2)
    controller.set_camera(False)
    while controller.table.phase != "over":
        go(controller, "PLAY PLAY DOWN DOWN PLAY PLAY" if controller.table.phase != "scored" else "PLAY")
    return controller


def tallies(controller: SessionController) -> list[tuple[str, int]]:
    words = controller.view.words
    return [(words.seat(seat), points) for seat, points in controller.table.tallies.items()]
