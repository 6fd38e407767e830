"""Hands: dates arrivals and departures, attributes them to a seat, and tells whether a card may have been missed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.cards import Seat
from vision.tracking.background.background_model import TrackedCard
from vision.tracking.motion.arms import seat_by_arm, seat_of
from vision.tracking.motion.frame_history import FrameHistory
from vision.tracking.motion.motion_gate import MotionGate, SmallLuma, SmallMask
from vision.tracking.motion.places import is_mostly_still
from vision.tracking.motion.thresholds import MOTION
from vision.tracking.settled_scene import Arrival, SettledScene, relative_quad
from vision.tracking.thresholds import TRACKING


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
        return seat if confidence > MOTION.place_max_confidence else None

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


@dataclass(slots=True)
class Visit:
    """A hand in view, from its first frame to its last, in seconds; `seat` is None if nobody can tell whose it is."""

    begin: float
    end: float
    seat: Seat | None


@dataclass(slots=True)
class MissedCardCheck:
    """Tells for each arrival whether a sighting explains every hand visit since the previous arrival.

    Times are those of the frames, in seconds; steps are the motion gate's, in grey levels.
    """

    history: FrameHistory
    seats: Sequence[Seat]
    _is_complete: bool = False
    """Whether every hand between the last arrival and `_checked_to` is explained."""
    _has_rested: bool = False
    """Whether the whole view was at rest and understood since the last arrival."""
    _checked_to: float = 0.0
    _sightings: list[tuple[float, Seat | None]] = field(default_factory=list)
    """Times and seats of what hands have done since then."""

    def begin(self, time: float, *, moving: bool) -> None:
        """Starts with the first frame of a view."""
        self._is_complete = self._has_rested = not moving
        self._checked_to, self._sightings = time, []

    def interrupt(self) -> None:
        """Notes that the view was lost, such as by a knock: only the next arrival makes the record complete again."""
        self._is_complete = False

    def record_rest(self, time: float, step: float) -> None:
        """Notes that the whole view is at rest and understood."""
        self._is_complete = self._is_complete and self._explains_all(time, step)
        self._has_rested, self._checked_to, self._sightings = True, time, []

    def record_arrival(self, seat: Seat | None, since: float, step: float) -> bool:
        """Notes a card of *seat*, first seen at *since*; returns whether no other card can have come before it."""
        self._sightings.append((since, seat))
        is_complete = self._has_rested and self._is_complete and self._explains_all(since, step)
        self._is_complete, self._has_rested = True, False
        self._checked_to, self._sightings = since, [(since, seat)]
        return is_complete and seat is not None

    def record_visit(self, time: float, seat: Seat | None = None) -> None:
        """Notes a hand that took or moved cards; without *seat* nobody can tell whose it was."""
        self._sightings.append((time, seat))

    def _explains_all(self, until: float, step: float) -> bool:
        return all(self._explains(visit) for visit in self._visits(until, step))

    def _explains(self, visit: Visit) -> bool:
        begin, end = visit.begin - MOTION.hand_leaves_max_seconds, visit.end + MOTION.hand_leaves_max_seconds
        return visit.seat is not None and any(
            seat in (None, visit.seat) and begin <= time <= end for time, seat in self._sightings
        )

    def _visits(self, until: float, step: float) -> list[Visit]:
        visits: list[Visit] = []
        continues = False
        for time, points in self.history.crossings_by_frame(self._checked_to, until, step):
            if len(points):
                seat, confidence = seat_of(points, np.array([0.5, 0.5]), self.seats)
                seat = seat if confidence > TRACKING.one_hand_min_confidence else None  # else two hands are in view
                if continues and visits[-1].seat == seat:
                    visits[-1].end = time
                else:
                    visits.append(Visit(time, time, seat))
            continues = bool(len(points))
        return visits
