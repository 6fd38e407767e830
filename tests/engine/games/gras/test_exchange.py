"""Gras: the upcard, the exchange and its limits, and what is noticed before and during play."""

from __future__ import annotations

import pytest

from engine.cards import Card
from engine.events import (
    CardTaken,
    Exchanged,
    Ruled,
    UpcardTurned,
)
from engine.rules.findings import Kind
from engine.simulation.evening import simulation
from engine.state.table import Table
from tests.support.gras_tables import FOUR, UP, card, gras, table

rule = pytest.mark.rule


@rule("GR3", "DECISIONS GRA4")
def test_the_dealers_fourth_card_is_trump_and_his() -> None:
    told, findings = table(UpcardTurned(card("LU")))
    assert findings == []
    assert (told.trump, told.step.phase, told.turn) == ("L", "exchange", 1)
    assert Table.from_journal(told.journal[:2]).step == ("upcard", (0,))
    again = told.observe(UpcardTurned(card("EA")))
    assert [(finding.kind, finding.rule) for finding in again] == [(Kind.UPCARD_TURNED_TWICE, "GR3")]


@rule("GR3")
def test_simulated_dealers_turn_their_fourth_card_and_everybody_plays_five() -> None:
    for players in (2, 3, 4):
        simulated = simulation("gras", players, seed=players)
        simulated.play_deal()
        assert simulated.deal.upcard is not None
        assert all(len(hand) == 5 for hand in simulated.hands_dealt.values())
        assert len({held for hand in simulated.hands_dealt.values() for held in hand}) == 5 * players


EXCHANGE = [
    pytest.param(False, 4, 11, 3, id="three"),
    pytest.param(False, 3, 16, 3, id="three of three players"),
    pytest.param(False, 2, 21, 4, id="four if fewer than three play"),
    pytest.param(True, 4, 2, 3, id="the dealer draws one fewer", marks=rule("DECISIONS GRA3")),
    pytest.param(True, 4, 0, 1, id="the dealer puts one away from an empty stock", marks=rule("DECISIONS GRA3")),
    pytest.param(False, 4, 1, 1, id="what is left"),
]


@rule("GR4")
@pytest.mark.parametrize(("is_dealer", "players", "stock", "limit"), EXCHANGE)
def test_exchange_limit_depends_on_seat_and_stock(is_dealer: bool, players: int, stock: int, limit: int) -> None:
    assert gras().exchange_limit(is_dealer=is_dealer, players=players, stock=stock) == limit


@rule("GR4")
def test_exchanging_goes_round_from_forehand_and_the_dealer_is_last() -> None:
    told, findings = table(UpcardTurned(card("LU")), Exchanged(1, 3), Exchanged(2, 0))
    assert findings == []
    assert told.step == ("exchange", (0,))
    assert told.game is not None
    assert told.deal is not None
    assert told.game.options(told.deal) == (Exchanged(0, 1), Exchanged(0, 2), Exchanged(0, 3))
    assert told.observe(Exchanged(0, 3)) == []
    assert told.step == ("play", (1,))
    assert told.game.options(told.deal) == (CardTaken(0, card("LU"), "upcard"),)


@rule("GR4", "DECISIONS GRA3")
def test_overdrawn_cards_are_missing_in_the_stock() -> None:
    exchanges = [Exchanged(1, 3), Exchanged(2, 3), Exchanged(3, 5), Exchanged(0, 3)]
    _, findings = table(UP, *exchanges, seats=FOUR)
    assert [(finding.rule, finding.seat, finding.limit) for finding in findings] == [
        ("GR4", 3, 3), ("DECISIONS GRA3", 0, 1),
    ]  # fmt: skip


@rule("GR2", "GR3")
def test_an_upcard_of_another_pack_is_in_no_hand() -> None:
    told, findings = table(UpcardTurned(Card("S", "6")), Ruled(2, "stands"))
    assert [finding.kind for finding in findings] == [Kind.FOREIGN_CARD]
    assert (told.trump, told.current_deal.upcard) == (None, Card("S", "6"))
    assert gras().known_holdings(told.current_deal) == ()
    upcard, _ = table(UpcardTurned(card("LU")))
    (holding,) = gras().known_holdings(upcard.current_deal)
    assert (holding.seat, holding.cards, holding.at_least) == (upcard.current_deal.dealer, (card("LU"),), 0)
