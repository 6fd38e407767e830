"""Bohemian Watten: where everybody knows a card to be, and who therefore cannot lay it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.case_tables import CaseFile
from tests.support.records import finding_lines, play_record

if TYPE_CHECKING:
    from engine.games.bohemian_watten.game import BohemianWatten
    from engine.rules.deal import Deal

rule = pytest.mark.rule

RESHUFFLE = "stock_shortage=reshuffle"
"""Cards put away may be drawn by another hand."""
NEXT, ASK = "upcard_critical=turn_next", "upcard_critical=dealer_may_take"
ALL = "exchange 1 0 | exchange 2 0 | exchange 0 0"
OTHERS = "exchange 1 0 | exchange 2 0"
cases = CaseFile(__file__, RESHUFFLE=RESHUFFLE, NEXT=NEXT, ASK=ASK, ALL=ALL, OTHERS=OTHERS)
CUT = "take 2 HK cut | upcard S9"


def noticed(lines: str, rules: str = "") -> list[str]:
    """Returns what is noticed of a deal of seat 0 to seats 0 to 2."""
    return finding_lines(play_record(f"deal 0 | {lines}", rules)[1])


@rule("BW14", "BW20")
@cases.table
def test_only_the_dealer_can_lay_the_upcard(lines: str, expected: list[str]) -> None:
    assert noticed(f"upcard S9 | {lines}") == expected
    assert noticed(f"upcard S9 | {lines}", RESHUFFLE) == expected


@rule("BW10", "DECISIONS BW9", "DECISIONS BW15")
@pytest.mark.parametrize(
    ("rules", "lines", "expected"),
    [
        pytest.param("", f"{ALL} | play 1:HK", ["seen_twice BW2 @7 1 HK"], id="he put nothing away"),
        pytest.param("", f"{ALL} | play 1:L9 2:HK", [], id="he lays it"),
        pytest.param(RESHUFFLE, f"{ALL} | play 1:HK", [], id="a stock that is shuffled again"),
    ],
)
def test_a_critical_taken_at_the_cut_is_in_that_hand(rules: str, lines: str, expected: list[str]) -> None:
    assert noticed(f"{CUT} | {lines}", rules) == expected


@rule("DECISIONS BW3")
def test_a_critical_turned_before_the_upcard_is_in_no_hand() -> None:
    _, findings = play_record(f"deal 0 | upcard HK | upcard S9 | {ALL} | play 1:L9 2:L10 0:HK", NEXT)
    assert finding_lines(findings) == ["seen_twice BW2 @9 0 HK"]
    (evidence,) = findings[0].evidence
    assert (evidence.position, evidence.seat, str(evidence.card)) == (2, None, "HK")


# What the referee is told


def in_deal(lines: str, rules: str = "") -> tuple[BohemianWatten, Deal]:
    """The second deal of the game, so that one may fold; its events begin with 3."""
    before = "deal 3 | tricks 0:2 1:1 2:1 3:1 trump L | deal 0"
    table, findings = play_record(f"{before} | {lines}", rules, "0 1 2 3", dealer=3)
    assert findings == []
    assert table.game is not None
    assert table.deal is not None
    return table.game, table.deal  # type: ignore[return-value]


CUT_3 = "take 3 HK cut | upcard S9"
FOLDED = f"{CUT_3} | say 1 play | say 2 play | say 3 fold"
TWO_CUT = "take 3 HK cut | take 0 S7 cut"
THREE_CUT = f"{TWO_CUT} | take 3 E7 cut"
OF_FOUR = "exchange 1 3 | exchange 2 0 | exchange 3 0"


@rule("BW10", "BW20", "DECISIONS BW3", "DECISIONS BW9", "DECISIONS BW15")
@cases.table
def test_cards_known_to_have_gone_to_a_hand(rules: str, lines: str, expected: list[str]) -> None:
    """The seat, the cards, and how many of them are still there."""
    game, deal = in_deal(lines, rules)
    held = sorted(game.known_holdings(deal), key=lambda one: (one.seat, one.position))
    assert [
        f"{one.seat} {' '.join(map(str, one.cards))} {one.at_least}{'' if one.was_observed else ', not seen'}"
        for one in held
    ] == expected


@rule("BW14", "BW16", "DECISIONS BW3", "DECISIONS BW9")
@cases.table
def test_cards_known_to_be_in_no_hand(rules: str, lines: str, expected: str) -> None:
    game, deal = in_deal(lines, rules)
    assert " ".join(map(str, game.out_of_play(deal))) == expected
