"""Texts of the pages: of a table, of a hall, and of both, in the catalogue `pages`; house rules in words."""

import json
from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias

from common.texts.phrases import Language, catalogue
from common.texts.words import in_language
from engine.events import RuleValue
from engine.rules.game import Game
from engine.rules.house_rules import Switch

Site: TypeAlias = Literal["table", "hall"]
BOTH_SITES = "pages"
"""The context of texts of both, in the catalogue."""


class Texts:
    """The texts of one language and site, as attributes; a misspelt one raises AttributeError."""

    def __init__(self, language: Language, site: Site) -> None:
        self._language: Language = language
        self._site: Site = site

    def __getattr__(self, name: str) -> str:
        text = catalogue(self._language, "pages").pgettext
        for context in (self._site, BOTH_SITES):
            try:
                return text(context, name)
            except KeyError:
                continue
        raise AttributeError(f"got the text {name!r}, expected one of {self._site!r} in the catalogue of pages")

    def refusal(self, reason: str) -> str:
        """Returns why a request was refused, in words."""
        return str(getattr(self, f"refused_{reason}", self.refused_not_now))

    def evening_name(self, name: str) -> str:
        """Returns the name of an evening; one that is a date, such as 2026-11-25, as the language writes it."""
        try:
            day = date.fromisoformat(name)
        except ValueError:
            return name
        return f"{day.day} {day:%B %Y}" if self._language == "en" else f"{day.day}.{day.month}.{day.year}"


def first_capital(text: str) -> str:
    return text[:1].upper() + text[1:]


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
    needs: str
    """The values, as JSON, of other fields of the form without which it changes nothing, by their names; as JSON."""
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
    fields: dict[str, tuple[RuleValue, ...]] = {f"rule-{name}": values for name, values in switch.needs}
    if switch.players:
        fields["players"] = switch.players
    needs = json.dumps({name: [json.dumps(value) for value in values] for name, values in fields.items()})
    return SwitchChoice(switch.name, first_capital(in_language(switch.meaning, language)), values, needs, is_long)
