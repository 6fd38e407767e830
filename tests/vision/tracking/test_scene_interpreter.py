"""What is told of a scene: cards laid, lifted, pushed about and put back; tricks gathered whole or in part."""

from collections.abc import Collection
from typing import cast

import numpy as np
import pytest

from engine.cards import BAVARIAN_32, Card
from tests.support.paper_table import cloth, quad_at
from vision.geometry.quads import portrait
from vision.tracking.arrivals.votes import VoteReader
from vision.tracking.background.background_model import BackgroundModel, TrackedCard
from vision.tracking.background.card_sizes import CardSizes
from vision.tracking.background.changes import to_lab_map
from vision.tracking.departures import TrickGathering
from vision.tracking.hands import HandAttribution, MissedCardCheck
from vision.tracking.motion.frame_history import FrameHistory
from vision.tracking.motion.motion_gate import MotionGate
from vision.tracking.scene_interpreter import INITIAL_TRICK, SHOWN, ForeignCards, SceneInterpreter
from vision.tracking.settled_scene import Arrival, SettledScene
from vision.types import Candidate, CardLanded, CardLifted, Observation, Quad, Reading, TableCleared

ONE, TWO, THREE, FOUR, FIVE, SIX = BAVARIAN_32.cards[:6]
SMALL = np.full((90, 160), 100, np.uint8)
NOW = to_lab_map(cloth())
TIME = 20.0


def _place(column: int) -> Quad:
    return portrait(quad_at(200 + 110 * column, 270, 4))


class Votes:
    """Reads each arrival as the card that its place stands for."""

    def __init__(self, names: dict[int, Card | None]) -> None:
        self.names = names

    def reading(self, arrival: Arrival) -> Reading:
        card = self.names[round((float(arrival.quad[:, 0].mean()) - 200) / 110)]
        return Reading(card, (Candidate(card or ONE, 0.9),), arrival.quad, 1.0)


class Table:
    """A table on which cards lie side by side, and what is told of it."""

    def __init__(self, *lying: Card, trick: int = 0) -> None:
        self.view = BackgroundModel.of(NOW, cloth().shape[1])
        for column, card in enumerate(lying):
            self.view.add(Reading(card, (Candidate(card, 0.9),), _place(column), 1.0), NOW, trick)
        self.names: dict[int, Card | None] = dict(enumerate(lying))
        history = FrameHistory()
        history.update(SMALL, 0.0, 8.0)
        self.missed = MissedCardCheck(history, (0, 1, 2, 3))
        self.hands = HandAttribution(history, MotionGate(), (0, 1, 2, 3))
        self.gathering = TrickGathering()
        self.gathered: Collection[Card] = ()
        self.sizes = CardSizes(cloth().shape[:2])

    def card(self, column: int) -> TrackedCard:
        return next(card for card in self.view.cards if card.card == self.names[column])

    def reported(
        self,
        *arrivals: tuple[int, Card | None, TrackedCard | None, float],
        left: Collection[TrackedCard] = (),
        left_at: float = TIME,
    ) -> list[Observation]:
        """Returns what is told: *arrivals* are column, card, where it lay before, and since when."""
        self.names |= {column: card for column, card, _, _ in arrivals}
        scene = SettledScene(
            *(1, TIME, cloth().shape[1::-1], NOW),
            small=SMALL,
            arrivals=[Arrival(_place(column), [], previous, since=since) for column, _, previous, since in arrivals],
            departures=list(left),
            first_departure_time=left_at,
        )
        votes = cast("VoteReader", Votes(self.names))
        interpreter = SceneInterpreter(
            *(votes, self.view, self.sizes, self.hands, self.missed, self.gathering, self.gathered), ForeignCards()
        )
        return interpreter.observations(scene)


