"""Gras: points of a deal, end of a game, the account, penalties, and who deals next."""

from __future__ import annotations

import pytest

from engine.events import (
    CardLaid,
    GameStarted,
    Ruled,
    TricksEntered,
)
from engine.games import game
from engine.rules.deal import Deal, DealScore
from engine.rules.findings import Kind
from engine.rules.values import Result
from engine.simulation.evening import simulation
from tests.support.gras_tables import THREE, UP, card, gras, table

rule = pytest.mark.rule


@rule("DECISIONS GRA8")
def test_the_deal_rotates_and_the_dealers_left_leads() -> None:
    told, findings = table(TricksEntered(((0, 5), (1, 0), (2, 0)), "L"))
    assert findings == []
    assert told.next_dealer == 1
    assert Deal(1, THREE, 2, {}).forehand == 0
    assert gras().leader(Deal(1, THREE, 2, {})) == 0


@rule("GR7")
@pytest.mark.parametrize(("trump", "changes"), [("L", {0: -2, 1: -3, 2: 5}), ("H", {0: -4, 1: -6, 2: 10})])
def test_score_changes_the_tallies(trump: str, changes: dict[int, int]) -> None:
    assert gras().points({0: 2, 1: 3, 2: 0}, trump) == changes
    told, _ = table(TricksEntered(((0, 2), (1, 3), (2, 0)), trump))
    assert told.score is not None
    assert told.score.changes == changes


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


SETTLED = [
    pytest.param({}, {0: -1, 1: 7, 2: 12}, (0,), {0: 190, 1: -70, 2: -120}, id="nineteen left, ten times"),
    pytest.param({"account_factor": 5}, {0: 0, 1: 7, 2: 12}, (0,), {0: 95, 1: -35, 2: -60}, id="computers"),
    pytest.param({"account_factor": 1}, {0: 0, 1: 7, 2: 12}, (0,), {0: 19, 1: -7, 2: -12}, id="as the example"),
    pytest.param({}, {0: 0, 1: 0, 2: 19}, (0, 1), {0: 95, 1: 95, 2: -190}, id="shared", marks=rule("DECISIONS GRA6")),
    pytest.param({}, {0: -2, 1: -1, 2: 4}, (0,), {0: 40, 1: 0, 2: -40}, id="nothing left, nothing lost"),
    pytest.param(
        {"account_factor": 1}, {0: 0, 1: 0, 2: 19}, (0, 1), {0: 9, 1: 9, 2: -19}, id="odd", marks=rule("DECISIONS GRA6")
    ),
]


@rule("GR8", "DECISIONS GRA5")
@pytest.mark.parametrize(("rules", "tallies", "winners", "account"), SETTLED)
def test_settlement_adds_to_the_accounts(
    rules: dict[str, object], tallies: dict[int, int], winners: tuple[int, ...], account: dict[int, int]
) -> None:
    house = gras(**rules)
    assert house.account_changes(tallies, winners) == account
    score = DealScore(1, 0, "L", {}, {}, Result(tallies, winners), ())
    assert house.standing({}, [score]) == {"account": account}
    twice = house.standing(house.standing({}, [score]), [score])["account"]
    assert twice == {seat: 2 * points for seat, points in account.items()}


@rule("GR8")
def test_the_account_lasts_from_game_to_game() -> None:
    simulated = simulation("gras", 3, seed=1)
    while simulated.table.phase != "over":
        simulated.play_deal()
    result, match = simulated.table.result, simulated.table.match
    assert match is not None
    simulated.record(GameStarted("gras", match.seats, 0))
    after = simulated.table.match
    assert after is not None
    assert after.standing["account"] == gras().account_changes(result.tallies, result.winners)
    assert after.tallies == gras().start(match.seats)


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


@pytest.mark.parametrize("preset", ["online", "bots", "plain"])
def test_presets_set_the_account_factor(preset: str) -> None:
    factor = {"online": 10, "bots": 5, "plain": 1}[preset]
    assert game("gras", preset=preset).rules["account_factor"] == factor
