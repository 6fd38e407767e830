"""Watten: bids, answers and what is written for them; reasoned from the rule book before any code was read.

Striker 9 and hearts as trumps. Four play: seat 0 deals, 1 is forehand and leads, 0 and 2 play against 1 and 3. What a
tally of both sides is said as `0:2`.
"""

import pytest

from engine import Finding, Table
from engine.text import Words
from tests.support.case_tables import CaseFile
from tests.support.records import play_record
from tests.support.watten_tables import in_game, standing_at

rule = pytest.mark.rule
case = pytest.param

ANNOUNCED = "deal 0 | say 1 striker 9 | say 0 trump H"
WON = "play 1:EA 2:E8 3:E7 0:EK >1 | play 1:LA 2:L8 3:L7 0:LK >1"  # two for 1 3; then S… ends it
THIRD = "play 1:SA 2:S8 3:S7 0:SK"
LOST = "play 1:E7 2:EA 3:E8 0:EK >2 | play 2:LA 3:L8 0:L7 1:LK >2 | play 2:SA 3:S8 0:S7 1:SK"
GONE = "say 0 bid 3 | say 1 go"
cases = CaseFile(__file__, WON=WON, THIRD=THIRD, LOST=LOST, GONE=GONE)


def played(lines: str, rules: str = "") -> tuple[Table, list[Finding]]:
    return play_record(f"{ANNOUNCED} | {lines}", rules, "0 1 2 3", name="watten")


def noticed(findings: list[Finding]) -> list[str]:
    return [f"{one.kind} {one.rule} {one.seat}" for one in findings]


def written(table: Table) -> str:
    """Returns the tallies of both sides, which partners share."""
    first, second, third, fourth = (table.tallies[seat] for seat in range(4))
    assert (first, second) == (third, fourth)
    return f"{first}:{second}"


@rule("WA20", "WA21", "WA22", "WA23", "WA24")
@cases.table
def test_bids_set_phase_and_stake(lines: str, phase: str, stake: int, scored: str) -> None:
    table, findings = played(lines)
    assert noticed(findings) == []
    assert (table.phase, written(table)) == (phase, scored)
    assert in_game(table).stake(table.current_deal) == stake


@rule("WA20", "WA21", "WA22", "WA23", "WA24", "3.3")
@cases.table
def test_invalid_bids_become_findings(lines: str, finding: str) -> None:
    _, findings = played(lines)
    assert noticed(findings) == [finding]


@rule("WA21", "WA11")
def test_bid_before_the_announcement_is_a_finding() -> None:
    table, findings = play_record("deal 0 | say 1 bid 3", "", "0 1 2 3", name="watten")
    assert noticed(findings) == ["call_not_allowed WA21 1"]
    assert (table.phase, table.turn) == ("announce", 1)


@rule("WA20", "WA24", "WA26")
@cases.table
def test_bids_of_a_deal_whose_tricks_are_entered(lines: str, noticed_rules: list[str], tallies: list[int]) -> None:
    """Only the bids and the tricks are known, so nobody spoke before the announcement."""
    table, _ = play_record(f"deal 0 | {lines}", "", "0 1 2 3", name="watten")
    assert noticed(list(table.findings)) == noticed_rules
    assert [table.tallies[seat] for seat in range(4)] == tallies


@rule("WA21")
def test_an_irregular_bid_has_no_effect_until_the_table_lets_it_stand() -> None:
    table, _ = played("say 3 bid 3")
    assert (table.phase, table.turn) == ("play", 1)
    table, _ = played("say 3 bid 3 | rule 4 stands")
    assert table.phase == "answer"


@rule("WA21", "WA24")
@pytest.mark.parametrize(
    ("lines", "stake", "scored"),
    [
        case(f"say 1 bid 5 | rule 4 stands | say 0 hold | {WON} | {THIRD}", 5, "0:5", id="held"),
        case("say 1 bid 5 | rule 4 stands | say 0 go", 2, "0:2", id="refused"),
        case("say 1 bid 10 | rule 4 stands | say 0 hold", 10, "0:0", id="of-two-digits"),
    ],
)
def test_bid_that_skips_points_counts_as_said_if_it_stands(lines: str, stake: int, scored: str) -> None:
    table, _ = played(lines)
    assert (in_game(table).stake(table.current_deal), written(table)) == (stake, scored)
    assert in_game(table).worth(table.current_deal) == Words(f"gilt {stake}", f"for {stake}")


