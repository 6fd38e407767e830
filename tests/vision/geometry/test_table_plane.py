"""The plane of the table, from the cards that lie on it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.support.paper_table import quad_at
from vision.geometry.table_plane import table_plane
from vision.tracking.background.card_sizes import CardSizes

PICTURE = (1080, 1920)
CARD = 56.0, 100.0


def camera(tilt: float, focal: float = 1600.0, away: float = 650.0) -> np.ndarray:
    """Returns the homography from the table in mm to px of a camera that leans by *tilt* degrees."""
    lean = np.deg2rad(tilt)
    across, down = [1.0, 0.0, 0.0], [0.0, np.cos(lean), np.sin(lean)]
    lens = np.array([[focal, 0, 959.5], [0, focal, 539.5], [0, 0, 1]])
    return lens @ np.array([across, down, [0.0, 0.0, away]]).T


def seen(homography: np.ndarray, x: float, y: float, degrees: float) -> np.ndarray:
    on_table = quad_at(x, y, degrees, *CARD).astype(np.float64)
    return cv2.perspectiveTransform(on_table[None], homography)[0].astype(np.float32)


def lying(tilt: float, count: int, noise: float = 1.5) -> list[np.ndarray]:
    rng = np.random.default_rng(int(tilt) + count)
    places = zip(rng.uniform(-180, 180, count), rng.uniform(-100, 100, count), rng.uniform(0, 180, count), strict=True)
    return [seen(camera(tilt), *place) + rng.normal(0, noise, (4, 2)).astype(np.float32) for place in places]


@pytest.mark.parametrize("tilt", [0, 15, 30, 40])
@pytest.mark.parametrize(("count", "error"), [(2, 14.0), (4, 8.0), (8, 5.0)])
def test_the_cards_tell_how_another_one_must_look(tilt: float, count: int, error: float) -> None:
    plane = table_plane(lying(tilt, count), PICTURE)
    assert plane is not None
    for x, y, degrees in [(120, 60, 20), (-90, -50, 100), (10, 20, 60)]:
        card = seen(camera(tilt), x, y, degrees)
        completed, _ = plane.cards_with_corners(card[:1], 0.3 * (card[1:2] - card[:1]), 0.3 * (card[3:] - card[:1]))[0]
        assert np.linalg.norm(completed - card, axis=1).max() < error
        assert np.divide(plane.sides(card), plane.card) == pytest.approx([1, 1], abs=0.04)


def test_a_card_that_fits_none_of_the_others_loses_its_weight() -> None:
    cards = lying(20, 6)
    half = cards[0].mean(axis=0) + (cards[0] - cards[0].mean(axis=0)) * np.float32(0.6)
    plane = table_plane([half, *cards[1:]], PICTURE)
    assert plane is not None
    assert np.divide(plane.sides(seen(camera(20), 40, 30, 50)), plane.card) == pytest.approx([1, 1], abs=0.05)


@pytest.mark.parametrize("tilt", [0, 30, 40])
def test_a_card_alone_tells_more_if_its_length_is_known(tilt: float) -> None:
    """One of 56×108 mm may be a longer one at a slant, or one like others that lies flat."""
    card = CARD[0], 108.0
    alone = [cv2.perspectiveTransform(quad_at(40, 30, 20, *card)[None].astype(np.float64), camera(tilt))[0]]
    another = cv2.perspectiveTransform(quad_at(-60, -30, 110, *card)[None].astype(np.float64), camera(tilt))[0]
    unknown, known = (table_plane(alone, PICTURE, length) for length in (None, card[1] / card[0]))
    assert unknown is not None
    assert known is not None
    off = [np.abs(np.log(np.divide(plane.sides(another), plane.card))).max() for plane in (unknown, known)]
    assert off[1] < min(off[0], 0.05)


def test_places_come_back_from_the_picture() -> None:
    plane = table_plane(lying(30, 3), PICTURE)
    assert plane is not None
    points = np.array([[400.0, 200.0], [1500.0, 900.0], [960.0, 540.0]])
    assert plane.in_picture(plane.on_table(points)) == pytest.approx(points, abs=0.01)


def test_without_a_card_there_is_no_plane() -> None:
    assert table_plane([], PICTURE) is None
    assert CardSizes().plane is None
    assert CardSizes().at(quad_at(100, 100, 0)) is None
    assert CardSizes().fit(quad_at(100, 100, 0))


def test_at_a_slant_the_size_of_a_card_depends_on_its_place() -> None:
    sizes = CardSizes(PICTURE)
    for quad in lying(35, 5):
        sizes.learn(quad)
    near, far = seen(camera(35), 0, -130, 0), seen(camera(35), 0, 130, 90)
    assert sizes.fit(near, 0.05)
    assert sizes.fit(far, 0.05)
    assert not sizes.fit(near - near.mean(axis=0) + far.mean(axis=0), 0.05)


def test_one_card_tells_its_own_size() -> None:
    sizes = CardSizes(PICTURE)
    sizes.learn(quad_at(300, 300, 20, 160, 280))
    assert sizes.at(quad_at(900, 700, 0)) == pytest.approx((160, 280), abs=0.1)
    assert sizes.fit(quad_at(900, 700, 110, 165, 275))
    assert not sizes.fit(quad_at(900, 700, 110, 220, 275))
