"""What a draw is made from: who is there, who has met, the points so far, the rounds to come."""

import random

import pytest
from msgspec.structs import replace

from hall.tournament.commands import entries
from hall.tournament.drawing import field_of
from tests.support.hall_tournaments import Played, pairs_format

ELEVEN = pairs_format()


@pytest.mark.parametrize("count", [2, 4, 5, 6, 9])
def test_a_round_robin_plans_as_many_rounds_as_are_left(count: int) -> None:
    """One less than there are entries, and one more if one of them has a bye in each round."""
    played = Played(replace(ELEVEN, rounds=replace(ELEVEN.rounds, number=0, draw="round_robin"))).register(count)
    for _ in range(count - 1 + count % 2):
        assert played.now.planned_rounds == count - 1 + count % 2
        played.play_round(random.Random(1))
    assert played.now.phase == "over"


def test_the_field_of_a_round_counts_the_rounds_before_it() -> None:
    played = Played(ELEVEN).register(5)
    first, second = (played.play_round(random.Random(number)) for number in range(2))
    played.add(entries.leave(played.now, 4))
    field = field_of(played.now, 2, 3)
    assert (field.numbers, field.round, field.attempt) == ((1, 2, 3, 5), 2, 3)
    sides = [match.pairing.sides for match in first.matches]
    assert set(field.met) == {tuple(sorted(number for side in both for number in side)) for both in sides}
    assert {number for number, count in field.byes.items() if count} == {*first.byes}
    assert field.previous == tuple(match.pairing for match in first.matches)
    assert field.previous_byes == first.byes
    assert field.teams == {}
    later = field_of(played.now, 3, 1)
    assert sum(later.met.values()) == 4
    assert sorted(number for number, count in later.byes.items() if count) == sorted({*first.byes, *second.byes})
    assert later.previous_byes == second.byes


def test_pairs_of_one_team_are_named_in_the_field() -> None:
    played = Played(replace(ELEVEN, entrants="team")).register(4)
    teams = field_of(played.now, 1, 1).teams
    assert teams == {entry.number: entry.team for entry in played.now.present}
    assert len(set(teams.values())) == 4
