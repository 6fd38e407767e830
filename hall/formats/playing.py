"""Derives from a format what tables play: the game with its house rules, sizes of tables, sides, and target points."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.games import all_games, game

if TYPE_CHECKING:
    from engine.rules.game import Game
    from hall.formats.format import Format

PAIRS_AT_A_TABLE = 4
"""Players at a table of two pairs."""


def game_of(chosen: Format) -> Game | None:
    """Returns the game with the house rules of the format, or None if the engine does not know it.

    :raises UnknownGame: for a preset that the game lacks.
    :raises RuleError: for a house rule that the game does not know.
    """
    if chosen.game not in all_games():
        return None
    return game(chosen.game, chosen.rules, chosen.preset or None)


def house_rules(chosen: Format) -> dict[str, str | int | bool]:
    """Returns the house rules that differ from the game's defaults, as tables get them."""
    played = game_of(chosen)
    return {} if played is None else dict(played.rules.changes)


def table_sizes(chosen: Format) -> tuple[int, ...]:
    """Returns the sizes of tables in players, the preferred one first."""
    if chosen.entrants != "single":
        return (PAIRS_AT_A_TABLE,)
    if chosen.rounds.sizes:
        return chosen.rounds.sizes
    return (max(allowed_sizes(chosen)),)


def allowed_sizes(chosen: Format) -> tuple[int, ...]:
    """Returns the numbers of players with which the game is played."""
    return all_games()[chosen.game].players if chosen.game in all_games() else (chosen.players,)


@lru_cache(maxsize=64)
def _sides(game_name: str, size: int) -> tuple[tuple[int, ...], ...]:
    if game_name not in all_games():
        return tuple((seat,) for seat in range(size))
    return game(game_name).sides(tuple(range(size)))


def sides_at(chosen: Format, size: int) -> tuple[tuple[int, ...], ...]:
    """Returns the places, from 0, that play together at a table of *size* players. A pair counts as one place."""
    if chosen.entrants != "single":
        return ((0,), (1,))
    return _sides(chosen.game, size)


def two_sides_only(chosen: Format) -> bool:
    """Returns whether every match is between two entries, such as two pairs."""
    return all(sides_at(chosen, size) == ((0,), (1,)) for size in table_sizes(chosen))


def target(chosen: Format) -> int:
    """Returns the points that win a game, or 0 if no number of points alone decides it."""
    played = game_of(chosen)
    return played.rules.number("target") if played is not None and played.name == "watten" else 0


def decided_places(chosen: Format) -> int:
    """Returns how many places of the ranking must not be shared, if a game or a lot decides."""
    if chosen.ranking.decider_places:
        return chosen.ranking.decider_places
    return max(chosen.finals.entries, 4 if chosen.finals.third_place else 1)
