"""A card on the table that cannot be read becomes a question, and a hand or a sleeve does not."""

from itertools import product

import cv2
import numpy as np
import pytest

from engine.cards import BAVARIAN_32
from tests.support.examples import one_in
from tests.support.paper_table import CARDS, HEIGHT, PixelReader, Tabletop, kinds, landed_cards, quad_at
from vision.tracking.tracker import CardTracker
from vision.types import CardLanded

KNOWN, STRANGER, OTHER_STRANGER = CARDS[:8], CARDS[10], CARDS[11]


def table_with_two_cards() -> Tabletop:
    table = Tabletop(CardTracker(PixelReader(KNOWN)))
    table.still()
    table.lay(0, KNOWN[0], quad_at(400, 250, 10))
    table.lay(1, KNOWN[1], quad_at(550, 250, -5))
    return table


def names(sightings: list) -> list:
    return [one.observation.reading.card for one in sightings if isinstance(one.observation, CardLanded)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seat", "x", "y", "degrees"),
    one_in(
        4,
        [
            pytest.param(0, 480, HEIGHT - 10, 90, id="along the lower rim"),
            pytest.param(0, 480, HEIGHT - 10, 0, id="across the lower rim"),
            pytest.param(2, 480, 5, 10, id="the upper rim"),
            pytest.param(1, 5, 300, 90, id="the left rim"),
        ],
    ),
)
def test_a_card_half_outside_the_view_is_asked_about(seat: int, x: float, y: float, degrees: float) -> None:
    table = table_with_two_cards()
    assert names(table.lay(seat, KNOWN[2], quad_at(x, y, degrees)) + table.still(1)) == [None]


@pytest.mark.slow
@pytest.mark.parametrize("x", [440, 460])
def test_a_card_of_another_print_upon_two_others_is_asked_about(x: float) -> None:
    table = table_with_two_cards()
    assert names(table.lay(2, STRANGER, quad_at(x, 290, 40)) + table.still(1)) == [None]


@pytest.mark.slow
@pytest.mark.parametrize(("y", "degrees"), [(290, 0), (290, 60), (315, 30)])
def test_a_card_of_another_print_pushed_under_another_is_asked_about_once(y: float, degrees: float) -> None:
    """What shows of it at (290, 0) is an L, whose hull is a region beside the change itself."""
    table = table_with_two_cards()
    sightings = table.arm(2, 400, y)
    table.lying.insert(0, (STRANGER, quad_at(400, y, degrees)))
    assert names(sightings + table.arm_leaves(2, 400, y) + table.still(1)) == [None]


@pytest.mark.slow
def test_two_cards_of_another_print_in_one_outline_are_two_questions() -> None:
    table = table_with_two_cards()
    sightings = table.arm(2, 700, 300)
    table.lying += [(STRANGER, quad_at(700, 300, 5)), (OTHER_STRANGER, quad_at(740, 310, 25))]
    assert names(sightings + table.arm_leaves(2, 700, 300) + table.still(2)) == [None, None]


@pytest.mark.slow
@pytest.mark.parametrize(("width", "tip"), one_in(6, product([84, 60, 120], [(480, 480), (700, 330)])))
def test_a_white_sleeve_that_rests_on_the_table_is_no_question(width: float, tip: tuple[int, int]) -> None:
    table = table_with_two_cards()
    middle = np.array([480, HEIGHT + 200], np.float32)
    axis = (np.array(tip, np.float32) - middle) / np.linalg.norm(np.array(tip) - middle)
    side = np.array([-axis[1], axis[0]]) * width / 2
    sleeve = np.array([middle - side, middle + side, tip + side, tip - side], np.float32)
    hand = cv2.boxPoints(((float(tip[0]), float(tip[1])), (50.0, 70.0), 30.0)).astype(np.float32)
    table.objects = [(sleeve, 236), (hand, 160)]
    assert kinds(table.still(3)) == []


@pytest.mark.slow
@pytest.mark.parametrize("known", [1, 2, 4])
def test_card_of_another_print_is_asked_about_once_a_card_was_read(known: int) -> None:
    """It is like none of the pack; one card that was read tells the size of a card."""
    scene = Tabletop(CardTracker(PixelReader()))
    scene.still()
    for number in range(known):
        scene.lay(number, CARDS[number], quad_at(250 + 130 * number, 200 + 60 * (number % 2), 10 * number))
    strange = BAVARIAN_32.cards[20]
    assert strange not in CARDS
    sightings = scene.lay(known % 4, strange, quad_at(800, 420, 15)) + scene.still(2.0)
    assert landed_cards(sightings) == [("None", known % 4)]
