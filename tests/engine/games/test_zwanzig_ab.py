"""Zwanzig ab: every answer was reasoned from the rules (ZA…) before the program was asked.

Of four, seat 3 deals and seat 0 names trump and leads.
"""

from collections.abc import Sequence
from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Finding, Table, Trick
from engine.cards import Card
from engine.events import Announced, Exchanged, RuleValue
from engine.games.zwanzig_ab import ZwanzigAb
from engine.notation.explain import order_of_cards
from engine.rules.known_hands import Dealing, Place
from tests.support.examples import examples
from tests.support.positions import positions
from tests.support.records import finding_lines, game_of, play_record

rule = pytest.mark.rule
SEATS = {2: "0 1", 3: "0 1 2", 4: "0 1 2 3"}
NONE_EXCHANGED = "exchange 0 0 | exchange 1 0 | exchange 2 0 | exchange 3 0"
TENS = ["A", "10", "K", "O", "U", "9", "8", "7"]


zwanzig_ab = partial(game_of, ZwanzigAb)


def replay(lines: str, rules: str = "", players: int = 4) -> tuple[Table, list[Finding]]:
    return play_record(lines, rules, SEATS[players], players - 1, "zwanzig-ab")


def folders(table: Table) -> list[int]:
    """Returns who may fold now, if it were his turn."""
    asked = table.current_game
    assert isinstance(asked, ZwanzigAb)
    return [seat for seat in table.current_deal.seats if not asked.rules_against_folding(table.current_deal, seat)]


@rule("ZA1", "ZA2")
@pytest.mark.parametrize(
    ("rules", "trumps"), [({}, "LA L10 LK LO LU L9 L8 L7"), ({"order": "natural"}, "LA LK LO LU L10 L9 L8 L7")]
)
def test_only_the_trump_suit_is_trumps(rules: dict[str, RuleValue], trumps: str) -> None:
    assert " ".join(map(str, zwanzig_ab(**rules).trumps("L"))) == trumps
    ranks = trumps.replace("L", "")
    assert order_of_cards(zwanzig_ab(**rules))[1].english == f"in the other suits: {ranks}"


def said_by_a_player(hand: Sequence[Card], trick: Sequence[Card], trump: str, *, overtake: bool) -> set[Card]:
    """ZA6 without sets or rungs."""

    def height(card: Card) -> int:
        if card.suit not in (trump, trick[0].suit):
            return -1
        return (100 if card.suit == trump else 0) - TENS.index(card.rank) + 20

    if not trick:
        return set(hand)
    for suit in (trick[0].suit, trump):
        held = {card for card in hand if card.suit == suit}
        higher = {card for card in held if height(card) > max(map(height, trick))}
        if held:
            return higher if overtake and higher else held
    return set(hand)


@rule("ZA6", "ZA6 (1)", "ZA6 (2)")
@settings(max_examples=examples(300))
@given(positions(5, trumps="ELHS"), st.booleans())
def test_ladder_matches_the_rule_in_words(position: tuple[list[Card], list[Card], str], overtake: bool) -> None:
    hand, trick, trump = position
    asked = zwanzig_ab(overtake=overtake)
    legal = asked.legal(hand, trick, trump)
    assert legal == said_by_a_player(hand, trick, trump, overtake=overtake)
    for held in hand:
        assert (held in legal) == (not asked.excluded_cards(str(held), trick, trump) & set(hand))


@rule("ZA6")
@pytest.mark.parametrize(
    ("overtake", "hand", "trick", "legal"),
    [
        (False, "EA E7 LA", "E10", "EA E7"),
        (True, "EA E7 LA", "E10", "EA"),
        (True, "E9 E7 LA", "E10", "E9 E7"),
        (True, "L9 L7 SA", "E10 L8", "L9"),
        (False, "L9 L7 SA", "E10 L8", "L9 L7"),
        (True, "L7 SA", "E10 L8", "L7"),
    ],
)
def test_overtaking_is_a_house_rule(overtake: bool, hand: str, trick: str, legal: str) -> None:
    asked = zwanzig_ab(overtake=overtake)
    assert asked.legal(hand, trick, "L") == set(asked.cards(legal))


