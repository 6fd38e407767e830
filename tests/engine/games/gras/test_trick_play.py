"""Gras: pack, ranks, which card takes, and what may be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import BAVARIAN_32, Card
from engine.tricks import Trick
from tests.support.examples import examples
from tests.support.gras_tables import FOUR, gras, same

if TYPE_CHECKING:
    from collections.abc import Sequence


rule = pytest.mark.rule

# Pack, ranks and trumps


@rule("GR1")
def test_two_to_four_play_from_twenty() -> None:
    assert gras().players == (2, 3, 4)
    assert gras().start(FOUR) == dict.fromkeys(FOUR, 20)
    assert len(gras().pack) == 32


@rule("GR2", "DECISIONS GRA2")
@pytest.mark.parametrize(
    ("trump", "expected"), [("L", "HK S7 E7 LA LK LO LU L10 L9 L8 L7"), ("H", "HK S7 E7 HA HO HU H10 H9 H8 H7")]
)
def test_the_three_critical_cards_are_the_highest(trump: str, expected: str) -> None:
    assert " ".join(map(str, gras().trumps(trump))) == expected


@rule("GR6")
@pytest.mark.parametrize(
    ("trick", "trump", "best"),
    [
        pytest.param("L9 LK L10 LA", "E", "LA", id="highest of the suit led"),
        pytest.param("L9 SA HA LK", "E", "LK", id="other suits take nothing", marks=rule("DECISIONS GRA7")),
        pytest.param("LA E8 LK EU", "E", "EU", id="highest trump"),
        pytest.param("E7 S7 HK", "L", "HK", id="Max over Belli over Spitz", marks=rule("GR2")),
    ],
)
def test_the_highest_card_takes(trick: str, trump: str, best: str) -> None:
    assert str(gras().best(trick, trump)) == best
    laid = Trick.of(gras().cards(trick), leader=1, seats=FOUR)
    assert gras().taker(laid, trump) == (1 + trick.split().index(best)) % 4


# What may be played

LEGAL = [
    pytest.param("LK H7 S7", "", "E", "LK H7 S7", id="the lead is free"),
    pytest.param("LA L7 HA", "LK", "E", "LA", id="higher of the suit"),
    pytest.param("LA E8 L7", "LK", "E", "LA E8", id="Sau or trump, both beat"),
    pytest.param("L7 E8", "LK", "E", "E8", id="trump before following: the reverse of Bohemian Watten"),
    pytest.param("L7 LU HA", "LK", "E", "L7 LU", id="cannot beat: follow"),
    pytest.param("LA L7 HA", "L9 E8", "E", "LA L7", id="trumped: follow"),
    pytest.param("LA EA", "L9 E8", "E", "EA", id="trumped: overtrump although the suit is held"),
    pytest.param("E8 SK", "LK E9", "E", "E8 SK", id="undertrumping is never forced"),
    pytest.param("HA SK", "LK", "E", "HA SK", id="plain cards of other suits are not higher"),
    pytest.param("EA E8 LA", "E9", "E", "EA", id="trump led: beat"),
    pytest.param("E8 LA S9", "E9", "E", "E8", id="trump led: follow below"),
    pytest.param("E8 SA S9", "S7", "E", "E8", id="Critical led: it is a trump"),
    pytest.param("SA S9", "S7", "E", "SA S9", id="Critical led, no trumps: bells are not demanded"),
    pytest.param("HK H7 LA", "H9", "E", "HK", id="a Critical beats"),
    pytest.param("HK H7 LA", "H9 S7", "E", "HK", id="a higher Critical beats a lower"),
    pytest.param("S7 H7 LA", "H9 HK", "E", "H7", id="nothing beats Max: follow"),
]


@rule("GR5", "DECISIONS GRA1", "DECISIONS GRA7")
@pytest.mark.parametrize(("hand", "trick", "trump", "legal"), LEGAL)
def test_legal_cards_follow_from_the_ladder(hand: str, trick: str, trump: str, legal: str) -> None:
    assert same(gras().legal(hand, trick, trump), legal)


def height(laid: Card, led: Card, trump: str) -> int:
    """How high a card stands in a trick; 0 takes nothing."""
    order = ["HK", "S7", "E7", *(trump + rank for rank in BAVARIAN_32.ranks)]
    if str(laid) in order:
        return 200 - order.index(str(laid))
    return 100 - BAVARIAN_32.ranks.index(laid.rank) if laid.suit == led.suit else 0


def said_by_a_player(hand: Sequence[Card], trick: Sequence[Card], trump: str) -> set[Card]:
    """GR5 without sets or rungs."""
    if not trick:
        return set(hand)
    led = trick[0]
    higher = {held for held in hand if height(held, led, trump) > max(height(lying, led, trump) for lying in trick)}
    trump_led = height(led, led, trump) > 150
    same_suit = {
        held
        for held in hand
        if (height(held, led, trump) > 150 if trump_led else held.suit == led.suit and height(held, led, trump) <= 150)
    }
    return higher or same_suit or set(hand)


@st.composite
def positions(draw: st.DrawFn) -> tuple[list[Card], list[Card], str]:
    cards = draw(st.permutations(BAVARIAN_32.cards))
    lying = draw(st.integers(0, 3))
    return cards[lying : lying + draw(st.integers(1, 6))], cards[:lying], draw(st.sampled_from("ELHS"))


@rule("GR5")
@settings(max_examples=examples(400))
@given(positions())
def test_ladder_matches_the_rule_in_words(position: tuple[list[Card], list[Card], str]) -> None:
    hand, trick, trump = position
    legal = gras().legal(hand, trick, trump)
    assert legal == said_by_a_player(hand, trick, trump)
    for held in hand:
        assert (held in legal) == (not gras().excluded_cards(str(held), trick, trump) & set(hand))


@rule("GR5")
@pytest.mark.parametrize(
    ("laid", "hand", "trick", "rung", "rule_id", "withheld"),
    [
        ("L7", "L7 E8", "L9", "overtake", "GR5 (1)", "E8"),
        ("H7", "H7 L7", "L9", "follow", "GR5 (2)", "L7"),
        ("E8", "E8 L7", "LK E9", "follow", "GR5 (2)", "L7"),
    ],
)
def test_why_not_names_the_broken_duty(
    laid: str, hand: str, trick: str, rung: str, rule_id: str, withheld: str
) -> None:
    breach = gras().why_not(laid, hand, trick, "E")
    assert breach is not None
    assert (breach.rung, breach.rule) == (rung, rule_id)
    assert same(breach.withheld, withheld)
    assert gras().why_not("E8", "E8 SK", "LK E9", "E") is None
