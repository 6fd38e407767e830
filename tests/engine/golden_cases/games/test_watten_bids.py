"""Watten: bids, answers and what is written for them; reasoned from the rule book before any code was read.

Striker 9 and hearts as trumps. Four play: seat 0 deals, 1 is forehand and leads, 0 and 2 play against 1 and 3. What a
tally of both sides is said as `0:2`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.text import Words
from tests.support.records import play_record
from tests.support.watten_tables import in_game, standing_at

if TYPE_CHECKING:
    from engine import Finding, Table

rule = pytest.mark.rule
case = pytest.param

ANNOUNCED = "deal 0 | say 1 striker 9 | say 0 trump H"
WON = "play 1:EA 2:E8 3:E7 0:EK >1 | play 1:LA 2:L8 3:L7 0:LK >1"  # two for 1 3; then S… ends it
THIRD = "play 1:SA 2:S8 3:S7 0:SK"
LOST = "play 1:E7 2:EA 3:E8 0:EK >2 | play 2:LA 3:L8 0:L7 1:LK >2 | play 2:SA 3:S8 0:S7 1:SK"


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
@pytest.mark.parametrize(
    ("lines", "phase", "stake", "scored"),
    [
        case(f"{WON} | {THIRD}", "scored", 2, "0:2", id="WA20-two"),
        case(LOST, "scored", 2, "2:0", id="WA20-two-for-the-dealers-side"),
        case("say 1 bid 3", "answer", 3, "0:0", id="WA23-the-others-are-asked"),
        case("say 1 bid 3 | say 2 hold", "play", 3, "0:0", id="WA23-held-and-played-on"),
        case(f"say 1 bid 3 | say 2 hold | {WON} | {THIRD}", "scored", 3, "0:3", id="WA23-held-won-by-the-bidder"),
        case(f"say 1 bid 3 | say 0 hold | {LOST}", "scored", 3, "3:0", id="WA23-held-lost-by-the-bidder"),
        case("say 1 bid 3 | say 2 go", "scored", 2, "0:2", id="WA24-three-refused-two-written"),
        case("say 1 bid 3 | say 2 bid 4 | say 3 go", "scored", 3, "3:0", id="WA24-four-refused-three-written"),
        case("say 1 bid 3 | say 2 bid 4 | say 1 bid 5 | say 0 go", "scored", 4, "0:4", id="WA24-five-refused"),
        case(f"say 1 bid 3 | say 2 bid 4 | say 1 hold | {LOST}", "scored", 4, "4:0", id="WA23-raise-held"),
        case(
            f"say 1 bid 3 | say 2 bid 4 | say 3 bid 5 | say 0 bid 6 | say 1 hold | {WON} | {THIRD}", "scored", 6, "0:6",
            id="WA21-by-one-to-six",
        ),
        case("say 1 bid 3 | say 2 hold | play 1:EA | say 2 bid 4 | say 1 go", "scored", 3, "3:0",
             id="WA22-the-others-bid-next"),
        case("say 1 bid 3 | say 2 hold | play 1:EA | say 2 bid 4 | say 1 hold | play 2:E8 | say 3 bid 5 | say 2 go",
             "scored", 4, "0:4", id="WA24-in-turns-over-a-trick"),
        case("play 1:EA 2:E8 | say 3 bid 3 | say 0 go", "scored", 2, "0:2", id="WA21-about-to-add"),
        case("play 1:EA 2:E8 3:E7 | say 0 bid 3 | say 1 go", "scored", 2, "2:0", id="WA21-the-last-to-add"),
        case("play 1:EA 2:E8 3:H7 0:EK >3 | say 3 bid 3 | say 0 go", "scored", 2, "0:2", id="WA21-about-to-lead"),
        case("play 1:EA | say 2 bid 3 | play 2:E8 3:E7", "play", 3, "0:0", id="WA23-a-card-laid-holds-the-bid"),
        case("say 1 bid 3 | play 1:EA | say 2 go", "scored", 2, "0:2", id="WA23-the-answer-may-come-after-the-card"),
    ],
)  # fmt: skip
def test_bids_set_phase_and_stake(lines: str, phase: str, stake: int, scored: str) -> None:
    table, findings = played(lines)
    assert noticed(findings) == []
    assert (table.phase, written(table)) == (phase, scored)
    assert table.deal is not None
    assert in_game(table).stake(table.deal) == stake


@rule("WA20", "WA21", "WA22", "WA23", "WA24", "3.3")
@pytest.mark.parametrize(
    ("lines", "finding"),
    [
        case("say 2 bid 3", "call_out_of_turn WA21 2", id="WA21-before-the-leader"),
        case("say 3 bid 3", "call_out_of_turn WA21 3", id="WA21-the-leaders-partner"),
        case("play 1:EA | say 1 bid 3", "call_out_of_turn WA21 1", id="WA21-after-his-card"),
        case("say 1 bid 4", "call_not_allowed WA21 1", id="WA21-two-more"),
        case("say 1 bid 2", "call_not_allowed WA21 1", id="WA21-none-more"),
        case("say 1 bid 3 | say 2 bid 5", "call_not_allowed WA21 2", id="WA21-raise-by-two"),
        case("say 1 bid 3 | say 1 bid 4", "call_not_allowed WA22 1", id="WA22-at-once"),
        case("say 1 bid 3 | say 3 bid 4", "call_not_allowed WA22 3", id="WA22-by-the-partner"),
        case("say 1 bid 3 | say 2 hold | say 1 bid 4", "call_not_allowed WA22 1", id="WA22-after-hold"),
        case("say 1 bid 3 | say 2 hold | play 1:EA 2:E8 | say 3 bid 4", "call_not_allowed WA22 3",
             id="WA22-partner-later"),
        case("say 1 hold", "call_not_allowed WA23 1", id="WA23-hold-without-a-bid"),
        case("say 1 go", "call_not_allowed WA23 1", id="WA23-go-without-a-bid"),
        case("say 1 bid 3 | say 3 hold", "call_out_of_turn WA23 3", id="WA23-own-side-holds"),
        case("say 1 bid 3 | say 1 go", "call_out_of_turn WA23 1", id="WA23-own-side-goes"),
        case("say 1 bid 3 | say 2 hold | say 0 go", "call_not_allowed WA23 0", id="WA23-answered-already"),
        case("say 1 bid drei", "call_not_allowed WA21 1", id="WA21-no-number"),
        case("say 1 passen", "unknown_call 3.3 1", id="3.3-no-such-call"),
        case(f"{WON} | {THIRD} | say 2 bid 3", "too_late WA21 2", id="WA21-after-the-round"),
        case("say 1 bid 3 | say 2 go | play 1:EA", "card_too_many WA6 1", id="WA24-a-card-after-going"),
        case(f"{WON} | {THIRD} >1 | play 1:HA", "card_too_many WA6 1", id="3.5-a-card-after-the-third-trick"),
    ],
)  # fmt: skip
def test_invalid_bids_become_findings(lines: str, finding: str) -> None:
    _, findings = played(lines)
    assert noticed(findings) == [finding]


@rule("WA21", "WA11")
def test_bid_before_the_announcement_is_a_finding() -> None:
    table, findings = play_record("deal 0 | say 1 bid 3", "", "0 1 2 3", name="watten")
    assert noticed(findings) == ["call_not_allowed WA21 1"]
    assert (table.phase, table.turn) == ("announce", 1)


@rule("WA20", "WA24", "WA26")
@pytest.mark.parametrize(
    ("lines", "noticed_rules", "tallies"),
    [
        case("say 2 bid 3 | say 1 hold | tricks 1:3 0:1", [], [0, 3, 0, 3], id="WA24-held"),
        case("say 1 bid 3 | say 0 bid 4 | say 3 hold | tricks 0:3", [], [4, 0, 4, 0], id="WA24-raised"),
        case("say 1 bid 4 | tricks 0:3", ["call_not_allowed WA21 1"], [2, 0, 2, 0], id="WA21-two-points-more"),
        case("tricks 0:3 worth 5", [], [5, 0, 5, 0], id="WA20-worth"),
        case("tricks 0:3 worth 3 | say 1 bid 4", [], [4, 0, 4, 0], id="WA24-raised-from-that"),
    ],
)  # fmt: skip
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
    assert table.deal is not None
    assert (in_game(table).stake(table.deal), written(table)) == (stake, scored)
    assert in_game(table).worth(table.deal) == Words(f"gilt {stake}", f"for {stake}")


# The last card (WA25): everybody has laid four, each side has two tricks, and seat 3 leads the fifth at event 24
FOUR = (
    "play 1:EA 2:E8 3:E10 0:EK >1 | play 1:L7 2:LA 3:L8 0:LK >2 | play 2:SA 3:S8 0:S7 1:SK >2 | play 2:EO 3:HA"
    " 0:EU 1:L10 >3"
)
GONE = "say 0 bid 3 | say 1 go"


@rule("WA25", "DECISIONS WA18", "DECISIONS WA19", "DECISIONS WA20")
@pytest.mark.parametrize(
    ("lines", "rules", "findings"),
    [
        case(f"play 3:LO | {GONE} | show 0 LU", "", [], id="WA25-suit-led"),
        case(f"play 3:LO | {GONE} | show 0 H7", "", [], id="WA25-trump"),
        case(f"play 3:LO | {GONE} | show 0 E9", "", [], id="WA25-a-striker"),
        case(f"play 3:LO | {GONE} | show 0 H9", "", [], id="WA25-the-right"),
        case(f"play 3:LO | {GONE} | show 0 SO", "", ["wild_bid WA25 0"], id="WA25-nothing-of-it"),
        case(f"play 3:LO | {GONE} | show 0 S6", "", ["wild_bid WA25 0"], id="WA25-Weli-a-mere-bell"),
        case(f"play 3:LO | {GONE} | show 0 S6", "weli_always_trump=true", [], id="WA25-Weli-a-trump"),
        case(f"play 3:LO | {GONE} | show 0 S6", "kritisch=true", [], id="WA25-a-Kritischer"),
        case("play 3:LO | say 0 bid 3 | say 1 hold | play 0:SO", "", ["wild_bid WA25 0"], id="WA25-held-then-laid"),
        case("play 3:LO | say 0 bid 3 | say 1 hold | play 0:LU", "", [], id="WA25-held-then-suit-laid"),
        case("say 3 bid 3 | say 0 hold | play 3:LO", "", [], id="WA20-the-leader-is-free"),
        case("say 3 bid 3 | say 0 go | show 3 LO all", "", [], id="WA20-the-leader-need-not-show"),
        case("say 3 bid 3 | say 0 hold | play 3:LO", "leader_needs_trump=true", ["wild_bid DECISIONS WA20 3"],
             id="WA20-the-leader-needs-trump"),
        case("say 3 bid 3 | say 0 hold | play 3:H7", "leader_needs_trump=true", [], id="WA20-the-leader-has-trump"),
        case("play 3:LO 0:H7 | say 1 bid 3 | say 2 go | show 1 LU", "", [], id="WA19-suit-in-spite-of-a-trump"),
        case("play 3:LO 0:H7 | say 1 bid 3 | say 2 go | show 1 LU", "trump_annuls=true", ["wild_bid WA25 1"],
             id="WA19-a-trump-annuls-the-suit"),
        case("play 3:LO 0:H7 | say 1 bid 3 | say 2 go | show 1 H8", "trump_annuls=true", [], id="WA19-trump-stays"),
        case("play 3:LO 0:H7 | say 1 bid 3 | say 2 go | show 1 S9", "trump_annuls=true", [], id="WA19-striker-stays"),
        case("play 3:LO 0:SO | say 1 bid 3 | say 2 go | show 1 LU", "trump_annuls=true", [], id="WA19-no-trump-lies"),
    ],
)  # fmt: skip
def test_bids_with_the_last_card(lines: str, rules: str, findings: list[str]) -> None:
    _, found = played(f"{FOUR} | {lines}", rules)
    assert noticed(found) == findings


@rule("WA25", "DECISIONS WA20")
@pytest.mark.parametrize(
    ("lines", "rules", "findings"),
    [
        case("play 3:LO | say 0 bid 3 | say 1 hold | play 0:SO?H7", "", [], id="the-last-card-may-be-a-trump"),
        case("play 3:LO | say 0 bid 3 | say 1 hold | play 0:SO?H7 | correct 27: play 0:SO", "", ["wild_bid WA25 0"],
             id="the-last-card-was-none"),
        case(f"play 3:LO?SU | {GONE} | show 0 SO", "", [], id="bells-may-have-been-led"),
        case("play 3:LO 0:H7?E7 | say 1 bid 3 | say 2 go | show 1 LU", "trump_annuls=true", [],
             id="the-trump-that-annuls-may-be-none"),
        case(f"play 3:LO?SU | {GONE} | show 0 SO | correct 24: play 3:LO", "", ["wild_bid WA25 0"],
             id="leaves-were-led"),
        case("play 3:LO | say 0 bid 3 | say 1 hold | play 0:EA", "", ["seen_twice WA1 0"],
             id="the-last-card-lay-there"),
        case(f"play 3:LO | {GONE} | show 0 EA", "", ["seen_twice WA1 0"], id="the-card-shown-lay-there"),
        case(f"play 3:EA | {GONE} | show 0 SO", "", ["seen_twice WA1 3"], id="the-card-led-lay-there"),
        case("say 3 bid 3 | say 0 hold | play 1:L9 3:LO", "leader_needs_trump=true",
             ["out_of_turn 3.5 1", "out_of_turn 3.5 3"], id="the-last-card-may-be-another-seats"),
    ],
)  # fmt: skip
def test_a_card_that_may_be_misread_proves_no_bid_wild(lines: str, rules: str, findings: list[str]) -> None:
    _, found = played(f"{FOUR} | {lines}", rules)
    assert noticed(found) == findings


@rule("WA24", "WA25", "DECISIONS WA18", "DECISIONS WA20")
@pytest.mark.parametrize(
    ("lines", "rules", "phase", "scored"),
    [
        case(f"play 3:LO | {GONE}", "", "scored", "2:0", id="gone-two-written-and-the-card-is-asked-for"),
        case(f"play 3:LO | {GONE} | show 0 LU", "", "scored", "2:0", id="shown-and-right"),
        case(f"play 3:LO | {GONE} | show 0 SO", "", "scored", "2:0", id="wild-but-nothing-by-itself"),
        case(f"play 3:LO | {GONE} | show 0 SO | rule 25 counted", "", "scored", "0:2", id="WA25-counted"),
        case("play 3:LO | say 0 bid 3 | say 1 hold | play 0:SO | rule 25 counted", "", "scored", "0:2",
             id="WA18-counted-and-the-round-is-over"),
        case("play 3:LO | say 0 bid 3 | say 1 hold | play 0:SO | rule 25 counted", "wrong_bid_ends=false", "play",
             "0:0", id="WA18-the-round-goes-on"),
        case("play 3:LO | say 0 bid 3 | say 1 hold | play 0:SO | rule 25 counted | play 1:SU 2:L9 >2",
             "wrong_bid_ends=false", "scored", "3:2", id="WA18-two-beside-the-stake"),
    ],
)  # fmt: skip
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
    ],
)  # fmt: skip
def test_seats_that_must_show_the_last_card(lines: str, rules: str, seat: int | None) -> None:
    table, _ = played(f"{FOUR} | {lines}", rules)
    assert table.deal is not None
    assert in_game(table).must_show(table.deal) == seat


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
