"""How large a card is at a place, by the cards that were read: the last ones, in the view as it is now."""

import cv2
import numpy as np
import pytest

from tests.support.paper_table import quad_at
from vision.geometry.quads import area, scaled
from vision.tracking.background.card_sizes import CardSizes
from vision.tracking.background.thresholds import BACKGROUND
from vision.types import Quad

PICTURE = (1080, 1920)
WIDTH, LENGTH = 160.0, 280.0
ANYWHERE = quad_at(960, 540, 0)


def _card(number: int, size: float = 1.0) -> Quad:
    """One of many places all over the picture."""
    x, y = 250 + 355 * (number % 5), 220 + 300 * (number // 5 % 3)
    return quad_at(x, y, 40 * number, WIDTH * size, LENGTH * size)


def _sizes(count: int, size: float = 1.0) -> CardSizes:
    sizes = CardSizes(PICTURE)
    for number in range(count):
        sizes.learn(_card(number, size))
    return sizes


@pytest.mark.parametrize("count", [2, 5])
def test_in_a_slanting_view_a_card_is_larger_where_it_is_nearer(count: int) -> None:
    """The camera leans by 35 degrees; the table is 650 mm away."""
    lean = np.deg2rad(35)
    lens = np.array([[1600, 0, 959.5], [0, 1600, 539.5], [0, 0, 1]])
    to_picture = lens @ np.array([[1, 0, 0], [0, np.cos(lean), np.sin(lean)], [0, 0, 650]]).T
    places = ((0, 130, 20), (0, -130, 50), (150, 0, 80), (-150, 20, 140), (40, 30, 0))
    cards = [quad_at(x, y, degrees, 56, 100).astype(np.float64) for x, y, degrees in places]
    seen = [cv2.perspectiveTransform(card[None], to_picture)[0].astype(np.float32) for card in cards]
    assert area(seen[1]) > 1.5 * area(seen[0])
    sizes = CardSizes(PICTURE)
    for quad in seen[:count]:
        sizes.learn(quad)
    for quad in seen:
        assert np.prod(sizes.at(quad) or 0) == pytest.approx(area(quad), rel=0.1)
        assert sizes.fit(quad, 0.1)


def test_one_card_tells_its_own_size_better_than_a_slant() -> None:
    """Its outline is inaccurate, which looks as if the view were slanting."""
    sizes = CardSizes(PICTURE)
    quad = quad_at(150, 200, 0, WIDTH, LENGTH)
    quad[1, 0] -= 10
    sizes.learn(quad)
    elsewhere = quad_at(1750, 900, 80, WIDTH - 5, LENGTH)
    assert sizes.at(elsewhere) == pytest.approx((WIDTH - 5, LENGTH), abs=0.5)
    assert sizes.fit(elsewhere, 0.02)
    assert sizes.plane is not None
    assert not sizes.plane.has_size_of_card(elsewhere, 0.02)


@pytest.mark.parametrize("count", [1, 5])
@pytest.mark.parametrize(
    ("width", "length", "error_log", "fits"),
    [
        pytest.param(1.12, 1.0, None, True, id="a bit wider, as an inaccurate outline is"),
        pytest.param(1.0, 0.9, None, True, id="a bit shorter"),
        pytest.param(1.22, 1.0, None, False, id="wider than a card"),
        pytest.param(1.0, 0.8, None, False, id="cut by another card"),
        pytest.param(1.12, 1.0, 0.08, False, id="a bit wider where it has to fit well"),
        pytest.param(1.04, 0.96, 0.08, True, id="nearly the same where it has to fit well"),
        pytest.param(1.0, 0.8, 0.28, True, id="a rough outline"),
        pytest.param(1.0, 0.7, 0.28, False, id="far too short for a rough outline"),
    ],
)
def test_an_outline_has_to_have_both_sides_of_a_card(
    count: int, width: float, length: float, error_log: float | None, fits: bool
) -> None:
    quad = quad_at(900, 500, 65, WIDTH * width, LENGTH * length)
    assert _sizes(count).fit(quad, error_log) == fits


def test_the_last_cards_count_as_the_camera_may_have_moved() -> None:
    sizes = _sizes(BACKGROUND.plane_max_cards)
    for number in range(BACKGROUND.plane_max_cards):
        assert sizes.plane is not None
        sizes.learn(_card(number, 1.1))
    assert sizes.at(ANYWHERE) == pytest.approx((1.1 * WIDTH, 1.1 * LENGTH), rel=0.01)


@pytest.mark.parametrize("count", [1, 5])
def test_a_camera_that_moved_nearer_sees_larger_cards(count: int) -> None:
    sizes = _sizes(count)
    assert sizes.plane is not None
    sizes.follow(lambda quad: scaled(quad, 1.3))
    assert sizes.at(ANYWHERE) == pytest.approx((1.3 * WIDTH, 1.3 * LENGTH), rel=0.03)
    assert sizes.plane is not None
    assert sizes.plane.has_size_of_card(_card(1, 1.3), 0.05)


def test_sizes_that_are_forgotten_are_learned_anew() -> None:
    sizes = _sizes(5)
    assert sizes.plane is not None
    sizes.forget()
    assert sizes.at(ANYWHERE) is None
    assert sizes.fit(_card(0, 2.0)), "it may be a card, as any other"
    sizes.learn(_card(0, 2.0))
    assert sizes.at(ANYWHERE) == pytest.approx((2 * WIDTH, 2 * LENGTH), rel=0.01)


def test_the_slant_refers_to_the_middle_of_the_pictures_that_are_searched() -> None:
    sizes, expected = CardSizes((600, 3000)), _sizes(3)
    for number in range(3):
        sizes.learn(_card(number))
    before = sizes.plane
    sizes.use_picture(np.zeros((*PICTURE, 3), np.uint8))
    assert sizes.picture == PICTURE
    assert before is not None
    assert sizes.plane is not None
    assert expected.plane is not None
    assert np.allclose(sizes.plane.to_picture, expected.plane.to_picture)
    assert not np.allclose(before.to_picture, expected.plane.to_picture)
    fitted = sizes.plane
    sizes.use_picture(np.zeros((*PICTURE, 3), np.uint8))
    assert sizes.plane is fitted, "the next picture is as large"


def test_the_length_from_enrolment_counts_more_than_one_outline() -> None:
    """At a slant a card looks shorter."""
    unknown, known = CardSizes(PICTURE), CardSizes(PICTURE, length=1.8)
    lengths = []
    for sizes in (unknown, known):
        sizes.learn(quad_at(700, 400, 20, 160, 250))
        assert sizes.plane is not None
        lengths.append(sizes.plane.length)
    assert lengths[1] > lengths[0] + 0.03
