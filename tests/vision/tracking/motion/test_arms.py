"""Whose arm a silhouette is."""

import cv2
import numpy as np
import pytest

from vision.tracking.motion.arms import arm_evidence, seat_by_arm, solid_mask
from vision.tracking.motion.places import place_mask

SHAPE = (90, 160)
SEATS = (0, 1, 2, 3)


def place_at(x: int, y: int) -> np.ndarray:
    corners = np.array([[x - 8, y - 12], [x + 8, y - 12], [x + 8, y + 12], [x - 8, y + 12]])
    return place_mask((corners / (159, 89)).astype(np.float32), SHAPE)


def silhouette(*lines: tuple[tuple[int, int], tuple[int, int]]) -> np.ndarray:
    mask = np.zeros(SHAPE, np.uint8)
    for start, end in lines:
        cv2.line(mask, start, end, 1, 14)
    return mask


@pytest.mark.parametrize(
    ("card", "lines", "seat"),
    [
        pytest.param((80, 45), [((80, 45), (85, 110))], 0, id="from the bottom"),
        pytest.param((80, 45), [((80, 45), (-20, 40))], 1, id="from the left"),
        pytest.param((50, 25), [((50, 25), (180, 8))], 3, id="from the right, along the top edge"),
        pytest.param((60, 70), [((60, 70), (-20, 85))], 1, id="from the left, through the corner"),
        pytest.param((80, 45), [((80, 45), (85, 110)), ((90, 75), (180, 75))], 0, id="another arm touches it"),
    ],
)
def test_the_arm_that_lies_along_the_silhouette_is_told(
    card: tuple[int, int], lines: list[tuple[tuple[int, int], tuple[int, int]]], seat: int
) -> None:
    mask = silhouette(*lines)
    evidence = arm_evidence(mask, mask, place_at(*card), SEATS)
    assert evidence is not None
    assert seat_by_arm(evidence, SEATS)[0] == seat


def test_two_arms_over_one_place_leave_a_doubt() -> None:
    both = silhouette(((80, 45), (80, 110)), ((80, 45), (80, -20)))
    evidence = arm_evidence(both, both, place_at(80, 45), SEATS)
    assert evidence is not None
    assert seat_by_arm(evidence, SEATS)[1] < 0.6


def test_nothing_beyond_the_place_is_no_arm() -> None:
    place = place_at(80, 45)
    assert arm_evidence(place, place, place, SEATS) is None


STRAIGHT = {0: (80, 110), 1: (-20, 45), 2: (80, -20), 3: (180, 45)}
"""Where the arm of each seat begins that reaches to the middle of the view."""


def evidence_of(mask: np.ndarray, is_solid: np.ndarray, seats: tuple[int, ...] = SEATS) -> np.ndarray:
    evidence = arm_evidence(mask, is_solid, place_at(80, 45), seats)
    assert evidence is not None
    return evidence


@pytest.mark.parametrize("seats", [SEATS, (0, 2), (1, 3), (3, 1, 0)], ids=str)
@pytest.mark.parametrize("seat", SEATS)
def test_a_straight_arm_is_explained_by_its_own_seat_alone(seat: int, seats: tuple[int, ...]) -> None:
    arm = silhouette(((80, 45), STRAIGHT[seat]))
    evidence = evidence_of(arm, arm, seats)
    assert [value > 0.9 for value in evidence] == [each == seat for each in seats]
    assert [value < 0.3 for value in evidence] == [each != seat for each in seats]


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        pytest.param(110, 1.0, id="to the rim"),
        pytest.param(66, 0.5, id="half of the way"),
        pytest.param(58, 0.33, id="a third"),
    ],
)
def test_an_arm_counts_as_far_as_the_silhouette_reaches(end: int, expected: float) -> None:
    """From the card's end at 57 px to the rim at 90 px; a hand that holds something is rounder than an arm."""
    hand = silhouette(((80, 45), (80, end)))
    assert evidence_of(hand, hand)[0] == pytest.approx(expected, abs=0.12)


@pytest.mark.parametrize(
    ("count", "is_solid", "expected"),
    [
        pytest.param(3, 1, False, id="a few px"),
        pytest.param(7, 1, True, id="a finger tip"),
        pytest.param(12, 0, False, id="a little shadow"),
        pytest.param(24, 0, True, id="some shadow"),
    ],
)
def test_a_few_pixels_are_no_arm(count: int, is_solid: int, expected: bool) -> None:
    tip, solid = np.zeros(SHAPE, np.uint8), np.full(SHAPE, is_solid, np.uint8)
    tip[58 : 58 + count, 80] = 1
    assert (arm_evidence(tip, solid, place_at(80, 45), SEATS) is not None) is expected


@pytest.mark.parametrize("light", [0.5, 1.0, 1.4])
def test_shadow_is_told_from_a_sleeve_on_dark_and_bright_parts_of_a_table_in_any_light(light: float) -> None:
    background = np.full(SHAPE, 40, np.uint8)
    background[:, 80:] = 160
    small = (background * light).astype(np.uint8)
    for row, gain in ((10, 0.75), (40, 0.4), (70, 1.2)):
        small[row : row + 10, 60:100] = small[row : row + 10, 60:100] * gain
    is_solid = solid_mask(small, background)[:, 60:100]
    assert not is_solid[10:20].any()
    assert is_solid[40:50].all()
    assert is_solid[70:80].all()
