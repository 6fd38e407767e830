"""The views of the formats with their rules in words, and the forms that create a tournament or change its format."""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from common.texts.phrases import Language
from hall.formats.format import Format, game_of, table_sizes
from hall.formats.load import preset_names
from hall.formats.money import number_text
from hall.formats.sentences import all_house_rules, sentences, text_in
from hall.tournament.commands.course import format_state
from web.hall.views.base import HallContext
from web.kit.texts import SwitchChoice, first_capital, switch_choice

MAX_SENTENCES = 5
"""Values of a house rule that are shown as a sentence each."""


def rule_choices(chosen: Format, language: Language) -> tuple[SwitchChoice, ...]:
    """Returns the house rules of the game with all their values; none of a game that the engine does not know."""
    played = game_of(chosen)
    if played is None:
        return ()
    changes = dict(played.rules.changes)
    fitting = [switch for switch in played.rules.choosable if switch.fits(table_sizes(chosen))]
    switches = sorted(fitting, key=lambda switch: switch.name not in changes)
    return tuple(switch_choice(played, switch, language, MAX_SENTENCES) for switch in switches)


USUAL_GAME = "watten"
"""Formats of this game, for pairs, are listed first."""


@dataclass(frozen=True, slots=True)
class FormatCard:
    format: Format
    title: str
    sentences: tuple[str, ...]
    fee: str
    """Empty without one."""
    prizes: str


@dataclass(frozen=True, slots=True)
class Opening:
    presets: tuple[FormatCard, ...]
    chosen: FormatCard | None
    today: str
    rules: tuple[SwitchChoice, ...]


@dataclass(frozen=True, slots=True)
class RulesView:
    title: str
    sentences: tuple[str, ...]
    house_rules: tuple[str, ...]


def opening_view(context: HallContext) -> Opening:
    """Returns the formats; with a number in the URL, the form of that format."""
    formats = sorted_formats(context.formats)
    cards = tuple(card_of(one, context.language) for one in formats)
    chosen: FormatCard | None = None
    rules: tuple[SwitchChoice, ...] = ()
    if 1 <= context.number <= len(cards):
        chosen, rules = cards[context.number - 1], rule_choices(formats[context.number - 1], context.language)
    return Opening(cards, chosen, time.strftime("%d.%m.%Y"), rules)


def sorted_formats(formats: Iterable[Format]) -> list[Format]:
    """Returns the formats in the order of their numbers in URLs: the organiser's own, Watten for pairs, all others."""
    return sorted(
        formats, key=lambda one: (one.name in preset_names(), one.game != USUAL_GAME, one.entrants != "pair", one.name)
    )


def card_of(chosen: Format, language: Language) -> FormatCard:
    return FormatCard(
        chosen,
        text_in(chosen.title, language),
        _as_sentences(sentences(chosen, language)),
        number_text(chosen.money.fee_cents, language) if chosen.money.fee_cents else "",
        ", ".join(map(str, chosen.money.prizes)),
    )


def rules_view(context: HallContext) -> RulesView:
    chosen = context.tournament.format
    if not context.tournament.is_created:
        return RulesView("", (), ())
    language = context.language
    return RulesView(
        context.say(chosen.title),
        _as_sentences(sentences(chosen, language)),
        _as_sentences(all_house_rules(chosen, language)),
    )


def _as_sentences(rules: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"{first_capital(rule)}." for rule in rules)


@dataclass(frozen=True, slots=True)
class FormatChoice:
    state: Literal["open", "drawn", "fixed"]
    chosen: FormatCard
    is_current: bool
    """Whether it is the present format of the tournament."""
    rules: tuple[SwitchChoice, ...]
    others: tuple[tuple[int, str], ...]
    """Number in the URL, and title, of each format that may be chosen instead."""


def format_view(context: HallContext) -> FormatChoice:
    """Returns the form; with a number in the URL, the form of another format."""
    tournament = context.tournament
    state = format_state(tournament)
    formats = sorted_formats(context.formats)
    chosen = tournament.format
    if state == "open" and 1 <= context.number <= len(formats):
        chosen = formats[context.number - 1]
    if chosen.name == tournament.format.name:
        chosen = tournament.format
    others = [
        (number, text_in(one.title, context.language))
        for number, one in enumerate(formats, 1)
        if one.name != tournament.format.name and (not tournament.entries or one.entrants == chosen.entrants)
    ]
    return FormatChoice(
        state,
        card_of(chosen, context.language),
        chosen is tournament.format,
        rule_choices(chosen, context.language) if state != "fixed" else (),
        tuple(others) if state == "open" else (),
    )
