"""What follows a deal: the next one, or the next game, whatever has been chosen for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.menus import Answer
from device.menus_start import after_answers, new_game
from engine.events import DealStarted

if TYPE_CHECKING:
    from device.state.table_view import View


def next_deal(view: View) -> Answer:
    """Returns the answer that begins the next deal; after the last one of a game, the next game."""
    return next_game(view) if view.table.phase == "over" else Answer((DealStarted(view.next_dealer),))


def next_game(view: View) -> Answer:
    """Returns the answer that begins another game; what has to be asked before it is asked first."""
    before = view.table.game
    if before is not None and before.name != view.setup.game:
        return Answer(menu=after_answers(view, ()))
    return Answer(new_game(view, view.dealer_among(view.setup.seats)))