@rule("ZA7")
@pytest.mark.parametrize(
    ("cards", "trump", "winning"),
    [
        ("E9 EK E10 EA", "L", "EA"),
        ("E9 EK E10 S7", "L", "E10"),
        ("E9 L7 EA L8", "L", "L8"),
        ("E7 S10 HA LA", "S", "S10"),
    ],
)
def test_taker_of_a_trick(cards: str, trump: str, winning: str) -> None:
    asked = zwanzig_ab()
    trick = Trick.of(asked.cards(cards), leader=2, seats=(0, 1, 2, 3))
    assert asked.taker(trick, trump) == (2 + cards.split().index(winning)) % 4


# Trump


@rule("ZA3")
def test_forehand_names_trump_and_leads() -> None:
    table, _ = replay("deal 3")
    assert table.step == ("announce", (0,))
    assert table.current_game.options(table.current_deal) == tuple(Announced(0, "trump", suit) for suit in "ELHS")
    table, findings = replay(f"deal 3 | say 0 trump E | {NONE_EXCHANGED}")
    assert (findings, table.step, table.trump) == ([], ("play", (0,)), "E")


@rule("ZA3")
def test_the_next_card_names_trump_and_is_forehand_s() -> None:
    table, findings = replay("deal 3 | say 0 next_card | upcard S8", "next_card=true")
    assert (findings, table.trump) == ([], "S")
    asked, deal = table.current_game, table.current_deal
    assert asked.place_of(deal, Card("S", "8")) == Place(3, 0)
    assert [(held.seat, held.at_least) for held in asked.known_holdings(deal)] == [(0, 0)]
    table.observe(Exchanged(0, 0))
    assert [held.at_least for held in asked.known_holdings(table.current_deal)] == [1]
    assert finding_lines(replay("deal 3 | say 0 next_card")[1]) == ["call_not_allowed ZA3 @2 0 None"]


@rule("ZA3", "ZA8")
def test_hearts_named_blind_count_four_times() -> None:
    lines = "deal 3 | say 0 blind | tricks 0:2 1:3 2:0 3:0"
    table, findings = replay(lines, "blind_hearts=true")
    assert (findings, table.trump) == ([], "H")
    assert table.tallies == {0: 12, 1: 8, 2: 40, 3: 40}
    assert finding_lines(replay("deal 3 | say 0 blind")[1]) == ["call_not_allowed ZA3 @2 0 None"]


@rule("ZA3")
@pytest.mark.parametrize("cards", [3, 2])
def test_simulated_forehand_names_trump_from_the_first_packet(cards: int) -> None:
    asked = zwanzig_ab(cards_before_trump=cards)
    deal = replay("deal 3")[0].current_deal
    dealing = Dealing.shuffled(Random(1), asked.pack)
    assert list(asked.deal_out(deal, dealing)) == []
    assert {len(hand) for hand in dealing.hands.values()} == {cards}
    asked.move_cards(deal, dealing, Announced(0, "trump", "E"))
    assert {len(hand) for hand in dealing.hands.values()} == {5}


# Exchange and folding


@rule("ZA4")
@pytest.mark.parametrize(
    ("rules", "tally", "stock", "limit"),
    [({}, 20, 12, 3), ({"exchange_max": 2}, 20, 12, 2), ({}, 3, 12, 3), ({"no_exchange_at": 3}, 3, 12, 0),
     ({"no_exchange_at": 3}, 4, 12, 3), ({}, 20, 1, 1)],
)  # fmt: skip
def test_how_many_are_exchanged(rules: dict[str, RuleValue], tally: int, stock: int, limit: int) -> None:
    assert zwanzig_ab(**rules).exchange_limit(tally=tally, stock=stock) == limit


SECOND = "deal 3 | say 0 trump E | tricks 0:2 1:1 2:1 3:1 | deal 0"
"""The tallies are then 18, 19, 19 and 19, and seat 1 is forehand."""


