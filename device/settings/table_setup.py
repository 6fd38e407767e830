"""The game, the seats and the names that a table plays with. Seats: 0 bottom, 1 left, 2 top, 3 right in the picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.errors import CommandError
from engine.games import all_games

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.cards import Seat
    from engine.events import RuleValue
    from engine.rules.game import Game
    from engine.rules.house_rules import Switch


SEATS: Mapping[int, tuple[Seat, ...]] = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""The occupied seats by number of players."""
DEFAULT_PLAYERS = 4


def number_of_players(game: Game, number: int | None) -> int:
    """Returns the number of players: *number*, or by default four, or the most that the game allows.

    :raises CommandError: if the game does not allow this number.
    """
    if number is None:
        return DEFAULT_PLAYERS if DEFAULT_PLAYERS in game.players else max(game.players)
    if number not in game.players:
        *few, most = map(str, game.players)
        expected = f"{', '.join(few)} or {most}" if few else most
        raise CommandError(f"got {number} players, expected {expected} for {game.name}")
    return number


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
