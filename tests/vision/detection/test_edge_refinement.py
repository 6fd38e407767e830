"""Fitting the sides of quads to edges of a picture, and how far the fit is to be trusted."""

import numpy as np
import numpy.typing as npt
import pytest

from tests.support.paper_table import quad_at
from vision.detection.edge_refinement import EdgeField, places_along
from vision.geometry.quads import AFTER
from vision.types import Planes, Quad

TABLE, CARD = (90, 128, 128), (200, 128, 128)
SOFTNESS_PX = 0.4
"""Edges are as soft as in a photograph, where they need not lie on the borders of pixels."""


def drawn(
    *shapes: tuple[Quad, tuple[int, int, int]], size: tuple[int, int] = (240, 320), seed: int | None = None
) -> Planes:
    """Returns planes with these quads on a table, the last one on top; with a *seed* the table has a grain."""
    planes = np.full((*size, 3), TABLE, np.float32)
    for quad, levels in shapes:
        left, top = np.maximum(quad.min(axis=0) - 6, 0).astype(int)
        part = planes[top : int(quad[:, 1].max()) + 7, left : int(quad[:, 0].max()) + 7]
        rows, columns = np.mgrid[top : top + part.shape[0], left : left + part.shape[1]]
        places = np.stack([columns, rows], axis=2)
        along = quad[AFTER] - quad
        normals = np.stack([along[:, 1], -along[:, 0]]) / np.linalg.norm(along, axis=1)
        outside = (places @ normals - (quad * normals.T).sum(axis=1)).max(axis=2)
        covered = 1 / (1 + np.exp(np.clip(outside / SOFTNESS_PX, -50, 50)))
        part += covered[..., None] * (np.array(levels) - part)
    if seed is not None:
        planes += np.random.default_rng(seed).normal(0, 4, planes.shape)
    return planes.round().clip(0, 255).astype(np.uint8)


def off(fitted: npt.NDArray[np.float32], quad: Quad) -> float:
    """Returns the largest error of a coordinate, px."""
    return float(np.abs(fitted - quad).max())


def moved_sides(quad: Quad, outwards: float) -> Quad:
    """Returns the quad with each side moved outwards by so many px."""
    width, length = np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[1])
    across, down = (quad[1] - quad[0]) / width * outwards, (quad[2] - quad[1]) / length * outwards
    return np.asarray(quad + np.stack([-across - down, across - down, across + down, down - across]), np.float32)


@pytest.mark.parametrize("degrees", [0, 25, 45, 90, 160, 270])
@pytest.mark.parametrize(
    "levels", [pytest.param(CARD, id="brighter"), pytest.param((90, 150, 128), id="of another colour")]
)
def test_a_rough_quad_is_fitted_to_a_fraction_of_a_pixel(degrees: float, levels: tuple[int, int, int]) -> None:
    quad = quad_at(160, 120, degrees, 80, 130)
    rough = quad + np.array([[2, 1], [-1, 2], [1, -2], [-2, -1]], np.float32)
    fitted = EdgeField(drawn((quad, levels))).refine(rough[None])
    assert off(fitted.quads[0], quad) < 0.6
    assert fitted.support[0] == pytest.approx(np.ones(4))
    assert fitted.shown[0] == pytest.approx(np.ones(4))
    assert fitted.confidence[0] == pytest.approx(1)


@pytest.mark.parametrize(
    ("width", "found"), [pytest.param(200, True, id="a large card"), pytest.param(60, False, id="a small one")]
)
@pytest.mark.parametrize("degrees", [30, 90])
def test_edges_are_searched_as_far_as_the_size_of_the_card_asks(degrees: float, width: float, found: bool) -> None:
    quad = quad_at(200, 200, degrees, width, 1.6 * width)
    rough = moved_sides(quad, -6.5)
    fitted = EdgeField(drawn((quad, CARD), size=(400, 400))).refine(rough[None])
    assert off(fitted.quads[0], quad if found else rough) < 0.6
    assert fitted.confidence[0] == pytest.approx(float(found))


