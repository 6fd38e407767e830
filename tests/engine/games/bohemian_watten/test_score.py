"""Bohemian Watten, rule by rule: the score, the end of a game, who deals next."""

from __future__ import annotations

import pytest

from tests.engine.games.bohemian_watten.test_game import watten

rule = pytest.mark.rule
THREE = (0, 1, 2)
SCORES = [
    pytest.param({}, {0: 2, 1: 3, 2: 0}, "L", (), {0: -2, 1: -3, 2: 5}, id="plain", marks=rule("BW7", "BW22")),
    pytest.param({}, {0: 2, 1: 3, 2: 0}, "H", (), {0: -4, 1: -6, 2: 10}, id="hearts", marks=rule("BW7", "BW22")),
    pytest.param({}, {0: 5, 2: 0}, "S", (1,), {0: -5, 2: 5, 1: 0}, id="folded", marks=rule("DECISIONS BW10")),
    pytest.param(
        {"folded_score": "plus5"},
        {0: 5, 2: 0},
        "S",
        (1,),
        {0: -5, 2: 5, 1: 5},
        id="plus5",
        marks=rule("DECISIONS BW10"),
    ),
]


@pytest.mark.parametrize(("rules", "tricks", "trump", "folded", "changes"), SCORES)
def test_score_changes_the_tallies(
    rules: dict[str, object], tricks: dict[int, int], trump: str, folded: tuple[int, ...], changes: dict[int, int]
) -> None:
    assert watten(**rules).score(tricks, trump, folded) == changes


END = [
    pytest.param({}, {0: 3, 1: 20}, {0: -2, 1: -3}, {0: 1, 1: 17}, (), (), id="goes on", marks=rule("BW23")),
    pytest.param({}, {0: 3, 1: 20}, {0: -3, 1: -2}, {0: 0, 1: 18}, (0,), (1,), id="at zero", marks=rule("BW23")),
    pytest.param(
        {},
        {0: 2, 1: 3, 2: 9},
        {0: -2, 1: -3, 2: 5},
        {0: 0, 1: 0, 2: 14},
        (0, 1),
        (2,),
        id="two win",
        marks=rule("BW23"),
    ),
    pytest.param({}, {0: 2, 1: 1}, {0: -3, 1: -2}, {0: -1, 1: -1}, (), (), id="nobody can lose", marks=rule("BW23")),
    pytest.param({}, {0: 2, 1: 2}, {0: -3, 1: -2}, {0: -1, 1: 0}, (0,), (1,), id="one must lose", marks=rule("BW23")),
    pytest.param(
        {}, {0: 3, 1: 20}, {0: -4, 1: -1}, {0: -1, 1: 19}, (0,), (1,), id="overshoot wins", marks=rule("BW24a")
    ),
    pytest.param(
        {"overshoot": "added"},
        {0: 3, 1: 20},
        {0: -4, 1: -1},
        {0: 4, 1: 19},
        (),
        (),
        id="added",
        marks=rule("BW24b", "DECISIONS BW8"),
    ),
    pytest.param(
        {"overshoot": "added"},
        {0: 3, 1: 20},
        {0: -3, 1: -2},
        {0: 0, 1: 18},
        (0,),
        (1,),
        id="exact",
        marks=rule("BW24b"),
    ),
    pytest.param(
        {"overshoot": "back_to_20"},
        {0: 3, 1: 20},
        {0: -4, 1: -1},
        {0: 21, 1: 19},
        (),
        (),
        id="back",
        marks=rule("DECISIONS BW8"),
    ),
    pytest.param(
        {"overshoot": "bounce"},
        {0: 3, 1: 20},
        {0: -4, 1: -1},
        {0: 1, 1: 19},
        (),
        (),
        id="bounce",
        marks=rule("DECISIONS BW8"),
    ),
    pytest.param(
        {"overshoot": "not_counted"},
        {0: 3, 1: 20},
        {0: -4, 1: -1},
        {0: 3, 1: 19},
        (),
        (),
        id="not counted",
        marks=rule("DECISIONS BW8"),
    ),
    pytest.param({}, {0: 45, 1: 20}, {0: 5, 1: -5}, {0: 50, 1: 15}, (), (), id="no fifty", marks=rule("BW25")),
    pytest.param(
        {"plus50": True}, {0: 45, 1: 20}, {0: 5, 1: -5}, {0: 50, 1: 15}, (0,), (1,), id="fifty", marks=rule("BW25")
    ),
    pytest.param(
        {"plus50": True},
        {0: 45, 1: 4},
        {0: 10, 1: -5},
        {0: 55, 1: -1},
        (0, 1),
        (),
        id="fifty and zero: both",
        marks=rule("BW25", "DECISIONS BW7"),
    ),
    pytest.param(
        {"plus50": True, "plus50_exactly": True},
        {0: 45, 1: 20},
        {0: 10, 1: -5},
        {0: 55, 1: 15},
        (),
        (),
        id="exactly",
        marks=rule("DECISIONS BW7"),
    ),
]


@pytest.mark.parametrize(("rules", "before", "changes", "tallies", "winners", "losers"), END)
def test_end_of_game(
    rules: dict[str, object],
    before: dict[int, int],
    changes: dict[int, int],
    tallies: dict[int, int],
    winners: tuple[int, ...],
    losers: tuple[int, ...],
) -> None:
    result = watten(**rules).result(before, changes)
    assert (result.tallies, result.winners, result.losers) == (tallies, winners, losers)
    assert result.is_over == bool(winners)


@rule("BW15", "DECISIONS BW12")
@pytest.mark.parametrize(
    ("switch", "tricks", "dealer"),
    [("rotate", {0: 5, 1: 0}, 1), ("winner", {0: 0, 1: 1, 2: 4}, 2), ("winner", {0: 2, 1: 1, 2: 2}, 2)],
)
def test_next_dealer_follows_the_house_rule(switch: str, tricks: dict[int, int], dealer: int) -> None:
    assert watten(next_dealer=switch).next_dealer(THREE, 0, tricks) == dealer


@rule("DECISIONS BW13")
@pytest.mark.parametrize(
    ("rules", "trump", "change"),
    [
        ({}, "L", -3),
        ({"revoke_penalty": "take_back"}, "L", -3),
        ({"revoke_penalty": "no_trick"}, "L", 5),
        ({"revoke_penalty": "no_trick"}, "H", 10),
        ({"revoke_penalty": "house", "revoke_points": 2}, "L", -1),
    ],
)
def test_penalty_by_house_rule(rules: dict[str, object], trump: str, change: int) -> None:
    assert watten(**rules).penalty(-3, trump) == change