def _words(observations: list[Observation]) -> list[str]:
    def word(one: Observation) -> str:
        match one:
            case CardLanded():
                return f"landed {one.reading.card}"
            case CardLifted():
                return f"lifted {one.card}"
            case TableCleared():
                return f"cleared {one.card_count}"
            case _:
                return str(one)

    return [word(one) for one in observations]


def test_new_cards_are_told_in_order_and_lie_on_the_table() -> None:
    table = Table(ONE)
    assert _words(table.reported((1, TWO, None, 19.0), (2, THREE, None, 19.5))) == ["landed EK", "landed EO"]
    assert [card.card for card in table.view.cards] == [ONE, TWO, THREE]
    assert table.sizes.plane is not None, "their size is learned"


def test_a_card_that_is_straightened_is_not_told_and_keeps_its_trick() -> None:
    table = Table(ONE, TWO, trick=2)
    table.view.tricks = 3
    (moved, _) = table.view.cards
    assert table.reported((0, None, moved, 19.0)) == []
    assert [(card.card, card.trick) for card in table.view.cards] == [(TWO, 2), (ONE, 2)]


def test_a_card_that_is_moved_elsewhere_was_lifted_and_laid() -> None:
    table = Table(ONE, TWO)
    assert _words(table.reported((4, ONE, table.view.cards[0], 19.0))) == ["lifted EA", "landed EA"]
    assert [card.card for card in table.view.cards] == [TWO, ONE]


@pytest.mark.parametrize(
    ("candidates", "since", "column", "is_it"),
    [
        pytest.param((ONE, TWO), 17.0, 0, True, id="a better outline of it, while a hand was over a part of it"),
        pytest.param((ONE, TWO), 18.1, 0, True, id="the part that shows it came to light just after it was read"),
        pytest.param((ONE, TWO), 18.6, 0, False, id="laid on it after it was read"),
        pytest.param((THREE, TWO), 17.0, 0, False, id="read late, and none of its candidates"),
        pytest.param((ONE, TWO), 17.0, 2, False, id="elsewhere"),
    ],
)
def test_a_doubtful_card_that_is_read_again_is_the_same_card(
    candidates: tuple[Card, Card], since: float, column: int, is_it: bool
) -> None:
    """Its first outline was a quarter of its length away from it."""
    table = Table()
    doubtful = Reading(None, tuple(Candidate(card, 0.57) for card in candidates), _place(0) + np.float32((0, 40)), 1.0)
    table.view.add(doubtful, NOW, 0, since=16.5, read_at=18.0)
    landed = _words(table.reported((column, ONE, None, since)))
    assert (landed, len(table.view.cards)) == (([], 1) if is_it else ([f"landed {ONE}"], 2))


def test_a_trick_that_leaves_at_once_is_cleared_and_what_came_before_is_told_before() -> None:
    table = Table(ONE, TWO, THREE)
    reported = table.reported((6, FOUR, None, 18.0), (5, FIVE, None, 19.5), left=table.view.cards[:3], left_at=19.0)
    assert _words(reported) == ["landed EU", "cleared 3", "landed E10"]
    table = Table(ONE, TWO, THREE)
    reported = table.reported((6, FIVE, None, 19.5), left=table.view.cards[:3], left_at=19.0)
    assert _words(reported) == ["cleared 3", "landed E10"]
    assert (table.view.tricks, [card.trick for card in table.view.cards]) == (1, [1])


def test_a_trick_is_cleared_beside_an_upcard_and_the_next_card_begins_another() -> None:
    table = Table(ONE, TWO, THREE, FOUR, FIVE)
    assert _words(table.reported(left=[table.card(column) for column in range(1, 5)])) == ["cleared 4"]
    assert _words(table.reported((6, SIX, None, 19.0))) == [f"landed {SIX}"]
    assert [(card.card, card.trick) for card in table.view.cards] == [(ONE, 0), (SIX, 1)]


