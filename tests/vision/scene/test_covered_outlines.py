"""Which outlines, corners and keypoints are taken for a card that lies partly below others."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from tests.support.paper_table import CARDS, HEIGHT, WIDTH, PixelReader, paste, quad_at
from vision.detection.contours import Polygon
from vision.detection.edge_refinement import EdgeField, RefinedQuads
from vision.geometry.quads import area, overlap, portrait, scaled, shared_area
from vision.recognition.keypoints import KeypointPose
from vision.scene.covered_outlines import CoveredCardSearch, CoveredOutline, SearchedImage
from vision.types import Image, Luma, Quad

BARE = np.full((HEIGHT, WIDTH, 3), (60, 110, 40), np.uint8)
TOP = portrait(quad_at(480, 270, 0))
BELOW = portrait(quad_at(530, 330, 40))
SCALE = 0.5
"""The pictures are searched at half their size, which is faster."""


def _moved(quad: Quad, x: float, y: float) -> Quad:
    return np.add(quad, (x, y)).astype(np.float32)


class _Reader(PixelReader):
    """Compares with thumbnails by *ncc* of the quads (px of the picture), and finds *poses* by keypoints."""

    def __init__(self, ncc: Callable[[Quad], float] = lambda _: 0.9, poses: Sequence[KeypointPose] = ()) -> None:
        super().__init__(CARDS[:2])
        self.ncc, self.poses = ncc, poses

    def prescreen(self, planes: np.ndarray, quads: Sequence[Quad], visible: Luma) -> np.ndarray:
        assert visible.shape == planes.shape[:2]
        self.visible = visible
        return np.array([self.ncc(scaled(quad, 1 / SCALE)) for quad in quads], np.float32)

    def keypoint_poses(self, planes: np.ndarray, free_mask: np.ndarray | None = None) -> Sequence[KeypointPose]:
        return self.poses


def _picture(*quads: Quad) -> Image:
    """Of white cards, the lowest first: where they overlap there are no edges."""
    image = BARE.copy()
    for quad in quads:
        paste(image, np.full((300, 168, 3), 238, np.uint8), quad)
    return image


def _searched(image: Image, contours: Sequence[Quad] = ()) -> SearchedImage:
    """Without the picture's own contours, but with these (N×2, px of the picture)."""
    searched = SearchedImage(image, round(WIDTH * SCALE))
    assert searched.scale == SCALE
    ends = [scaled(contour, SCALE) for contour in contours]
    searched.polygons = [Polygon(None, each, float(np.sqrt(area(each)))) for each in ends]
    return searched


def _below(
    image: Image, outlines: Sequence[Quad], tops: Sequence[Quad] = (TOP,), reader: PixelReader | None = None
) -> list[CoveredOutline]:
    search = CoveredCardSearch(_searched(image), reader or _Reader(), [TOP], outlines)
    return search.outlines_below(tops)


