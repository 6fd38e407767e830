"""Which cards have left, by the look of their places, and which of them are a trick."""

import cv2
import numpy as np
import pytest

from engine.cards import Card
from tests.support.paper_table import CARDS, cloth, quad_at
from vision.geometry.quads import mask_of_quads, portrait
from vision.tracking.background.background_model import BackgroundModel, TrackedCard
from vision.tracking.background.changes import regions_of, to_lab_map
from vision.tracking.departures import TrickGathering, arrivals_on_pile, find_departures
from vision.tracking.settled_scene import Arrival, SettledScene
from vision.types import Candidate, Image, Quad, Reading

ACE, OTHER = CARDS[:2]
PLACE, ACROSS = portrait(quad_at(480, 270, 25)), portrait(quad_at(500, 270, 115))
WHITE_BGR, INK_BGR = (210, 215, 215), (20, 20, 20)


def reading(card: Card, quad: Quad) -> Reading:
    return Reading(card, (Candidate(card, 0.99),), quad, 1.0)


SEATS = 4
GREEN_BGR, GREY_BGR, RED_BGR = (60, 90, 40), (200, 200, 200), (60, 60, 190)


@pytest.mark.parametrize(
    ("colour", "changed", "moved", "is_guess", "has_left"),
    [
        pytest.param(GREEN_BGR, True, False, False, True, id="the table shows"),
        pytest.param(GREY_BGR, True, False, False, False, id="it lies there"),
        pytest.param(RED_BGR, True, False, False, False, id="something else shows"),
        pytest.param(RED_BGR, False, False, False, False, id="nothing has changed there"),
        pytest.param(RED_BGR, True, True, False, True, id="something else shows, and the card lies elsewhere"),
        pytest.param(RED_BGR, True, False, True, True, id="nobody knows what the table under it looks like"),
        pytest.param(GREY_BGR, True, True, False, False, id="a card like it lies elsewhere"),
    ],
)
def test_a_card_has_left_if_its_place_shows_the_table(
    colour: tuple[int, int, int], changed: bool, moved: bool, is_guess: bool, has_left: bool
) -> None:
    def look(bgr: tuple[int, int, int]) -> Image:
        image = np.full_like(cloth(), GREEN_BGR)
        return np.asarray(cv2.fillConvexPoly(image, np.round(PLACE).astype(np.int32), bgr), np.uint8)

    view = BackgroundModel.of(to_lab_map(look(GREEN_BGR)), cloth().shape[1])
    view.add(reading(ACE, PLACE), to_lab_map(look(GREY_BGR)), 0)
    (card,) = view.cards
    card.table_is_guess = is_guess
    now, place = to_lab_map(look(colour)), view.on_map(PLACE if changed else PLACE + np.float32((300, 0)))
    arrivals = [Arrival(PLACE + np.float32((-300, 0)), [], previous=card)] if moved else []
    regions = regions_of(mask_of_quads([place], now.shape), 10)
    scene = SettledScene(0, 0.0, cloth().shape[1::-1], now, regions=regions, arrivals=arrivals)
    assert find_departures(view, scene).departures == [card] * has_left


def tracked(number: int, x: float, trick: int = 0) -> TrackedCard:
    """Returns a card on a felt that lies so far to the right."""
    quad = portrait(quad_at(x, 270, 10))
    now = to_lab_map(cloth())
    view = BackgroundModel.of(now, cloth().shape[1])
    view.add(reading(CARDS[number], quad), now, trick)
    return view.cards[0]


def test_a_trick_that_leaves_piece_by_piece_counts_once_and_whole() -> None:
    cards = [tracked(number, 300 + 100 * number) for number in range(4)]
    gathering = TrickGathering()
    assert gathering.trick_size(cards[:1], cards[1:], SEATS) == 0
    assert not gathering.is_mostly_gathered(cards[1:])
    assert gathering.trick_size(cards[1:3], cards[3:], SEATS) == 0
    assert gathering.is_mostly_gathered(cards[3:])
    assert not gathering.is_mostly_gathered([*cards[3:], tracked(4, 250), tracked(5, 200)])
    assert gathering.trick_size(cards[3:], [], SEATS) == 4
    assert gathering.trick_size(cards[:3], [], SEATS) == 3, "those before are forgotten"


@pytest.mark.parametrize("staying", [1, 2])
def test_a_full_trick_is_gathered_whatever_stays_beside_it(staying: int) -> None:
    """An upcard lies beside the first trick, and the lead of the next one may come before a trick is gathered."""
    cards = [tracked(number, 300 + 100 * number) for number in range(4)]
    beside = [tracked(number, 300 + 100 * number) for number in range(4, 4 + staying)]
    assert TrickGathering().trick_size(cards, beside, SEATS) == 4
    piece_by_piece = TrickGathering()
    assert piece_by_piece.trick_size(cards[:3], [*cards[3:], *beside], SEATS) == 0
    assert piece_by_piece.trick_size(cards[3:], beside, SEATS) == 4
    assert not piece_by_piece.cards


def test_a_card_that_was_only_looked_at_is_put_back() -> None:
    cards = [tracked(number, 300 + 100 * number) for number in range(3)]
    gathering = TrickGathering(cards=cards[:1])
    assert not gathering.is_mostly_gathered([])
    gathering = TrickGathering(cards=cards[:2])
    assert gathering.return_card(None) is None
    assert gathering.return_card(cards[2].card) is None
    assert gathering.return_card(cards[0].card) is cards[0]
    assert gathering.cards == [cards[1]]
    assert gathering.return_card(cards[0].card) is None


def moved(card: TrackedCard, across: float) -> Arrival:
    return Arrival(card.quad + np.float32((across, 0)), [], previous=card)


def test_a_trick_that_is_pushed_onto_a_pile_is_not_played_again() -> None:
    cards = [tracked(number, 300 + 100 * number) for number in range(3)]
    pushed = [moved(card, 350) for card in cards[:2]]
    assert arrivals_on_pile(pushed, cards[2:]) == pushed
    assert arrivals_on_pile(pushed, []) == pushed
    assert arrivals_on_pile(pushed[:1], []) == [], "one card alone was only moved"
    assert arrivals_on_pile(pushed[:1], [tracked(3, 900)]) == [], "the one that left lay elsewhere"
    straightened = [moved(card, 12) for card in cards[:2]]
    assert arrivals_on_pile(straightened, cards[2:]) == []
    played = Arrival(portrait(quad_at(700, 270, 0)), [])
    assert arrivals_on_pile([played], cards) == []
