"""Dates arrivals and departures by the first recent frame that shows them, and attributes them to a seat's hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from vision.tracking.motion.arms import seat_by_arm, seat_of
from vision.tracking.motion.places import is_mostly_still
from vision.tracking.motion.thresholds import MOTION
from vision.tracking.settled_scene import Arrival, SettledScene, relative_quad
from vision.tracking.thresholds import TRACKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Seat
    from vision.tracking.background.background_model import TrackedCard
    from vision.tracking.motion.frame_history import FrameHistory
    from vision.tracking.motion.motion_gate import MotionGate, SmallLuma, SmallMask


@dataclass(frozen=True, slots=True)
class HandAttribution:
    """Places are masks on the motion gate's luminance."""

    history: FrameHistory
    gate: MotionGate
    seats: Sequence[Seat]

    def hand_over(self, place: SmallMask, shown: int, middle: npt.NDArray[Any]) -> tuple[Seat | None, float]:
        """Returns whose hand was over a place about a frame of the history, and how sure that is, from 0 to 1."""
        evidence = self._arm_over(place, shown)
        if evidence is not None:
            return seat_by_arm(evidence, self.seats)
        return seat_of(self.history.crossings_before(shown, self.gate.step), middle, self.seats)

    def taker(self, places: Sequence[SmallMask], rests: Sequence[npt.NDArray[Any]], now: SmallLuma) -> Seat | None:
        """Returns the seat whose arm was over the *places* of a trick and its pile as they took their look of *now*.

        Without an arm in the frames it is the seat by whose edge the pile *rests* (points from 0 to 1 across and down).
        """
        shown = [self.history.index_of_arrival(place, now, self.gate.step) for place in places]
        found = [self._arm_over(place, index) for place, index in zip(places, shown, strict=True)]
        evidence = [each for each in found if each is not None]
        if evidence:
            seat, confidence = seat_by_arm(np.asarray(np.mean(evidence, axis=0)), self.seats)
        else:
            entries = self.history.crossings_before(min(shown), self.gate.step)
            middle = np.mean(rests or [np.array([0.5, 0.5])], axis=0)
            seat, confidence = seat_of(entries, middle, self.seats) if len(entries) else (None, 0.0)
        return seat if confidence > MOTION.taker_min_confidence else None

    def _arm_over(self, place: SmallMask, shown: int) -> npt.NDArray[np.float64] | None:
        return self.history.arm_evidence(place, shown, self.gate.step, self.seats)


def date_and_attribute(scene: SettledScene, hands: HandAttribution, in_view: Sequence[TrackedCard]) -> SettledScene:
    """Returns the scene with the time and hand of each arrival, in order, and when the first card left.

    An arrival is dated by the part of its place that no other card covers: another arrival, or one of the cards *in
    view*, as one that is read late may have been covered. If that cannot be dated, as of one that lies wholly on cards
    in view, it is dated by what no other arrival covers.
    """
    history, masks = hands.history, [scene.place_mask(arrival.quad) for arrival in scene.arrivals]
    masks_in_view = [(card, scene.place_mask(card.quad)) for card in in_view] if masks else []

    def first_index(place: SmallMask) -> int:
        return history.index_of_arrival(place, scene.small, hands.gate.step)

    arrivals: list[Arrival] = []
    for number, arrival in enumerate(scene.arrivals):
        alone = _without(masks[number], masks[:number] + masks[number + 1 :])
        part = _without(alone, [mask for card, mask in masks_in_view if card is not arrival.previous])
        index = first_index(part)
        if history.time_of(index) == float("inf"):
            part, index = alone, first_index(alone)
        is_gleaming = is_mostly_still(masks[number], scene.steady, TRACKING.min_still_of_place)
        hand = arrival.hand
        if not is_gleaming:  # light that moves over a card looks like an arm: then no hand was surely seen
            hand = hands.hand_over(part, index, relative_quad(arrival.quad, scene.size).mean(axis=0))
        arrivals.append(replace(arrival, since=history.time_of(index), hand=hand, is_gleaming=is_gleaming))
    left = [history.time_of(first_index(scene.place_mask(card.quad))) for card in scene.departures]
    arrivals.sort(key=lambda arrival: arrival.since)
    return replace(scene, arrivals=arrivals, first_departure_time=min(left, default=float("inf")))


def _without(place: SmallMask, others: Sequence[SmallMask]) -> SmallMask:
    shown = place.copy()
    for other in others:
        shown[other > 0] = 0
    return shown
