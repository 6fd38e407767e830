"""Where cards lie within what has changed: by the outline of the change, and by a search around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from tests.support.paper_table import CARDS, card_picture, cloth, paste, quad_at
from vision.geometry.quads import overlap, scaled
from vision.tracking.arrivals.change_proposals import quick_proposals, thorough_proposals
from vision.tracking.background.card_sizes import CardSizes
from vision.tracking.background.change_detection import MAP_WIDTH
from vision.tracking.background.regions import Region

if TYPE_CHECKING:
    from vision.types import Quad

QUAD = quad_at(480, 270, 20)


def region_of(quad: Quad, width: int, height: int) -> Region:
    """A change of the form of a quad, on the map."""
    scale = MAP_WIDTH / width
    mask = np.zeros((round(height * scale), MAP_WIDTH), np.uint8)
    cv2.fillConvexPoly(mask, np.round(scaled(quad, scale)).astype(np.int32), 255)
    (contour,), _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return Region(contour, mask, float(np.count_nonzero(mask)), at_rim=False)


@pytest.mark.parametrize("colour", [(60, 110, 40), (238, 240, 242)], ids=["felt", "a table as white as the card"])
@pytest.mark.parametrize("propose", [quick_proposals, thorough_proposals])
def test_the_outline_of_a_change_proposes_a_card(propose: object, colour: tuple[int, int, int]) -> None:
    image = cloth(colour)
    paste(image, card_picture(CARDS[0]), QUAD)
    region = region_of(QUAD, image.shape[1], image.shape[0])
    found = propose(image, [region], CardSizes(image.shape[:2]))  # type: ignore[operator]
    assert max((overlap(detection.quad, QUAD) for detection in found), default=0.0) > 0.9
