"""The game, the seats and the names that a table plays with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.settings.game_choice import configured_game
from device.settings.seats import SEATS
from engine.games import all_games

if TYPE_CHECKING:
    from device.settings.requests import Choose
    from engine.cards import Seat
    from engine.events import RuleValue
    from engine.rules.house_rules import Switch


@dataclass(frozen=True, slots=True)
class Setup:
    """The game that a table plays."""

    game: str
    seats: tuple[Seat, ...]
    rules: tuple[tuple[str, RuleValue], ...] = ()
    preset: str | None = None
    house: str = ""
    """What the house calls its rules."""
    unasked: tuple[Switch, ...] | None = None
    """Switches that are asked before the first game; None for all that ask to be and that `rules` does not name."""
    evening: str = ""
    """What an evening that begins now is called; none begins without."""
    names: tuple[tuple[Seat, str], ...] = ()
    """Who sits where."""

    @property
    def open(self) -> tuple[Switch, ...]:
        if self.unasked is not None:
            return self.unasked
        named = dict(self.rules)
        switches = all_games()[self.game].book.switches
        return tuple(switch for switch in switches if switch.ask and switch.name not in named)


def chosen_setup(setup: Setup, choice: Choose) -> Setup:
    """Returns the setup with the game, the seats and the names that were chosen at the table."""
    if choice.game is not None:
        name, preset, rules = choice.game.game, choice.game.preset or "", dict(choice.game.rules)
        game = configured_game(name, preset, None, rules)
        seats = setup.seats if len(setup.seats) in game.players else SEATS[game.players[-1]]
        setup = replace(game.setup(seats), evening=setup.evening, names=setup.names)
    if choice.seats is not None:
        setup = replace(setup, seats=choice.seats)
    if choice.names is not None:
        setup = replace(setup, names=choice.names)
    return setup
