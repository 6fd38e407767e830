"""The tracker on a paper table in a pub: quick plays, hands that rest, nudges and second thoughts."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from engine.cards import Card, Seat
from tests.support.paper_table import CARDS, InDoubt, PixelReader, Tabletop, draw_arm, quad_at
from vision.recognition.naming import Answer
from vision.tracking.tracker import CardTracker
from vision.types import Candidate, CardLanded, CardLifted, Frame, KeepsMoving, Quad, Sighting, TableCleared

pytestmark = pytest.mark.slow

ONE, TWO, THREE, FOUR, FIVE, SIX = CARDS[:6]
PLACES = [quad_at(480, 330, 5), quad_at(420, 270, 85), quad_at(490, 220, 170), quad_at(550, 275, 95)]


def table(reader: PixelReader | None = None) -> Tabletop:
    scene = Tabletop(CardTracker(reader or PixelReader()))
    scene.still()
    return scene


def trick(count: int) -> Tabletop:
    scene = table()
    for seat, (card, quad) in enumerate(zip(CARDS[:count], PLACES[:count], strict=True)):
        scene.lay(seat, card, quad)
    return scene


def words_of(sightings: Sequence[Sighting]) -> list[str]:
    return [word(one.observation) for one in sightings if not isinstance(one.observation, KeepsMoving)]


def word(observation: object) -> str:
    match observation:
        case CardLanded(reading, seat):
            return f"{reading.card}>{seat}"
        case CardLifted(card):
            return f"lift:{card}"
        case TableCleared(_, seen):
            return f"clear:{seen}"
    raise AssertionError(observation)


def play(scene: Tabletop, seat: Seat, card: Card, quad: Quad) -> list[Sighting]:
    """Lays a card, and nothing comes to rest."""
    x, y = (float(value) for value in quad.mean(axis=0))
    sightings = scene.arm(seat, x, y)
    scene.lying.append((card, quad))
    return sightings + scene.arm_leaves(seat, x, y)


def moved(scene: Tabletop, seat: Seat, x: float, y: float, lying: list[tuple[Card, Quad]]) -> list[Sighting]:
    """A hand comes to a place, and then the cards lie otherwise."""
    sightings = scene.arm(seat, x, y)
    scene.lying = lying
    return sightings + scene.arm_leaves(seat, x, y) + scene.still()


APART = [quad_at(480, 420, 5), quad_at(250, 250, 85), quad_at(500, 110, 170)]


@pytest.mark.parametrize("places", [pytest.param(APART, id="apart"), pytest.param(PLACES[:3], id="overlapping")])
@pytest.mark.parametrize("first", [0, 1, 2])
def test_quick_plays_are_told_in_the_order_in_which_they_fell(first: int, places: list[Quad]) -> None:
    scene = table()
    sightings: list[Sighting] = []
    for seat in (first, (first + 1) % 3):
        sightings += play(scene, seat, CARDS[seat], places[seat])
    sightings += scene.still()
    assert words_of(sightings) == [f"{CARDS[seat]}>{seat}" for seat in (first, (first + 1) % 3)]


class LookAlikes(PixelReader):
    """ONE and TWO are alike; which of them is read in doubt is said."""

    def __init__(self, doubtful: Card) -> None:
        super().__init__()
        self.doubtful = doubtful

    def judge(self, scores: np.ndarray) -> Answer:
        answer = super().judge(scores)
        if answer.card != self.doubtful:
            return answer
        first, second = (Candidate(card, score) for card, score in ((ONE, 0.95), (TWO, 0.92)))
        return Answer(None, (first, second), is_foreign=False, is_of_pack=True)


@pytest.mark.parametrize("off", [10, 25, 45, 90])
@pytest.mark.parametrize("doubtful", [pytest.param(ONE, id="upon it"), pytest.param(TWO, id="itself in doubt")])
def test_a_look_alike_played_onto_a_card_is_told(doubtful: Card, off: float) -> None:
    scene = table(LookAlikes(doubtful))
    assert len(scene.lay(0, ONE, quad_at(480, 300, 5))) == 1
    assert len(scene.lay(1, TWO, quad_at(480 + off, 300, 30))) == 1


@pytest.mark.parametrize("doubtful", [(), (ONE,)])
@pytest.mark.parametrize(("across", "degrees"), [(20, 8), (45, 60), (80, 0)])
def test_a_card_that_is_pushed_about_is_no_new_card(across: float, degrees: float, doubtful: tuple[Card, ...]) -> None:
    scene = table(InDoubt(doubtful))
    scene.lay(0, ONE, quad_at(480, 300, 0))
    assert moved(scene, 0, 480, 300, [(ONE, quad_at(480 + across, 300, degrees))]) == []


def test_cards_taken_to_look_at_the_one_below_are_put_back() -> None:
    scene = trick(3)
    assert words_of(scene.take(3, (TWO, THREE))) == [f"lift:{THREE}", f"lift:{TWO}"]
    lying = [*scene.lying, (TWO, PLACES[1]), (THREE, PLACES[2])]
    assert sorted(words_of(moved(scene, 3, 480, 270, lying))) == sorted([f"{TWO}>3", f"{THREE}>3"])
    assert words_of(scene.lay(3, FOUR, PLACES[3]) + scene.take(0, CARDS[:4])) == [f"{FOUR}>3", "clear:4"]


def test_a_trick_of_which_the_rest_is_nudged_is_gathered_once() -> None:
    scene = trick(4)
    rest = [(ONE, quad_at(500, 345, 12)), (TWO, quad_at(405, 285, 80))]
    assert words_of(moved(scene, 1, 480, 270, rest)) == [f"lift:{FOUR}", f"lift:{THREE}"]
    assert words_of(scene.take(1, (ONE, TWO))) == ["clear:4"]


def test_where_a_pile_lay_that_was_taken_away_its_cards_may_be_played() -> None:
    scene = trick(4)
    pile = [(card, quad_at(130, 270, 88 + 2 * order)) for order, (card, _) in enumerate(scene.lying)]
    assert words_of(moved(scene, 1, 480, 280, pile)) == ["clear:4"]
    scene.take(1, CARDS[:4])
    assert words_of(scene.lay(0, FIVE, quad_at(480, 400, 5))) == [f"{FIVE}>0"]
    assert words_of(scene.lay(1, FOUR, quad_at(200, 270, 85))) == [f"{FOUR}>1"]


def test_after_a_hand_that_rested_the_next_play_is_told_at_once() -> None:
    scene = trick(3)
    resting = (0, 480.0, 270.0, 1.0)
    scene.arm(0, 480, 270)
    sightings = [sighting for _ in range(8) for sighting in scene._show(resting)]
    for _ in range(3):
        sightings += [sighting for share in (0.5, 0.8, 0.5) for sighting in two_arms(scene, resting, share)]
        sightings += [sighting for _ in range(8) for sighting in scene._show(resting)]
    assert sightings + scene.arm_leaves(0, 480, 270) + scene.still() == []
    assert words_of(scene.lay(3, FOUR, PLACES[3])) == [f"{FOUR}>3"]
    assert words_of(scene.take(0, CARDS[:4])) == ["clear:4"]


def two_arms(scene: Tabletop, resting: tuple[Seat, float, float, float], share: float) -> list[Sighting]:
    image = scene.picture()
    draw_arm(image, *resting)
    draw_arm(image, 3, 880, 100, share)
    return process(scene, image)


def test_however_long_somebody_gesticulates_the_card_is_of_whom_laid_it() -> None:
    scene = table()
    sightings = play(scene, 0, ONE, quad_at(480, 400, 5))
    for number in range(200):
        sightings += scene._show((1, 200 + 40 * (number % 3), 250, 1.0))
    assert words_of(sightings + scene.still()) == [f"{ONE}>0"]


def test_cards_are_read_while_a_hand_keeps_moving_in_view() -> None:
    """A player's hand that fidgets at the edge must not blind the tracker, nor be taken for anybody's play."""
    scene = table()
    sightings: list[Sighting] = []
    for seat, (card, quad) in enumerate(zip(CARDS[:2], APART[:2], strict=True)):
        x, y = (float(value) for value in quad.mean(axis=0))
        for step in range(24):
            if step == 8:
                scene.lying.append((card, quad))
            image = scene.picture()
            draw_arm(image, 3, 850 + 12 * (step % 3), 260)
            if 3 <= step < 13:
                draw_arm(image, seat, x, y, min(1.0, 0.3 * (step - 2), 0.3 * (13 - step)))
            sightings += process(scene, image)
    assert words_of(sightings) == [f"{ONE}>0", f"{TWO}>1"]


def test_something_that_keeps_moving_is_told_once() -> None:
    scene = table()
    moving = [sighting for step in range(150) for sighting in scene._show((1, 300 + 40 * (step % 3), 250, 1.0))]
    assert [type(sighting.observation) for sighting in moving] == [KeepsMoving]
    assert moving[0].observation.seconds >= 5


@pytest.mark.parametrize(
    ("calm", "expected"), [pytest.param(True, True, id="a rest"), pytest.param(False, False, id="none")]
)
def test_a_card_tells_whether_the_view_was_at_rest_before_it(calm: bool, expected: bool) -> None:
    scene = table()
    first = play(scene, 0, ONE, APART[0])
    if calm:
        first += scene.still()
    sightings = first + play(scene, 1, TWO, APART[1]) + scene.still()
    landed = [sighting.observation for sighting in sightings if isinstance(sighting.observation, CardLanded)]
    assert [card.after_rest for card in landed] == [True, expected]


def test_what_is_as_large_as_the_cards_and_like_none_of_them_is_asked_about() -> None:
    scene = trick(4)
    scene.take(0, CARDS[:4])
    scene.arm(1, 480, 300)
    scene.objects = [(quad_at(480, 300, 20), 235)]
    assert words_of(scene.arm_leaves(1, 480, 300) + scene.still(1.5)) == ["None>1"]


def process(scene: Tabletop, image: np.ndarray) -> list[Sighting]:
    scene.number += 1
    luma = cv2.resize(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (640, 360), interpolation=cv2.INTER_AREA)
    return list(scene.tracker.process(Frame(scene.number, scene.number / 10, image, luma)))


def test_a_card_that_lay_there_from_the_start_leaves_a_table_unlike_its_surroundings() -> None:
    scene = Tabletop(CardTracker(PixelReader()), lying=[(ONE, PLACES[0]), (TWO, APART[1])])
    cv2.fillConvexPoly(scene.bare, np.round(quad_at(480, 330, 5, 78, 144)).astype(np.int32), (190, 40, 160))
    assert words_of(scene.still()) == [f"{ONE}>0", f"{TWO}>1"]
    assert words_of(scene.take(0, [ONE])) == [f"lift:{ONE}"]


def test_a_trick_is_gathered_although_a_hand_keeps_moving_beside_it() -> None:
    scene = trick(2)
    sightings = scene.arm(0, 450, 300)
    scene.lying = []
    sightings += scene.arm_leaves(0, 450, 300)
    for step in range(40):  # the fingers stay beside the place of the second card
        sightings += scene._show((1, 300 + 12 * (step % 2), 265, 1.0))
    assert words_of(sightings) == ["clear:2"]
