"""The house rules of a format with all their values, to be chosen from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall.formats.format import game_of
from web.kit.house_rules import switch_choice

if TYPE_CHECKING:
    from common.texts.phrases import Language
    from hall.formats.format import Format
    from web.kit.house_rules import SwitchChoice

MAX_SENTENCES = 5
"""Values of a house rule that are shown as a sentence each."""


def rule_choices(chosen: Format, language: Language) -> tuple[SwitchChoice, ...]:
    """Returns the house rules of the game with all their values; none of a game that the engine does not know."""
    played = game_of(chosen)
    if played is None:
        return ()
    changes = dict(played.rules.changes)
    switches = sorted(played.rules.offered, key=lambda switch: switch.name not in changes)
    return tuple(switch_choice(played, switch, language, MAX_SENTENCES) for switch in switches)
