"""Irregularities and amendments as a table of records: what must be noticed was reasoned from the rules first.

Three play, seat 0 deals, seat 1 is forehand, seat 2 cuts; leaves are trumps unless a row says otherwise.
"""

from __future__ import annotations

import pytest

from engine.notation.record import read, write
from tests.support.records import finding_lines, play_record

rule = pytest.mark.rule

DEALT = "deal 0 | upcard L9 | exchange 1 0 | exchange 2 0 | exchange 0 0"  # events 1 to 5: the play begins with 6
FIVE = (
    "play 1:EA 2:E8 0:E9 >1 | play 1:SA 2:S8 0:S9 >1 | play 1:HA 2:H8 0:H9 >1 | play 1:EK 2:E10 0:EU >1"
    " | play 1:SK 2:S10 0:SU >1"
)


@pytest.mark.parametrize(
    ("lines", "rules", "expected"),
    [
        pytest.param(f"{DEALT} | {FIVE}", "", [], id="nothing-amiss"),
        # Turns
        pytest.param(f"{DEALT} | play 2:EA", "", ["out_of_turn 1.6 @6 2 EA"], id="1.6-wrong-lead"),
        pytest.param(f"{DEALT} | play 1:EA 0:EK", "", ["out_of_turn 1.6 @7 0 EK"], id="1.6-out-of-turn"),
        pytest.param(
            f"{DEALT} | play 1:EA 2:E8 0:E9 >1 | play 2:SA", "", ["out_of_turn 1.6 @10 2 SA"], id="1.6-taker-leads"
        ),
        pytest.param(f"{DEALT} | play 1:EA 2:E8 0:E9 >2", "", ["wrong_taker 1.6 @9 2 None"], id="1.6-wrong-taker"),
        # What cannot be with one pack
        pytest.param(f"{DEALT} | play 1:EA 2:EA", "", ["seen_twice BW2 @7 2 EA"], id="BW2-seen-twice"),
        pytest.param(
            f"{DEALT} | play 1:EA 2:E8 0:E9 >1 | play 1:SA 2:E8", "", ["seen_twice BW2 @11 2 E8"], id="BW2-twice-later"
        ),
        pytest.param(f"{DEALT} | play 1:L9", "", ["seen_twice BW2 @6 1 L9"], id="BW2-the-upcard-still-lies"),
        pytest.param(
            f"{DEALT} | take 0 L9 upcard | play 1:L9", "", ["seen_twice BW2 @7 1 L9"],
            id="BW2-the-upcard-is-the-dealers"
        ),
        pytest.param(
            "deal 0 | take 2 HK cut | upcard L9 | exchange 1 0 | exchange 2 0 | exchange 0 0 | play 1:HK", "",
            ["seen_twice BW2 @7 1 HK"], id="BW2-the-schlecked-card-is-the-cutters",
        ),
        pytest.param(f"{DEALT} | play 1:S6", "", ["foreign_card BW2 @6 1 S6"], id="BW2-a-six"),
        pytest.param(f"{DEALT} | play 1:CJ", "", ["foreign_card BW2 @6 1 CJ"], id="BW2-a-French-jack"),
        pytest.param("deal 0 | upcard S6", "", ["foreign_card BW2 @2 None S6"], id="BW2-upcard-foreign"),
        pytest.param(f"{DEALT} | play 1:EA 2:E8 >1", "", ["short_trick 1.6 @8 1 None"], id="1.6-short-trick"),
        pytest.param(f"{DEALT} | play 3:EA", "", ["stranger BW1 @6 3 EA"], id="BW1-nobody-sits-there"),
        pytest.param(f"{DEALT} | upcard L8", "", ["upcard_turned_twice BW14 @6 None L8"], id="BW14-turned-twice"),
        pytest.param(f"{DEALT} | take 0 L8 upcard", "", ["other_upcard BW20 @6 0 L8"], id="BW20-another-upcard"),
        pytest.param(
            f"{DEALT} | play 1:EA 2:E8 0:E9 1:SA", "", ["card_too_many 1.6 @9 1 SA"],
            id="1.6-a-fourth-of-three",
        ),
        pytest.param(f"{DEALT} | {FIVE} | play 1:LA", "", ["card_too_many 1.6 @26 1 LA"], id="1.6-a-sixth-card"),
        pytest.param(
            "deal 0 | tricks 0:2 1:2 2:1 trump L | deal 1 | upcard L9 | say 2 fold | say 0 play | exchange 0 0"
            " | exchange 1 0 | play 2:EA", "",
            ["acted_after_folding BW16 @9 2 EA"], id="BW16-folded-and-lays",
        ),
        pytest.param(
            "deal 0 | tricks 0:2 1:2 2:1 trump L | deal 1 | upcard L9 | say 2 fold | say 0 play | exchange 2 2", "",
            ["acted_after_folding BW16 @7 2 None"], id="BW16-folded-and-exchanges",
        ),
        pytest.param(f"{DEALT} | play 1:EA | exchange 0 1", "", ["too_late 1.5 @7 0 None"], id="BW19-too-late"),
        pytest.param(f"{DEALT} | play 1:EA | say 2 fold", "", ["too_late 1.5 @7 2 None"], id="BW16-too-late"),
        # Before the play
        pytest.param(
            "deal 0 | upcard L9 | say 1 fold", "", ["fold_not_allowed BW17a @3 1 None"],
            id="BW17a-first-hand",
        ),
        pytest.param(
            f"{DEALT} | {FIVE} | deal 1 | upcard H9 | say 2 fold", "",
            ["fold_not_allowed BW17b @28 2 None"], id="BW17b-hearts",
        ),
        pytest.param(
            "deal 0 | tricks 0:2 1:2 2:1 trump H | deal 1 | upcard HK | say 2 fold", "",
            ["fold_not_allowed BW17b @5 2 None"], id="BW17b-Maxi-turned",
        ),
        pytest.param(
            "deal 0 | tricks 0:0 1:0 2:5 trump H | deal 1 | tricks 0:0 1:0 2:5 trump L | deal 2 | upcard L9"
            " | say 0 play | say 1 fold | deal 2", "",
            ["deal_unfinished BW22 @9 None None"], id="may-fold-at-forty",
        ),
        pytest.param(
            "deal 0 | tricks 0:1 1:4 2:0 trump H | deal 1 | tricks 0:0 1:4 2:1 trump H | deal 2 | tricks 0:0 1:0 2:5"
            " trump L | deal 0 | upcard L9 | say 1 fold", "",
            [], id="BW17c-nine-may",
        ),
        pytest.param(
            "deal 0 | tricks 0:1 1:4 2:0 trump H | deal 1 | tricks 0:0 1:4 2:1 trump H | deal 2 | upcard L9"
            " | say 0 play"
            " | say 1 fold", "",
            ["fold_not_allowed BW17c @8 1 None"], id="BW17c-four",
        ),
        pytest.param(
            "deal 0 | tricks 0:2 1:2 2:1 trump L | deal 1 | upcard L9 | say 2 fold | say 0 fold", "",
            ["fold_not_allowed BW17f @6 0 None"], id="BW17f-cutter-with-everyone-out",
        ),
        pytest.param(
            "deal 0 | tricks 0:2 1:2 2:1 trump L | deal 1 | upcard L9 | say 2 play | say 0 play | say 1 fold", "",
            ["fold_not_allowed BW17e @7 1 None"], id="BW17e-dealer",
        ),
        pytest.param(
            "deal 0 | tricks 0:2 1:2 2:1 trump L | deal 1 | upcard L9 | say 0 fold", "",
            ["declared_out_of_turn BW16 @5 0 None"], id="DECISIONS-BW14-out-of-turn",
        ),
        pytest.param(
            "deal 0 | tricks 0:2 1:2 2:1 trump L | deal 1 | upcard L9 | say 2 fold | say 2 play", "",
            ["declared_twice BW16 @6 2 None"], id="BW16-declared-twice",
        ),
        pytest.param("deal 0 | upcard L9 | say 1 double", "", ["unknown_call BW16 @3 1 None"], id="BW16-no-such-call"),
        pytest.param(
            "deal 0 | upcard L9 | exchange 1 4", "", ["too_many_exchanged BW19 @3 1 None"], id="BW19-four",
        ),
        pytest.param(
            "deal 0 | upcard L9 | exchange 1 3 | exchange 2 3 | exchange 0 3", "",
            ["too_many_exchanged BW20 @5 0 None"], id="BW20-dealer-three",
        ),
        pytest.param(
            "deal 0 | upcard L9 | exchange 1 3 | exchange 2 3 | exchange 0 3 | take 0 L9 upcard", "dealer_exchange=3",
            [], id="BW20a-dealer-three-and-the-upcard",
        ),
        pytest.param(
            "deal 0 | upcard L9 | exchange 1 1 | exchange 1 1", "", ["exchanged_twice BW19 @4 1 None"], id="BW19-twice"
        ),
        pytest.param(f"{DEALT} | take 1 L9 upcard", "", ["wrong_upcard_taker BW20 @6 1 L9"], id="BW20-not-the-dealer"),
        pytest.param("deal 0 | take 1 HK cut", "", ["cut_card_not_allowed BW10 @2 1 HK"], id="BW10-not-the-cutter"),
        pytest.param("deal 0 | take 0 HK cut", "", ["cut_card_not_allowed BW10 @2 0 HK"], id="BW10-dealer-first"),
        pytest.param("deal 0 | take 2 EA cut", "", ["cut_card_not_allowed BW10 @2 2 EA"], id="BW10-no-Critical"),
        pytest.param("deal 0 | take 2 HK cut | take 0 S7 cut | take 2 E7 cut", "", [], id="BW10-all-three"),
        pytest.param(
            "deal 0 | take 2 HK cut | take 0 S7 cut", "schleck=cutter_only",
            ["cut_card_not_allowed BW10a @3 0 S7"], id="BW10a-dealer",
        ),
        pytest.param(
            "deal 0 | take 2 HK cut", "schleck=none", ["cut_card_not_allowed BW10b @2 2 HK"], id="BW10b"
        ),
        # Between deals
        pytest.param(f"{DEALT} | {FIVE} | deal 2", "", ["wrong_dealer BW15 @26 2 None"], id="BW15-wrong-dealer"),
        pytest.param(f"{DEALT} | play 1:EA | deal 0", "", ["deal_unfinished BW22 @7 None None"], id="deal-unfinished"),
        pytest.param("deal 0 | tricks 0:2 1:2 2:2 trump L", "", ["wrong_count BW22 @2 None None"], id="six-tricks"),
        pytest.param(
            "deal 0 | upcard HK | upcard L9", "upcard_critical=turn_next", [], id="DECISIONS-BW3-turn-next"
        ),
    ],
)  # fmt: skip
def test_irregularities_become_findings(lines: str, rules: str, expected: list[str]) -> None:
    assert finding_lines(play_record(lines, rules)[1]) == expected


