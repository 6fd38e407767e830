"""Bauerchen: the points of melds, when they are credited, and the tallies at which they are barred."""

from __future__ import annotations

import pytest

from tests.support.bauerchen_tables import DEALT, TEN, WHOLE, bauerchen, run, tallies

rule = pytest.mark.rule


@rule("BA11", "BA12")
def test_points_of_a_meld() -> None:
    four = bauerchen()
    assert [four.meld_value(suit, "H") for suit in "CSHD"] == [1, 1, 2, 1]


@rule("BA13", "BA22", "DECISIONS BA1")
@pytest.mark.parametrize(
    ("rules", "tally", "value", "credit"),
    [
        ({}, 11, 1, 1), ({}, 10, 2, 2), ({"forty_rule_at_10": True}, 10, 2, 1), ({"forty_rule_at_10": True}, 10, 1, 1),
        ({"forty_rule_at_10": True}, 9, 2, 2), ({"target": 31}, 29, 1, 1), ({"target": 31}, 30, 1, 0),
        ({"target": 31}, 29, 2, 0), ({"target": 31}, 30, 2, 0), ({"target": 31, "meld_out": "allowed"}, 30, 1, 1),
        ({"meld_out": "barred"}, 11, 1, 0), ({"meld_out": "barred"}, 10, 1, 1),
        ({"meld_out": "barred", "forty_rule_at_10": True}, 10, 2, 1),
    ],
)  # fmt: skip
def test_meld_that_would_win_counts_by_house_rule(
    rules: dict[str, object], tally: int, value: int, credit: int
) -> None:
    assert bauerchen(**rules).meld_credit(tally, value) == credit


@rule("BA13")
def test_meld_that_would_end_the_round_is_a_finding() -> None:
    lines = f"{TEN} | deal 3 | say 0 trump H | play 0:CA 1:C10 | say 1 meld H"
    assert run(lines.replace("1:C10 |", "1:HK |"), "meld_out=barred")[1] == ["call_not_allowed BA13 @14 1 None"]
    assert run(lines.replace("1:C10 |", "1:HK |"))[1] == []


@rule("DECISIONS BA8")
def test_melds_count_at_once_undoubled_and_when_the_hand_is_lost() -> None:
    melded = WHOLE.replace("3:SQ 0:HJ", "3:SQ | say 3 meld S | play 0:HJ")
    assert tallies(f"{DEALT} | {melded}") == (0, 3)
    assert tallies(f"{DEALT} | say 0 double | {melded}") == (0, 5)
    lost = f"{DEALT} | say 0 double | tricks 0:130 1:0 | say 1 meld C"
    assert tallies(lost) == (8, 1)


@rule("BA11", "DECISIONS BA9")
def test_false_meld_scores_nothing() -> None:
    table, findings = run(f"{DEALT} | play 1:CA 2:CK | say 2 meld C | play 3:C10 0:CQ >1 {WHOLE.split('>1', 1)[1]}")
    assert findings == ["false_meld BA11 @5 2 None"]
    assert table.tallies == {0: 0, 1: 2, 2: 0, 3: 2}


@rule("BA11", "DECISIONS BA9")
def test_the_table_decides_on_a_meld() -> None:
    late = f"{DEALT} | {WHOLE.replace('2:CK 3:C10', '2:CK 3:C10 | say 1 meld C | play')}"
    table, findings = run(f"{late} | rule 6 stands")
    assert findings == ["false_meld BA11 @6 1 None"]
    assert (table.tallies[1], run(late)[0].tallies[1]) == (3, 2)
    melded = f"{DEALT} | play 1:CA 2:CK | say 2 meld C | rule 5 taken_back | play 3:C10 0:CQ >1"
    assert run(melded)[1] == []
