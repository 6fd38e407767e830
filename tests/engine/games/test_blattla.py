"""Blattla: every answer was reasoned from the rules (BL…, and SK… that hold here too) before the program was asked.

Seat 3 deals, so seat 0 is forehand and leads.
"""

from functools import partial

import pytest

from engine.events import Ruled, RuleValue
from engine.games.blattla import Blattla
from engine.games.schafkopf.cards import Contract
from tests.support.records import finding_lines, game_of, play_record

rule = pytest.mark.rule
CALLED, SOLO, TOUT = Contract("rufspiel", 1, "E"), Contract("solo", 1, "H"), Contract("solo", 1, "H", is_tout=True)


blattla = partial(game_of, Blattla)


replay = partial(play_record, seats="0 1 2 3", dealer=3, name="blattla")


@rule("BL2", "BL3")
@pytest.mark.parametrize(
    ("trump", "trumps"), [("rufspiel E", "HA H10 HK HO HU H9 H8 H7"), ("solo S", "SA S10 SK SO SU S9 S8 S7")]
)
def test_ober_and_unter_are_cards_of_their_suit(trump: str, trumps: str) -> None:
    assert " ".join(map(str, blattla().trumps(trump))) == trumps


@rule("BL5", "BL6")
@pytest.mark.parametrize(
    ("rules", "hand", "trick", "legal"),
    [
        ({}, "LO H7 E9 S8", "L9", "LO"),
        ({}, "EA EO E9 LK", "E7", "EA"),
        ({}, "EA LK HO", "S7", "LK HO"),
        ({"called_ace_discard": "free"}, "EA LK HO", "S7", "EA LK HO"),
        ({}, "EA EO E9 EU LK", "", "EA LK"),
        ({"run_away": "any_lead"}, "EA EO E9 EU LK", "", "EA EO E9 EU LK"),
        ({"run_away": "any_lead"}, "EA EO E9 LK", "", "EA LK"),
        ({"run_away": "any_lead", "run_away_cards": 3}, "EA EO E9 LK", "", "EA EO E9 LK"),
    ],
)
def test_legal_cards(rules: dict[str, RuleValue], hand: str, trick: str, legal: str) -> None:
    asked = blattla(**rules)
    assert asked.legal(hand, trick, "rufspiel E") == set(asked.cards(legal))


@pytest.mark.parametrize(
    ("rules", "hand", "suits"),
    [({}, "EO H9 HK H7 LA L9 SA S7", "E"), ({}, "H9 HK LA SA", ""), ({"renounce": True}, "H9 HK LA SA", "E")],
)
def test_which_aces_may_be_called(rules: dict[str, RuleValue], hand: str, suits: str) -> None:
    asked = blattla(**rules)
    assert "".join(asked.callable_suits(asked.cards(hand))) == suits


@rule("BL9")
@pytest.mark.parametrize(
    ("contract", "points", "tricks", "runners", "rules", "value"),
    [
        (CALLED, 70, 5, 4, {}, 20),
        (CALLED, 70, 5, 4, {"runners": True}, 60),
        (CALLED, 70, 5, 2, {"runners": True, "runners_min": 2}, 40),
        (CALLED, 70, 5, 6, {"runners": True, "runners_max": 4}, 60),
        (CALLED, 30, 2, 0, {}, 30),
        (CALLED, 30, 2, 0, {"schneider_players": 29}, 20),
        (CALLED, 120, 7, 0, {}, 30),
        (CALLED, 120, 7, 0, {"schwarz_by": "points"}, 40),
        (CALLED, 95, 6, 0, {"tariff": 5, "tariff_called": 10}, 15),
        (SOLO, 70, 5, 0, {"tariff_solo": 20}, 20),
        (SOLO, 70, 5, 0, {"scoring": "points_15"}, 5),
        (TOUT, 120, 8, 0, {}, 100),
    ],
)
def test_the_value_of_a_deal(
    contract: Contract, points: int, tricks: int, runners: int, rules: dict[str, RuleValue], value: int
) -> None:
    assert blattla(**rules).contract_outcome(contract, points=points, tricks=tricks, runners=runners).value == value


@pytest.mark.parametrize(
    ("lines", "rules", "expected"),
    [
        ("deal 3 | say 0 wenz", "", ["unknown_call SK20 @2 0 None"]),
        ("deal 3 | say 0 legen", "", ["call_not_allowed SK21 @2 0 None"]),
        ("deal 3 | say 0 legen", "legen=true", []),
        ("deal 3 | say 0 solo H | say 1 kontra", "", []),
        ("deal 3 | say 0 solo H | say 1 kontra", "kontra=false", ["call_not_allowed SK55 @3 1 None"]),
        ("deal 3 | say 0 solo H | play 0:H7 | say 1 kontra", "kontra_until=before_lead",
         ["call_not_allowed SK55 @4 1 None"]),
        ("deal 3 | say 0 solo H | say 1 kontra | say 0 re | say 1 kontra", "kontra_max=4", []),
        ("deal 3 | say 0 solo H | say 1 kontra | say 0 re | say 1 kontra", "", ["call_not_allowed SK55 @5 1 None"]),
    ],
)  # fmt: skip
def test_calls(lines: str, rules: str, expected: list[str]) -> None:
    assert finding_lines(replay(lines, rules)[1]) == expected


@pytest.mark.parametrize(("rules", "dealer"), [("", 3), ("all_pass=next_dealer", 0)])
def test_if_all_pass_it_is_dealt_again(rules: str, dealer: int) -> None:
    assert replay("deal 3 | say 0 pass | say 1 pass | say 2 pass | say 3 pass", rules)[0].next_dealer == dealer


@pytest.mark.parametrize(("rules", "tally"), [("", 50), ("revoke=lost", 50), ("revoke=lost_schneider", 60)])
def test_a_counted_misdeed_of_an_opponent_wins_the_deal_where_that_is_agreed(rules: str, tally: int) -> None:
    table, _ = replay("deal 3 | say 0 solo H | say 1 wenz | tricks 0:70 1:20 2:20 3:10", rules)
    table.observe(Ruled(3, "counted"))
    assert table.tallies[0] == 3 * tally


def test_it_is_settled_up_after_the_agreed_number_of_deals() -> None:
    deals = [f"deal {(3 + number) % 4} | say 0 solo H | tricks 0:70 1:20 2:20 3:10" for number in range(16)]
    assert replay(" | ".join(deals), "deals=16")[0].phase == "over"
