"""Wallachen: every answer was reasoned from the rules (WL…) before the program was asked.

Seat 2 deals, so seat 0 is forehand.
"""

from collections.abc import Sequence
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Trick, game
from engine.cards import BAVARIAN_32, Card
from engine.events import Announced
from tests.support.examples import examples
from tests.support.positions import positions
from tests.support.records import finding_lines, play_record

rule = pytest.mark.rule
WALLACHEN = game("wallachen")
SIX = "deal 2 | say 0 bid 6 | say 1 pass | say 2 pass"
BETTEL = "deal 2 | say 0 bettel | say 1 pass | say 2 pass"
SUITS_AND_NONE = (*BAVARIAN_32.suits, "")


replay = partial(play_record, seats="0 1 2", dealer=2, name="wallachen")


def said_by_a_player(hand: Sequence[Card], trick: Sequence[Card], trump: str, must_trump: bool) -> set[Card]:
    """WL6 without sets or rungs."""
    if not trick:
        return set(hand)
    same = {card for card in hand if card.suit == trick[0].suit}
    trumps = {card for card in hand if card.suit == trump} if must_trump else set[Card]()
    return same or trumps or set(hand)


@rule("WL6", "WL6 (2)")
@settings(max_examples=examples(300))
@given(positions(10, lying=2), st.sampled_from(SUITS_AND_NONE), st.booleans())
def test_ladder_matches_the_rule_in_words(
    position: tuple[list[Card], list[Card]], trump: str, must_trump: bool
) -> None:
    hand, trick = position
    wallachen = game("wallachen", {"must_trump": must_trump})
    legal = wallachen.legal(hand, trick, trump)
    assert legal == said_by_a_player(hand, trick, trump, must_trump)
    for held in hand:
        assert (held in legal) == (not wallachen.excluded_cards(str(held), trick, trump) & set(hand))


@rule("WL1", "WL2", "WL7")
@pytest.mark.parametrize(
    ("cards", "trump", "winning"),
    [("E10 EU EO", "H", "EO"), ("E9 SA LO", "H", "E9"), ("EA H7 S7", "H", "H7"), ("EA H7 HU", "H", "HU"),
     ("EA H7 S7", "", "EA")],
)  # fmt: skip
def test_taker_of_a_trick(cards: str, trump: str, winning: str) -> None:
    trick = Trick.of(WALLACHEN.cards(cards), leader=2, seats=(0, 1, 2))
    assert WALLACHEN.taker(trick, trump) == (2 + cards.split().index(winning)) % 3


# The auction


@rule("WL4")
@pytest.mark.parametrize(
    ("lines", "rules", "expected"),
    [
        ("say 0 bid 6 | say 1 bid 7 | say 2 pass | say 0 bettel | say 1 mord", "", []),
        ("say 0 bid 7 | say 1 bid 7", "", ["call_not_allowed WL4 @3 1 None"]),
        ("say 0 bid 10 | say 1 bettel", "", ["call_not_allowed WL4 @3 1 None"]),
        ("say 0 bid 10 | say 1 bettel", "bettel_above=10", []),
        ("say 0 bettel | say 1 bid 9", "bettel_above=8", []),
        ("say 0 pass | say 1 bid 6 | say 0 bid 7", "", ["call_out_of_turn WL4 @4 0 None"]),
        ("say 1 pass", "", ["call_out_of_turn WL4 @2 1 None"]),
        ("say 1 bid 6", "", []),
        ("say 0 bid 5", "", ["call_not_allowed WL4 @2 0 None"]),
    ],
)
def test_calls(lines: str, rules: str, expected: list[str]) -> None:
    assert finding_lines(replay(f"deal 2 | {lines}", rules)[1]) == expected


@rule("WL4", "WL5")
@pytest.mark.parametrize(
    ("lines", "step"),
    [
        ("deal 2", ("bid", (0,))),
        ("deal 2 | say 0 bid 6 | say 1 bid 7", ("bid", (2,))),
        ("deal 2 | say 0 bid 6 | say 1 bid 7 | say 2 pass", ("bid", (0,))),
        ("deal 2 | say 0 bid 6 | say 1 bid 7 | say 2 pass | say 0 pass", ("play", (1,))),
        ("deal 2 | say 0 pass | say 1 mord", ("play", (1,))),
    ],
)
def test_who_bids_and_who_leads(lines: str, step: tuple[str, tuple[int, ...]]) -> None:
    assert replay(lines)[0].step == step


@rule("WL5")
def test_who_plays_may_raise_before_the_first_card() -> None:
    table, findings = replay(f"{SIX} | say 0 mord | play 0:HA")
    assert (findings, table.trump) == ([], "")
    assert finding_lines(replay(f"{SIX} | play 0:HA | say 0 bid 7")[1]) == ["call_not_allowed WL4 @6 0 None"]


@rule("WL5")
@pytest.mark.parametrize(("rules", "dealer"), [("", 0), ("all_pass=same_dealer", 2)])
def test_nobody_plays(rules: str, dealer: int) -> None:
    table, _ = replay("deal 2 | say 0 pass | say 1 pass | say 2 pass", rules)
    assert (table.next_dealer, table.tallies) == (dealer, {0: 0, 1: 0, 2: 0})


# Trump


@rule("WL5")
def test_the_first_card_makes_trump() -> None:
    assert replay(SIX)[0].trump is None
    assert replay(f"{SIX} | play 0:LA 1:L9")[0].trump == "L"


@rule("WL5")
def test_trump_is_named_at_the_lead() -> None:
    table, _ = replay(SIX, "trump_by=told")
    assert table.step == ("announce", (0,))
    table, findings = replay(f"{SIX} | say 0 trump S | play 0:LA 1:L9", "trump_by=told")
    assert (findings, table.trump, table.step.phase) == ([], "S", "play")
    assert Announced(0, "trump", "S") not in replay(SIX)[0].current_game.options(replay(SIX)[0].current_deal)


