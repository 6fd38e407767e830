"""Whether what a quad holds differs in colour from what lies along the rim of the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from tests.support.paper_table import quad_at
from vision.enrolment.image_quality import contrasts_with_rim

if TYPE_CHECKING:
    from vision.types import Image

QUAD = quad_at(320, 180, 12, 112, 200)
FELT, PAPER, BLUE_PAPER = (60, 90, 40), (235, 238, 240), (240, 205, 190)


def table_with(colour: tuple[int, int, int], table: tuple[int, int, int]) -> Image:
    """Returns a table, with something of this colour at QUAD."""
    picture = np.full((360, 640, 3), table, np.uint8)
    cv2.fillConvexPoly(picture, np.round(QUAD).astype(np.int32), colour)
    return picture


@pytest.mark.parametrize(
    ("colour", "table", "expected"),
    [
        pytest.param(PAPER, FELT, True, id="a card on felt"),
        pytest.param(FELT, FELT, False, id="bare felt"),
        pytest.param(PAPER, PAPER, False, id="paper on paper, as within a frame that is printed on a scan"),
        pytest.param(BLUE_PAPER, PAPER, True, id="bluish paper on white"),
        pytest.param((229, 232, 234), PAPER, False, id="the same paper in a little less light"),
    ],
)
def test_a_card_contrasts_with_the_rim_of_its_picture(
    colour: tuple[int, int, int], table: tuple[int, int, int], expected: bool
) -> None:
    assert contrasts_with_rim(table_with(colour, table), QUAD) is expected


def test_what_lies_in_the_middle_of_the_picture_does_not_matter() -> None:
    picture = table_with(PAPER, FELT)
    cv2.circle(picture, (320, 180), 40, (30, 30, 200), cv2.FILLED)  # a pip
    cv2.circle(picture, (120, 180), 60, PAPER, cv2.FILLED)  # a beer mat
    assert contrasts_with_rim(picture, QUAD)
