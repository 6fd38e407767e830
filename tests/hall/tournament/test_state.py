"""What a tournament says about itself: rounds planned, games of a match, names, and that its past does not change."""

import importlib
import pkgutil
import random

import msgspec
import pytest
from msgspec.structs import replace

import hall.formats
import hall.tournament
from hall.draw.field import Pairing
from hall.formats.load import preset
from hall.tournament.commands import course, results
from hall.tournament.events import MatchResult
from hall.tournament.rounds import Match, Round
from link.messages import GamePoints
from tests.support.hall_commands import ELEVEN, WON, running
from tests.support.hall_tournaments import Played

MODULES = [
    module.name
    for package in (hall.formats, hall.tournament)
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")
    if not module.ispkg
]


def test_nothing_of_the_past_can_be_changed_in_place() -> None:
    """Views and draws keep what they were given: every struct of formats and tournaments is frozen."""
    structs = {
        value
        for module in map(importlib.import_module, MODULES)
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == module.__name__
    }
    assert len(structs) > 25
    assert [struct.__name__ for struct in structs if not struct.__struct_config__.frozen] == []


def test_in_a_swiss_system_winners_meet_winners() -> None:
    played = Played(replace(ELEVEN, rounds=replace(ELEVEN.rounds, draw="swiss"))).register(8)
    first = played.play_round(random.Random(3))
    won = set()
    for match in first.matches:
        assert match.result is not None
        points = match.result.games[0].points
        won.add(match.pairing.sides[points.index(max(points))][0])
    played.add(course.draw(played.now))
    assert {len(won & {side[0] for side in m.pairing.sides}) for m in played.round.matches} == {0, 2}


def test_a_tournament_has_results_as_soon_as_one_counts_or_was_claimed() -> None:
    played = running()
    played.add(results.call_referee(played.now, 1, 2))
    assert not played.now.has_results
    assert played.add(results.type_in(played.now, 1, 1, WON, "Anna")).has_results
    decided = running()
    assert decided.add(results.decide(decided.now, 1, 1, WON, "went home")).has_results


def test_matches_of_the_finals_may_have_other_games() -> None:
    chosen = preset("watten-4x1-15-quarter-finals")
    played = Played(replace(chosen, finals=replace(chosen.finals, games=5), match=replace(chosen.match, games=2)))
    played.register(8).add(course.draw(played.now))
    (first,) = played.now.rounds
    assert played.now.games_in(first) == 2
    assert played.now.games_in(replace(first, stage="semi")) == 5
    usual = replace(played.now, format=replace(played.now.format, finals=chosen.finals))
    assert usual.games_in(replace(first, stage="final")) == (chosen.finals.games or 2)


def test_an_entry_that_is_gone_is_named_by_its_number() -> None:
    played = Played(ELEVEN).register(2)
    assert (played.now.name_of(1), played.now.name_of(9)) == ("P1/Q1", "9")


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
