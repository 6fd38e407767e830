"""The scores of a round and their sums, and who has won a match between two."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hall.formats.format import ByeFormat
from hall.tournament.events import MatchResult, Pairing
from hall.tournament.rounds import Match, Round
from hall.tournament.scores import Score, loser_of, round_scores, total_scores, winner_of
from hall.tournament.state import Entry, Tournament
from tests.support.hall_commands import ELEVEN, LOST, WON, games

CHOSEN = replace(ELEVEN, bye=ByeFormat(points=2, games=1, own=9, missed=1))
TOURNAMENT = Tournament(format=CHOSEN, entries={number: Entry(number, (f"P{number}",)) for number in range(1, 7)})
BYE, MISSED = Score(points=2, games=1, own=9), Score(points=1)


def round_of(result: MatchResult | None, one: int, other: int) -> Round:
    """Returns a round of two matches, the second without a result; 5 has a bye, 6 is away."""
    matches = (Match(Pairing(1, ((one,), (other,))), reported=result), Match(Pairing(2, ((3,), (4,)))))
    return Round(number=1, stage="round", attempt=1, seed=1, matches=matches, byes=(5,))


def test_each_entry_has_its_score_of_a_round() -> None:
    scores = round_scores(TOURNAMENT, round_of(WON, 2, 1))
    assert [(score.points, score.own, score.conceded) for score in (scores[2], scores[1]) if score is not None] == [
        (1, 11, 4),
        (0, 4, 11),
    ]
    assert (scores[3], scores[4]) == (None, None)
    assert (scores[5], scores[6]) == (BYE, MISSED)


def test_partners_have_the_same_score() -> None:
    match = Match(Pairing(1, ((1, 4), (2, 3))), reported=WON)
    scores = round_scores(TOURNAMENT, Round(number=1, stage="round", attempt=1, seed=1, matches=(match,)))
    assert scores[1] == scores[4] != scores[2] == scores[3]


def test_sums_leave_out_what_is_not_known_yet() -> None:
    totals = total_scores(TOURNAMENT, [round_of(WON, 1, 2), round_of(LOST, 1, 2), round_of(None, 1, 2)])
    assert {number: (score.points, score.own) for number, score in totals.items()} == {
        1: (1, 15), 2: (1, 15), 3: (0, 0), 4: (0, 0), 5: (6, 27), 6: (3, 0),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("result", "winner", "loser"),
    [
        pytest.param(WON, 7, 3, id="the first side"),
        pytest.param(LOST, 3, 7, id="the second side"),
        pytest.param(games((11, 4), (4, 11)), None, None, id="a drawn match"),
        pytest.param(MatchResult(forfeited=(0,)), 3, 7, id="the first side did not come"),
        pytest.param(MatchResult(forfeited=(0, 1)), None, None, id="neither came"),
        pytest.param(None, None, None, id="no result"),
    ],
)
def test_a_match_between_two_has_a_winner_and_a_loser(
    result: MatchResult | None, winner: int | None, loser: int | None
) -> None:
    match = Match(Pairing(1, ((7,), (3,))), reported=result)
    assert (winner_of(TOURNAMENT, match), loser_of(TOURNAMENT, match)) == (winner, loser)
