"""Tests of counts and their intervals."""

import pytest

from engine.cards import Card
from lab.benchmarks.harness.results import HEAD, Tally, total_of, wilson

HK, HO, E9 = Card("H", "K"), Card("H", "O"), Card("E", "9")


@pytest.mark.parametrize(
    ("hits", "count", "interval"),
    [
        (0, 10, (0.0, 0.2775)),
        (10, 10, (0.7225, 1.0)),
        (5, 10, (0.2366, 0.7634)),
        (0, 3842, (0.0, 0.000999)),
        (0, 0, (0.0, 1.0)),
        (5, 2, (0.3424, 1.0)),
    ],
)
def test_the_interval_of_wilson(hits: int, count: int, interval: tuple[float, float]) -> None:
    assert wilson(hits, count) == pytest.approx(interval, abs=5e-5)


def test_a_card_is_right_asked_or_wrong_and_may_be_nearest_though_it_is_asked_for() -> None:
    tally = Tally()
    tally.count(HK, HK, HK)
    tally.count(HK, None, HK)
    tally.count(HK, None, HO)
    tally.count(HK, HO, HO, "1.jpg:")
    tally.miss()
    assert (tally.right, tally.asked, tally.wrong, tally.missed) == (1, 2, 1, 1)
    assert (tally.cards, tally.nearest, tally.mistakes) == (5, 2, ["1.jpg:HK→HO"])


def test_a_second_wrong_name_for_a_card_is_wrong_but_no_card() -> None:
    tally = Tally()
    tally.count(HK, HK, HK)
    tally.count(HK, HO, HO, again=True)
    tally.count(HK, E9, E9, again=True)
    assert (tally.cards, tally.right, tally.wrong, tally.nearest) == (1, 1, 2, 1)
    assert total_of([tally, tally]).cards == 2
    assert "100.00%" in tally.row()


def test_a_row_stands_below_its_head() -> None:
    tally = Tally()
    for _ in range(40):
        tally.count(HK, HK, HK)
    row = tally.row()
    assert len(row) == len(HEAD)
    assert row.split()[:2] == ["40", "100.00%"]
    assert row[: HEAD.index("right") + 5].endswith("100.00%")
