"""A format in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from device.i18n.phrases import Language
    from hall.formats.format import Format


def format_sentences(chosen: Format, language: Language) -> tuple[str, ...]:
    return (f"{chosen.rounds.number} × {chosen.match.games}",)


def house_rule_sentences(chosen: Format, language: Language) -> tuple[str, ...]:
    return ()
