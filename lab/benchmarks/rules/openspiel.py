"""OpenSpiel's trick-taking games with uniformly random legal actions, for comparison with ours.

Only this benchmark uses the library (extra `benchmark`).
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = ("euchre", "oh_hell")


def playouts(name: str, seed: int = 1) -> Callable[[], int]:
    """Returns a function that plays one deal of OpenSpiel's game *name* with bids, and returns the number of decisions.

    :raises ImportError: if OpenSpiel is not installed.
    """
    import pyspiel

    game, random = pyspiel.load_game(name), Random(seed).random

    def deal() -> int:
        state: Any = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(random() * len(outcomes))][0])  # a card dealt, all equally likely
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(random() * len(actions))])
                decisions += 1
        return decisions

    return deal
