"""Watten: what the table counts although nothing was noticed, and strikes once a game is over."""

from __future__ import annotations

import pytest

from engine.events import Announced
from tests.support.watten_tables import ANNOUNCED, ROUND, deal_of, in_game, run, standing_at

rule = pytest.mark.rule

BID = f"{ANNOUNCED} | play 1:EA | say 2 bid 3"
"""The card is event 4, the bid event 5."""


@rule("WA23", "WA25", "DECISIONS WA17", "DECISIONS WA18")
@pytest.mark.parametrize(
    ("lines", "phase", "tallies"),
    [
        pytest.param(f"{BID} | rule 5 counted", "scored", (0, 2), id="a bid as a wild one"),
        pytest.param(f"{BID} | say 3 hold | rule 6 counted", "play", (0, 0), id="holding is no misdeed"),
        pytest.param(f"{BID} | rule 2 counted", "answer", (0, 0), id="nor is announcing"),
        pytest.param(f"{BID} | rule 4 counted", "over", (0, 0), id="a card as a revoke, which costs the game"),
    ],
)
def test_an_event_counted_without_a_finding_is_the_misdeed_of_its_kind(
    lines: str, phase: str, tallies: tuple[int, int]
) -> None:
    table, findings = run(lines)
    assert findings == []
    assert (str(table.phase), table.tallies[0], table.tallies[1]) == (phase, *tallies)


@rule("WA7", "WA10", "DECISIONS WA18")
@pytest.mark.parametrize(
    ("counted", "points"),
    [
        pytest.param("rule 7 counted", 2, id="the bid"),
        pytest.param("rule 7 counted | rule 7 counted", 2, id="the bid, told twice"),
        pytest.param("rule 2 counted | rule 7 counted", 4, id="the look and the bid"),
        pytest.param("rule 7 counted | rule 2 counted", 4, id="in either order"),
    ],
)
def test_each_misdeed_of_a_seat_is_counted_once(counted: str, points: int) -> None:
    """Seat 3 looks at the cards when it cuts, and bids later."""
    lines = "deal 0 | say 3 peek | say 1 striker U | say 0 trump H | play 1:EA 2:E9 | say 3 bid 3"
    table, _ = run(f"{lines} | {counted}")
    assert dict(table.tallies) == {0: points, 1: 0, 2: points, 3: 0}


@rule("3.5", "DECISIONS WA16")
def test_a_round_of_three_is_over_after_five_tricks_without_a_third_for_anybody() -> None:
    lines = (
        "deal 0 | say 1 striker U | say 0 trump H | play 1:EA 2:E9 0:E8 >1 | play 1:LA 2:L9 0:L8 >1 "
        "| play 1:S8 2:SA 0:S9 >2 | play 2:LK 0:L10 1:LO >2"
    )
    table, _ = run(lines, "three=all_play", "0 1 2")
    assert (str(table.phase), dict(table.tallies)) == ("play", {0: 0, 1: 0, 2: 0})
    table, _ = run(f"{lines} | play 2:E10 0:EK 1:E7", "three=all_play", "0 1 2")
    assert (str(table.phase), dict(table.tallies)) == ("scored", {0: 0, 1: 1, 2: 1})


@rule("WA30", "WA32", "DECISIONS WA21")
@pytest.mark.parametrize(
    ("before", "strikers"),
    [
        pytest.param((13, 10), (1, 3), id="only the others are krank"),
        pytest.param((13, 13), (), id="he reaches the target against a krank side"),
    ],
)
def test_nobody_strikes_once_the_game_is_over(before: tuple[int, int], strikers: tuple[int, ...]) -> None:
    """Side 1 3 wins the round, which is worth two."""
    table, _ = standing_at(before, ROUND, "target=15")
    options = in_game(table).options(deal_of(table))
    assert {fact.seat for fact in options if isinstance(fact, Announced) and fact.call == "strike"} == set(strikers)
