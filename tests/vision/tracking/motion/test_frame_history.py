"""When a place took its present look, and whose arm was over it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.tracking.motion.frame_history import FrameHistory
from vision.tracking.motion.place_masks import place_mask
from vision.tracking.motion.thresholds import MOTION

SHAPE = (90, 160)
STEP = 8.0
PLACE = np.array([[0.42, 0.42], [0.52, 0.42], [0.52, 0.62], [0.42, 0.62]])
EDGES = {0: (72, 95), 1: (-5, 47), 2: (72, -5), 3: (165, 47)}


def table(card: bool = False, *arms: int) -> np.ndarray:
    picture = np.full(SHAPE, 100, np.uint8)
    if card:
        cv2.fillConvexPoly(picture, np.round(PLACE * (159, 89)).astype(np.int32), 220)
    for edge in arms:
        cv2.line(picture, EDGES[edge], (75, 47), 160, 10)
    return picture


def history(*pictures: np.ndarray) -> FrameHistory:
    kept = FrameHistory()
    for number, picture in enumerate(pictures):
        kept.update(picture, number / 10, STEP)
    return kept


def test_a_card_is_dated_by_the_first_frame_that_shows_it_however_it_is_covered_later() -> None:
    kept = history(table(), table(False, 0), table(True), table(True, 1), table(True, 1), table(True))
    assert kept.time_of(kept.index_of_arrival(place_mask(PLACE, SHAPE), table(True), STEP)) == pytest.approx(0.2)


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_the_arm_before_the_card_counts_and_no_later_one(seat: int) -> None:
    later = (seat + 2) % 4
    kept = history(table(), table(False, seat), table(False, seat), table(True), table(True, later), table(True))
    place = place_mask(PLACE, SHAPE)
    evidence = kept.arm_evidence(place, kept.index_of_arrival(place, table(True), STEP), STEP, (0, 1, 2, 3))
    assert evidence is not None
    assert evidence.argmax() == seat
    assert evidence.max() > 0.5


def test_an_arm_that_came_later_counts_if_no_earlier_one_was_seen() -> None:
    kept = history(table(), table(True), table(True, 3))
    evidence = kept.arm_evidence(place_mask(PLACE, SHAPE), 1, STEP, (0, 1, 2, 3))
    assert evidence is not None
    assert evidence.argmax() == 3


def test_a_hand_elsewhere_did_not_lay_the_card_but_may_have_thrown_it() -> None:
    beside = np.full(SHAPE, 100, np.uint8)
    cv2.line(beside, (20, 95), (20, 60), 160, 10)
    kept = history(table(), beside, table(True))
    assert kept.arm_evidence(place_mask(PLACE, SHAPE), 2, STEP, (0, 1, 2, 3)) is None
    assert np.abs(kept.crossings_before(2, STEP).mean(axis=0) - (20 / 159, 1)).max() < 0.05


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        pytest.param(0.45, 0.2, id="the frame that shows most of it"),
        pytest.param(0.15, None, id="the table until then"),
        pytest.param(0.0, None, id="no frame before"),
    ],
)
def test_the_frame_before_a_time_that_shows_a_place_best(end: float, expected: float | None) -> None:
    kept = history(table(), table(), table(True, 1), table(False, 1), table(True, 0, 1), table(True))
    index = kept.clearest_index_before(end, place_mask(PLACE, SHAPE), table(True), STEP)
    assert (None if index is None else kept.time_of(index)) == (None if expected is None else pytest.approx(expected))


def test_no_frame_before_the_table_was_shown_there_counts() -> None:
    kept = history(table(), table(True), table(), table(False, 1), table(True))
    assert kept.clearest_index_before(0.35, place_mask(PLACE, SHAPE), table(True), STEP) is None


def test_what_looks_like_the_background_cannot_be_dated() -> None:
    kept = history(table(), table(False, 0), table())
    assert kept.time_of(kept.index_of_arrival(place_mask(PLACE, SHAPE), table(), STEP)) == float("inf")


def test_a_place_that_is_understood_becomes_background_and_the_rest_stays_as_it_was() -> None:
    """A card that was read is background for the next one, which is laid upon it."""
    kept = history(table())
    place = place_mask(PLACE, SHAPE)
    later = table(True)
    later[5:30, 5:30] = 160  # a hand elsewhere
    kept.understand(later, place)
    assert kept.background is not None
    assert (kept.background == table(True)).all()
    for number, picture in enumerate((table(True, 0), table(True))):
        kept.update(picture, 1 + number / 10, STEP)
    assert kept.time_of(kept.index_of_arrival(place, table(True), STEP)) == float("inf")


def test_a_hand_over_the_card_counts_only_if_it_reaches_in_once_the_card_lies_there() -> None:
    """Before, what is over the place is an arm even if its sleeve is not told from the table."""
    glove = np.full(SHAPE, 100, np.uint8)
    cv2.line(glove, (75, 47), (75, 75), 160, 10)
    place = place_mask(PLACE, SHAPE)
    before, after = history(table(), glove, table(True)), history(table(), table(True), np.maximum(table(True), glove))
    assert before.arm_evidence(place, 2, STEP, (0, 1, 2, 3)) is not None
    assert after.arm_evidence(place, 1, STEP, (0, 1, 2, 3)) is None


def test_an_arm_and_a_hand_of_long_before_have_not_laid_the_card() -> None:
    beside = np.full(SHAPE, 100, np.uint8)
    cv2.line(beside, (20, 95), (20, 60), 160, 10)
    kept = FrameHistory()
    for time, picture in ((0.0, table()), (0.1, table(False, 3)), (2.0, beside), (2.1, table(True))):
        kept.update(picture, time, STEP)
    assert kept.arm_evidence(place_mask(PLACE, SHAPE), 3, STEP, (0, 1, 2, 3)) is None
    assert np.abs(kept.crossings_before(3, STEP).mean(axis=0) - (20 / 159, 1)).max() < 0.05


def test_of_two_arms_before_the_card_the_later_one_counts() -> None:
    arms = [table(False, seat) for seat in (3, 3, 1, 1, 1)]
    for number, picture in enumerate(arms):
        picture[20, 20 + number] = 200  # a frame that shows the same as the one before is not kept
    kept = history(table(), *arms, table(True))
    evidence = kept.arm_evidence(place_mask(PLACE, SHAPE), 6, STEP, (0, 1, 2, 3))
    assert evidence is not None
    assert evidence.argmax() == 1
    assert evidence[3] < 0.1


def test_of_a_long_motion_the_older_half_is_thinned() -> None:
    """The later half is kept frame by frame: there the order of arrivals is decided."""
    count = MOTION.history_max_frames + 1
    kept = history(*(table(False, number % 4) for number in range(count)))
    frames = [round(kept.time_of(index) * 10) for index in range(count) if kept.time_of(index) < float("inf")]
    later = list(range(count // 2, count))
    assert frames == [0, *range(2, count // 2, 2), *later]
