"""Commands for results, from tables, from slips and by decision, and for calls for a referee."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from hall.tournament.commands.checked_result import checked_result
from hall.tournament.commands.opening import check_open, checked_text
from hall.tournament.events import RefereeCalled, RefereeDecided, ResultDecided, ResultReported, ResultTyped
from hall.tournament.refusals import HallRefusal

if TYPE_CHECKING:
    from hall.tournament.events import HallEvent
    from hall.tournament.results import MatchResult
    from hall.tournament.rounds import Match, Round
    from hall.tournament.state import Tournament


def report(tournament: Tournament, round: int, table: int, result: MatchResult) -> list[HallEvent]:  # noqa: A002
    """Stores a result that a device reports and its sides have confirmed; a repeated one makes no event.

    A match may have been shortened at the table.
    """
    check_open(tournament)
    round_, match = match_at(tournament, round, table)
    _check_started(round_)
    result = checked_result(tournament, round_, match, result, is_short=True)
    return [] if match.reported == result else [ResultReported(round, table, result)]


def type_in(
    tournament: Tournament,
    round: int,  # noqa: A002
    table: int,
    result: MatchResult,
    by: str,
) -> list[HallEvent]:
    """Stores the result on a slip that somebody types in. *by* is the person, or `slip 1` and `slip 2`."""
    check_open(tournament)
    round_, match = match_at(tournament, round, table)
    _check_started(round_)
    if not (by := checked_text(by)):
        raise HallRefusal("typist")
    if match.decided is not None or round_.state == "closed":
        raise HallRefusal("result_decided", table=table)
    result = checked_result(tournament, round_, match, result)
    return [] if (by, result) in match.typed else [ResultTyped(round, table, result, by)]


def decide(
    tournament: Tournament,
    round: int,  # noqa: A002
    table: int,
    result: MatchResult,
    reason: str,
    by: str = "",
) -> list[HallEvent]:
    """Decides a difference, or corrects a result, also of a round that is closed; a reason is needed.

    A correction changes the ranking; knock-out rounds that were drawn already stay as they are. Fewer games than
    planned may be decided, such as after a referee has ended a match.
    """
    if not tournament.is_created:
        raise HallRefusal("not_created")
    round_, match = match_at(tournament, round, table)
    _check_started(round_)
    if not (reason := checked_text(reason)):
        raise HallRefusal("reason")
    result = checked_result(tournament, round_, match, result, is_short=True)
    return [ResultDecided(round, table, result, reason, checked_text(by))]


def call_referee(
    tournament: Tournament,
    round: int,  # noqa: A002
    table: int,
    text: str = "",
    by: Literal["table", "desk", "phone"] = "desk",
    evidence: dict[str, Any] | None = None,
) -> list[HallEvent]:
    """Calls a referee to a table of a round."""
    check_open(tournament)
    if match_at(tournament, round, table)[1].open_call:
        raise HallRefusal("called", table=table)
    return [RefereeCalled(round, table, checked_text(text), by, evidence or {})]


def decide_call(tournament: Tournament, round: int, table: int, text: str, by: str = "") -> list[HallEvent]:  # noqa: A002
    """Closes the open call of a table with the decision in words."""
    if not tournament.is_created:
        raise HallRefusal("not_created")
    if not match_at(tournament, round, table)[1].open_call:
        raise HallRefusal("no_call", table=table)
    if not (text := checked_text(text)):
        raise HallRefusal("reason")
    return [RefereeDecided(round, table, text, checked_text(by))]


def match_at(tournament: Tournament, round: int, table: int) -> tuple[Round, Match]:  # noqa: A002
    """Returns a round and the match of a table in it.

    :raises HallRefusal: if there is none.
    """
    found = tournament.round_numbered(round)
    if found is None:
        raise HallRefusal("no_round", round=round)
    match = found.match_at(table)
    if match is None:
        raise HallRefusal("no_table", round=round, table=table)
    return found, match


def _check_started(round_: Round) -> None:
    if round_.state == "drawn":
        raise HallRefusal("not_running", round=round_.number)