# The last card (WA25): everybody has laid four, each side has two tricks, and seat 3 leads the fifth at event 24
FOUR = (
    "play 1:EA 2:E8 3:E10 0:EK >1 | play 1:L7 2:LA 3:L8 0:LK >2 | play 2:SA 3:S8 0:S7 1:SK >2 | play 2:EO 3:HA"
    " 0:EU 1:L10 >3"
)


@rule("WA25", "DECISIONS WA18", "DECISIONS WA19", "DECISIONS WA20")
@cases.table
def test_bids_with_the_last_card(lines: str, rules: str, findings: list[str]) -> None:
    _, found = played(f"{FOUR} | {lines}", rules)
    assert noticed(found) == findings


@rule("WA25", "DECISIONS WA20")
@cases.table
def test_a_card_that_may_be_misread_proves_no_bid_wild(lines: str, rules: str, findings: list[str]) -> None:
    _, found = played(f"{FOUR} | {lines}", rules)
    assert noticed(found) == findings


@rule("WA24", "WA25", "DECISIONS WA18", "DECISIONS WA20")
@cases.table
def test_wild_bid_is_penalised_by_ruling(lines: str, rules: str, phase: str, scored: str) -> None:
    table, _ = played(f"{FOUR} | {lines}", rules)
    assert (table.phase, written(table)) == (phase, scored)


@rule("DECISIONS WA20")
@pytest.mark.parametrize(
    ("lines", "rules", "seat"),
    [
        case(f"play 3:LO | {GONE}", "", 0, id="asked"),
        case(f"play 3:LO | {GONE} | show 0 LU", "", None, id="shown"),
        case(f"play 3:LO | {GONE}", "show_last_card=false", None, id="not-at-this-table"),
        case("say 3 bid 3 | say 0 go", "", None, id="not-the-leader"),
        case("play 3:LO | say 0 bid 3 | say 1 hold", "", None, id="the-card-is-laid-anyway"),
        case("say 3 bid 3 | say 0 go", "leader_needs_trump=true", 3, id="the-leader-where-he-needs-a-trump"),
        case("say 3 bid 3 | say 0 bid 4 | say 3 go", "leader_needs_trump=true", None, id="not-who-raises-before"),
    ],
)  # fmt: skip
def test_seats_that_must_show_the_last_card(lines: str, rules: str, seat: int | None) -> None:
    table, _ = played(f"{FOUR} | {lines}", rules)
    assert in_game(table).must_show(table.current_deal) == seat


