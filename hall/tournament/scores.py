"""The score of a match for each side, of an entry in each round, and the places that knock-out matches decide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import NamedTuple

from hall.formats.format import Bonus, BonusCondition, ByeFormat, Format, target
from hall.tournament.events import MatchResult
from hall.tournament.rounds import Match, Round
from hall.tournament.state import Tournament
from link.messages import GamePoints


class Score(NamedTuple):
    """The score of a side in one match or the sum over several. Scores are added with `plus`."""

    points: int = 0
    games: int = 0
    lost: int = 0
    matches: int = 0
    own: int = 0
    """Points made in the games."""
    conceded: int = 0
    """Points of the opponents in them."""
    bonus: int = 0
    """Of the points, those from bonuses."""

    def plus(self, other: Score) -> Score:
        return Score(*(one + two for one, two in zip(self, other, strict=True)))


def sum_of(scores: Iterable[Score]) -> Score:
    return reduce(Score.plus, scores, Score())


def score_match(chosen: Format, result: MatchResult, sides: int) -> tuple[Score, ...]:
    if result.forfeited:
        walkover = score_bye(chosen.bye)._replace(matches=1)  # that of a bye, and a match won
        return tuple(Score() if side in result.forfeited else walkover for side in range(sides))
    played = [game for game in result.games if _counts(chosen, game)]
    scores = [sum_of(_game_score(chosen, game, side) for game in played) for side in range(sides)]
    winner = match_winner(chosen, result, sides)
    if winner is not None:
        of_winner = scores[winner]
        scores[winner] = of_winner._replace(points=of_winner.points + chosen.points.match_won, matches=1)
    elif played:
        scores = [score._replace(points=score.points + chosen.points.match_drawn) for score in scores]
    return tuple(scores)


def score_bye(bye: ByeFormat) -> Score:
    """Returns the score of a round without a match."""
    return Score(points=bye.points, games=bye.games, own=bye.own)


def game_winners(chosen: Format, game: GamePoints) -> tuple[int, ...]:
    """Returns the side with the most points, or none if two have them; of a game that counts down all with the
    fewest."""
    if chosen.match.winner == "fewest":
        return tuple(side for side, points in enumerate(game.points) if points == min(game.points))
    leaders = tuple(side for side, points in enumerate(game.points) if points == max(game.points))
    return leaders if len(leaders) == 1 else ()


def counted_points(chosen: Format, game: GamePoints) -> tuple[int, ...]:
    """Returns the points by side of which more are better."""
    return tuple(-each for each in game.points) if chosen.match.winner == "fewest" else game.points


def match_winner(chosen: Format, result: MatchResult, sides: int) -> int | None:
    """Returns the side that won the match: by games, then by points made in them; None for a drawn match."""
    if result.forfeited:
        left = [side for side in range(sides) if side not in result.forfeited]
        return left[0] if len(left) == 1 else None
    played = [game for game in result.games if _counts(chosen, game)]
    won = [0] * sides
    for game in played:
        for winner in game_winners(chosen, game) if chosen.match.unit == "game" else ():
            won[winner] += 1
    values = [(won[side], sum(counted_points(chosen, game)[side] for game in played)) for side in range(sides)]
    leaders = [side for side in range(sides) if values[side] == max(values)]
    return leaders[0] if len(leaders) == 1 else None


def is_unended(chosen: Format, game: GamePoints) -> bool:
    """Returns whether nobody has reached the points that win a game."""
    if chosen.match.winner == "fewest":
        return min(game.points) > 0
    return chosen.match.unit == "game" and max(game.points) < target(chosen)


def _counts(chosen: Format, game: GamePoints) -> bool:
    return chosen.match.when_time_is_up == "as_it_stands" or not is_unended(chosen, game)


def _game_score(chosen: Format, game: GamePoints, side: int) -> Score:
    own = counted_points(chosen, game)[side]
    conceded = sum(counted_points(chosen, game)) - own
    if chosen.match.unit == "deal":
        return Score(points=own if chosen.points.own == "always" else 0, own=own, conceded=conceded)
    winners, counted = game_winners(chosen, game), chosen.points
    won, lost = side in winners, bool(winners) and side not in winners
    bonus = _bonus(counted.bonuses, game, side) if won else 0
    points = bonus + counted.game_won * won + counted.game_lost * lost
    if counted.own == "always" or (counted.own == "lost" and not won):
        points += own
    return Score(points, int(won), int(lost), 0, own, conceded, bonus)


def _bonus(bonuses: Sequence[Bonus], game: GamePoints, winner: int) -> int:
    total = 0
    losers = [side for side in range(len(game.points)) if side != winner]
    is_due: dict[BonusCondition, bool] = {
        "to_nil": all(game.points[side] <= 0 for side in losers),
        "loser_gespannt": any(side in game.gespannt for side in losers),
        "loser_gespannt_to_nil": any(side in game.gespannt_to_nil for side in losers),
    }
    for bonus in bonuses:
        if is_due[bonus.when]:
            total = bonus.points if bonus.replaces else total + bonus.points
    return total


def round_scores(tournament: Tournament, round_: Round) -> dict[int, Score | None]:
    """Returns the score of each entry in a round, None for a match without a result.

    Entries that came later, or were away, score as in a missed round.
    """
    chosen = tournament.format
    missed = Score(points=chosen.bye.missed)
    scores: dict[int, Score | None] = dict.fromkeys(tournament.entries, missed)
    scores.update(dict.fromkeys(round_.byes, score_bye(chosen.bye)))
    for match in round_.matches:
        sides = match.pairing.sides
        counted = score_match(chosen, match.result, len(sides)) if match.result is not None else (None,) * len(sides)
        for side, score in zip(sides, counted, strict=True):
            scores.update(dict.fromkeys(side, score))
    return scores


def total_scores(tournament: Tournament, rounds: Iterable[Round]) -> dict[int, Score]:
    """Returns the sum over rounds by entry; matches without a result add nothing."""
    totals = dict.fromkeys(tournament.entries, Score())
    for round_ in rounds:
        for number, score in round_scores(tournament, round_).items():
            if score is not None:
                totals[number] = totals[number].plus(score)
    return totals


def winner_of(tournament: Tournament, match: Match) -> int | None:
    """Returns the entry that won a match between two, or None if that is not known."""
    if match.result is None:
        return None
    side = match_winner(tournament.format, match.result, len(match.pairing.sides))
    return None if side is None else match.pairing.sides[side][0]


def loser_of(tournament: Tournament, match: Match) -> int | None:
    """Returns the other entry of a match between two, or None if the winner is not known."""
    winner = winner_of(tournament, match)
    if winner is None:
        return None
    return next(side[0] for side in match.pairing.sides if side[0] != winner)


def final_places(tournament: Tournament) -> dict[int, int]:
    """Returns the places of entries whose last knock-out match has a result.

    Those who lost in one round share its best place, such as 5 in quarter-finals, if no match between them is played.
    """
    places: dict[int, int] = {}
    for round_ in tournament.knock_out_rounds:
        if round_.stage == "final":
            for best, match in zip((1, 3), round_.matches, strict=False):  # the second one is for the third place
                winner, loser = winner_of(tournament, match), loser_of(tournament, match)
                if winner is not None and loser is not None:
                    places.update({winner: best, loser: best + 1})
            continue
        for match in round_.matches:
            loser = loser_of(tournament, match)
            if loser is not None:
                places[loser] = len(round_.matches) + 1
    return places


def reachable_places(tournament: Tournament) -> dict[int, int]:
    """Returns the best place that each entry of the knock-out rounds can reach still."""
    best = {number: 1 for round_ in tournament.knock_out_rounds for number in round_.numbers}
    for round_ in tournament.knock_out_rounds:
        if round_.stage == "final" and len(round_.matches) > 1:
            best.update({side[0]: 3 for side in round_.matches[1].pairing.sides})
    return {**best, **final_places(tournament)}
