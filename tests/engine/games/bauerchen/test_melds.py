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
        assert table.game is not None
        assert "without the pair" in sentence(finding, table.game).english


@rule("BA11")
def test_a_meld_of_a_lonely_player_is_false_when_the_queen_lies_with_the_partner() -> None:
    lines = (
        f"{DEALT} | say 1 ledig | play 1:CJ 2:HQ 0:HK >1 | play 1:SJ 2:H10 0:HA >1 | play 1:HJ 2:DA 0:DK >1 "
        "| play 1:CK | say 1 meld C | play 2:D10 0:DQ >1"
    )
    assert run(lines)[1] == []
    assert run(f"{lines} | play 1:CQ 2:SA 0:SK >1")[1] == []
    assert run(f"{lines} | play 1:DJ 2:SA 0:SK >1")[1] == ["false_meld BA11 @17 1 None"]


@rule("BA11")
def test_meld_shows_the_other_card_of_the_pair() -> None:
    start, meld = f"{DEALT} | play 1:CK", " | say 1 meld C"
    rest = " | play 2:CA 3:HQ 0:HA >0 | play 0:SA 1:SK 2:HK 3:S10 >2 | play 2:C10 3:H10 0:HJ 1:DK"
    assert run(start + rest)[1] == []
    assert run(start + meld + rest)[1] == ["revoke 2.2 (1) @17 1 DK"]


@rule("BA11")
def test_a_meld_proves_an_earlier_revoke() -> None:
    lines = f"{DEALT} | play 1:SA 2:D10 3:S10 0:SJ >0 | play 0:CA 1:C10 | say 2 meld S"
    assert run(lines)[1] == ["revoke 2.2 (1) @4 2 D10"]


@rule("BA11")
def test_a_false_meld_spoils_no_proof() -> None:
    """Seat 1 melds without the pair, and seat 2 revokes: both come to light."""
    lines = f"{DEALT} | play 1:CK | say 1 meld C | play 2:CQ 3:C10 0:CA >0 | play 0:SA 1:SQ 2:D10 3:SK >0"
    assert run(lines)[1] == ["false_meld BA11 @4 1 None"]
    assert run(f"{lines} | play 0:HQ 1:HK 2:HJ")[1] == [
        "false_meld BA11 @4 1 None",
        "revoke 2.2 (1) / 2.2 (3) @11 2 D10",
    ]


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
