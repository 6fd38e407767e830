"""A plugin of pytest that makes one house rule dead: `KIEBITZ_DEAD_SWITCH=watten/target pytest -p …dead_switch`.

Whatever value is chosen, the game asks in vain and gets the default.
"""

import os
from typing import Any

from engine.games import all_games
from engine.rules.house_rules import Rules

DEAD = "KIEBITZ_DEAD_SWITCH"


def pytest_configure() -> None:
    game, _, name = os.environ[DEAD].partition("/")
    (dead,) = (switch for switch in all_games()[game].book.switches if switch.name == name)
    typed = Rules._value_of_type

    def answer(rules: Rules, asked: str, kind: type[Any]) -> Any:
        switch = next((one for one in rules.switches if one.name == asked), None)
        return dead.default if switch == dead else typed(rules, asked, kind)

    Rules._value_of_type = answer  # type: ignore[assignment, method-assign]
