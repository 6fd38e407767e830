"""Cards shown: what they prove, and what they do not prove any more once the hand may have changed."""

import pytest

from tests.support.case_tables import CaseFile
from tests.support.records import finding_lines, play_record

rule = pytest.mark.rule

BOHEMIAN, GRAS, WATTEN, BAUERCHEN = "bohemian-watten", "gras", "watten", "bauerchen"
EXCHANGED = "exchange 1 0 | exchange 2 0 | exchange 3 0 | exchange 0 0"
EXCHANGED_GRAS = "exchange 1 0 | exchange 2 0 | exchange 3 0 | exchange 0 1"
H8_ON_L9 = "play 1:E8 2:E9 3:EO 0:EA >0 | play 0:L9 1:H8"  # seat 1 would have to lay LU
ANNOUNCED = "say 1 striker 9 | say 0 trump H"
E10_ON_H7 = "play 1:EA 2:HA 3:E8 0:E7 >2 | play 2:H7 3:H8 0:HK 1:E10"  # seat 1 would have to lay HU
cases = CaseFile(
    __file__,
    EXCHANGED=EXCHANGED,
    EXCHANGED_GRAS=EXCHANGED_GRAS,
    H8_ON_L9=H8_ON_L9,
    ANNOUNCED=ANNOUNCED,
    E10_ON_H7=E10_ON_H7,
)


def told_by(name: str, lines: str) -> list[str]:
    dealer = 3 if name == BAUERCHEN else 0
    return finding_lines(play_record(lines, seats="0 1 2 3", name=name, dealer=dealer)[1])


@rule("BW13", "BW19", "DECISIONS BW15", "GR4", "WA12")
@cases.table
def test_shown_before_the_first_card(name: str, lines: str, proved: bool) -> None:
    begun = {BOHEMIAN: "deal 0 | upcard S9", GRAS: "deal 0 | upcard S9", WATTEN: "deal 0", BAUERCHEN: "deal 3"}[name]
    findings = told_by(name, f"{begun} | {lines}")
    assert any(one.startswith("revoke ") for one in findings) == proved


@cases.table
def test_no_revoke_if_a_player_rejoins_after_a_card_was_shown(name: str, lines: str) -> None:
    assert all("revoke" not in one for one in told_by(name, lines))


@rule("BW20", "DECISIONS BW15")
def test_announcement_after_a_shown_card_counts() -> None:
    """The upcard, which the dealer takes after seat 1 has shown a card, convicts him. Leaves are trumps."""
    lines = f"deal 0 | upcard LU | {EXCHANGED} | show 1 EK | take 0 LU upcard | play 1:L9 2:LA 3:L8 0:H8"
    assert told_by(BOHEMIAN, lines) == ["revoke 1.6 (2) @12 0 H8"]


@rule("BW2", "BA2", "WA1", "GR2")
@cases.table
def test_a_card_that_another_showed(name: str, lines: str, expected: list[str]) -> None:
    """It was misread, once or now; what is noticed about anything else does not matter here."""
    begun = {BOHEMIAN: "deal 0 | upcard S9", GRAS: "deal 0 | upcard S9", WATTEN: "deal 0", BAUERCHEN: "deal 3"}[name]
    assert told_by(name, f"{begun} | {lines}") == expected
