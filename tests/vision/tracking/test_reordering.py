"""Cards are told in the order in which they fell, also if one is read late."""

from __future__ import annotations

import numpy as np
import pytest

from engine.cards import BAVARIAN_32
from vision.tracking.reordering import ReorderBuffer
from vision.tracking.thresholds import TRACKING
from vision.types import Candidate, CardLanded, Reading, Sighting, TableCleared

ONE, TWO = BAVARIAN_32.cards[:2]


def landed(card: object, since: float, time: float) -> Sighting:
    reading = Reading(card, (Candidate(card, 0.9),), np.zeros((4, 2), np.float32), 1.0)  # type: ignore[arg-type]
    return Sighting(round(10 * time), time, CardLanded(reading, 0, 0.9, since=since))


FIRST, SECOND = landed(ONE, 1.0, 2.0), landed(TWO, 1.5, 1.8)


def test_a_card_that_is_read_late_is_told_before_the_one_that_fell_after_it() -> None:
    buffer = ReorderBuffer()
    assert buffer.release([SECOND], 1.8, moving=True) == []
    assert buffer.release([FIRST], 2.0, moving=True) == []
    assert buffer.release([], 1.8 + TRACKING.hold_seconds, moving=True) == [FIRST, SECOND]
    assert buffer.release([], 9.0, moving=False) == []


def test_at_rest_nothing_is_held_back() -> None:
    assert ReorderBuffer().release([SECOND], 1.8, moving=False) == [SECOND]


def test_a_gather_is_told_after_the_cards_before_it() -> None:
    buffer, gather = ReorderBuffer(), Sighting(19, 1.9, TableCleared(0, 2))
    buffer.release([SECOND], 1.8, moving=True)
    assert buffer.release([gather], 1.9, moving=True) == [SECOND, gather]


def test_a_card_that_a_hand_still_covers_is_waited_for() -> None:
    buffer = ReorderBuffer()
    buffer.expect(1.0, 1.7)
    assert buffer.release([SECOND], 1.8, moving=True) == []
    assert buffer.release([], 2.4, moving=True) == []
    assert buffer.release([FIRST], 2.5, moving=True) == [FIRST, SECOND]


def test_a_card_is_the_awaited_one_if_it_is_dated_a_frame_later() -> None:
    buffer, dated_later = ReorderBuffer(), landed(ONE, 1.1, 1.9)
    buffer.expect(1.0, 1.7)
    assert buffer.release([dated_later], 1.9, moving=True) == []
    assert buffer.release([], 1.9 + TRACKING.hold_seconds, moving=True) == [dated_later]


@pytest.mark.parametrize(
    "scenes",
    [
        pytest.param([(1.0, 1.7)], id="one scene shows it under the hand"),
        pytest.param([(1.0, 1.7), (1.0, 2.7)], id="a later scene shows it still there"),
        pytest.param([(1.0, 1.7), (1.4, 2.7)], id="a later scene shows only another card under a hand"),
    ],
)
def test_a_card_that_never_comes_is_waited_for_no_longer_than_told(scenes: list[tuple[float, float]]) -> None:
    buffer = ReorderBuffer()
    for since, time in scenes:
        buffer.expect(since, time)
    assert buffer.release([SECOND], 1.8, moving=True) == []
    assert buffer.release([], 1.75 + TRACKING.expected_max_seconds, moving=True) == [SECOND]
