"""When the view is looked at again: at rest, on request, or once enough has come to rest."""

import numpy as np
import pytest

from tests.support.paper_table import CARD_LENGTH, CARD_WIDTH, HEIGHT, WIDTH, quad_at
from vision.geometry.quads import portrait
from vision.tracking.background.card_sizes import CardSizes
from vision.tracking.evidence import motion_mask_on_map
from vision.tracking.motion.motion_gate import MotionGate, MotionState
from vision.tracking.scene_schedule import SceneSchedule, is_hidden
from vision.tracking.thresholds import TRACKING

TABLE = np.full((360, 640), 110, np.uint8)
FPS = 10.0


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
    schedule, least = SceneSchedule(MotionGate()), round(TRACKING.lasting_min_seconds)
    messages = []
    for second in range(5 * least):
        is_rest = second == 3 * least
        seconds = schedule.long_motion(second, MotionState(moving=not is_rest, settled=is_rest))
        messages += [] if seconds is None else [(second, seconds)]
    assert messages == [(least, least), (4 * least + 1, least)]


def test_the_time_at_rest_before_a_motion_is_no_motion() -> None:
    schedule, least = SceneSchedule(MotionGate()), round(TRACKING.lasting_min_seconds)
    stands, moves = MotionState(moving=False, settled=False), MotionState(moving=True, settled=False)
    states = [MotionState(moving=False, settled=True), *[stands] * 6 * least, *[moves] * (least + 1)]
    reported = [schedule.long_motion(second, state) for second, state in enumerate(states)]
    assert reported == [None] * (len(states) - 1) + [least]


MOVING, RESTS, STANDS = MotionState(True, False), MotionState(False, True), MotionState(False, False)
SMALL = TABLE.shape[0] // 4, TABLE.shape[1] // 4


def read_at(time: float) -> SceneSchedule:
    """A view that stood still and was read then, and of which two more frames were seen since."""
    schedule = SceneSchedule(MotionGate())
    for seconds in (0.0, time):
        schedule.gate.update(TABLE, seconds)
    schedule.is_due(time, STANDS, None)
    schedule.mark_read(time)
    for seconds in (time + 0.1, time + 0.3):
        schedule.gate.update(TABLE, seconds)
    return schedule


def sizes_of(*quads: tuple[float, float]) -> CardSizes:
    sizes = CardSizes((HEIGHT, WIDTH))
    for x, y in quads:
        sizes.learn(portrait(quad_at(x, y, 20)))
    return sizes


@pytest.mark.parametrize(
    ("motion", "seconds", "expected"),
    [
        pytest.param(RESTS, 0.3, True, id="it rests"),
        pytest.param(STANDS, 1.0, False, id="it stands, but not for long enough"),
        pytest.param(MOVING, 1.3, False, id="something moves"),
        pytest.param(MOVING, 1.7, True, id="something has moved for too long"),
    ],
)
def test_the_first_scene_is_read_at_rest_or_at_last_beside_a_hand(
    motion: MotionState, seconds: float, expected: bool
) -> None:
    schedule = SceneSchedule(MotionGate())
    for time in (100.0, 100.0 + seconds):
        schedule.gate.update(TABLE, time)
        due = schedule.is_due(time, motion if time > 100 else MOVING, None)
    assert due is expected


VIEW = SMALL[0] * SMALL[1]
CARD = CARD_WIDTH * CARD_LENGTH / (WIDTH * HEIGHT) * VIEW
"""Of the low-resolution picture, px."""


