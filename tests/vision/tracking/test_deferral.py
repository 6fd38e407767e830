"""What waits for a later scene: a card that a hand holds or covers, and cards that leave one after another."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, cast

import cv2
import numpy as np
import pytest

from engine.cards import BAVARIAN_32, Card
from vision.geometry.quads import grown, scaled
from vision.tracking.background.background_model import BackgroundModel, TrackedCard
from vision.tracking.background.changes import MAP_WIDTH, Region, change_mask, regions_of
from vision.tracking.motion.motion_gate import MotionGate
from vision.tracking.motion.thresholds import MOTION
from vision.tracking.scene_schedule import Deferral, defer_doubtful, understood_mask
from vision.tracking.settled_scene import Arrival, SettledScene
from vision.tracking.thresholds import TRACKING
from vision.types import Candidate, Map, Mask, Quad, Reading

SHAPE = (270, MAP_WIDTH)
SIZE = (2 * MAP_WIDTH, 540)
"""Of the picture: twice that of the map."""
SMALL = (90, 160)
BARE, CARD_LEVEL, SKIN_LEVEL = 90, 230, 160
CARD_AREA = 42 * 75
"""Of a card on the map, in px."""
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


def _scene(now: Map, view: BackgroundModel, time: float = 5.0, **found: Any) -> SettledScene:
    changed = (np.abs(now.astype(int) - view.last).sum(axis=2) > 20).astype(np.uint8) * 255
    found.setdefault("regions", regions_of(changed, 20))
    found.setdefault("changed", change_mask(now, view.last))
    return SettledScene(1, time, SIZE, now, small=np.zeros(SMALL, np.uint8), **found)


def _arrival(quad: Quad, since: float, previous: TrackedCard | None = None) -> Arrival:
    return Arrival(scaled(quad, 2), [], previous=previous, since=since)


def _defer(scene: SettledScene, view: BackgroundModel, gate: Gate, deferral: Deferral | None = None) -> SettledScene:
    return (deferral or Deferral()).defer(scene, view, cast("MotionGate", gate))


@pytest.mark.parametrize(
    ("hand", "still_for", "held"),
    [
        pytest.param(True, 0.5, True, id="a hand"),
        pytest.param(True, TRACKING.lasting_min_seconds + 1, False, id="a glass that stays"),
        pytest.param(False, 0.5, False, id="nobody"),
    ],
)
def test_what_a_hand_holds_waits_and_what_lies_elsewhere_does_not(hand: bool, still_for: float, held: bool) -> None:
    view, at_hand, free = _view(), _arrival(MIDDLE, 4.0), _arrival(FAR, 4.5)
    scene = _scene(_map(MIDDLE, FAR, hand=hand), view, arrivals=[at_hand, free])
    scene = _defer(scene, view, Gate([(HAND, still_for)]))
    assert scene.arrivals == ([free] if held else [at_hand, free])
    assert list(scene.deferred_quads) == ([at_hand.quad] if held else [])
    assert (scene.hands is not None) is held


ARM, CARD, SLEEVE = (100, 170, 50, 99), (220, 80, 60, 100), (1, 20, 80, 40)


def _box(thing: tuple[int, int, int, int]) -> Quad:
    """Returns the corners of a thing; left, top, width and height on the map."""
    left, top, width, height = thing
    return np.array([[left, top], [left + width, top], [left + width, top + height], [left, top + height]], np.float32)


@pytest.mark.parametrize(
    ("changes", "cards", "hands"),
    [
        pytest.param([ARM], [], [ARM], id="an arm"),
        pytest.param([CARD], [], [], id="a change amid the view"),
        pytest.param([ARM, CARD, SLEEVE], [CARD], [ARM, SLEEVE], id="two arms beside a card"),
        pytest.param([ARM], [ARM], [], id="a card at the rim"),
        pytest.param([ARM], [(100, 170, 50, 80)], [], id="a card at the rim and its shadow"),
    ],
)
def test_what_reaches_in_from_the_rim_and_is_no_card_is_a_hand(
    changes: list[tuple[int, int, int, int]], cards: list[tuple[int, int, int, int]], hands: list[Any]
) -> None:
    view = _view()
    scene = _scene(_map(*map(_box, changes)), view, arrivals=[_arrival(_box(card), 4.0) for card in cards])
    found = _defer(scene, view, Gate([(_box((0, 0, 480, 270)), 1.0)])).hands
    expected = _mask(*map(_box, hands))
    assert (np.zeros(SHAPE) if found is None else found).astype(bool).sum() == pytest.approx(
        np.sum(expected > 0), rel=0.02
    )


LEFT_X, TOP_Y = 200, 80


@pytest.mark.parametrize(
    ("still_for", "has_left"),
    [
        pytest.param(TRACKING.gone_min_seconds - 0.1, False, id="a hand just lifts it"),
        pytest.param(TRACKING.gone_min_seconds + 0.1, True, id="its place has long been still"),
    ],
)
def test_a_card_at_a_hand_has_left_once_its_place_is_still(still_for: float, has_left: bool) -> None:
    view = _view((ONE, MIDDLE))
    scene = _scene(_map(hand=True), view, departures=list(view.cards))
    scene = _defer(scene, view, Gate([(MIDDLE, still_for), (HAND, 0.5)]))
    assert bool(scene.departures) is has_left
    assert bool(scene.deferred_quads) is not has_left


def _gathering(view: BackgroundModel, time: float, hand: bool = True, **found: Any) -> SettledScene:
    """Returns a scene in which one card of a trick has left, and a card was laid far from it afterwards."""
    found = {"arrivals": [_arrival(FAR, 4.5)], "departures": [view.cards[0]], **found}
    return _scene(_map(MIDDLE, FAR, hand=hand), view, time, first_departure_time=4.0, **found)


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
    still = Gate([(MIDDLE, 0.2), (HAND, 0.5)])
    _defer(_scene(_map(LEFT, MIDDLE), view, 4.0), view, still, deferral)
    scene = _gathering(view, 5.0, hand)
    scene = _defer(replace(scene, deferred_regions=scene.regions[:1] if open_region else []), view, still, deferral)
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
    view, deferral = _view((ONE, LEFT if other is MIDDLE else _place(60, 90)), (TWO, other)), Deferral()
    view.cards[1].trick = trick
    _defer(_scene(_map(other), view, 4.0), view, Gate(), deferral)
    scene = _scene(_map(other, hand=True), view, 5.0, departures=[view.cards[0]])
    scene = _defer(scene, view, Gate([(view.on_map(view.cards[0].quad), 2.0), (HAND, 0.5)]), deferral)
    assert bool(scene.departures) is not is_deferred


def test_an_arrival_from_before_the_departure_does_not_wait_for_it() -> None:
    view, deferral = _view((ONE, LEFT), (TWO, MIDDLE)), Deferral()
    _defer(_scene(_map(LEFT, MIDDLE), view, 4.0), view, Gate(), deferral)
    arrivals = [_arrival(FAR, 3.9), _arrival(FAR, 4.0), _arrival(FAR, 4.5, view.cards[0])]
    scene = _defer(_gathering(view, 5.0, arrivals=arrivals), view, Gate([(HAND, 0.5)]), deferral)
    assert [arrival.since for arrival in scene.arrivals] == [3.9, 4.5]


def test_a_hand_that_stays_over_the_trick_defers_a_departure_for_a_while_only() -> None:
    view, deferral = _view((ONE, LEFT), (TWO, MIDDLE)), Deferral()
    _defer(_scene(_map(LEFT, MIDDLE), view, 4.0), view, Gate(), deferral)
    times = (4.2, 4.0 + TRACKING.gather_max_seconds - 0.1, 4.0 + TRACKING.gather_max_seconds + 0.1)
    left = [_defer(_gathering(view, time), view, Gate([(HAND, 0.5)]), deferral).departures for time in times]
    assert [bool(cards) for cards in left] == [False, False, True]


@pytest.mark.parametrize(
    ("still_for", "doubtful", "hands", "is_deferred"),
    [
        pytest.param(MOTION.hand_leaves_max_seconds - 0.1, True, None, True, id="a doubtful card just at rest"),
        pytest.param(MOTION.hand_leaves_max_seconds + 0.1, True, None, False, id="a doubtful card at rest for a while"),
        pytest.param(MOTION.hand_leaves_max_seconds - 0.1, False, None, False, id="a card that is sure"),
        pytest.param(MOTION.hand_leaves_max_seconds + 0.1, True, HAND, True, id="a hand beside it may cover a part"),
        pytest.param(TRACKING.gather_max_seconds + 0.1, True, HAND, False, id="a hand beside it for long"),
        pytest.param(MOTION.hand_leaves_max_seconds + 0.1, True, FAR, False, id="a hand elsewhere"),
    ],
)
def test_a_doubtful_card_is_asked_about_when_it_has_lain_for_a_while(
    still_for: float, doubtful: bool, hands: Quad | None, is_deferred: bool
) -> None:
    view = _view((ONE, LEFT))
    one, sure = _arrival(MIDDLE, 4.0), _arrival(FAR, 4.0)
    scene = _scene(_map(MIDDLE, FAR), view, arrivals=[one, sure], departures=list(view.cards))
    scene = replace(scene, hands=None if hands is None else _mask(hands))
    gate = cast("MotionGate", Gate([(MIDDLE, still_for)]))
    scene, any_deferred = defer_doubtful(scene, view, gate, lambda arrival: doubtful and arrival is one)
    assert any_deferred is is_deferred
    assert scene.arrivals == ([sure] if is_deferred else [one, sure])
    assert len(scene.departures) == (0 if is_deferred else 1), "it may be the card that lay there"
    expected = [one.quad, *(card.quad for card in view.cards)] if is_deferred else []
    assert [quad.tolist() for quad in scene.deferred_quads] == [quad.tolist() for quad in expected]


def _understood(mask: Mask, quad: Quad) -> bool | None:
    """Whether the view at a place is understood; None if in part only."""
    inside = mask[_mask(quad) > 0] > 0
    return bool(inside[0]) if inside.all() or not inside.any() else None


def _region(quad: Quad, *, at_rim: bool = False, area: float = 1.0) -> Region:
    return Region(np.zeros((1, 1, 2), np.int32), _mask(quad), area, at_rim=at_rim)


def test_what_was_put_off_is_not_understood_and_all_else_at_rest_is() -> None:
    view = _view((ONE, LEFT))
    scene = _scene(_map(MIDDLE, FAR), view)
    assert understood_mask(scene, view, CARD_AREA).all()
    scene = replace(scene, deferred_quads=[scaled(MIDDLE, 2)], deferred_regions=[_region(_place(300, 10))])
    understood = understood_mask(scene, view, CARD_AREA)
    assert [_understood(understood, quad) for quad in (MIDDLE, _place(300, 10), FAR)] == [False, False, True]


@pytest.mark.parametrize(
    ("left_open", "is_understood"),
    [
        pytest.param({}, True, id="all is at rest: a crumb"),
        pytest.param({"deferred_regions": [_region(_place(300, 10))]}, False, id="a region is searched later"),
        pytest.param({"deferred_quads": [scaled(_place(300, 10), 2)]}, False, id="a card is read later"),
        pytest.param({"hands": _mask(HAND)}, False, id="a hand is in view"),
        pytest.param({"hands": _mask(HAND), "arrivals": [_arrival(MIDDLE, 4.0)]}, True, id="a part of a card"),
    ],
)
def test_small_changes_are_understood_once_nothing_is_open(left_open: dict[str, Any], is_understood: bool) -> None:
    """Of a pale card on a pale table its corners change a little, and must not become a part of the table."""
    corner = np.array([[202, 92], [212, 92], [212, 100], [202, 100]], np.float32)
    view = _view()
    scene = _scene(_map(corner), view, **{"regions": [], **left_open})
    assert _understood(understood_mask(scene, view, CARD_AREA), corner) is is_understood


@pytest.mark.parametrize(
    ("area", "changes", "is_understood"),
    [
        pytest.param(0.8, {}, True, id="all is at rest, and it was searched"),
        pytest.param(0.8, {"motion_mask": _mask(FAR)}, False, id="something moves elsewhere"),
        pytest.param(0.3, {"motion_mask": _mask(FAR)}, True, id="it is too small for a card"),
        pytest.param(0.8, {"motion_mask": _mask(FAR), "arrivals": [_arrival(MIDDLE, 4.0)]}, True, id="a card arrived"),
    ],
)
def test_a_region_of_a_cards_size_that_nothing_explains_is_searched_again_at_rest(
    area: float, changes: dict[str, Any], is_understood: bool
) -> None:
    """In dim light the first search may not find the outline of a pale card."""
    view = _view()
    region = _region(MIDDLE, area=area * CARD_AREA)
    scene = _scene(_map(MIDDLE), view, **{"regions": [region], "open_regions": [region], "arrivals": [], **changes})
    assert _understood(understood_mask(scene, view, CARD_AREA), grown(MIDDLE, 0.8)) is is_understood


def test_beside_a_hand_only_cards_and_what_stays_are_understood() -> None:
    view = _view((TWO, _place(60, 150)))
    now, shadow = _map(MIDDLE, FAR, hand=True), _place(300, 150)
    scene = _scene(now, view, arrivals=[_arrival(MIDDLE, 4.0)], departures=list(view.cards), hands=_mask(HAND))
    inside_card = grown(_place(205, 95), 0.5)
    understood = understood_mask(scene, view, CARD_AREA)
    assert [_understood(understood, quad) for quad in (HAND, FAR, inside_card)] == [False, True, True]
    now[_mask(shadow) > 0] = 40
    scene = replace(scene, regions=[*scene.regions, _region(shadow)])
    assert _understood(understood_mask(scene, view, CARD_AREA), shadow)
    scene = replace(scene, hands=_mask(HAND, _place(335, 150)))
    assert not _understood(understood_mask(scene, view, CARD_AREA), shadow), "it touches the hand"
    scene = replace(scene, static_objects=_mask(HAND))
    assert _understood(understood_mask(scene, view, CARD_AREA), grown(HAND, 0.5))
    assert _understood(understood_mask(replace(scene, motion_mask=_mask(FAR)), view, CARD_AREA), FAR) is False


def test_the_table_that_a_hand_has_uncovered_is_understood_while_another_hand_is_in_view() -> None:
    """The model has a part of an arm for table; else that arm would be seen over every later card."""
    view = _view()
    arm = _place(60, 100)
    view.last[_mask(arm) > 0] = 40
    view.background[_mask(arm) > 0] = 40
    scene = _scene(_map(hand=True), view, hands=_mask(HAND))
    scene = replace(scene, regions=[*scene.regions, _region(arm, at_rim=True)])
    understood = understood_mask(scene, view, CARD_AREA)
    assert [_understood(understood, quad) for quad in (grown(arm, 0.9), HAND)] == [True, False]
