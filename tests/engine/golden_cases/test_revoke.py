"""Revokes as a jury would plant them: which play is proved, by which card, and at which event; nothing sooner or else.

Seat 0 deals, seat 1 is forehand; leaves are trumps unless a row says otherwise. With three players seat 2 cuts, with
four seat 3. A row's answer was reasoned from the obligation ladder before it was asked for.
"""

from __future__ import annotations

import pytest

from engine import Finding, Table, game
from engine.notation.explain import sentence
from engine.notation.record import read
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


def proofs(lines: str, rules: str = "", seats: str = "0 1 2") -> tuple[Table, list[str]]:
    """Returns the table, and what was noticed as `kind rule play card by proof at event`."""
    begin = f"game bohemian-watten seats {seats} dealer 0" + (f" rules {rules}" if rules else "")
    table, told = Table(), []
    events = list(read("\n".join(["kiebitz record 1", begin, *lines.split(" | ")])))
    check_turned(events, turn=2)
    for position, event in enumerate(events):
        told += [f"{said(finding)} at {position}" for finding in table.observe(event)]
    return table, told


def said(finding: Finding) -> str:
    proof = "/".join(map(str, finding.breach.withheld)) if finding.breach else "/".join(map(str, finding.seats))
    return f"{finding.kind} {finding.rule} {finding.position} {finding.seat}:{finding.card} by {proof}"


@rule("1.6 (1)", "1.6 (2)", "1.6 (3)", "1.6 (4)", "DECISIONS BW5")
@pytest.mark.parametrize(
    ("lines", "rules", "expected"),
    [
        pytest.param(
            f"{DEALT} | play 1:EA 2:SO 0:E9 >1 | play 1:SA 2:E10", "",
            ["revoke 1.6 (2) 7 2:SO by E10 at 11"], id="follow",
        ),
        pytest.param(
            f"{DEALT} | play 1:E10 2:E9 0:E8 >1 | play 1:SA 2:EK", "",
            ["revoke 1.6 (1) 7 2:E9 by EK at 11"], id="overtake",
        ),
        pytest.param(
            f"{DEALT} | play 1:EK 2:E9 0:E8 >1 | play 1:SA 2:E10", "", [], id="a-card-that-would-not-overtake"
        ),
        pytest.param(
            f"{DEALT} | play 1:EA 2:SO 0:E9 >1 | play 1:HA 2:LK", "",
            ["revoke 1.6 (2) / 1.6 (4) 7 2:SO by LK at 11"], id="trump",
        ),
        pytest.param(
            f"{DEALT} | play 1:EA 2:SO 0:E9 >1 | play 1:HA 2:S7", "",
            ["revoke 1.6 (2) / 1.6 (4) 7 2:SO by S7 at 11"], id="trump-with-a-Critical",
        ),
        pytest.param(
            f"{DEALT} | play 1:EA 2:L10 0:L8 >2 | play 2:SA 0:LU", "",
            ["revoke 1.6 (2) / 1.6 (3) 8 0:L8 by LU at 11"], id="overtrump",
        ),
        pytest.param(
            f"{DEALT} | play 1:EA 2:L10 0:S9 >2 | play 2:HA 0:L8", "",
            ["revoke 1.6 (2) / 1.6 (3) / DECISIONS BW5 8 0:S9 by L8 at 11"], id="undertrump",
        ),
        pytest.param(
            f"{DEALT} | play 1:EA 2:L10 0:S9 >2 | play 2:HA 0:L8", "undertrump=false", [], id="no-undertrump"
        ),
        pytest.param(
            f"{DEALT} | play 1:EA 2:L10 0:S9 >2 | play 2:HA 0:LU", "undertrump=false",
            ["revoke 1.6 (2) / 1.6 (3) 8 0:S9 by LU at 11"], id="no-undertrump-but-overtrump",
        ),
        pytest.param(
            f"{DEALT} | play 1:EA 2:L10 0:S9 >2 | play 2:HA 0:LU", "undertrump=false overtake=false",
            ["revoke 1.6 (2) / 1.6 (4) 8 0:S9 by LU at 11"], id="neither-but-trump",
        ),
        pytest.param(
            f"{DEALT} | play 1:EA 2:L10 0:L8 >2 | play 2:HA 0:LU", "undertrump=false overtake=false", [],
            id="neither-so-any-trump",
        ),
        pytest.param(
            f"{DEALT} | play 1:L10 2:L8 0:EA >1 | play 1:SA 2:HK", "",
            ["revoke 1.6 (3) 7 2:L8 by HK at 11"], id="trumps-led-overtrump-with-Maxi",
        ),
        pytest.param(
            f"{DEALT} | play 1:L10 2:SO 0:EA >1 | play 1:SA 2:L8", "",
            ["revoke 1.6 (2) 7 2:SO by L8 at 11"], id="trumps-led-follow",
        ),
        pytest.param(
            f"{DEALT} | play 1:H9 2:H8 0:H10 >0 | play 0:EA 1:E9 2:HK", "", [], id="Maxi-is-no-heart",
        ),
        pytest.param(
            f"{DEALT} | play 1:H9 2:H8 0:H10 >0 | play 0:EA 1:E9 2:HK", "critical_suit=both",
            ["revoke 1.6 (1) 7 2:H8 by HK at 12"], id="Maxi-is-a-heart",
        ),
        pytest.param(
            f"{DEALT} | play 1:E10 2:E9 0:E8 >1 | play 1:SA 2:EK", "overtake=false", [], id="overtaking-not-compulsory"
        ),
        pytest.param(
            f"{DEALT} | play 1:EA 2:SO 0:E9 >1 | play 1:EK 2:SU 0:E8 >1 | play 1:SA 2:E10", "",
            ["revoke 1.6 (2) 7 2:SO by E10 at 15", "revoke 1.6 (2) 11 2:SU by E10 at 15"], id="one-card-proves-two",
        ),
        pytest.param(
            f"{DEALT} | play 1:EA 2:SO 0:HO >1 | play 1:SA 2:E10 0:E9", "",
            ["revoke 1.6 (2) 7 2:SO by E10 at 11", "revoke 1.6 (2) 8 0:HO by E9 at 12"], id="two-players",
        ),
        pytest.param(
            f"{DEALT} | play 1:EA 2:SO 0:E9 >1 | play 1:SA 2:E10 0:S9 >1 | play 1:HA 2:LU", "",
            ["revoke 1.6 (2) 7 2:SO by E10 at 11", "revoke 1.6 (2) / 1.6 (4) 11 2:E10 by LU at 15"],
            id="after-a-proof-his-other-plays-still-count",
        ),
        pytest.param(
            f"{DEALT} | play 1:EA 2:SO 0:E9 >1 | show 2 E10", "",
            ["revoke 1.6 (2) 7 2:SO by E10 at 10"], id="a-shown-card",
        ),
        pytest.param(
            f"{DEALT} | play 1:EA 2:E9 0:E8 >1 | play 1:E10 2:SA 0:EU >0 | play 0:H9 1:HA 2:EK", "",
            ["revoke 1.6 (2) 11 2:SA by EK at 16"], id="another-suit-has-not-followed",
        ),
    ],
)  # fmt: skip
def test_a_card_played_later_proves_it(lines: str, rules: str, expected: list[str]) -> None:
    assert proofs(lines, rules)[1] == expected