@rule("BW17f", "BW16", "DECISIONS BW11", "DECISIONS BW18")
@pytest.mark.parametrize(
    ("lines", "seats", "phase", "turn"),
    [
        pytest.param("deal 0 | upcard L9", "0 1 2", "declare", 1, id="first-hand"),
        pytest.param("deal 0 | upcard L9 | exchange 1 0", "0 1 2", "declare", 2, id="clockwise"),
        pytest.param(DEALT, "0 1 2", "play", 1, id="forehand-leads"),
        pytest.param(f"{DEALT} | play 1:E9 2:EU", "0 1 2", "play", 0, id="dealer-last"),
        pytest.param(f"{DEALT} | play 1:E9 2:EU 0:E8 >2", "0 1 2", "play", 2, id="taker-leads"),
        pytest.param(f"{DEALT} | {FIVE}", "0 1 2", "scored", None, id="scored"),
        pytest.param("deal 0 | upcard L9 | exchange 2 0 | exchange 0 0", "0 2", "play", 2, id="of-two"),
        pytest.param(
            "deal 0 | tricks 0:3 2:2 trump L | deal 2 | upcard L9 | exchange 0 0 | exchange 2 0", "0 2", "play", 0,
            id="of-two-nobody-ever-folds",
        ),
        pytest.param(
            "deal 0 | tricks 0:2 1:2 2:1 trump L | deal 1 | upcard L9", "0 1 2", "declare", 2, id="second-hand-declare"
        ),
        pytest.param(
            "deal 0 | tricks 0:2 1:2 2:1 trump L | deal 1 | upcard H9", "0 1 2", "declare", 2, id="hearts"
        ),
        pytest.param(
            "deal 0 | tricks 0:2 1:2 2:1 trump L | deal 1 | upcard L9 | say 2 fold", "0 1 2", "declare", 0,
            id="BW17f-the-cutter-declares-last",
        ),
        pytest.param(
            "deal 0 | tricks 0:2 1:2 2:1 trump L | deal 1 | upcard L9 | say 2 fold | exchange 0 0 | exchange 1 0",
            "0 1 2", "play", 0, id="DECISIONS-BW11-forehand-folded",
        ),
    ],
)  # fmt: skip
def test_turn_follows_phase_dealer_and_taker(lines: str, seats: str, phase: str, turn: int | None) -> None:
    table, findings = play_record(lines, seats=seats)
    assert not findings
    assert (table.phase, table.turn) == (phase, turn)


