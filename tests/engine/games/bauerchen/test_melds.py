"""Bauerchen: who may meld, melds without the pair, and what a meld proves about hands."""

from __future__ import annotations

import pytest

from engine.cards import FRENCH_20
from engine.notation.explain import sentence
from engine.rules.findings import Evidence, Kind
from tests.support.bauerchen_tables import DEALT, run
from tests.support.records import finding_lines

rule = pytest.mark.rule


KING_LED = f"{DEALT} | play 1:CK"  # event 3; seat 1 may hold the queen


@rule("BA11", "BA12", "DECISIONS BA8")
@pytest.mark.parametrize(
    ("lines", "rules", "expected"),
    [
        pytest.param(f"{KING_LED} | say 1 meld C", "", [], id="after laying the king"),
        pytest.param(f"{DEALT} | play 1:CA 2:CQ | say 2 meld C", "", [], id="not only when leading"),
        pytest.param(f"{DEALT} | say 1 meld C | play 1:CQ", "", [], id="before laying"),
        pytest.param(f"{DEALT} | play 1:CA | say 2 meld C | play 2:CK", "", [], id="before following"),
        pytest.param(
            f"{DEALT} | play 1:CA 2:C10 3:CJ 0:CK >3 | say 0 meld C", "", [], id="until the next card, gathered or not"
        ),
        pytest.param(
            f"{KING_LED} 2:CA | say 1 meld C", "", ["call_not_allowed DECISIONS BA8 @5 1 None"], id="a card later"
        ),
        pytest.param(
            f"{DEALT} | play 1:CA | say 3 meld C", "", ["call_not_allowed DECISIONS BA8 @4 3 None"], id="not his turn"
        ),
        pytest.param(
            f"{KING_LED} | say 1 meld C | say 1 meld C", "", ["call_not_allowed DECISIONS BA8 @5 1 None"], id="once"
        ),
        pytest.param(
            f"{KING_LED} | say 1 meld C | play 2:CQ", "", ["false_meld BA11 @4 1 None"], id="another has the queen"
        ),
        pytest.param(f"{KING_LED} | say 1 meld C | play 2?:CQ", "", [], id="an uncertain seat disproves none"),
        pytest.param(f"{KING_LED} | say 1 meld C | play 2:CQ?CA", "", [], id="an uncertain card disproves none"),
        pytest.param(f"{KING_LED} | say 1 meld X", "", ["call_not_allowed BA11 @4 1 None"], id="no suit"),
        pytest.param("deal 0 | say 1 meld C", "", ["call_not_allowed BA8 @2 1 None"], id="before trumps"),
        pytest.param(f"{KING_LED} | say 1 meld C", "meld_lead_only=true", [], id="lead only, led"),
        pytest.param(f"{DEALT} | say 1 meld C | play 1:CK", "meld_lead_only=true", [], id="lead only, to lead"),
        pytest.param(
            f"{DEALT} | play 1:CA 2:CQ | say 2 meld C", "meld_lead_only=true",
            ["call_not_allowed DECISIONS BA8 @5 2 None"], id="lead only, followed",
        ),
        pytest.param(
            f"{DEALT} | play 1:CA | say 2 meld C", "meld_lead_only=true",
            ["call_not_allowed DECISIONS BA8 @4 2 None"], id="lead only, to follow",
        ),
    ],
)  # fmt: skip
def test_seats_that_may_meld(lines: str, rules: str, expected: list[str]) -> None:
    assert run(lines, rules)[1] == expected


LEDIG_LOST = f"{DEALT} | say 2 ledig | play 1:CJ 2:HJ 3:DK"  # events 4 to 6; the first trick is the defenders'
LEDIG_WON = (
    f"{DEALT} | say 2 ledig | play 1:CA 2:CJ 3:CQ >2 | play 2:SJ 3:HQ 1:S10 >2 | play 2:HJ 3:H10 1:SA >2 "
    "| play 2:DJ 3:HK 1:SQ >2 | play 2:HA 3:D10 1:DK"
)


@rule("BA11", "BA15", "DECISIONS BA8")
@pytest.mark.parametrize(
    ("lines", "rules", "expected"),
    [
        pytest.param(f"{LEDIG_LOST} | say 3 meld D", "", [], id="right after it"),
        pytest.param(f"{LEDIG_LOST} >1 | say 3 meld D", "", [], id="gathered or not"),
        pytest.param(
            f"{LEDIG_LOST} | say 1 meld D", "", ["false_meld BA11 @7 1 None"], id="another player, without the king"
        ),
        pytest.param(f"{LEDIG_LOST} | say 1 meld S", "", ["call_not_allowed DECISIONS BA8 @7 1 None"], id="no lead"),
        pytest.param(f"{LEDIG_LOST} | say 3 meld S", "", ["call_not_allowed BA11 @7 3 None"], id="another suit"),
        pytest.param(
            f"{LEDIG_LOST} | say 3 meld D | say 3 meld D", "", ["call_not_allowed DECISIONS BA8 @8 3 None"], id="once"
        ),
        pytest.param(
            f"{LEDIG_LOST} | say 3 meld D", "meld_lead_only=true", ["call_not_allowed DECISIONS BA8 @7 3 None"],
            id="lead only",
        ),
        pytest.param(
            f"{LEDIG_WON} | say 1 meld D", "", ["call_not_allowed DECISIONS BA8 @23 1 None"], id="after the last trick"
        ),
    ],
)  # fmt: skip
def test_a_meld_with_the_card_that_ends_a_ledig(lines: str, rules: str, expected: list[str]) -> None:
    assert run(lines, rules)[1] == expected


