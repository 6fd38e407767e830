"""Grasobern: every answer was reasoned from the rules (GO…) before the program was asked.

Seat 3 deals, so seat 0 is forehand.
"""

from collections.abc import Sequence
from functools import partial

import pytest
from hypothesis import given, settings

from engine import Trick, game
from engine.cards import BAVARIAN_32, Card
from engine.events import Announced, RuleValue
from engine.notation.explain import order_of_cards
from tests.support.examples import examples
from tests.support.positions import positions
from tests.support.records import finding_lines, play_record

rule = pytest.mark.rule
GRASOBERN = game("grasobern")
PASSED = "deal 3 | say 0 pass | say 1 pass | say 2 pass | say 3 pass"


replay = partial(play_record, seats="0 1 2 3", dealer=3, name="grasobern")


def said_by_a_player(hand: Sequence[Card], trick: Sequence[Card]) -> set[Card]:
    """GO4 without sets or rungs."""
    if not trick:
        return set(hand)
    same = {card for card in hand if card.suit == trick[0].suit}
    return same or {card for card in hand if str(card) == "LO"} or set(hand)


@rule("GO4", "GO4 (2)")
@settings(max_examples=examples(300))
@given(positions(8))
def test_ladder_matches_the_rule_in_words(position: tuple[list[Card], list[Card]]) -> None:
    hand, trick = position
    legal = GRASOBERN.legal(hand, trick, "")
    assert legal == said_by_a_player(hand, trick)
    for held in hand:
        assert (held in legal) == (not GRASOBERN.excluded_cards(str(held), trick, "") & set(hand))


@rule("GO1", "GO2", "GO5")
@pytest.mark.parametrize(
    ("cards", "winning"),
    [("E9 EK E10 EA", "EA"), ("E9 SA LO E7", "E9"), ("L10 LU LO L9", "LO"), ("H7 SA EA H10", "H10")],
)
def test_taker_of_a_trick(cards: str, winning: str) -> None:
    trick = Trick.of(GRASOBERN.cards(cards), leader=2, seats=(0, 1, 2, 3))
    assert GRASOBERN.taker(trick, "") == (2 + cards.split().index(winning)) % 4


@rule("GO2")
def test_the_order_in_words() -> None:
    assert [line.english for line in order_of_cards(GRASOBERN)] == ["in every suit, without trumps: A K O U 10 9 8 7"]


@rule("GO3", "GO4")
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("say 0 pass | say 1 bettel | say 2 mord", []),
        ("say 0 pass | say 1 bettel | say 2 bettel", ["call_not_allowed GO3 @4 2 None"]),
        ("say 1 pass", ["call_out_of_turn GO3 @2 1 None"]),
        ("say 0 mord | say 1 bettel", ["call_not_allowed GO3 @3 1 None"]),
    ],
)
def test_calls(lines: str, expected: list[str]) -> None:
    assert finding_lines(replay(f"deal 3 | {lines}")[1]) == expected


@rule("GO4")
@pytest.mark.parametrize(("rules", "leader"), [("", 2), ("declarer_leads=false", 0)])
def test_who_plays_alone_leads(rules: str, leader: int) -> None:
    table, _ = replay("deal 3 | say 0 pass | say 1 pass | say 2 bettel | say 3 pass", rules)
    assert table.step == ("play", (leader,))
    assert replay(PASSED)[0].step == ("play", (0,))


@rule("GO4", "GO4 (2)", "GO6")
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param(f"{PASSED} | play 0:E9 1:E7 2:S7 3:EK >3 | play 3:L7 0:L8 1:L9 2:LO",
                     ["revoke GO4 / GO4 (2) @8 2 S7"], id="the Grasober kept back"),
        pytest.param("deal 3 | say 0 mord | play 0:EA 1:E7 2:S7 3:EK >0 | play 0:L7 1:L8 2:LO 3:L9",
                     [], id="in a Mord it may be kept"),
        pytest.param(f"{PASSED} | play 0:E9 1:E7 2:S7 3:EK >3 | play 3:EA 0:E8 1:EU 2:E10",
                     ["revoke GO4 @8 2 S7"], id="suit not followed"),
    ],
)  # fmt: skip
def test_what_a_card_proves(lines: str, expected: list[str]) -> None:
    assert finding_lines(replay(lines)[1]) == expected


@rule("GO4")
def test_plays_of_several_are_narrowed_to_those_of_one_hand() -> None:
    """First two hands could not both be filled, two cards later that of seat 2 alone cannot."""
    table, findings = replay(
        f"{PASSED} | play 0:HO 1:H7 2:L8 3:HA >3 | play 3:E7 0:E10 1:EO 2:EU >1 | play 1:E9 2:L9 3:EA 0:SU >3 | "
        "play 3:LO 0:H10 1:LA 2:LU >1 | play 1:SO 2:S9 3:S7 0:SK >0 | play 0:HU 1:H8 2:S10 3:E8 >0 | "
        "play 0:S8 1:HK 2:L10 3:LK >0 | play 0:H9 1:L7"
    )
    assert [finding.seats for finding in findings] == [(1, 2, 3), (2, 3), (2,)]
    assert [finding.kind for finding in table.findings] == ["revoke_among"] * 3


