"""A deal in progress of each game. Bohemian Watten is for three (seat 0 deals, seat 1 is forehand), the others for four
(seat 3 deals, seat 0 is forehand).
"""

from engine import Finding, Table
from tests.support.records import play_record

OPENINGS = {
    "bohemian-watten": "deal 0 | upcard L9",  # events 1 and 2
    "gras": "deal 3 | upcard L9",
    "bauerchen": "deal 3 | say 0 trump H",
    "watten": "deal 3 | say 0 striker U | say 3 trump H",  # events 1 to 3
}


def play_in_deal(name: str, lines: str, rules: str = "") -> tuple[Table, list[Finding]]:
    bohemian = name == "bohemian-watten"
    return play_record(
        f"{OPENINGS[name]} | {lines}", rules, "0 1 2" if bohemian else "0 1 2 3", 0 if bohemian else 3, name
    )
