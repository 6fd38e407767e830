"""Commands for results, from tables, from slips and by decision, and for calls for a referee; checks of results."""

from typing import Any, Literal

from common.limits import MAX_POINTS
from hall.formats.format import Format, target
from hall.tournament import events
from hall.tournament.commands.course import HallRefusal, check_open, checked_text
from hall.tournament.events import HallEvent, MatchResult
from hall.tournament.rounds import Match, Round
from hall.tournament.scores import game_winners, is_unended, match_winner
from hall.tournament.state import Tournament
from link.messages import GamePoints


def checked_result(
    tournament: Tournament, round_: Round, match: Match, result: MatchResult, is_short: bool = False
) -> MatchResult:
    """Returns the result without parts that do not count in the format, so that equal results compare as equal.

    *is_short* allows fewer games than planned, as a time limit does.

    :raises HallRefusal: for an impossible result.
    """
    sides = len(match.pairing.sides)
    if result.forfeited:
        for side in result.forfeited:
            if not 0 <= side < sides:
                raise HallRefusal("refused_bad_side", side=side + 1)
        forfeited = tuple(sorted(set(result.forfeited)))
        if round_.stage != "round" and len(forfeited) == sides:
            raise HallRefusal("refused_drawn_match")
        return MatchResult(forfeited=forfeited)
    chosen = tournament.format
    got = len(result.games)
    planned = tournament.games_in(round_)
    if chosen.match.unit == "deal":
        planned = min(got, planned)  # an account of several deals is one entry
    least = 0 if chosen.match.minutes else 1 if is_short or chosen.match.unit == "deal" else planned
    if not least <= got <= planned:
        raise HallRefusal("refused_games", got=got, expected=planned)
    for number, game in enumerate(result.games, 1):
        _check_game(chosen, number, game, sides)
    checked = MatchResult(tuple(_strip_uncounted(chosen, game) for game in result.games))
    if round_.stage != "round" and match_winner(chosen, checked, sides) is None:
        raise HallRefusal("refused_drawn_match")
    return checked


def points_range(chosen: Format) -> tuple[int, int]:
    """Returns the least and the most points that a side may have in a game.

    In Watten nobody bids more than wins the game, and the winner had less than the goal before the last deal.
    """
    if chosen.match.unit != "game" or not (goal := target(chosen)):
        return -MAX_POINTS, MAX_POINTS
    return 0, 2 * goal - 1 if chosen.game == "watten" else MAX_POINTS


def _check_game(chosen: Format, number: int, game: GamePoints, sides: int) -> None:
    if len(game.points) != sides:
        raise HallRefusal("refused_sides", game=number, got=len(game.points), expected=sides)
    goal, (least, most) = target(chosen), points_range(chosen)
    for value in game.points:
        if not least <= value <= most:
            raise HallRefusal("refused_points", game=number, value=value)
    for side in (*game.gespannt, *game.gespannt_to_nil):
        if not 0 <= side < sides:
            raise HallRefusal("refused_bad_side", side=side + 1)
    if chosen.match.unit == "deal":
        return
    shown = ":".join(map(str, game.points))
    if is_unended(chosen, game) and not chosen.match.minutes:
        raise HallRefusal("refused_unended", game=number, points=shown, target=goal)
    is_drawn = not game_winners(chosen, game) and not (chosen.match.minutes and is_unended(chosen, game))
    if is_drawn or min(game.points) >= goal > 0:
        raise HallRefusal("refused_no_winner", game=number, points=shown)


def _strip_uncounted(chosen: Format, game: GamePoints) -> GamePoints:
    """Returns the game without facts that no bonus of the format asks for; being gespannt counts only for losers."""
    conditions = {bonus.when for bonus in chosen.points.bonuses}
    winners = game_winners(chosen, game)

    def losers(sides: tuple[int, ...], condition: str) -> tuple[int, ...]:
        return tuple(sorted({side for side in sides if side not in winners})) if condition in conditions else ()

    return GamePoints(
        game.points,
        losers((*game.gespannt, *game.gespannt_to_nil), "loser_gespannt"),
        losers(game.gespannt_to_nil, "loser_gespannt_to_nil"),
    )


def report(tournament: Tournament, round: int, table: int, result: MatchResult) -> list[HallEvent]:  # noqa: A002
    """Stores a result that a device reports and its sides have confirmed; a repeated one makes no event.

    A match may have been shortened at the table.
    """
    check_open(tournament)
    round_, match = match_at(tournament, round, table)
    _check_started(round_)
    result = checked_result(tournament, round_, match, result, is_short=True)
    return [] if match.reported == result else [events.ResultReported(round, table, result)]


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
        raise HallRefusal("refused_typist")
    if match.decided is not None or round_.state == "closed":
        raise HallRefusal("refused_result_decided", table=table)
    result = checked_result(tournament, round_, match, result)
    total = sum(sum(game.points) for game in result.games)
    if total and tournament.format.points.balanced:
        raise HallRefusal("refused_sum", got=total)
    return [] if (by, result) in match.typed else [events.ResultTyped(round, table, result, by)]


def decide(
    tournament: Tournament,
    round: int,  # noqa: A002
    table: int,
    result: MatchResult,
    reason: str,
) -> list[HallEvent]:
    """Decides a difference, or corrects a result, also of a round that is closed; a reason is needed.

    A correction changes the ranking; knock-out rounds that were drawn already stay as they are. Fewer games than
    planned may be decided, such as after a referee has ended a match.
    """
    if not tournament.is_created:
        raise HallRefusal("refused_not_created")
    round_, match = match_at(tournament, round, table)
    _check_started(round_)
    if not (reason := checked_text(reason)):
        raise HallRefusal("refused_reason")
    result = checked_result(tournament, round_, match, result, is_short=True)
    return [events.ResultDecided(round, table, result, reason)]


def call_referee(
    tournament: Tournament,
    round: int,  # noqa: A002
    table: int,
    text: str = "",
    by: Literal["table", "desk", "phone"] = "desk",
    evidence: dict[str, Any] | None = None,
) -> list[HallEvent]:
    check_open(tournament)
    if match_at(tournament, round, table)[1].open_call:
        raise HallRefusal("refused_called", table=table)
    return [events.RefereeCalled(round, table, checked_text(text), by, evidence or {})]


def decide_call(tournament: Tournament, round: int, table: int, text: str) -> list[HallEvent]:  # noqa: A002
    """Closes the open call of a table with the decision in words."""
    if not tournament.is_created:
        raise HallRefusal("refused_not_created")
    if not match_at(tournament, round, table)[1].open_call:
        raise HallRefusal("refused_no_call", table=table)
    if not (text := checked_text(text)):
        raise HallRefusal("refused_reason")
    return [events.RefereeDecided(round, table, text)]


def match_at(tournament: Tournament, round: int, table: int) -> tuple[Round, Match]:  # noqa: A002
    """Returns a round and the match of a table in it.

    :raises HallRefusal: if there is none.
    """
    found = tournament.round_numbered(round)
    if found is None:
        raise HallRefusal("refused_no_round", round=round)
    match = found.match_at(table)
    if match is None:
        raise HallRefusal("refused_no_table", round=round, table=table)
    return found, match


def _check_started(round_: Round) -> None:
    if round_.state == "drawn":
        raise HallRefusal("refused_not_running", round=round_.number)
