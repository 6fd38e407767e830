"""What two looks of a table have to differ by, and over how many pixels, for it to be a change."""

import cv2
import numpy as np
import pytest

from vision.tracking.background.changes import MAP_WIDTH, change_mask, difference, on_map, to_lab_map
from vision.types import Map

SHAPE = (120, 160)
GREY = (120, 128, 128)


@pytest.mark.parametrize(
    ("width", "height", "map_height"),
    [
        pytest.param(1920, 1080, 270, id="a camera"),
        pytest.param(1280, 960, 360, id="of another shape"),
        pytest.param(480, 270, 270, id="as wide as the map"),
        pytest.param(320, 180, 270, id="smaller"),
        pytest.param(1501, 1001, 320, id="of odd width and height"),
        pytest.param(1080, 1920, 853, id="upright"),
    ],
)
def test_a_thing_of_the_picture_lies_at_its_place_on_the_map(width: int, height: int, map_height: int) -> None:
    picture = np.full((height, width, 3), 40, np.uint8)
    left, top, right, bottom = width // 4, height // 2, width * 3 // 4, height * 4 // 5
    picture[top : bottom + 1, left : right + 1] = 220
    seen = to_lab_map(picture)
    assert seen.shape == (map_height, MAP_WIDTH, 3)
    expected = on_map(np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32), picture)
    across, down, breadth, length = cv2.boundingRect((seen[..., 0] > 140).astype(np.uint8))
    assert np.abs(expected[0] - (across, down)).max() <= 1.5
    assert np.abs(expected[2] - (across + breadth - 1, down + length - 1)).max() <= 1.5


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        pytest.param((30, 0, 0), 30, id="lighter"),
        pytest.param((-30, 0, 0), 30, id="darker"),
        pytest.param((0, 15, 0), 30, id="redder"),
        pytest.param((0, 0, -15), 30, id="bluer"),
        pytest.param((0, 15, 12), 30, id="of both colours the larger one counts"),
        pytest.param((20, 12, 0), 24, id="more in colour than in light"),
        pytest.param((30, 12, 0), 30, id="more in light than in colour"),
        pytest.param((0, 0, 127), 254, id="far more in colour"),
        pytest.param((0, -128, 0), 255, id="at most 255"),
    ],
)
def test_colours_span_half_of_what_light_does_and_count_twice(step: tuple[int, int, int], expected: int) -> None:
    before = np.full((4, 5, 3), GREY, np.uint8)
    now = before.copy()
    now[2, 3] = np.add(GREY, step)
    expected_map = np.zeros((4, 5), np.uint8)
    expected_map[2, 3] = expected
    assert np.array_equal(difference(now, before), expected_map)


def _looks(noise: int) -> tuple[Map, Map]:
    """Two looks of a bare table that differ everywhere by that much."""
    before = np.full((*SHAPE, 3), GREY, np.uint8)
    now = before.copy()
    now[..., 0] += np.uint8(noise)
    return now, before


@pytest.mark.parametrize(
    ("noise", "step", "changed"),
    [
        pytest.param(0, 9, False, id="a shade in a quiet view"),
        pytest.param(0, 13, True, id="a bit more in a quiet view"),
        pytest.param(1, 13, True, id="a little noise allows the same"),
        pytest.param(3, 15, False, id="the same shade in noise"),
        pytest.param(3, 21, True, id="clearly more than the noise"),
        pytest.param(9, 27, False, id="much noise"),
        pytest.param(9, 34, True, id="so much that the camera was knocked: a card shows all the same"),
    ],
)
def test_what_stands_out_from_the_noise_is_a_change(noise: int, step: int, changed: bool) -> None:
    now, before = _looks(noise)
    now[40:70, 50:80, 0] = GREY[0] + step
    mask = change_mask(now, before)
    assert cv2.countNonZero(mask) == (30 * 30 if changed else 0)
    assert mask.shape == SHAPE
    assert mask[55, 65] == (255 if changed else 0)


@pytest.mark.parametrize(
    ("side", "kept"), [pytest.param(2, False, id="a speck"), pytest.param(4, True, id="a small thing")]
)
def test_specks_are_no_change(side: int, kept: bool) -> None:
    now, before = _looks(0)
    now[50 : 50 + side, 60 : 60 + side, 0] = 200
    assert cv2.countNonZero(change_mask(now, before)) == (side * side if kept else 0)


@pytest.mark.parametrize(
    ("width", "closed"), [pytest.param(3, True, id="a line of print"), pytest.param(7, False, id="a gap")]
)
def test_lines_of_a_drawing_do_not_divide_a_change(width: int, closed: bool) -> None:
    now, before = _looks(0)
    now[40:70, 50:80, 0] = 200
    now[40:70, 60 : 60 + width, 0] = GREY[0]
    assert (change_mask(now, before)[55, 61] > 0) == closed


def test_of_several_earlier_looks_each_may_explain_a_place() -> None:
    now, first = _looks(0)
    second = first.copy()
    now[20:50, 20:50, 0] = 200
    now[60:90, 20:50, 0] = 200
    second[60:90, 20:50, 0] = 200
    second[60:90, 90:120, 0] = 200  # was there once, and is no more: as in the first look
    mask = change_mask(now, first, second)
    assert (mask[35, 35], mask[75, 35], mask[75, 105]) == (255, 0, 0)
    assert cv2.countNonZero(mask) == 30 * 30
    assert cv2.countNonZero(change_mask(now, second, first)) == 30 * 30
    assert cv2.countNonZero(change_mask(now, first)) == 2 * 30 * 30
