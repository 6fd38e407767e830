"""Watten's ranks and duties against a second implementation, written in the words of the rules."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import GERMAN_33, PACKS, Card, Pack
from engine.games.watten.game import Watten
from engine.rules.card_rules import excluded_by, legal_cards
from engine.rules.house_rules import Rules
from tests.support.examples import examples

rule = pytest.mark.rule
PACK = GERMAN_33
Position: TypeAlias = "tuple[list[Card], list[Card], str, dict[str, object]]"
"""Hand, cards lying, trump and house."""
HIGH_TO_LOW = {
    "german33": ["A", "K", "O", "U", "10", "9", "8", "7", "6"],
    "bavarian32": ["A", "K", "O", "U", "10", "9", "8", "7"],
    "french32": ["A", "K", "Q", "J", "10", "9", "8", "7"],
}
JOKERS = {"german33": ["HK", "S6", "E7"], "bavarian32": ["HK", "S7", "E7"], "french32": ["HK", "D7", "C7"]}


def ranks(**changes: object) -> Watten:
    return Watten(Rules(Watten.book.switches, changes))


HOUSES = [
    {},
    {"kritisch": True},
    {"kritisch": True, "wander": True},
    {"guate": True, "weli_always_trump": True},
    {"left_on_trump": True, "right_exempt": False},
    {"kritisch": True, "wander": True, "right_exempt": False, "weli_striker": "right_always"},
    {"kritisch": True, "weli_always_trump": True, "left_on_trump": True},
    {"guate": True, "weli_striker": "right_always", "left_on_trump": True},
]
HOUSES += [{**house, "pack": pack} for pack in ("bavarian32", "french32") for house in HOUSES]


def pack_of(house: dict[str, object]) -> Pack:
    return PACKS[str(house.get("pack", "german33"))]


# As a player would say it


class Player:
    def __init__(self, trump: str, house: dict[str, object]) -> None:
        self.suit, self.striker = trump.split()
        self.house = house
        self.pack = pack_of(house)
        self.high_to_low, self.jokers = HIGH_TO_LOW[self.pack.name], JOKERS[self.pack.name]

    def is_joker(self, card: Card) -> bool:
        return bool(self.house.get("kritisch")) and str(card) in self.jokers

    def in_suit(self, card: Card) -> bool:
        return card.suit == self.suit or (str(card) == "S6" and bool(self.house.get("weli_always_trump")))

    def is_right(self, card: Card) -> bool:
        always = str(card) == "S6" and self.house.get("weli_striker") == "right_always"
        return card.rank == self.striker and (self.in_suit(card) or always)

    def is_one_above_the_right(self, card: Card) -> bool:
        if not (self.house.get("wander") or self.house.get("guate")) or card.suit != self.suit or card.rank == "6":
            return False
        there_is_a_right = any(self.is_right(other) for other in self.pack.cards)
        up = {low: high for high, low in pairwise(self.high_to_low)} | {"A": "7"}
        return there_is_a_right and card.rank == up[self.striker]

    def height(self, card: Card, led: Card) -> int:
        low = 10 - self.high_to_low.index(card.rank)
        if self.is_joker(card):
            return 900 - self.jokers.index(str(card))
        if self.is_one_above_the_right(card):
            return 800
        if self.is_right(card):
            return 700
        if card.rank == self.striker:
            return 600
        if self.in_suit(card):
            return 500 + low
        return 100 + low if card.suit == led.suit else 0

    def winning(self, trick: Sequence[Card]) -> Card:
        heights = [self.height(card, trick[0]) for card in trick]
        return trick[heights.index(max(heights))]

    def may_play(self, hand: Sequence[Card], trick: Sequence[Card]) -> set[Card]:
        if not trick:
            return set(hand)
        led = trick[0]
        trump_is_led = self.is_right(led) or (self.in_suit(led) and not self.is_joker(led))
        if not trump_is_led or not any(self.must_be_given(card) for card in hand):
            return set(hand)
        return {card for card in hand if self.may_be_given(card)}

    def must_be_given(self, card: Card) -> bool:
        if self.is_joker(card):
            return False
        if self.is_right(card):
            return not self.house.get("right_exempt", True)
        return self.in_suit(card)

    def may_be_given(self, card: Card) -> bool:
        left = card.rank == self.striker and bool(self.house.get("left_on_trump"))
        return self.in_suit(card) or self.is_right(card) or self.is_joker(card) or left


@st.composite
def positions(draw: st.DrawFn) -> Position:
    house = draw(st.sampled_from(HOUSES))
    cards = draw(st.permutations(pack_of(house).cards))
    lying, trump = draw(st.integers(0, 3)), draw(st.sampled_from(ranks(**house).all_trumps))
    return cards[lying : lying + draw(st.integers(1, 5))], cards[:lying], trump, house


@rule("3.5", "DECISIONS WA3", "DECISIONS WA4", "DECISIONS WA7")
@settings(max_examples=examples(600))
@given(positions())
def test_taker_and_duty_match_the_rules_in_words(position: Position) -> None:
    hand, trick, trump, house = position
    asked, player, pack = ranks(**house), Player(trump, house), pack_of(house)
    ladder = asked.ladder(trick, trump)
    legal = legal_cards(ladder, pack.set(hand))
    assert set(pack.members(legal)) == player.may_play(hand, trick)
    if trick:
        assert asked.best(trick, trump) == player.winning(trick)
    for card in hand:  # a play is legal if and only if the hand has no card of what it denies
        bit = pack.bit(card)
        assert bool(bit & legal) == (not excluded_by(ladder, bit) & pack.set(hand))


# Written out


@rule("WA1", "DECISIONS E3")
@pytest.mark.parametrize("pack", ["bavarian32", "french32"])
def test_without_the_weli_there_are_32_trumps(pack: str) -> None:
    asked = ranks(pack=pack)
    assert len(asked.all_trumps) == 32
    assert not any(trump.endswith(" 6") for trump in asked.all_trumps)
    for weli in ({"weli_always_trump": True}, {"weli_striker": "right_always"}, {"weli_striker": "forbidden"}):
        other = ranks(pack=pack, **weli)
        assert all(asked.trumps(trump) == other.trumps(trump) for trump in asked.all_trumps), weli


@rule("DECISIONS WA6")
def test_switch_prevents_the_weli_as_striker() -> None:
    assert len(ranks().all_trumps) == 36
    assert "S 6" not in ranks(weli_striker="forbidden").all_trumps


@rule("DECISIONS WA5", "DECISIONS WA6")
@pytest.mark.parametrize("suit", PACK.suits)
@pytest.mark.parametrize("preset", ["preiswatten-tirol", "wirtshaus-11"])
def test_the_sentence_about_the_weli_as_striker_is_what_is_played(suit: str, preset: str) -> None:
    """The right is the striker of the trump suit, so a Weli that is always a trump is always the right."""
    rules = Watten.book.presets[preset].rules
    (switch,) = [switch for switch in rules.switches if switch.name == "weli_striker"]
    assert switch.in_words(rules["weli_striker"]).english.endswith("the right if it is a trump")
    is_trump = suit == "S" or rules.flag("weli_always_trump")
    assert Watten(rules).right(f"{suit} 6") == (Card("S", "6") if is_trump else None)


@pytest.mark.parametrize("trump", ["H", "H 5", "X 8", "", "8 H"])
def test_invalid_announcement_error_explains_the_reason(trump: str) -> None:
    with pytest.raises(ValueError, match="expected suit E L H S, then striker A K O U 10 9 8 7 6"):
        ranks().trumps(trump)


@pytest.mark.parametrize(("pack", "trump"), [("bavarian32", "H 6"), ("french32", "E U"), ("french32", "S U")])
def test_a_pack_has_no_trump_of_another_one(pack: str, trump: str) -> None:
    with pytest.raises(ValueError, match=f"got trump '{trump}', expected suit"):
        ranks(pack=pack).trumps(trump)


def test_an_empty_trick_has_no_best_card() -> None:
    with pytest.raises(ValueError, match="got an empty trick"):
        ranks().best((), "H 8")
