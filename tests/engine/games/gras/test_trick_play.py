"""Gras: pack, ranks, which card takes, and what may be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import BAVARIAN_32, Card
from tests.support.examples import examples
from tests.support.gras_tables import FOUR, gras

if TYPE_CHECKING:
    from collections.abc import Sequence


rule = pytest.mark.rule

# Pack, ranks and trumps


@rule("GR1")
def test_two_to_four_play_from_twenty() -> None:
    assert gras().players == (2, 3, 4)
    assert gras().start(FOUR) == dict.fromkeys(FOUR, 20)
    assert len(gras().pack) == 32


# What may be played


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