@rule("DECISIONS BW3", "BW14", "BW22")
@pytest.mark.parametrize(
    ("upcards", "rules", "trump"),
    [
        pytest.param("HK", "", "H", id="printed-Maxi-is-hearts"),
        pytest.param("S7", "", "S", id="printed-Belli-is-bells"),
        pytest.param("E7", "", "E", id="printed-Spitz-is-acorns"),
        pytest.param("HK", "upcard_critical=turn_next", None, id="turn-next-unknown-yet"),
        pytest.param("HK L9", "upcard_critical=turn_next", "L", id="turn-next"),
        pytest.param("HK S7 E7 E9", "upcard_critical=turn_next", "E", id="turn-next-three-times"),
        pytest.param("L9", "upcard_critical=turn_next", "L", id="turn-next-no-Critical"),
    ],
)
def test_the_upcard_is_a_critical(upcards: str, rules: str, trump: str | None) -> None:
    table, findings = play_record("deal 0 | " + " | ".join(f"upcard {card}" for card in upcards.split()), rules)
    assert not findings
    assert table.trump == trump


# Amendments


@pytest.mark.parametrize(
    ("lines", "amendment", "before", "after"),
    [
        pytest.param(
            f"{DEALT} | play 1:EA 2:EA", "undo 7", ["seen_twice BW2 @7 2 EA"], [], id="undo-a-phantom-card"
        ),
        pytest.param(
            f"{DEALT} | play 1:EA 2:EA", "correct 6: play 1:SA", ["seen_twice BW2 @7 2 EA"], [], id="correct-the-first"
        ),
        pytest.param(
            f"{DEALT} | play 1:EA 2:E8 >1", "insert 8: play 0:E9", ["short_trick 1.6 @8 1 None"], [],
            id="insert-the-missed"
        ),
        pytest.param(
            f"{DEALT} | play 1:EA 0:E9", "insert 7: play 2:E8", ["out_of_turn 1.6 @7 0 E9"], [], id="insert-before-him"
        ),
        pytest.param(
            f"{DEALT} | play 1:EA 2:SO 0:E9 >1 | play 1:SA 2:E10", "correct 7: play 2:E8",
            ["revoke 1.6 (2) @7 2 SO"], [], id="correct-the-revoke",
        ),
        pytest.param(
            f"{DEALT} | play 1:EA 2:SO 0:E9 >1 | play 1:SA 2:E10", "correct 11: play 2:S10",
            ["revoke 1.6 (2) @7 2 SO"], [], id="correct-the-card-that-proved-it",
        ),
        pytest.param(
            f"{DEALT} | play 1:EA 2:LU 0:E8 >2", "correct 2: upcard S9", [], ["wrong_taker 1.6 @9 2 None"],
            id="correct-the-upcard-and-the-taker",
        ),
        pytest.param(
            f"{DEALT} | play 1:E10 2:E9 0:E8 >1"
            " | play 1:SA 2:EA", "correct 0: game bohemian-watten seats 0 1 2 dealer 0"
            " rules overtake=false", ["revoke 1.6 (1) @7 2 E9"], [], id="correct-the-house-rules",
        ),
        pytest.param(
            "deal 0 | upcard L9 | exchange 1 4", "correct 3: exchange 1 3", ["too_many_exchanged BW19 @3 1 None"], [],
            id="correct-the-count",
        ),
        pytest.param(
            "deal 0 | tricks 0:2 1:2 2:1 trump L | deal 1 | upcard H9 | say 2 fold", "correct 4: upcard L9",
            ["fold_not_allowed BW17b @5 2 None"], [], id="correct-hearts-away",
        ),
        pytest.param(
            "deal 0 | tricks 0:2 1:2 2:1 trump L | deal 1 | upcard L9 | say 2 fold",
            "correct 2: tricks 0:0 1:0 2:5 trump H", [], [], id="an-earlier-score-that-changes-nothing",
        ),
    ],
)  # fmt: skip
def test_amendments_and_their_undoing_change_the_findings(
    lines: str, amendment: str, before: list[str], after: list[str]
) -> None:
    at = len(play_record(lines)[0].journal)
    for record, expected in (
        (lines, before),
        (f"{lines} | {amendment}", after),
        (f"{lines} | {amendment} | undo {at}", before),
        (f"{lines} | {amendment} | undo {at} | undo {at + 1}", after),
    ):
        assert finding_lines(list(play_record(record)[0].findings)) == expected