@rule("BW20", "BW10", "BW13")
@pytest.mark.parametrize(
    ("lines", "rules", "expected"),
    [
        # The dealer took L9 in view of all, after putting away his cards.
        pytest.param(
            f"{TAKEN} | play 1:EA 2:E9 0:SA", "", ["revoke 1.6 (2) / 1.6 (4) 9 0:SA by L9 at 9"],
            id="upcard-not-trumped",
        ),
        pytest.param(f"{TAKEN} | play 1:EA 2:E9 0:E8", "", [], id="upcard-followed-suit"),
        pytest.param(
            f"{TAKEN} | play 1:L8 2:EA 0:L7", "", ["revoke 1.6 (3) 9 0:L7 by L9 at 9"],
            id="upcard-overtrumps",
        ),
        pytest.param(f"{TAKEN} | play 1:L10 2:EA 0:L7", "", [], id="upcard-too-low"),
        pytest.param(
            f"{TAKEN} | play 1:L10 2:EA 0:SA", "", ["revoke 1.6 (2) 9 0:SA by L9 at 9"],
            id="upcard-must-follow",
        ),
        pytest.param(
            f"{TAKEN} | play 1:L8 2:EA 0:L9 >0 | play 0:SA 1:S8 2:S9 >0 | play 0:E8 1:EK 2:EU", "", [],
            id="upcard-gone",
        ),
        pytest.param(
            "deal 0 | upcard L9 | exchange 1 0 | exchange 2 0 | take 0 L9 upcard | exchange 0 1 | play 1:EA 2:E9 0:SA",
            "", [], id="taken-before-the-exchange-it-may-be-put-away",
        ),
        pytest.param(
            "deal 0 | upcard L9 | exchange 1 0 | exchange 2 0 | take 0 L9 upcard | exchange 0 0 | play 1:EA 2:E9 0:SA",
            "", ["revoke 1.6 (2) / 1.6 (4) 9 0:SA by L9 at 9"], id="taken-before-an-exchange-of-none",
        ),
        # The cutter schlecked Maxi.
        pytest.param(
            f"{CUT} | {NONE} | play 1:L10 2:L8", "", ["revoke 1.6 (3) 8 2:L8 by HK at 8"],
            id="Maxi-overtrumps",
        ),
        pytest.param(
            f"{CUT} | {NONE} | play 1:EA 2:SA", "", ["revoke 1.6 (2) / 1.6 (4) 8 2:SA by HK at 8"], id="Maxi-trumps"
        ),
        pytest.param(f"{CUT} | {NONE} | play 1:H9 2:H8", "", [], id="Maxi-is-no-heart"),
        pytest.param(
            f"{CUT} | {NONE} | play 1:H9 2:H8", "critical_suit=both",
            ["revoke 1.6 (1) 8 2:H8 by HK at 8"], id="Maxi-is-a-heart",
        ),
        pytest.param(
            f"{CUT} | exchange 1 3 | exchange 2 1 | exchange 0 0 | play 1:L10 2:L8", "", [], id="Maxi-may-be-put-away"
        ),
        # The cutter schlecked Maxi and Spitz, the dealer Belli.
        pytest.param(
            f"{CUT_TWICE} | exchange 1 0 | exchange 2 1 | exchange 0 0 | play 1:EA 2:SA", "",
            ["revoke 1.6 (2) / 1.6 (4) 10 2:SA by E7/HK at 10"], id="one-of-two-is-left",
        ),
        pytest.param(
            f"{CUT_TWICE} | exchange 1 0 | exchange 2 1 | exchange 0 0 | play 1:L10 2:L8", "",
            ["revoke 1.6 (3) 10 2:L8 by E7/HK at 10"], id="either-would-overtrump",
        ),
        pytest.param(
            f"{CUT_TWICE} | exchange 1 0 | exchange 2 2 | exchange 0 0 | play 1:EA 2:SA", "", [], id="both-may-be-gone"
        ),
        pytest.param(
            f"{CUT_TWICE} | exchange 1 0 | exchange 2 1 | exchange 0 0 | play 1:E9 2:HK 0:E8 >2"
            " | play 2:HA 0:H8 1:H9 >2 | play 2:S9 0:S10 1:S8 >0 | play 0:EA 1:EK 2:SA", "", [],
            id="one-played-the-other-may-be-gone",
        ),
        pytest.param(
            f"{CUT_TWICE} | {NONE} | play 1:E9 2:HK 0:E8 >2 | play 2:HA 0:H8 1:H9 >2 | play 2:SO 0:SA 1:S10 >0"
            " | play 0:LA 1:L8 2:HU", "", ["revoke 1.6 (2) 23 2:HU by E7 at 23"],
            id="none-exchanged-the-other-is-there",
        ),
    ],
)  # fmt: skip
def test_openly_seen_card_proves_a_revoke_immediately(lines: str, rules: str, expected: list[str]) -> None:
    assert proofs(lines, rules)[1] == expected


