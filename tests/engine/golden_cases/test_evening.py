"""Before the play and between deals, as a jury would ask: answers reasoned from the rules, then asked for.

Seat 0 deals and seat 1 is forehand; with three players seat 2 cuts, with four seat 3.
"""

from __future__ import annotations

import pytest

from tests.support.records import finding_lines, play_record

rule = pytest.mark.rule

SECOND = "deal 0 | tricks 0:2 1:2 2:1 3:0 trump L | deal 1"  # seat 1 deals, seat 2 is forehand, seat 0 cuts


@rule("BW10", "BW19", "BW20", "BW20a", "DECISIONS BW9")
@pytest.mark.parametrize(
    ("lines", "rules", "expected"),
    [
        pytest.param(
            "deal 0 | take 3 HK cut | take 3 S7 cut", "", ["cut_card_not_allowed BW10 @3 3 S7"], id="BW10-the-second"
        ),
        pytest.param("deal 0 | take 3 HK cut | take 3 S7 cut", "schleck=cutter_in_a_row", [], id="BW10a-two-in-a-row"),
        pytest.param("deal 0 | take 3 HK cut | take 0 HK cut", "", ["seen_twice BW2 @3 0 HK"], id="BW2-taken-twice"),
        pytest.param("deal 0 | take 3 HK cut | upcard HK", "", ["seen_twice BW2 @3 None HK"], id="BW2-also-turned"),
        pytest.param(
            "deal 0 | upcard L9 | exchange 1 3 | exchange 2 3 | exchange 3 3 | exchange 0 2 | take 0 L9 upcard", "",
            [], id="BW20-eleven-of-eleven",
        ),
        pytest.param(
            "deal 0 | upcard L9 | exchange 1 3 | exchange 2 3 | exchange 3 3 | exchange 0 3", "dealer_exchange=3",
            ["too_many_exchanged DECISIONS BW9 @6 0 None"], id="DECISIONS-BW9-twelve-of-eleven",
        ),
        pytest.param(
            "deal 0 | upcard L9 | exchange 1 3 | exchange 2 2 | exchange 3 3 | exchange 0 3", "dealer_exchange=3",
            [], id="BW20a-eleven-of-eleven",
        ),
        pytest.param(
            "deal 0 | upcard L9 | exchange 1 3 | exchange 2 3 | exchange 3 3 | exchange 0 3",
            "dealer_exchange=3 stock_shortage=reshuffle", [], id="DECISIONS-BW9-reshuffle",
        ),
        pytest.param(
            f"{SECOND} | upcard L9 | say 2 fold | say 3 play | say 0 play | exchange 3 3 | exchange 0 3 | exchange 1 3",
            "dealer_exchange=3", [], id="BW20a-one-folded",
        ),
        pytest.param(
            "deal 0 | upcard HK | upcard S7 | upcard L9 | exchange 1 3 | exchange 2 3 | exchange 3 3 | exchange 0 1",
            "upcard_critical=turn_next", ["too_many_exchanged DECISIONS BW9 @8 0 None"],
            id="DECISIONS-BW3-two-turned-cards-are-missing-in-the-stock",
        ),
        pytest.param(
            "deal 0 | upcard HK | take 0 HK upcard | upcard L9 | exchange 1 3 | exchange 2 3 | exchange 3 3"
            " | exchange 0 2", "upcard_critical=dealer_may_take", [],
            id="DECISIONS-BW3-a-card-taken-is-one-of-the-dealers-five",
        ),
        pytest.param(
            "deal 0 | upcard L9 | take 0 L9 upcard | take 0 L9 upcard", "", ["seen_twice BW2 @4 0 L9"], id="BW20-twice"
        ),
    ],
)  # fmt: skip
def test_cut_and_exchange(lines: str, rules: str, expected: list[str]) -> None:
    assert finding_lines(play_record(lines, rules, seats="0 1 2 3")[1]) == expected


