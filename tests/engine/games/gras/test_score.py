"""Gras: points of a deal, end of a game, the account, penalties, and who deals next."""

from __future__ import annotations

import pytest

from engine.events import (
    CardLaid,
    Ruled,
    TricksEntered,
)
from engine.rules.deal import Deal
from engine.rules.findings import Kind
from engine.rules.values import Result
from tests.support.gras_tables import THREE, UP, card, gras, table

rule = pytest.mark.rule


@rule("DECISIONS GRA8")
def test_the_deal_rotates_and_the_dealers_left_leads() -> None:
    told, findings = table(TricksEntered(((0, 5), (1, 0), (2, 0)), "L"))
    assert findings == []
    assert told.next_dealer == 1
    assert Deal(1, THREE, 2, {}).forehand == 0
    assert gras().leader(Deal(1, THREE, 2, {})) == 0


END = [
    pytest.param({0: 3, 1: 20}, {0: -2, 1: -3}, {0: 1, 1: 17}, (), (), id="goes on", marks=rule("GR1")),
    pytest.param({0: 3, 1: 20}, {0: -3, 1: -2}, {0: 0, 1: 18}, (0,), (1,), id="zero", marks=rule("GR1")),
    pytest.param({0: 3, 1: 20}, {0: -5, 1: 5}, {0: -2, 1: 25}, (0,), (1,), id="below zero", marks=rule("GR1")),
    pytest.param({0: 1, 1: 3, 2: 9}, {0: -2, 1: -3, 2: 5}, {0: -1, 1: 0, 2: 14}, (0,), (1, 2), id="the lowest"),
    pytest.param({0: 2, 1: 3, 2: 9}, {0: -2, 1: -3, 2: 5}, {0: 0, 1: 0, 2: 14}, (0, 1), (2,), id="equal"),
    pytest.param({0: 2, 1: 3}, {0: -2, 1: -3}, {0: 0, 1: 0}, (0, 1), (), id="all equal"),
]


@rule("DECISIONS GRA6")
@pytest.mark.parametrize(("before", "changes", "tallies", "winners", "losers"), END)
def test_end_of_game(
    before: dict[int, int],
    changes: dict[int, int],
    tallies: dict[int, int],
    winners: tuple[int, ...],
    losers: tuple[int, ...],
) -> None:
    assert gras().result(before, changes) == Result(tallies, winners, losers)


@rule("GR9")
@pytest.mark.parametrize(
    ("rules", "change"),
    [({}, -5), ({"revoke_penalty": "no_trick"}, 5), ({"revoke_penalty": "house", "revoke_points": 7}, 2)],
)
def test_a_penalty_is_the_house_s_and_only_if_it_is_counted(rules: dict[str, object], change: int) -> None:
    told, _ = table(UP, CardLaid(1, card("L9")), CardLaid(0, card("L8")), **rules)
    assert [finding.kind for finding in told.findings] == [Kind.OUT_OF_TURN]
    told.observe(TricksEntered(((0, 5), (1, 0), (2, 0)), "L"))
    assert told.tallies == {0: 15, 1: 25, 2: 25}
    told.observe(Ruled(4, "counted"))
    assert told.tallies == {0: 20 + change, 1: 25, 2: 25}
