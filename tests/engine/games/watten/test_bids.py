"""Watten: bids and their answers, requests before the announcement, cards laid before it (RULEBOOK 3.6)."""

import pytest

from tests.support.watten_tables import ANNOUNCED, deal_of, finding_texts, in_game, run

rule = pytest.mark.rule


@rule("3.5")
def test_a_round_ends_at_the_third_trick_of_a_side() -> None:
    here = in_game(run(ANNOUNCED)[0])
    assert here.is_decided({0: 1, 1: 2, 2: 0, 3: 1})
    assert not here.is_decided({0: 1, 1: 1, 2: 1, 3: 1})


@rule("WA24")
def test_cards_of_a_trick_that_was_not_finished_are_taken_away_without_fault() -> None:
    table, findings = run(f"{ANNOUNCED} | play 1:EA | say 2 bid 3 | say 1 go | play > | deal 1")
    assert (findings, table.tallies[2]) == ([], 2)


# The last card


SWAPPED = "deal 0 | say 1 swap | say 0 accept"
THREE_TRICKS = "play 1:EA 2:E9 3:E8 0:EK >1 | play 1:LA 2:L9 3:L8 0:LK >1 | play 1:SA 2:S9 3:S8 0:SK >1"
"""Unless something else is trump, all of them are seat 1's."""


@rule("WA14", "DECISIONS WA22")
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param(f"{SWAPPED} | say 0 striker U | say 1 trump H", [], id="each announces what was the other's"),
        pytest.param(f"{SWAPPED} | say 0 swap", ["WA14 @4 0"], id="not back again"),
        pytest.param(f"{SWAPPED} | say 1 swap", ["WA14 @4 1"], id="nor by the one who asked first"),
        pytest.param("deal 0 | say 1 swap | say 0 refuse | say 1 swap", ["WA14 @4 1"], id="nor after a refusal"),
        pytest.param(f"{SWAPPED} | say 0 better | say 1 accept | say 1 swap", [], id="but with new cards"),
    ],
)
def test_the_roles_are_swapped_once(lines: str, expected: list[str]) -> None:
    _, findings = run(lines)
    assert [text.partition(" ")[2] for text in finding_texts(findings)] == expected


@rule("WA11", "WA24")
@pytest.mark.parametrize(
    ("lines", "lacks", "phase"),
    [
        pytest.param("play 1:EA 2:E9 3:E8 0:EK", True, "play", id="a trick"),
        pytest.param(THREE_TRICKS, True, "play", id="three tricks of one side"),
        pytest.param(f"{THREE_TRICKS} | say 1 striker U", True, "play", id="half of it announced"),
        pytest.param(f"{THREE_TRICKS} | say 1 striker U | say 0 trump H", False, "scored", id="announced afterwards"),
        pytest.param("play 1:EA | say 2 bid 3 | say 3 go", False, "scored", id="somebody went, whatever was trump"),
    ],
)
def test_tricks_count_only_once_trump_is_announced(lines: str, lacks: bool, phase: str) -> None:
    table, findings = run(f"deal 0 | {lines}")
    assert findings == []
    assert (in_game(table).lacks_trump(deal_of(table)), str(table.phase)) == (lacks, phase)
    assert any(table.tallies.values()) == (phase == "scored")


@rule("3.11")
@pytest.mark.parametrize(
    ("call", "expected"),
    [
        pytest.param("say 0 trump E", [], id="a suit of the hand shown"),
        pytest.param("say 0 trump H", ["WA11 @5 0"], id="a suit that it has not"),
        pytest.param("say 1 striker 9", [], id="a striker that the other may hold"),
    ],
)
def test_a_secret_trump_must_be_possible_by_the_cards_shown(call: str, expected: list[str]) -> None:
    """The dealer has shown his whole hand, five cards of acorns."""
    lines = f"deal 0 | show 0 EA EK EO EU E10 all | play 1:L9 2:L8 | {call}"
    _, findings = run(lines, "announcement=secret")
    assert [text.partition(" ")[2] for text in finding_texts(findings)] == expected
