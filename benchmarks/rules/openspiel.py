"""OpenSpiel's trick-taking games, driven from Python with uniformly random legal actions: what ours are held against.

The library is a yardstick for these figures only, and nothing else of the project knows it (extra `benchmark`).
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = ("euchre", "oh_hell")


def playouts(name: str, seed: int = 1) -> Callable[[], int]:
    """Returns what plays one deal of OpenSpiel's game *name*, bids included, and tells how many decisions it took.

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
