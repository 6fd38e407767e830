"""Quads to upright crops."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.geometry.rectify import (
    CROP_HEIGHT,
    CROP_WIDTH,
    BadQuad,
    fill_hidden,
    full_quad,
    inset,
    ordered,
    rectify,
    rotate_180,
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


@given(st.floats(-180, 180))
def test_the_other_way_up_is_the_crop_turned(degrees: float) -> None:
    quad = _rotated(_UPRIGHT, degrees)
    over = rectify(_picture(), np.roll(quad, 2, axis=0))
    assert np.abs(over.astype(int) - rotate_180(rectify(_picture(), quad)).astype(int)).max() <= 3


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


@pytest.mark.parametrize("degrees", [-80, -40, 0, 40, 80])
@pytest.mark.parametrize("first", range(4))
def test_the_crop_of_a_card_stands_as_the_card_lies_in_the_picture(degrees: float, first: int) -> None:
    """Its upper short side becomes the top of the crop, whichever corner the outline begins with."""
    found = ordered(np.roll(_rotated(_UPRIGHT, degrees), first, axis=0))
    assert found[:2, 1].mean() < found[2:, 1].mean()


def test_lines_of_a_large_card_do_not_alias_however_it_is_turned() -> None:
    """Stripes of 2 px in a card that is 1.8 times as long as its crop."""
    y, x = np.mgrid[0:500, 0:500]
    angle = np.radians(25)
    across = x * np.cos(angle) + y * np.sin(angle)
    stripes = np.repeat((across.astype(int) % 4 < 2)[..., None] * 200, 3, axis=2).astype(np.uint8)
    card = _rotated(np.array([[170, 120], [330, 120], [330, 380], [170, 380]], np.float32), 25)
    crop = rectify(stripes, card).astype(float)
    assert crop[8:-8, 6:-6].std() < 60


@pytest.mark.parametrize(
    ("width", "length", "is_card"),
    [(10, 36, True), (10, 44, False), (0.7, 1, True), (0.3, 0.45, False), (10, 10.5, True)],
)
def test_a_card_has_some_width_and_is_no_stick(width: float, length: float, is_card: bool) -> None:
    corners = np.array([[0, 0], [width, 0], [width, length], [0, length]], np.float32)
    for quad in (corners, corners[:, ::-1]):
        if is_card:
            assert ordered(quad).shape == (4, 2)
        else:
            with pytest.raises(BadQuad):
                ordered(quad)


@pytest.mark.parametrize("size", [(200, 300), (120, 180), (300, 450)])
def test_a_picture_of_nothing_but_a_card_is_its_own_crop(size: tuple[int, int]) -> None:
    crop = rectify(_picture(), full_quad(_picture()), size)
    resized = cv2.resize(_picture(), size[::-1], interpolation=cv2.INTER_LINEAR)
    assert crop.shape == (*size, 3)
    assert np.abs(crop.astype(int) - resized)[2:-2, 2:-2].max() <= 2


@pytest.mark.parametrize("degrees", [0, 35])
def test_a_crop_is_as_upright_as_its_first_corner_says(degrees: float) -> None:
    """Its left half shows what lies at the first and the last corner."""
    quad = _rotated(_UPRIGHT, degrees)
    picture = np.zeros((200, 300, 3), np.uint8)
    left_half = np.array([quad[0], (quad[0] + quad[1]) / 2, (quad[3] + quad[2]) / 2, quad[3]])
    cv2.fillConvexPoly(picture, np.round(left_half).astype(np.int32), (200, 200, 200))
    crop = rectify(picture, quad)
    assert crop.shape == (CROP_HEIGHT, CROP_WIDTH, 3)
    assert crop[4:-4, 4 : CROP_WIDTH // 2 - 4].min() > 190
    assert crop[4:-4, CROP_WIDTH // 2 + 4 :].max() < 10


def test_a_covered_edge_is_hidden_in_the_crop_on_the_same_side() -> None:
    visible = np.full((200, 300), 255, np.uint8)
    visible[:, :120] = 0  # the card reaches from 100 to 160
    shown = shown_part(visible, _UPRIGHT)
    assert shown.shape == (CROP_HEIGHT, CROP_WIDTH)
    assert not shown[:, : CROP_WIDTH // 3 - 1].any()
    assert shown[:, CROP_WIDTH // 3 + 2 :].all()


def test_the_mean_colour_is_rounded_and_each_channel_has_its_own() -> None:
    crop = np.zeros((2, 3, 3), np.uint8)
    crop[0] = [[10, 20, 30], [11, 20, 31], [11, 21, 31]]
    shown = np.array([[True] * 3, [False] * 3])
    assert fill_hidden(crop, shown)[1].tolist() == [[11, 20, 31]] * 3


def test_an_inset_follows_the_perspective_of_the_card() -> None:
    """Insets lie on the diagonals of a quad, as those of the card do."""
    quad = np.array([[40, 10], [90, 14], [120, 150], [10, 130]], np.float32)
    inner = inset(quad, 0.2)
    for n in range(4):
        diagonal, gap = quad[(n + 2) % 4] - quad[n], inner[n] - quad[n]
        assert diagonal[0] * gap[1] == pytest.approx(diagonal[1] * gap[0], abs=0.5)
    assert inset(inset(quad, 0.2), -1 / 3) == pytest.approx(quad, abs=0.05)
