"""Reading quads of a picture, and what shows of cards that lie partly under something."""

import cv2
import numpy as np
import pytest

from engine.cards import BAVARIAN_32, Card
from lab.card_art.packs import draw_card
from lab.card_art.style import Style
from tests.support.examples import one_in
from vision.geometry.rectify import CROP_HEIGHT, CROP_WIDTH, full_quad, rectify, shown_part
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.reader import PackReader
from vision.types import Image, Luma, Quad

_QUAD = np.array([[300, 80], [430, 110], [380, 330], [250, 300]], np.float32)
_NAMES = ("EA", "EK", "LO", "H7", "S9", "S10")


@pytest.fixture(scope="module")
def drawn() -> dict[Card, Image]:
    cards = [BAVARIAN_32.card(name) for name in _NAMES]
    return {card: draw_card(BAVARIAN_32, card, Style.random(9001), 220) for card in cards}


@pytest.fixture(scope="module")
def reader(drawn: dict[Card, Image]) -> PackReader:
    recogniser = Recogniser()
    return PackReader(
        recogniser, enrol({card: [shown] for card, shown in drawn.items()}, "bavarian32", recogniser, "d")
    )


def _on_table(card: Image, quad: Quad) -> Image:
    table = np.full((400, 700, 3), (60, 90, 60), np.uint8)
    to_table = cv2.getPerspectiveTransform(full_quad(card), quad)
    cv2.warpPerspective(card, to_table, (700, 400), table, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    return table


def _under_an_arm(picture: Image) -> tuple[Image, Luma]:
    """Lays an arm over the right half of the card at `_QUAD`."""
    visible = np.full(picture.shape[:2], 255, np.uint8)
    cv2.line(visible, (430, 40), (370, 380), 0, 90)
    return np.where(visible[:, :, None] > 0, picture, np.array([110, 150, 210], np.uint8)), visible


def test_no_quads_have_no_scores(reader: PackReader) -> None:
    assert reader.scores(np.zeros((9, 9, 3), np.uint8), []).shape == (0, len(_NAMES))


@pytest.mark.parametrize(
    "quad", one_in(2, [pytest.param(_QUAD, id="upright"), pytest.param(np.roll(_QUAD, 2, axis=0), id="turned")])
)
def test_a_card_under_an_arm_is_the_likeliest(reader: PackReader, drawn: dict[Card, Image], quad: Quad) -> None:
    for card, picture in drawn.items():
        image, visible = _under_an_arm(_on_table(picture, quad))
        covered = reader.for_visible_part(shown_part(visible, _QUAD))
        answer = covered.judge(covered.scores(image, [_QUAD])[0])
        assert answer.candidates[0].card == card
        assert answer.card in {card, None}


def test_what_lies_on_a_card_makes_no_difference(reader: PackReader, drawn: dict[Card, Image]) -> None:
    table = _on_table(next(iter(drawn.values())), _QUAD)
    image, visible = _under_an_arm(table)
    covered = reader.for_visible_part(shown_part(visible, _QUAD))
    hidden_well = np.where(visible[:, :, None] > 0, table, np.uint8(0))
    scores = covered.scores(image, [_QUAD])
    assert np.allclose(scores, covered.scores(hidden_well, [_QUAD]), atol=0.02)


def test_where_nothing_lies_on_a_card_it_is_read_as_a_whole(reader: PackReader) -> None:
    assert reader.for_visible_part(np.ones((CROP_HEIGHT, CROP_WIDTH), np.bool_)) is reader


def test_thumbnails_select_few_candidates_for_a_covered_card(reader: PackReader, drawn: dict[Card, Image]) -> None:
    for column, picture in enumerate(drawn.values()):
        image, visible = _under_an_arm(_on_table(picture, _QUAD))
        off = _QUAD + np.float32([9, -9])
        each = [reader.prescreen_cards(rectify(image, quad), shown_part(visible, quad)) for quad in (off, _QUAD)]
        assert np.shape(each) == (2, len(drawn))
        assert column in np.argsort(-np.max(each, axis=0))[:2]


def test_among_few_cards_scores_are_those_among_all(reader: PackReader, drawn: dict[Card, Image]) -> None:
    image, visible = _under_an_arm(_on_table(next(iter(drawn.values())), _QUAD))
    few = [4, 0, 2]
    among = reader.for_visible_part(shown_part(visible, _QUAD), few)
    scores = reader.for_visible_part(shown_part(visible, _QUAD)).scores(image, [_QUAD])
    assert np.allclose(among.scores(image, [_QUAD]), scores[:, few], atol=1e-5)
    assert [candidate.card for candidate in among.judge(scores[0, few]).candidates] == [
        list(drawn)[column] for column in sorted(few, key=lambda column: -scores[0, column])
    ]
