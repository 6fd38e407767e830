"""A chequered cloth is full of outlines as good as those of cards."""

import cv2
import numpy as np
import pytest

from tests.support.enrolment.deck_on_table import drawn
from tests.support.paper_table import HEIGHT, WIDTH, paste, quad_at
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.reader import PackReader
from vision.scene.still_scene import read_scene

pytestmark = pytest.mark.slow


def chequered(square: int = 46, ink: tuple[int, int, int] = (150, 70, 30)) -> np.ndarray:
    """Returns a cloth of white, inked and mixed squares that lies askew."""
    rows, columns = np.mgrid[0 : 2 * HEIGHT, 0 : 2 * WIDTH]
    shade = ((rows // square) % 2 + (columns // square) % 2)[..., None] / 2
    cloth = np.rint(235 * (1 - shade) + np.array(ink) * shade).astype(np.uint8)
    turn = cv2.getRotationMatrix2D((WIDTH, HEIGHT), 17, 1.0)
    turn[:, 2] -= np.array([WIDTH / 2, HEIGHT / 2])
    grain = np.random.default_rng(4).normal(0, 3, (HEIGHT, WIDTH, 1))
    return np.clip(cv2.warpAffine(cloth, turn, (WIDTH, HEIGHT)) + grain, 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def reader() -> PackReader:
    recogniser = Recogniser()
    return PackReader(
        recogniser, enrol({card: [face] for card, face in drawn().items()}, "bavarian32", recogniser, "d")
    )


@pytest.mark.parametrize(
    "places", [[], [(480, 270, 40)], [(300, 200, 15), (660, 330, 75)]], ids=["a bare cloth", "a card", "two cards"]
)
def test_cards_on_a_chequered_cloth_are_named_and_nothing_else(
    places: list[tuple[float, float, float]], reader: PackReader
) -> None:
    image = chequered()
    cards = list(drawn())[3 : 3 + len(places)]
    for card, place in zip(cards, places, strict=True):
        paste(image, drawn()[card], quad_at(*place))
    assert {reading.card for reading in read_scene(image, reader) if reading.card is not None} == set(cards)
