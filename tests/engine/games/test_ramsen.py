"""Ramsen: every answer was reasoned from the rules (RA…) before the program was asked.

Of four, seat 3 deals and turns the trump card, and seat 0 is forehand.
"""

from collections.abc import Sequence
from functools import partial

import pytest
from hypothesis import given, settings

from engine import Finding, Table, Trick, game
from engine.cards import Card
from engine.events import Announced, CardTaken, Exchanged, RuleValue
from engine.games.ramsen import Ramsen
from tests.support.examples import examples
from tests.support.positions import positions
from tests.support.records import finding_lines, game_of, play_record

rule = pytest.mark.rule
SEATS = {3: "0 1 2", 4: "0 1 2 3"}
KEPT = "upcard L9 | exchange 0 0 | exchange 1 0 | exchange 2 0 | exchange 3 0"
ALL_PLAY = f"{KEPT} | say 0 play | say 1 play | say 2 play | say 3 play"
RAMSEN = game("ramsen")
LEAVES = "LA S9 S7 EO EU LK LO LU L10 L9 L8 L7"


ramsen = partial(game_of, Ramsen)


def replay(lines: str, rules: str = "", players: int = 4) -> tuple[Table, list[Finding]]:
    return play_record(lines, rules, SEATS[players], players - 1, "ramsen")


@rule("RA1", "RA3")
@pytest.mark.parametrize(
    ("trump", "trumps"),
    [
        ("L", LEAVES),
        ("H", "HA S9 S7 EO EU HK HO HU H10 H9 H8 H7"),
        ("S", "SA S9 S7 EO EU SK SO SU S10 S8"),
        ("E", "EA S9 S7 EO EU EK E10 E9 E8 E7"),
    ],
)
def test_trumps_are_the_ace_the_four_and_the_suit(trump: str, trumps: str) -> None:
    assert " ".join(map(str, RAMSEN.trumps(trump))) == trumps


@rule("RA2", "RA7")
@pytest.mark.parametrize(
    ("cards", "winning"),
    [
        ("E10 E9 EK H7", "EK"),
        ("E9 EO EA E10", "EO"),
        ("H10 HU HA HK", "HA"),
        ("S10 L7 S9 LA", "LA"),
        ("L10 EU S7 LK", "S7"),
    ],
)
def test_taker_of_a_trick(cards: str, winning: str) -> None:
    trick = Trick.of(RAMSEN.cards(cards), leader=2, seats=(0, 1, 2, 3))
    assert RAMSEN.taker(trick, "L") == (2 + cards.split().index(winning)) % 4


def said_by_a_player(hand: Sequence[Card], trick: Sequence[Card]) -> set[Card]:
    """RA6 with leaves as trumps, without sets or rungs."""
    trumps, ranks = LEAVES.split(), ["A", "K", "O", "U", "10", "9", "8", "7"]

    def height(card: Card) -> int:
        if str(card) in trumps:
            return 100 - trumps.index(str(card))
        return 20 - ranks.index(card.rank) if card.suit == trick[0].suit else 0

    if not trick:
        return set(hand)
    held_trumps = {card for card in hand if str(card) in trumps}
    suit = {card for card in hand if card.suit == trick[0].suit} - held_trumps
    best = max(map(height, trick))
    for held in [held_trumps] if str(trick[0]) in trumps else [suit, held_trumps]:
        if held:
            return {card for card in held if height(card) > best} or held
    return set(hand)


@rule("RA6", "RA6 (1)", "RA6 (2)", "RA6 (3)", "RA6 (4)")
@settings(max_examples=examples(300))
@given(positions(5))
def test_ladder_matches_the_rule_in_words(position: tuple[list[Card], list[Card]]) -> None:
    hand, trick = position
    legal = RAMSEN.legal(hand, trick, "L")
    assert legal == said_by_a_player(hand, trick)
    for held in hand:
        assert (held in legal) == (not RAMSEN.excluded_cards(str(held), trick, "L") & set(hand))


# Exchange


@rule("RA1", "RA4", "RA5")
@pytest.mark.parametrize(
    ("lines", "rules", "expected"),
    [
        pytest.param("upcard L9 | exchange 0 5", "", [], id="all five by one"),
        pytest.param("upcard L9 | exchange 0 6", "", ["too_many_exchanged RA4 @3 0 None"], id="six"),
        pytest.param("upcard L9 | exchange 0 3 | exchange 1 3", "", ["too_many_exchanged RA4 @4 1 None"], id="five"),
        pytest.param("upcard L9 | exchange 1 1", "", ["call_out_of_turn RA4 @3 1 None"], id="out of turn"),
        pytest.param(f"{KEPT} | take 3 L9 upcard", "", [], id="the dealer takes the trump card"),
        pytest.param(f"{KEPT} | take 1 L9 upcard", "", ["wrong_upcard_taker RA4 @7 1 L9"], id="another takes it"),
        pytest.param(
            "upcard L9 | exchange 0 5 | exchange 1 0 | exchange 2 0 | exchange 3 0 | take 3 L9 upcard",
            "", [], id="beside the five",
        ),
        pytest.param(
            "upcard L9 | exchange 0 5 | exchange 1 0 | exchange 2 0 | exchange 3 0 | take 3 L9 upcard",
            "upcard_counts=true", ["wrong_upcard_taker RA4 @7 3 L9"], id="among the five",
        ),
        pytest.param(f"{KEPT} | say 0 fold | say 1 play", "", [], id="pass and play"),
        pytest.param(
            "upcard L9 | exchange 0 1 | exchange 1 0 | exchange 2 0 | exchange 3 0 | say 0 fold",
            "", ["call_not_allowed RA5 @7 0 None"], id="who has exchanged must play",
        ),
    ],
)  # fmt: skip
def test_exchange_and_declaration(lines: str, rules: str, expected: list[str]) -> None:
    assert finding_lines(replay(f"deal 3 | {lines}", rules)[1]) == expected