@pytest.mark.parametrize(
    ("frame", "is_rim"),
    [pytest.param(48, True, id="a stronger edge"), pytest.param(75, False, id="a far stronger edge")],
)
def test_the_rim_is_preferred_to_a_printed_frame_inside_it(frame: int, is_rim: bool) -> None:
    between = quad_at(160, 120, 20, 80, 130)
    rim, inner = moved_sides(between, 4), moved_sides(between, -4)
    planes = drawn((rim, (TABLE[0] + 30, 128, 128)), (inner, (TABLE[0] + 30 + frame, 128, 128)))
    fitted = EdgeField(planes).fit_sides(between[None], np.array([6.0]))
    assert off(fitted.quads[0], rim if is_rim else inner) < 0.5


def test_grain_is_no_edge_but_a_card_on_it_has_edges() -> None:
    quad, bare = quad_at(90, 120, 15, 80, 130), quad_at(240, 120, 15, 80, 130)
    fitted = EdgeField(drawn((quad, CARD), seed=3)).refine(np.stack([quad, bare]))
    assert off(fitted.quads[0], quad) < 0.6
    assert fitted.confidence[0] > 0.95
    assert fitted.confidence[1] < 0.35


@pytest.mark.parametrize(
    ("hidden", "is_moved"), [pytest.param(0.4, True, id="less than half"), pytest.param(0.6, False, id="more")]
)
def test_a_side_is_fitted_by_its_visible_part_if_that_is_long_enough(hidden: float, is_moved: bool) -> None:
    """The card on top of it has an edge of its own, two pixels farther out."""
    quad, rough = quad_at(160, 120, 0, 80, 130), quad_at(162, 120, 0, 80, 130)
    covered = 55 + 130 * np.float32(hidden)
    top = np.array([[150, 20], [202, 20], [202, covered], [150, covered]], np.float32)
    shown = places_along(rough[None])[..., 1] > covered
    shown[0, [0, 2, 3]] = True
    fitted = EdgeField(drawn((quad, CARD), (top, (40, 128, 128)))).fit_sides(rough[None], np.array([3.0]), shown)
    right = quad[1:3, 0].mean() if is_moved else rough[1:3, 0].mean()
    assert fitted.quads[0, 2, 0] == pytest.approx(right, abs=0.2)
    assert fitted.shown[0] == pytest.approx([1, 1 - (hidden - 0.1) / 0.8, 1, 1], abs=0.05)
    assert fitted.support[0, 1] == pytest.approx(1)


def test_what_is_hidden_does_not_count_for_the_confidence() -> None:
    quad = quad_at(160, 120, 0, 80, 130)
    shown = np.ones((1, 4, places_along(quad[None]).shape[2]), np.bool_)
    shown[0, 1:3] = False
    planes = drawn((quad, CARD), (np.array([[195, 0], [320, 0], [320, 240], [195, 240]], np.float32), CARD))
    seen, whole = (EdgeField(planes).fit_sides(quad[None], np.array([3.0]), each) for each in (shown, None))
    assert seen.confidence[0] == pytest.approx(1, abs=0.02)
    assert whole.confidence[0] == pytest.approx(3 / 4, abs=0.05)


@pytest.mark.parametrize(
    "corners",
    [
        pytest.param([[60, 60], [60, 60], [160, 180], [60, 180]], id="a corner twice"),
        pytest.param([[400, 300], [480, 300], [480, 430], [400, 430]], id="outside the picture"),
        pytest.param([[60, -300], [140, -300], [140, -170], [60, -170]], id="above the picture"),
    ],
)
def test_what_cannot_be_fitted_is_kept_and_the_others_are_not_affected(corners: list[list[float]]) -> None:
    quad, odd = quad_at(160, 120, 10, 80, 130), np.array(corners, np.float32)
    fitted = EdgeField(drawn((quad, CARD))).refine(np.stack([odd, moved_sides(quad, 2)]))
    assert np.array_equal(fitted.quads[0], odd)
    assert off(fitted.quads[1], quad) < 0.6