@rule("BW16", "BW17", "BW18", "DECISIONS BW19")
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param(f"{SECOND} | upcard L9 | say 2 fold | say 3 fold | say 0 play", [], id="two-folded"),
        pytest.param(
            f"{SECOND} | upcard L9 | say 2 fold | say 3 fold | say 0 fold",
            ["fold_not_allowed BW17f @7 0 None"], id="BW17f-cutter",
        ),
        pytest.param(
            f"{SECOND} | upcard L9 | say 2 play | say 3 fold | say 0 fold", [], id="BW17f-forehand-stayed"
        ),
        pytest.param(
            f"{SECOND} | upcard L9 | say 2 fold | say 3 play | say 0 play | tricks 0:2 1:2 3:1 trump L | deal 2"
            " | upcard S9 | say 3 fold | say 0 play", [], id="BW17d-others-may",
        ),
        pytest.param(
            f"{SECOND} | upcard L9 | say 2 play | say 3 fold | say 0 play | tricks 0:2 1:2 2:1 trump L | deal 2"
            " | upcard S9 | say 3 fold", ["fold_not_allowed BW17d @11 3 None"], id="BW17d-sat-out",
        ),
        pytest.param(
            f"{SECOND} | upcard L9 | say 2 play | say 3 fold | say 0 play | tricks 0:2 1:2 2:1 trump L | deal 2"
            " | upcard S9 | say 3 play | say 0 play | say 1 play | tricks 0:2 1:2 2:1 3:0 trump S | deal 3 | upcard S9"
            " | say 0 play | say 1 play | say 2 fold", [], id="BW17d-two-hands-ago",
        ),
        pytest.param(
            f"{SECOND} | upcard L9 | say 2 play | say 3 fold | undo 6 | say 3 play | say 0 play"
            " | tricks 0:2 1:2 2:1 3:0 trump L | deal 2 | upcard S9 | say 3 fold", [], id="BW17d-the-fold-was-undone",
        ),
    ],
)  # fmt: skip
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


@rule("DECISIONS BW13")
@pytest.mark.parametrize(
    ("rules", "trump", "tallies"),
    [  # Seat 2 threw SO on acorns and took two tricks; the table rules on event 7.
        pytest.param("", "L9", {0: 25, 1: 17, 2: 18}, id="announce"),
        pytest.param("revoke_penalty=no_trick", "L9", {0: 25, 1: 17, 2: 25}, id="no-trick"),
        pytest.param("revoke_penalty=no_trick", "H7", {0: 30, 1: 14, 2: 30}, id="no-trick-doubled"),
        pytest.param("revoke_penalty=take_back", "L9", {0: 25, 1: 17, 2: 18}, id="too-late-to-take-back"),
    ],
)
def test_a_revoke_that_the_table_counts(rules: str, trump: str, tallies: dict[int, int]) -> None:
    lines = (
        f"deal 0 | upcard {trump} | exchange 1 0 | exchange 2 0 | exchange 0 0 | play 1:EA 2:SO 0:E9 >1"
        " | play 1:EU 2:EK 0:E8 >2 | play 2:SA 0:S10 1:S9 >2 | play 2:SU 0:S8 1:SK >1 | play 1:LA 2:L8 0:LK >1"
    )
    table, findings = play_record(f"{lines} | rule 7 counted", rules)
    assert finding_lines(findings) == ["revoke 1.6 (2) @7 2 SO"]
    assert dict(table.tallies) == tallies


@rule("DECISIONS BW3", "BW14")
@pytest.mark.parametrize(
    ("rules", "lines", "trump", "phase"),
    [
        pytest.param("", "upcard HK", "H", "declare", id="its-printed-suit"),
        pytest.param("", "upcard E7", "E", "declare", id="its-printed-suit-Spitz"),
        pytest.param("upcard_critical=turn_next", "upcard HK", None, "upcard", id="the-next-is-turned"),
        pytest.param("upcard_critical=turn_next", "upcard HK | upcard L9", "L", "declare", id="the-next-counts"),
        pytest.param("upcard_critical=turn_next", "upcard HK | upcard S7", None, "upcard", id="two-Criticals"),
        pytest.param("upcard_critical=dealer_may_take", "upcard HK", "H", "declare", id="the-dealer-leaves-it"),
        pytest.param(
            "upcard_critical=dealer_may_take", "upcard HK | take 0 HK upcard", None, "upcard", id="the-dealer-takes-it"
        ),
        pytest.param(
            "upcard_critical=dealer_may_take",
            "upcard HK | take 0 HK upcard | upcard L9",
            "L",
            "declare",
            id="then-the-next",
        ),
    ],
)
def test_a_critical_is_turned(rules: str, lines: str, trump: str | None, phase: str) -> None:
    table, findings = play_record(f"deal 0 | {lines}", rules)
    assert (table.trump, table.phase, findings) == (trump, phase, [])
