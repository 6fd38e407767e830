"""Rounds are drawn, started and closed; finals follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall.tournament.commands.opening import check_open
from hall.tournament.events import RoundClosed, RoundStarted
from hall.tournament.refusals import HallRefusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hall.tournament.events import HallEvent
    from hall.tournament.state import Tournament


def draw(tournament: Tournament) -> list[HallEvent]:
    """Draws the next round of those present, or the next knock-out round."""
    raise NotImplementedError


def draw_again(tournament: Tournament) -> list[HallEvent]:
    """Draws the latest round once more, with all who are present now; refused as soon as it has a result."""
    raise NotImplementedError


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
    """Closes the round that runs, once all results are there and no referee is wanted."""
    check_open(tournament)
    latest = tournament.round
    if latest is None or latest.state != "running":
        raise HallRefusal("not_running", round=0 if latest is None else latest.number)
    if latest.missing:
        raise HallRefusal("missing", tables=", ".join(str(match.table) for match in latest.missing))
    if calls := [str(match.table) for match in latest.matches if match.open_call]:
        raise HallRefusal("calls_open", tables=", ".join(calls))
    return [RoundClosed(latest.number)]


def decide_tie(tournament: Tournament, numbers: Sequence[int], reason: str = "") -> list[HallEvent]:
    """Enters the order of entries (of teams their numbers) that all columns left tied, the best first."""
    raise NotImplementedError
