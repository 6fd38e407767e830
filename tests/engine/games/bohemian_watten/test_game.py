"""Bohemian Watten, rule by rule: cards and tricks, and the cards that a hand is known to hold."""

import pytest

from engine.cards import Card, UnknownCard
from engine.games.bohemian_watten.game import BohemianWatten
from engine.rules.deal import Deal
from engine.rules.house_rules import Rules
from tests.support.case_tables import CaseFile
from tests.support.records import finding_lines, play_record

rule = pytest.mark.rule
FOUR, THREE = (0, 1, 2, 3), (0, 1, 2)


def watten(**rules: object) -> BohemianWatten:
    return BohemianWatten(Rules(BohemianWatten.book.switches, rules))


# Pack and ranks


@rule("BW1")
def test_two_to_four_players_score_separately() -> None:
    assert watten().players == (2, 3, 4)
    assert watten().start(THREE) == {0: 20, 1: 20, 2: 20}


@rule("BW2", "BW3")
def test_the_pack_has_32_cards_in_four_suits_without_sixes() -> None:
    pack = watten().pack
    assert len(pack) == 32
    assert pack.suits == ("E", "L", "H", "S")
    with pytest.raises(UnknownCard, match="got card 'S6', expected one of bavarian32"):
        pack.card("S6")


# What may be played (section 1.6)


@pytest.mark.parametrize("question", ["legal", "best", "trumps"])
def test_an_unknown_trump_is_an_error_that_lists_the_suits(question: str) -> None:
    ask = {
        "legal": lambda: watten().legal("LA", "LK", "X"),
        "best": lambda: watten().best("LK", "X"),
        "trumps": lambda: watten().trumps("X"),
    }[question]
    with pytest.raises(ValueError, match="got trump 'X', expected a suit: E L H S"):
        ask()


@rule("DECISIONS BW20")
def test_the_criticals_have_their_names_from_both_texts() -> None:
    assert watten().trumps("L")[:3] == (Card("H", "K"), Card("S", "7"), Card("E", "7"))


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


# What the referee is told


def in_deal(lines: str, rules: str = "") -> tuple[BohemianWatten, Deal]:
    """The second deal of the game, so that one may fold; its events begin with 3."""
    before = "deal 3 | tricks 0:2 1:1 2:1 3:1 trump L | deal 0"
    table, findings = play_record(f"{before} | {lines}", rules, "0 1 2 3", dealer=3)
    assert findings == []
    return table.current_game, table.current_deal  # type: ignore[return-value]


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
