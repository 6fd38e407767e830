"""Detection of cards in one picture, and completing those that lie partly underneath."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Card
from tests.support.examples import examples
from tests.support.paper_table import CARDS, PixelReader, card_picture, cloth, paste, quad_at
from vision.detection.contours import (
    Outline,
    WorkingImage,
    detect_outlines,
    distinct,
    is_card_shaped,
    quad_of_hull,
    without_duplicates,
    without_specks,
    working_planes,
)
from vision.geometry.quads import grown, overlap, portrait, scaled
from vision.scene.covered_outlines import SearchedImage, find_covered_outlines
from vision.types import Image

WOOD, FELT, WHITE = (60, 100, 150), (60, 110, 40), (225, 228, 230)
READER = PixelReader()
EVERYWHERE = np.full((1, 1), 255, np.uint8)


def best_overlap(image: np.ndarray, quad: np.ndarray) -> float:
    return max((overlap(outline.quad, quad) for outline in detect_outlines(image)), default=0.0)


@settings(max_examples=examples(25), derandomize=True)
@given(
    st.floats(150, 810),
    st.floats(130, 410),
    st.floats(0, 360),
    st.sampled_from(CARDS),
    st.sampled_from([WOOD, FELT, (30, 30, 30), (140, 60, 60)]),
    st.floats(0.7, 1.2),
)
def test_a_card_is_found_wherever_it_lies(
    x: float, y: float, degrees: float, card: Card, colour: tuple[int, int, int], size: float
) -> None:
    image = cloth(colour)
    quad = quad_at(x, y, degrees, 84 * size, 140 * size)
    paste(image, card_picture(card), quad)
    assert best_overlap(image, quad) > 0.95


def test_a_white_card_on_a_white_table_is_found_by_its_faint_edge() -> None:
    image = np.asarray(cv2.GaussianBlur(cloth(WHITE), (0, 0), 3), np.uint8)
    quad = quad_at(480, 270, 20)
    shadow = quad + np.array([3, 4], np.float32)
    cv2.fillConvexPoly(image, np.round(shadow).astype(np.int32), (196, 198, 200), cv2.LINE_AA)
    paste(image, card_picture(CARDS[0]), quad)
    assert best_overlap(image, quad) > 0.9


@pytest.mark.parametrize(
    ("shape", "working"),
    [((1080, 1920), (576, 1024)), ((2160, 3840), (576, 1024)), ((1920, 1080), (1024, 576)), ((360, 640), (576, 1024))],
)
def test_pictures_are_brought_to_the_working_size(shape: tuple[int, int], working: tuple[int, int]) -> None:
    planes, scale = working_planes(np.zeros((*shape, 3), np.uint8))
    assert planes.shape[:2] == working
    assert scale == pytest.approx(working[0] / shape[0])


@pytest.mark.slow
def test_cards_side_by_side_are_told_apart() -> None:
    image = cloth(FELT)
    quads = [quad_at(200 + 130 * n, 270, 4 * n) for n in range(5)]
    for card, quad in zip(CARDS, quads, strict=False):
        paste(image, card_picture(card), quad)
    assert min(best_overlap(image, quad) for quad in quads) > 0.95


def test_a_bare_table_has_no_card_with_sure_sides() -> None:
    assert [outline for outline in detect_outlines(cloth(WOOD)) if outline.confidence > 0.8] == []


@pytest.mark.parametrize("size", [(32, 110000), (110000, 32), (1, 50)])
def test_a_strip_holds_no_card(size: tuple[int, int]) -> None:
    assert detect_outlines(np.full((*size, 3), 90, np.uint8)) == []


@pytest.mark.parametrize(
    ("x", "y", "degrees"),
    [
        pytest.param(540, 240, 60, id="crosswise"),
        pytest.param(480, 350, 8, id="its head covered"),
        pytest.param(425, 270, 0, id="half aside"),
        pytest.param(540, 330, 35, id="a corner covered"),
    ],
)
def test_a_covered_card_is_completed(x: float, y: float, degrees: float) -> None:
    image = cloth(FELT)
    top, below = quad_at(480, 270, 5), quad_at(x, y, degrees)
    paste(image, card_picture(CARDS[3]), below)
    paste(image, card_picture(CARDS[4]), top)
    covered = max(
        find_covered_outlines(SearchedImage(image), READER, [portrait(top)], EVERYWHERE),
        key=lambda covered: overlap(covered.quad, below),
    )
    assert overlap(covered.quad, below) > 0.85
    shared = cv2.intersectConvexConvex(top, below)[0] / cv2.contourArea(below)
    assert covered.visible == pytest.approx(1 - shared, abs=0.15)


def test_nothing_is_completed_beside_a_card_that_lies_alone() -> None:
    image = cloth(FELT)
    top = quad_at(480, 270, 5)
    paste(image, card_picture(CARDS[5]), top)
    assert find_covered_outlines(SearchedImage(image), READER, [portrait(top)], EVERYWHERE) == []
    assert find_covered_outlines(SearchedImage(image), READER, [], EVERYWHERE) == []


@pytest.mark.parametrize(
    ("corners", "is_card"),
    [
        pytest.param([(0, 0), (84, 0), (84, 150), (0, 150)], True, id="a card"),
        pytest.param([(0, 0), (60, 0), (84, 24), (84, 150), (0, 150)], True, id="a corner is covered"),
        pytest.param(
            [(9, 0), (75, 0), (84, 9), (84, 141), (75, 150), (9, 150), (0, 141), (0, 9)], True, id="round corners"
        ),
        pytest.param([(42, 0), (84, 75), (42, 150), (0, 75), (8, 20)], False, id="a leaf"),
        pytest.param(np.array(cv2.ellipse2Poly((42, 75), (42, 75), 0, 0, 360, 6)).tolist(), False, id="a mat"),
    ],
)
def test_the_hull_of_a_card_fills_its_box(corners: list[tuple[int, int]], is_card: bool) -> None:
    """Corners may be missing; the box has the card's then."""
    quad = quad_of_hull(cv2.convexHull(np.array(corners, np.int32) + 100))
    assert (quad is not None) is is_card
    if quad is not None:
        assert overlap(quad, np.array([(100, 100), (184, 100), (184, 250), (100, 250)], np.float32)) > 0.9