@rule("ZA4", "ZA5", "ZA5a", "ZA5b", "ZA5f")
@pytest.mark.parametrize(
    ("lines", "rules", "expected"),
    [
        ("say 1 trump E | exchange 1 4", "", ["too_many_exchanged ZA4 @6 1 None"]),
        ("say 1 trump E | exchange 1 3 | exchange 1 1", "", ["exchanged_twice ZA4 @7 1 None"]),
        ("say 1 trump E | exchange 2 1", "", ["call_out_of_turn ZA5 @6 2 None"]),
        ("say 1 trump E | say 1 fold", "", ["call_not_allowed ZA5a @6 1 None"]),
        ("say 1 trump E | exchange 1 0 | say 2 fold | exchange 3 3", "", []),
        ("say 1 trump E | exchange 1 0 | say 3 fold", "", ["call_out_of_turn ZA5 @7 3 None"]),
        ("say 1 trump S | exchange 1 0 | say 2 fold", "", ["call_not_allowed ZA5b @7 2 None"]),
        ("say 1 trump S | exchange 1 0 | say 2 fold", "all_play_suit=E", []),
        ("say 1 trump E | exchange 1 0 | say 2 fold", "all_play_suit=E", ["call_not_allowed ZA5b @7 2 None"]),
        ("say 1 trump S | exchange 1 0 | say 2 fold", "all_play_suit=none", []),
        ("say 1 trump E | exchange 1 0 | say 2 fold | say 3 fold | say 0 fold", "",
         ["call_not_allowed ZA5f @9 0 None"]),
        ("say 1 trump E | exchange 1 0 | say 2 fold", "fold_when=after_exchange", ["call_not_allowed ZA3 @7 2 None"]),
    ],
)  # fmt: skip
def test_exchange_and_folding_in_the_second_deal(lines: str, rules: str, expected: list[str]) -> None:
    assert finding_lines(replay(f"{SECOND} | {lines}", rules)[1]) == expected


@rule("ZA5", "ZA5c", "ZA5d", "ZA5e")
@pytest.mark.parametrize(
    ("lines", "rules", "who"),
    [
        pytest.param("deal 3 | say 0 trump E", "", [], id="nobody in the first deal"),
        pytest.param("deal 3 | say 0 trump E", "fold_limits=false", [1, 2, 3], id="without limits"),
        pytest.param(f"{SECOND} | say 1 trump E", "", [0, 2, 3], id="not who named trump"),
        pytest.param(
            "deal 3 | say 0 trump H | tricks 0:1 1:1 2:1 3:2 | deal 0 | say 1 trump H | tricks 0:0 1:1 2:1 3:3 | "
            "deal 1 | say 2 trump H | tricks 0:1 1:1 2:0 3:3 | deal 2 | say 3 trump E",
            "", [0, 1, 2], id="seat 3 has 4 but named trump",
        ),
        pytest.param(
            "deal 3 | say 0 trump H | tricks 0:1 1:3 2:1 3:0 | deal 0 | say 1 trump H | tricks 0:1 1:3 2:1 3:0 | "
            "deal 1 | say 2 trump H | tricks 0:1 1:2 2:2 3:0 | deal 2 | say 3 trump E",
            "", [0, 2], id="not with five or fewer",
        ),
    ],
)  # fmt: skip
def test_who_may_fold(lines: str, rules: str, who: list[int]) -> None:
    assert folders(replay(lines, rules)[0]) == who


@rule("ZA5e")
def test_nobody_folds_more_often_in_a_row_than_two_of_four() -> None:
    deals = [SECOND.removesuffix(" | deal 0")]
    for dealer in (0, 1):
        maker = (dealer + 1) % 4
        playing = [seat for seat in range(4) if seat != 3]
        tricks = " ".join(f"{seat}:{2 if seat == maker else 1}" for seat in playing)
        before = f"deal {dealer} | say {maker} trump E | exchange {maker} 0"
        others = [(maker + step) % 4 for step in range(1, 4)]
        said = " | ".join(f"say {seat} fold" if seat == 3 else f"exchange {seat} 0" for seat in others)
        deals.append(f"{before} | {said} | tricks {tricks.replace(f'{maker}:2', f'{maker}:3')}")
    table, findings = replay(" | ".join([*deals, "deal 2 | say 3 trump E"]))
    assert findings == []
    assert 3 not in folders(table)
    rested, _ = replay(" | ".join([*deals, "deal 0 | say 1 trump E"]))
    assert folders(rested) == [0, 2]


@rule("ZA5", "ZA8")
def test_after_the_exchange_each_plays_or_folds() -> None:
    exchanged = "exchange 1 3 | exchange 2 1 | exchange 3 0 | exchange 0 2"
    table, findings = replay(f"{SECOND} | say 1 trump E | {exchanged}", "fold_when=after_exchange")
    assert (findings, table.step) == ([], ("declare", (2,)))
    for seat, call in ((2, "fold"), (3, "play"), (0, "fold")):
        assert table.observe(Announced(seat, call)) == []
    assert table.step == ("play", (1,))
    assert table.current_game.active(table.current_deal) == (1, 3)


