"""Melds in Bauerchen: one without the pair, and what a meld proves."""

from __future__ import annotations

import pytest

from tests.support.deals_in_play import play_in_deal
from tests.support.records import finding_lines

rule = pytest.mark.rule


@rule("BA11", "BA12", "DECISIONS BA9")
@pytest.mark.parametrize(
    ("rules", "ruling", "points"),
    [
        pytest.param("", "", (0, 2), id="without-effect"),
        pytest.param("", "counted", (0, 2), id="announced-only"),
        pytest.param("", "taken_back", (0, 2), id="taken-back"),
        pytest.param("revoke_penalty=hand_lost", "", (0, 2), id="never-by-itself"),
        pytest.param("revoke_penalty=hand_lost", "counted", (0, 4), id="the-hand-is-lost"),
    ],
)
def test_a_false_meld(rules: str, ruling: str, points: tuple[int, int]) -> None:
    """Seat 0 melds, but seat 1 lays the queen. The hand is lost 64:66 in any case."""
    lines = "say 0 meld C | play 0:CK 1:CQ" + (f" | rule 3 {ruling}" if ruling else "")
    table, findings = play_in_deal("bauerchen", f"{lines} | tricks 0:64 1:66", rules)
    assert finding_lines(findings)[0] == "false_meld BA11 @3 0 None"
    assert (table.tallies[0], table.tallies[1]) == points
    assert finding_lines(play_in_deal("bauerchen", "say 0 meld H | play 0:HK 1:HQ")[1]) == ["false_meld BA12 @3 0 None"]


@rule("BA11", "2.2 (1)")
def test_meld_shows_cards_that_prove_a_revoke() -> None:
    """REVOKE 3: seat 1 has the queen of clubs for all to know, and does not follow."""
    _, findings = play_in_deal(
        "bauerchen", "play 0:S10 1:CK | say 1 meld C | play 2:SA 3:SQ >2 | play 2:CA 3:C10 0:CJ 1:DA"
    )
    assert finding_lines(findings) == ["revoke 2.2 (1) @12 1 DA"]
    assert findings[0].breach is not None
    assert [str(card) for card in findings[0].breach.withheld] == ["CQ"]
