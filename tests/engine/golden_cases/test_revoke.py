"""Revokes as a jury would plant them: which play is proved, by which card, and at which event; nothing sooner or else.

Seat 0 deals, seat 1 is forehand; leaves are trumps unless a row says otherwise. With three players seat 2 cuts, with
four seat 3. A row's answer was reasoned from the obligation ladder before it was asked for.
"""

import pytest

from engine import Finding, Table, game
from engine.notation.explain_findings import sentence
from engine.notation.record import read
from tests.support.case_tables import CaseFile
from tests.support.records import finding_lines, play_record
from tests.support.turned_table import check_turned

rule = pytest.mark.rule

NONE = "exchange 1 0 | exchange 2 0 | exchange 0 0"
DEALT = f"deal 0 | upcard L9 | {NONE}"  # events 1 to 5: the play begins with 6
TAKEN = f"{DEALT} | take 0 L9 upcard"  # with 7
CUT = "deal 0 | take 2 HK cut | upcard L9"  # with 7 after three exchanges
CUT_TWICE = "deal 0 | take 2 HK cut | take 0 S7 cut | take 2 E7 cut | upcard L9"  # with 9
ONLY_BELLS = (  # what seat 2 may hold after throwing bells on acorns and on leaves
    f"deal 0 | upcard H8 | {NONE} | play 1:EA 2:S8 0:E9 >1 | play 1:LA 2:S9 0:L9 >1 | play 1:SA 2:S10 0:SK >1"
)
HEARTS = "deal 0 | upcard H8 | exchange 1 0 | exchange 2 0 | exchange 3 0 | exchange 0 0"  # of four, with 7
TURNED_ON = "deal 0 | upcard HK | upcard LU"  # with 4, or with 7 after three exchanges
TRUMPS_LED = "play 1:L9 2:L8 0:LK >0 | play 0:EA 1:E9"  # seat 2 laid no higher trump
NEXT = "upcard_critical=turn_next"
cases = CaseFile(
    __file__,
    NONE=NONE,
    DEALT=DEALT,
    TAKEN=TAKEN,
    CUT=CUT,
    CUT_TWICE=CUT_TWICE,
    ONLY_BELLS=ONLY_BELLS,
    HEARTS=HEARTS,
    TURNED_ON=TURNED_ON,
    TRUMPS_LED=TRUMPS_LED,
    NEXT=NEXT,
)


def proofs(lines: str, rules: str = "", seats: str = "0 1 2") -> tuple[Table, list[str]]:
    """Returns the table, and what was noticed as `kind rule play card by proof at event`."""
    begin = f"game bohemian-watten seats {seats} dealer 0" + (f" rules {rules}" if rules else "")
    table, reported = Table(), []
    events = list(read("\n".join(["kiebitz record 1", begin, *lines.split(" | ")])))
    check_turned(events, turn=2)
    for position, event in enumerate(events):
        reported += [f"{said(finding)} at {position}" for finding in table.observe(event)]
    return table, reported


def said(finding: Finding) -> str:
    proof = "/".join(map(str, finding.breach.withheld)) if finding.breach else "/".join(map(str, finding.seats))
    return f"{finding.kind} {finding.rule} {finding.position} {finding.seat}:{finding.card} by {proof}"


@rule("1.6 (1)", "1.6 (2)", "1.6 (3)", "1.6 (4)", "DECISIONS BW5")
@cases.table
def test_a_card_played_later_proves_it(lines: str, rules: str, expected: list[str]) -> None:
    assert proofs(lines, rules)[1] == expected


@rule("BW20", "BW10", "BW13")
@cases.table
def test_openly_seen_card_proves_a_revoke_immediately(lines: str, rules: str, expected: list[str]) -> None:
    assert proofs(lines, rules)[1] == expected


@rule("BW14", "BW20", "DECISIONS BW3")
@cases.table
def test_card_laid_from_the_table_was_not_in_the_hand(lines: str, rules: str, expected: list[str]) -> None:
    assert proofs(lines, rules)[1] == expected


@rule("BW14", "BW17", "DECISIONS BW14")
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_a_dealer_who_folds_against_the_rules_leaves_the_upcard_on_the_table(dealer: int) -> None:
    """Nobody else can have it: who lays it later is told so, and no revoke is proved by it."""
    forehand, cutter = (dealer + 1) % 3, (dealer + 2) % 3
    lines = f"deal {dealer} | upcard LU | say {forehand} play | say {cutter} play | say {dealer} fold"
    lines += f" | play {forehand}:L9 {cutter}:L8 >{forehand} | play {forehand}:EA {cutter}:LU"
    _, findings = play_record(lines, dealer=dealer)
    assert finding_lines(findings) == [f"fold_not_allowed BW17a @5 {dealer} None", f"seen_twice BW2 @10 {cutter} LU"]


@rule("BW14", "DECISIONS BW3")
@pytest.mark.parametrize(
    ("lines", "rules", "position"),
    [
        pytest.param("deal 0 | upcard LA | play 1:LK | show 1 HK S7 E7 | play 2:L8", "", 5, id="the-upcard"),
        pytest.param(
            "deal 0 | upcard HK | upcard LU | play 1:HA 2:H8", f"{NEXT} critical_suit=both", 5, id="a-Critical"
        ),
    ],
)
def test_revoke_is_proved_when_no_legal_hand_is_left(lines: str, rules: str, position: int) -> None:
    assert proofs(lines, rules)[0].verdict(position) == "certified"


@rule("1.6 (2)", "1.6 (4)", "BW2")
@cases.table
def test_revoke_is_proved_by_too_few_remaining_cards(lines: str, seats: str, expected: list[str]) -> None:
    assert proofs(lines, seats=seats)[1] == expected


@cases.table
def test_proofs_are_explained_in_sentences(lines: str, says: str) -> None:
    (finding,) = proofs(lines)[0].findings
    assert sentence(finding, game("bohemian-watten")).english == says
