"""The points of a match for each side: games, own points, bonuses, byes and walkovers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hall.formats.playing import target

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hall.formats.format import Bonus, ByeFormat, Format
    from hall.tournament.results import MatchResult
    from link.messages import GamePoints


class Score(NamedTuple):
    """The score of a side in one match or the sum over several. Scores are added with `plus`."""

    points: int = 0
    games: int = 0
    """Games won."""
    lost: int = 0
    """Games lost."""
    matches: int = 0
    """Matches won."""
    own: int = 0
    """Points made in the games."""
    conceded: int = 0
    """Points of the opponents in them."""
    bonus: int = 0
    """Of the points, those from bonuses."""

    def plus(self, other: Score) -> Score:
        return Score(*(one + two for one, two in zip(self, other, strict=True)))


def score_match(chosen: Format, result: MatchResult, sides: int) -> tuple[Score, ...]:
    """Returns the score of each side."""
    if result.forfeited:
        return tuple(Score() if side in result.forfeited else score_walkover(chosen.bye) for side in range(sides))
    played = [game for game in result.games if _counts(chosen, game)]
    scores = [_games_score(chosen, played, side) for side in range(sides)]
    winner = match_winner(chosen, result, sides)
    return tuple(_with_match(chosen, score, side, winner, bool(played)) for side, score in enumerate(scores))


def score_bye(bye: ByeFormat) -> Score:
    """Returns the score of a round without a match."""
    return Score(points=bye.points, games=bye.games, own=bye.own)


def score_walkover(bye: ByeFormat) -> Score:
    """Returns the score of a match that the other side did not play: that of a bye, and a match won."""
    return score_bye(bye)._replace(matches=1)


def game_winner(game: GamePoints) -> int | None:
    """Returns the side with the most points, or None if two have them."""
    best = max(game.points)
    leaders = [side for side, points in enumerate(game.points) if points == best]
    return leaders[0] if len(leaders) == 1 else None


def match_winner(chosen: Format, result: MatchResult, sides: int) -> int | None:
    """Returns the side that won the match: by games, then by points made in them; None for a drawn match."""
    if result.forfeited:
        left = [side for side in range(sides) if side not in result.forfeited]
        return left[0] if len(left) == 1 else None
    played = [game for game in result.games if _counts(chosen, game)]
    won = [0] * sides
    for game in played:
        winner = game_winner(game)
        if winner is not None and chosen.match.unit == "game":
            won[winner] += 1
    values = [(won[side], sum(game.points[side] for game in played)) for side in range(sides)]
    leaders = [side for side in range(sides) if values[side] == max(values)]
    return leaders[0] if len(leaders) == 1 else None


def is_unended(chosen: Format, game: GamePoints) -> bool:
    """Returns whether nobody has reached the points that win a game."""
    return chosen.match.unit == "game" and max(game.points) < target(chosen)


def _counts(chosen: Format, game: GamePoints) -> bool:
    return chosen.match.when_time_is_up == "as_it_stands" or not is_unended(chosen, game)


def _games_score(chosen: Format, games: Sequence[GamePoints], side: int) -> Score:
    total = Score()
    for game in games:
        total = total.plus(_game_score(chosen, game, side))
    return total


def _game_score(chosen: Format, game: GamePoints, side: int) -> Score:
    own = game.points[side]
    conceded = sum(game.points) - own
    if chosen.match.unit == "deal":
        return Score(points=own if chosen.points.own == "always" else 0, own=own, conceded=conceded)
    winner = game_winner(game)
    counted = chosen.points
    won, lost = winner == side, winner is not None and winner != side
    bonus = _bonus(counted.bonuses, game, side) if won else 0
    points = bonus + counted.game_won * won + counted.game_lost * lost
    if counted.own == "always" or (counted.own == "lost" and not won):
        points += own
    return Score(points, int(won), int(lost), 0, own, conceded, bonus)


def _bonus(bonuses: Sequence[Bonus], game: GamePoints, winner: int) -> int:
    total = 0
    for bonus in bonuses:
        if _is_due(bonus, game, winner):
            total = bonus.points if bonus.replaces else total + bonus.points
    return total


def _is_due(bonus: Bonus, game: GamePoints, winner: int) -> bool:
    losers = [side for side in range(len(game.points)) if side != winner]
    if bonus.when == "to_nil":
        return all(game.points[side] <= 0 for side in losers)
    gespannt = game.gespannt if bonus.when == "loser_gespannt" else game.gespannt_to_nil
    return any(side in gespannt for side in losers)


def _with_match(chosen: Format, score: Score, side: int, winner: int | None, is_played: bool) -> Score:
    if winner == side:
        return score._replace(points=score.points + chosen.points.match_won, matches=1)
    drawn = chosen.points.match_drawn if winner is None and is_played else 0
    return score._replace(points=score.points + drawn)
