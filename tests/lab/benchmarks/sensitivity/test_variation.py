"""Thresholds are varied in place, put back, and what moves with them is told."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass

import pytest

from lab.benchmarks.sensitivity.variation import Figures, Variation, change_by_share, override, table, variations


@dataclass(frozen=True)
class Thresholds:
    min_cosine: float = 0.5
    max_cards: int = 4
    sides_px: tuple[int, int] = (50, 150)


@pytest.mark.parametrize(
    ("value", "by", "expected"),
    [
        (0.5, 0.1, 0.55),
        (0.5, -0.1, 0.45),
        (0.0, 0.1, 0.0),
        (60, -0.1, 54),
        (4, 0.1, 5),
        (1, -0.1, 0),
        ((50, 150), 0.1, (55, 165)),
        (((0.5, 1),), -0.1, ((0.45, 0),)),
    ],
)
def test_a_value_is_changed_by_a_share_and_whole_numbers_by_one_at_least(
    value: object, by: float, expected: object
) -> None:
    found = change_by_share(value, by)  # type: ignore[arg-type]
    assert found == pytest.approx(expected) if isinstance(value, float) else found == expected


def test_each_threshold_goes_down_and_up_or_those_that_are_wanted() -> None:
    every = variations(Thresholds(), 0.1)
    assert [(one.name, one.by) for one in every] == [
        (name, by) for name in ("min_cosine", "max_cards", "sides_px") for by in (-0.1, 0.1)
    ]
    assert [one.value for one in variations(Thresholds(), 0.5, ["max_cards"])] == [2, 6]
    with pytest.raises(ValueError, match="got threshold 'cosine', expected one of min_cosine, max_cards, sides_px"):
        variations(Thresholds(), 0.1, ["cosine"])


def test_a_threshold_is_put_back_also_after_an_error() -> None:
    thresholds, during = Thresholds(), []

    def fail() -> None:
        with override(thresholds, "max_cards", 5):
            during.append(thresholds.max_cards)
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert during == [5]
    assert thresholds == Thresholds()
    with pytest.raises(FrozenInstanceError):
        thresholds.max_cards = 5  # type: ignore[misc]


def figures(right: int, asked: int, wrong: int = 0, *, seconds: float = 4.0, readings: int = 1) -> Figures:
    return Figures({"right": right, "asked": asked, "wrong": wrong}, seconds, readings)


USUAL = figures(10, 2)


@pytest.mark.parametrize(
    ("found", "moves"),
    [
        (USUAL, False),
        (figures(10, 2, seconds=4.5, readings=2), False),
        (figures(10, 2, seconds=4.8), True),
        (figures(10, 2, seconds=3.0), True),
        (figures(9, 3, readings=2), True),
        (figures(10, 2, 1, readings=2), True),
        (Figures(error="raises ValueError"), True),
    ],
)
def test_a_figure_moves_by_one_card_or_by_more_time_than_it_takes_by_itself(found: Figures, moves: bool) -> None:
    assert found.moves(USUAL) == moves


def test_what_moves_is_a_row_and_what_does_not_is_named_at_the_end() -> None:
    names = ("min_cosine", "max_cards", "sides_px", "min_px")
    each = [
        figures(9, 2, 1, readings=2),
        figures(10, 2, readings=3),
        USUAL,
        Figures(error="raises ValueError: an even number"),
    ]
    varied = [(Variation(name, 0.1, 0.55), found) for name, found in zip(names, each, strict=True)]
    _, usual, cosine, px, places, nothing = table(USUAL, varied)
    assert usual.split() == ["as", "it", "is", "10", "2", "0", "4.0", "s"]
    assert cosine.split() == ["min_cosine", "+10%", "0.55", "-1", "·", "+1", "·"]
    assert px.endswith("raises ValueError: an even number")
    assert places == "\nmoves places or scores only: max_cards"
    assert nothing == "moves nothing: sides_px"