@pytest.mark.parametrize(
    ("lines", "tallies", "next_dealer", "winners"),
    [
        # In FIVE seat 1 takes all tricks.
        pytest.param(f"{DEALT} | {FIVE}", {0: 25, 1: 15, 2: 25}, 1, (), id="all-five"),
        pytest.param(f"{DEALT} | {FIVE} | undo 25", {0: 25, 1: 15, 2: 25}, 1, (), id="undo-the-gathering-only"),
        pytest.param(f"{DEALT} | {FIVE} | undo 25 | undo 24", {0: 20, 1: 20, 2: 20}, 0, (), id="undo-the-last-card"),
        pytest.param(
            f"{DEALT} | {FIVE} | undo 25 | undo 24 | undo 27 | undo 26", {0: 25, 1: 15, 2: 25}, 1, (),
            id="undo-and-redo",
        ),
        pytest.param(
            f"{DEALT} | {FIVE} | correct 2: upcard H7", {0: 30, 1: 10, 2: 30}, 1, (), id="correct-to-hearts-doubles"
        ),
        pytest.param(
            f"{DEALT} | {FIVE} | correct 23: play 2:LA", {0: 25, 1: 16, 2: 19}, 1, (), id="correct-a-card-to-a-trump"
        ),
        pytest.param(
            f"{DEALT} | {FIVE} | correct 23: play 2:LA | correct 26: play 2:S10", {0: 25, 1: 15, 2: 25}, 1, (),
            id="correct-the-correction",
        ),
        pytest.param(
            f"{DEALT} | {FIVE} | correct 0: game bohemian-watten seats 0 1 2 dealer 0 rules next_dealer=winner"
            " plus50=true", {0: 25, 1: 15, 2: 25}, 1, (), id="correct-the-house-rules",
        ),
        pytest.param(
            "deal 0 | tricks 0:5 1:0 2:0 trump H | deal 1 | tricks 0:5 1:0 2:0 trump H",
            {0: 0, 1: 40, 2: 40}, 2, (0,), id="over",
        ),
        pytest.param(
            "deal 0 | tricks 0:5 1:0 2:0 trump H | deal 1 | tricks 0:5 1:0 2:0 trump H | correct 2: tricks 0:4 1:1 2:0"
            " trump H", {0: 2, 1: 28, 2: 40}, 2, (), id="correct-an-earlier-deal-and-it-is-not-over",
        ),
        pytest.param(
            "deal 0 | tricks 0:5 1:0 2:0 trump L | deal 1 | tricks 0:5 1:0 2:0 trump H | correct 2: tricks 0:5 1:0 2:0"
            " trump H", {0: 0, 1: 40, 2: 40}, 2, (0,), id="correct-an-earlier-deal-and-it-is-over",
        ),
        pytest.param(
            "deal 0 | tricks 0:2 1:2 2:1 trump L | deal 1 | upcard L9 | say 2 fold | tricks 0:2 1:3 trump L",
            {0: 16, 1: 15, 2: 19}, 2, (), id="folded-unchanged",
        ),
        pytest.param(
            "deal 0 | tricks 0:2 1:2 2:1 trump L | deal 1 | upcard L9 | say 2 fold | tricks 0:2 1:3 2:0 trump L"
            " | correct 5: say 2 play", {0: 16, 1: 15, 2: 24}, 2, (), id="correct-a-fold-and-he-has-no-trick",
        ),
    ],
)  # fmt: skip
def test_amending_changes_the_outcome(
    lines: str, tallies: dict[int, int], next_dealer: int, winners: tuple[int, ...]
) -> None:
    table, _ = play_record(lines)
    assert dict(table.tallies) == tallies
    assert table.next_dealer == next_dealer
    assert table.result.winners == winners


