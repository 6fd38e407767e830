"""Bauerchen: who may meld, melds without the pair, what a meld proves about hands, and what it is worth."""

import pytest

from engine.cards import FRENCH_20
from engine.notation.explain_findings import sentence
from engine.rules.findings import Evidence, Kind
from tests.support.bauerchen_tables import DEALT, WHOLE, run
from tests.support.case_tables import CaseFile
from tests.support.records import finding_lines

rule = pytest.mark.rule


KING_LED = f"{DEALT} | play 1:CK"  # event 3; seat 1 may hold the queen
cases = CaseFile(__file__, KING_LED=KING_LED)


@rule("BA11", "BA12", "DECISIONS BA8")
@cases.table
def test_seats_that_may_meld(lines: str, rules: str, expected: list[str]) -> None:
    assert run(lines, rules)[1] == expected


LEDIG_LOST = f"{DEALT} | say 2 ledig | play 1:CJ 2:HJ 3:DK"  # events 4 to 6; the first trick is the defenders'


@rule("BA11", "BA15", "DECISIONS BA8")
@cases.table
def test_a_meld_with_the_card_that_ends_a_ledig(lines: str, rules: str, expected: list[str]) -> None:
    assert run(lines, rules)[1] == expected


@rule("BA13", "BA15", "DECISIONS BA13")
def test_a_meld_with_the_card_that_ends_a_ledig_is_credited_before_it() -> None:
    table, _ = run(f"{LEDIG_LOST} | say 3 meld D")
    assert table.tallies == {0: 0, 1: 13, 2: 0, 3: 13}
    assert table.phase == "over"


@rule("BA11", "BA12")
@cases.table
def test_melds_without_the_pair(lines: str, expected: list[str]) -> None:
    table, findings = run(lines)
    assert findings == expected
    for finding in (one for one in table.findings if one.kind is Kind.FALSE_MELD):
        assert "without the pair" in sentence(finding, table.current_game).english


@rule("BA11")
def test_of_cards_shown_the_one_of_the_pair_is_the_evidence() -> None:
    table, _ = run(f"{KING_LED} | say 1 meld C | show 3 SK CQ S10")
    assert [finding.evidence for finding in table.findings] == [(Evidence(5, 3, FRENCH_20.card("CQ")),)]


@rule("BA11")
def test_proofs_from_a_false_meld_are_withdrawn() -> None:
    lines = (
        f"{DEALT} | play 1:CK | say 1 meld C | play 2:CA 3:HQ 0:HA >0 | play 0:SA 1:SK 2:HK 3:S10 >2 "
        "| play 2:C10 3:H10 0:HJ 1:DK >0"
    )
    table, findings = run(lines)
    assert finding_lines(table.findings) == findings == ["revoke 2.2 (1) @17 1 DK"]
    table, findings = run(f"{lines} | show 2 CQ")
    assert findings == ["revoke 2.2 (1) @17 1 DK", "false_meld BA11 @4 1 None"]
    assert finding_lines(table.findings) == ["false_meld BA11 @4 1 None"]


@rule("BA11", "DECISIONS BA9")
def test_the_table_decides_on_a_meld() -> None:
    late = f"{DEALT} | {WHOLE.replace('2:CK 3:C10', '2:CK 3:C10 | say 1 meld C | play')}"
    table, findings = run(f"{late} | rule 6 stands")
    assert findings == ["false_meld BA11 @6 1 None"]
    assert (table.tallies[1], run(late)[0].tallies[1]) == (3, 2)
    melded = f"{DEALT} | play 1:CA 2:CK | say 2 meld C | rule 5 taken_back | play 3:C10 0:CQ >1"
    assert run(melded)[1] == []
