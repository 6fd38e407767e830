"""Schafkopf: what a deal is worth, who pays whom, and the account; reasoned from the rules as `test_schafkopf` is."""

import pytest

from engine.events import Ruled, RuleValue
from engine.games.schafkopf.cards import Contract
from engine.simulation.evening import simulation
from tests.support.records import finding_lines
from tests.support.schafkopf_tables import called, replay, schafkopf

rule = pytest.mark.rule

DEAL = (
    "deal 3 | say 0 pass | say 1 pass | say 2 pass | say 3 play | say 3 rufspiel S | "
    "play 0:EA 1:E8 2:H10 3:E7 >2 | play 2:L8 3:L9 0:LA 1:L7 >0 | play 0:L10 1:S10 2:S8 3:LU >3 | "
    "play 3:H7 0:LO 1:H9 2:HA >0 | play 0:E10 1:E9 2:SU 3:HU >3 | play 3:HO 0:H8 1:HK 2:SO >3 | "
    "play 3:EU 0:LK 1:EO 2:SK >1 | play 1:S7 2:SA 3:S9 0:EK >2"
)
"""Seat 3 calls the ace of bells, which seat 2 holds: together 82 card points; EO and LO are with the others."""


@rule("SK4", "SK30", "SK31", "SK32", "SK50", "SK53", "SK56", "SK57", "SK70")
def test_a_whole_deal() -> None:
    table, findings = replay(DEAL)
    asked, deal = called(table), table.current_deal
    assert findings == []
    assert [trick.taker for trick in deal.tricks] == [2, 0, 3, 0, 3, 3, 1, 2]
    assert asked.points_taken(deal) == {0: 25, 1: 13, 2: 36, 3: 46}
    assert asked.declarers(deal) == (3, 2)
    assert asked.runners(deal) == 2
    assert table.tallies == {0: -20, 1: -20, 2: 20, 3: 20}


CALLED, SOLO, WENZ = Contract("rufspiel", 1, "E"), Contract("solo", 1, "H"), Contract("wenz", 1)
TOUT, SIE = Contract("solo", 1, "H", is_tout=True), Contract("sie", 1)


@rule("SK50", "SK51", "SK52", "SK53", "SK54", "SK56", "SK57", "SK58")
@pytest.mark.parametrize(
    ("contract", "points", "tricks", "runners", "doubles", "rules", "has_won", "value"),
    [
        (CALLED, 61, 4, 1, 0, {}, True, 20),
        (CALLED, 60, 4, 1, 0, {}, False, 20),
        (CALLED, 90, 6, 1, 0, {}, True, 20),
        (CALLED, 91, 6, 1, 0, {}, True, 30),
        (CALLED, 31, 2, 1, 0, {}, False, 20),
        (CALLED, 30, 2, 1, 0, {}, False, 30),
        (CALLED, 30, 2, 1, 0, {"schneider_players": 29}, False, 20),
        (CALLED, 120, 8, 1, 0, {}, True, 40),
        (CALLED, 120, 7, 1, 0, {}, True, 30),
        (CALLED, 120, 7, 1, 0, {"schwarz_by": "points"}, True, 40),
        (CALLED, 0, 0, 1, 0, {}, False, 40),
        (CALLED, 45, 3, 3, 0, {}, False, 50),
        (CALLED, 70, 5, 2, 0, {"runners_min": 2}, True, 40),
        (CALLED, 70, 5, 6, 0, {"runners_max": 4}, True, 60),
        (CALLED, 70, 5, 6, 0, {"runners_min": 0}, True, 20),
        (CALLED, 70, 5, 1, 2, {}, True, 80),
        (SOLO, 70, 5, 3, 0, {}, True, 80),
        (WENZ, 70, 5, 2, 0, {}, True, 70),
        (WENZ, 70, 5, 2, 0, {"runners_min_wenz": 3}, True, 50),
        (WENZ, 70, 5, 4, 0, {"runners_min": 0}, True, 50),
        (TOUT, 118, 7, 3, 0, {}, False, 160),
        (TOUT, 120, 8, 3, 0, {}, True, 160),
        (SIE, 120, 8, 8, 0, {}, True, 520),
        (SIE, 120, 8, 8, 0, {"sie_runners": False}, True, 200),
        (CALLED, 70, 5, 1, 0, {"tariff": 5, "tariff_called": 10}, True, 10),
        (SOLO, 95, 7, 3, 0, {"tariff": 5, "tariff_solo": 20}, True, 40),
        (CALLED, 95, 7, 5, 0, {"scoring": "points_15"}, True, 2),
        (SOLO, 70, 5, 3, 0, {"scoring": "points_15"}, True, 5),
        (SOLO, 95, 7, 3, 0, {"scoring": "points_6"}, True, 3),
        (TOUT, 120, 8, 3, 0, {"scoring": "points_15"}, True, 14),
        (TOUT, 120, 8, 3, 0, {"scoring": "points_15", "tout_points": "doubled"}, True, 10),
        (TOUT, 110, 7, 3, 0, {"scoring": "points_6", "tout_points": "doubled"}, False, 4),
    ],
)
def test_the_value_of_a_deal(
    contract: Contract, points: int, tricks: int, runners: int, doubles: int, rules: dict[str, RuleValue],
    has_won: bool, value: int,
) -> None:  # fmt: skip
    outcome = schafkopf(**rules).contract_outcome(
        contract, points=points, tricks=tricks, runners=runners, doubles=doubles
    )
    assert (outcome.has_won, outcome.value) == (has_won, value)


