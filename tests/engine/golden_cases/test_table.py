"""Irregularities and amendments as a table of records: what must be noticed was reasoned from the rules first.

Three play, seat 0 deals, seat 1 is forehand, seat 2 cuts; leaves are trumps unless a row says otherwise.
"""

import pytest

from tests.support.case_tables import CaseFile
from tests.support.records import finding_lines, play_record

rule = pytest.mark.rule

DEALT = "deal 0 | upcard L9 | exchange 1 0 | exchange 2 0 | exchange 0 0"  # events 1 to 5: the play begins with 6
FIVE = (
    "play 1:EA 2:E8 0:E9 >1 | play 1:SA 2:S8 0:S9 >1 | play 1:HA 2:H8 0:H9 >1 | play 1:EK 2:E10 0:EU >1"
    " | play 1:SK 2:S10 0:SU >1"
)
cases = CaseFile(__file__, DEALT=DEALT, FIVE=FIVE)


@cases.table
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


# Amendments


@cases.table
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
