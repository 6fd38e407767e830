"""Bauerchen: card points of a deal, its game points, what misdeeds cost, revokes, and when a round ends."""

import pytest

from tests.support.bauerchen_tables import DEALT, WHOLE, bauerchen, run, tallies

rule = pytest.mark.rule

# Card points


@pytest.mark.parametrize(
    ("lines", "expected", "findings"),
    [
        pytest.param("tricks 0:30 2:30 1:50 3:20", (0, 1), [], id="by seat", marks=rule("BA16")),
        pytest.param("tricks 0:5 1:5", (0, 0), ["wrong_count BA5 @3 None None"], id="not 130", marks=rule("BA5")),
        pytest.param("tricks 0:20 1:110 | say 0 meld C | say 2 meld H", (3, 2), [], id="melded", marks=rule("BA12")),
        pytest.param("tricks 0:70 1:60 trump S | say 1 meld S", (2, 2), [], id="trump told", marks=rule("BA12")),
    ],
)
def test_card_points_entered_by_hand(lines: str, expected: tuple[int, int], findings: list[str]) -> None:
    start = "deal 0" if "trump" in lines else DEALT
    assert run(f"{start} | {lines}")[1] == findings
    assert tallies(f"{start} | {lines}") == expected


@rule("BA8")
def test_score_waits_for_the_trump_call() -> None:
    table, _ = run(f"deal 0 | {WHOLE}")
    assert (table.step.phase, table.turn, table.score) == ("announce", 1, None)
    table, _ = run(f"deal 0 | {WHOLE} | say 1 trump H")
    assert table.tallies == {0: 0, 1: 2, 2: 0, 3: 2}


# Misdeeds


TRICKS = WHOLE.split(" | ")
"""They are worth 28, 11, 26, 35 and 20, and the last one 10 more."""


@rule("BA5")
@pytest.mark.parametrize(
    ("lines", "points"),
    [
        pytest.param(["play 1:CA 2:CK 3:C10"], {}, id="a card is missing"),
        pytest.param(["play 1:CA 2:CK 3:C10 0:CQ"], {1: 28}, id="a full trick that lies there"),
        pytest.param(TRICKS[:1], {1: 28}, id="gathered"),
        pytest.param([*TRICKS[:1], "play 1:CJ 2:HQ 3:DJ"], {1: 28}, id="the second begun"),
        pytest.param(TRICKS[:4], {0: 26, 1: 39, 3: 35}, id="four tricks"),
        pytest.param([*TRICKS[:4], "play 3:SK 0:DK 1:SJ"], {0: 26, 1: 39, 3: 35}, id="the last begun"),
        pytest.param([*TRICKS[:4], "play 3:SK 0:DK 1:SJ 2:H10"], {0: 26, 1: 69, 3: 35}, id="the last lies there"),
    ],
)
def test_a_trick_counts_from_its_last_card_on(lines: list[str], points: dict[int, int]) -> None:
    table, findings = run(" | ".join([DEALT, *lines]))
    assert findings == []
    assert bauerchen().points_taken(table.current_deal) == dict.fromkeys(range(4), 0) | points


# The round


@rule("BA20")
def test_result_names_winners_at_the_target() -> None:
    four = bauerchen()
    before = {0: 10, 1: 8, 2: 10, 3: 8}
    won = four.result(before, {0: 2, 1: 0, 2: 2, 3: 0})
    assert (won.winners, won.losers, won.tallies) == ((0, 2), (1, 3), {0: 12, 1: 8, 2: 12, 3: 8})
    assert not four.result(before, {0: 1, 2: 1}).is_over
    assert four.result(before, {0: 2, 1: 6, 2: 2, 3: 6}).winners == (1, 3)
