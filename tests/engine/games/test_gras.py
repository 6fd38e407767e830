"""Gras, rule by rule, through the public questions of the game, and at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import BAVARIAN_32, Card
from engine.events import (
    Announced,
    CardLaid,
    CardTaken,
    DealStarted,
    Exchanged,
    GameStarted,
    Ruled,
    TrickGathered,
    TricksEntered,
    UpcardTurned,
)
from engine.games import game
from engine.games.gras import Gras
from engine.rules.deal import Deal, DealScore
from engine.rules.findings import Kind
from engine.rules.game import Result
from engine.rules.house_rules import Rules
from engine.simulation.audit import examined_deals
from engine.simulation.evening import simulation
from engine.simulation.playouts import random_card, simple_card
from engine.state.table import Table
from engine.tricks import Trick

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.events import Event
    from engine.rules.findings import Finding
    from engine.simulation.playouts import Policy

rule = pytest.mark.rule
FOUR, THREE, TWO = (0, 1, 2, 3), (0, 1, 2), (0, 2)


def gras(**rules: object) -> Gras:
    return Gras(Rules(Gras.book.switches, rules))


def same(cards: object, expected: str) -> bool:
    return sorted(map(str, cards)) == sorted(expected.split())  # type: ignore[call-overload]


def card(text: str) -> Card:
    return BAVARIAN_32.card(text)


def table(*events: Event, seats: tuple[int, ...] = THREE, **rules: object) -> tuple[Table, list[Finding]]:
    """A table of three at which seat 0 deals, and what was found."""
    told = Table()
    found: list[Finding] = []
    for event in (GameStarted("gras", seats, 0, tuple(rules.items())), DealStarted(0), *events):  # type: ignore[arg-type]
        found += told.observe(event)
    return told, found


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
def test_legal_cards(hand: str, trick: str, trump: str, legal: str) -> None:
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
@settings(max_examples=400, deadline=None)
@given(positions())
def test_the_ladder_is_what_a_player_would_say(position: tuple[list[Card], list[Card], str]) -> None:
    hand, trick, trump = position
    legal = gras().legal(hand, trick, trump)
    assert legal == said_by_a_player(hand, trick, trump)
    for held in hand:
        assert (held in legal) == (not gras().denied(str(held), trick, trump) & set(hand))


@rule("GR5")
@pytest.mark.parametrize(
    ("laid", "hand", "trick", "rung", "rule_id", "withheld"),
    [
        ("L7", "L7 E8", "L9", "overtake", "GR5 (1)", "E8"),
        ("H7", "H7 L7", "L9", "follow", "GR5 (2)", "L7"),
        ("E8", "E8 L7", "LK E9", "follow", "GR5 (2)", "L7"),
    ],
)
def test_why_not(laid: str, hand: str, trick: str, rung: str, rule_id: str, withheld: str) -> None:
    breach = gras().why_not(laid, hand, trick, "E")
    assert breach is not None
    assert (breach.rung, breach.rule) == (rung, rule_id)
    assert same(breach.withheld, withheld)
    assert gras().why_not("E8", "E8 SK", "LK E9", "E") is None


# Dealing, upcard and exchange


@rule("GR3", "DECISIONS GRA4")
def test_the_dealers_fourth_card_is_trump_and_his() -> None:
    told, found = table(UpcardTurned(card("LU")))
    assert found == []
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
        assert all(len(hand) == 5 for hand in simulated.dealt.values())
        assert len({held for hand in simulated.dealt.values() for held in hand}) == 5 * players


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
def test_exchange_limit(is_dealer: bool, players: int, stock: int, limit: int) -> None:
    assert gras().exchange_limit(is_dealer=is_dealer, players=players, stock=stock) == limit


@rule("GR4", "DECISIONS GRA3")
@pytest.mark.parametrize(("players", "stock"), [(4, 11), (3, 16), (2, 21)])
def test_the_stock_is_enough_for_everybody(players: int, stock: int) -> None:
    assert gras().stock_size(players) == stock
    limit = gras().exchange_limit(is_dealer=False, players=players, stock=stock)
    assert players * limit - 1 <= stock


@rule("GR4")
def test_exchanging_goes_round_from_forehand_and_the_dealer_is_last() -> None:
    told, found = table(UpcardTurned(card("LU")), Exchanged(1, 3), Exchanged(2, 0))
    assert found == []
    assert told.step == ("exchange", (0,))
    assert told.game is not None
    assert told.deal is not None
    assert told.game.options(told.deal) == (Exchanged(0, 1), Exchanged(0, 2), Exchanged(0, 3))
    assert told.observe(Exchanged(0, 3)) == []
    assert told.step == ("play", (1,))
    assert told.game.options(told.deal) == (CardTaken(0, card("LU"), "upcard"),)


UP = UpcardTurned(card("LU"))
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
def test_what_is_noticed(events: list[Event], kind: Kind, rule_id: str) -> None:
    _, found = table(*events)
    assert [(finding.kind, finding.rule) for finding in found] == [(kind, rule_id)]
    assert rule_id in gras().book.reasons


@rule("GR4", "DECISIONS GRA3")
def test_what_was_overdrawn_is_missing_in_the_stock() -> None:
    exchanges = [Exchanged(1, 3), Exchanged(2, 3), Exchanged(3, 5), Exchanged(0, 3)]
    _, found = table(UP, *exchanges, seats=FOUR)
    assert [(finding.rule, finding.seat, finding.limit) for finding in found] == [
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
    _, found = table(UP, *events, *laid)
    assert [finding.kind.value for finding in found] == kinds
    assert all(finding.seat == 0 and finding.rule == "GR5 (1)" for finding in found)


@rule("GR3")
def test_the_dealer_who_laid_his_upcard_had_it() -> None:
    laid = [CardLaid(1, card("L9")), CardLaid(2, card("L8")), CardLaid(0, card("HA")), TrickGathered(1)]
    _, found = table(UP, *PLAY, *laid, CardLaid(1, card("E8")), CardLaid(2, card("E9")), CardLaid(0, card("LU")))
    assert [(finding.kind, finding.seat, finding.card) for finding in found] == [(Kind.REVOKE, 0, card("HA"))]


@rule("DECISIONS GRA8")
def test_the_deal_rotates_and_the_dealers_left_leads() -> None:
    told, found = table(TricksEntered(((0, 5), (1, 0), (2, 0)), "L"))
    assert found == []
    assert told.next_dealer == 1
    assert Deal(1, THREE, 2, {}).forehand == 0
    assert gras().leader(Deal(1, THREE, 2, {})) == 0


# Score


@rule("GR7")
@pytest.mark.parametrize(("trump", "changes"), [("L", {0: -2, 1: -3, 2: 5}), ("H", {0: -4, 1: -6, 2: 10})])
def test_score(trump: str, changes: dict[int, int]) -> None:
    assert gras().points({0: 2, 1: 3, 2: 0}, trump) == changes
    told, _ = table(TricksEntered(((0, 2), (1, 3), (2, 0)), trump))
    assert told.score is not None
    assert told.score.changes == changes


END = [
    pytest.param({0: 3, 1: 20}, {0: -2, 1: -3}, {0: 1, 1: 17}, (), (), id="goes on", marks=rule("GR1")),
    pytest.param({0: 3, 1: 20}, {0: -3, 1: -2}, {0: 0, 1: 18}, (0,), (1,), id="zero", marks=rule("GR1")),
    pytest.param({0: 3, 1: 20}, {0: -5, 1: 5}, {0: -2, 1: 25}, (0,), (1,), id="below zero", marks=rule("GR1")),
    pytest.param({0: 1, 1: 3, 2: 9}, {0: -2, 1: -3, 2: 5}, {0: -1, 1: 0, 2: 14}, (0,), (1, 2), id="the lowest"),
    pytest.param({0: 2, 1: 3, 2: 9}, {0: -2, 1: -3, 2: 5}, {0: 0, 1: 0, 2: 14}, (0, 1), (2,), id="equal"),
    pytest.param({0: 2, 1: 3}, {0: -2, 1: -3}, {0: 0, 1: 0}, (0, 1), (), id="all equal"),
]


@rule("DECISIONS GRA6")
@pytest.mark.parametrize(("before", "changes", "tallies", "winners", "losers"), END)
def test_end_of_game(
    before: dict[int, int],
    changes: dict[int, int],
    tallies: dict[int, int],
    winners: tuple[int, ...],
    losers: tuple[int, ...],
) -> None:
    assert gras().result(before, changes) == Result(tallies, winners, losers)


SETTLED = [
    pytest.param({}, {0: -1, 1: 7, 2: 12}, (0,), {0: 190, 1: -70, 2: -120}, id="nineteen left, ten times"),
    pytest.param({"account_factor": 5}, {0: 0, 1: 7, 2: 12}, (0,), {0: 95, 1: -35, 2: -60}, id="computers"),
    pytest.param({"account_factor": 1}, {0: 0, 1: 7, 2: 12}, (0,), {0: 19, 1: -7, 2: -12}, id="as the example"),
    pytest.param({}, {0: 0, 1: 0, 2: 19}, (0, 1), {0: 95, 1: 95, 2: -190}, id="shared", marks=rule("DECISIONS GRA6")),
    pytest.param({}, {0: -2, 1: -1, 2: 4}, (0,), {0: 40, 1: 0, 2: -40}, id="nothing left, nothing lost"),
    pytest.param(
        {"account_factor": 1}, {0: 0, 1: 0, 2: 19}, (0, 1), {0: 9, 1: 9, 2: -19}, id="odd", marks=rule("DECISIONS GRA6")
    ),
]


@rule("GR8", "DECISIONS GRA5")
@pytest.mark.parametrize(("rules", "tallies", "winners", "account"), SETTLED)
def test_settlement(
    rules: dict[str, object], tallies: dict[int, int], winners: tuple[int, ...], account: dict[int, int]
) -> None:
    house = gras(**rules)
    assert house.settled(tallies, winners) == account
    score = DealScore(1, 0, "L", {}, {}, Result(tallies, winners), ())
    assert house.standing({}, [score]) == {"account": account}
    twice = house.standing(house.standing({}, [score]), [score])["account"]
    assert twice == {seat: 2 * points for seat, points in account.items()}


@rule("GR8")
def test_the_account_lasts_from_game_to_game() -> None:
    simulated = simulation("gras", 3, seed=1)
    while simulated.table.phase != "over":
        simulated.play_deal()
    result, match = simulated.table.result, simulated.table.match
    assert match is not None
    simulated.tell(GameStarted("gras", match.seats, 0))
    after = simulated.table.match
    assert after is not None
    assert after.standing["account"] == gras().settled(result.tallies, result.winners)
    assert after.tallies == gras().start(match.seats)


@rule("GR9")
@pytest.mark.parametrize(
    ("rules", "change"),
    [({}, -5), ({"revoke_penalty": "no_trick"}, 5), ({"revoke_penalty": "house", "revoke_points": 7}, 2)],
)
def test_a_penalty_is_the_house_s_and_only_if_it_is_counted(rules: dict[str, object], change: int) -> None:
    told, _ = table(UP, CardLaid(1, card("L9")), CardLaid(0, card("L8")), **rules)
    assert [finding.kind for finding in told.findings] == [Kind.OUT_OF_TURN]
    told.observe(TricksEntered(((0, 5), (1, 0), (2, 0)), "L"))
    assert told.tallies == {0: 15, 1: 25, 2: 25}
    told.observe(Ruled(4, "counted"))
    assert told.tallies == {0: 20 + change, 1: 25, 2: 25}


# Whole evenings


TABLES = [pytest.param(players, policy, id=f"{players}_{policy.__name__}") for players in (2, 3, 4)
          for policy in (random_card, simple_card)]  # fmt: skip


@rule("GR5", "GR6")
@pytest.mark.parametrize(("players", "policy"), TABLES)
def test_legal_evenings_bring_no_finding(players: int, policy: Policy) -> None:
    for deal in examined_deals("gras", 150, players, "legal", policy):
        assert deal.noticed == ()
        factor = 2 if deal.score.trump == "H" else 1
        assert sum(deal.score.tricks.values()) == 5
        assert sum(change for change in deal.score.changes.values() if change < 0) == -5 * factor


@pytest.mark.parametrize(("players", "policy"), TABLES)
def test_planted_revokes_are_proved_at_the_first_provable_play(players: int, policy: Policy) -> None:
    planted = [deal for deal in examined_deals("gras", 80, players, "revoke", policy, revokes=True) if deal.planted]
    assert len(planted) > 40
    for deal in planted:
        assert deal.provable is not None
        assert deal.proved == deal.provable
        assert deal.false_findings == ()


@pytest.mark.parametrize("preset", ["online", "bots", "plain"])
def test_presets(preset: str) -> None:
    factor = {"online": 10, "bots": 5, "plain": 1}[preset]
    assert game("gras", preset=preset).rules["account_factor"] == factor
