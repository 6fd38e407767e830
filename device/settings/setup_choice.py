"""Applies choices at the table to its setup: game, seats, names."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from device.settings.game_choice import game_from_settings
from device.settings.seats import SEATS

if TYPE_CHECKING:
    from device.settings.requests import Choose
    from device.settings.table_setup import Setup


def apply_choice(setup: Setup, choice: Choose) -> Setup:
    """Returns the setup with the game, seats and names of *request*."""
    if choice.game is not None:
        name, preset, rules = choice.game.game, choice.game.preset or "", dict(choice.game.rules)
        game = game_from_settings(name, preset, None, rules)
        seats = setup.seats if len(setup.seats) in game.players else SEATS[game.players[-1]]
        setup = replace(game.setup(seats), evening=setup.evening, names=setup.names)
    if choice.seats is not None:
        setup = replace(setup, seats=choice.seats)
    if choice.names is not None:
        setup = replace(setup, names=choice.names)
    return setup
