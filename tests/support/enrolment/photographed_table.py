"""Cards on a cloth as a telephone photographs them, and a card seen at a slant."""

import cv2
import numpy as np

from engine.cards import BAVARIAN_32
from tests.support.enrolment.deck_on_table import drawn
from tests.support.paper_table import cloth, paste
from vision.geometry.thresholds import GEOMETRY
from vision.types import Image, Quad

SIZE = (720, 1280)


def photographed_table(*quads: Quad, colour: tuple[int, int, int] = (60, 90, 40)) -> Image:
    table = cv2.resize(cloth(colour), SIZE[::-1]).astype(np.uint8)
    for number, quad in enumerate(quads):
        paste(table, drawn()[BAVARIAN_32.cards[5 * number]], quad)
    return table


def projected(tilt: float, way: float, aspect: float) -> Quad:
    """Returns the corners of a card as a pinhole camera sees it whose view is tilted by so many degrees."""
    flat = np.array([[-1, -aspect, 0], [1, -aspect, 0], [1, aspect, 0], [-1, aspect, 0]]) / 2
    axis = np.array([np.cos(way), np.sin(way), 0]) * np.radians(tilt)
    lying = flat @ cv2.Rodrigues(axis)[0].T + [0, 0, 4]
    return np.asarray(lying[:, :2] / lying[:, 2:] * GEOMETRY.focal_length_of_side * 1280 + [640, 360], np.float32)
