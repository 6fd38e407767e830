"""The house rules of a format with all their values, to be chosen from."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.i18n.words import in_language
from hall.formats.playing import game_of
from page.views.base import first_capital

if TYPE_CHECKING:
    from device.i18n.phrases import Language
    from engine.rules.game import Game
    from engine.rules.house_rules import Switch
    from hall.formats.format import Format

MAX_SENTENCES = 5
"""Values of a house rule that are shown as a sentence each."""


@dataclass(frozen=True, slots=True)
class RuleValue:
    value: str
    """As JSON."""
    text: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class RuleChoice:
    name: str
    meaning: str
    values: tuple[RuleValue, ...]
    is_long: bool
    """Whether there are too many values for a sentence each."""


def rule_choices(chosen: Format, language: Language) -> tuple[RuleChoice, ...]:
    """Returns the house rules of the game with all their values; none of a game that the table does not know."""
    played = game_of(chosen)
    if played is None:
        return ()
    changes = dict(played.rules.changes)
    switches = sorted(played.rules.offered, key=lambda switch: switch.name not in changes)
    return tuple(_choice(played, switch, language) for switch in switches)


def _choice(played: Game, switch: Switch, language: Language) -> RuleChoice:
    is_long = len(switch.values) > MAX_SENTENCES
    values = tuple(
        RuleValue(
            json.dumps(value),
            str(value) if is_long else first_capital(in_language(switch.in_words(value), language)),
            value == played.rules[switch.name],
        )
        for value in switch.values
    )
    return RuleChoice(switch.name, first_capital(in_language(switch.meaning, language)), values, is_long)
