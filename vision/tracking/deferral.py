"""Defers to a later scene what a hand holds or covers, and departures while a hand is over the rest of the trick."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from vision.geometry.quads import mask_of_quads
from vision.tracking.background.hand_mask import StaticObjectCounter, dilate_mask, find_hands, is_held
from vision.tracking.departures import connected_cards
from vision.tracking.motion.places import is_mostly_still
from vision.tracking.scene_schedule import is_hidden
from vision.tracking.thresholds import TRACKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vision.tracking.background.background_model import BackgroundModel, TrackedCard
    from vision.tracking.motion.motion_gate import MotionGate, SmallMask
    from vision.tracking.settled_scene import Arrival, SettledScene
    from vision.types import Mask


@dataclass(slots=True)
class Deferral:
    """`_rest` counts how long objects have reached in; `_waiting_since` is when the first departure was deferred."""

    _rest: StaticObjectCounter = field(default_factory=StaticObjectCounter)
    _waiting_since: float = 0.0

    def defer(self, scene: SettledScene, view: BackgroundModel, gate: MotionGate) -> None:
        """Takes out of *scene*, into `deferred_quads`, what must wait; *gate* tells how long places have been still."""
        still = gate.still_mask(TRACKING.gone_min_seconds) if scene.departures else None
        sure_departures = [
            card
            for card in scene.departures
            if still is not None and is_mostly_still(scene.place_mask(card.quad), still, TRACKING.min_still_of_place)
        ]
        hands = self._defer_to_hands(scene, view, gate.still_mask(TRACKING.read_min_still_seconds), sure_departures)
        self._defer_departures(scene, view, hands)

    def _defer_to_hands(
        self, scene: SettledScene, view: BackgroundModel, still: SmallMask, sure_departures: Sequence[TrackedCard]
    ) -> Mask:
        """Defers arrivals and departures of cards that a hand still holds; returns where hands are."""
        resting = _hands_in(scene, view) if any(region.at_rim for region in scene.regions) else None
        if resting is None:
            self._rest = StaticObjectCounter()  # the next object has not been there before
            resting = np.zeros(scene.map.shape[:2], np.uint8)
        else:
            scene.static_objects = self._rest.static_part(scene.map, resting, scene.time)
            resting &= ~scene.static_objects
        hands = resting if scene.motion_mask is None else resting | scene.motion_mask
        if not hands.any():
            return hands
        scene.hands = hands
        hidden = [one for one in scene.arrivals if is_hidden(scene.place_mask(one.quad), still)]
        scene.hidden_quads = [one.quad for one in hidden if one.previous is None]
        free = [one for one in scene.arrivals if one not in hidden and not is_held(view.on_map(one.quad), resting)]
        gone = [
            card for card in scene.departures if card in sure_departures or not is_held(view.on_map(card.quad), hands)
        ]
        scene.deferred_quads += [one.quad for one in scene.arrivals if one not in free]
        scene.deferred_quads += [card.quad for card in scene.departures if card not in gone]
        scene.arrivals, scene.departures = free, gone
        return hands

    def _defer_departures(self, scene: SettledScene, view: BackgroundModel, hands: Mask) -> None:
        """Defers departures, and later arrivals, while a hand is over the rest of the trick.

        A region that is not explained yet may be a card that was moved, not taken.
        """
        if not scene.departures or not (scene.deferred_regions or _is_being_gathered(scene, view, hands)):
            self._waiting_since = scene.time
        elif scene.time - self._waiting_since < TRACKING.gather_max_seconds:
            later_arrivals = [
                one for one in scene.arrivals if one.previous is None and one.since >= scene.first_departure_time
            ]
            scene.deferred_quads += [card.quad for card in scene.departures] + [
                arrival.quad for arrival in later_arrivals
            ]
            scene.arrivals = [arrival for arrival in scene.arrivals if arrival not in later_arrivals]
            scene.departures = []


def defer_doubtful(scene: SettledScene, gate: MotionGate, is_doubtful: Callable[[Arrival], bool]) -> bool:
    """Defers doubtful arrivals that have not been still for long, with the departures; returns if there are any."""
    still = gate.still_mask(TRACKING.doubt_min_seconds)
    doubtful = []
    for arrival in scene.arrivals:
        is_settled = is_mostly_still(scene.place_mask(arrival.quad), still, TRACKING.min_still_of_place)
        if not is_settled and is_doubtful(arrival):
            doubtful.append(arrival)
    if doubtful:
        scene.deferred_quads += [arrival.quad for arrival in doubtful] + [card.quad for card in scene.departures]
        scene.arrivals, scene.departures = [one for one in scene.arrivals if one not in doubtful], []
    return bool(doubtful)


def understood_mask(scene: SettledScene, view: BackgroundModel) -> Mask:
    """Returns the mask of what is understood: all that is still; beside a hand only cards, static objects, and what
    looks as before the hand came.
    """
    understood = np.full(scene.map.shape[:2], 255, np.uint8)
    for region in scene.deferred_regions:
        understood[dilate_mask(region.mask) > 0] = 0
    deferred = [view.on_map(quad) for quad in scene.deferred_quads]
    left_open = mask_of_quads(deferred, scene.map.shape, TRACKING.open_place_scale_of_card)
    understood[left_open > 0] = 0
    if scene.hands is None:
        return understood
    quads = [arrival.quad for arrival in scene.arrivals] + [card.quad for card in scene.departures]
    explained = mask_of_quads([view.on_map(quad) for quad in quads], scene.map.shape, TRACKING.open_place_scale_of_card)
    explained |= view.unchanged_mask(scene.map)
    if scene.static_objects is not None:
        explained |= scene.static_objects
    near = dilate_mask(scene.hands)
    for region in scene.regions:
        if region.at_rim or (region.mask & near).any():
            understood[dilate_mask(np.where(explained > 0, np.uint8(0), region.mask)) > 0] = 0
    if scene.motion_mask is not None:
        understood[scene.motion_mask > 0] = 0
    return understood


def _hands_in(scene: SettledScene, view: BackgroundModel) -> Mask | None:
    quads = [arrival.quad for arrival in scene.arrivals] + [card.quad for card in scene.departures]
    explained = mask_of_quads(
        [view.on_map(quad) for quad in quads], scene.map.shape, TRACKING.open_place_scale_of_card
    ) | view.unchanged_mask(scene.map)
    return find_hands(scene.regions, explained)


def _is_being_gathered(scene: SettledScene, view: BackgroundModel, hands: Mask) -> bool:
    """Whether the rest of the trick may be gathered now, as a hand is near it."""
    on_table = [card for card in view.cards if card not in scene.departures]
    tricks, connected = {card.trick for card in scene.departures}, connected_cards(on_table, scene.departures)
    left = [card for card in on_table if card.trick in tricks or card in connected]
    near = mask_of_quads(
        [view.on_map(card.quad) for card in (*scene.departures, *left)], scene.map.shape, TRACKING.reach_scale_of_card
    )
    return bool(left) and bool((near & hands).any())
