"""Who plays at which table of a round, and what of it is missing."""

from __future__ import annotations

import pytest

from hall.tournament.events import MatchResult, Pairing
from hall.tournament.rounds import Match, Round
from link.messages import GamePoints

RESULT = MatchResult((GamePoints((11, 4)),))
PARTNERS = Match(Pairing(2, ((1, 4), (2, 3))), reported=RESULT)
THREE = Match(Pairing(5, ((7,), (5,), (6,))))
ROUND = Round(number=1, stage="round", attempt=1, seed=1, matches=(PARTNERS, THREE), byes=(8,))


@pytest.mark.parametrize(
    ("number", "match"),
    [
        pytest.param(1, PARTNERS, id="with a partner"),
        pytest.param(3, PARTNERS, id="on the other side"),
        pytest.param(6, THREE, id="the last of three"),
        pytest.param(8, None, id="a bye"),
        pytest.param(9, None, id="nobody"),
    ],
)
def test_an_entry_has_one_match_or_none(number: int, match: Match | None) -> None:
    assert ROUND.match_of(number) is match


@pytest.mark.parametrize(
    ("table", "match"),
    [
        pytest.param(2, PARTNERS, id="the first that is not empty"),
        pytest.param(5, THREE, id="the second"),
        pytest.param(1, None, id="an empty table"),
    ],
)
def test_a_match_is_found_by_its_table(table: int, match: Match | None) -> None:
    assert ROUND.match_at(table) is match


def test_those_who_play_are_told_without_byes_and_matches_without_a_result_are_missing() -> None:
    assert sorted(ROUND.numbers) == [1, 2, 3, 4, 5, 6, 7]
    assert ROUND.missing == (THREE,)
