"""Gras: the upcard, the exchange and its limits, and what is noticed before and during play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.cards import Card
from engine.events import (
    Announced,
    CardLaid,
    CardTaken,
    Exchanged,
    Ruled,
    TrickGathered,
    TricksEntered,
    UpcardTurned,
)
from engine.rules.findings import Kind
from engine.simulation.evening import simulation
from engine.state.table import Table
from tests.support.gras_tables import FOUR, UP, card, gras, table

if TYPE_CHECKING:
    from engine.events import Event

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
def test_a_critical_turned_makes_its_printed_suit_trump() -> None:
    assert table(UpcardTurned(card("HK")))[0].trump == "H"


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


@rule("GR4", "DECISIONS GRA3")
@pytest.mark.parametrize(("players", "stock"), [(4, 11), (3, 16), (2, 21)])
def test_stock_is_large_enough_for_all_exchanges(players: int, stock: int) -> None:
    assert gras().stock_size(players) == stock
    limit = gras().exchange_limit(is_dealer=False, players=players, stock=stock)
    assert players * limit - 1 <= stock


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


FAULTS = [
    pytest.param([UP, Exchanged(1, 4)], Kind.TOO_MANY_EXCHANGED, "GR4", id="four of three players"),
    pytest.param([UP, Exchanged(2, 1)], Kind.CALL_OUT_OF_TURN, "GR4", id="exchange before forehand"),
    pytest.param([UP, Exchanged(1, 1), Exchanged(1, 1)], Kind.EXCHANGED_TWICE, "GR4", id="twice"),
    pytest.param(
        [UP, Exchanged(1, 0), Exchanged(2, 0), Exchanged(0, 0)],
        Kind.WRONG_HAND,
        "DECISIONS GRA3",
        id="the dealer keeps six",
    ),
    pytest.param([UP, CardTaken(1, card("LU"), "upcard")], Kind.WRONG_UPCARD_TAKER, "GR3", id="not his upcard"),
    pytest.param([UP, CardTaken(0, card("EA"), "upcard")], Kind.OTHER_UPCARD, "GR3", id="another card"),
    pytest.param([CardTaken(2, card("HK"), "cut")], Kind.CUT_CARD_NOT_ALLOWED, "GR9", id="no schlecking"),
    pytest.param([UP, Announced(1, "fold")], Kind.UNKNOWN_CALL, "GR9", id="no folding"),
    pytest.param([UP, CardLaid(1, card("LU"))], Kind.SEEN_TWICE, "GR2", id="only the dealer can have it"),
    pytest.param([UP, CardLaid(2, card("EA"))], Kind.OUT_OF_TURN, "GR5", id="out of turn"),
    pytest.param([TricksEntered(((0, 3), (1, 3)), "H")], Kind.WRONG_COUNT, "GR6", id="six tricks"),
]


@rule("GR3", "GR4", "GR6", "GR9", "DECISIONS GRA3", "DECISIONS GRA8")
@pytest.mark.parametrize(("events", "kind", "rule_id"), FAULTS)
def test_findings_about_exchanges(events: list[Event], kind: Kind, rule_id: str) -> None:
    _, findings = table(*events)
    assert [(finding.kind, finding.rule) for finding in findings] == [(kind, rule_id)]
    assert rule_id in gras().book.reasons


@rule("GR4", "DECISIONS GRA3")
def test_overdrawn_cards_are_missing_in_the_stock() -> None:
    exchanges = [Exchanged(1, 3), Exchanged(2, 3), Exchanged(3, 5), Exchanged(0, 3)]
    _, findings = table(UP, *exchanges, seats=FOUR)
    assert [(finding.rule, finding.seat, finding.limit) for finding in findings] == [
        ("GR4", 3, 3), ("DECISIONS GRA3", 0, 1),
    ]  # fmt: skip


PLAY = [Exchanged(1, 0), Exchanged(2, 0), Exchanged(0, 2)]
TAKEN = CardTaken(0, card("LU"), "upcard")
HELD = [
    pytest.param([*PLAY, TAKEN], ["revoke"], id="put away first, then taken: he has it"),
    pytest.param([TAKEN, *PLAY], [], id="taken first, it may have been put away"),
    pytest.param(PLAY, [], id="nobody saw it taken"),
    pytest.param([], [], id="nothing noted"),
]


@rule("GR3")
@pytest.mark.parametrize(("events", "kinds"), HELD)
def test_the_upcard_proves_a_revoke_if_it_must_be_in_the_hand(events: list[Event], kinds: list[str]) -> None:
    laid = [CardLaid(1, card("L9")), CardLaid(2, card("L8")), CardLaid(0, card("HA"))]
    _, findings = table(UP, *events, *laid)
    assert [finding.kind.value for finding in findings] == kinds
    assert all(finding.seat == 0 and finding.rule == "GR5 (2)" for finding in findings)


@rule("GR3")
def test_laid_upcard_was_in_the_dealers_hand() -> None:
    laid = [CardLaid(1, card("L9")), CardLaid(2, card("L8")), CardLaid(0, card("HA")), TrickGathered(1)]
    _, findings = table(UP, *PLAY, *laid, CardLaid(1, card("E8")), CardLaid(2, card("E9")), CardLaid(0, card("LU")))
    assert [(finding.kind, finding.seat, finding.card) for finding in findings] == [(Kind.REVOKE, 0, card("HA"))]


@rule("GR2", "GR3")
def test_an_upcard_of_another_pack_is_in_no_hand() -> None:
    told, findings = table(UpcardTurned(Card("S", "6")), Ruled(2, "stands"))
    assert [finding.kind for finding in findings] == [Kind.FOREIGN_CARD]
    assert (told.trump, told.current_deal.upcard) == (None, Card("S", "6"))
    assert gras().known_holdings(told.current_deal) == ()
    upcard, _ = table(UpcardTurned(card("LU")))
    (holding,) = gras().known_holdings(upcard.current_deal)
    assert (holding.seat, holding.cards, holding.at_least) == (upcard.current_deal.dealer, (card("LU"),), 0)
