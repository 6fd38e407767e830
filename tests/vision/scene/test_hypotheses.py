"""Which outlines are read, and which of them are cards: by what overlaps them, by their frame, and by their size."""

import pytest

from engine.cards import Card
from tests.support.paper_table import CARDS, PixelReader, card_picture, cloth, paste, quad_at
from vision.detection.contours import Outline
from vision.geometry.quads import start_at_second_corner
from vision.recognition.naming import Answer
from vision.scene.hypotheses import Hypothesis, hypotheses_of, suppress_overlapping
from vision.types import Candidate, Quad

CARD, OTHER = CARDS[0], CARDS[1]
FIRM, FAINT, LOOSE = 0.92, 0.72, 0.45
"""Shares of outlines on edges: of an object, of what may be one, and of a guess."""
PLACE = quad_at(480, 270, 20)


def hypothesis(
    card: Card, quad: Quad = PLACE, score: float = 0.8, edges: float = FIRM, named: bool = True, foreign: bool = False
) -> Hypothesis:
    candidates = (Candidate(card, score), Candidate(CARDS[7], score - 0.3))
    return Hypothesis(quad, Answer(card if named else None, candidates, foreign, not foreign), edges)


@pytest.mark.parametrize(
    ("length", "ways"),
    [
        pytest.param(1.08, 2, id="nearly square"),
        pytest.param(0.9, 2, id="wider than long"),
        pytest.param(1.35, 1, id="clearly long"),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_a_squarish_card_is_read_both_ways(length: float, ways: int, turned: bool) -> None:
    """As a slanted view shows it: the first side of its outline may be a long one of the card."""
    image = cloth()
    quad = quad_at(480, 270, 20, 120, 120 * length)
    paste(image, card_picture(CARD), quad if ways == 1 or not turned else start_at_second_corner(quad))
    found = hypotheses_of(image, PixelReader(CARDS[:3]), [Outline(quad, FAINT)])
    assert [len(found), *(one.confidence for one in found)] == [ways] + [FAINT] * ways
    assert [one.answer.card for one in found] == [CARD, None][:: -1 if ways == 2 and turned else 1][:ways]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(
            hypothesis(CARD, score=0.8), hypothesis(OTHER, score=0.9, named=False), id="a name before a doubt"
        ),
        pytest.param(hypothesis(CARD, score=0.9), hypothesis(OTHER, score=0.8), id="of two names the likelier"),
        pytest.param(
            hypothesis(CARD, score=0.9, edges=FAINT), hypothesis(CARD), id="edges decide only against a mere guess"
        ),
        pytest.param(
            hypothesis(CARD, score=0.9, edges=LOOSE),
            hypothesis(CARD, edges=FAINT),
            id="and only if they are an object's",
        ),
        pytest.param(
            hypothesis(CARD, score=0.9, edges=LOOSE, named=False),
            hypothesis(CARD, named=False),
            id="and only for a name",
        ),
    ],
)
def test_of_two_outlines_at_one_place_one_is_kept(first: Hypothesis, second: Hypothesis) -> None:
    assert suppress_overlapping([second, first]) == suppress_overlapping([first, second]) == [first]
