"""Which cards have left: by the look of their places, and of a card as light as the table by what is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from tests.support.paper_table import CARDS, cloth, quad_at
from vision.geometry.quads import mask_of_quads, portrait
from vision.tracking.background.background_model import BackgroundModel
from vision.tracking.background.change_detection import to_lab_map
from vision.tracking.departures import find_departures
from vision.tracking.settled_scene import SettledScene
from vision.types import Candidate, Reading

if TYPE_CHECKING:
    from engine.cards import Card
    from vision.types import Image, Quad

ACE, OTHER = CARDS[:2]
PLACE, ACROSS = portrait(quad_at(480, 270, 25)), portrait(quad_at(500, 270, 115))
WHITE_BGR, INK_BGR = (210, 215, 215), (20, 20, 20)


def with_ace(table: Image) -> Image:
    """Returns the table with a card of its own white, on which a small sign is printed."""
    image = table.copy()
    middle = (int(PLACE[:, 0].mean()), int(PLACE[:, 1].mean()))
    return np.asarray(cv2.circle(image, middle, 4, INK_BGR, -1))


def reading(card: Card, quad: Quad) -> Reading:
    return Reading(card, (Candidate(card, 0.99),), quad, 1.0)


@pytest.mark.parametrize(
    ("is_printed", "moving", "covered", "has_left"),
    [
        pytest.param(False, False, False, True, id="nothing is printed there any more"),
        pytest.param(True, False, False, False, id="its print shows"),
        pytest.param(False, True, False, False, id="something moves over it"),
        pytest.param(False, False, True, False, id="another card lies on it"),
    ],
)
def test_a_card_as_light_as_the_table_has_left_if_its_print_has(
    is_printed: bool, moving: bool, covered: bool, has_left: bool
) -> None:
    table = cloth(WHITE_BGR)
    view = BackgroundModel.of(to_lab_map(table), table.shape[1])
    view.add(reading(ACE, PLACE), to_lab_map(with_ace(table)), 0)
    if covered:
        view.add(reading(OTHER, ACROSS), to_lab_map(table), 0)
    scene = SettledScene(0, 0.0, table.shape[1::-1], to_lab_map(table))
    if moving:
        scene.motion_mask = mask_of_quads([view.on_map(PLACE)], scene.map.shape)
    departures, unclear = find_departures(view, scene, lambda card: is_printed or card.card != ACE)
    assert ([card.card for card in departures], unclear) == ([ACE] if has_left else [], [])
