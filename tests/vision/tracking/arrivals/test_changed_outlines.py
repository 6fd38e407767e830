"""Where cards lie within what has changed: by the outline of the change, and by a search around it."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from tests.support.paper_table import CARDS, card_picture, cloth, paste, quad_at
from vision.geometry.quads import mask_of_quads, overlap, portrait, scaled, sides
from vision.tracking.arrivals.changed_outlines import drawing_outlines, quick_outlines, thorough_outlines
from vision.tracking.background.card_sizes import CardSizes
from vision.tracking.background.changes import MAP_WIDTH, Region, regions_of
from vision.types import Quad

FELT = (60, 110, 40)
QUAD = quad_at(480, 270, 20)


def region_of(quad: Quad) -> Region:
    """A change of the form of a quad of the picture, on the map."""
    (region,) = regions_of(mask_of_quads([scaled(quad, MAP_WIDTH / 960)], (270, MAP_WIDTH)), 1)
    return region


@pytest.mark.parametrize(
    ("propose", "colour"),
    [
        pytest.param(quick_outlines, FELT, id="by the change, on felt"),
        pytest.param(quick_outlines, (238, 240, 242), id="by the change, on a table as white as the card"),
        pytest.param(thorough_outlines, FELT, id="by the picture around it"),
    ],
)
def test_a_change_proposes_a_card(propose: object, colour: tuple[int, int, int]) -> None:
    image = cloth(colour)
    paste(image, card_picture(CARDS[0]), QUAD)
    found = propose(image, [region_of(QUAD)], CardSizes(image.shape[:2]))  # type: ignore[operator]
    assert max((overlap(outline.quad, QUAD) for outline in found), default=0.0) > 0.9


def sizes_of_cards(length: float | None = None, *, known: bool = True) -> CardSizes:
    sizes = CardSizes((540, 960), length)
    if known:
        for quad in (quad_at(150, 120, 80), quad_at(800, 420, 10)):
            sizes.learn(portrait(quad))
    return sizes


def test_a_card_laid_over_the_corner_of_another_white_one_is_completed() -> None:
    """Of two white cards only what lies beside the lower one changes."""
    image, new = cloth(FELT), quad_at(545, 330, 20)
    for quad in (QUAD, new):
        cv2.fillConvexPoly(image, np.round(quad).astype(np.int32), (238, 238, 238))
    (region,) = regions_of(cv2.subtract(region_of(new).mask, region_of(QUAD).mask), 1)
    found = quick_outlines(image, [region], sizes_of_cards())
    assert max((overlap(outline.quad, new) for outline in found), default=0.0) > 0.9


def outlines(pieces: Sequence[Quad], sizes: CardSizes) -> list[Quad]:
    return [one.quad for one in drawing_outlines(cloth(), [region_of(piece) for piece in pieces], sizes)]


@pytest.mark.parametrize(
    ("width", "length", "degrees", "is_card"),
    [
        pytest.param(64, 130, 20, True, id="a drawing nearly as long as the card"),
        pytest.param(64, 130, 110, True, id="a drawing that lies across"),
        pytest.param(64, 100, 20, True, id="a shorter one"),
        pytest.param(40, 72, 20, False, id="a pip"),
        pytest.param(64, 180, 20, False, id="longer than a card"),
        pytest.param(100, 130, 20, False, id="broader than a card"),
    ],
)
def test_a_card_of_the_known_size_lies_around_its_drawing(width: int, length: int, degrees: int, is_card: bool) -> None:
    found = outlines([quad_at(480, 270, degrees, width, length)], sizes_of_cards())
    assert len(found) == is_card
    assert all(overlap(quad, quad_at(480, 270, degrees)) > 0.9 for quad in found)


@pytest.mark.parametrize(
    ("width", "length", "pack", "expected"),
    [
        pytest.param(60, 120, None, (84, 134), id="a slim drawing, of a card as usual"),
        pytest.param(60, 120, 2.0, (67, 134), id="of a slim pack"),
        pytest.param(100, 120, None, (112, 134), id="a broad drawing"),
    ],
)
def test_before_any_size_is_known_a_drawing_tells_its_card(
    width: int, length: int, pack: float | None, expected: tuple[float, float]
) -> None:
    (quad,) = outlines([quad_at(480, 270, 20, width, length)], sizes_of_cards(pack, known=False))
    assert sides(quad) == pytest.approx(expected, rel=0.06)
    assert quad.mean(axis=0) == pytest.approx((480, 270), abs=2)


def test_the_slant_of_the_view_refers_to_the_picture_that_is_searched() -> None:
    for search in (quick_outlines, thorough_outlines, drawing_outlines):
        sizes = CardSizes((1080, 1920))
        assert not search(cloth(), [], sizes)
        assert sizes.picture == (540, 960)
