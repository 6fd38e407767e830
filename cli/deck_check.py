"""Checks for commands whether a deck has the cards of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.errors import CommandError
from engine.rules.pack_fit import SWITCH, pack_fit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.cards import Card
    from engine.rules.game import Game

MAX_NAMED = 4
"""Missing cards that the message names; more are counted."""


def check_deck(game: Game, deck: Iterable[Card], name: str) -> None:
    """Checks that a deck has all cards of the game; further cards do no harm.

    :raises CommandError: with what is missing and what can be done.
    """
    fit = pack_fit(game, deck)
    if not fit.missing:
        return
    count = len(fit.missing)
    missing = " ".join(map(str, fit.missing)) if count <= MAX_NAMED else f"{count} of the cards"
    advice = [f"play without with --rules {SWITCH}={pack.name}" for pack in fit.others[:1]]
    advice += ["enrol what is missing", "or use another deck"]
    raise CommandError(
        f"got {name} without {missing}, expected all {len(game.pack)} cards of {game.pack.name} for {game.name}; "
        f"{', '.join(advice)}"
    )