@rule("SK56")
@pytest.mark.parametrize(
    ("lines", "tallies"),
    [
        ("say 0 solo H | tricks 0:70 1:20 2:20 3:10", {0: 150, 1: -50, 2: -50, 3: -50}),
        ("say 0 solo H | say 1 kontra | tricks 0:50 1:40 2:20 3:10", {0: -300, 1: 100, 2: 100, 3: 100}),
        ("say 0 rufspiel E | tricks 0:60 1:20 2:30 3:10 | say 2 partner", {0: 20, 1: -20, 2: 20, 3: -20}),
        ("tricks 0:20 1:20 2:70 3:10 | say 2 solo H", {0: -50, 1: -50, 2: 150, 3: -50}),
        ("say 0 solo H | tricks 0:70 1:20 2:20 3:10 | say 0 runners 4", {0: 270, 1: -90, 2: -90, 3: -90}),
        ("say 0 solo H | tricks 0:70 1:20 2:20 3:10 | say 0 runners 2", {0: 150, 1: -50, 2: -50, 3: -50}),
    ],
)
def test_points_entered_by_hand(lines: str, tallies: dict[int, int]) -> None:
    table, findings = replay(f"deal 3 | {lines}")
    assert (findings, table.tallies) == ([], tallies)


@rule("SK54")
@pytest.mark.parametrize(
    ("contract", "worth"),
    [("solo H", "Solo"), ("solo_tout H", "Solo Tout, lost"), ("sie", "Sie, lost"), ("rufspiel E", "Rufspiel")],
)
def test_a_tout_is_lost_with_the_first_trick_of_the_others(contract: str, worth: str) -> None:
    table, _ = replay(f"deal 3 | say 0 {contract} | play 0:LO 1:EO 2:H8")
    assert "lost" not in str(called(table).worth(table.current_deal))
    table, _ = replay(f"deal 3 | say 0 {contract} | play 0:LO 1:EO 2:H8 3:H9 >1")
    said = called(table).worth(table.current_deal)
    assert said is not None
    assert said.english == worth


def test_without_the_partner_nothing_is_paid() -> None:
    table, _ = replay("deal 3 | say 0 rufspiel E | tricks 0:60 1:20 2:30 3:10")
    assert (str(table.phase), table.tallies) == ("partner", dict.fromkeys(range(4), 0))


@rule("SK71")
@pytest.mark.parametrize(("rules", "change"), [("", 20), ("revoke=lost", -20), ("revoke=lost_schneider", -30)])
def test_a_counted_misdeed_loses_the_deal_where_that_is_agreed(rules: str, change: int) -> None:
    """Seat 3, who plays, says Kontra where there is none."""
    table, findings = replay(
        DEAL.replace("rufspiel S |", "rufspiel S | say 3 kontra |"), f"kontra=false {rules}".strip()
    )
    assert finding_lines(findings) == ["call_not_allowed SK55 @7 3 None"]
    assert table.tallies[3] == 20
    table.observe(Ruled(7, "counted"))
    assert table.tallies == {0: -change, 1: -change, 2: change, 3: change}


@pytest.mark.slow
def test_money_sums_to_zero_over_whole_evenings() -> None:
    for seed in range(5):
        simulated = simulation("schafkopf", 4, seed, {"geier": True, "legen": True})
        for _ in range(12):
            simulated.play_deal()
            assert sum(simulated.table.tallies.values()) == 0
        assert simulated.findings == []
