"""From entry and place to a seat."""

import numpy as np
import pytest

from vision.tracking.motion.arms import seat_by_arm, seat_of

ALONG = [0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.98]
"""Where a hand crosses a side, from its beginning to its end."""
SIDES = {0: lambda at: (at, 1.0), 1: lambda at: (0.0, at), 2: lambda at: (at, 0.0), 3: lambda at: (1.0, at)}


@pytest.mark.parametrize("seat", SIDES)
@pytest.mark.parametrize("at", ALONG)
def test_a_hand_belongs_to_the_side_that_it_crossed(seat: int, at: float) -> None:
    """Wherever it crosses; near a corner it may be that of the neighbour, and is less sure."""
    found, confidence = seat_of(np.array([SIDES[seat](at)]), np.array([0.5, 0.5]), (0, 1, 2, 3))
    mirrored = seat_of(np.array([SIDES[seat](1 - at)]), np.array([0.5, 0.5]), (0, 1, 2, 3))
    assert found == seat
    assert mirrored == (seat, pytest.approx(confidence, abs=1e-9)), "the middle of a side is in its middle"
    turned = seat_of(np.array([SIDES[(seat + 2) % 4](at)]), np.array([0.5, 0.5]), (0, 1, 2, 3))
    assert turned == ((seat + 2) % 4, pytest.approx(confidence, abs=1e-9)), "all sides are alike"
    assert confidence > (0.75 if 0.2 <= at <= 0.8 else 0.45)


@pytest.mark.parametrize(("place", "expected"), [((0.5, 0.7), 0), ((0.3, 0.5), 1), ((0.5, 0.6), 0), ((0.4, 0.5), 1)])
def test_of_a_hand_in_a_corner_the_place_of_the_card_tells_whose_it_is(
    place: tuple[float, float], expected: int
) -> None:
    seat, confidence = seat_of(np.array([[0.0, 1.0]]), np.array(place), (0, 1, 2, 3))
    assert seat == expected
    assert 0.5 < confidence < 0.75


def test_without_seats_there_is_none() -> None:
    assert seat_of(np.zeros((0, 2)), np.array([0.5, 0.5]), ()) == (None, 0.0)


@pytest.mark.parametrize(
    ("evidence", "seats", "expected", "least", "most"),
    [
        pytest.param((0.8, 0.3, 0.1, 0.2), (0, 1, 2, 3), 0, 0.95, 1.0, id="one arm"),
        pytest.param((0.4, 0.0, 0.1, 0.0), (0, 1, 2, 3), 0, 0.9, 1.0, id="a faint one"),
        pytest.param((0.6, 0.1, 0.1, 0.65), (0, 1, 2, 3), 3, 0.5, 0.75, id="two arms"),
        pytest.param((0.5, 0.5, 0.5, 0.5), (0, 1, 2, 3), 0, 0.2, 0.3, id="all alike"),
        pytest.param((0.1, 0.7), (1, 3), 3, 0.95, 1.0, id="one of two players"),
        pytest.param((0.1,), (2,), 2, 0.95, 1.0, id="the only player"),
        pytest.param((), (), None, 0.0, 0.0, id="no player"),
    ],
)
def test_the_arm_that_explains_more_than_the_others_tells_the_seat(
    evidence: tuple[float, ...], seats: tuple[int, ...], expected: int | None, least: float, most: float
) -> None:
    seat, confidence = seat_by_arm(np.array(evidence), seats)
    assert seat == expected
    assert least <= confidence <= most


@pytest.mark.parametrize(("across", "least", "most"), [(0.5, 0.24, 0.26), (0.4, 0.28, 0.37), (0.1, 0.4, 0.5)])
def test_without_a_hand_a_place_is_of_the_player_near_it_the_surer_the_nearer(
    across: float, least: float, most: float
) -> None:
    """However near it is, it counts for no more than half."""
    place, mirrored = np.array([across, 0.5]), np.array([1 - across, 0.5])
    (left, one), (right, other) = (seat_of(np.zeros((0, 2)), each, (1, 3)) for each in (place, mirrored))
    assert one == pytest.approx(other)
    assert least <= one <= most
    if across < 0.5:
        assert (left, right) == (1, 3)