# The score

DEAL = (
    f"{PASSED} | play 0:E9 1:E7 2:EA 3:EK >2 | play 2:S9 3:SA 0:SK 1:S10 >3 | play 3:H7 0:HA 1:H8 2:HK >0 | "
    "play 0:E8 1:EU 2:E10 3:EO >3 | play 3:S7 0:SU 1:SO 2:S8 >1 | play 1:L7 2:LK 3:LU 0:LO >2 | "
    "play 2:H10 3:H9 0:HU 1:HO >1 | play 1:L8 2:L9 3:L10 0:LA >0"
)
"""Seat 2 takes the first trick and that with the Grasober, seat 0 the last."""


@rule("GO7", "GO8")
@pytest.mark.parametrize(
    ("rules", "tallies"),
    [
        ("", {0: 0, 1: 4, 2: -8, 3: 4}),
        ("first_trick=false", {0: -1, 1: 3, 2: -5, 3: 3}),
        ("paid_to=tally", {0: 1, 1: 0, 2: 3, 3: 0}),
        ("paid_to=pot", {0: -1, 1: 0, 2: -3, 3: 0}),
    ],
)
def test_units_of_a_deal(rules: str, tallies: dict[int, int]) -> None:
    table, findings = replay(DEAL, rules)
    assert (findings, table.tallies) == ([], tallies)


@rule("GO6", "GO8")
@pytest.mark.parametrize(
    ("lines", "rules", "tallies"),
    [
        ("say 0 mord | play 0:E9 1:E7 2:EA 3:EK >2", "", {0: -12, 1: 4, 2: 4, 3: 4}),
        ("say 0 mord | play 0:E9 1:E7 2:EA 3:EK >2", "mord_units=2", {0: -6, 1: 2, 2: 2, 3: 2}),
        ("say 0 bettel | say 1 pass | say 2 pass | say 3 pass | play 0:E9 1:E7 2:E8 3:LO >0", "",
         {0: -12, 1: 4, 2: 4, 3: 4}),
        ("say 0 bettel | say 1 pass | say 2 pass | say 3 pass | tricks 0:0 1:0 2:0 3:0", "bettel_units=3",
         {0: 9, 1: -3, 2: -3, 3: -3}),
        ("say 0 bettel | say 1 pass | say 2 pass | say 3 pass | tricks 0:1 1:0 2:0 3:0", "paid_to=tally",
         {0: 4, 1: 0, 2: 0, 3: 0}),
        ("say 0 mord | tricks 0:0 1:0 2:0 3:0", "paid_to=tally", {0: 0, 1: 4, 2: 4, 3: 4}),
    ],
)  # fmt: skip
def test_who_plays_alone_pays_or_gets_from_each(lines: str, rules: str, tallies: dict[int, int]) -> None:
    table, findings = replay(f"deal 3 | {lines}", rules)
    assert (findings, table.phase, table.tallies) == ([], "scored", tallies)


@rule("GO7")
def test_all_eight_tricks_are_a_bauer() -> None:
    table, _ = replay(f"{PASSED} | tricks 0:4 1:0 2:0 3:0")
    assert table.tallies == {0: -12, 1: 4, 2: 4, 3: 4}
    ranks = BAVARIAN_32.ranks
    plays = " | ".join(
        f"play 0:{suit}{ranks[at]} 1:{suit}{ranks[at + 1]} 2:{suit}{ranks[at + 2]} 3:{suit}{ranks[at + 3]} >0"
        for suit in "ELHS"
        for at in (0, 4)
    )
    assert replay(f"{PASSED} | {plays}")[0].tallies == {0: -12, 1: 4, 2: 4, 3: 4}


@rule("GO9")
@pytest.mark.parametrize(("rules", "winners"), [("deals=16", (1, 3)), ("deals=16 paid_to=tally", (1, 3))])
def test_it_is_settled_up_after_the_agreed_number_of_deals(rules: str, winners: tuple[int, ...]) -> None:
    deals = [f"deal {(3 + number) % 4} | say {number % 4} pass | tricks 0:1 1:0 2:3 3:0" for number in range(16)]
    table, _ = replay(" | ".join(deals), rules)
    assert table.phase == "over"
    assert table.match is not None
    assert tuple(seat for seat in range(4) if table.tallies[seat] == table.tallies[1]) == winners


@rule("GO3")
def test_low_tallies_win_only_as_bad_points() -> None:
    by_tally: dict[str, RuleValue] = {"paid_to": "tally"}
    assert game("grasobern", by_tally).low_wins(range(4))
    assert not GRASOBERN.low_wins(range(4))
    assert Announced(0, "pass") in GRASOBERN.options(replay("deal 3")[0].current_deal)
