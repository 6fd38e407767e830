"""Before the play and between deals, as a jury would ask: answers reasoned from the rules, then asked for.

Seat 0 deals and seat 1 is forehand; with three players seat 2 cuts, with four seat 3.
"""

import pytest

from tests.support.case_tables import CaseFile
from tests.support.records import finding_lines, play_record

rule = pytest.mark.rule

SECOND = "deal 0 | tricks 0:2 1:2 2:1 3:0 trump L | deal 1"  # seat 1 deals, seat 2 is forehand, seat 0 cuts
cases = CaseFile(__file__, SECOND=SECOND)


@rule("BW10", "BW19", "BW20", "BW20a", "DECISIONS BW9")
@cases.table
def test_cut_and_exchange(lines: str, rules: str, expected: list[str]) -> None:
    assert finding_lines(play_record(lines, rules, seats="0 1 2 3")[1]) == expected


@rule("BW16", "BW17", "BW18", "DECISIONS BW19")
@cases.table
def test_folding_against_the_rules_becomes_a_finding(lines: str, expected: list[str]) -> None:
    assert finding_lines(play_record(lines, seats="0 1 2 3")[1]) == expected


@rule("BW15", "DECISIONS BW12", "BW7")
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_winner_or_anybody_may_deal_first_in_the_next_game(dealer: int) -> None:
    over = "deal 0 | tricks 0:5 1:0 2:0 trump H | deal 1 | tricks 0:5 1:0 2:0 trump H"
    table, _ = play_record(over)
    assert (table.phase, table.result.winners, table.result.losers) == ("over", (0,), (1, 2))
    table, findings = play_record(f"{over} | game bohemian-watten seats 0 1 2 dealer {dealer} | deal {dealer}")
    assert findings == []
    assert (dict(table.tallies), table.deal is not None and table.deal.number) == ({0: 20, 1: 20, 2: 20}, 1)


@rule("DECISIONS BW3", "BW14")
@pytest.mark.parametrize(
    ("rules", "lines", "trump", "phase"),
    [
        pytest.param("", "upcard HK", "H", "declare", id="its-printed-suit"),
        pytest.param("", "upcard S7", "S", "declare", id="its-printed-suit-Belli"),
        pytest.param("", "upcard E7", "E", "declare", id="its-printed-suit-Spitz"),
        pytest.param("upcard_critical=turn_next", "upcard HK", None, "upcard", id="the-next-is-turned"),
        pytest.param("upcard_critical=turn_next", "upcard HK | upcard L9", "L", "declare", id="the-next-counts"),
        pytest.param("upcard_critical=turn_next", "upcard HK | upcard S7", None, "upcard", id="two-Criticals"),
        pytest.param("upcard_critical=turn_next", "upcard HK | upcard S7 | upcard E7 | upcard E9", "E", "declare",
                     id="the-fourth-counts"),
        pytest.param("upcard_critical=turn_next", "upcard L9", "L", "declare", id="no-Critical"),
        pytest.param("upcard_critical=dealer_may_take", "upcard HK", "H", "declare", id="the-dealer-leaves-it"),
        pytest.param("upcard_critical=dealer_may_take", "upcard HK | take 0 HK upcard", None, "upcard",
                     id="the-dealer-takes-it"),
        pytest.param("upcard_critical=dealer_may_take", "upcard HK | take 0 HK upcard | upcard L9", "L", "declare",
                     id="then-the-next"),
    ],
)  # fmt: skip
def test_a_critical_is_turned(rules: str, lines: str, trump: str | None, phase: str) -> None:
    table, findings = play_record(f"deal 0 | {lines}", rules)
    assert (table.trump, table.phase, findings) == (trump, phase, [])
