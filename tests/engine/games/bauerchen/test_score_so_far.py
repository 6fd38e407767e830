"""Bauerchen: the card points that the score shows in the middle of a deal."""

from __future__ import annotations

import pytest

from tests.support.bauerchen_tables import DEALT, WHOLE, bauerchen, run

rule = pytest.mark.rule

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
    assert table.deal is not None
    assert bauerchen().points_taken(table.deal) == dict.fromkeys(range(4), 0) | points
