"""Whose arm a silhouette is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.tracking.motion.arms import arm_evidence, solid_mask
from vision.tracking.motion.place_masks import place_mask
from vision.tracking.motion.seat_attribution import seat_by_arm

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


def test_a_shadow_tells_less_than_an_arm() -> None:
    arm, shadow = silhouette(((80, 45), (180, 50))), silhouette(((80, 45), (85, 110)))
    place = place_at(80, 45)
    evidence = arm_evidence(arm | shadow, arm, place, SEATS)
    assert evidence is not None
    assert seat_by_arm(evidence, SEATS)[0] == 3
    assert evidence[0] > 0.1


def test_two_arms_over_one_place_leave_a_doubt() -> None:
    both = silhouette(((80, 45), (80, 110)), ((80, 45), (80, -20)))
    evidence = arm_evidence(both, both, place_at(80, 45), SEATS)
    assert evidence is not None
    assert seat_by_arm(evidence, SEATS)[1] < 0.6


def test_nothing_beyond_the_place_is_no_arm() -> None:
    place = place_at(80, 45)
    assert arm_evidence(place, place, place, SEATS) is None


@pytest.mark.parametrize(("grey", "is_solid"), [(180, 1), (85, 0), (40, 1)])
def test_what_is_a_little_darker_than_the_table_may_be_shadow(grey: int, is_solid: int) -> None:
    background = np.full(SHAPE, 110, np.uint8)
    small = background.copy()
    small[40:50, 60:80] = grey
    assert (solid_mask(small, background)[40:50, 60:80] == is_solid).all()
