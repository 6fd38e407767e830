"""Which readings of the first scene are cards that lie on the table from the beginning."""

from collections.abc import Sequence
from math import sqrt

import pytest

from engine.cards import Card
from tests.support.paper_table import CARD_LENGTH, CARD_WIDTH, CARDS, quad_at
from vision.tracking.scene_interpreter import initial_readings
from vision.types import Candidate, Quad, Reading


def reading(card: Card | None, x: float, size: float = 1.0, visible: float = 1.0, is_of_pack: bool = True) -> Reading:
    """Returns a reading at *x*, of *size* times the area of a card."""
    quad = quad_at(x, 300, 15, CARD_WIDTH * sqrt(size), CARD_LENGTH * sqrt(size))
    return Reading(card, (Candidate(card or CARDS[5], 0.9),), quad, visible, is_of_pack)


def lying(*readings: Reading, moving: Sequence[Quad] = ()) -> list[Reading]:
    return initial_readings(readings, lambda quad: any(quad is one for one in moving))


CARD = reading(CARDS[0], 200)


@pytest.mark.parametrize(
    ("size", "lies_there"),
    [
        pytest.param(1.0, True, id="as large as a card"),
        pytest.param(1.25, True, id="a little larger"),
        pytest.param(0.8, True, id="a little smaller"),
        pytest.param(1.6, False, id="a field of the cloth that is larger"),
        pytest.param(0.6, False, id="a field of the cloth that is smaller"),
    ],
)
def test_a_doubtful_thing_counts_only_beside_a_card_of_its_size(size: float, lies_there: bool) -> None:
    thing = reading(None, 500, size)
    assert (thing in lying(CARD, thing)) is lies_there


def test_things_alone_are_no_cards_even_if_they_are_as_large_as_each_other() -> None:
    assert lying(reading(None, 200), reading(None, 500)) == []


@pytest.mark.parametrize(
    ("visible", "is_of_pack", "lies_there"),
    [
        pytest.param(0.6, False, False, id="the stock beside an upcard"),
        pytest.param(0.6, True, True, id="a covered card that fits several"),
        pytest.param(1.0, False, True, id="a whole card that is like none: the table is asked"),
        pytest.param(1.0, True, True, id="a whole card that fits several"),
    ],
)
def test_what_is_covered_counts_only_if_it_surely_is_a_card(visible: float, is_of_pack: bool, lies_there: bool) -> None:
    thing = reading(None, 500, visible=visible, is_of_pack=is_of_pack)
    assert (thing in lying(CARD, thing)) is lies_there


def test_a_card_in_a_hand_does_not_lie_on_the_table() -> None:
    """The cards elsewhere lie still."""
    held = reading(CARDS[1], 500)
    assert lying(CARD, held) == [held, CARD]
    assert lying(CARD, held, moving=[held.quad]) == [CARD]
    assert lying(CARD, held, moving=[CARD.quad]) == [held]
