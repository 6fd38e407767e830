"""The form that changes format and house rules until the first round of a tournament is started."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from hall.tournament.commands.course import format_state
from web.hall.views.base import text_in
from web.hall.views.formats.house_rules import rule_choices
from web.hall.views.formats.opening import card_of, sorted_formats

if TYPE_CHECKING:
    from web.hall.views.base import HallContext
    from web.hall.views.formats.opening import FormatCard
    from web.kit.house_rules import SwitchChoice


@dataclass(frozen=True, slots=True)
class FormatChoice:
    state: Literal["open", "drawn", "fixed"]
    chosen: FormatCard
    is_current: bool
    """Whether it is the present format of the tournament."""
    rules: tuple[SwitchChoice, ...]
    others: tuple[tuple[int, str], ...]
    """Number in the URL, and title, of each format that may be chosen instead."""
    say: str = ""


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
