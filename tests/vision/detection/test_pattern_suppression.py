"""A chequered cloth is full of outlines as good as cards'; what is repeated on it is no card."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.support.enrolment.deck_on_table import drawn
from tests.support.paper_table import CARDS, HEIGHT, WIDTH, card_picture, paste, quad_at
from vision.detection.contours import detect_quads, working_planes
from vision.detection.edge_refinement import EdgeField, RefinedQuads
from vision.detection.pattern_suppression import find_repeated
from vision.geometry.quads import overlap, portrait, scaled
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


def test_squares_of_a_cloth_are_repeated_and_a_card_on_it_is_not() -> None:
    image = chequered()
    card = quad_at(480, 270, 40)
    paste(image, card_picture(CARDS[3]), card)
    planes, scale = working_planes(image)
    squares = [
        detection.quad
        for detection in detect_quads(image, at_most=5000)
        if overlap(detection.quad, portrait(card)) == 0
    ]
    assert len(squares) > 60
    told = find_repeated(planes, [scaled(quad, scale) for quad in (*squares, portrait(card))])
    assert told[:-1].mean() > 0.9
    assert not told[-1]


def test_most_squares_of_a_cloth_are_not_refined(monkeypatch: pytest.MonkeyPatch) -> None:
    """The refinement of all would take most of the time of a search."""
    image = chequered()
    card = quad_at(480, 270, 40)
    paste(image, card_picture(CARDS[3]), card)
    refined: list[int] = []
    original = EdgeField.refine

    def spy(field: EdgeField, quads: np.ndarray) -> RefinedQuads:
        refined.append(len(quads))
        return original(field, quads)

    monkeypatch.setattr(EdgeField, "refine", spy)
    few = detect_quads(image, at_most=30)
    assert max(overlap(detection.quad, portrait(card)) for detection in few) > 0.9
    assert len(detect_quads(image, at_most=5000)) > 60
    with_few, with_all = refined
    assert with_few < with_all / 4


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


def test_of_two_backs_none_is_a_pattern() -> None:
    """Nor are the halves of a card."""
    planes = np.full((400, 600, 3), 90, np.uint8)
    quads = [quad_at(150, 200, 0), quad_at(400, 200, 0)]
    for quad in quads:
        paste(planes, np.full((200, 120, 3), 200, np.uint8), quad)
    assert find_repeated(planes, quads).tolist() == [False, False]
    assert find_repeated(planes, []).tolist() == []


@pytest.mark.parametrize(
    ("own_share", "repeated"),
    [
        pytest.param(0.20, True, id="they differ by 0.28 of their contrast"),
        pytest.param(0.35, False, id="they differ by 0.47 of it"),
    ],
)
def test_patches_that_differ_by_more_than_a_third_of_their_contrast_are_no_pattern(
    own_share: float, repeated: bool
) -> None:
    """Three patches share one texture of 8×12 blocks; each has a texture of its own besides, unlike all others."""
    drawn = np.hstack([np.ones((96, 1)), np.random.default_rng(3).standard_normal((96, 4))])
    shared, *own = (25 * 96**0.5 * np.linalg.qr(drawn)[0][:, 1:].T).reshape(4, 12, 8)
    planes = np.full((400, 900, 3), 128.0)
    quads = [quad_at(150 + 300 * place, 200, 0, 160, 240) for place in range(3)]
    for quad, texture in zip(quads, own, strict=True):
        left, top = quad[0].astype(int)
        blocks = cv2.resize(shared + own_share * texture, (160, 240), interpolation=cv2.INTER_NEAREST)
        planes[top : top + 240, left : left + 160] += blocks[..., None]
    assert find_repeated(np.clip(planes, 0, 255).astype(np.uint8), quads).tolist() == [repeated] * 3
