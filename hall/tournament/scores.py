"""The score of each entry in each round, and their sums."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall.tournament.points import Score, match_winner, score_bye, score_match

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hall.tournament.rounds import Match, Round
    from hall.tournament.state import Tournament


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
