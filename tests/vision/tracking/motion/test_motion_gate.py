"""Local stillness: what moves, what only flickers, and which places are at rest beside a hand that moves."""

import cv2
import numpy as np
import pytest

from tests.support.examples import one_in
from vision.tracking.motion.motion_gate import MotionGate, MotionState, difference_beyond_flicker

TABLE = np.full((360, 640), 110, np.float32) + np.linspace(-30, 30, 640, dtype=np.float32)


def frames(count: int, noise: float = 2.0, seed: int = 0, table: np.ndarray = TABLE) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    grains = (rng.standard_normal(table.shape, dtype=np.float32) for _ in range(count))
    return [np.clip(table + noise * grain, 0, 255).astype(np.uint8) for grain in grains]


def with_arm(x: float, y: float, edge: int, value: float = 190.0) -> np.ndarray:
    table = TABLE.copy()
    start = {0: (x, 370), 1: (-10, y), 2: (x, -10), 3: (650, y)}[edge]
    cv2.line(table, (round(start[0]), round(start[1])), (round(x), round(y)), value, 50)
    return table


def settled_at(gate: MotionGate, pictures: list[np.ndarray], fps: float = 10.0, start: int = 0) -> list[int]:
    return [n for n, picture in enumerate(pictures, start) if gate.update(picture, n / fps).settled]


@pytest.mark.parametrize(
    ("fps", "expected"),
    [pytest.param(10, 3, id="10 fps"), pytest.param(30, 8, id="30 fps"), pytest.param(2, 1, id="2 fps")],
)
def test_a_still_view_settles_once_after_a_quarter_of_a_second(fps: float, expected: int) -> None:
    assert settled_at(MotionGate(), frames(40), fps) == [expected]


@pytest.mark.parametrize("noise", one_in(2, [0.0, 1.0, 4.0, 9.0, 16.0]))
def test_noise_is_no_movement_however_dim_the_room(noise: float) -> None:
    gate = MotionGate()
    pictures = frames(60, noise)
    settled_at(gate, pictures[:20])
    assert not any(gate.update(picture, n / 10).moving for n, picture in enumerate(pictures[20:], 20))


@pytest.mark.slow
@pytest.mark.parametrize(("before", "after"), [pytest.param(2.0, 9.0, id="dimmed"), pytest.param(9.0, 2.0, id="lit")])
def test_the_noise_of_another_light_is_learned(before: float, after: float) -> None:
    """Afterwards it is no movement, and a small thing is one."""
    gate = MotionGate()
    settled_at(gate, [*frames(20, before), *frames(130, after)])
    assert not any(gate.update(picture, n / 10).moving for n, picture in enumerate(frames(20, after, seed=1), 150))
    moved = TABLE.copy()
    moved[100:148, 200:248] += 4 * after
    assert gate.update(frames(1, after, table=moved)[0], 17.0).moving


@pytest.mark.parametrize("twice", one_in(2, [pytest.param(60, id="one"), pytest.param(2, id="every second")]))
def test_pictures_that_come_twice_do_not_make_noise_a_movement(twice: int) -> None:
    gate = MotionGate()
    pictures = [shown for n, each in enumerate(frames(60, 9.0)) for shown in [each] * (1 + (n % twice == twice // 2))]
    settled_at(gate, pictures[:20])
    assert not any(gate.update(picture, n / 10).moving for n, picture in enumerate(pictures[20:], 20))


def test_a_flickering_lamp_is_no_movement() -> None:
    gate = MotionGate()
    pictures = [picture for n in range(40) for picture in frames(1, 2.0, n, TABLE * (1 + 0.06 * np.sin(n)))]
    assert len(settled_at(gate, pictures)) == 1


@pytest.mark.parametrize("size", [6, 12])
def test_a_small_thing_that_moves_unsettles(size: int) -> None:
    gate = MotionGate()
    settled_at(gate, frames(10))
    moved = TABLE.copy()
    moved[100 : 100 + 4 * size, 200 : 200 + 4 * size] += 60
    assert gate.update(frames(1, table=moved)[0], 1.0).moving


def test_a_slow_movement_is_a_movement() -> None:
    gate = MotionGate()
    for n, picture in enumerate(frames(10)):
        gate.update(picture, n / 10)
    moving = []
    for n in range(10, 40):
        table = TABLE.copy()
        table[80:280, 100 + n : 200 + n] = 150
        moving.append(gate.update(frames(1, 1.5, n, table)[0], n / 10).moving)
    assert sum(moving) > 20


def test_what_moves_at_the_rim_does_not_keep_the_view_from_settling() -> None:
    gate = MotionGate()
    rng = np.random.default_rng(5)
    settled = []
    for n in range(30):
        table = TABLE.copy()
        table[-16:, 200:400] = rng.uniform(50, 200)
        settled += settled_at(gate, frames(1, 2.0, n, table), start=n)
    assert settled == [3]


@pytest.mark.slow
def test_a_hand_that_keeps_moving_leaves_the_rest_of_the_view_still() -> None:
    gate = MotionGate()
    for n in range(60):
        hand = with_arm(120 + 15 * (n % 4), 180, 1)
        gate.update(frames(1, 2.0, n, hand)[0], n / 10)
    still = gate.still_mask(0.5) > 0
    assert still[:, 80:].all()
    assert not still[43:47, 30:38].all()


@pytest.mark.parametrize("light", [0.8, 1.25])
def test_a_lamp_that_is_switched_settles_the_view_anew(light: float) -> None:
    """Off and on, and back again."""
    gate = MotionGate()
    assert settled_at(gate, frames(10)) == [3]
    switched = [n for n in range(10, 30) if gate.update(frames(1, 2.0, n, TABLE * light)[0], n / 10).settled]
    assert len(switched) == 1
    back = [n for n in range(30, 50) if gate.update(frames(1, 2.0, n, TABLE)[0], n / 10).settled]
    assert len(back) == 1


@pytest.mark.parametrize("depth", [-0.2, -0.08, 0.08, 0.2])
def test_rows_that_a_lamp_makes_brighter_or_darker_do_not_differ(depth: float) -> None:
    before = frames(1, 0.0, 1)[0]
    rows = np.arange(before.shape[0])[:, None] / before.shape[0]
    now = (before * (1 + depth * np.sin(np.pi * rows))).round().clip(0, 255).astype(np.uint8)
    assert difference_beyond_flicker(now, before).max() <= 3
    assert np.abs(now.astype(int) - before).max() > 6


@pytest.mark.parametrize("height", [pytest.param(360, id="the first"), pytest.param(240, id="of another size")])
def test_a_picture_with_none_before_it_may_show_something_that_moves(height: int) -> None:
    gate = MotionGate()
    if height != 360:
        assert settled_at(gate, frames(10))
    assert gate.update(frames(1)[0][:height], 2.0) == MotionState(moving=True, settled=False)
    assert not gate.still_mask(0.1).any()


@pytest.mark.parametrize(("width", "moves"), [pytest.param(4, False, id="specks"), pytest.param(8, True, id="edges")])
def test_single_places_that_change_are_noise_and_two_side_by_side_a_movement(width: int, moves: bool) -> None:
    """The gate averages by four; there are 48 of them."""
    gate = MotionGate()
    settled_at(gate, frames(10))
    changed = TABLE.copy()
    for top in range(60, 300, 40):
        for left in range(80, 560, 60):
            changed[top : top + 4, left : left + width] += 60
    assert gate.update(frames(1, table=changed)[0], 1.0).moving is moves
    assert bool((gate.still_mask(0.1) == 0).any()) is moves
