"""Commands that draw, start and close rounds and finals, and decide ties."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from hall.formats.playing import table_sizes, two_sides_only
from hall.tournament.commands.opening import check_open, checked_text
from hall.tournament.drawing import can_draw, draw_round
from hall.tournament.events import Drawn, RoundClosed, RoundStarted, TieDecided
from hall.tournament.finals import first_knock_out_round, next_knock_out_round, qualified
from hall.tournament.ranking import open_ties
from hall.tournament.refusals import HallRefusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hall.tournament.events import HallEvent
    from hall.tournament.rounds import Round
    from hall.tournament.state import Tournament


def draw(tournament: Tournament) -> list[HallEvent]:
    """Draws the next round of those present, or the next knock-out round."""
    check_open(tournament)
    latest = tournament.round
    if latest is not None and latest.state != "closed":
        raise HallRefusal("round_open", round=latest.number)
    if latest is not None and latest.stage == "final":
        raise HallRefusal("all_played")
    return [_draw_next(tournament, latest, 1)]


def draw_again(tournament: Tournament) -> list[HallEvent]:
    """Draws the latest round once more, with all who are present now; refused once it has a result."""
    check_open(tournament)
    latest = tournament.round
    if latest is None or latest.state == "closed":
        raise HallRefusal("not_drawn")
    if any(match.claims or match.decided for match in latest.matches):
        raise HallRefusal("has_results", round=latest.number)
    return [_draw_next(tournament, tournament.round_numbered(latest.number - 1), latest.attempt + 1)]


def start_round(tournament: Tournament) -> list[HallEvent]:
    """Starts the round that was drawn: its clock runs, and tables may play."""
    check_open(tournament)
    latest = tournament.round
    if latest is None or latest.state == "closed":
        raise HallRefusal("not_drawn")
    if latest.state == "running":
        raise HallRefusal("started", round=latest.number)
    return [RoundStarted(latest.number)]


def close_round(tournament: Tournament) -> list[HallEvent]:
    """Closes the current round, once all results have arrived and no call for a referee is open."""
    check_open(tournament)
    latest = tournament.round
    if latest is None:
        raise HallRefusal("not_drawn")
    if latest.state != "running":
        raise HallRefusal("not_running", round=latest.number)
    if latest.missing:
        raise HallRefusal("missing", tables=", ".join(str(match.table) for match in latest.missing))
    if calls := [str(match.table) for match in latest.matches if match.open_call]:
        raise HallRefusal("calls_open", tables=", ".join(calls))
    return [RoundClosed(latest.number)]


def decide_tie(tournament: Tournament, numbers: Sequence[int], reason: str = "") -> list[HallEvent]:
    """Enters the order of entries (of teams their numbers) that all columns left tied, the best first."""
    check_open(tournament)
    order = tuple(numbers)
    if not any(len(order) == len(tie) and set(order) == set(tie) for tie in open_ties(tournament)):
        raise HallRefusal("no_tie", names=", ".join(map(tournament.name_of, order)))
    return [TieDecided(order, checked_text(reason))]


def decide_tie_by_lot(tournament: Tournament, numbers: Sequence[int], reason: str = "") -> list[HallEvent]:
    """Draws the order of those who are tied from the seed of the tournament."""
    order = sorted(numbers)
    random.Random(f"lot {tournament.seed} {order}").shuffle(order)
    return decide_tie(tournament, order, reason)


def _draw_next(tournament: Tournament, before: Round | None, attempt: int) -> Drawn:
    """Returns the draw of the round after *before*."""
    number = 1 if before is None else before.number + 1
    seed = tournament.seed
    if before is not None and before.stage != "round":
        stage, pairings = next_knock_out_round(tournament, before)
        return Drawn(number, attempt, seed, pairings, stage=stage)
    if number <= tournament.planned_rounds:
        if not can_draw(tournament):
            raise HallRefusal("too_few", got=len(tournament.present), expected=_least(tournament))
        pairings, byes = draw_round(tournament, number, attempt)
        return Drawn(number, attempt, seed, pairings, byes)
    _check_finals(tournament)
    stage, pairings = first_knock_out_round(tournament, attempt)
    return Drawn(number, attempt, seed, pairings, stage=stage)


def _least(tournament: Tournament) -> int:
    if tournament.format.entrants == "team":
        return 4
    return 2 if two_sides_only(tournament.format) else min(table_sizes(tournament.format))


def _check_finals(tournament: Tournament) -> None:
    finals = tournament.format.finals
    if not finals.entries:
        raise HallRefusal("all_played")
    if len(qualified(tournament)) < finals.entries:
        raise HallRefusal("too_few", got=len(qualified(tournament)), expected=finals.entries)
    if ties := open_ties(tournament):
        raise HallRefusal("tie_open", names=", ".join(map(tournament.name_of, ties[0])))
