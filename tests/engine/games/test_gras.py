"""Gras: what may be played, the upcard and the exchange, points of a deal and the end of a game."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings

from engine.cards import BAVARIAN_32, Card
from engine.events import CardLaid, CardTaken, Exchanged, Ruled, TricksEntered, UpcardTurned
from engine.rules.findings import Kind
from tests.support.examples import examples
from tests.support.gras_tables import FOUR, UP, card, gras, table
from tests.support.positions import positions

rule = pytest.mark.rule

# Pack, ranks and trumps


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


@rule("GR5")
@settings(max_examples=examples(400))
@given(positions(6, trumps="ELHS"))
def test_ladder_matches_the_rule_in_words(position: tuple[list[Card], list[Card], str]) -> None:
    hand, trick, trump = position
    legal = gras().legal(hand, trick, trump)
    assert legal == said_by_a_player(hand, trick, trump)
    for held in hand:
        assert (held in legal) == (not gras().excluded_cards(str(held), trick, trump) & set(hand))


EXCHANGE = [
    pytest.param(True, 4, 2, 3, id="the dealer draws one fewer", marks=rule("DECISIONS GRA3")),
    pytest.param(True, 4, 0, 1, id="the dealer puts one away from an empty stock", marks=rule("DECISIONS GRA3")),
    pytest.param(False, 4, 1, 1, id="what is left"),
]


@rule("GR4")
@pytest.mark.parametrize(("is_dealer", "players", "stock", "limit"), EXCHANGE)
def test_exchange_limit_depends_on_seat_and_stock(is_dealer: bool, players: int, stock: int, limit: int) -> None:
    assert gras().exchange_limit(is_dealer=is_dealer, players=players, stock=stock) == limit


@rule("GR4", "DECISIONS GRA3")
def test_overdrawn_cards_are_missing_in_the_stock() -> None:
    exchanges = [Exchanged(1, 3), Exchanged(2, 3), Exchanged(3, 5), Exchanged(0, 3)]
    _, findings = table(UP, *exchanges, seats=FOUR)
    assert [(finding.rule, finding.seat, finding.limit) for finding in findings] == [
        ("GR4", 3, 3), ("DECISIONS GRA3", 0, 1),
    ]  # fmt: skip


@rule("GR3")
def test_the_dealer_may_take_up_his_card_once() -> None:
    exchanges, taken = [Exchanged(1, 0), Exchanged(2, 0), Exchanged(0, 1)], CardTaken(0, card("LU"), "upcard")
    for events, options in ((exchanges[:2], ()), (exchanges, (taken,)), ([*exchanges, taken], ())):
        reported, findings = table(UP, *events)
        assert findings == []
        assert tuple(one for one in gras().options(reported.current_deal) if isinstance(one, CardTaken)) == options


@rule("DECISIONS GRA3")
def test_a_dealer_who_puts_no_card_away_holds_six() -> None:
    _, (finding,) = table(UP, Exchanged(1, 0), Exchanged(2, 0), Exchanged(0, 0))
    assert (finding.kind, finding.seat, finding.count, finding.limit) == (Kind.WRONG_HAND, 0, 6, 5)


@rule("GR2", "GR3")
def test_an_upcard_of_another_pack_is_in_no_hand() -> None:
    reported, findings = table(UpcardTurned(Card("S", "6")), Ruled(2, "stands"))
    assert [finding.kind for finding in findings] == [Kind.FOREIGN_CARD]
    assert (reported.trump, reported.current_deal.upcard) == (None, Card("S", "6"))
    assert gras().known_holdings(reported.current_deal) == ()
    upcard, _ = table(UpcardTurned(card("LU")))
    (holding,) = gras().known_holdings(upcard.current_deal)
    assert (holding.seat, holding.cards, holding.at_least) == (upcard.current_deal.dealer, (card("LU"),), 0)


@rule("GR9")
@pytest.mark.parametrize(
    ("rules", "change"),
    [({}, -5), ({"revoke_penalty": "no_trick"}, 5), ({"revoke_penalty": "house", "revoke_points": 7}, 2)],
)
def test_a_penalty_is_the_house_s_and_only_if_it_is_counted(rules: dict[str, object], change: int) -> None:
    reported, _ = table(UP, CardLaid(1, card("L9")), CardLaid(0, card("L8")), **rules)
    assert [finding.kind for finding in reported.findings] == [Kind.OUT_OF_TURN]
    reported.observe(TricksEntered(((0, 5), (1, 0), (2, 0)), "L"))
    assert reported.tallies == {0: 15, 1: 25, 2: 25}
    reported.observe(Ruled(4, "counted"))
    assert reported.tallies == {0: 20 + change, 1: 25, 2: 25}