TURNED_ON = "deal 0 | upcard HK | upcard LU"  # with 4, or with 7 after three exchanges
TRUMPS_LED = "play 1:L9 2:L8 0:LK >0 | play 0:EA 1:E9"  # seat 2 laid no higher trump
NEXT = "upcard_critical=turn_next"


@rule("BW14", "BW20", "DECISIONS BW3")
@pytest.mark.parametrize(
    ("lines", "rules", "expected"),
    [
        pytest.param(
            f"deal 0 | upcard LU | {TRUMPS_LED} 2:LU", "", ["seen_twice BW2 9 2:LU by  at 9"],
            id="only-the-dealer-may-have-taken-it",
        ),
        pytest.param(
            "deal 0 | upcard LU | play 1:EA 2:E9 0:SA >1 | play 1:L9 2:L8 0:LU", "",
            ["revoke 1.6 (2) / 1.6 (4) 5 0:SA by LU at 9"], id="the-dealer-may",
        ),
        pytest.param(
            f"{TURNED_ON} | {NONE} | {TRUMPS_LED} 2:HK", NEXT, ["seen_twice BW2 13 2:HK by  at 13"],
            id="a-Critical-turned-before-lies-there",
        ),
        pytest.param(
            f"{TURNED_ON} | play 1:EA 2:E9 0:SA >1 | play 1:L9 2:L8 0:HK", NEXT, ["seen_twice BW2 10 0:HK by  at 10"],
            id="the-dealer-cannot-have-taken-that",
        ),
        pytest.param(
            "deal 0 | upcard HK | take 0 HK upcard | upcard LU | play 1:EA 2:E9 0:SA >1 | play 1:L9 2:L8 0:HK",
            "upcard_critical=dealer_may_take", ["revoke 1.6 (2) / 1.6 (4) 7 0:SA by HK at 11"],
            id="unless-the-house-lets-him",
        ),
        pytest.param(
            f"deal 0 | upcard S6 | rule 2 stands | {NONE} | play 1:EA 2:E9", "",
            ["foreign_card BW2 2 None:S6 by  at 2"], id="a-card-of-another-pack",
        ),
    ],
)  # fmt: skip
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
@pytest.mark.parametrize(
    ("lines", "seats", "expected"),
    [
        pytest.param(
            # Two bells are unseen for his two cards; then SO is led, and one is left.
            f"{ONLY_BELLS} | play 1:SO", "0 1 2", ["revoke_among 1.6 (2) / 1.6 (4) 7 2:S8 by 2 at 18"],
            id="no-card-left-that-he-may-hold",
        ),
        pytest.param(
            ONLY_BELLS, "0 1 2", [], id="just-enough-left",
        ),
        pytest.param(
            # Seats 2 and 3 hold three cards each, and three bells are unseen: one of them revoked.
            f"{HEARTS} | play 1:EA 2:S8 3:S9 0:E9 >1 | play 1:LA 2:S10 3:SU", "0 1 2 3",
            ["revoke_among 1.6 (2) / 1.6 (4) 8 None:S8 by 2/3 at 14"], id="one-of-two-players",
        ),
    ],
)  # fmt: skip
def test_revoke_is_proved_by_too_few_remaining_cards(lines: str, seats: str, expected: list[str]) -> None:
    assert proofs(lines, seats=seats)[1] == expected


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        pytest.param(
            f"{TAKEN} | play 1:EA 2:E9 0:SA",
            "Trick 1: seat 0 laid SA, but had to follow or trump: EA was led, L9 (seen by all)",
            id="known",
        ),
        pytest.param(
            f"{CUT_TWICE} | exchange 1 0 | exchange 2 1 | exchange 0 0 | play 1:EA 2:SA",
            "Trick 1: seat 2 laid SA, but had to follow or trump: EA was led, at least 1 of E7, HK in hand",
            id="one-of-two",
        ),
        pytest.param(
            f"{ONLY_BELLS} | play 1:SO",
            "Seat 2 revoked at least once: S8 (trick 1), S9 (trick 2); there are not enough cards left otherwise",
            id="one-of-his-plays",
        ),
    ],
)
def test_proofs_are_explained_in_sentences(lines: str, says: str) -> None:
    (finding,) = proofs(lines)[0].findings
    assert sentence(finding, game("bohemian-watten")).english == says


