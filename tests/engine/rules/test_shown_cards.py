"""Cards shown: what they prove, and what they do not prove any more once the hand may have changed."""

from __future__ import annotations

import pytest

from tests.support.records import finding_lines, play_record

rule = pytest.mark.rule

BOHEMIAN, GRAS, WATTEN, BAUERCHEN = "bohemian-watten", "gras", "watten", "bauerchen"
EXCHANGED = "exchange 1 0 | exchange 2 0 | exchange 3 0 | exchange 0 0"
EXCHANGED_GRAS = "exchange 1 0 | exchange 2 0 | exchange 3 0 | exchange 0 1"
H8_ON_L9 = "play 1:E8 2:E9 3:EO 0:EA >0 | play 0:L9 1:H8"  # seat 1 would have to lay LU
ANNOUNCED = "say 1 striker 9 | say 0 trump H"
E10_ON_H7 = "play 1:EA 2:HA 3:E8 0:E7 >2 | play 2:H7 3:H8 0:HK 1:E10"  # seat 1 would have to lay HU


def told_by(name: str, lines: str) -> list[str]:
    dealer = 3 if name == BAUERCHEN else 0
    return finding_lines(play_record(lines, seats="0 1 2 3", name=name, dealer=dealer)[1])


@rule("BW13", "BW19", "DECISIONS BW15", "GR4", "WA12")
@pytest.mark.parametrize(
    ("name", "lines", "proved"),
    [
        # One who exchanges may put away what he showed; nobody noted whether he did
        (BOHEMIAN, f"show 1 LU | exchange 1 3 | exchange 2 0 | exchange 3 0 | exchange 0 0 | {H8_ON_L9}", False),
        (BOHEMIAN, f"show 1 LU | {EXCHANGED} | {H8_ON_L9}", False),
        (BOHEMIAN, f"show 1 LU | {H8_ON_L9}", False),
        (BOHEMIAN, f"exchange 1 3 | show 1 LU | exchange 2 0 | exchange 3 0 | exchange 0 0 | {H8_ON_L9}", True),
        (BOHEMIAN, f"{EXCHANGED} | show 1 LU | {H8_ON_L9}", True),
        (BOHEMIAN, f"play 1:LU | rule 3 taken_back | {EXCHANGED} | {H8_ON_L9}", False),
        (BOHEMIAN, f"{EXCHANGED} | play 1:LU | rule 7 taken_back | {H8_ON_L9}", True),
        (GRAS, f"show 1 LU | {EXCHANGED_GRAS} | {H8_ON_L9}", False),
        (GRAS, f"{EXCHANGED_GRAS} | show 1 LU | {H8_ON_L9}", True),
        # New cards
        (WATTEN, f"show 1 HU | say 1 better | say 0 accept | {ANNOUNCED} | {E10_ON_H7}", False),
        (WATTEN, f"say 1 better | say 0 accept | show 1 HU | {ANNOUNCED} | {E10_ON_H7}", True),
        (WATTEN, f"show 1 HU | say 1 better | say 0 refuse | {ANNOUNCED} | {E10_ON_H7}", True),
        # Nothing is exchanged
        (BAUERCHEN, "show 1 CA | say 0 trump H | play 0:CK 1:SA", True),
        (BAUERCHEN, "say 0 trump H | say 0 meld S | play 0:SK 1:SA 2:CK 3:CQ >1 | play 1:S10 2:DA 3:DK 0:D10", True),
    ],
)
def test_shown_before_the_first_card(name: str, lines: str, proved: bool) -> None:
    begun = {BOHEMIAN: "deal 0 | upcard S9", GRAS: "deal 0 | upcard S9", WATTEN: "deal 0", BAUERCHEN: "deal 3"}[name]
    findings = told_by(name, f"{begun} | {lines}")
    assert any(one.startswith("revoke ") for one in findings) == proved


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        (
            BOHEMIAN,
            "deal 0 | upcard S9 | say 1 play | say 2 play | say 3 fold | show 1 LU | rule 5 taken_back"
            " | play 1:E8 2:E9 3:EO",
        ),
        (
            BAUERCHEN,
            "deal 3 | say 0 trump H | say 1 ledig | show 0 HA | rule 3 taken_back | play 0:HK 1:HQ 2:H10 3:CA",
        ),
    ],
)
def test_no_revoke_if_a_player_rejoins_after_a_card_was_shown(name: str, lines: str) -> None:
    assert all("revoke" not in one for one in told_by(name, lines))


