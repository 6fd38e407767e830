"""Bohemian Watten, rule by rule, through the public questions of the game: cards and tricks."""

from __future__ import annotations

import pytest

from engine.cards import Card, UnknownCard
from engine.games.bohemian_watten.game import BohemianWatten
from engine.rules.house_rules import Rules

rule = pytest.mark.rule
FOUR, THREE = (0, 1, 2, 3), (0, 1, 2)


def watten(**rules: object) -> BohemianWatten:
    return BohemianWatten(Rules(BohemianWatten.book.switches, rules))


def texts(cards: object) -> str:
    return " ".join(sorted(map(str, cards)))  # type: ignore[call-overload]


def same(cards: object, expected: str) -> bool:
    return texts(cards) == " ".join(sorted(expected.split()))


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


@rule("BW4", "BW5", "BW6")
@pytest.mark.parametrize(
    ("trump", "expected"),
    [
        ("E", "HK S7 E7 EA EK EO EU E10 E9 E8"),
        ("L", "HK S7 E7 LA LK LO LU L10 L9 L8 L7"),
        ("H", "HK S7 E7 HA HO HU H10 H9 H8 H7"),
        ("S", "HK S7 E7 SA SK SO SU S10 S9 S8"),
    ],
)
def test_trumps_are_the_machine_and_the_suit_by_rank(trump: str, expected: str) -> None:
    assert " ".join(map(str, watten().trumps(trump))) == expected


# What may be played (section 1.6)


@rule("1.6")
@pytest.mark.parametrize(
    ("card", "expected"), [("L9", "LA LK LO LU"), ("H8", "LA LK LO LU L10 L9 L8 L7 HK S7 E7 EA EK EO EU E10 E9 E8")]
)
def test_cards_excluded_by_a_play(card: str, expected: str) -> None:
    """What a legal play denies."""
    assert same(watten().excluded_cards(card, "L10", "E"), expected)


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
