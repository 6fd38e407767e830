"""A house rule with all its values, to be chosen from."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.texts.words import in_language
from web.kit.texts import first_capital

if TYPE_CHECKING:
    from common.texts.phrases import Language
    from engine.rules.game import Game
    from engine.rules.house_rules import Switch


@dataclass(frozen=True, slots=True)
class SwitchValue:
    value: str
    """As JSON."""
    text: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class SwitchChoice:
    name: str
    meaning: str
    values: tuple[SwitchValue, ...]
    is_long: bool = False
    """Whether there are too many values for a sentence each, so that their text is the bare value."""


def switch_choice(game: Game, switch: Switch, language: Language, max_sentences: int | None = None) -> SwitchChoice:
    """Returns the values of a house rule, a sentence each unless there are more than *max_sentences*."""
    chosen, is_long = game.rules[switch.name], max_sentences is not None and len(switch.values) > max_sentences
    values = tuple(
        SwitchValue(
            json.dumps(value),
            str(value) if is_long else first_capital(in_language(switch.in_words(value), language)),
            value == chosen,
        )
        for value in switch.values
    )
    return SwitchChoice(switch.name, first_capital(in_language(switch.meaning, language)), values, is_long)
