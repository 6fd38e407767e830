"""Beginning a tournament: formats with their rules in words, a form for the chosen one; and the rules for all."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hall.formats.load import presets
from hall.views.base import text_in
from hall.views.sentences import format_sentences, house_rule_sentences

if TYPE_CHECKING:
    from device.i18n.phrases import Language
    from hall.formats.format import Format
    from hall.views.base import Context


@dataclass(frozen=True, slots=True)
class FormatCard:
    name: str
    title: str
    sentences: tuple[str, ...]
    source: str
    rounds: int
    games: int
    minutes: int
    typed_twice: bool


@dataclass(frozen=True, slots=True)
class Opening:
    presets: tuple[FormatCard, ...]
    chosen: FormatCard | None
    exists: bool
    today: str
    say: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    title: str
    sentences: tuple[str, ...]
    house_rules: tuple[str, ...]
    say: str = ""


def opening_view(context: Context) -> Opening:
    """Returns the formats; with a number in the address the form of that one."""
    cards = tuple(_card(one, context.language) for one in presets())
    chosen = cards[context.number - 1] if 1 <= context.number <= len(cards) else None
    return Opening(cards, chosen, context.tournament.is_created, time.strftime("%d.%m.%Y"))


def _card(chosen: Format, language: Language) -> FormatCard:
    return FormatCard(
        chosen.name,
        text_in(chosen.title, language),
        format_sentences(chosen, language),
        chosen.source,
        chosen.rounds.number,
        chosen.match.games,
        chosen.match.minutes,
        chosen.typed_twice,
    )


def rules_view(context: Context) -> Rules:
    chosen = context.tournament.format
    sentences = format_sentences(chosen, context.language) if context.tournament.is_created else ()
    return Rules(context.say(chosen.title), sentences, house_rule_sentences(chosen, context.language))