@pytest.mark.parametrize(
    ("lines", "verdicts"),
    [
        pytest.param(
            f"{DEALT} | play 1:EA 2:EK 0:SO", {6: "certified", 7: "certified", 8: "open"},
            id="lead-and-follow",
        ),
        pytest.param(f"{DEALT} | play 1:E10 2:EK 0:E9", {7: "certified", 8: "open"}, id="overtaken-or-not"),
        pytest.param(f"{DEALT} | play 1:EA 2:SO 0:E9 >1 | play 1:SA 2:E10", {7: "proved"}, id="proved"),
        pytest.param(
            f"{DEALT} | play 1:EA 2:SO 0:E8 >1 | play 1:SA 2:S8 0:S9 >1 | play 1:HA 2:H8 0:H9 >1"
            " | play 1:EK 2:H10 0:E9 >1 | play 1:SK 2:S10 0:SU >1", {7: "certified"}, id="hand-known-at-the-end",
        ),
        pytest.param(f"{ONLY_BELLS} | play 1:SO 2:LK", {7: "open", 11: "proved"}, id="one-of-two-suspected"),
        pytest.param(
            f"{ONLY_BELLS} | play 1:SO | show 2 LK SU", {7: "certified", 11: "proved"}, id="the-other-one-was-legal"
        ),
    ],
)  # fmt: skip
def test_verdicts_on_plays_follow_from_the_proofs(lines: str, verdicts: dict[int, str]) -> None:
    table, _ = proofs(lines)
    assert {position: table.verdict(position) for position in verdicts} == verdicts
