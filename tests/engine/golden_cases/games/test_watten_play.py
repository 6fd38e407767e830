"""Watten: which card takes, what may be laid, whose turn it is; reasoned from the rule book before any code was read.

`H 9` means hearts as trumps and striker 9: H9 is the right, E9, L9 and S9 are the lefts. Four play, seat 0 deals and
seat 1 is forehand.
"""

import pytest

from tests.support.case_tables import CaseFile
from tests.support.records import finding_lines, game_by, play_record

rule = pytest.mark.rule
case = pytest.param

ANNOUNCED = "deal 0 | say 1 striker 9 | say 0 trump H"  # events 1 to 3: the play begins with 4
cases = CaseFile(__file__)


ALL = "all"


@rule("3.1", "3.5", "3.8", "3.9", "3.10")
@rule("DECISIONS WA2", "DECISIONS WA3", "DECISIONS WA4", "DECISIONS WA5", "DECISIONS WA6", "DECISIONS WA7")
@cases.table
def test_legal_cards_follow_from_the_ladder(rules: str, trump: str, lying: str, hand: str, legal: str) -> None:
    watten = game_by("watten", rules)
    held = watten.cards(hand)
    expected = frozenset(held if legal == ALL else watten.cards(legal))
    assert watten.legal(hand, lying, trump) == expected
    for card in held:
        breach = watten.why_not(card, hand, lying, trump)
        assert (breach is None) == (card in expected)
        if breach is not None:
            assert (breach.rule, frozenset(breach.withheld)) == ("3.5", expected)


@rule("3.5", "WA1", "WA3", "WA6", "WA9", "WA11", "DECISIONS WA1", "DECISIONS WA3", "DECISIONS WA4", "DECISIONS WA5")
@rule("DECISIONS WA7")
@cases.table
def test_plays_against_a_duty_become_findings(
    lines: str, rules: str, expected: list[str], still_open: list[int]
) -> None:
    table, findings = play_record(f"{ANNOUNCED} | {lines}", rules, "0 1 2 3", name="watten")
    assert finding_lines(findings) == expected
    assert table.open_plays() == tuple(still_open)
    assert set(table.tallies.values()) == {0}  # nothing is ever applied by itself


@rule("3.5", "WA11")
@pytest.mark.parametrize(
    ("lines", "phase", "turn"),
    [
        case("", "play", 1, id="the-striker-caller-leads"),
        case("play 1:EA", "play", 2, id="clockwise"),
        case("play 1:EA 2:E8 3:H7 0:EK", "play", 3, id="full-trick"),
        case("play 1:EA 2:E8 3:H7 0:EK >3", "play", 3, id="the-taker-leads"),
        case("play 1:EA 2:E8 3:E7 0:EK >1 | play 1:LA 2:L8 3:L7 0:LK >1", "play", 1, id="two-tricks-go-on"),
        case(
            "play 1:EA 2:E8 3:E7 0:EK >1 | play 1:LA 2:L8 3:L7 0:LK >1 | play 1:SA 2:S8 3:S7 0:SK", "scored", None,
            id="third-trick-of-one-seat-ends-it",
        ),
        case(
            "play 1:EA 2:E8 3:H7 0:EK >3 | play 3:LA 0:L8 1:L7 2:LK >3 | play 3:SU 0:S8 1:SA 2:SK", "scored", None,
            id="WA3-third-trick-of-a-side-ends-it",
        ),
        case(
            "play 1:EA 2:E8 3:E7 0:EK >1 | play 1:L7 2:LA 3:L8 0:LK >2 | play 2:SA 3:S8 0:S7 1:SK >2", "play", 2,
            id="two-to-one-goes-on",
        ),
    ],
)  # fmt: skip
def test_turn_passes_clockwise_and_to_the_taker(lines: str, phase: str, turn: int | None) -> None:
    table, findings = play_record(" | ".join(filter(None, (ANNOUNCED, lines))), "", "0 1 2 3", name="watten")
    assert (table.phase, table.turn, findings) == (phase, turn, [])
