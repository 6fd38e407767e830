"""Checks whether a result is possible in the format, and removes parts that do not count in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall.formats.playing import target
from hall.limits import MAX_POINTS
from hall.tournament.points import game_winner, match_winner
from hall.tournament.refusals import HallRefusal
from hall.tournament.results import MatchResult
from link.messages import GamePoints

if TYPE_CHECKING:
    from hall.formats.format import Format
    from hall.tournament.rounds import Match, Round
    from hall.tournament.state import Tournament


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
                raise HallRefusal("bad_side", side=side + 1)
        forfeited = tuple(sorted(set(result.forfeited)))
        if round_.stage != "round" and len(forfeited) == sides:
            raise HallRefusal("drawn_match")
        return MatchResult(forfeited=forfeited)
    chosen = tournament.format
    _check_count(chosen, len(result.games), tournament.games_in(round_), is_short)
    for number, game in enumerate(result.games, 1):
        _check_game(chosen, number, game, sides)
    checked = MatchResult(tuple(_strip_uncounted(chosen, game) for game in result.games))
    if round_.stage != "round" and match_winner(chosen, checked, sides) is None:
        raise HallRefusal("drawn_match")
    return checked


def _check_count(chosen: Format, got: int, planned: int, is_short: bool) -> None:
    if chosen.match.unit == "deal":
        planned = min(got, planned)  # an account of several deals is one entry
    least = 0 if chosen.match.minutes else 1 if is_short or chosen.match.unit == "deal" else planned
    if not least <= got <= planned:
        raise HallRefusal("games", got=got, expected=planned)


def _check_game(chosen: Format, number: int, game: GamePoints, sides: int) -> None:
    if len(game.points) != sides:
        raise HallRefusal("sides", game=number, got=len(game.points), expected=sides)
    goal = target(chosen)
    plays_to_goal = goal > 0 and chosen.match.unit == "game"
    # Nobody bids more than wins the game, and the winner had less than the goal before the last deal.
    least, most = (0, 2 * goal - 1) if plays_to_goal else (-MAX_POINTS, MAX_POINTS)
    for value in game.points:
        if not least <= value <= most:
            raise HallRefusal("points", game=number, value=value)
    for side in (*game.gespannt, *game.gespannt_to_nil):
        if not 0 <= side < sides:
            raise HallRefusal("bad_side", side=side + 1)
    if chosen.match.unit == "deal":
        return
    shown = ":".join(map(str, game.points))
    if max(game.points) < goal and not chosen.match.minutes:
        raise HallRefusal("unended", game=number, points=shown, target=goal)
    if game_winner(game) is None and not (chosen.match.minutes and max(game.points) < goal):
        raise HallRefusal("no_winner", game=number, points=shown)


def _strip_uncounted(chosen: Format, game: GamePoints) -> GamePoints:
    """Returns the game without facts that no bonus of the format asks for; being gespannt counts only for losers."""
    conditions = {bonus.when for bonus in chosen.points.bonuses}
    winner = game_winner(game)

    def losers(sides: tuple[int, ...], condition: str) -> tuple[int, ...]:
        return tuple(sorted({side for side in sides if side != winner})) if condition in conditions else ()

    return GamePoints(
        game.points,
        losers((*game.gespannt, *game.gespannt_to_nil), "loser_gespannt"),
        losers(game.gespannt_to_nil, "loser_gespannt_to_nil"),
    )