def small_table(colour: tuple[int, int, int] = FELT) -> Image:
    """Returns a cloth that is searched quickly at its own size."""
    return np.ascontiguousarray(cloth(colour)[:180, :320])


def search(image: Image, at_most: int | None = None) -> list[Outline]:
    return detect_outlines(image, working_side=320, at_most=at_most)


def upright(width: float, length: float, *, at: tuple[float, float] = (100, 100)) -> np.ndarray:
    return (np.array([[0, 0], [width, 0], [width, length], [0, length]]) + at).astype(np.float32)


@pytest.mark.parametrize(
    ("quad", "is_card"),
    [
        pytest.param(upright(100, 160), True, id="a card"),
        pytest.param(upright(100, 83), True, id="seen so flat that it is wider than long"),
        pytest.param(upright(100, 210), True, id="a long card"),
        pytest.param(upright(100, 255), False, id="a ribbon"),
        pytest.param(upright(35, 50), True, id="a small card"),
        pytest.param(upright(28, 42), False, id="too small for one"),
        pytest.param(upright(880, 990), True, id="nearly the whole picture"),
        pytest.param(upright(970, 990), False, id="the picture itself"),
        pytest.param(np.array([[0, 0], [100, 0], [150, 130], [50, 130]], np.float32), True, id="at a slant"),
        pytest.param(np.array([[0, 0], [100, 0], [190, 120], [90, 120]], np.float32), False, id="askew"),
        pytest.param(np.array([[0, 0], [100, 0], [40, 60], [0, 160]], np.float32), False, id="with a dent"),
        pytest.param(np.array([[18, 0], [82, 0], [100, 120], [0, 120]], np.float32), True, id="narrower at the top"),
        pytest.param(np.array([[21, 0], [79, 0], [100, 120], [0, 120]], np.float32), False, id="far narrower there"),
        pytest.param(np.array([[0, 0], [100, 0], [79, 120], [21, 120]], np.float32), False, id="at the bottom"),
        pytest.param(np.array([[0, 35], [100, 0], [100, 160], [0, 125]], np.float32), False, id="at the left"),
        pytest.param(np.array([[0, 0], [100, 35], [100, 125], [0, 160]], np.float32), False, id="at the right"),
    ],
)
def test_the_shapes_of_cards_in_a_picture(quad: np.ndarray, is_card: bool) -> None:
    assert is_card_shaped(quad, 1000 * 1000) is is_card


