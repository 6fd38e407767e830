"""What waits for a later scene: a card that a hand holds or covers, and cards that leave one after another."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import cv2
import numpy as np
import pytest

from engine.cards import BAVARIAN_32
from vision.geometry.quads import grown, scaled
from vision.tracking.background.background_model import BackgroundModel
from vision.tracking.background.changes import MAP_WIDTH, Region, regions_of
from vision.tracking.deferral import Deferral, defer_doubtful, understood_mask
from vision.tracking.settled_scene import Arrival, SettledScene
from vision.tracking.thresholds import TRACKING
from vision.types import Candidate, Reading

if TYPE_CHECKING:
    from engine.cards import Card
    from vision.tracking.background.background_model import TrackedCard
    from vision.tracking.motion.motion_gate import MotionGate
    from vision.types import Map, Mask, Quad

SHAPE = (270, MAP_WIDTH)
SIZE = (2 * MAP_WIDTH, 540)
"""Of the picture: twice that of the map."""
SMALL = (90, 160)
BARE, CARD_LEVEL, SKIN_LEVEL = 90, 230, 160
ONE, TWO, THREE = BAVARIAN_32.cards[:3]


def _place(x: float, y: float) -> Quad:
    """Returns the place of a card on the map whose left upper corner this is."""
    return np.array([[x, y], [x + 42, y], [x + 42, y + 75], [x, y + 75]], np.float32)


LEFT, MIDDLE, FAR = _place(140, 90), _place(200, 90), _place(400, 90)
HAND = np.array([[150, 269], [230, 269], [230, 168], [150, 168]], np.float32)
"""A hand that reaches in from the rim below, to the cards at the left and in the middle."""


def _map(*quads: Quad, level: int = CARD_LEVEL, hand: bool = False) -> Map:
    view = np.full((*SHAPE, 3), (BARE, 128, 128), np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(view, quad.astype(np.int32), (level, 128, 128))
    if hand:
        cv2.fillConvexPoly(view, HAND.astype(np.int32), (SKIN_LEVEL, 140, 150))
    return view


def _mask(*quads: Quad) -> Mask:
    mask = np.zeros(SHAPE, np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(mask, quad.astype(np.int32), (255,))
    return mask


@dataclass
class Gate:
    """Tells for how many seconds places of the map have been still; the rest was so for ever."""

    moved: list[tuple[Quad, float]] = field(default_factory=list)

    def still_mask(self, seconds: float) -> Mask:
        moving = _mask(*(quad for quad, still_for in self.moved if still_for < seconds))
        return cv2.bitwise_not(cv2.resize(moving, SMALL[::-1], interpolation=cv2.INTER_NEAREST)).astype(np.uint8)


def _view(*lying: tuple[Card, Quad]) -> BackgroundModel:
    """Returns the view of a table on which these cards lie."""
    view = BackgroundModel.of(_map(), SIZE[0])
    for card, quad in lying:
        view.add(Reading(card, (Candidate(card, 0.9),), scaled(quad, 2), 1.0), _map(quad), 0)
    view.last = _map(*(quad for _, quad in lying))
    return view


def _scene(now: Map, view: BackgroundModel, time: float = 5.0) -> SettledScene:
    scene = SettledScene(1, time, SIZE, now)
    scene.small = np.zeros(SMALL, np.uint8)
    changed = (np.abs(now.astype(int) - view.last).sum(axis=2) > 20).astype(np.uint8) * 255
    scene.regions = regions_of(changed, 20)
    return scene


def _arrival(quad: Quad, since: float, previous: TrackedCard | None = None) -> Arrival:
    return Arrival(scaled(quad, 2), [], previous=previous, since=since)


def _defer(scene: SettledScene, view: BackgroundModel, gate: Gate, deferral: Deferral | None = None) -> None:
    (deferral or Deferral()).defer(scene, view, cast("MotionGate", gate))


def test_what_a_hand_holds_waits_and_what_lies_elsewhere_does_not() -> None:
    view = _view()
    scene = _scene(_map(MIDDLE, FAR, hand=True), view)
    held, free = _arrival(MIDDLE, 4.0), _arrival(FAR, 4.5)
    scene.arrivals = [held, free]
    _defer(scene, view, Gate())
    assert scene.arrivals == [free]
    assert [quad is held.quad for quad in scene.deferred_quads] == [True]
    assert scene.hands is not None
    assert scene.hidden_quads == [], "it is held, but in full view"


def test_without_a_hand_nothing_waits() -> None:
    view = _view()
    scene = _scene(_map(MIDDLE, FAR), view)
    scene.arrivals = [_arrival(MIDDLE, 4.0), _arrival(FAR, 4.5)]
    _defer(scene, view, Gate())
    assert (len(scene.arrivals), scene.deferred_quads, scene.hands) == (2, [], None)


@pytest.mark.parametrize(("is_new", "hidden"), [(True, 1), (False, 0)])
def test_a_new_card_over_which_something_moves_is_read_again_when_it_shows(is_new: bool, hidden: int) -> None:
    view = _view((ONE, FAR))
    scene = _scene(_map(MIDDLE, FAR), view)
    scene.motion_mask = _mask(MIDDLE)
    arrival = _arrival(MIDDLE, 4.0, None if is_new else view.cards[0])
    scene.arrivals = [arrival]
    _defer(scene, view, Gate([(MIDDLE, 0.0)]))
    assert scene.arrivals == []
    assert scene.deferred_quads == [arrival.quad]
    assert len(scene.hidden_quads) == hidden


@pytest.mark.parametrize(
    ("still_for", "has_left"),
    [
        pytest.param(TRACKING.gone_min_seconds - 0.1, False, id="a hand just lifts it"),
        pytest.param(TRACKING.gone_min_seconds + 0.1, True, id="its place has long been still"),
    ],
)
def test_a_card_at_a_hand_has_left_once_its_place_is_still(still_for: float, has_left: bool) -> None:
    view = _view((ONE, MIDDLE))
    scene = _scene(_map(hand=True), view)
    scene.departures = list(view.cards)
    _defer(scene, view, Gate([(MIDDLE, still_for)]))
    assert bool(scene.departures) is has_left
    assert bool(scene.deferred_quads) is not has_left


def test_a_glass_that_stays_is_no_hand_that_holds_a_card() -> None:
    view, deferral = _view(), Deferral()
    arrival = _arrival(MIDDLE, 4.0)
    for second in range(12):
        scene = _scene(_map(MIDDLE, hand=True), view, time=5.0 + second)
        scene.arrivals = [arrival]
        _defer(scene, view, Gate(), deferral)
        if scene.arrivals:
            break
    assert scene.arrivals == [arrival]
    assert second > 1
    nobody = _scene(_map(MIDDLE), view, time=30.0)
    _defer(nobody, view, Gate(), deferral)
    scene = _scene(_map(MIDDLE, hand=True), view, time=31.0)
    scene.arrivals = [arrival]
    _defer(scene, view, Gate(), deferral)
    assert scene.arrivals == [], "what comes next is another thing"


def _gathering(view: BackgroundModel, time: float, hand: bool = True) -> SettledScene:
    """Returns a scene in which one card of a trick has left, and a card was laid far from it afterwards."""
    scene = _scene(_map(MIDDLE, FAR, hand=hand), view, time)
    scene.departures, scene.first_departure_time = [view.cards[0]], 4.0
    scene.arrivals = [_arrival(FAR, 4.5)]
    return scene


@pytest.mark.parametrize(
    ("hand", "open_region", "is_deferred"),
    [
        pytest.param(True, False, True, id="a hand is over the rest of the trick"),
        pytest.param(False, False, False, id="nobody is near"),
        pytest.param(False, True, True, id="something else has changed that may be the card"),
    ],
)
def test_a_departure_waits_while_the_rest_of_its_trick_may_be_gathered(
    hand: bool, open_region: bool, is_deferred: bool
) -> None:
    view, deferral = _view((ONE, LEFT), (TWO, MIDDLE)), Deferral()
    still = Gate([(MIDDLE, 0.2)])
    _defer(_scene(_map(LEFT, MIDDLE), view, 4.0), view, still, deferral)
    scene = _gathering(view, 5.0, hand)
    scene.deferred_regions = scene.regions[:1] if open_region else []
    _defer(scene, view, still, deferral)
    assert (bool(scene.departures), bool(scene.arrivals)) == (not is_deferred, not is_deferred)
    assert len(scene.deferred_quads) == (2 if is_deferred else 0)


@pytest.mark.parametrize(
    ("other", "trick", "is_deferred"),
    [
        pytest.param(MIDDLE, 0, True, id="of the same trick"),
        pytest.param(MIDDLE, 1, True, id="of another trick, close to it"),
        pytest.param(_place(240, 150), 0, True, id="of the same trick, apart"),
        pytest.param(_place(240, 150), 1, False, id="of another trick, apart"),
    ],
)
def test_a_hand_at_another_card_gathers_it_if_it_belongs_to_what_has_left(
    other: Quad, trick: int, is_deferred: bool
) -> None:
    view, deferral = _view((ONE, _place(60, 90)), (TWO, other)), Deferral()
    if other is MIDDLE:
        view = _view((ONE, LEFT), (TWO, other))
    view.cards[1].trick = trick
    _defer(_scene(_map(other), view, 4.0), view, Gate(), deferral)
    scene = _scene(_map(other, hand=True), view, 5.0)
    scene.departures = [view.cards[0]]
    _defer(scene, view, Gate([(view.on_map(view.cards[0].quad), 2.0)]), deferral)
    assert bool(scene.departures) is not is_deferred
    if is_deferred:
        assert scene.deferred_quads[0] is view.cards[0].quad


def test_an_arrival_from_before_the_departure_does_not_wait_for_it() -> None:
    view, deferral = _view((ONE, LEFT), (TWO, MIDDLE)), Deferral()
    _defer(_scene(_map(LEFT, MIDDLE), view, 4.0), view, Gate(), deferral)
    scene = _gathering(view, 5.0)
    scene.arrivals = [_arrival(FAR, 3.9), _arrival(FAR, 4.0), _arrival(FAR, 4.5, view.cards[0])]
    _defer(scene, view, Gate(), deferral)
    assert [arrival.since for arrival in scene.arrivals] == [3.9, 4.5]


def test_a_hand_that_stays_over_the_trick_defers_a_departure_for_a_while_only() -> None:
    view, deferral = _view((ONE, LEFT), (TWO, MIDDLE)), Deferral()
    _defer(_scene(_map(LEFT, MIDDLE), view, 4.0), view, Gate(), deferral)
    waited = []
    for time in (4.2, 4.0 + TRACKING.gather_max_seconds - 0.1, 4.0 + TRACKING.gather_max_seconds + 0.1):
        scene = _gathering(view, time)
        _defer(scene, view, Gate(), deferral)
        waited.append(not scene.departures)
    assert waited == [True, True, False]


@pytest.mark.parametrize(
    ("still_for", "doubtful", "is_deferred"),
    [
        pytest.param(TRACKING.doubt_min_seconds - 0.1, True, True, id="a doubtful card that came to rest just now"),
        pytest.param(TRACKING.doubt_min_seconds + 0.1, True, False, id="a doubtful card that has lain for a while"),
        pytest.param(TRACKING.doubt_min_seconds - 0.1, False, False, id="a card that is sure"),
    ],
)
def test_a_doubtful_card_is_asked_about_when_it_has_lain_for_a_while(
    still_for: float, doubtful: bool, is_deferred: bool
) -> None:
    view = _view((ONE, LEFT))
    scene = _scene(_map(MIDDLE, FAR), view)
    one, sure = _arrival(MIDDLE, 4.0), _arrival(FAR, 4.0)
    scene.arrivals, scene.departures = [one, sure], list(view.cards)
    gate = cast("MotionGate", Gate([(MIDDLE, still_for)]))
    assert defer_doubtful(scene, gate, lambda arrival: doubtful and arrival is one) is is_deferred
    assert scene.arrivals == ([sure] if is_deferred else [one, sure])
    assert len(scene.departures) == (0 if is_deferred else 1), "it may be the card that lay there"
    expected = [one.quad, *(card.quad for card in view.cards)] if is_deferred else []
    assert [quad.tolist() for quad in scene.deferred_quads] == [quad.tolist() for quad in expected]


def _understood(mask: Mask, quad: Quad) -> bool | None:
    """Whether the view at a place is understood; None if in part only."""
    inside = mask[_mask(quad) > 0] > 0
    return bool(inside[0]) if inside.all() or not inside.any() else None


def test_what_was_put_off_is_not_understood_and_all_else_at_rest_is() -> None:
    view = _view((ONE, LEFT))
    scene = _scene(_map(MIDDLE, FAR), view)
    assert understood_mask(scene, view).all()
    scene.deferred_quads = [scaled(MIDDLE, 2)]
    scene.deferred_regions = [Region(np.zeros((1, 1, 2), np.int32), _mask(_place(300, 10)), 1.0, at_rim=False)]
    understood = understood_mask(scene, view)
    assert [_understood(understood, quad) for quad in (MIDDLE, _place(300, 10), FAR)] == [False, False, True]


def test_beside_a_hand_only_cards_and_what_stays_are_understood() -> None:
    view = _view((TWO, _place(60, 150)))
    scene = _scene(_map(MIDDLE, FAR, hand=True), view)
    scene.arrivals = [_arrival(MIDDLE, 4.0)]
    scene.departures = list(view.cards)
    scene.hands = _mask(HAND)
    understood = understood_mask(scene, view)
    inside_card = grown(_place(205, 95), 0.5)
    assert [_understood(understood, quad) for quad in (HAND, FAR, inside_card)] == [False, True, True]
    shadow = _place(300, 150)
    scene.map[_mask(shadow) > 0] = 40
    scene.regions.append(Region(np.zeros((1, 1, 2), np.int32), _mask(shadow), 1.0, at_rim=False))
    assert _understood(understood_mask(scene, view), shadow)
    scene.hands = _mask(HAND, _place(335, 150))
    assert not _understood(understood_mask(scene, view), shadow), "it touches the hand"
    scene.static_objects = _mask(HAND)
    assert _understood(understood_mask(scene, view), grown(HAND, 0.5))
    scene.motion_mask = _mask(FAR)
    assert _understood(understood_mask(scene, view), FAR) is False


def test_the_table_that_a_hand_has_uncovered_is_understood_while_another_hand_is_in_view() -> None:
    """The model has a part of an arm for table; else that arm would be seen over every later card."""
    view = _view()
    arm = _place(60, 100)
    view.last[_mask(arm) > 0] = 40
    view.background[_mask(arm) > 0] = 40
    scene = _scene(_map(hand=True), view)
    scene.regions.append(Region(np.zeros((1, 1, 2), np.int32), _mask(arm), 1.0, at_rim=True))
    scene.hands = _mask(HAND)
    understood = understood_mask(scene, view)
    assert [_understood(understood, quad) for quad in (grown(arm, 0.9), HAND)] == [True, False]