@pytest.fixture
def all_on_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the picture shows."""

    def fit_sides(_: EdgeField, quads: np.ndarray, reach: np.ndarray, shown: np.ndarray) -> RefinedQuads:
        return RefinedQuads(quads, np.ones((len(quads), 4)), shown.mean(axis=2))

    monkeypatch.setattr(EdgeField, "fit_sides", fit_sides)


@pytest.mark.parametrize(
    ("confidence", "ncc", "points", "rating"),
    [
        pytest.param(0.8, 0.5, 0, 0.2, id="by its outline and what it looks like"),
        pytest.param(0.8, -0.5, 0, 0.0, id="like no card"),
        pytest.param(0.4, 0.5, 12, 0.5, id="by the keypoints of its drawing"),
        pytest.param(0.4, 0.5, 36, 0.75, id="by more of them"),
        pytest.param(1.0, 0.9, 6, 0.81, id="by the better of both"),
    ],
)
def test_a_likely_card_has_edges_and_a_likeness_or_many_keypoints(
    confidence: float, ncc: float, points: int, rating: float
) -> None:
    assert CoveredOutline(BELOW, confidence, 0.5, ncc, points).rating == pytest.approx(rating)


def test_an_outline_of_a_card_below_another_is_fitted_to_what_shows_of_it() -> None:
    reader = _Reader()
    (found,) = _below(_picture(BELOW, TOP), [_moved(BELOW, 2, -2)], reader=reader)
    assert overlap(found.quad, BELOW) > 0.97
    assert found.visible == pytest.approx(1 - shared_area(TOP, BELOW) / area(BELOW), abs=0.06)
    assert found.confidence > 0.9, "its hidden sides do not count"
    assert found.ncc == pytest.approx(0.9)
    assert (reader.visible[135, 240], reader.visible[135, 300]) == (0, 255), "the upper card is no part of it"


@pytest.mark.usefixtures("all_on_edges")
@pytest.mark.parametrize(("gap", "count"), [(10, 0), (22, 1)])
def test_a_card_of_which_a_narrow_strip_shows_is_not_sought(gap: int, count: int) -> None:
    """Of a card 84 px wide, between two others."""
    tops = [portrait(quad_at(480 + side * (42 + gap / 2), 270, 0)) for side in (-1, 1)]
    assert len(_below(BARE, [TOP], tops)) == count


def _pose(quad: Quad, free: int, others: Sequence[tuple[float, float]] = ()) -> KeypointPose:
    """With so many points beside *TOP*, and others, in px of the picture."""
    points = [*((560 + 5 * number, 350) for number in range(free)), *others]
    return KeypointPose(scaled(quad, SCALE), (np.array(points) + 0.5) * SCALE - 0.5)


@pytest.mark.usefixtures("all_on_edges")
@pytest.mark.parametrize(
    ("pose", "expected"),
    [
        pytest.param(_pose(BELOW, 7), [7], id="visible points"),
        pytest.param(_pose(BELOW, 5), [5], id="few visible points"),
        pytest.param(_pose(BELOW, 4), [], id="too few"),
        pytest.param(_pose(BELOW, 3, [(480, 270 + y) for y in range(-40, 40, 5)]), [], id="most on the upper card"),
        pytest.param(_pose(BELOW, 7, [(480, 270), (440, 200)]), [7], id="some on the upper card"),
        pytest.param(
            _pose(BELOW, 7, [(-2, 99), (99, -2), (WIDTH + 0.5, 99), (99, HEIGHT + 0.5)]), [7], id="beside the picture"
        ),
        pytest.param(
            _pose(BELOW, 7, [(0, 99), (99, 0), (WIDTH - 2, 99), (99, HEIGHT - 2)]), [11], id="at its very rim"
        ),
        pytest.param(_pose(quad_at(530, 330, 40, 63, 113), 7), [], id="a smaller quad"),
    ],
)
def test_keypoints_beside_the_upper_cards_tell_a_card(pose: KeypointPose, expected: list[int]) -> None:
    found = _below(BARE, [], reader=_Reader(poses=[pose]))
    assert [each.points for each in found] == expected


@pytest.mark.parametrize("by_keypoints", [False, True])
def test_keypoints_tell_of_a_card_that_is_like_none_until_it_is_fitted(by_keypoints: bool) -> None:
    """An outline by keypoints is rough, so that thumbnails may not tell the card in it."""
    rough = _moved(BELOW, 2, -2)
    poses = [_pose(rough, 7)] if by_keypoints else []
    reader = _Reader(lambda quad: 0.0 if np.allclose(quad, rough, atol=0.1) else 0.6, poses)
    found = _below(_picture(BELOW, TOP), [] if by_keypoints else [rough], reader=reader)
    assert [each.ncc for each in found] == ([pytest.approx(0.6)] if by_keypoints else [])


@pytest.mark.usefixtures("all_on_edges")
def test_the_likeliest_come_first_and_not_all_are_read() -> None:
    """The one further to the left is more like a card."""
    outlines = [portrait(quad_at(x, 110, 0)) for x in (510, 110, 810, 310, 210, 710, 610, 410)]
    found = _below(BARE, outlines, reader=_Reader(lambda quad: 1 - float(quad[0, 0]) / WIDTH))
    assert [round(float(each.quad.mean(axis=0)[0])) for each in found] == [110, 210, 310, 410, 510, 610]


@pytest.mark.usefixtures("all_on_edges")
@pytest.mark.parametrize(
    ("steps", "kept"),
    [
        pytest.param((0, 7), (0,), id="hardly apart: the same card"),
        pytest.param((0, 20), (0, 20), id="two that cannot both lie there"),
        pytest.param((0, 20, -20, 40), (0, 20), id="further rivals of both"),
        pytest.param((0, 20, 40, 150), (0, 20, 150), id="a card beside them"),
    ],
)
def test_of_rivals_at_one_place_the_likeliest_are_kept(steps: tuple[int, ...], kept: tuple[int, ...]) -> None:
    first = portrait(quad_at(300, 270, 0))
    outlines = [_moved(first, 0, step) for step in reversed(steps)]
    likeness = {round(float(first[0, 1])) + step: 0.9 - 0.05 * number for number, step in enumerate(steps)}
    found = _below(BARE, outlines, reader=_Reader(lambda quad: likeness[round(float(quad[0, 1]))]))
    assert [round(float(each.quad[0, 1] - first[0, 1])) for each in found] == list(kept)