def test_quads_that_refine_to_the_same_edges_are_tried_once() -> None:
    """Within a fortieth of the size, 2.5 px here; the first one stays."""
    card = upright(80, 125, at=(40, 100))
    near, far, last_corner = card + np.float32(2), card + np.array([0, 3], np.float32), card.copy()
    last_corner[3, 1] += 3
    beside = card + np.array([-200, 0], np.float32)
    tried = distinct([card, near, far, beside, last_corner, near + np.float32(2)])
    expected = [card, far, beside, last_corner, near + np.float32(2)]
    assert [quad.tolist() for quad in tried] == [quad.tolist() for quad in expected]
    assert distinct([]) == []
    speck = upright(6, 10)
    assert len(distinct([speck, speck + np.float32(0.8), speck + np.float32(1.2)])) == 2


def test_of_detections_of_one_outline_the_surest_is_kept() -> None:
    card = upright(100, 160)
    grown_card, small_one = grown(card, 1.02), grown(card, 0.94)
    aside, below, far = (
        card + np.array([6, 0], np.float32),
        card + np.array([0, 9], np.float32),
        card + np.array([200, 0], np.float32),
    )
    near = card + np.array([2, 2], np.float32)
    each = [card, grown_card, small_one, aside, below, far, near]
    confidences = [0.8, 0.9, 0.7, 0.6, 0.95, 0.5, 0.75]
    kept = without_duplicates([Outline(*one) for one in zip(each, confidences, strict=True)])
    assert [outline.confidence for outline in kept] == [0.95, 0.9, 0.7, 0.6, 0.5]
    assert without_duplicates([]) == []


def test_a_search_may_be_limited_to_some_quads() -> None:
    image = small_table()
    left, right = upright(50, 84, at=(30, 50)), upright(50, 84, at=(200, 40))
    for card, quad in zip(CARDS, (left, right), strict=False):
        paste(image, card_picture(card), quad)
    large = np.asarray(cv2.resize(image, None, fx=2, fy=2), np.uint8)
    working_image = WorkingImage(large, 320)
    everything = detect_outlines(working_image)
    best = [max(overlap(found.quad, scaled(quad, 2)) for found in everything) for quad in (left, right)]
    assert min(best) > 0.85
    assert [found.confidence for found in everything] == sorted(
        (found.confidence for found in everything), reverse=True
    )
    at_left = detect_outlines(working_image, fits=lambda quad: bool(quad[:, 0].max() < 300))
    assert at_left
    assert max(float(found.quad[:, 0].max()) for found in at_left) < 310


@pytest.mark.parametrize(
    ("table", "card"),
    [
        pytest.param((140, 128, 128), (140, 160, 120), id="of another colour only"),
        pytest.param((140, 128, 128), (140, 128, 160), id="yellow only"),
        pytest.param((200, 128, 128), (120, 128, 128), id="darker than the table"),
    ],
)
def test_a_card_need_not_be_brighter_than_the_table(table: tuple[int, int, int], card: tuple[int, int, int]) -> None:
    planes = np.full((180, 320, 3), table, np.uint8)
    quad = quad_at(160, 90, 20, 60, 100)
    cv2.fillConvexPoly(planes, np.round(quad).astype(np.int32), card)
    found = search(np.asarray(cv2.cvtColor(planes, cv2.COLOR_LAB2BGR), np.uint8))
    assert max(overlap(outline.quad, quad) for outline in found) > 0.93


@pytest.mark.parametrize("top", [pytest.param(150, id="low in the picture"), pytest.param(60, id="over two parts")])
def test_a_small_outline_stays_wherever_it_lies(top: int) -> None:
    """Pixels are counted some rows at a time."""
    mask = np.zeros((200, 180), np.uint8)
    mask[top : top + 8, 40:46] = 255
    mask[top : top + 2, 90:94] = 255
    expected = mask.copy()
    expected[:, 90:] = 0
    assert np.array_equal(without_specks(mask), expected)
