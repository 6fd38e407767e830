"""The plane of the table, from the cards that lie on it."""

import cv2
import numpy as np
import pytest

from tests.support.paper_table import quad_at
from vision.geometry.quads import overlap, portrait
from vision.geometry.table_plane import TablePlane, fit_plane, table_plane
from vision.tracking.background.card_sizes import CardSizes

PICTURE = (1080, 1920)
CARD = 56.0, 100.0


def camera(tilt: float, focal: float = 1600.0, away: float = 650.0) -> np.ndarray:
    """Returns the homography from the table in mm to px of a camera that leans by *tilt* degrees."""
    lean = np.deg2rad(tilt)
    across, down = [1.0, 0.0, 0.0], [0.0, np.cos(lean), np.sin(lean)]
    lens = np.array([[focal, 0, 959.5], [0, focal, 539.5], [0, 0, 1]])
    return np.asarray(lens @ np.array([across, down, [0.0, 0.0, away]]).T)


def outline_in_view(homography: np.ndarray, x: float, y: float, degrees: float) -> np.ndarray:
    on_table = quad_at(x, y, degrees, *CARD).astype(np.float64)
    return np.asarray(cv2.perspectiveTransform(on_table[None], homography)[0], np.float32)


def lying(tilt: float, count: int, noise: float = 1.5) -> list[np.ndarray]:
    rng = np.random.default_rng(int(tilt) + count)
    places = zip(rng.uniform(-180, 180, count), rng.uniform(-100, 100, count), rng.uniform(0, 180, count), strict=True)
    return [outline_in_view(camera(tilt), *place) + rng.normal(0, noise, (4, 2)).astype(np.float32) for place in places]


@pytest.mark.parametrize("tilt", [0, 15, 30, 40])
@pytest.mark.parametrize(("count", "error"), [(2, 14.0), (4, 8.0), (8, 5.0)])
def test_the_cards_tell_how_another_one_must_look(tilt: float, count: int, error: float) -> None:
    plane = table_plane(lying(tilt, count), PICTURE)
    assert plane is not None
    for x, y, degrees in [(120, 60, 20), (-90, -50, 100), (10, 20, 60)]:
        card = outline_in_view(camera(tilt), x, y, degrees)
        completed, _ = plane.cards_with_corners(card[:1], 0.3 * (card[1:2] - card[:1]), 0.3 * (card[3:] - card[:1]))[0]
        assert np.linalg.norm(completed - card, axis=1).max() < error
        assert np.divide(plane.sides(card), plane.card) == pytest.approx([1, 1], abs=0.04)


def test_a_card_that_fits_none_of_the_others_loses_its_weight() -> None:
    cards = lying(20, 6)
    half = cards[0].mean(axis=0) + (cards[0] - cards[0].mean(axis=0)) * np.float32(0.6)
    plane = table_plane([half, *cards[1:]], PICTURE)
    assert plane is not None
    assert np.divide(plane.sides(outline_in_view(camera(20), 40, 30, 50)), plane.card) == pytest.approx(
        [1, 1], abs=0.05
    )


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


def test_without_a_card_there_is_no_plane() -> None:
    assert table_plane([], PICTURE) is None
    assert CardSizes().plane is None
    assert CardSizes().at(quad_at(100, 100, 0)) is None
    assert CardSizes().fit(quad_at(100, 100, 0))


EXACT = [(-150, -70, 20), (140, -80, 100), (20, 60, 60), (-120, 80, 150), (160, 70, 10)]
"""Places where cards lie whose outlines have no error: x and y in mm, degrees."""


def exact_plane(homography: np.ndarray, picture: tuple[int, int] = PICTURE) -> TablePlane:
    return fit_plane([outline_in_view(homography, *place) for place in EXACT], picture)


@pytest.mark.parametrize("tilt", [0, 15, 30, 45])
@pytest.mark.parametrize(
    ("turn", "picture"),
    [
        pytest.param([[1, 0, 0], [0, 1, 0], [0, 0, 1]], PICTURE, id="leaning forwards"),
        pytest.param([[1, 0, 0], [0, -1, 1079], [0, 0, 1]], PICTURE, id="leaning backwards"),
        pytest.param([[0, -1, 1079], [1, 0, 0], [0, 0, 1]], PICTURE[::-1], id="turned on its side"),
    ],
)
def test_the_slant_and_the_shape_of_a_card_are_told(
    tilt: float, turn: list[list[int]], picture: tuple[int, int]
) -> None:
    view = np.array(turn) @ camera(tilt)
    plane = exact_plane(view, picture)
    assert plane.tilt_degrees == pytest.approx(tilt, abs=2.5)
    assert plane.length == pytest.approx(CARD[1] / CARD[0], rel=0.02)
    assert plane.sides(outline_in_view(view, 30, -20, 75)) == pytest.approx(plane.card, rel=0.02)
    assert 56 <= plane.card[0] <= 59  # mm, of German and French cards


@pytest.mark.parametrize("degrees", [0, 40, 90, 130, 220])
def test_a_cut_outline_is_completed_about_its_centre_along_its_long_sides(degrees: float) -> None:
    """As of a card that was found by its printed frame."""
    view = camera(30)
    frame = cv2.perspectiveTransform(quad_at(60, -40, degrees, 44, 84)[None].astype(np.float64), view)[0]
    completed = exact_plane(view).card_along(frame.astype(np.float32))
    assert overlap(completed, outline_in_view(view, 60, -40, degrees)) > 0.96
    assert np.array_equal(completed, portrait(completed))


@pytest.mark.parametrize("skew", [pytest.param(0, id="right angles"), pytest.param(6, id="angles with an error")])
@pytest.mark.parametrize("other_way", [False, True])
def test_a_corner_is_completed_to_a_card_either_way(skew: float, other_way: bool) -> None:
    """The error of the angle is shared by both sides, of which the longer one is surer."""
    view = camera(25)
    corner, far = np.array([20.0, -30.0]), np.deg2rad([15 - skew / 2, 105 + skew / 2])
    legs = [np.array([np.cos(angle), np.sin(angle)]) * length for angle, length in zip(far, (12, 40), strict=True)]
    legs = legs[::-1] if other_way else legs
    point, one, other = cv2.perspectiveTransform(np.array([[corner, corner + legs[0], corner + legs[1]]]), view)[0]
    far_off = np.array([point, point + 300])
    found = exact_plane(view).cards_with_corners(far_off, np.stack([one - point] * 2), np.stack([other - point] * 2))
    surer = 15 + skew / 2 * (40 - 12) / (40 + 12)
    axes = [np.array([np.cos(angle), np.sin(angle)]) for angle in np.deg2rad([surer, surer + 90])][
        :: -1 if other_way else 1
    ]
    for card, lengths in zip(found[0], (CARD, CARD[::-1]), strict=True):
        first, second = axes[0] * lengths[0], axes[1] * lengths[1]
        expected = np.array([[corner, corner + first, corner + first + second, corner + second]])
        assert card == pytest.approx(cv2.perspectiveTransform(expected, view)[0], abs=2)
    assert found[1, :, 0] == pytest.approx(np.stack([point + 300] * 2), abs=0.1)
