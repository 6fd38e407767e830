"""Bauerchen: when a round ends, who wins it, and what lasts after it (knoddel, stein, points carried forward)."""

from __future__ import annotations

import pytest

from engine.games import game
from engine.games.bauerchen.game import Bauerchen
from tests.support.bauerchen_tables import DEALT, FOUR, TEN, bauerchen, run, tallies

rule = pytest.mark.rule

# The round


@rule("BA20", "DECISIONS BA1")
@pytest.mark.parametrize(("rules", "over"), [("", True), ("target=31", False)])
def test_a_round_ends_with_the_target(rules: str, over: bool) -> None:
    lines = f"{TEN} | deal 3 | say 0 trump H | tricks 0:60 1:70"
    table, _ = run(lines, rules)
    assert table.tallies == {0: 0, 1: 12, 2: 0, 3: 12}
    assert table.result.is_over is over
    assert table.result.winners == ((1, 3) if over else ())
    assert not run(TEN)[0].result.is_over


@rule("BA20", "DECISIONS BA1")
def test_the_target_is_asked_and_each_has_a_preset() -> None:
    (target,) = [switch for switch in Bauerchen.book.switches if switch.name == "target"]
    assert (target.values, target.default, target.ask) == ((12, 31), 12, True)
    presets = [game("bauerchen", preset=f"bauerchen-{points}") for points in (12, 31)]
    assert [preset.rules.number("target") for preset in presets] == [12, 31]
    assert game("bauerchen", {"target": 31}) == presets[1]


@rule("BA20")
def test_result_names_winners_at_the_target() -> None:
    four = bauerchen()
    before = {0: 10, 1: 8, 2: 10, 3: 8}
    won = four.result(before, {0: 2, 1: 0, 2: 2, 3: 0})
    assert (won.winners, won.losers, won.tallies) == ((0, 2), (1, 3), {0: 12, 1: 8, 2: 12, 3: 8})
    assert not four.result(before, {0: 1, 2: 1}).is_over
    assert four.result(before, {0: 2, 1: 6, 2: 2, 3: 6}).winners == (1, 3)


@rule("DECISIONS BA13")
def test_first_side_at_the_target_wins() -> None:
    """Seats 0 and 2 stand at 11 and meld, seats 1 and 3 stand at 10 and win the hand."""
    eleven = (
        "deal 0 | say 1 trump H | tricks 0:130 1:0 | deal 1 | say 2 trump H | tricks 0:130 1:0 "
        "| deal 2 | say 3 trump H | tricks 0:130 1:0 | deal 3 | say 0 trump H | tricks 0:0 1:130"
    )
    assert tallies(eleven) == (11, 4)
    both = f"{eleven} | deal 0 | say 1 trump H | say 0 double | say 1 double | tricks 0:20 1:110"
    assert run(both)[0].result.winners == (1, 3)
    table, findings = run(f"{both} | say 0 meld C")
    assert findings == []
    assert table.tallies == {0: 12, 1: 12, 2: 12, 3: 12}
    assert (table.result.winners, table.result.losers) == ((0, 2), (1, 3))


# Ledig


@rule("BA15", "DECISIONS BA10")
def test_ledig_won_and_lost_ends_the_round() -> None:
    lonely = f"{DEALT} | say 1 ledig | play 1:CJ 2:HQ 0:HK >1 | play 1:SJ 2:H10 0:HA >1 | play 1:HJ 2:DA 0:DK >1"
    assert not run(lonely)[0].result.is_over
    won, _ = run(f"{lonely} | play 1:CA 2:D10 0:DQ >1 | play 1:DJ 2:SA 0:SK >1")
    assert (won.tallies, won.result.winners) == ({0: 0, 1: 12, 2: 0, 3: 12}, (1, 3))
    lost, findings = run(f"{lonely} | play 1:CK 2:CA 0:DQ >2")
    assert findings == []
    assert (lost.phase, lost.tallies, lost.result.winners) == ("over", {0: 12, 1: 0, 2: 12, 3: 0}, (0, 2))
    long, _ = run(f"{lonely} | play 1:CK 2:CA 0:DQ >2", "target=31")
    assert (long.tallies[0], long.result.winners) == (12, (0, 2))


@rule("BA22", "BA21", "DECISIONS BA2")
def test_knoddel_stein_gehampelter() -> None:
    first = f"{DEALT} | say 1 ledig | tricks 1:130 0:0"
    second = (
        f"{first} | game bauerchen seats 0 1 2 3 dealer 1 | deal 1 | say 2 trump H | say 2 ledig | tricks 0:130 1:0"
    )
    third = "| game bauerchen seats 0 1 2 3 dealer 2{} | deal 2"
    table, _ = run(f"{first} | game bauerchen seats 0 1 2 3 dealer 1 | deal 1")
    assert table.match is not None
    assert table.match.standing["knoddel"] == {0: 1, 1: 0, 2: 1, 3: 0}
    assert not bauerchen().gehampelter(table.match.standing, FOUR)
    table, _ = run(f"{second} {third.format('')}")
    assert table.match is not None
    assert table.match.standing["knoddel"] == dict.fromkeys(FOUR, 1)
    assert bauerchen().gehampelter(table.match.standing, FOUR)
    assert run(f"{second} {third.format('')} | say 3 trump C | say 0 ledig")[1] == []
    barred = f"{second} {third.format(' rules no_ledig_in_gehampelter=true')} | say 3 trump C | say 0 ledig"
    assert run(barred)[1] == ["call_not_allowed BA22 @13 0 None"]
    decided = f"{second} {third.format('')} | say 3 trump C | say 0 ledig | tricks 1:100 0:20"
    table, _ = run(f"{decided} | game bauerchen seats 0 1 2 3 dealer 3 | deal 3")
    assert table.match is not None
    assert table.match.standing == {"knoddel": dict.fromkeys(FOUR, 0), "stein": {0: 0, 1: 1, 2: 0, 3: 1}}


@rule("BA21", "BA10", "DECISIONS BA2")
def test_two_rounds_are_a_stein() -> None:
    four = bauerchen()
    one = four.standing_after_round({}, winners=(0, 2), losers=(1, 3))
    assert one == {"knoddel": {0: 0, 1: 1, 2: 0, 3: 1}, "stein": dict.fromkeys(FOUR, 0)}
    two = four.standing_after_round(one, winners=(0, 2), losers=(1, 3))
    assert two == {"knoddel": dict.fromkeys(FOUR, 0), "stein": {0: 1, 1: 0, 2: 1, 3: 0}}
    other = four.standing_after_round(one, winners=(1, 3), losers=(0, 2))
    assert other["knoddel"] == dict.fromkeys(FOUR, 1)


@rule("BA22")
def test_excess_points_are_carried_forward() -> None:
    start = f"{TEN} | deal 3 | say 0 trump H | say 1 double | tricks 0:0 1:130 | game bauerchen seats 0 1 2 3 dealer 0"
    carried = f"{start} rules carry_forward=true | deal 0"
    assert run(start.split(" | game")[0])[0].tallies[1] == 18
    assert dict(run(carried, "carry_forward=true")[0].tallies) == {0: 0, 1: 6, 2: 0, 3: 6}
    assert dict(run(f"{start} | deal 0")[0].tallies) == dict.fromkeys(FOUR, 0)
