"""The game, the seats and the names that a table plays with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.games import all_games

if TYPE_CHECKING:
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
    """The name of the house rules."""
    switches_to_ask: tuple[Switch, ...] | None = None
    """Switches that are asked before the first game; None for all with `ask` that `rules` does not name."""
    evening: str = ""
    """The name of an evening that starts now; without a name none is started."""
    names: tuple[tuple[Seat, str], ...] = ()
    """The name of each seat."""

    @property
    def open(self) -> tuple[Switch, ...]:
        if self.switches_to_ask is not None:
            return self.switches_to_ask
        given = dict(self.rules)
        switches = all_games()[self.game].book.switches
        return tuple(switch for switch in switches if switch.ask and switch.name not in given)
