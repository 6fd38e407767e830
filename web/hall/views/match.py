"""The view of one match: its state, the typed slips, and forms for a result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from web.hall.views.base import HallContext, find_match, games_text
from web.hall.views.calls import TableCase, table_cases
from web.hall.views.matches import MatchLine, match_line

if TYPE_CHECKING:
    from hall.live_hall import Device, LiveMatch
    from hall.tournament.events import MatchResult

SLIPS = 2
"""Slips of a match: one of each side."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A reported or typed result."""

    title: str
    text: str
    games: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    """Points and the sides that were gespannt, by game."""
    forfeited: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchView:
    line: MatchLine
    round: int
    round_title: str
    games: int
    asks_gespannt: bool
    slip: int
    """Which slip is typed next; 0 if none is wanted."""
    is_last: bool
    """Whether no other slip is wanted after it."""
    typed_twice: bool
    claims: tuple[Claim, ...]
    result: Claim | None
    is_decided: bool
    reason: str
    differs: bool
    call: str
    live: LiveMatch | None
    cases: tuple[TableCase, ...]
    """The findings of the device."""
    may_type: bool


def match_view(context: HallContext) -> MatchView | None:
    """Returns the match with the number in the URL; None if there is none."""
    found = find_match(context.tournament, context.number)
    if found is None:
        return None
    round_, match = found
    line, live, texts = match_line(context, round_, match), context.live(round_, match), context.texts
    format_ = context.tournament.format
    typed = {by for by, _ in match.typed}
    free = [slip for slip in range(1, SLIPS + 1) if f"slip {slip}" not in typed]
    may_type = round_.state == "running" and match.decided is None
    claims = [] if match.reported is None else [_claim(context, context.texts.reported_by_table, match.reported)]
    for by, result in match.typed:
        title = context.texts.slip_number.format(number=by[5:]) if by.startswith("slip ") else by
        claims.append(_claim(context, title, result))
    return MatchView(
        line,
        round_.number,
        context.match_title(round_, match),
        context.tournament.games_in(round_) if format_.match.unit == "game" else 1,
        any(bonus.when.startswith("loser_gespannt") for bonus in format_.points.bonuses),
        (free or [1])[0] if may_type else 0,
        (bool(typed) and bool(free)) or not match.typed_twice,
        match.typed_twice,
        tuple(claims),
        None if match.result is None else _claim(context, texts.result, match.result),
        match.decided is not None,
        match.reason,
        match.status in ("differs", "contradicted"),
        match.open_call.text if match.open_call is not None else "",
        live,
        table_cases(context, round_, match),
        may_type,
    )


def _claim(context: HallContext, title: str, result: MatchResult) -> Claim:
    games = tuple((game.points, game.gespannt) for game in result.games)
    return Claim(title, games_text(result, context.texts), games, result.forfeited)


@dataclass(frozen=True, slots=True)
class Replacement:
    """Instructions for a device that replaces a dead one."""

    line: MatchLine
    file: str
    """The name of the file with which the new device joins; empty without one."""


def replacement_view(context: HallContext) -> Replacement | None:
    found = find_match(context.tournament, context.number)
    if found is None:
        return None
    file = context.tables.joining_file(found[1].table)
    return Replacement(match_line(context, *found), file[0] if file is not None else "")


@dataclass(frozen=True, slots=True)
class Devices:
    """The devices at all tables."""

    devices: tuple[tuple[Device, str], ...]
    """Each with the name of the file with which it joins."""
    up: int


def devices_view(context: HallContext) -> Devices:
    devices = context.tables.devices()
    files = ((one, context.tables.joining_file(one.table)) for one in devices)
    return Devices(
        tuple((one, file[0] if file is not None else "") for one, file in files),
        sum(one.is_up for one in devices),
    )
