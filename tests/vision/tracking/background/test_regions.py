"""Which parts of a change belong together, how large they are, and which of them reach in from the rim."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.tracking.background.changes import join_pieces, regions_of
from vision.types import Mask

SHAPE = (60, 100)

Box = tuple[int, int, int, int]
"""Left, top, width and height, px."""


def _mask(*boxes: Box) -> Mask:
    mask = np.zeros(SHAPE, np.uint8)
    for left, top, width, height in boxes:
        mask[top : top + height, left : left + width] = 255
    return mask


def test_the_regions_of_a_change_are_told_apart_and_the_largest_comes_first() -> None:
    boxes: list[Box] = [(10, 10, 4, 5), (30, 20, 20, 10), (70, 30, 6, 8)]
    regions = regions_of(_mask(*boxes), 1)
    assert [region.area for region in regions] == [200, 48, 20]
    for region, box in zip(regions, (boxes[1], boxes[2], boxes[0]), strict=True):
        assert np.array_equal(region.mask, _mask(box))
        assert cv2.boundingRect(region.contour) == box
    assert regions_of(_mask(), 1) == []


@pytest.mark.parametrize(
    "place",
    [
        pytest.param(lambda gap: (gap, 20, 10, 10), id="left"),
        pytest.param(lambda gap: (40, gap, 10, 10), id="top"),
        pytest.param(lambda gap: (SHAPE[1] - 10 - gap, 20, 10, 10), id="right"),
        pytest.param(lambda gap: (40, SHAPE[0] - 10 - gap, 10, 10), id="bottom"),
    ],
)
@pytest.mark.parametrize(("gap", "at_rim"), [(0, True), (1, True), (2, False)])
def test_what_reaches_the_rim_but_for_the_outermost_pixels_may_be_a_hand(
    place: Callable[[int], Box], gap: int, at_rim: bool
) -> None:
    """A smoothed mask may lack the outermost row."""
    (region,) = regions_of(_mask(place(gap)), 1)
    assert region.at_rim == at_rim


FIRST: Box = (20, 20, 6, 6)


@pytest.mark.parametrize(("gap", "count"), [(8, 1), (12, 0)])
@pytest.mark.parametrize("down", [False, True], ids=["beside", "below"])
def test_pieces_within_reach_of_each_other_are_one_thing(gap: int, count: int, down: bool) -> None:
    second = (20, 26 + gap, 6, 6) if down else (26 + gap, 20, 6, 6)
    joined = join_pieces(_mask(FIRST, second), [], reach=10, least=40)
    assert len(joined) == count
    for whole in joined:
        assert whole.area == 72, "what has changed, without the gap"
        hull = (20, 20, 6, 12 + gap) if down else (20, 20, 12 + gap, 6)
        assert np.array_equal(whole.mask, _mask(hull))
        assert cv2.boundingRect(whole.contour) == hull
        assert not whole.at_rim


def test_a_piece_that_is_a_region_of_its_own_is_not_joined_again() -> None:
    pieces = ((20, 20, 6, 6), (32, 20, 6, 6), (44, 20, 6, 6))
    mask = _mask(*pieces)
    known = regions_of(_mask(pieces[2]), 1)
    (whole,) = join_pieces(mask, known, reach=10, least=40)
    assert cv2.boundingRect(whole.contour) == (20, 20, 18, 6)
    assert whole.area == 72
    assert np.array_equal(mask, _mask(*pieces)), "the change stays as it was"
    assert join_pieces(mask, regions_of(mask, 1), reach=10, least=40) == []
