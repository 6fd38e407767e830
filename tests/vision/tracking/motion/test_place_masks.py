"""Where a card lies on the small luminance of the motion gate, and how much moves over it."""

import numpy as np
import pytest

from vision.tracking.motion.places import is_mostly_still, moves_over, place_mask

SHAPE = (41, 101)
"""Of a view whose hundredths are whole pixels."""
PLACE = np.zeros(SHAPE, np.uint8)
PLACE[10:30, 20:70] = 255
NOWHERE = np.zeros(SHAPE, np.uint8)


def _quad(left: float, top: float, right: float, bottom: float) -> np.ndarray:
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


@pytest.mark.parametrize(
    ("quad", "rows", "columns"),
    [
        pytest.param(_quad(0, 0, 1, 1), (0, 40), (0, 100), id="the whole view"),
        pytest.param(_quad(0.1, 0.5, 0.3, 0.75), (20, 30), (10, 30), id="a place within it"),
        pytest.param(_quad(-0.2, -0.5, 0.5, 0.25), (0, 10), (0, 50), id="cut by the upper left corner"),
        pytest.param(_quad(0.8, 0.5, 1.2, 1.5), (20, 40), (80, 100), id="cut by the lower right corner"),
        pytest.param(_quad(0.104, 0.504, 0.296, 0.746), (20, 30), (10, 30), id="at the nearest pixels"),
    ],
)
def test_a_place_is_given_in_shares_of_the_view(
    quad: np.ndarray, rows: tuple[int, int], columns: tuple[int, int]
) -> None:
    expected = np.zeros(SHAPE, np.uint8)
    expected[rows[0] : rows[1] + 1, columns[0] : columns[1] + 1] = 255
    assert np.array_equal(place_mask(quad, SHAPE), expected)


def _still(moving: float) -> np.ndarray:
    """Something moves over that share of the place, from its left, and over all to the left of it."""
    still = np.full(SHAPE, 255, np.uint8)
    still[:, : 20 + round(50 * moving)] = 0
    return still


@pytest.mark.parametrize("most", [0.2, 0.5])
@pytest.mark.parametrize(("of_most", "moves"), [(0.0, False), (0.8, False), (1.2, True)])
def test_only_what_moves_over_the_place_itself_counts(most: float, of_most: float, moves: bool) -> None:
    still = _still(most * of_most)
    assert moves_over(PLACE, still, most) == moves
    assert is_mostly_still(PLACE, still, 1 - most) == (not moves)


def test_a_place_without_pixels_neither_moves_nor_is_still() -> None:
    """Such as one that a knock moved out of the view."""
    for still in (_still(0), _still(1)):
        assert not moves_over(NOWHERE, still, 0.1)
        assert not is_mostly_still(NOWHERE, still, 0.1)
