"""The tracker on a paper table: what happens is told once, and nothing else is."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from tests.support.examples import one_in
from tests.support.paper_table import (
    CARDS,
    HEIGHT,
    WIDTH,
    InDoubt,
    PixelReader,
    SecondThoughts,
    Tabletop,
    draw_arm,
    kinds,
    landed_cards,
    quad_at,
)
from vision.tracking.arrivals.votes import VoteReader
from vision.tracking.settled_scene import Arrival
from vision.tracking.thresholds import TRACKING
from vision.tracking.tracker import CardTracker
from vision.types import CardLanded, CardLifted, Frame, Sighting, TableCleared

ONE, TWO, THREE, FOUR, FIVE, SIX = CARDS[:6]


def table(**how: object) -> Tabletop:
    return Tabletop(CardTracker(PixelReader()), **how)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("seat", "x", "y", "degrees"),
    one_in(
        4,
        [
            pytest.param(0, 480, 380, 0, id="bottom"),
            pytest.param(1, 330, 270, 80, id="left"),
            pytest.param(2, 480, 160, 190, id="top upside down"),
            pytest.param(3, 640, 270, 100, id="right"),
        ],
    ),
)
def test_a_card_that_lands_is_told_once_with_its_seat(seat: int, x: float, y: float, degrees: float) -> None:
    scene = table()
    assert scene.still() == []
    sightings = scene.lay(seat, ONE, quad_at(x, y, degrees)) + scene.still(1.0)
    assert landed_cards(sightings) == [(str(ONE), seat)]
    assert kinds(sightings) == ["CardLanded"]


@pytest.mark.slow
def test_a_card_is_read_in_several_frames_if_nothing_moves_over_it(monkeypatch: pytest.MonkeyPatch) -> None:
    votes, original = list[int](), VoteReader.vote

    def vote(reader: VoteReader, frame: Frame, arrivals: Sequence[Arrival]) -> None:
        votes.append(frame.number)
        original(reader, frame, arrivals)

    monkeypatch.setattr(VoteReader, "vote", vote)
    scene = table()
    scene.still()
    scene.lay(0, ONE, quad_at(480, 380, 5))
    assert len(votes) == TRACKING.arrival_votes - 1, "the frame in which it was found voted already"


@pytest.mark.slow
def test_the_quad_of_a_landed_card_is_exact_to_some_pixels() -> None:
    scene = table()
    scene.still()
    quad = quad_at(500, 300, 17)
    (sighting,) = scene.lay(0, ONE, quad)
    assert isinstance(sighting.observation, CardLanded)
    found = sighting.observation.reading.quad
    distances = np.linalg.norm(found[:, None] - quad[None], axis=2).min(axis=1)
    assert distances.max() < 3


@pytest.mark.slow
def test_a_trick_with_overlap_is_read_card_by_card_and_gathered() -> None:
    scene = table()
    scene.still()
    quads = [quad_at(480, 330, 5), quad_at(420, 270, 85), quad_at(490, 220, 170), quad_at(550, 275, 95)]
    for seat, (card, quad) in enumerate(zip((ONE, TWO, THREE, FOUR), quads, strict=True)):
        assert landed_cards(scene.lay(seat, card, quad)) == [(str(card), seat)]
    (cleared,) = scene.take(2, (ONE, TWO, THREE, FOUR))
    assert cleared.observation == TableCleared(2, 4)
    assert scene.tracker.cards_in_view == []


@pytest.mark.slow
def test_the_card_under_another_is_still_known_when_the_upper_one_is_lifted() -> None:
    scene = table()
    scene.still()
    scene.lay(0, ONE, quad_at(480, 300, 5))
    scene.lay(1, TWO, quad_at(500, 320, 70))
    (lifted,) = scene.take(1, (TWO,))
    assert lifted.observation == CardLifted(TWO)
    assert [card for card, _ in scene.tracker.cards_in_view] == [ONE]


@pytest.mark.slow
def test_a_hand_that_lifts_a_card_leaves_no_doubt_about_the_next_one() -> None:
    scene = table()
    scene.still()
    scene.lay(0, ONE, quad_at(420, 270, 5))
    scene.lay(1, TWO, quad_at(540, 270, 5))
    assert kinds(scene.take(1, [TWO])) == ["CardLifted"]
    (landed,) = scene.lay(1, THREE, quad_at(540, 270, 5))
    assert isinstance(landed.observation, CardLanded)
    assert landed.observation.after_rest


def test_a_nudged_card_is_no_new_card() -> None:
    scene = table()
    scene.still()
    scene.lay(0, ONE, quad_at(480, 300, 5))
    sightings = scene.arm(0, 480, 300)
    scene.lying = [(ONE, quad_at(497, 291, 14))]
    sightings += scene.arm_leaves(0, 480, 300) + scene.still()
    assert sightings == []
    ((card, quad),) = scene.tracker.cards_in_view
    assert card == ONE
    assert np.abs(quad.mean(axis=0) - [497, 291]).max() < 2


@pytest.mark.slow
def test_an_arm_that_goes_over_the_table_is_nothing() -> None:
    scene = table()
    scene.still()
    scene.lay(0, ONE, quad_at(480, 300, 5))
    assert scene.arm(1, 520, 260) + scene.arm_leaves(1, 520, 260) + scene.still() == []


@pytest.mark.slow
def test_a_hand_that_comes_after_a_long_rest_has_not_been_moving_for_long() -> None:
    scene = table()
    scene.still(12)
    assert scene.arm(1, 300, 250) == []


@pytest.mark.slow
def test_a_hand_that_comes_to_the_same_place_again_and_again_is_no_table() -> None:
    scene = table()
    scene.still()
    for _ in range(4):
        sightings = scene.arm(2, 600, 250) + [
            sighting for _ in range(12) for sighting in scene._show((2, 600, 230, 1.0))
        ]
        assert sightings + scene.arm_leaves(2, 600, 230) + scene.still() == []
    scene.arm(2, 600, 250)
    scene.lying.append((TWO, quad_at(600, 250, 20)))
    assert [sighting for _ in range(12) for sighting in scene._show((2, 600, 230, 1.0))] == []
    assert landed_cards(scene.arm_leaves(2, 600, 230) + scene.still()) == [(str(TWO), 2)]


@pytest.mark.slow
def test_pictures_of_another_shape_begin_anew() -> None:
    """As in a folder of them."""
    tracker = CardTracker(PixelReader())
    scene = Tabletop(tracker, lying=[(ONE, quad_at(400, 250, 5))])
    sightings: list[Sighting] = []
    for number in range(32):
        image, rows = scene.picture(), HEIGHT if number < 16 else HEIGHT - 90
        if number % 16 > 7:
            draw_arm(image, 2, 700, 200)
        luma = cv2.resize(cv2.cvtColor(image[:rows], cv2.COLOR_BGR2GRAY), (640, rows * 640 // WIDTH))
        sightings += tracker.process(Frame(number, number / 10, image[:rows], luma))
    assert landed_cards(sightings) == [(str(ONE), 1)] * 2


@pytest.mark.slow
def test_a_hand_that_rests_on_a_lying_card_does_not_take_it() -> None:
    scene = table()
    scene.still()
    scene.lay(0, ONE, quad_at(480, 300, 5))
    sightings = scene.arm(3, 480, 300)
    sightings += [sighting for _ in range(12) for sighting in scene._show((3, 480, 300, 1.0))]
    assert sightings + scene.arm_leaves(3, 480, 300) + scene.still() == []
    assert [card for card, _ in scene.tracker.cards_in_view] == [ONE]


@pytest.mark.slow
def test_of_two_cards_that_land_at_once_the_lower_one_is_read_by_what_shows() -> None:
    scene = table()
    scene.still()
    scene.lay(2, THREE, quad_at(700, 150, 0))
    scene.arm(0, 480, 300)
    scene.lying += [(ONE, quad_at(440, 300, 5)), (TWO, quad_at(500, 330, 70))]
    assert landed_cards(scene.arm_leaves(0, 480, 300) + scene.still()) == [(str(ONE), 0), (str(TWO), 0)]
    assert [card for card, _ in scene.tracker.cards_in_view] == [THREE, ONE, TWO]


@pytest.mark.slow
def test_a_card_that_is_pushed_under_another_is_read_by_what_shows() -> None:
    scene = table()
    scene.still()
    scene.lay(2, TWO, quad_at(500, 330, 70))
    scene.arm(0, 440, 300)
    scene.lying.insert(0, (ONE, quad_at(440, 300, 5)))
    assert landed_cards(scene.arm_leaves(0, 440, 300) + scene.still()) == [(str(ONE), 0)]
    (lifted,) = scene.take(2, (TWO,))
    assert lifted.observation == CardLifted(TWO)


def test_cards_that_lie_there_from_the_start_are_told() -> None:
    scene = table(lying=[(ONE, quad_at(400, 300, 5)), (TWO, quad_at(600, 250, 100))])
    assert {card for card, _ in landed_cards(scene.still())} == {str(ONE), str(TWO)}
    assert landed_cards(scene.lay(2, THREE, quad_at(480, 150, 3))) == [(str(THREE), 2)]


@pytest.mark.slow
def test_a_card_that_lies_there_twice_from_the_start_is_asked_about() -> None:
    scene = table(lying=[(ONE, quad_at(400, 300, 5)), (ONE, quad_at(600, 250, 100))])
    reported = [s.observation.reading for s in scene.still() if isinstance(s.observation, CardLanded)]
    assert [reading.candidates[0].card for reading in reported] == [ONE, ONE]
    assert sorted([str(reading.card) for reading in reported]) == sorted([str(ONE), "None"])


@pytest.mark.slow
@pytest.mark.parametrize("off", one_in(5, [25, 0, 10, 45, 90]))
def test_a_card_that_is_played_onto_a_doubtful_one_is_told(off: float) -> None:
    scene = Tabletop(CardTracker(InDoubt({ONE})))
    scene.still()
    assert landed_cards(scene.lay(0, ONE, quad_at(480, 300, 5))) == [("None", 0)]
    assert landed_cards(scene.lay(1, TWO, quad_at(480 + off, 300, 30))) == [(str(TWO), 1)]


@pytest.mark.slow
def test_a_trick_is_gathered_beside_a_card_that_stays() -> None:
    scene = table(lying=[(FIVE, quad_at(880, 270, 0))])
    scene.still()
    scene.lay(0, ONE, quad_at(480, 330, 5))
    scene.lay(1, TWO, quad_at(400, 270, 85))
    (cleared,) = scene.take(1, (ONE, TWO))
    assert cleared.observation == TableCleared(1, 2)
    assert [card for card, _ in scene.tracker.cards_in_view] == [FIVE]


@pytest.mark.slow
def test_gathering_and_the_next_lead_before_the_scene_settles_are_told_in_order() -> None:
    scene = table()
    scene.still()
    scene.lay(0, ONE, quad_at(480, 330, 5))
    scene.lay(1, TWO, quad_at(400, 270, 85))
    scene.arm(0, 450, 300)
    scene.lying = [(THREE, quad_at(600, 350, 10))]
    assert kinds(scene.arm_leaves(0, 500, 300) + scene.still()) == ["TableCleared", "CardLanded"]


@pytest.mark.slow
@pytest.mark.parametrize("grey", [pytest.param(30, id="a phone"), pytest.param(235, id="a blank card")])
def test_a_thing_that_is_no_card_of_the_pack_is_not_told(grey: int) -> None:
    scene = table()
    scene.still()
    scene.arm(0, 480, 300)
    scene.objects = [(quad_at(480, 300, 20), grey)]
    assert scene.arm_leaves(0, 480, 300) + scene.still() == []
    assert landed_cards(scene.lay(1, ONE, quad_at(250, 270, 85))) == [(str(ONE), 1)]


@pytest.mark.slow
@pytest.mark.parametrize("frames", one_in(6, [4, 1, 2, 3, 5, 6]))
def test_it_is_asked_for_however_soon_the_next_hand_comes(frames: int) -> None:
    scene = Tabletop(CardTracker(SecondThoughts({TWO})))
    scene.still()
    scene.arm(0, 480, 300)
    scene.lying = [(TWO, quad_at(480, 300, 5))]
    sightings = scene.arm_leaves(0, 480, 300) + scene.still(frames / 10) + scene.arm(1, 330, 270)
    sightings += scene.arm_leaves(1, 330, 270) + scene.still()
    assert landed_cards(sightings) == [("None", 0)]


def four_cards() -> Tabletop:
    scene = table()
    scene.still()
    quads = [quad_at(480, 330, 5), quad_at(420, 270, 85), quad_at(490, 220, 170), quad_at(550, 275, 95)]
    for seat, (card, quad) in enumerate(zip((ONE, TWO, THREE, FOUR), quads, strict=True)):
        scene.lay(seat, card, quad)
    return scene


@pytest.mark.slow
def test_a_trick_pushed_onto_a_pile_in_view_is_gathered_by_whom_it_lies_before() -> None:
    """On the pile, and if somebody straightens it, only its cards are told, which the session takes for shown."""
    scene = four_cards()
    scene.tracker.gathered_cards = (ONE, TWO, THREE, FOUR)
    sightings = scene.arm(1, 480, 280)
    scene.lying = [(card, quad_at(130, 270, 88 + 2 * order)) for order, (card, _) in enumerate(scene.lying)]
    sightings += scene.arm_leaves(1, 300, 280) + scene.still()
    assert sightings[0].observation == TableCleared(1, 4)
    sightings += scene.arm(1, 130, 270)
    scene.lying = [(card, quad_at(138, 262, 80 + 2 * order)) for order, (card, _) in enumerate(scene.lying)]
    sightings += scene.arm_leaves(1, 130, 270) + scene.still()
    assert kinds(sightings).count("TableCleared") == 1
    assert {card for card, _ in landed_cards(sightings)} <= {str(card) for card in scene.tracker.gathered_cards}
    assert landed_cards(scene.lay(1, FIVE, quad_at(420, 270, 85))) == [(str(FIVE), 1)]


@pytest.mark.slow
def test_a_card_that_is_moved_elsewhere_was_lifted_and_laid_again() -> None:
    scene = table()
    scene.still()
    scene.lay(0, ONE, quad_at(480, 350, 5))
    sightings = scene.arm(0, 480, 350)
    scene.lying = [(ONE, quad_at(620, 300, 40))]
    sightings += scene.arm_leaves(0, 600, 330) + scene.still()
    assert kinds(sightings) == ["CardLifted", "CardLanded"]
    assert landed_cards(sightings) == [(str(ONE), 0)]
    ((card, quad),) = scene.tracker.cards_in_view
    assert card == ONE
    assert np.abs(quad.mean(axis=0) - [620, 300]).max() < 2


@pytest.mark.slow
def test_a_card_that_is_turned_over_lands_when_its_face_shows_and_leaves_once() -> None:
    scene = table()
    scene.still()
    scene.arm(0, 480, 350)
    quad = quad_at(480, 330, 5)
    scene.objects = [(quad, 120)]
    assert scene.arm_leaves(0, 480, 350) + scene.still() == []
    scene.objects = []
    assert landed_cards(scene.lay(0, ONE, quad)) == [(str(ONE), 0)]
    (lifted,) = scene.take(0, (ONE,))
    assert lifted.observation == CardLifted(ONE)


@pytest.mark.slow
def test_a_card_that_lies_there_already_is_asked_about() -> None:
    scene = table()
    scene.still()
    scene.lay(0, ONE, quad_at(480, 350, 5))
    (sighting,) = scene.lay(2, ONE, quad_at(480, 150, 5))
    assert isinstance(sighting.observation, CardLanded)
    assert sighting.observation.reading.card is None
    assert sighting.observation.reading.candidates[0].card == ONE


@pytest.mark.slow
def test_a_card_waits_until_the_hand_that_covers_some_of_it_has_gone() -> None:
    scene = table()
    scene.still()
    scene.lay(0, ONE, quad_at(300, 300, 5))
    scene.arm(2, 600, 250)
    scene.lying.append((TWO, quad_at(600, 270, 0)))
    assert [sighting for _ in range(12) for sighting in scene._show((2, 600, 190, 1.0))] == []
    assert landed_cards(scene.arm_leaves(2, 600, 190) + scene.still()) == [(str(TWO), 2)]


@pytest.mark.slow
def test_a_white_card_on_a_white_table_in_dim_light_is_told() -> None:
    half_white = np.full((HEIGHT, WIDTH, 3), 236, np.uint8)
    half_white[:, WIDTH // 2 :] = 60
    scene = table(bare=half_white, light=0.3, noise=3.0)
    scene.still()
    assert landed_cards(scene.lay(3, ONE, quad_at(640, 270, 85))) == [(str(ONE), 3)]
    assert landed_cards(scene.lay(1, FIVE, quad_at(300, 270, 85))) == [(str(FIVE), 1)], (
        "its blots lie centred, as drawings do"
    )


@pytest.mark.slow
def test_the_same_frames_give_the_same_sightings() -> None:
    def played() -> list[str]:
        scene = table()
        scene.still()
        scene.lay(0, ONE, quad_at(480, 330, 5))
        return [repr(sighting) for sighting in scene.lay(1, TWO, quad_at(420, 270, 85))]

    assert played() == played()
