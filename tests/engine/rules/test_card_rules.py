"""The ladders of Bohemian Watten against a second implementation, written in the words of the rules."""

from collections.abc import Sequence
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Card
from engine.games.bohemian_watten.game import BohemianWatten
from engine.rules.card_rules import Rung, binding_rung, excluded_by, legal_cards
from engine.rules.house_rules import Rules
from tests.support.examples import examples
from tests.support.positions import positions

MACHINE = ["HK", "S7", "E7"]
RANKS = ["A", "K", "O", "U", "10", "9", "8", "7"]
NAMES = ["critical_suit", "critical_led", "overtake", "overtake_lifts", "overtake_when_trumped", "undertrump"]
HOUSES = {
    choice: BohemianWatten(Rules(BohemianWatten.book.switches, dict(zip(NAMES, choice, strict=True))))
    for choice in product(
        ["trump", "both"],
        ["trump", "printed_suit", "nothing"],
        [True, False],
        ["both", "suit"],
        [True, False],
        [True, False],
    )
}


def height(card: Card, trump: str) -> int:
    """How high a card stands among those that it can be compared with; trumps stand above all."""
    if str(card) in MACHINE:
        return 300 - MACHINE.index(str(card))
    return (200 if card.suit == trump else 100) - RANKS.index(card.rank)


def is_trump(card: Card, trump: str) -> bool:
    return str(card) in MACHINE or card.suit == trump


def winning(trick: Sequence[Card], trump: str) -> Card:
    best = trick[0]
    for card in trick[1:]:
        if is_trump(card, trump) and not is_trump(best, trump):
            best = card
        elif is_trump(card, trump) == is_trump(best, trump) and (is_trump(card, trump) or card.suit == trick[0].suit):
            best = max(best, card, key=lambda card: height(card, trump))
    return best


def beats(card: Card, other: Card, trump: str) -> bool:
    if is_trump(card, trump) != is_trump(other, trump):
        return is_trump(card, trump)
    return (is_trump(card, trump) or card.suit == other.suit) and height(card, trump) > height(other, trump)


def said_by_a_player(hand: Sequence[Card], trick: Sequence[Card], trump: str, house: BohemianWatten) -> set[Card]:
    """Section 1.6 and DECISIONS BW1–BW6, without sets or rungs."""
    if not trick:
        return set(hand)
    rules, led = house.rules, trick[0]
    best = winning(trick, trump)
    trump_led = led.suit == trump
    if str(led) in MACHINE:
        if rules["critical_led"] == "nothing":
            return set(hand)
        trump_led = trump_led or rules["critical_led"] == "trump"

    def follows(card: Card) -> bool:
        if trump_led:
            return is_trump(card, trump)
        return card.suit == led.suit and (rules["critical_suit"] == "both" or not is_trump(card, trump))

    overtrumping = rules["overtake"] or rules["overtake_lifts"] == "suit"
    following = {card for card in hand if follows(card)}
    if following:
        to_beat = best
        if rules["overtake_when_trumped"] and not trump_led:
            to_beat = max(
                (card for card in trick if follows(card) or card == led), key=lambda card: height(card, trump)
            )
        over = {card for card in following if beats(card, to_beat, trump)}
        return over if over and (overtrumping if trump_led else rules["overtake"]) else following
    trumps = {card for card in hand if is_trump(card, trump)}
    if not trumps or trump_led:
        return set(hand)
    over = {card for card in trumps if beats(card, best, trump)}
    if over and (overtrumping or not is_trump(best, trump)):
        return over
    return trumps if rules["undertrump"] or over or not is_trump(best, trump) else set(hand)


@settings(max_examples=examples(400))
@given(positions(5, trumps="ELHS"), st.sampled_from(list(HOUSES.values())))
def test_ladder_matches_the_rule_in_words(position: tuple[list[Card], list[Card], str], house: BohemianWatten) -> None:
    hand, trick, trump = position
    assert house.legal(hand, trick, trump) == said_by_a_player(hand, trick, trump, house)


@settings(max_examples=examples(200))
@given(positions(5, trumps="ELHS"), st.sampled_from(list(HOUSES.values())))
def test_play_is_legal_iff_no_excluded_card_is_held(
    position: tuple[list[Card], list[Card], str], house: BohemianWatten
) -> None:
    """A play is legal if and only if the hand has no card of what it denies."""
    hand, trick, trump = position
    for card in hand:
        legal = card in house.legal(hand, trick, trump)
        assert legal == (not house.excluded_cards(str(card), trick, trump) & set(hand))
        assert legal == (house.why_not(str(card), hand, trick, trump) is None)


def test_first_triggered_rung_binds() -> None:
    ladder = (Rung(0b0001, 0b0001, "a"), Rung(0b0110, 0b0111, "b"))
    assert binding_rung(ladder, 0b1000) is None
    assert legal_cards(ladder, 0b1000) == 0b1000
    assert legal_cards(ladder, 0b1110) == 0b0110
    assert legal_cards(ladder, 0b1111) == 0b0001
    assert [excluded_by(ladder, card) for card in (0b0001, 0b0010, 0b1000)] == [0, 0b0001, 0b0111]
