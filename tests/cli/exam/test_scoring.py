"""Comparison of reported cards with laid cards."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.exam.scoring import NOT_IN_PLAY, ReportedCard, TrueCard, compare_reports, count_outcomes


def true_cards(text: str) -> list[TrueCard]:
    return [TrueCard(NOT_IN_PLAY if name == "-" else name, "film") for name in text.split()]


def reported(text: str) -> list[ReportedCard]:
    """`?HK` is a question that has HK among its candidates, `-` a card that is not in play."""
    return [
        ReportedCard(None, (name[1:],)) if name[0] == "?" else ReportedCard(NOT_IN_PLAY if name == "-" else name)
        for name in text.split()
    ]


@pytest.mark.parametrize(
    ("true", "said", "counts"),
    [
        pytest.param("HK HO EA", "HK HO EA", {"right": 3}, id="all right"),
        pytest.param("HK HO EA", "HK ?HO EA", {"right": 2, "asked": 1}, id="a question"),
        pytest.param("HK HO EA", "HK S9 EA", {"right": 2, "wrong": 1}, id="a wrong name"),
        pytest.param("HK HO EA", "HK EA", {"right": 2, "missed": 1}, id="missed"),
        pytest.param("HK EA", "HK HO EA", {"right": 2, "invented": 1}, id="invented"),
        pytest.param("HK EA", "HK ?HO EA", {"right": 2, "needless": 1}, id="a question about nothing"),
        pytest.param("HK HO", "HO HK", {"right": 2}, id="two in the other order"),
        pytest.param("HK HO EA L7", "L7 HK HO EA", {"right": 4}, id="the last of a trick told first"),
        pytest.param("HK HO", "S9 L8", {"wrong": 2}, id="both wrong"),
        pytest.param("HK", "HK HK", {"right": 1, "invented": 1}, id="told twice"),
        pytest.param("HK", "", {"missed": 1}, id="nothing told"),
        pytest.param("", "HK", {"invented": 1}, id="nothing laid"),
        pytest.param("- HK", "- HK", {"right": 2}, id="a six is known as one"),
        pytest.param("- HK", "HK", {"right": 2}, id="a back is looked past"),
        pytest.param("-", "HK", {"wrong": 1}, id="a six is named as a card"),
        pytest.param("HK", "-", {"wrong": 1}, id="a card is taken for a six"),
        pytest.param("HK", "HK -", {"right": 1}, id="a back lies beside"),
        pytest.param("HK HO", "?S9 HO", {"asked": 1, "right": 1}, id="a question between others"),
    ],
)
def test_comparison_counts_right_wrong_and_missed_cards(true: str, said: str, counts: dict[str, int]) -> None:
    assert count_outcomes(compare_reports(true_cards(true), reported(said))) == counts


def test_card_reported_long_before_it_was_laid_is_invented() -> None:
    early = [ReportedCard("HK", frame=10, time=1.0)]
    for one in (TrueCard("HK", "film", frame=100), TrueCard("HK", "film", time=10.0)):
        assert count_outcomes(compare_reports([one], early)) == {"missed": 1, "invented": 1}
    assert count_outcomes(compare_reports([TrueCard("HK", "film", frame=15)], early)) == {"right": 1}


@pytest.mark.parametrize(
    ("true", "present", "counts"),
    [
        pytest.param("HK", "HK", {"right": 1}, id="laid before the film began"),
        pytest.param("HK", "S9", {"wrong": 1}, id="and misread"),
        pytest.param("HK", "?HK", {"asked": 1}, id="and asked about"),
        pytest.param("", "S9", {}, id="not laid, such as a picture on a box"),
    ],
)
def test_card_present_at_the_beginning_counts_if_it_was_laid(true: str, present: str, counts: dict[str, int]) -> None:
    first = [replace(one, frame=4, was_present=True) for one in reported(present)]
    at_start = [replace(one, frame=0) for one in true_cards(true)]
    rest = [ReportedCard("EA", frame=90)]
    outcomes = compare_reports([*at_start, TrueCard("EA", "film", frame=80)], [*first, *rest])
    assert count_outcomes(outcomes) == Counter(counts) + Counter(right=1)


NAMES = st.lists(st.sampled_from(["HK", "HO", "EA", "L7", "S9"]), max_size=12)


@given(NAMES, NAMES)
def test_every_card_and_every_telling_has_one_outcome(true: list[str], said: list[str]) -> None:
    cards, tellings = (
        [TrueCard(name, "film") for name in true],
        [ReportedCard(name, frame=at) for at, name in enumerate(said)],
    )
    outcomes = compare_reports(cards, tellings)
    assert sorted(one.true_card.card for one in outcomes if one.true_card) == sorted(true)
    assert sorted(one.reported.frame for one in outcomes if one.reported) == list(range(len(said)))
    if true == said:
        assert count_outcomes(outcomes)["right"] == len(true)
    for one in outcomes:
        if one.kind == "right":
            assert one.true_card
            assert one.reported
            assert one.true_card.card == one.reported.card
