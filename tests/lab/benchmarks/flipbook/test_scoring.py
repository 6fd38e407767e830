"""What was told is set against what happened."""

from dataclasses import replace

import pytest

from lab.benchmarks.flipbook.scoring import ReportedEvent, score
from simulator.script import Expected

TRUTH = [
    Expected("card_laid", 10, 14, 0, "HK", 1, 1),
    Expected("card_laid", 30, 34, 1, "EO", 1, 2),
    Expected("card_laid", 50, 54, 2, "L7", 1, 3),
    Expected("trick_gathered", 75, 78, 2, None, 3, 4),
]
HK, EO, L7 = (
    ReportedEvent("card_laid", 17, "HK", 0),
    ReportedEvent("card_laid", 37, "EO", 1),
    ReportedEvent("card_laid", 57, "L7", 2),
)
GATHER = ReportedEvent("trick_gathered", 80, None, 2, 3)


@pytest.mark.parametrize(
    ("reported", "expected"),
    [
        ([HK, EO, L7, GATHER], {"right": 3, "seats": 3, "gathered": 1}),
        ([HK, L7, GATHER], {"right": 2, "missed": 1, "seats": 2, "gathered": 1}),
        ([HK, replace(EO, card=None), L7, GATHER], {"right": 2, "asked": 1, "seats": 3, "gathered": 1}),
        ([HK, replace(EO, card="SU", seat=3), L7, GATHER], {"right": 2, "wrong": 1, "seats": 2, "gathered": 1}),
        ([HK, EO, replace(EO, frame=45), L7, GATHER], {"right": 3, "invented": 1, "seats": 3, "gathered": 1}),
        ([HK, L7, replace(EO, frame=59), GATHER], {"right": 3, "disordered": 1, "seats": 3, "gathered": 1}),
        ([HK, EO, L7, GATHER, replace(GATHER, frame=84)], {"right": 3, "seats": 3, "gathered": 1, "gathers +": 1}),
        ([HK, EO, ReportedEvent("card_lifted", 45, "EO"), L7], {"right": 3, "seats": 3, "lifts +": 1}),
        ([HK, EO, L7, replace(GATHER, seat=1)], {"right": 3, "seats": 3, "gathered": 1, "takers": 0}),
        ([HK, EO, L7, replace(GATHER, cards=2)], {"right": 3, "seats": 3, "gathered": 1, "sizes": 0}),
        ([], {"missed": 3}),
    ],
    ids=["all", "missed", "asked", "wrong", "twice", "disordered", "double gather", "lift", "taker", "size", "nothing"],
)
def test_every_fault_has_its_column(reported: list[ReportedEvent], expected: dict[str, int]) -> None:
    counts, faults = score(TRUTH, reported)
    gathered = expected.get("gathered", 0)
    totals = {"seated": 3 - expected.get("missed", 0), "gathers": 1, "taken": gathered}
    expected = {"takers": gathered, "sizes": gathered, **expected}
    assert dict(+counts) == {name: count for name, count in {**expected, **totals}.items() if count}
    assert bool(faults) == (reported != [HK, EO, L7, GATHER])


def test_seats_told_surely_are_counted_apart() -> None:
    reported = [
        replace(HK, seat_confidence=0.96),
        replace(EO, seat_confidence=0.96, seat=3),
        replace(L7, seat_confidence=0.9),
    ]
    counts, _ = score(TRUTH, reported)
    assert (counts["sure"], counts["sure seats"], counts["seats"]) == (2, 1, 2)


def test_two_cards_of_one_moment_may_be_told_in_either_order() -> None:
    truth = [replace(TRUTH[0], group=1, rest=34), replace(TRUTH[1], group=1, released=10)]
    counts, _ = score(truth, [replace(EO, frame=36), replace(HK, frame=36)])
    assert counts["right"] == 2
    assert counts["disordered"] == 0


def test_what_may_be_left_untold_is_neither_missed_nor_invented() -> None:
    truth = [replace(TRUTH[0], optional=True), Expected("card_lifted", 40, 44, 0, "HK", 1, 5, optional=True)]
    assert score(truth, []) == ({}, [])
    counts, faults = score(truth, [HK, ReportedEvent("card_lifted", 47, "HK")])
    assert dict(+counts) == {"right": 1, "seated": 1, "seats": 1}
    assert not faults


@pytest.mark.parametrize(
    ("reported", "expected"),
    [
        pytest.param("HK", {"lifts": 1, "lifted": 1}, id="the card that was lifted"),
        pytest.param(None, {"lifts": 1, "unnamed": 1}, id="no card"),
        pytest.param("EO", {"lifts": 1, "lifts +": 1}, id="another card"),
    ],
)
def test_a_lift_counts_for_the_card_that_was_lifted(reported: str | None, expected: dict[str, int]) -> None:
    truth = [Expected("card_lifted", 40, 44, 0, "HK", 1, 5)]
    counts, faults = score(truth, [ReportedEvent("card_lifted", 47, reported)])
    assert dict(+counts) == expected
    assert bool(faults) == (reported != "HK")