@rule("ZA8")
@pytest.mark.parametrize(("trump", "change"), [("E", -5), ("H", -10)])
def test_if_all_others_fold_nothing_is_played(trump: str, change: int) -> None:
    folds = "exchange 0 0 | say 1 fold | say 2 fold | say 3 fold"
    table, findings = replay(f"deal 3 | say 0 trump {trump} | {folds}", "fold_limits=false")
    assert (findings, table.phase) == ([], "scored")
    assert table.tallies == {0: 20 + change, 1: 20, 2: 20, 3: 20}


# Score


@rule("ZA8")
@pytest.mark.parametrize(
    ("rules", "trump", "tricks", "changes"),
    [
        ("", "E", "0:2 1:3 2:0 3:0", {0: -2, 1: -3, 2: 5, 3: 5}),
        ("", "H", "0:2 1:3 2:0 3:0", {0: -4, 1: -6, 2: 10, 3: 10}),
        ("", "E", "0:0 1:3 2:2 3:0", {0: 10, 1: -3, 2: -2, 3: 5}),
        ("", "H", "0:0 1:3 2:2 3:0", {0: 20, 1: -6, 2: -4, 3: 10}),
        ("maker_double=false", "E", "0:0 1:3 2:2 3:0", {0: 5, 1: -3, 2: -2, 3: 5}),
        ("", "E", "0:5 1:0 2:0 3:0", {0: -5, 1: 5, 2: 5, 3: 5}),
        ("all_five_bonus=5", "E", "0:5 1:0 2:0 3:0", {0: -10, 1: 5, 2: 5, 3: 5}),
        ("", "E", "0:2 2:3", {0: -2, 1: 0, 2: -3, 3: 0}),
    ],
)
def test_points_of_a_deal(rules: str, trump: str, tricks: str, changes: dict[int, int]) -> None:
    table, _ = replay(f"deal 3 | say 0 trump {trump} | tricks {tricks}", rules)
    assert table.tallies == {seat: 20 + change for seat, change in changes.items()}


@rule("ZA9", "ZA10")
@pytest.mark.parametrize(
    ("rules", "before", "changes", "tallies", "winners"),
    [
        ({}, {0: 2, 1: 9}, {0: -2, 1: 5}, {0: 0, 1: 14}, (0,)),
        ({}, {0: 2, 1: 9}, {0: -3, 1: -2}, {0: -1, 1: 7}, (0,)),
        ({}, {0: 2, 1: 1}, {0: -2, 1: -3}, {0: 0, 1: -2}, (1,)),
        ({}, {0: 2, 1: 2}, {0: -2, 1: -2}, {0: 0, 1: 0}, (0, 1)),
        ({"overshoot": "stays"}, {0: 2, 1: 9}, {0: -3, 1: -2}, {0: 2, 1: 7}, ()),
        ({"overshoot": "stays"}, {0: 3, 1: 9}, {0: -3, 1: -2}, {0: 0, 1: 7}, (0,)),
    ],
)
def test_the_end_of_a_game(
    rules: dict[str, RuleValue],
    before: dict[int, int],
    changes: dict[int, int],
    tallies: dict[int, int],
    winners: tuple[int, ...],
) -> None:
    result = zwanzig_ab(**rules).result(before, changes)
    assert (dict(result.tallies), result.winners) == (tallies, winners)


@rule("ZA9")
def test_the_winner_is_credited_what_the_others_have_left() -> None:
    table, _ = replay(
        "deal 2 | say 0 trump H | tricks 0:5 1:0 2:0 | deal 0 | say 1 trump H | tricks 0:5 1:0 2:0", "", 3
    )
    assert table.tallies == {0: 0, 1: 50, 2: 40}
    assert table.standing["account"] == {0: 90, 1: -50, 2: -40}


@rule("ZA6 (1)", "ZA6 (2)")
def test_a_revoke_is_proved_by_the_card_that_follows() -> None:
    lines = f"deal 3 | say 0 trump L | {NONE_EXCHANGED} | play 0:E9 1:S7 2:EK 3:E7 >2 | play 2:SA 3:S8 0:S9 1:E8"
    _, findings = replay(lines)
    assert finding_lines(findings) == ["revoke ZA6 (1) @8 1 S7"]
