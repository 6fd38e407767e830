"""Whether a card may have been missed, by the hands that came in since the last one was told."""

import cv2
import numpy as np
import pytest

from vision.tracking.hands import MissedCardCheck
from vision.tracking.motion.frame_history import FrameHistory

SHAPE = (90, 160)
STEP = 8.0
SEATS = (0, 1, 2, 3)
VISIT = (1, 1, None, None, None, None, None, None, None)
"""A hand that comes and goes, and some time without one."""
DRAWN_BACK, TWO_HANDS = 4, 5
"""The hand of seat 0, which has moved a little; the same beside that of seat 1."""
EDGES = {
    **{seat: [start] for seat, start in enumerate([(80, 95), (-5, 45), (80, -5), (165, 45), (70, 95)])},
    TWO_HANDS: [(73, 95), (80, 95), (-5, 45)],
}


def check_of(*hands: int | None) -> MissedCardCheck:
    """A tenth of a second for each: the seat whose hand reaches in, or nobody."""
    history = FrameHistory()
    for number, seat in enumerate(hands):
        picture = np.full(SHAPE, 100, np.uint8)
        for start in EDGES[seat] if seat is not None else []:
            cv2.line(picture, start, (80, 45), (160,), 10)
        history.update(picture, number / 10, STEP)
    check = MissedCardCheck(history, SEATS)
    check.begin(0.0, moving=False)
    return check


@pytest.mark.parametrize(
    ("hands", "seat", "expected"),
    [
        pytest.param((None, 1, None), 1, True, id="only its own hand came"),
        pytest.param(
            (None, 0, None, 1, None), 1, False, id="another hand came before it and laid nothing that was told"
        ),
        pytest.param((None, *VISIT, 1, None), 1, False, id="its own hand came earlier and laid nothing"),
        pytest.param((None, 1, 0, None), 1, False, id="another hand followed its own without a pause"),
        pytest.param((None, 1, None), None, False, id="nobody can tell whose card it is"),
    ],
)
def test_the_first_card_is_complete_if_no_other_hand_came_before_it(
    hands: tuple[int | None, ...], seat: int | None, expected: bool
) -> None:
    assert check_of(*hands).record_arrival(seat, len(hands) / 10, STEP) is expected


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        pytest.param((None, 0, 0, None, 1), True, id="the hand of the last card left"),
        pytest.param((None, 0, DRAWN_BACK, None, 1), True, id="the hand of the last card was drawn back and left"),
        pytest.param((None, 0, 0, 2, None, 1), False, id="a third hand came between"),
    ],
)
def test_a_rest_after_a_card_counts_if_only_the_hand_that_laid_it_was_seen_since(
    hands: tuple[int | None, ...], expected: bool
) -> None:
    check = check_of(*hands)
    check.record_arrival(0, 0.1, STEP)
    check.record_rest(len(hands) / 10 - 0.15, STEP)
    assert check.record_arrival(1, len(hands) / 10, STEP) is expected


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        pytest.param(3, True, id="it was the hand that came"),
        pytest.param(None, True, id="nobody can tell whose hand took them"),
        pytest.param(2, False, id="another hand than the one that came"),
    ],
)
def test_a_hand_that_took_or_moved_cards_lays_none(seat: int | None, expected: bool) -> None:
    check = check_of(None, 3, None, 1)
    check.record_visit(0.1, seat)
    check.record_rest(0.25, STEP)
    assert check.record_arrival(1, 0.4, STEP) is expected


def test_after_a_knock_or_a_start_in_motion_only_an_arrival_makes_the_view_complete() -> None:
    knocked = check_of(None, None, 1)
    knocked.interrupt()
    started = check_of(None, None, 1)
    started.begin(0.0, moving=True)
    for check in (knocked, started):
        check.record_rest(0.1, STEP)
        assert not check.record_arrival(1, 0.2, STEP)
        check.record_rest(0.3, STEP)
        assert check.record_arrival(1, 0.4, STEP)


@pytest.mark.parametrize(
    ("told_at", "is_explained"),
    [
        pytest.param(0.2, False, id="too early"),
        pytest.param(0.4, True, id="shortly before it came"),
        pytest.param(0.8, True, id="as it came"),
        pytest.param(1.9, True, id="as it left"),
        pytest.param(2.3, True, id="shortly after it left"),
        pytest.param(2.5, False, id="too late"),
    ],
)
def test_a_long_visit_is_explained_by_what_happened_about_that_time(told_at: float, is_explained: bool) -> None:
    check = check_of(*[None] * 8, *[0, DRAWN_BACK] * 6, *[None] * 8)
    check.record_visit(told_at, 0)
    check.record_rest(2.7, STEP)
    assert check.record_arrival(1, 2.8, STEP) is is_explained


@pytest.mark.parametrize("seat", [pytest.param(0, id="the wider one's"), pytest.param(None, id="nobody's")])
def test_of_two_hands_at_once_one_may_have_laid_a_card_whatever_the_other_did(seat: int | None) -> None:
    check = check_of(None, TWO_HANDS, None)
    check.record_visit(0.1, seat)
    check.record_rest(0.25, STEP)
    assert not check.record_arrival(1, 0.3, STEP)
