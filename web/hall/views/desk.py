"""The view of the registration desk: all entries with their presence, and a page for one entry."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hall.formats.format import Entrants
    from hall.tournament.state import Entry, Presence
    from web.hall.views.base import HallContext

BY_NUMBER, BY_NAME = 0, 1


@dataclass(frozen=True, slots=True)
class EntryLine:
    number: int
    name: str
    members: tuple[str, ...]
    club: str
    team: str
    presence: Presence
    presence_text: str
    is_late: bool
    """Whether it was not there at the first draw."""
    text: str
    """The text that the filter of the list searches."""


@dataclass(frozen=True, slots=True)
class DeskForm:
    """The registration form; it is rendered once and not updated."""

    entrants: Entrants
    fields: tuple[tuple[str, str], ...]
    """Name and label of the fields for members."""
    is_open: bool
    known: tuple[str, ...]
    """Names to be suggested."""
    clubs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Desk:
    lines: tuple[EntryLine, ...]
    present: int
    expected: int
    left: int
    by_name: bool
    is_open: bool
    """Whether registration is open: until the rounds are played."""
    say: str


def desk_form(context: HallContext) -> DeskForm:
    entrants, texts = context.tournament.format.entrants, context.texts
    if entrants == "single":
        fields: tuple[tuple[str, str], ...] = (("members[]", texts.player),)
    elif entrants == "pair":
        fields = tuple(("members[]", texts.player_number.format(number=number)) for number in (1, 2))
    else:
        places = ((1, 1), (1, 2), (2, 1), (2, 2))
        fields = tuple((f"pair{pair}[]", texts.pair_member.format(pair=pair, number=place)) for pair, place in places)
    clubs = {entry.club for entry in context.tournament.entries.values() if entry.club}
    return DeskForm(entrants, fields, is_open(context), context.known, tuple(sorted(clubs)))


def is_open(context: HallContext) -> bool:
    return context.tournament.phase in ("registration", "drawn", "running", "between")


def desk_view(context: HallContext) -> Desk:
    entries = list(context.tournament.entries.values())
    by_name = context.number == BY_NAME
    if by_name:
        entries.sort(key=lambda entry: (entry.team_name.casefold(), entry.name.casefold()))
    else:
        entries.sort(key=lambda entry: -entry.number)
    count = Counter(entry.presence for entry in entries)
    say = context.texts.say_present.format(count=count["present"])
    lines = tuple(_line(context, entry) for entry in entries)
    return Desk(lines, count["present"], count["expected"], count["left"], by_name, is_open(context), say)


def entry_view(context: HallContext) -> EntryLine | None:
    entry = context.tournament.entries.get(context.number)
    return None if entry is None else _line(context, entry)


def _line(context: HallContext, entry: Entry) -> EntryLine:
    first = context.tournament.rounds[:1]
    return EntryLine(
        entry.number,
        entry.name,
        entry.members,
        entry.club,
        entry.team_name or (str(entry.team) if entry.team else ""),
        entry.presence,
        str(getattr(context.texts, f"presence_{entry.presence}")),
        any(round_.match_of(entry.number) is None and entry.number not in round_.byes for round_ in first),
        f"{entry.number} {entry.name} {entry.club} {entry.team_name}",
    )
