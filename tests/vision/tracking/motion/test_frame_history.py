"""When a place took its present look, and whose arm was over it."""

import cv2
import numpy as np
import pytest

from vision.tracking.motion.frame_history import FrameHistory, regions_over
from vision.tracking.motion.places import place_mask
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


def test_a_hand_elsewhere_did_not_lay_the_card_but_may_have_thrown_it() -> None:
    beside = np.full(SHAPE, 100, np.uint8)
    cv2.line(beside, (20, 95), (20, 60), 160, 10)
    kept = history(table(), beside, table(True))
    assert kept.arm_evidence(place_mask(PLACE, SHAPE), 2, STEP, (0, 1, 2, 3)) is None
    assert np.abs(kept.crossings_before(2, STEP).mean(axis=0) - (20 / 159, 1)).max() < 0.05


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


def test_of_a_long_motion_the_older_half_is_thinned() -> None:
    """The later half is kept frame by frame: there the order of arrivals is decided."""
    count = MOTION.history_max_frames + 1
    kept = history(*(table(False, number % 4) for number in range(count)))
    frames = [round(kept.time_of(index) * 10) for index in range(count) if kept.time_of(index) < float("inf")]
    later = list(range(count // 2, count))
    assert frames == [0, *range(2, count // 2, 2), *later]


ALL = (0, 1, 2, 3)


@pytest.mark.parametrize(
    "shape", [pytest.param(SHAPE, id="a knock"), pytest.param((60, 160), id="another picture size")]
)
def test_a_view_that_begins_anew_knows_nothing_of_before(shape: tuple[int, int]) -> None:
    kept = history(table(), table(False, 1), table(True))
    now = table(True)[: shape[0]]
    if shape == SHAPE:
        kept.begin(now)
        assert kept.arm_evidence(place_mask(PLACE, SHAPE), 0, STEP, ALL) is None
        assert kept.crossings_before(0, STEP).shape == (0, 2)
    kept.update(now, 5.0, STEP)
    assert kept.background is not None
    assert (kept.background == now).all()
    assert (kept.time_of(0), kept.time_of(1)) == (5.0, float("inf"))
    now[:] = 0
    assert kept.background.any(), "the caller may use its picture again"


def test_light_that_fades_slowly_makes_no_frames_but_beside_the_first() -> None:
    """Each counts as the one before; the first is kept as it was, for what lay there then."""
    fading = [table() - np.uint8(2 * number) for number in range(12)]
    kept = history(*fading)
    assert [round(10 * kept.time_of(index)) for index in (0, 1)] == [0, 5]
    assert kept.time_of(2) == float("inf")


@pytest.mark.parametrize(("part", "is_over"), [(0.07, False), (0.13, True), (1.0, True)])
def test_a_hand_is_over_a_place_if_it_covers_a_tenth_of_it(part: float, is_over: bool) -> None:
    place, hand = np.zeros(SHAPE, np.uint8), np.zeros(SHAPE, np.uint8)
    place[30:60, 40:60] = 255
    hand[60 - round(30 * part) :, 40:60] = 1
    found = regions_over(hand, place)
    assert (found[60:, 40:60] == is_over).all()
    assert not found[:, 70:].any()


@pytest.mark.parametrize(("later", "expected"), [(0.4, 3), (0.7, None)])
def test_an_arm_after_the_card_counts_within_half_a_second(later: float, expected: int | None) -> None:
    kept = FrameHistory()
    for time, picture in ((0.0, table()), (0.1, table(True)), (0.1 + later, table(True, 3))):
        kept.update(picture, time, STEP)
    evidence = kept.arm_evidence(place_mask(PLACE, SHAPE), 1, STEP, ALL)
    assert (None if evidence is None else evidence.argmax()) == expected
