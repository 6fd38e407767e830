"""A settled scene knows when its votes are complete, which parts are mature, and whether it leaves anything open."""

from typing import Any

import numpy as np
import pytest

from engine.cards import BAVARIAN_32
from vision.tracking.background.changes import Region
from vision.tracking.settled_scene import Arrival, SettledScene
from vision.tracking.thresholds import TRACKING
from vision.types import Candidate, Reading

SHAPE = (90, 160)
QUAD = np.array([[320, 180], [640, 180], [640, 540], [320, 540]], np.float32)
READING = Reading(None, (Candidate(BAVARIAN_32.cards[0], 0.9),), QUAD, 0.4)
MASK = np.full(SHAPE, 255, np.uint8)


def settled(**found: Any) -> SettledScene:
    view = np.zeros((*SHAPE, 3), np.uint8)
    return SettledScene(0, 0.0, (1280, 720), view, small=np.zeros(SHAPE, np.uint8), **found)


def region(columns: slice) -> Region:
    mask = np.zeros(SHAPE, np.uint8)
    mask[20:40, columns] = 255
    return Region(np.zeros((1, 1, 2), np.int32), mask, float(np.count_nonzero(mask)), at_rim=False)


@pytest.mark.parametrize(
    ("votes", "partial", "expected"),
    [(TRACKING.arrival_votes, None, True), (TRACKING.arrival_votes - 1, None, False), (0, READING, True)],
)
def test_votes_are_complete_unless_a_card_in_full_view_lacks_some(
    votes: int, partial: Reading | None, expected: bool
) -> None:
    arrivals = [
        Arrival(QUAD, [np.zeros(1, np.float32)] * TRACKING.arrival_votes),
        Arrival(QUAD, [np.zeros(1, np.float32)] * votes, partial_reading=partial),
    ]
    assert settled(arrivals=arrivals).has_votes == expected


@pytest.mark.parametrize(
    ("field", "value"),
    [("motion_mask", MASK), ("hands", MASK), ("deferred_quads", [QUAD]), ("deferred_regions", [region(slice(0, 9))])],
)
def test_a_scene_is_understood_if_nothing_moves_and_nothing_is_open(field: str, value: object) -> None:
    assert settled().is_understood
    assert not settled(**{field: value}).is_understood


@pytest.mark.parametrize(
    ("since", "expected"),
    [
        pytest.param(1.0, False, id="a frame shows the change"),
        pytest.param(float("inf"), True, id="no frame shows a change"),
    ],
)
def test_an_arrival_is_proved_by_a_change_of_its_place(since: float, expected: bool) -> None:
    quad = np.array([[0, 0], [1, 0], [1, 2], [0, 2]], np.float32)
    assert Arrival(quad, [], since=since).is_unconfirmed == expected
