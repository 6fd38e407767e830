"""Detection cards in one picture, and completing those that lie partly underneath."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from tests.support.paper_table import CARDS, PixelReader, card_picture, cloth, paste, quad_at
from vision.detection.contours import _above_levels, detect_quads, quad_of_hull, without_specks, working_planes
from vision.detection.thresholds import DETECTION
from vision.geometry.quads import overlap, portrait, scaled
from vision.scene.hypotheses import find_hypotheses

WOOD, FELT, WHITE = (60, 100, 150), (60, 110, 40), (225, 228, 230)
READER = PixelReader()


def best_overlap(image: np.ndarray, quad: np.ndarray) -> float:
    return max((overlap(detection.quad, quad) for detection in detect_quads(image)), default=0.0)


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
    x: float, y: float, degrees: float, card: object, colour: tuple[int, int, int], size: float
) -> None:
    image = cloth(colour)
    quad = quad_at(x, y, degrees, 84 * size, 140 * size)
    paste(image, card_picture(card), quad)  # type: ignore[arg-type]
    assert best_overlap(image, quad) > 0.95


def test_a_white_card_on_a_white_table_is_found_by_its_faint_edge() -> None:
    image = cv2.GaussianBlur(cloth(WHITE), (0, 0), 3)
    quad = quad_at(480, 270, 20)
    shadow = quad + np.array([3, 4], np.float32)
    cv2.fillConvexPoly(image, np.round(shadow).astype(np.int32), (196, 198, 200), cv2.LINE_AA)
    paste(image, card_picture(CARDS[0]), quad)
    assert best_overlap(image, quad) > 0.9


def test_a_card_seen_at_a_slant_is_found() -> None:
    image = cloth(WOOD)
    quad = np.array([[400, 200], [560, 190], [610, 330], [370, 345]], np.float32)
    paste(image, card_picture(CARDS[1]), quad)
    assert best_overlap(image, portrait(quad)) > 0.95


@pytest.mark.parametrize(
    ("shape", "working"),
    [((1080, 1920), (576, 1024)), ((2160, 3840), (576, 1024)), ((1920, 1080), (1024, 576)), ((360, 640), (576, 1024))],
)
def test_pictures_are_brought_to_the_working_size(shape: tuple[int, int], working: tuple[int, int]) -> None:
    planes, scale = working_planes(np.zeros((*shape, 3), np.uint8))
    assert planes.shape[:2] == working
    assert scale == pytest.approx(working[0] / shape[0])


SHAPES = {
    "a card": ([[400, 200], [484, 200], [484, 340], [400, 340]], True),
    "a card on its side": ([[400, 200], [540, 200], [540, 284], [400, 284]], True),
    "much narrower at the top": ([[420, 200], [464, 200], [484, 340], [400, 340]], False),
    "much narrower at the bottom": ([[400, 200], [484, 200], [464, 340], [420, 340]], False),
    "much shorter at the left": ([[400, 245], [484, 200], [484, 340], [400, 295]], False),
    "much shorter at the right": ([[400, 200], [484, 245], [484, 295], [400, 340]], False),
    "a ribbon": ([[400, 200], [440, 200], [440, 340], [400, 340]], False),
    "a ribbon across": ([[400, 200], [660, 200], [660, 280], [400, 280]], False),
}


@pytest.mark.parametrize(("corners", "found"), SHAPES.values(), ids=SHAPES)
def test_only_what_has_the_sides_of_a_card_is_found(corners: list[list[int]], found: bool) -> None:
    image = cloth(FELT)
    quad = np.array(corners, np.float32)
    cv2.fillConvexPoly(image, np.round(quad).astype(np.int32), WHITE, cv2.LINE_AA)
    assert (best_overlap(image, quad) > 0.9) is found


def test_cards_side_by_side_are_told_apart() -> None:
    image = cloth(FELT)
    quads = [quad_at(200 + 130 * n, 270, 4 * n) for n in range(5)]
    for card, quad in zip(CARDS, quads, strict=False):
        paste(image, card_picture(card), quad)
    assert min(best_overlap(image, quad) for quad in quads) > 0.95


def test_a_card_on_top_of_another_as_white_is_found() -> None:
    image = cloth(FELT)
    top, below = quad_at(480, 270, 5), quad_at(540, 240, 60)
    paste(image, card_picture(CARDS[3]), below)
    paste(image, card_picture(CARDS[4]), top)
    assert best_overlap(image, portrait(top)) > 0.9


def test_a_bare_table_has_no_card_with_sure_sides() -> None:
    assert [detection for detection in detect_quads(cloth(WOOD)) if detection.confidence > 0.8] == []


@pytest.mark.parametrize("size", [(32, 110000), (110000, 32), (1, 50)])
def test_a_strip_holds_no_card(size: tuple[int, int]) -> None:
    assert detect_quads(np.full((*size, 3), 90, np.uint8)) == []


def test_corners_do_not_depend_on_the_size_of_the_picture() -> None:
    image = cloth(FELT)
    quad = quad_at(480, 270, 33)
    paste(image, card_picture(CARDS[2]), quad)
    large = cv2.resize(image, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
    found = max(detect_quads(large), key=lambda detection: overlap(detection.quad, scaled(quad, 3))).quad
    distances = np.linalg.norm(found[:, None] - scaled(portrait(quad), 3)[None], axis=2).min(axis=1)
    assert distances.max() < 5  # px of a picture 2880 px wide


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
    covered = max(find_hypotheses(image, READER, [portrait(top)]), key=lambda covered: overlap(covered.quad, below))
    assert overlap(covered.quad, below) > 0.85
    shared = cv2.intersectConvexConvex(top, below)[0] / cv2.contourArea(below)
    assert covered.visible == pytest.approx(1 - shared, abs=0.15)


def test_nothing_is_completed_beside_a_card_that_lies_alone() -> None:
    image = cloth(FELT)
    top = quad_at(480, 270, 5)
    paste(image, card_picture(CARDS[5]), top)
    assert find_hypotheses(image, READER, [portrait(top)]) == []
    assert find_hypotheses(image, READER, []) == []


@given(st.integers(0, 1000), st.sampled_from([0.3, 0.4, 0.5, 0.6]))
@settings(max_examples=examples(20))
def test_without_specks_no_outline_that_is_long_enough_changes(seed: int, share: float) -> None:
    grain = np.random.default_rng(seed).random((60, 90)) < share
    mask = np.where(np.kron(grain, np.ones((2, 2))) > 0, 255, 0).astype(np.uint8)
    few, many = (
        cv2.findContours(each, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0] for each in (without_specks(mask.copy()), mask)
    )
    long = [[len(contour) for contour in each if len(contour) >= DETECTION.min_outline_px] for each in (few, many)]
    assert len(few) <= len(many)  # in dense grain a mask may have no speck
    assert long[0] == long[1]


def test_specks_are_removed_and_a_card_stays() -> None:
    mask = np.zeros((120, 180), np.uint8)
    mask[5:9, 5:9] = 255
    mask[20:110, 40:100] = 255
    cleaned = without_specks(mask.copy())
    assert not cleaned[:15, :15].any()
    assert np.array_equal(cleaned[20:, 40:], mask[20:, 40:])


@pytest.mark.parametrize(
    ("corners", "is_card"),
    [
        pytest.param([(0, 0), (84, 0), (84, 150), (0, 150)], True, id="a card"),
        pytest.param([(0, 0), (60, 0), (84, 24), (84, 150), (0, 150)], True, id="a corner is covered"),
        pytest.param(
            [(9, 0), (75, 0), (84, 9), (84, 141), (75, 150), (9, 150), (0, 141), (0, 9)], True, id="round corners"
        ),
        pytest.param([(42, 0), (84, 75), (42, 150), (0, 75), (8, 20)], False, id="a leaf"),
        pytest.param(cv2.ellipse2Poly((42, 75), (42, 75), 0, 0, 360, 6).tolist(), False, id="a mat"),
    ],
)
def test_the_hull_of_a_card_fills_its_box(corners: list[tuple[int, int]], is_card: bool) -> None:
    """Corners may be missing; the box has the card's then."""
    quad = quad_of_hull(cv2.convexHull(np.array(corners, np.int32) + 100))
    assert (quad is not None) is is_card
    if quad is not None:
        assert overlap(quad, np.array([(100, 100), (184, 100), (184, 250), (100, 250)], np.float32)) > 0.9


def test_the_second_level_lies_between_the_bright_parts_and_the_third_between_both_levels() -> None:
    """A card may be brighter than the table but darker than the cards and lights beside it."""
    ramp = np.repeat(np.arange(256, dtype=np.uint8)[None], 8, axis=0)
    assert [int(np.count_nonzero(mask[0])) for mask in _above_levels(ramp)] == [128, 64, 96]
