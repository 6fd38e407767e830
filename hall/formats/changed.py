"""A format with what an organiser has changed in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.games import all_games, game
from engine.rules.house_rules import RuleError
from hall.formats.load import FormatError, check_format

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hall.formats.format import Format


def changed_format(
    chosen: Format,
    rounds: int | None = None,
    games: int | None = None,
    minutes: int | None = None,
    typed_twice: bool | None = None,
    rules: Mapping[str, str | int | bool] | None = None,
) -> Format:
    """Returns the format with the values that are not None; *rules* are all house rules of the game.

    :raises FormatError: if that cannot be played.
    """
    if rounds is not None:
        chosen = replace(chosen, rounds=replace(chosen.rounds, number=rounds))
    if games is not None:
        chosen = replace(chosen, match=replace(chosen.match, games=games))
    if minutes is not None:
        chosen = replace(chosen, match=replace(chosen.match, minutes=minutes))
    if typed_twice is not None:
        chosen = replace(chosen, typed_twice=typed_twice)
    if rules and chosen.game in all_games():
        try:
            chosen = replace(chosen, preset="", rules=dict(game(chosen.game, rules).rules.changes))
        except RuleError as error:
            raise FormatError(str(error)) from error
    check_format(chosen, chosen.name)
    return chosen