@rule("BW20", "DECISIONS BW15")
def test_announcement_after_a_shown_card_counts() -> None:
    """The upcard, which the dealer takes after seat 1 has shown a card, convicts him. Leaves are trumps."""
    lines = f"deal 0 | upcard LU | {EXCHANGED} | show 1 EK | take 0 LU upcard | play 1:L9 2:LA 3:L8 0:H8"
    assert told_by(BOHEMIAN, lines) == ["revoke 1.6 (2) @12 0 H8"]


@rule("BW2", "BA2", "WA1", "GR2")
@pytest.mark.parametrize(
    ("name", "lines", "expected"),
    [
        (BOHEMIAN, f"{EXCHANGED} | show 1 LU | play 1:E8 2:E9 3:LU", ["seen_twice BW2 @10 3 LU"]),
        (BOHEMIAN, f"{EXCHANGED} | play 1:E8 2:E9 3:EO 0:EA >0 | show 1 LU | play 0:LU", ["seen_twice BW2 @13 0 LU"]),
        (BOHEMIAN, f"{EXCHANGED} | show 1 LU | show 2 LU", ["seen_twice BW2 @8 2 LU"]),
        (BOHEMIAN, f"{EXCHANGED} | show 1 LU | show 1 LU | play 1:LU", []),
        (BOHEMIAN, f"show 1 LU | {EXCHANGED} | play 1:E8 2:E9 3:LU", []),  # perhaps put away
        (BOHEMIAN, f"{EXCHANGED} | play 1:E8 2:LU | rule 8 taken_back | play 2:E9 3:LU",
         ["taken_back DECISIONS BW13 @9 2 LU", "seen_twice BW2 @11 3 LU"]),
        (BOHEMIAN, f"{EXCHANGED} | play 1:E8 2:LU | rule 8 taken_back | play 2:LU",
         ["taken_back DECISIONS BW13 @9 2 LU"]),
        (GRAS, f"{EXCHANGED_GRAS} | show 1 LU | play 1:E8 2:LU", ["seen_twice GR2 @9 2 LU"]),
        (WATTEN, f"{ANNOUNCED} | show 1 HU | play 1:EA 2:HU", ["seen_twice WA1 @6 2 HU"]),
        (WATTEN, f"show 1 HU | say 1 better | say 0 accept | {ANNOUNCED} | play 1:EA 2:HU", []),
        (BAUERCHEN, "say 0 trump H | show 3 CA | play 0:CK 1:CQ 2:CA", ["seen_twice BA2 @6 2 CA"]),
        (BAUERCHEN, "say 0 trump H | play 0:SK | say 0 meld S | play 1:SQ?SA", []),  # only said
        (BAUERCHEN, "say 0 trump H | play 0:SK | say 0 meld S | play 1:SQ", ["false_meld BA11 @4 0 None"]),
    ],
)  # fmt: skip
def test_a_card_that_another_showed(name: str, lines: str, expected: list[str]) -> None:
    """It was misread, once or now; what is noticed about anything else does not matter here."""
    begun = {BOHEMIAN: "deal 0 | upcard S9", GRAS: "deal 0 | upcard S9", WATTEN: "deal 0", BAUERCHEN: "deal 3"}[name]
    assert told_by(name, f"{begun} | {lines}") == expected
