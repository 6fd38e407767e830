"""The first cards of a table: how large cards are is not known, and nobody has seen the table under them."""

import cv2
import numpy as np
import pytest

from engine.cards import BAVARIAN_32, Card
from tests.support.enrolment.deck_on_table import drawn, frame_of
from tests.support.examples import one_in
from tests.support.paper_table import (
    CARDS,
    HEIGHT,
    WIDTH,
    PixelReader,
    Tabletop,
    cloth,
    draw_arm,
    grain,
    landed_cards,
    paste,
    quad_at,
)
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.reader import PackReader
from vision.tracking.tracker import CardTracker
from vision.types import TableCleared

ONE, TWO, THREE = CARDS[:3]
PAPER = 120
"""How light table and cards are, in dim light."""
RIM = 20
"""So much darker, a hair wide, is the edge of a card."""
INSIDE = slice(12, -12)


@pytest.fixture(scope="module")
def reader() -> PackReader:
    recogniser, deck = Recogniser(), drawn()
    pictures = {card: [picture] for card, picture in deck.items()}
    return PackReader(recogniser, enrol(pictures, BAVARIAN_32.name, recogniser, "drawn"))


def noisy(image: np.ndarray, number: int) -> np.ndarray:
    return np.clip(image + 5 * grain(number % 5), 0, 255).astype(np.uint8)


def table_and_card(name: str) -> tuple[np.ndarray, np.ndarray]:
    table = np.full((HEIGHT, WIDTH, 3), PAPER, np.uint8)
    card = drawn()[BAVARIAN_32.card(name)][INSIDE, INSIDE]
    with_card = table.copy()
    quad = quad_at(480, 300, 20)
    paste(with_card, np.minimum(card.astype(np.float32) * PAPER / 235, PAPER).astype(np.uint8), quad)
    cv2.polylines(with_card, [np.round(quad).astype(np.int32)], True, (PAPER - RIM,) * 3, 1, cv2.LINE_AA)
    return table, with_card


@pytest.mark.slow
@pytest.mark.parametrize("name", ["L8", "HK", "SU", "EO"])
def test_it_is_told_by_its_drawing(name: str, reader: PackReader) -> None:
    table, with_card = table_and_card(name)
    tracker = CardTracker(reader)
    sightings = []
    for number in range(24):
        sightings += tracker.process(frame_of(noisy(table if number < 10 else with_card, number), number))
    assert [card for card, _ in landed_cards(sightings)] == [name]


@pytest.mark.slow
def test_it_is_told_from_the_frames_between_two_hands(reader: PackReader) -> None:
    table, with_card = table_and_card("HK")
    covered = with_card.copy()
    draw_arm(covered, 1, 560, 300)
    cv2.circle(covered, (480, 300), 110, (120, 150, 205), cv2.FILLED)
    tracker = CardTracker(reader)
    sightings = []
    for number, image in enumerate([table] * 10 + [with_card] * 2 + [covered] * 12):
        sightings += tracker.process(frame_of(noisy(image, number), number))
    assert [card for card, _ in landed_cards(sightings)] == ["HK"]


@pytest.mark.slow
@pytest.mark.parametrize(("comes_to_rest", "names"), one_in(2, [(True, [[], ["EA"]]), (False, [[], []])]))
def test_a_card_that_moves_in_the_first_scene_is_told_once_it_is_still(
    comes_to_rest: bool, names: list[list[str]]
) -> None:
    """A lens seeks its focus, so that the card trembles; one in a hand goes away."""
    table = Tabletop(CardTracker(PixelReader()))
    first = []
    for number in range(20):
        table.lying = [(CARDS[0], quad_at(480 + 9 * (number % 2), 300, 20))]
        first += table.still(0.1)
    if not comes_to_rest:
        table.lying = []
    then = table.still(2)
    assert [[card for card, _ in landed_cards(sightings)] for sightings in (first, then)] == names


@pytest.mark.slow
@pytest.mark.parametrize("taken", [pytest.param((ONE, TWO), id="alone"), pytest.param((ONE, TWO, THREE), id="a trick")])
@pytest.mark.parametrize(
    ("bare", "x"),
    [
        pytest.param(cloth(), 460, id="one upon the other"),
        pytest.param(cloth((225, 230, 232), 4), 540, id="white on white"),
    ],
)
def test_cards_that_lie_there_from_the_start_are_gathered(
    bare: np.ndarray, x: float, taken: tuple[Card, ...], reader: PackReader
) -> None:
    """So it is when the tracker begins again in the middle of a trick; nobody has seen the table under them."""
    lying = [(ONE, quad_at(400, 300, 5)), (TWO, quad_at(x, 250, 100))]
    scene = Tabletop(CardTracker(reader), bare=bare, lying=lying, picture_of=lambda card: drawn()[card][INSIDE, INSIDE])
    scene.still()
    if THREE in taken:
        scene.lay(2, THREE, quad_at(480, 170, 3))
    (cleared,) = scene.take(1, taken)
    assert cleared.observation == TableCleared(1, len(taken))
    assert scene.tracker.cards_in_view == []
    assert landed_cards(scene.lay(0, ONE, quad_at(410, 310, 8))) == [(str(ONE), 0)]