# Notation


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(f"{DEALT} | {FIVE}", id="a-deal"),
        pytest.param("deal 0 | take 2 HK cut | take 0 S7 cut | take 2 E7 cut | upcard H9", id="three-schlecked"),
        pytest.param(
            f"{DEALT} | take 0 L9 upcard | play 1:EA?EK?EO 2:S6 0:CJ > | undo 9 | undo 10", id="doubts-and-nonsense"
        ),
        pytest.param(
            f"{DEALT} | play 1:EA | insert 6: exchange 1 2 | correct 7: say 1 fold | undo 8", id="amended-twice"
        ),
        pytest.param("deal 0 | tricks 0:2 1:2 2:1 trump H | deal 1 | say 2 fold", id="score-only"),
        pytest.param(f"{DEALT} | play 1:EA 2:SO 0:E9 >1 | show 2 E10 LU all | rule 7 counted", id="shown-and-ruled"),
        pytest.param('deal 0 | say 1 "ich spiel" "na gut, > 5"', id="words-with-blanks"),
    ],
)
@pytest.mark.parametrize("derived", [True, False], ids=["with-findings", "facts-only"])
def test_record_is_read_back_unchanged(lines: str, derived: bool) -> None:
    table, _ = play_record(lines, rules="overshoot=bounce plus50=true")
    text = write(table.journal, derived)
    assert read(text) == table.journal
    assert write(read(text), derived) == text
