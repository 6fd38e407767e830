"""Arrivals and gathered tricks are of the seat whose arm was over them, or else of whose hand crossed the rim."""

import cv2
import numpy as np
import pytest

from vision.tracking.hands import HandAttribution
from vision.tracking.motion.frame_history import FrameHistory
from vision.tracking.motion.motion_gate import MotionGate
from vision.tracking.motion.places import place_mask

SHAPE = (90, 160)
PLACE = np.array([[0.42, 0.42], [0.52, 0.42], [0.52, 0.62], [0.42, 0.62]])
MIDDLE = PLACE.mean(axis=0)
EDGES = {0: (72, 95), 1: (-5, 47), 2: (72, -5), 3: (165, 47)}


def table(card: bool = False, arm: int | None = None, end: tuple[int, int] = (75, 47)) -> np.ndarray:
    picture = np.full(SHAPE, 100, np.uint8)
    if card:
        cv2.fillConvexPoly(picture, np.round(PLACE * (159, 89)).astype(np.int32), 220)
    if arm is not None:
        cv2.line(picture, EDGES[arm], end, 160, 10)
    return picture


BESIDE = {0: (72, 80), 1: (10, 47), 2: (72, 8), 3: (150, 47)}
"""Where the arm of each seat ends that only reaches over the rim."""


def attribution(*pictures: np.ndarray) -> HandAttribution:
    history, gate = FrameHistory(), MotionGate()
    for number, picture in enumerate(pictures):
        history.update(picture, number / 10, gate.step)
    return HandAttribution(history, gate, (0, 1, 2, 3))


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_card_is_of_the_arm_that_was_over_it(seat: int) -> None:
    hands = attribution(table(), table(False, seat), table(True))
    found, confidence = hands.hand_over(place_mask(PLACE, SHAPE), 2, MIDDLE)
    assert found == seat
    assert confidence > 0.9


def test_a_thrown_card_is_of_the_hand_that_crossed_the_rim() -> None:
    hands = attribution(table(), table(False, 0, BESIDE[0]), table(True))
    assert hands.hand_over(place_mask(PLACE, SHAPE), 2, MIDDLE)[0] == 0


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_trick_is_of_the_arm_that_was_over_it_when_it_left(seat: int) -> None:
    hands = attribution(table(True), table(True, seat), table())
    assert hands.taker([place_mask(PLACE, SHAPE)], [], table()) == seat


def test_nobody_is_the_taker_without_a_hand() -> None:
    assert attribution(table(True), table()).taker([place_mask(PLACE, SHAPE)], [], table()) is None


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_trick_that_was_swept_away_is_of_the_hand_that_crossed_the_rim(seat: int) -> None:
    """No arm was seen over the trick itself."""
    hands = attribution(table(True), table(True, seat, BESIDE[seat]), table())
    assert hands.taker([place_mask(PLACE, SHAPE)], [], table()) == seat


@pytest.mark.parametrize("ends", [pytest.param({}, id="over it"), pytest.param(BESIDE, id="over the rim")])
def test_a_card_and_a_trick_are_of_the_hand_of_their_time_and_no_later_one(ends: dict[int, tuple[int, int]]) -> None:
    arms = {seat: ends.get(seat, (75, 47)) for seat in (1, 2)}
    laid = attribution(table(), table(False, 1, arms[1]), *[table(True)] * 12, table(True, 2, arms[2]), table(True))
    assert laid.hand_over(place_mask(PLACE, SHAPE), 2, MIDDLE)[0] == 1
    taken = attribution(table(True), table(True, 1, arms[1]), *[table()] * 12, table(False, 2, arms[2]), table())
    assert taken.taker([place_mask(PLACE, SHAPE)], [], table()) == 1


@pytest.mark.parametrize(
    ("rests", "seat"),
    [
        *[([(0.5, 0.9)], 0), ([(0.1, 0.5)], 1)],
        *[([(0.5, 0.6), (0.5, 0.95)], 0), ([(0.45, 0.5), (0.05, 0.5)], 1), ([(0.05, 0.5), *[(0.5, 0.95)] * 2], 0)],
    ],
)
def test_the_cards_of_a_pile_tell_together_whose_hand_in_a_corner_it_was(
    rests: list[tuple[float, float]], seat: int
) -> None:
    corner = np.asarray(cv2.line(table(True), (-5, 92), (6, 85), (160,), 8), np.uint8)
    hands = attribution(table(True), corner, table())
    assert hands.taker([place_mask(PLACE, SHAPE)], [np.array(rest) for rest in rests], table()) == seat