@rule("WL6", "WL6 (2)")
@pytest.mark.parametrize(
    ("lines", "rules", "expected"),
    [
        pytest.param(f"{SIX} | play 0:LA 1:L9 2:H7 >0 | play 0:EA 1:E7 2:L8", "",
                     ["revoke WL6 @7 2 H7"], id="trump, that is the suit led, not followed"),
        pytest.param(f"{SIX} | play 0:LA 1:L9 2:L7 >0 | play 0:EA 1:E7 2:H8 >0 | play 0:E9 1:E8 2:L8", "",
                     ["revoke WL6 / WL6 (2) @11 2 H8"], id="not trumped"),
        pytest.param(f"{SIX} | play 0:LA 1:L9 2:L7 >0 | play 0:EA 1:E7 2:H8 >0 | play 0:E9 1:E8 2:L8",
                     "must_trump=false", [], id="no duty to trump"),
        pytest.param(f"{BETTEL} | play 0:E7 1:E8 2:H8 >1 | play 1:L9 2:L8 0:L7", "", [], id="a Bettel has no trumps"),
        pytest.param(f"{BETTEL} | play 0:E7 1:E8 2:H8 >1 | play 1:L9 2:E9", "",
                     ["revoke WL6 @7 2 H8"], id="suit not followed in a Bettel"),
        pytest.param(f"{SIX} | play 0:LA~ 1:L9 2:H7 >0 | play 0:EA 1:E7 2:L8", "", [],
                     id="a card may be missing before the first"),
    ],
)  # fmt: skip
def test_what_a_card_proves(lines: str, rules: str, expected: list[str]) -> None:
    assert finding_lines(replay(lines, rules)[1]) == expected


# The score


@rule("WL8", "WL9")
@pytest.mark.parametrize(
    ("lines", "rules", "tallies"),
    [
        (f"{SIX} | tricks 0:6 1:4 2:0", "", {0: 2, 1: -1, 2: -1}),
        (f"{SIX} | tricks 0:5 1:4 2:1", "", {0: -2, 1: 1, 2: 1}),
        ("deal 2 | say 0 pass | say 1 bid 9 | say 2 pass | tricks 0:0 1:10 2:0", "", {0: -4, 1: 8, 2: -4}),
        (f"{BETTEL} | tricks 0:0 1:6 2:4", "", {0: 10, 1: -5, 2: -5}),
        (f"{BETTEL} | tricks 0:1 1:6 2:3", "bettel_units=4", {0: -8, 1: 4, 2: 4}),
        ("deal 2 | say 0 mord | tricks 0:10 1:0 2:0", "", {0: 20, 1: -10, 2: -10}),
        ("deal 2 | say 0 mord | tricks 0:9 1:1 2:0", "mord_units=12", {0: -24, 1: 12, 2: 12}),
        ("deal 2 | say 0 mord | play 0:EA 1:E7 2:E8 >0 | play 0:LK 1:LA 2:L7 >1", "", {0: -20, 1: 10, 2: 10}),
        (f"{BETTEL} | play 0:E8 1:E7 2:L8 >0", "", {0: -10, 1: 5, 2: 5}),
    ],
)
def test_units_of_a_deal(lines: str, rules: str, tallies: dict[int, int]) -> None:
    table, findings = replay(lines, rules)
    assert (findings, table.phase, table.tallies) == ([], "scored", tallies)


@rule("WL3", "WL9")
@pytest.mark.parametrize(
    ("lines", "rules", "factor", "expected"),
    [
        ("deal 2 | say 1 double | say 0 bid 6 | say 1 pass | say 2 pass", "", 2, []),
        ("deal 2 | say 1 double | say 0 double | say 0 bid 6 | say 1 pass | say 2 pass", "", 4, []),
        (f"{SIX} | say 1 kontra", "kontra=true", 2, []),
        ("deal 2 | say 1 double | say 0 bid 6 | say 1 pass | say 2 pass", "doubling=false", 1,
         ["call_not_allowed WL3 @2 1 None"]),
        (f"{SIX} | say 1 kontra", "", 1, ["call_not_allowed WL9 @5 1 None"]),
    ],
)  # fmt: skip
def test_doubling(lines: str, rules: str, factor: int, expected: list[str]) -> None:
    table, findings = replay(f"{lines} | tricks 0:6 1:4 2:0", rules)
    assert (finding_lines(findings), table.tallies) == (expected, {0: 2 * factor, 1: -factor, 2: -factor})


@rule("WL9")
def test_it_is_settled_up_after_the_agreed_number_of_deals() -> None:
    deals = [
        f"deal {(2 + number) % 3} | say {number % 3} bid 6 | say {(number + 1) % 3} pass | say {(number + 2) % 3} pass"
        " | tricks 0:6 1:0 2:4"
        for number in range(12)
    ]
    assert replay(" | ".join(deals[:11]), "deals=12")[0].phase == "scored"
    table, _ = replay(" | ".join(deals), "deals=12")
    assert (table.phase, table.result.winners) == ("over", (0,))


@rule("WL5")
def test_a_forgotten_bid_is_asked_for() -> None:
    """Cards lie, and nobody has said what is played: nothing is scored before somebody does."""
    table, _ = replay("deal 2 | tricks 0:6 1:4 2:0")
    assert table.step == ("bid", ())
    table, findings = replay("deal 2 | tricks 0:6 1:4 2:0 | say 0 bid 6")
    assert (findings, table.tallies) == ([], {0: 2, 1: -1, 2: -1})
