"""Bauerchen: who may double (spritzen), and who may play alone (Ledig)."""

from __future__ import annotations

import pytest

from tests.support.bauerchen_tables import DEALT, bauerchen, run

rule = pytest.mark.rule


@rule("BA14", "DECISIONS BA12")
@pytest.mark.parametrize(
    ("lines", "expected", "doubles"),
    [
        pytest.param("say 0 double", [], 1, id="away first"),
        pytest.param("say 1 double", ["call_out_of_turn BA14 @3 1 None"], 0, id="home first"),
        pytest.param("say 0 double | say 2 double", ["call_out_of_turn BA14 @4 2 None"], 1, id="away twice"),
        pytest.param(
            "say 0 double | say 3 double | say 2 double | say 1 double | say 0 double", [], 5, id="any height"
        ),
        pytest.param("play 1:CK 2:CA 3:C10 0:CQ | say 2 double", [], 1, id="at the end of the first trick"),
        pytest.param(
            "play 1:CK 2:CA 3:C10 0:CQ >2 | say 2 double", ["call_not_allowed DECISIONS BA12 @8 2 None"], 0, id="late"
        ),
    ],
)
def test_spritzen_doubles_the_hand(lines: str, expected: list[str], doubles: int) -> None:
    table, findings = run(f"{DEALT} | {lines}")
    assert findings == expected
    assert table.deal is not None
    assert bauerchen().doubles(table.deal) == doubles
    assert [bauerchen().doubles_next(count) for count in range(3)] == ["away", "home", "away"]


@rule("BA15", "DECISIONS BA10")
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param("say 2 ledig", [], id="anybody"),
        pytest.param("play 1:CK | say 1 ledig", ["call_not_allowed DECISIONS BA10 @4 1 None"], id="too late"),
        pytest.param("say 1 ledig | say 2 ledig", ["call_not_allowed DECISIONS BA10 @4 2 None"], id="one only"),
        pytest.param("say 1 ledig | say 0 double", ["call_not_allowed DECISIONS BA10 @4 0 None"], id="not doubled"),
        pytest.param(
            "say 1 ledig | play 1:CJ 2:HQ 3:HA", ["acted_after_folding BA15 @6 3 HA"], id="the partner is out"
        ),
    ],
)
def test_ledig_is_played_alone_for_all_tricks(lines: str, expected: list[str]) -> None:
    assert run(f"{DEALT} | {lines}")[1] == expected


@rule("BA15", "DECISIONS BA10")
def test_the_partner_drops_out_and_forehand_or_the_next_leads() -> None:
    table, _ = run(f"{DEALT} | say 1 ledig")
    assert table.deal is not None
    assert (table.turn, bauerchen().active(table.deal), table.hand_size(3)) == (1, (0, 1, 2), 0)
    table, _ = run(f"{DEALT} | say 3 ledig")
    assert table.turn == 2
    table, findings = run(f"{DEALT} | say 1 ledig | play 1:CJ 2:HQ 0:HK >1 | play 1:SJ 2:HA 0:H10 >1")
    assert (findings, table.turn) == ([], 1)
