"""Quads to upright crops."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.geometry.rectify import (
    CROP_HEIGHT,
    BadQuad,
    fill_hidden,
    full_quad,
    inset,
    ordered,
    rectify,
    shown_part,
)
from vision.types import Image, Quad

_UPRIGHT = np.array([[100, 50], [160, 50], [160, 150], [100, 150]], np.float32)


def _rotated(quad: Quad, degrees: float) -> Quad:
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    centre = quad.mean(axis=0)
    return np.asarray((quad - centre) @ turn.T + centre, np.float32)


def _picture() -> Image:
    """Smooth, and different everywhere."""
    y, x = np.mgrid[0:200, 0:300]
    return np.stack([x * 0.8, y, 255 - x * 0.4 - y * 0.4], axis=2).astype(np.uint8)


@given(st.floats(-180, 180), st.permutations(range(4)))
def test_order_does_not_depend_on_how_the_corners_came(degrees: float, order: list[int]) -> None:
    corners = _rotated(_UPRIGHT, degrees)
    found = ordered(corners[order])
    assert {tuple(point) for point in found.tolist()} == {tuple(point) for point in corners.tolist()}
    sides = np.linalg.norm(np.roll(found, -1, axis=0) - found, axis=1)
    assert sides[0] == pytest.approx(60, abs=0.1)
    assert sides[1] == pytest.approx(100, abs=0.1)
    assert cv2.contourArea(found, oriented=True) > 0
    assert np.array_equal(ordered(found), found)


@pytest.mark.parametrize(
    "corners",
    [
        pytest.param([[0, 0], [10, 0], [10, 10]], id="three corners"),
        pytest.param([[0, 0], [10, 0], [10, 15], [0, float("nan")]], id="not a number"),
        pytest.param([[0, 0], [10, 0], [3, 3], [0, 15]], id="not convex"),
        pytest.param([[0, 0], [10, 0], [10, 90], [0, 90]], id="a stick"),
        pytest.param([[5, 5], [5, 5], [5, 5], [5, 5]], id="a point"),
    ],
)
def test_what_cannot_be_a_card_is_refused(corners: list[list[float]]) -> None:
    with pytest.raises(BadQuad, match=r"^got .*, expected "):
        ordered(np.array(corners, np.float32))


def test_crop_shows_what_the_quad_encloses() -> None:
    crop = rectify(_picture(), _UPRIGHT, (100, 60))
    assert np.abs(crop.astype(int) - _picture()[50:150, 100:160].astype(int)).max() <= 2


def test_large_card_is_averaged_down_not_sampled() -> None:
    stripes = np.zeros((600, 400, 3), np.uint8)
    stripes[::2] = 200
    crop = rectify(stripes, full_quad(stripes), (150, 100))
    assert crop.min() > 60
    assert crop.max() < 140


def test_what_is_hidden_and_what_is_out_of_view_does_not_show() -> None:
    visible = np.full((200, 300), 255, np.uint8)
    visible[:75] = 0
    shown = shown_part(visible, _UPRIGHT)  # the card reaches from 50 to 150
    quarter = CROP_HEIGHT // 4
    assert not shown[: quarter - 1].any()
    assert shown[quarter + 1 :].all()
    below = shown_part(visible, _UPRIGHT + np.array([0, 100], np.float32))
    assert below[: 2 * quarter - 1].all()
    assert not below[2 * quarter + 1 :].any()


@pytest.mark.parametrize("light", [pytest.param(1.0, id="good"), pytest.param(0.3, id="dim")])
def test_what_is_hidden_takes_the_mean_colour_of_the_rest(light: float) -> None:
    crop = (rectify(_picture(), _UPRIGHT) * light).astype(np.uint8)
    shown = np.zeros(crop.shape[:2], np.bool_)
    shown[60:] = True
    grey = fill_hidden(crop, shown)
    assert np.array_equal(grey[60:], crop[60:])
    assert np.abs(grey[:60] - crop[60:].mean(axis=(0, 1))).max() <= 1
    otherwise = crop.copy()
    otherwise[:60] = 255 - otherwise[:60]
    assert np.array_equal(fill_hidden(otherwise, shown), grey)


@given(st.floats(-0.1, 0.3))
def test_inset_moves_every_side(share: float) -> None:
    expected = _UPRIGHT + np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]]) * np.array([60, 100]) * share
    assert np.allclose(inset(_UPRIGHT, share), expected, atol=0.01)


@pytest.mark.parametrize(
    ("width", "length", "is_card"),
    [(10, 24, True), (10, 26, False), (0.7, 1, True), (0.3, 0.45, False), (10, 10.5, True)],
)
def test_a_card_has_some_width_and_is_no_stick(width: float, length: float, is_card: bool) -> None:
    corners = np.array([[0, 0], [width, 0], [width, length], [0, length]], np.float32)
    for quad in (corners, corners[:, ::-1]):
        if is_card:
            assert ordered(quad).shape == (4, 2)
        else:
            with pytest.raises(BadQuad):
                ordered(quad)
