"""Bauerchen: when a round ends, who wins it, and what lasts after it (knoddel, stein, points carried forward)."""

from __future__ import annotations

import pytest

from tests.support.bauerchen_tables import TEN, bauerchen, run, tallies

rule = pytest.mark.rule

# The round


@rule("BA20", "DECISIONS BA1")
@pytest.mark.parametrize(("rules", "over"), [("", True), ("target=31", False)])
def test_a_round_ends_with_the_target(rules: str, over: bool) -> None:
    lines = f"{TEN} | deal 3 | say 0 trump H | tricks 0:60 1:70"
    table, _ = run(lines, rules)
    assert table.tallies == {0: 0, 1: 12, 2: 0, 3: 12}
    assert table.result.is_over is over
    assert table.result.winners == ((1, 3) if over else ())
    assert not run(TEN)[0].result.is_over


@rule("BA20")
def test_result_names_winners_at_the_target() -> None:
    four = bauerchen()
    before = {0: 10, 1: 8, 2: 10, 3: 8}
    won = four.result(before, {0: 2, 1: 0, 2: 2, 3: 0})
    assert (won.winners, won.losers, won.tallies) == ((0, 2), (1, 3), {0: 12, 1: 8, 2: 12, 3: 8})
    assert not four.result(before, {0: 1, 2: 1}).is_over
    assert four.result(before, {0: 2, 1: 6, 2: 2, 3: 6}).winners == (1, 3)


@rule("DECISIONS BA13")
def test_first_side_at_the_target_wins() -> None:
    """Seats 0 and 2 stand at 11 and meld, seats 1 and 3 stand at 10 and win the hand."""
    eleven = (
        "deal 0 | say 1 trump H | tricks 0:130 1:0 | deal 1 | say 2 trump H | tricks 0:130 1:0 "
        "| deal 2 | say 3 trump H | tricks 0:130 1:0 | deal 3 | say 0 trump H | tricks 0:0 1:130"
    )
    assert tallies(eleven) == (11, 4)
    both = f"{eleven} | deal 0 | say 1 trump H | say 0 double | say 1 double | tricks 0:20 1:110"
    assert run(both)[0].result.winners == (1, 3)
    table, findings = run(f"{both} | say 0 meld C")
    assert findings == []
    assert table.tallies == {0: 12, 1: 12, 2: 12, 3: 12}
    assert (table.result.winners, table.result.losers) == ((0, 2), (1, 3))