@rule("RA4", "RA5")
def test_the_dealer_who_takes_the_trump_card_holds_it_and_plays() -> None:
    table, _ = replay(f"deal 3 | {KEPT}")
    asked, deal = table.current_game, table.current_deal
    assert asked.options(deal) == (
        Announced(0, "play"), Announced(0, "fold"), CardTaken(3, Card("L", "9"), "upcard"),
    )  # fmt: skip
    assert asked.out_of_play(deal) == (Card("L", "9"),)
    assert table.observe(CardTaken(3, Card("L", "9"), "upcard")) == []
    assert [(held.seat, held.at_least) for held in asked.known_holdings(table.current_deal)] == [(3, 1)]
    assert asked.out_of_play(table.current_deal) == ()
    for seat in (0, 1, 2):
        assert table.observe(Announced(seat, "play")) == []
    assert table.step == ("play", (0,))


@rule("RA4")
def test_whoever_did_not_see_the_exchange_does_not_say_where_the_trump_card_is() -> None:
    table, _ = replay("deal 3 | upcard L9 | exchange 0 0 | exchange 1 0 | exchange 2 0")
    asked, deal = table.current_game, table.current_deal
    assert [(held.seat, held.at_least, held.was_observed) for held in asked.known_holdings(deal)] == [(3, 0, False)]
    assert asked.out_of_play(deal) == ()
    table.observe(Exchanged(3, 0))
    assert asked.known_holdings(table.current_deal) == ()


# The score


@rule("RA5")
@pytest.mark.parametrize(("rules", "change"), [("", -5), ("alone=nothing", 0)])
def test_who_plays_alone_takes_all_tricks(rules: str, change: int) -> None:
    table, findings = replay(f"deal 3 | {KEPT} | say 0 fold | say 1 play | say 2 fold | say 3 fold", rules)
    assert (findings, table.phase) == ([], "scored")
    assert table.tallies == {0: 10, 1: 10 + change, 2: 10, 3: 10}


@rule("RA5")
@pytest.mark.parametrize(("rules", "dealer"), [("", 0), ("nobody_plays=same_dealer", 3)])
def test_if_nobody_plays_it_is_dealt_again(rules: str, dealer: int) -> None:
    table, findings = replay(f"deal 3 | {KEPT} | say 0 fold | say 1 fold | say 2 fold | say 3 fold", rules)
    assert (findings, table.next_dealer) == ([], dealer)
    assert table.tallies == dict.fromkeys(range(4), 10)


@rule("RA8")
@pytest.mark.parametrize(
    ("tricks", "changes"),
    [
        ("0:2 1:3 2:0 3:0", {0: -2, 1: -3, 2: 5, 3: 5}),
        ("0:2 1:3", {0: -2, 1: -3, 2: 0, 3: 0}),
        ("0:5 2:0", {0: -5, 1: 0, 2: 5, 3: 0}),
    ],
)
def test_points_of_a_deal(tricks: str, changes: dict[int, int]) -> None:
    table, findings = replay(f"deal 3 | upcard H9 | tricks {tricks}")
    assert findings == []
    assert table.tallies == {seat: 10 + change for seat, change in changes.items()}


@rule("RA8")
@pytest.mark.parametrize(
    ("rules", "changes", "tallies", "winners"),
    [
        ({}, {0: -2, 1: -3, 2: 5}, {0: 0, 1: 0, 2: 15}, (0, 1)),
        ({}, {0: -1, 1: -4, 2: 5}, {0: 1, 1: -1, 2: 15}, (1,)),
        ({"overshoot": "stays"}, {0: -1, 1: -4, 2: 5}, {0: 1, 1: 3, 2: 15}, ()),
    ],
)
def test_the_end_of_a_game(
    rules: dict[str, RuleValue], changes: dict[int, int], tallies: dict[int, int], winners: tuple[int, ...]
) -> None:
    result = ramsen(**rules).result({0: 2, 1: 3, 2: 10}, changes)
    assert (dict(result.tallies), result.winners) == (tallies, winners)


@rule("RA6 (2)", "RA6 (3)")
@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        pytest.param("play 0:S10 1:S9 2:SK 3:SU >1 | play 1:HA", [], id="the nine of bells trumps bells"),
        pytest.param("play 0:S10 1:S9 2:SK 3:SU >1 | play 1:SA", ["revoke RA6 (2) @12 1 S9"], id="it does not follow"),
        pytest.param(
            "play 0:S10 1:SK 2:HA 3:SU >1 | play 1:E10 2:S7", ["revoke RA6 (2) / RA6 (3) @13 2 HA"], id="it must trump"
        ),
    ],
)
def test_a_permanent_trump_is_no_card_of_its_suit(plays: str, expected: list[str]) -> None:
    assert finding_lines(replay(f"deal 3 | {ALL_PLAY} | {plays}")[1]) == expected
