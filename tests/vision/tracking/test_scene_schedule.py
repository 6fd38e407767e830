"""When the view is looked at again: as soon as nothing moves over a card that was read under a hand."""

from __future__ import annotations

import numpy as np
import pytest

from vision.tracking.background.card_sizes import CardSizes
from vision.tracking.motion.motion_gate import MotionGate, MotionState
from vision.tracking.scene_schedule import SceneSchedule, is_hidden
from vision.tracking.thresholds import TRACKING

TABLE = np.full((360, 640), 110, np.uint8)
FPS = 10.0


def with_hand(column: int) -> np.ndarray:
    picture = TABLE.copy()
    picture[100:260, column : column + 120] = 200
    return picture


@pytest.mark.parametrize(
    ("is_awaited", "expected"),
    [pytest.param(True, [1], id="a card was read below"), pytest.param(False, [], id="nothing waits there")],
)
def test_a_place_that_a_hand_leaves_is_looked_at_before_the_view_rests(is_awaited: bool, expected: list[int]) -> None:
    gate, sizes = MotionGate(), CardSizes((720, 1280))
    schedule = SceneSchedule(gate)
    for number in range(10):
        schedule.is_due(number / FPS, gate.update(TABLE, number / FPS), sizes)
    schedule.mark_read(0.9)
    place = np.zeros_like(gate.still_mask(0.1))
    place[place.shape[0] // 3 : place.shape[0] // 2, : place.shape[1] // 8] = 255
    schedule.request_read_when_still([place] if is_awaited else [])
    due = []
    # The hand moves from the awaited place to the other side and goes on moving there.
    for step, column in enumerate((0, 300, 330, 360)):
        time = 1 + step / FPS
        motion = gate.update(with_hand(column), time)
        schedule._read_at[:] = time  # type: ignore[index]  # nothing else is worth a look
        if schedule.is_due(time, motion, sizes):
            due.append(step)
            schedule.mark_read(time)
    assert [step - 1 for step in due if step > 0][:1] == expected


@pytest.mark.parametrize(("moving", "expected"), [(0, False), (5, False), (7, True), (100, True)])
def test_a_card_is_hidden_if_a_sixteenth_of_it_moves(moving: int, expected: bool) -> None:
    place, still = np.zeros((20, 20), np.uint8), np.full((20, 20), 255, np.uint8)
    place[:10, :10] = 255
    still.reshape(-1)[[row * 20 + column for row in range(10) for column in range(10)][:moving]] = 0
    assert is_hidden(place, still) == expected


def test_of_two_requests_the_earlier_one_is_due_and_only_once() -> None:
    gate, sizes = MotionGate(), CardSizes((720, 1280))
    schedule = SceneSchedule(gate)
    due = []
    for number in range(20):
        motion = gate.update(TABLE, number / FPS)
        if schedule.is_due(number / FPS, motion, sizes) and number >= 10:
            due.append(number)
        if number == 9 or number in due:
            schedule.mark_read(number / FPS)
        if number == 9:
            schedule.request_read(1.2)
            schedule.request_read(1.4)
    assert due == [12]


def test_long_motion_is_told_once_until_the_view_has_rested() -> None:
    schedule, least = SceneSchedule(MotionGate()), round(TRACKING.long_motion_min_seconds)
    told = []
    for second in range(5 * least):
        is_rest = second == 3 * least
        seconds = schedule.long_motion(second, MotionState(moving=not is_rest, settled=is_rest))
        told += [] if seconds is None else [(second, seconds)]
    assert told == [(least, least), (4 * least, least)]
