"""Watten for tables of cases: four at 0 to 3, dealer 0, forehand 1, trumps H with striker U."""

import re
from functools import partial

from engine import Finding, Table
from engine.games.watten.game import Watten
from engine.rules.deal import Deal
from tests.support.records import game_of, play_record

ANNOUNCED = "deal 0 | say 1 striker U | say 0 trump H"
"""Positions 1 to 3."""
TRICKS = "play 1:EA 2:E9 3:E8 0:EK >1 | play 1:LA 2:L9 3:L8 0:LK >1"
"""Two for side 1 3; positions 4 to 13."""
THIRD = "play 1:SA 2:S9 3:S8 0:SK >1"
ROUND = f"{ANNOUNCED} | {TRICKS} | {THIRD}"
"""Side 1 3 wins it."""
LAST_TRICK = f"{ANNOUNCED} | {TRICKS} | play 1:E7 2:EO 3:E10 0:LO >2 | play 2:SA 3:S8 0:SK 1:S7 >2"
"""Two tricks each; positions 1 to 23, seat 2 leads his last card."""


watten = partial(game_of, Watten)


def run(lines: str, rules: str = "", seats: str = "0 1 2 3") -> tuple[Table, list[Finding]]:
    """Numbers need not be quoted."""
    return play_record(re.sub(r"(say \d \w+) (\d+)", r'\1 "\2"', lines), rules, seats, name="watten")


def standing_at(tallies: tuple[int, int], lines: str, rules: str = "") -> tuple[Table, list[Finding]]:
    """Rounds of three and of two bring both sides there; then seat 0 deals again, and *lines* follow."""
    worth = [[3] * (tally % 2) + [2] * ((tally - tally % 2 * 3) // 2) for tally in tallies]
    rounds = [(side, points) for side, won in enumerate(worth) for points in won]
    before = [
        f"deal {(number - len(rounds)) % 4} | tricks {side}:3" + (f" | say {side} bid 3" if points == 3 else "")
        for number, (side, points) in enumerate(rounds)
    ]
    return play_record(" | ".join([*before, lines]), rules, "0 1 2 3", -len(rounds) % 4, "watten")


def in_game(table: Table) -> Watten:
    assert isinstance(table.game, Watten)
    return table.game


def deal_of(table: Table) -> Deal:
    assert table.deal is not None
    return table.deal


def finding_texts(findings: list[Finding]) -> list[str]:
    """Returns findings as `kind rule @event seat`."""
    return [f"{one.kind} {one.rule} @{one.position} {one.seat}" for one in findings]
