"""Which outlines are read, and which of them are cards: by what overlaps them, by their frame, and by their size."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import pytest

from tests.support.paper_table import (
    CARD_LENGTH,
    CARD_WIDTH,
    CARDS,
    HEIGHT,
    WIDTH,
    PixelReader,
    card_picture,
    cloth,
    paste,
    quad_at,
)
from vision.detection.contours import Detection
from vision.geometry.quads import start_at_second_corner
from vision.recognition.naming import Answer
from vision.scene.proposals import Proposal, of_card_size, proposals_of, suppress_overlapping, whole_cards
from vision.types import Candidate

if TYPE_CHECKING:
    from engine.cards import Card
    from vision.types import Quad

CARD, OTHER = CARDS[0], CARDS[1]
FIRM, FAINT, LOOSE = 0.92, 0.72, 0.45
"""Shares of outlines on edges: of an object, of what may be one, and of a guess."""
PLACE = quad_at(480, 270, 20)


def proposal(
    card: Card, quad: Quad = PLACE, score: float = 0.8, edges: float = FIRM, named: bool = True, foreign: bool = False
) -> Proposal:
    candidates = (Candidate(card, score), Candidate(CARDS[7], score - 0.3))
    return Proposal(quad, Answer(card if named else None, candidates, foreign, not foreign), edges)


def inside(across: float, down: float, shift: float = 0.0) -> Quad:
    """Returns a quad of these shares of width and length within PLACE, shifted along its width (px)."""
    along = (PLACE[1] - PLACE[0]) / CARD_WIDTH
    x, y = (PLACE.mean(axis=0) + shift * along).tolist()
    return quad_at(x, y, 20, CARD_WIDTH * across, CARD_LENGTH * down)


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
    found = proposals_of(image, PixelReader(CARDS[:3]), [Detection(quad, FAINT)])
    assert [len(found), *(one.confidence for one in found)] == [ways] + [FAINT] * ways
    assert [one.answer.card for one in found] == [CARD, None][:: -1 if ways == 2 and turned else 1][:ways]


def test_each_outline_has_its_own_scores_also_one_that_is_like_no_card() -> None:
    image, reader = cloth(), PixelReader(CARDS[:3])
    quads = [quad_at(200, 200, 5), quad_at(480, 300, 50), quad_at(760, 200, 10)]
    for card, quad in zip((CARD, OTHER), quads, strict=False):
        paste(image, card_picture(card), quad)
    found = proposals_of(
        image, reader, [Detection(quad, edges) for quad, edges in zip(quads, (0.9, 0.5, 0.2), strict=True)]
    )
    assert [one.answer.card for one in found] == [CARD, OTHER, None]
    assert [one.confidence for one in found] == [0.9, 0.5, 0.2]
    assert [float(one.scores.max()) for one in found] == pytest.approx([one.score for one in found])
    assert found[2].answer.is_foreign
    assert [one.rating for one in found] == pytest.approx([0.9, 0.5, 0.2]), "it is rated by its edges alone"


FRAME = inside(0.9, 0.92)
OUTLINE = proposal(OTHER, named=False, foreign=True)
"""The whole card around what may be its frame; such as one of another pack, of which the drawing is like a card."""


@pytest.mark.parametrize(
    ("outline", "drawing", "is_named"),
    [
        pytest.param(OUTLINE, FRAME, False, id="a printed frame"),
        pytest.param(OUTLINE, inside(0.75, 0.76), False, id="a frame within a wide margin"),
        pytest.param(OUTLINE, inside(0.6, 0.7), True, id="far smaller than a frame"),
        pytest.param(OUTLINE, inside(1.1, 1.08), True, id="around the other outline"),
        pytest.param(OUTLINE, inside(0.9, 0.92, shift=3), True, id="a side in common"),
        pytest.param(OUTLINE, inside(0.9, 0.92, shift=-3), True, id="the opposite side in common"),
        pytest.param(OUTLINE, inside(0.9, 0.99), True, id="both ends in common"),
        pytest.param(proposal(OTHER, edges=FAINT), FRAME, True, id="the other outline may be a guess"),
        pytest.param(proposal(CARD, named=False), FRAME, True, id="the other outline is of the same card"),
    ],
)
def test_what_may_be_the_drawing_within_the_frame_of_another_card_has_no_name(
    outline: Proposal, drawing: Quad, is_named: bool
) -> None:
    found = whole_cards([outline, proposal(CARD, drawing, score=0.95, edges=FAINT)])
    assert [(one.quad is drawing, one.answer.card) for one in found] == [(True, CARD if is_named else None)]


def test_a_named_card_goes_before_the_drawing_within_its_frame_that_is_likelier() -> None:
    whole = proposal(OTHER)
    assert whole_cards([proposal(CARD, FRAME, score=0.95), whole]) == [whole]


def test_what_is_like_no_card_is_left_out_wherever_it_stands() -> None:
    card, unsure = proposal(CARD), proposal(OTHER, quad_at(200, 270, 0), named=False)
    foreign = proposal(CARDS[2], quad_at(760, 270, 0), 0.4, named=False, foreign=True)
    assert whole_cards(iter([foreign, card, unsure])) == [card, unsure]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(proposal(CARD, score=0.8), proposal(OTHER, score=0.9, named=False), id="a name before a doubt"),
        pytest.param(proposal(CARD, score=0.9), proposal(OTHER, score=0.8), id="of two names the likelier"),
        pytest.param(
            proposal(CARD, score=0.9, edges=FAINT), proposal(CARD), id="edges decide only against a mere guess"
        ),
        pytest.param(
            proposal(CARD, score=0.9, edges=LOOSE), proposal(CARD, edges=FAINT), id="and only if they are an object's"
        ),
        pytest.param(
            proposal(CARD, score=0.9, edges=LOOSE, named=False), proposal(CARD, named=False), id="and only for a name"
        ),
    ],
)
def test_of_two_outlines_at_one_place_one_is_kept(first: Proposal, second: Proposal) -> None:
    assert suppress_overlapping([second, first]) == suppress_overlapping([first, second]) == [first]


PIP = inside(0.75, 0.75)


@pytest.mark.parametrize(
    ("whole", "part", "is_whole_kept"),
    [
        pytest.param(proposal(CARD), proposal(OTHER, PIP, 0.9), True, id="a part of its drawing"),
        pytest.param(proposal(CARD, edges=FAINT), proposal(OTHER, PIP, 0.9, FAINT), True, id="both on as many edges"),
        pytest.param(proposal(CARD, edges=FAINT), proposal(OTHER, PIP, 0.9), False, id="the part has firmer edges"),
        pytest.param(proposal(CARD), proposal(CARD, PIP, 0.9), False, id="the same card, read better within"),
        pytest.param(proposal(CARD, named=False), proposal(OTHER, PIP, 0.9, named=False), False, id="both in doubt"),
        pytest.param(proposal(CARD, named=False), proposal(OTHER, PIP, 0.9), False, id="only the whole is in doubt"),
        pytest.param(proposal(CARD), proposal(OTHER, inside(0.9, 0.9), 0.9), False, id="nearly as large"),
        pytest.param(proposal(CARD), proposal(OTHER, inside(0.75, 0.75, 25), 0.9), False, id="it reaches out"),
        pytest.param(proposal(CARD), proposal(OTHER, inside(0.75, 0.75, 12), 0.9), True, id="it reaches out a little"),
    ],
)
def test_a_part_of_a_card_yields_to_the_whole_card(whole: Proposal, part: Proposal, is_whole_kept: bool) -> None:
    assert suppress_overlapping([whole, part]) == [whole if is_whole_kept else part]


def test_a_card_takes_the_place_of_all_its_parts_and_of_nothing_else() -> None:
    upper, lower = (quad_at(480 + x, 270 + y, 20, 50, 50) for x, y in ((15, -40), (-15, 40)))
    parts = [proposal(OTHER, upper, 0.95), proposal(CARDS[2], lower, 0.9)]
    beside = proposal(CARDS[3], quad_at(555, 297, 20), 0.99)
    card = proposal(CARD)
    assert suppress_overlapping([*parts, beside, card]) == [beside, card]
    likelier = proposal(CARDS[2], quad_at(470, 325, 20), 0.9)
    assert suppress_overlapping([parts[0], likelier, card]) == [parts[0], likelier]


PICTURE = (HEIGHT, WIDTH)


def sized(factor: float, x: float = 500, card: Card = CARD, score: float = 0.8, named: bool = True) -> Proposal:
    """Returns a proposal of *factor* times the area of a card."""
    return proposal(
        card, quad_at(x, 270, 30, CARD_WIDTH * sqrt(factor), CARD_LENGTH * sqrt(factor)), score, named=named
    )


def test_while_no_card_is_named_any_size_may_be_that_of_a_card() -> None:
    things = [sized(factor, named=False) for factor in (0.1, 1, 5)]
    assert of_card_size(things[1:], things, PICTURE) == things


@pytest.mark.parametrize(
    ("factor", "fits"),
    [
        pytest.param(1.7, True, id="nearer in a slanted view"),
        pytest.param(0.6, True, id="further off in a slanted view"),
        pytest.param(2.4, False, id="too large"),
        pytest.param(0.42, False, id="too small"),
    ],
)
def test_beside_one_or_two_cards_things_have_about_the_size_of_the_likelier(factor: float, fits: bool) -> None:
    """The other may be no card, and a doubtful one is no measure, however likely."""
    thing = sized(factor, named=False)
    likelier, other, doubtful = sized(1, 200), sized(4, 700, OTHER, 0.7), sized(4, 450, OTHER, 0.95, named=False)
    for cards in ([likelier], [other, likelier], [doubtful, likelier, other]):
        assert of_card_size(cards, [thing, likelier], PICTURE) == [thing] * fits + [likelier]


@pytest.mark.parametrize(
    ("across", "down", "fits"),
    [
        pytest.param(1.0, 1.0, True, id="a card"),
        pytest.param(0.85, 1.0, False, id="cut on one side"),
        pytest.param(1.0, 0.85, False, id="cut at one end"),
        pytest.param(0.9, 0.92, True, id="a printed frame"),
        pytest.param(1.35, 1.35, False, id="larger than a card, though not twice"),
    ],
)
def test_beside_three_cards_all_have_their_size_and_shape(across: float, down: float, fits: bool) -> None:
    cards = [proposal(card, quad_at(x, 200, 20 * x)) for card, x in zip(CARDS, (150, 400, 650), strict=False)]
    thing = proposal(CARDS[4], quad_at(500, 400, 35, CARD_WIDTH * across, CARD_LENGTH * down), named=False)
    assert of_card_size(cards, [thing], PICTURE) == [thing] * fits
