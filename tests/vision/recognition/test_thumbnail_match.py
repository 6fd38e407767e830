"""Which places look like a card of the pack at a glance, and which few cards what shows of one may be."""

import numpy as np
import pytest

from tests.support.enrolment.deck_on_table import drawn
from tests.support.paper_table import CARDS, card_picture, cloth, paste, quad_at
from vision.detection.contours import working_planes
from vision.geometry.quads import portrait, scaled
from vision.geometry.rectify import CROP_HEIGHT, CROP_WIDTH, full_quad, rectify, rotate_180
from vision.recognition.thumbnail_match import prescreen_crop, prescreen_quads, thumbnails_of


@pytest.mark.parametrize("hidden", [0.0, 0.3, 0.6])
def test_a_glance_tells_a_card_from_the_table_and_from_itself_half_aside(hidden: float) -> None:
    """Whatever part of it shows."""
    deck = list(drawn().values())[:12]
    thumbnails = thumbnails_of([rectify(picture, full_quad(picture)) for picture in deck])
    image = cloth((60, 110, 40))
    quad = portrait(quad_at(480, 270, 25))
    paste(image, deck[5], quad)
    planes, scale = working_planes(image)
    visible = np.full(planes.shape[:2], 255, np.uint8)
    visible[: round((150 + 240 * hidden) * scale)] = 0
    aside = quad + (quad[1] - quad[0]) * np.float32(0.5)
    there, shifted, table = prescreen_quads(
        planes, [scaled(one, scale) for one in (quad, aside, portrait(quad_at(150, 300, 5)))], visible, thumbnails
    )
    assert there > 0.7
    assert shifted < there - 0.2
    assert table < 0.5


def test_a_hidden_quad_has_no_thumbnail_correlation() -> None:
    thumbnails = thumbnails_of([rectify(card_picture(CARDS[0]), full_quad(card_picture(CARDS[0])))])
    image = cloth((60, 110, 40))
    hidden = np.zeros(image.shape[:2], np.uint8)
    assert prescreen_quads(image, [quad_at(480, 270, 0)], hidden, thumbnails).tolist() == [0.0]
    assert prescreen_quads(image, [], hidden, thumbnails).tolist() == []


@pytest.mark.parametrize("shows", [0.3, 0.5, 1.0])
def test_a_glimpse_ranks_the_card_first_whichever_way_up_it_lies(shows: float) -> None:
    crops = [rectify(picture, full_quad(picture)) for picture in drawn().values()]
    thumbnails = thumbnails_of(crops)
    shown = np.zeros((CROP_HEIGHT, CROP_WIDTH), np.bool_)
    shown[: round(shows * CROP_HEIGHT)] = True
    for number in (2, 9, 17, 30):
        dim = (0.5 * rotate_180(crops[number]) + 20).astype(np.uint8)
        correlations = prescreen_crop(dim, shown, thumbnails)
        assert correlations.argmax() // 2 == number
        assert correlations.max() > 0.95


def test_whole_sights_correlate_as_those_with_a_hidden_corner() -> None:
    """They are compared in a faster way, in the same order."""
    thumbnails = thumbnails_of([rectify(picture, full_quad(picture)) for picture in list(drawn().values())[:12]])
    image = cloth((60, 110, 40))
    quads = [portrait(quad_at(200 + 140 * number, 270, 25 * number)) for number in range(4)]
    for number, quad in enumerate(quads):
        paste(image, list(drawn().values())[number], quad)
    visible = np.full(image.shape[:2], 255, np.uint8)
    whole = prescreen_quads(image, quads, visible, thumbnails)
    for quad in quads:
        visible[tuple(np.round(0.98 * quad[0] + 0.02 * quad.mean(axis=0)).astype(int)[::-1])] = 0
    assert prescreen_quads(image, quads, visible, thumbnails) == pytest.approx(whole, abs=0.03)