@rule("BA13", "BA15", "DECISIONS BA13")
def test_a_meld_with_the_card_that_ends_a_ledig_is_credited_before_it() -> None:
    table, _ = run(f"{LEDIG_LOST} | say 3 meld D")
    assert table.tallies == {0: 0, 1: 13, 2: 0, 3: 13}
    assert table.phase == "over"


@rule("BA11", "BA12")
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param(f"{KING_LED} 2:CQ | say 1 meld C", ["false_meld BA11 @5 1 None"], id="the queen lies"),
        pytest.param(f"{KING_LED} | say 1 meld C | play 2:CQ", ["false_meld BA11 @4 1 None"], id="the queen comes"),
        pytest.param(
            f"{DEALT} | play 1:HK | say 1 meld H | play 2:HA 3:DJ 0:HQ", ["false_meld BA12 @4 1 None"], id="a forty"
        ),
        pytest.param(f"{DEALT} | say 1 meld C | play 1:CA", ["false_meld BA11 @3 1 None"], id="neither is played"),
        pytest.param(f"{KING_LED} | say 1 meld C | show 3 CQ", ["false_meld BA11 @4 1 None"], id="laid open elsewhere"),
        pytest.param(
            f"{KING_LED} | say 1 meld C | show 1 CA C10 SA S10 all", ["false_meld BA11 @4 1 None"], id="his whole hand"
        ),
        pytest.param(f"{KING_LED} | say 1 meld C | show 1 CA CQ SA S10 all", [], id="his whole hand with the queen"),
        pytest.param(f"{KING_LED} | say 1 meld C | show 1 CA C10 SA S10", [], id="only some of his cards"),
        pytest.param(
            f"{KING_LED} | say 1 meld C | show 1 CA C10 SA all", ["wrong_hand BA7 @5 1 None"], id="a hand too small"
        ),
        pytest.param(
            f"{DEALT} | say 1 meld C | show 1 CK C10 CA SA S10 all", ["false_meld BA11 @3 1 None"], id="before the play"
        ),
        pytest.param(f"{DEALT} | play 1:CK?SK | say 1 meld C | show 1 CA C10 SA S10 all", [], id="a doubtful king"),
        pytest.param(f"{KING_LED} | say 1 meld C | show 3 CK", ["seen_twice BA2 @5 3 CK"], id="the king lies there"),
        pytest.param(f"{KING_LED} | say 1 meld C | play 2:CQ?C10", [], id="a doubtful card accuses nobody"),
        pytest.param(
            f"{KING_LED} 2:CQ?C10 | say 1 meld C", ["call_not_allowed DECISIONS BA8 @5 1 None"], id="nor one before"
        ),
        pytest.param(
            f"{DEALT} | say 1 meld D | play 1:DA?DK 2:D10 3:HQ 0:HK >0 | play 0:SA 1:SK", [], id="nor his own before"
        ),
        pytest.param(
            f"{DEALT} | play 1:CA 2:C10 3:CK | say 0 meld D | play >1 | play 1:SA 2:SK 3:SQ 0:S10",
            ["short_trick 2.2 @7 1 None"], id="nor while his own was missed",
        ),
        pytest.param(
            f"{DEALT} | play 1:CK 2:CA 3:C10 0:CQ >2 | play 2:SA 3:SQ 0:SK | say 1 meld D | play 1:SQ",
            ["seen_twice BA2 @12 1 SQ"], id="nor one seen twice",
        ),
        pytest.param(f"{KING_LED} | say 1 meld C | play 0:CQ", ["out_of_turn 2.2 @5 0 CQ"], id="nor a doubtful seat"),
        pytest.param(f"{KING_LED} | say 1 meld C | play 2?:CQ", [], id="nor a seat that only follows from the turn"),
        pytest.param(
            f"{DEALT} | play 1:CA 2:CQ 3:C10 0:CJ >0 | play 0:DA 1:DK | say 1 meld D | play 2:DQ 3:D10",
            ["false_meld BA11 @10 1 None"], id="in a later trick",
        ),
    ],
)  # fmt: skip
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