@pytest.mark.parametrize("trick", [0, INITIAL_TRICK])
def test_an_upcard_that_is_taken_holds_up_no_order(trick: int) -> None:
    table = Table(ONE, trick=trick)
    reported = table.reported((3, FOUR, None, 18.0), left=table.view.cards[:1], left_at=19.0)
    assert _words(reported) == (["landed EU", "lifted EA"] if trick == 0 else ["lifted EA", "landed EU"])


@pytest.mark.parametrize(
    ("taken", "back", "expected"),
    [
        pytest.param((0, 1), None, ["landed E10"], id="half of the trick was lifted: the next card belongs to it"),
        pytest.param((0, 1, 2), None, ["cleared 3", "landed E10"], id="most of it was: it counts as gathered"),
        pytest.param((0, 1, 2), 1, ["landed EK"], id="one of these is put back"),
    ],
)
def test_a_card_laid_while_a_trick_is_gathered(taken: tuple[int, ...], back: int | None, expected: list[str]) -> None:
    table = Table(ONE, TWO, THREE, FOUR)
    gone = [table.card(column) for column in taken]
    assert {type(one) for one in table.reported(left=gone)} == {CardLifted}
    card = FIVE if back is None else (ONE, TWO, THREE)[back]
    assert _words(table.reported((6, card, None, 19.0))) == expected
    is_cleared = "cleared 3" in expected
    assert table.view.tricks == (1 if is_cleared else 0)
    assert table.view.cards[-1].trick == (1 if is_cleared else 0)
    assert len(table.gathering.cards) == (0 if back is None else 2)
    (cleared,) = [one for one in table.reported(left=[table.card(3)]) if isinstance(one, TableCleared)] or [None]
    assert (cleared is None) is (back is None)


def test_a_trick_pushed_aside_face_up_is_cleared_and_no_card_of_it_is_told() -> None:
    table = Table(ONE, TWO)
    one, two = table.view.cards
    assert _words(table.reported((5, ONE, one, 19.0), (6, TWO, two, 19.1))) == ["cleared 2"]
    assert table.view.cards == []


@pytest.mark.parametrize(
    ("read_as", "expected"),
    [
        pytest.param(TWO, TWO, id="a new card"),
        pytest.param(ONE, None, id="a card that lies there already"),
        pytest.param(None, None, id="in doubt"),
    ],
)
def test_every_card_exists_once(read_as: Card | None, expected: Card | None) -> None:
    table = Table(ONE)
    (landed,) = table.reported((4, read_as, None, 19.0))
    assert isinstance(landed, CardLanded)
    assert landed.reading.card == expected


@pytest.mark.parametrize("is_new_deal", [False, True])
def test_cards_of_a_gathered_trick_that_are_shown_belong_to_no_trick(is_new_deal: bool) -> None:
    """Unless the next deal has begun meanwhile: then they were its first cards."""
    table = Table(ONE, TWO)
    table.gathered = (THREE, FOUR)
    assert _words(table.reported((5, THREE, None, 18.0), (6, FOUR, None, 18.1))) == ["landed EO", "landed EU"]
    assert [card.trick for card in table.view.cards] == [0, 0, SHOWN, SHOWN]
    if is_new_deal:
        table.gathered = ()
    put_back = _words(table.reported(left=[table.card(5), table.card(6)]))
    assert put_back == (["cleared 2"] if is_new_deal else ["lifted EO", "lifted EU"])
    assert _words(table.reported(left=[table.card(0), table.card(1)])) == ["cleared 2"]


def test_a_trick_is_cleared_beside_cards_that_are_shown() -> None:
    table = Table(ONE, TWO)
    table.gathered = (THREE, FOUR)
    table.reported((2, THREE, None, 18.0), (3, FOUR, None, 18.1))
    assert _words(table.reported(left=[table.card(column) for column in range(3)])) == ["cleared 2", "lifted EO"]
    assert _words(table.reported(left=[table.card(3)])) == ["lifted EU"]
