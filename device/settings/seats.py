"""The seats: 0 bottom, 1 left, 2 top, 3 right in the picture of the camera."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.errors import CommandError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.cards import Seat
    from engine.rules.game import Game

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
