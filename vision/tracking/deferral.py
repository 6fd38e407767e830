"""What is put off to a later look: what a hand holds or covers, and what left while a hand is over its trick."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from vision.geometry.quads import mask_of_quads
from vision.tracking.background.hand_mask import StaticObjectCounter, dilate_mask, find_hands, is_held
from vision.tracking.departures import heap_of
from vision.tracking.look_schedule import is_hidden
from vision.tracking.thresholds import TRACKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vision.tracking.background.background_model import BackgroundModel, TrackedCard
    from vision.tracking.motion.motion_gate import MotionGate, SmallMask
    from vision.tracking.settled_scene import Arrival, SettledScene
    from vision.types import Mask, Quad


@dataclass(slots=True)
class Deferral:
    """`_rest` counts how long things have reached in, `_waiting_since` is when the first departure was put off."""

    _rest: StaticObjectCounter = field(default_factory=StaticObjectCounter)
    _waiting_since: float = 0.0

    def defer(self, look: SettledScene, view: BackgroundModel, gate: MotionGate) -> None:
        """Takes out of *look*, into `waiting`, what must wait; *gate* tells where nothing moved, and for how long."""
        still = gate.still_mask(TRACKING.gone_min_seconds) if look.gone else None
        surely_gone = [card for card in look.gone if still is not None and _is_still(card.quad, look, still)]
        hands = self._leave_to_hands(look, view, gate.still_mask(TRACKING.look_still_seconds), surely_gone)
        self._await_departures(look, view, hands)

    def _leave_to_hands(
        self, look: SettledScene, view: BackgroundModel, still: SmallMask, surely_gone: Sequence[TrackedCard]
    ) -> Mask:
        """What a hand still holds has neither landed nor left; returns where hands are."""
        resting = _hands_in(look, view) if any(part.at_rim for part in look.parts) else None
        if resting is None:
            self._rest = StaticObjectCounter()  # what comes next has not lain there before
            resting = np.zeros(look.map.shape[:2], np.uint8)
        else:
            look.rested = self._rest.static_part(look.map, resting, look.time)
            resting &= ~look.rested
        hands = resting if look.unrest is None else resting | look.unrest
        if not hands.any():
            return hands
        look.hands = hands
        under_motion = [one for one in look.landings if is_hidden(look.place_mask(one.quad), still)]
        look.under_motion = [one.quad for one in under_motion if one.lay is None]
        in_hands = [one for one in look.landings if one in under_motion or is_held(view.on_map(one.quad), resting)]
        look.held_since = min((one.since for one in in_hands if one.lay is None), default=look.held_since)
        held = [landing.quad for landing in in_hands]
        held += [card.quad for card in look.gone if card not in surely_gone and is_held(view.on_map(card.quad), hands)]
        look.waiting += held
        look.landings = [landing for landing in look.landings if not _is_among(landing.quad, held)]
        look.gone = [card for card in look.gone if not _is_among(card.quad, held)]
        return hands

    def _await_departures(self, look: SettledScene, view: BackgroundModel, hands: Mask) -> None:
        """Puts off what has gone, and what was played since, while a hand is over the rest of the trick.

        What was not explained yet may be a card that was moved, not taken.
        """
        if not look.gone or not (look.deferred or _may_go_on(look, view, hands)):
            self._waiting_since = look.time
        elif look.time - self._waiting_since < TRACKING.gather_max_seconds:
            played_since = [one for one in look.landings if one.lay is None and one.since >= look.gone_since]
            look.waiting += [card.quad for card in look.gone] + [landing.quad for landing in played_since]
            look.landings = [landing for landing in look.landings if landing not in played_since]
            look.gone = []


def defer_doubtful(look: SettledScene, gate: MotionGate, is_doubtful: Callable[[Arrival], bool]) -> bool:
    """Puts off doubtful cards that have not been still for long, and what left with them; returns if there are any."""
    still = gate.still_mask(TRACKING.doubt_min_seconds)
    doubtful = []
    for landing in look.landings:
        place = look.place_mask(landing.quad) > 0
        still_px = np.count_nonzero(place & (still > 0))
        settled = still_px > TRACKING.doubt_min_still_of_place * np.count_nonzero(place)
        if not settled and is_doubtful(landing):
            doubtful.append(landing)
    if doubtful:
        look.waiting += [landing.quad for landing in doubtful] + [card.quad for card in look.gone]
        look.landings, look.gone = [one for one in look.landings if one not in doubtful], []
    return bool(doubtful)


def understood_mask(look: SettledScene, view: BackgroundModel) -> Mask:
    """Returns all of the view that rests; of what touches a hand only what was told, or has come to rest."""
    understood = np.full(look.map.shape[:2], 255, np.uint8)
    for part in look.deferred:
        understood[dilate_mask(part.mask) > 0] = 0
    unclear = [*look.waiting, *(card.quad for card in look.unclear)]
    understood[
        mask_of_quads([view.on_map(quad) for quad in unclear], look.map.shape, TRACKING.card_with_shadow) > 0
    ] = 0
    if look.hands is None:
        return understood
    told = [landing.quad for landing in look.landings] + [card.quad for card in look.gone]
    explained = mask_of_quads([view.on_map(quad) for quad in told], look.map.shape, TRACKING.card_with_shadow)
    if look.rested is not None:
        explained |= look.rested
    near = dilate_mask(look.hands)
    for part in look.parts:
        if part.at_rim or (part.mask & near).any():
            understood[dilate_mask(np.where(explained > 0, np.uint8(0), part.mask)) > 0] = 0
    if look.unrest is not None:
        understood[look.unrest > 0] = 0
    return understood


def _hands_in(look: SettledScene, view: BackgroundModel) -> Mask | None:
    told = [landing.quad for landing in look.landings] + [card.quad for card in look.gone]
    explained = mask_of_quads(
        [view.on_map(quad) for quad in told], look.map.shape, TRACKING.card_with_shadow
    ) | view.unchanged_mask(look.map)
    return find_hands(look.parts, explained)


def _is_still(quad: Quad, look: SettledScene, still: SmallMask) -> bool:
    place = look.place_mask(quad) > 0
    return bool(np.count_nonzero(place & (still > 0)) > TRACKING.gone_min_still_of_place * np.count_nonzero(place))


def _may_go_on(look: SettledScene, view: BackgroundModel, hands: Mask) -> bool:
    """Whether somebody may still be gathering: a hand is near what is left, or nobody can tell what is."""
    lying = [card for card in view.cards if card not in look.gone]
    tricks, heap = {card.trick for card in look.gone}, heap_of(lying, look.gone)
    left = [card for card in lying if card.trick in tricks or card in heap]
    if any(card in look.unclear for card in left):
        return True
    near = mask_of_quads(
        [view.on_map(card.quad) for card in (*look.gone, *left)], look.map.shape, TRACKING.gather_reach_of_card
    )
    return bool(left) and bool((near & hands).any())


def _is_among(quad: Quad, quads: Sequence[Quad]) -> bool:
    return any(quad is other for other in quads)
