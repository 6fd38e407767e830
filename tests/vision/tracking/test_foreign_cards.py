"""When card-shaped things like none of the pack are another deck."""

from collections.abc import Sequence

import numpy as np
import pytest

from engine.cards import BAVARIAN_32, Card
from tests.support.paper_table import CARD_LENGTH, CARD_WIDTH, CARDS, PixelReader, Tabletop, landed_cards, quad_at
from vision.tracking.scene_interpreter import ForeignCards, ForeignThing
from vision.tracking.tracker import CardTracker
from vision.types import CardLanded, OtherDeck, Sighting

OTHERS = BAVARIAN_32.cards[14::3]
"""Cards of another deck than `CARDS`."""
PLACES = [quad_at(x, y, turn) for x, y, turn in ((300, 200, 10), (500, 220, 95), (700, 190, 30), (450, 420, 60))]


def thing(number: int, size: float = 1.0) -> ForeignThing:
    quad = quad_at(300, 300, 0, CARD_WIDTH * size, CARD_LENGTH * size)
    return ForeignThing(quad, np.random.default_rng(number).normal(0, 0.2, 32))


@pytest.mark.parametrize(
    ("arrivals", "reported"),
    [
        pytest.param([thing(1), thing(2)], 0, id="two may be anything"),
        pytest.param([thing(1), thing(2), thing(3)], 3, id="three that differ"),
        pytest.param([thing(1), None, thing(2), None, thing(3)], 3, id="among cards of the pack"),
        pytest.param([thing(1), None, None, thing(2), None, thing(3)], 0, id="now and then a court of another print"),
        pytest.param([thing(1), thing(1), thing(1), thing(1)], 0, id="backs, or a box that is moved"),
        pytest.param([thing(1), thing(2, 1.5), thing(3, 0.7)], 0, id="a telephone, a mat and a lighter"),
        pytest.param([thing(1), thing(2), thing(3), thing(4), thing(5)], 3, id="it is told once"),
        pytest.param([thing(1), thing(2), thing(3), *[None] * 5, thing(4), thing(5), thing(6)], 6, id="and anew"),
    ],
)
def test_another_deck_is_told_once_by_three_things_of_one_size_that_differ(
    arrivals: Sequence[ForeignThing | None], reported: int
) -> None:
    foreign, quads = ForeignCards(), []
    for one in arrivals:
        if one is None:
            foreign.record_named()
        else:
            quads += foreign.record(one)
    assert len(quads) == reported


def landings(cards: Sequence[Card]) -> list[Sighting]:
    table = Tabletop(CardTracker(PixelReader()))
    sightings = table.still(1.0)
    for seat, (card, place) in enumerate(zip(cards, PLACES, strict=True)):
        sightings += table.lay(seat, card, place)
    return sightings


@pytest.mark.slow
def test_every_card_of_another_deck_is_mentioned_or_asked_about() -> None:
    observations = [one.observation for one in landings(OTHERS[:4])]
    assert [type(one) for one in observations] == [OtherDeck, CardLanded]
    assert [len(one.quads) for one in observations if isinstance(one, OtherDeck)] == [3]
    assert [one.reading.card for one in observations if isinstance(one, CardLanded)] == [None]


@pytest.mark.slow
def test_own_cards_are_no_other_deck() -> None:
    sightings = landings(CARDS[:4])
    assert [card for card, _ in landed_cards(sightings)] == [str(card) for card in CARDS[:4]]
    assert not any(isinstance(one.observation, OtherDeck) for one in sightings)
