"""A place in a picture: what of the picture is kept of it."""

import numpy as np
import pytest

from tests.support.paper_table import PixelReader
from vision.recognition.place import Place

UPRIGHT = np.array([[100, 50], [160, 50], [160, 150], [100, 150]], np.float32)


def place_at(offset: tuple[float, float]) -> Place:
    image = np.random.default_rng(3).integers(0, 255, (200, 300, 3), np.uint8)
    return Place(image, PixelReader(), UPRIGHT + np.array(offset, np.float32))


def test_a_close_up_has_a_margin_on_each_side_and_stays_when_the_picture_changes() -> None:
    place = place_at((0.5, 0.5))
    close_up = place.close_up()
    assert close_up.image.shape[:2] == (162, 98)  # from 20.5 to 180.5, and from 82.5 to 178.5
    assert close_up.quad == pytest.approx(place.quad - np.array([82, 20], np.float32))
    before = place.image[20:182, 82:180].copy()
    place.image[:] = 0
    assert np.array_equal(close_up.image, before)


def test_of_two_close_ups_the_darker_look_of_each_pixel_counts() -> None:
    first, second = place_at((0, 0)).close_up(), place_at((0, 0)).close_up()
    second.image[::2] = 0
    second.image[1::2] = 255
    darkest = first.darkest(second)
    assert not darkest.image[::2].any()
    assert np.array_equal(darkest.image[1::2], first.image[1::2])
    assert darkest.quad is first.quad
