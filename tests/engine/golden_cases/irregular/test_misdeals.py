"""Misdeals in every game: the same dealer deals again, and whether it costs anything the table decides."""

from __future__ import annotations

import pytest

from tests.support.deals_in_play import play_in_deal

rule = pytest.mark.rule


@rule("DECISIONS BW13", "DECISIONS BA9", "GR9", "WA8", "DECISIONS WA25")
@pytest.mark.parametrize(
    ("name", "rules", "ruling", "tallies", "dealer"),
    [
        ("bohemian-watten", "", "", (20, 20), 0),
        ("gras", "", "", (20, 20), 3),
        ("gras", "", "counted", (20, 20), 3),
        ("bauerchen", "", "", (0, 0), 3),
        ("bauerchen", "", "counted", (0, 0), 3),
        ("bauerchen", "revoke_penalty=hand_lost", "", (0, 0), 3),
        ("bauerchen", "revoke_penalty=hand_lost", "stands", (0, 0), 3),
        ("bauerchen", "revoke_penalty=hand_lost", "counted", (3, 0), 0),
        ("watten", "", "", (0, 0), 0),
        ("watten", "", "stands", (0, 0), 0),
        ("watten", "", "counted", (2, 0), 0),
        ("watten", "misdeal=redeal", "counted", (0, 0), 3),
    ],
)
def test_misdeal_is_dealt_again_or_counted(
    name: str, rules: str, ruling: str, tallies: tuple[int, int], dealer: int
) -> None:
    table, (finding,) = play_in_deal(name, "say 1 misdeal", rules)
    assert table.phase == "deal"
    table, _ = play_in_deal(name, "say 1 misdeal" + (f" | rule {finding.position} {ruling}" if ruling else ""), rules)
    assert ((table.tallies[0], table.tallies[1]), table.next_dealer) == (tallies, dealer)
    again, findings = play_in_deal(name, f"say 1 misdeal | rule {finding.position} taken_back", rules)
    assert again.phase not in ("deal", "scored"), "it was no misdeal after all"
    assert len(findings) == 1


@rule("DECISIONS BW13")
def test_a_misdeal_is_noticed_while_cards_are_played() -> None:
    table, _ = play_in_deal("bohemian-watten", "play 1:EA 2:E8")
    assert table.phase == "play"
    table, (finding,) = play_in_deal("bohemian-watten", "play 1:EA 2:E8 | say 1 misdeal")
    assert (table.phase, table.score, table.next_dealer) == ("deal", None, 0), "thrown in, and dealt again"
    table, _ = play_in_deal("bohemian-watten", f"play 1:EA 2:E8 | say 1 misdeal | rule {finding.position} taken_back")
    assert (table.phase, table.turn) == ("play", 0), "it was none, and the trick goes on"


@rule("BA10")
def test_deal_thrown_in_scores_nothing() -> None:
    """Somebody said misdeal, and yet the deal was played out: nothing is written until it is taken back."""
    played = (
        "play 0:CA 1:CQ 2:CK 3:C10 >0 | play 0:SA 1:SK 2:SQ 3:S10 >0 | play 0:DA 1:DK 2:DQ 3:D10 >0"
        " | play 0:HA 1:HJ 2:HQ 3:DJ >1 | play 1:CJ 2:HK 3:H10 0:SJ"
    )
    table, _ = play_in_deal("bauerchen", f"say 3 misdeal | {played}")
    assert (table.score, table.phase, table.tallies[0]) == (None, "deal", 0)
    table, _ = play_in_deal("bauerchen", f"say 3 misdeal | {played} | undo 3")
    assert (table.phase, table.tallies[0]) == ("scored", 1)
