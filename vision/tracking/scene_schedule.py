"""When a scene is read, and what of it waits for a later one.

A scene is read as soon as enough has come to rest since the last one, whatever moves elsewhere. Left to a later one is
what a hand holds or covers, and departures while a hand is over the rest of the trick.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.quads import mask_of_quads
from vision.tracking.background.background_model import BackgroundModel, TrackedCard
from vision.tracking.background.card_sizes import CardSizes
from vision.tracking.background.changes import components, dilated
from vision.tracking.background.thresholds import BACKGROUND
from vision.tracking.departures import connected_cards
from vision.tracking.motion.motion_gate import MotionGate, MotionState, SmallMask
from vision.tracking.motion.places import is_mostly_still, moves_over
from vision.tracking.motion.thresholds import MOTION
from vision.tracking.settled_scene import Arrival, SettledScene
from vision.tracking.thresholds import TRACKING
from vision.types import Mask, Quad


@dataclass(slots=True)
class SceneSchedule:
    """`_read_at` is when each place of the gate was read last, in seconds of the frames."""

    gate: MotionGate
    _read_at: npt.NDArray[np.float32] | None = None
    _first_frame_at: float = 0.0
    _due_at: float = field(default=float("inf"), init=False)
    _motion_since: float | None = field(default=None, init=False)
    """When motion began after the last rest; infinity once it was reported that it lasts."""

    def is_due(self, time: float, motion: MotionState, sizes: CardSizes | None) -> bool:
        """Returns whether to read a scene now; *sizes* are those of cards in the picture, None for the first scene."""
        moved_at = self.gate.moved_at
        if self._read_at is None or self._read_at.shape != moved_at.shape:
            self._read_at, self._first_frame_at = np.full(moved_at.shape, -np.inf, np.float32), time
        if sizes is None:
            return motion.settled or time - self._first_frame_at >= TRACKING.rest_awaited_max_seconds
        if motion.settled or time >= self._due_at:
            return True
        still = self.gate.still_mask(TRACKING.read_min_still_seconds)
        fresh = (moved_at > self._read_at) & (still > 0)
        least = TRACKING.region_whole_min_of_card * sizes.card_of_view(TRACKING.assumed_card_of_view) * fresh.size
        if np.count_nonzero(fresh) < least:
            return False
        inner = np.ascontiguousarray(fresh[self.gate.inner], np.uint8)
        opened = cv2.morphologyEx(inner, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        _, _, measures = components(opened)
        return bool((measures[1:, cv2.CC_STAT_AREA] >= least).any())

    def mark_read(self, time: float) -> SmallMask:
        """Records that the still places are read now, and returns their mask."""
        assert self._read_at is not None
        still = self.gate.still_mask(TRACKING.read_min_still_seconds)
        self._read_at[still > 0] = time
        self._due_at = float("inf")
        return still

    def request_read(self, time: float) -> None:
        """Asks for another scene by *time*, in seconds of the frames."""
        self._due_at = min(self._due_at, time)

    def long_motion(self, time: float, motion: MotionState) -> float | None:
        """Returns for how many seconds something has kept moving, once for each period of long motion."""
        if motion.settled:
            self._motion_since = None
        if not motion.moving:
            return None
        if self._motion_since is None:
            self._motion_since = time
        seconds = time - self._motion_since
        if seconds < TRACKING.lasting_min_seconds:
            return None
        self._motion_since = float("inf")  # until the next rest
        return seconds


def is_hidden(place: SmallMask, still: SmallMask) -> bool:
    """Whether something moves over a card's *place*; *still* tells where nothing moves."""
    return moves_over(place, still, TRACKING.max_moving_of_place)


@dataclass(slots=True)
class Deferral:
    """`_waiting_since` is when the first departure was deferred, in seconds."""

    _waiting_since: float = 0.0

    def defer(self, scene: SettledScene, view: BackgroundModel, gate: MotionGate) -> SettledScene:
        """Returns the scene without what must wait; *gate* tells how long places have been still."""
        scene = _defer_to_hands(scene, view, gate)
        return self._defer_departures(scene, view)

    def _defer_departures(self, scene: SettledScene, view: BackgroundModel) -> SettledScene:
        """Defers departures, and later arrivals, while a hand is over the rest of the trick.

        A region that is not explained yet may be a card that was moved, not taken.
        """
        if not scene.departures or not (scene.deferred_regions or _is_being_gathered(scene, view)):
            self._waiting_since = scene.time
        elif scene.time - self._waiting_since < TRACKING.gather_max_seconds:
            later = [one for one in scene.arrivals if one.previous is None and one.since >= scene.first_departure_time]
            return _without(scene, later, scene.departures)
        return scene


def _defer_to_hands(scene: SettledScene, view: BackgroundModel, gate: MotionGate) -> SettledScene:
    """Defers arrivals and departures of cards that a hand still holds.

    What has reached in without motion for some time, such as a glass, belongs to the table.
    """
    resting = _hands_in(scene, view) if any(region.at_rim for region in scene.regions) else None
    hands = scene.motion_mask
    if resting is not None:
        still = gate.still_mask(TRACKING.lasting_min_seconds)
        is_static = cv2.resize(still, resting.shape[::-1], interpolation=cv2.INTER_NEAREST) > 0
        scene = replace(scene, static_objects=np.where(is_static, resting, np.uint8(0)))
        resting = np.where(is_static, np.uint8(0), resting)
        hands = resting if hands is None else resting | hands
    if hands is None or not hands.any():
        return scene
    moving, long_still = gate.still_mask(TRACKING.read_min_still_seconds), gate.still_mask(TRACKING.gone_min_seconds)
    held = [
        one
        for one in scene.arrivals
        if is_hidden(scene.place_mask(one.quad), moving)
        or (resting is not None and _is_held(view.on_map(one.quad), resting))
    ]
    staying = [
        card
        for card in scene.departures
        if not is_mostly_still(scene.place_mask(card.quad), long_still, TRACKING.min_still_of_place)
        and _is_held(view.on_map(card.quad), hands)
    ]
    return _without(replace(scene, hands=hands), held, staying)


