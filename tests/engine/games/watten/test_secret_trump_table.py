"""Latinisch and Blind at the table: takers, duties, what is told and when."""

from collections.abc import Sequence

import pytest

from engine import Finding, Table
from engine.cards import Seat
from engine.events import Announced
from engine.notation.explain_findings import sentence
from engine.notation.record import read
from engine.rules.findings import Kind
from tests.support.case_tables import CaseFile
from tests.support.records import play_record
from tests.support.watten_tables import deal_of, in_game

rule = pytest.mark.rule
SECRET = "announcement=secret"
ACORNS = "play 1:EA 2:E9 3:E8 0:EK"
STRIKER_U = "say 1 striker U"
HEARTS_8 = 'say 0 trump H | say 1 striker "8"'


def played(lines: str, rules: str = SECRET, seats: str = "0 1 2 3") -> tuple[Table, list[Finding]]:
    """Dealer 0, forehand 1."""
    return play_record(f"deal 0 | {lines}", rules, seats, name="watten")


def short(findings: Sequence[Finding]) -> list[str]:
    """Returns findings as `kind @event seat card: seats`."""
    return [f"{one.kind} @{one.position} {one.seat} {one.card}: {' '.join(map(str, one.seats))}" for one in findings]


# Who takes


TAKERS = [
    pytest.param(ACORNS, None, [], id="nobody can know"),
    pytest.param(f"{ACORNS} >2", 2, [], id="who gathers it has taken it"),
    pytest.param(f"{ACORNS} >", None, [], id="nobody saw who gathers"),
    pytest.param(f"{ACORNS} > 3:S7", 0, [], id="who leads has taken it"),
    pytest.param(f"{STRIKER_U} | {ACORNS}", 1, [], id="the highest acorn under all that is left"),
    pytest.param(
        f"{STRIKER_U} | {ACORNS} >2", 2, ["wrong_taker @7 2 None: 1"], id="gathered by who cannot have taken it"
    ),
    pytest.param(
        f"{STRIKER_U} | play 1:EA 2:L9 3:L8 0:H7 >3", 3, ["wrong_taker @7 3 None: 1 2 0"], id="one of three others"
    ),
    pytest.param(f"{STRIKER_U} | play 1:EA 2:L9 3:L8 0:H7 >3 3:S7", 0, ["wrong_taker @7 3 None: 1 2 0"], id="he leads"),
    pytest.param(
        f"{STRIKER_U} | play 1:EA 2:L9 3:L8 0:H7 > 3:S7", 0, ["out_of_turn @8 3 S7: 1 2 0"], id="nobody saw it gathered"
    ),
]


@rule("3.11")
@pytest.mark.parametrize(("lines", "turn", "findings"), TAKERS)
def test_taker_under_a_secret_trump(lines: str, turn: Seat | None, findings: list[str]) -> None:
    table, found = played(lines)
    assert (table.turn, short(found)) == (turn, findings)


# What is told


CUT = "play 1:H9 2:L8 3:HA 0:S7 >3 | play 3:EU 0:E7 1:EO 2:E9 >1 | play 1:LA 2:L10 3:L9 0:L7 >1"
"""Under H 8 the first trick is that of 2, who did not know it; the second is that of forehand, as gathered."""


@rule("3.11", "3.4")
def test_reveal_after_play_judges_the_whole_deal() -> None:
    table, findings = played(CUT)
    assert (table.step.phase, table.step.seats, findings) == ("reveal", (0, 1), [])
    assert table.open_plays() == (5,)
    options = in_game(table).options(deal_of(table))
    assert Announced(0, "trump", "H") in options
    assert Announced(1, "striker", "8") in options
    for line in HEARTS_8.split(" | "):
        findings += table.observe(read(f"kiebitz record 1\n{line}")[-1])
    assert short(findings) == ["wrong_taker @6 3 None: 2"]
    assert (table.trump, table.open_plays(), table.phase) == ("H 8", (5,), "play")  # two tricks each way


@rule("3.11")
def test_a_trick_in_the_wrong_hands_may_stay_there() -> None:
    table, findings = played(f"{CUT} | {HEARTS_8} | rule 6 stands")
    assert short(findings) == ["wrong_taker @6 3 None: 2"]
    assert (table.phase, dict(table.tallies)) == ("scored", {0: 0, 1: 2, 2: 0, 3: 2})


@rule("3.11")
def test_partly_revealed_trump_is_used() -> None:
    table, findings = played(f"{CUT} | say 0 trump H")
    assert (table.step.phase, table.step.seats, table.trump, findings) == ("reveal", (1,), None, [])
    assert {trump.split()[0] for trump in in_game(table).readings(deal_of(table))} == {"H"}
    # With hearts, HU or HO must have been given on H9, whichever of them is the right.
    _, findings = played(f"{CUT} | show 0 HO HU all | say 0 trump H")
    assert short(findings) == ["revoke @5 0 S7: 0"]


BOTH_WAYS = "play 1:H8 2:L8 3:HA 0:S7 >3 | play 3:S8 0:H7 1:E8 2:E9 >3 | show 0 H9 S9 S10 all"
"""The dealer held hearts and bells only, and threw each away when the other was led."""
cases = CaseFile(__file__, BOTH_WAYS=BOTH_WAYS)


@rule("3.11", "DECISIONS WA12")
def test_revoke_under_every_possible_trump_is_proved_before_the_reveal() -> None:
    table, findings = played(BOTH_WAYS)
    assert [(one.kind, one.seat, [str(entry.card) for entry in one.evidence]) for one in findings] == [
        (Kind.REVOKE_AMONG, 0, ["S7", "H7", "H9", "S9", "S10"])
    ]
    assert table.open_plays() == (5, 8, 9)
    for told_now, noticed in ((Announced(0, "trump", "S"), ["revoke @8 0 H7: 0"]), (Announced(1, "striker", "A"), [])):
        assert short(table.observe(told_now)) == noticed, "it is said once"
        assert short(table.findings) == ["revoke @8 0 H7: 0"]


@rule("3.11")
@cases.table
def test_partly_known_trump_is_described(lines: str, german: str, english: str) -> None:
    table, (findings,) = played(lines)
    assert sentence(findings, in_game(table)) == (german, english)


@rule("3.11")
def test_a_trump_that_the_cards_contradict_is_found_fault_with() -> None:
    _, findings = played(f"{BOTH_WAYS} | say 0 trump L | say 1 striker A")
    assert short(findings)[1:] == ["call_not_allowed @13 0 None: "]
    _, findings = played(f'{CUT} | say 0 trump H | say 1 striker "10" | show 1 S9 S8 all')
    assert short(findings)[-1:] == ["call_not_allowed @18 1 None: "]


def test_cards_laid_on_after_the_deal_was_decided_without_anybody_knowing() -> None:
    """Under H 8 seat 2 takes the first three tricks."""
    lines = (
        "play 1:H9 2:L8 3:HA 0:H7 >3 | play 3:EU 0:EK 1:EO 2:E8 >2 | play 2:S8 3:L9 0:L7 1:LA >1"
        " | play 1:SA 2:SK 3:SU 0:S10 >3"
    )
    table, findings = played(f"{lines} | {HEARTS_8}")
    assert {finding.kind for finding in findings} == {Kind.WRONG_TAKER}
    assert table.score is not None
    assert dict(table.score.changes) == {0: 2, 1: 0, 2: 2, 3: 0}


@rule("3.11", "WA24")
@cases.table
def test_cards_after_a_round_is_decided(lines: str, noticed: list[str]) -> None:
    assert short(played(lines)[1]) == noticed
