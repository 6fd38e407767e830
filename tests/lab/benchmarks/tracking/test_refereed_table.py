"""The people of the benchmark answer from what was really laid."""

from __future__ import annotations

import numpy as np
import pytest

from lab.benchmarks.tracking.refereed_table import Witness
from simulator.script import Expected
from tests.support.session_script import card, card_laid


def square(x: float) -> list[list[float]]:
    return [[x, 0], [x + 10, 0], [x + 10, 10], [x, 10]]


def laid(rest: int, name: str, x: float) -> Expected:
    return Expected("card_laid", rest, rest, None, name, 1, rest, square(x))


GATHERED = Expected("trick_gathered", 30, 30, 1, None, 2, 30)
WITNESS = Witness.of(
    [laid(10, "L7", 0), laid(20, "L8", 40), GATHERED, laid(40, "L9", 5), laid(50, "LK", 45)],
    [card_laid(0, "L7"), card_laid(1, "L8"), card_laid(1, "L9"), card_laid(0, "LK")],
)


@pytest.mark.parametrize(
    ("x", "frame", "expected"),
    [(2, 15, "L7"), (30, 15, "L7"), (38, 25, "L8"), (2, 45, "L9"), (44, 45, "L9"), (44, 55, "LK")],
)
def test_a_card_is_known_by_its_place_in_the_trick(x: float, frame: int, expected: str) -> None:
    assert WITNESS.card_at(np.array(square(x), np.float32), frame) == card(expected)


def test_before_the_first_card_nothing_lies_there() -> None:
    assert WITNESS.card_at(np.array(square(2), np.float32), 5) is None


@pytest.mark.parametrize(
    ("seat", "beside", "recorded", "frame", "expected"),
    [
        pytest.param(0, "L8", "L8", 25, "L7", id="missed before the next card"),
        pytest.param(0, "L8", "L7 L8", 25, None, id="recorded already"),
        pytest.param(1, "L9", "L9", 60, None, id="not of an earlier trick"),
        pytest.param(0, "L9", "L9", 45, None, id="not laid yet"),
        pytest.param(0, "L9", "L9", 55, "LK", id="laid by now"),
        pytest.param(2, "L9", "", 55, None, id="a seat without a card"),
        pytest.param(0, "H7", "", 55, None, id="beside a card that was not laid"),
    ],
)
def test_a_missing_card_is_one_of_the_same_trick(
    seat: int, beside: str, recorded: str, frame: int, expected: str | None
) -> None:
    known = {card(name) for name in recorded.split()}
    assert WITNESS.missing(seat, card(beside), known, frame) == (card(expected) if expected else None)