def _without(scene: SettledScene, arrivals: Sequence[Arrival], departures: Sequence[TrackedCard]) -> SettledScene:
    """Returns the scene with these *arrivals* and *departures* left to a later one."""
    return replace(
        scene,
        arrivals=[one for one in scene.arrivals if one not in arrivals],
        departures=[card for card in scene.departures if card not in departures],
        deferred_quads=[*scene.deferred_quads, *(one.quad for one in arrivals), *(card.quad for card in departures)],
    )


def defer_doubtful(
    scene: SettledScene, view: BackgroundModel, gate: MotionGate, is_doubtful: Callable[[Arrival], bool]
) -> tuple[SettledScene, bool]:
    """Defers doubtful arrivals that have not been still for long, with the departures; returns if there are any.

    Beside a hand that takes longer: it may cover a part of the card.
    """
    alone, at_hand = gate.still_mask(MOTION.hand_leaves_max_seconds), gate.still_mask(TRACKING.gather_max_seconds)

    def must_wait(one: Arrival) -> bool:
        is_at_hand = scene.hands is not None and _is_held(view.on_map(one.quad), scene.hands)
        still = at_hand if is_at_hand else alone
        return not is_mostly_still(scene.place_mask(one.quad), still, TRACKING.min_still_of_place) and is_doubtful(one)

    doubtful = [one for one in scene.arrivals if must_wait(one)]
    return (_without(scene, doubtful, scene.departures), True) if doubtful else (scene, False)


def understood_mask(scene: SettledScene, view: BackgroundModel, card_area: float) -> Mask:
    """Returns the mask of what is understood: all of a view at rest.

    While something is left open, no small change is: it may be a piece of a card that is not read yet. Nor is a whole
    region that nothing explains, of at least half of *card_area* (px of the map): it is searched again at rest. Beside
    a hand only cards are, static objects, and what looks as before the hand came.
    """
    understood = np.full(scene.map.shape[:2], 255, np.uint8)
    if scene.is_understood:
        return understood
    for region in scene.deferred_regions:
        understood[dilated(region.mask) > 0] = 0
    deferred = [view.on_map(quad) for quad in scene.deferred_quads]
    left_open = mask_of_quads(deferred, scene.map.shape, BACKGROUND.card_with_shadow)
    understood[left_open > 0] = 0
    explained = _explained(scene, view)
    small_changes = scene.changed.copy()  # beside the regions: pieces of a pale card on a pale table may be that small
    for region in scene.regions:
        small_changes[region.mask > 0] = 0
    understood[small_changes & ~explained > 0] = 0
    for region in scene.open_regions:
        if not region.at_rim and region.area > TRACKING.region_whole_min_of_card * card_area:
            understood[dilated(region.mask & ~explained) > 0] = 0
    if scene.hands is None:
        return understood
    near = dilated(scene.hands)
    for region in scene.regions:
        if region.at_rim or (region.mask & near).any():
            understood[dilated(region.mask & ~explained) > 0] = 0
    if scene.motion_mask is not None:
        understood[scene.motion_mask > 0] = 0
    return understood


def _explained(scene: SettledScene, view: BackgroundModel) -> Mask:
    """Returns where cards that have arrived or left, static objects, or an earlier look explain what is seen."""
    quads = [view.on_map(quad) for quad in scene.changed_quads]
    explained = mask_of_quads(quads, scene.map.shape, BACKGROUND.card_with_shadow) | view.unchanged_mask(scene.map)
    return explained if scene.static_objects is None else explained | scene.static_objects


def _hands_in(scene: SettledScene, view: BackgroundModel) -> Mask | None:
    """Returns the mask of hands: changed regions at the rim, less the cards and what looks as before."""
    explained = _explained(scene, view)
    hands = np.zeros(scene.map.shape[:2], np.uint8)
    for region in scene.regions:
        rest = region.mask & ~explained
        if region.at_rim and np.count_nonzero(rest) > TRACKING.region_max_unexplained_of_region * region.area:
            hands |= rest
    return hands if hands.any() else None


def _is_held(place: Quad, hands: Mask) -> bool:
    """Whether a hand reaches to the rim of the card at *place*."""
    ring = mask_of_quads([place], hands.shape, BACKGROUND.card_with_hand)
    ring[mask_of_quads([place], hands.shape, BACKGROUND.card_with_shadow) > 0] = 0
    return bool(np.count_nonzero((ring > 0) & (hands > 0)) > BACKGROUND.telling_min_of_card * np.count_nonzero(ring))


def _is_being_gathered(scene: SettledScene, view: BackgroundModel) -> bool:
    """Whether the rest of the trick may be gathered now, as a hand is near it."""
    if scene.hands is None:
        return False
    on_table = [card for card in view.cards if card not in scene.departures]
    tricks, connected = {card.trick for card in scene.departures}, connected_cards(on_table, scene.departures)
    left = [card for card in on_table if card.trick in tricks or card in connected]
    near = mask_of_quads(
        [view.on_map(card.quad) for card in (*scene.departures, *left)], scene.map.shape, TRACKING.reach_scale_of_card
    )
    return bool(left) and bool((near & scene.hands).any())
