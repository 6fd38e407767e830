"""A still is searched no further once whole outlines explain all that may be a card, and only then."""

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
import pytest

from engine.cards import Card
from lab.card_art import Style, draw_pack
from tests.support.paper_table import cloth, paste, quad_at
from vision.detection.contours import Outline
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.reader import PackReader, Reader
from vision.scene import still_scene
from vision.scene.covered_outlines import SearchedImage
from vision.scene.still_scene import read_scene
from vision.types import Image, Quad

APART = [quad_at(160, 150, 8), quad_at(420, 160, 75), quad_at(700, 150, 20), quad_at(400, 400, 100)]
ON_ANOTHER = [quad_at(160, 150, 8), quad_at(420, 160, 75), quad_at(455, 215, 120)]
WHITE = (236, 238, 240)


@cache
def deck() -> dict[Card, Image]:
    return draw_pack("bavarian32", Style.default(), 240)


@pytest.fixture(scope="module")
def reader() -> PackReader:
    recogniser = Recogniser()
    pack = enrol({card: [picture] for card, picture in deck().items()}, "bavarian32", recogniser, "drawn")
    return PackReader(recogniser, pack)


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[SearchedImage]:
    """The pictures that were searched to the end."""
    found: list[SearchedImage] = []
    original = still_scene.outlines_by_keypoints

    def spy(searched: SearchedImage, reader: Reader) -> list[Outline]:
        found.append(searched)
        return original(searched, reader)

    monkeypatch.setattr(still_scene, "outlines_by_keypoints", spy)
    return found


def place_cards(quads: Sequence[Quad], table: Image) -> tuple[Image, list[Card]]:
    cards = list(deck())[4 : 4 + len(quads)]
    image = table.copy()
    for card, quad in zip(cards, quads, strict=True):
        paste(image, deck()[card], quad)
    return image, cards


@pytest.mark.slow
@pytest.mark.parametrize(
    ("quads", "further"),
    [
        pytest.param(APART, False, id="four apart"),
        pytest.param(APART[:1], False, id="one"),
        pytest.param(ON_ANOTHER, True, id="one on another"),
    ],
)
def test_what_is_explained_is_searched_no_further(
    reader: PackReader, searches: list[SearchedImage], quads: Sequence[Quad], further: bool
) -> None:
    image, cards = place_cards(quads, cloth())
    assert {reading.card for reading in read_scene(image, reader)} == set(cards)
    assert bool(searches) == further


@pytest.mark.slow
def test_a_card_without_an_outline_is_sought_by_its_drawing(reader: PackReader, searches: list[SearchedImage]) -> None:
    """Of the second only the drawing is there: it lies on what is as white as itself."""
    image, cards = place_cards(APART[:2], cloth())
    bare = image.copy()
    outer = quad_at(420, 160, 75)
    centre = outer.mean(axis=0)
    cv2.fillConvexPoly(bare, np.round(centre + 1.8 * (outer - centre)).astype(np.int32), WHITE)
    paste(bare, deck()[cards[1]], outer)
    read_scene(bare, reader)
    assert searches, "the first alone does not explain it"


@pytest.mark.slow
def test_an_outline_is_read_once(reader: PackReader, monkeypatch: pytest.MonkeyPatch) -> None:
    image, _ = place_cards(ON_ANOTHER, cloth())
    read: list[bytes] = []
    original = still_scene.hypotheses_of

    def spy(picture: Image, by: Reader, outlines: Sequence[Outline]) -> list[still_scene.Hypothesis]:
        read.extend(outline.quad.tobytes() for outline in outlines)
        return original(picture, by, outlines)

    monkeypatch.setattr(still_scene, "hypotheses_of", spy)
    read_scene(image, reader)
    assert len(read) == len(set(read)) > 0