@pytest.mark.parametrize(
    ("fresh", "moved_at", "known", "expected"),
    [
        pytest.param([(40, 60, 12, 12)], 1.1, 0, True, id="a thing"),
        pytest.param([(40, 60, 8, 8)], 1.1, 0, False, id="a small thing"),
        pytest.param([(40, 60, 8, 8), (40, 80, 8, 8)], 1.1, 0, False, id="two small things"),
        pytest.param([(20, 30, 1, 120)], 1.1, 0, False, id="a line"),
        pytest.param([(0, 40, 5, 80)], 1.1, 0, False, id="the rim"),
        pytest.param([(40, 60, 12, 12)], 1.25, 0, False, id="a thing that moved just now"),
        pytest.param([(40, 60, 12, 12)], 0.9, 0, False, id="a thing that was read already"),
        pytest.param([(40, 60, 15, round(0.6 * CARD / 15))], 1.1, 1, True, id="most of a card"),
        pytest.param([(40, 60, 15, round(0.4 * CARD / 15))], 1.1, 1, False, id="the smaller part of a card"),
        pytest.param([(40, 60, 15, round(0.6 * CARD / 15))], 1.1, 5, True, id="most of a card among others"),
        pytest.param([(40, 60, 15, round(0.4 * CARD / 15))], 1.1, 5, False, id="the smaller part among others"),
    ],
)
def test_beside_a_hand_the_view_is_read_once_enough_has_come_to_rest(
    fresh: list[tuple[int, int, int, int]], moved_at: float, known: int, expected: bool
) -> None:
    """What counts is half a card in one piece; the size of cards is known as soon as one was read."""
    schedule, places = read_at(1.0), [(300, 200), (500, 200), (700, 300), (400, 380), (600, 400)]
    for top, left, rows, columns in fresh:
        schedule.gate.moved_at[top : top + rows, left : left + columns] = moved_at
    assert schedule.is_due(1.3, MOVING, sizes_of(*places[:known])) is expected


def test_what_moved_while_the_view_was_read_is_read_when_it_rests() -> None:
    schedule, sizes, place = read_at(1.0), CardSizes((HEIGHT, WIDTH)), np.s_[40:52, 60:72]
    schedule.gate.moved_at[place] = 1.25
    still = schedule.mark_read(1.3)
    assert not still[place].any()
    assert np.count_nonzero(still) == VIEW - 12 * 12
    schedule.gate.update(TABLE, 1.5)
    assert schedule.is_due(1.5, MOVING, sizes)
    assert schedule.mark_read(1.5).all()
    assert not schedule.is_due(1.5, MOVING, sizes)


def test_a_read_settles_what_was_asked_for() -> None:
    schedule, sizes = read_at(1.0), CardSizes((HEIGHT, WIDTH))
    schedule.request_read(1.2)
    assert schedule.is_due(1.3, MOVING, sizes)
    schedule.mark_read(1.3)
    assert not schedule.is_due(1.3, MOVING, sizes)
    assert schedule.is_due(1.3, RESTS, sizes)


def test_pictures_of_another_size_begin_anew() -> None:
    schedule = read_at(1.0)
    for time in (10.0, 11.0, 12.0):
        schedule.gate.update(TABLE[:240], time)
        assert schedule.is_due(time, MOVING, None) is (time == 12)
    assert schedule.mark_read(12.0).shape == (60, SMALL[1])


MAP = (270, 480)


def moves_at(*places: tuple[int, int, int, int]) -> np.ndarray:
    still = np.full(SMALL, 255, np.uint8)
    for top, left, rows, columns in places:
        still[top : top + rows, left : left + columns] = 0
    return still


def test_what_moves_is_left_out_of_the_map_with_a_margin_and_its_gaps() -> None:
    """The map has three times as many px across and down as the picture of the motion gate."""
    mask = motion_mask_on_map(moves_at((30, 40, 10, 20), (30, 63, 10, 20), (70, 10, 2, 2)), MAP)
    assert mask is not None
    assert mask.shape == MAP
    assert (mask[90:120, 120:249] == 255).all(), "both, and the gap of a finger between them"
    assert (mask[88:122, 118:251] == 255).all(), "a margin"
    rows, columns = np.nonzero(mask)
    assert rows.min() > 90 - 12
    assert rows.max() < 120 + 12
    assert columns.min() > 120 - 12
    assert columns.max() < 249 + 12
    two = motion_mask_on_map(moves_at((30, 40, 10, 20), (30, 75, 10, 20)), MAP)
    assert two is not None
    assert not two[90:120, 190:215].any(), "what lies between two hands is read"