# Krank (WA26, WA31): both sides stand at what is said, and seat 0 deals again
@rule("WA26", "WA31", "DECISIONS WA10", "DECISIONS WA11")
@pytest.mark.parametrize(
    ("tallies", "rules", "lines", "findings", "phase", "scored"),
    [
        case((0, 6), "", "say 1 bid 3", [], "answer", "0:6", id="WA31-six-of-nine-is-not-krank"),
        case((0, 7), "", "say 1 bid 3", ["krank_bid WA26 1"], "play", "0:7", id="WA31-seven-of-nine"),
        case((0, 8), "", "say 1 bid 3", ["krank_bid WA26 1"], "play", "0:8", id="WA31-eight-of-nine"),
        case((0, 8), "target=11", "say 1 bid 3", [], "answer", "0:8", id="WA10-eight-of-eleven"),
        case((0, 9), "target=11", "say 1 bid 3", ["krank_bid WA26 1"], "play", "0:9", id="WA10-nine-of-eleven"),
        case((0, 10), "target=11", "say 1 bid 3", ["krank_bid WA26 1"], "play", "0:10", id="WA10-ten-of-eleven"),
        case((0, 10), "target=13", "say 1 bid 3", [], "answer", "0:10", id="WA10-ten-of-thirteen"),
        case((0, 11), "target=13", "say 1 bid 3", ["krank_bid WA26 1"], "play", "0:11", id="WA10-eleven-of-thirteen"),
        case((0, 12), "target=15", "say 1 bid 3", [], "answer", "0:12", id="WA10-twelve-of-fifteen"),
        case((0, 13), "target=15", "say 1 bid 3", ["krank_bid WA26 1"], "play", "0:13", id="WA10-thirteen-of-fifteen"),
        case((0, 15), "target=18", "say 1 bid 3", [], "answer", "0:15", id="WA10-fifteen-of-eighteen"),
        case((0, 16), "target=18", "say 1 bid 3", ["krank_bid WA26 1"], "play", "0:16", id="WA10-sixteen-of-eighteen"),
        case((4, 7), "", "say 1 bid 3 | rule {bid} counted", ["krank_bid WA26 1"], "scored", "6:7",
             id="WA18-counted-the-round-is-over"),
        case((4, 7), "wrong_bid_ends=false", "say 1 bid 3 | rule {bid} counted", ["krank_bid WA26 1"], "play", "4:7",
             id="WA18-the-round-goes-on"),
        case((4, 7), "wrong_bid_ends=false", f"say 1 bid 3 | rule {{bid}} counted | {LOST}", ["krank_bid WA26 1"],
             "scored", "8:7", id="WA18-two-beside-the-two"),
        case((7, 7), "", "say 1 bid 3", ["krank_bid WA26 1"], "play", "7:7", id="WA26-both-krank"),
        case((4, 7), "", "play 1:EA | say 2 bid 3", [], "answer", "4:7", id="WA11-against-the-krank"),
        case((4, 7), "bid_against_krank=false", "play 1:EA | say 2 bid 3", ["call_not_allowed DECISIONS WA11 2"],
             "play", "4:7", id="WA11-not-against-the-krank"),
        case((4, 7), "", LOST.replace("1:E7 2:EA", "1:E7 | say 2 bid 3 | say 1 hold | play 2:EA"), [], "scored", "7:7",
             id="WA11-held-by-the-krank"),
        case((4, 7), "", "play 1:EA | say 2 bid 3 | say 3 go", [], "scored", "6:7", id="WA11-the-krank-go"),
        case((7, 7), "", "play 1:EA", [], "play", "7:7", id="WA26-both-krank-may-play"),
        case((4, 7), "", "play 1:EA | say 2 bid 3 | say 3 bid 4", ["krank_bid WA26 3"], "answer", "4:7",
             id="WA11-the-krank-may-not-raise"),
        case((4, 7), "krank_may_raise=true", "play 1:EA | say 2 bid 3 | say 3 bid 4", [], "answer", "4:7",
             id="WA11-the-krank-may-raise"),
        case((4, 7), "krank_may_raise=true", "say 1 bid 3", ["krank_bid WA26 1"], "play", "4:7",
             id="WA11-a-raise-is-no-first-bid"),
        case((4, 7), "krank_may_raise=true", "play 1:EA | say 2 bid 3 | say 3 bid 4 | say 0 go", [], "over", "4:10",
             id="WA11-a-raise-refused-ends-the-game"),
        case((7, 4), "", "say 1 bid 3 | say 0 go", [], "scored", "7:6", id="WA11-krank-dealers-go"),
    ],
)  # fmt: skip
def test_sides_that_are_krank_may_not_bid(
    tallies: tuple[int, int], rules: str, lines: str, findings: list[str], phase: str, scored: str
) -> None:
    begun, _ = standing_at(tallies, f"{ANNOUNCED} | play 1:EO", rules)
    assert written(begun) == f"{tallies[0]}:{tallies[1]}"
    table, found = standing_at(tallies, f"{ANNOUNCED} | {lines.format(bid=len(begun.journal) - 1)}", rules)
    assert noticed(found) == findings
    assert (table.phase, written(table)) == (phase, scored)
