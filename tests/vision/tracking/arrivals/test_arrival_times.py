"""When an arrival was first shown, although other cards cover part of it by the time it is read."""

from __future__ import annotations

import numpy as np
import pytest

from vision.tracking.arrivals.arrival_times import set_times_and_hands
from vision.tracking.background.background_model import Patch, TrackedCard
from vision.tracking.motion.frame_history import FrameHistory
from vision.tracking.motion.hand_attribution import HandAttribution
from vision.tracking.motion.motion_gate import MotionGate
from vision.tracking.settled_scene import Arrival, SettledScene

WIDTH, HEIGHT = 160, 90
LOWER, UPPER, INSIDE = (60, 30, 80, 60), (66, 30, 86, 60), (60, 30, 78, 58)
"""Places as left, top, right, bottom in px; `UPPER` covers 70 % of `LOWER`, and `INSIDE` lies wholly on it."""
NAMES = {LOWER: 220, UPPER: 180, INSIDE: 180}


def quad(place: tuple[int, int, int, int]) -> np.ndarray:
    left, top, right, bottom = place
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def table(*cards: tuple[int, int, int, int]) -> np.ndarray:
    """Returns the luminance of a table with cards, the lowest first."""
    picture = np.full((HEIGHT, WIDTH), 100, np.uint8)
    for left, top, right, bottom in cards:
        picture[top : bottom + 1, left : right + 1] = NAMES[left, top, right, bottom]
    return picture


def in_view(place: tuple[int, int, int, int]) -> TrackedCard:
    patch = Patch(0, 0, np.zeros((1, 1, 3), np.uint8))
    return TrackedCard(None, quad(place), patch, patch, 0, frozenset())


@pytest.mark.parametrize(
    ("frames", "arrival", "tracked", "expected"),
    [
        pytest.param([(), (LOWER,), (LOWER, UPPER)], LOWER, UPPER, 0.1, id="covered by a card in view"),
        pytest.param([(LOWER,), (LOWER,), (LOWER, UPPER)], UPPER, LOWER, 0.2, id="lies partly on a card in view"),
        pytest.param([(LOWER,), (LOWER,), (LOWER, INSIDE)], INSIDE, LOWER, 0.2, id="lies wholly on a card in view"),
    ],
)
def test_a_card_is_dated_by_what_no_other_card_covers(
    frames: list[tuple[tuple[int, int, int, int], ...]],
    arrival: tuple[int, int, int, int],
    tracked: tuple[int, int, int, int],
    expected: float,
) -> None:
    history = FrameHistory()
    for number, cards in enumerate(frames):
        history.update(table(*cards), number / 10, 8.0)
    now = table(*frames[-1])
    scene = SettledScene(
        len(frames), len(frames) / 10, (WIDTH, HEIGHT), np.zeros((HEIGHT, WIDTH, 3), np.uint8), small=now
    )
    scene.arrivals = [Arrival(quad(arrival), [])]
    set_times_and_hands(scene, HandAttribution(history, MotionGate(), (0, 1, 2, 3)), [in_view(tracked)])
    assert scene.arrivals[0].since == pytest.approx(expected)
