"""Decides whether a card may have been missed: matches every hand seen at the rim with the sightings of that time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from vision.tracking.motion.arms import seat_of
from vision.tracking.thresholds import TRACKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Seat
    from vision.tracking.motion.frame_history import FrameHistory


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
        begin, end = visit.begin - TRACKING.visit_explained_seconds, visit.end + TRACKING.visit_explained_seconds
        return visit.seat is not None and any(
            seat in (None, visit.seat) and begin <= time <= end for time, seat in self._sightings
        )

    def _visits(self, until: float, step: float) -> list[Visit]:
        visits: list[Visit] = []
        continues = False
        for time, points in self.history.crossings_by_frame(self._checked_to, until, step):
            if len(points):
                seat = self._one_seat(points)
                if continues and visits[-1].seat == seat:
                    visits[-1].end = time
                else:
                    visits.append(Visit(time, time, seat))
            continues = bool(len(points))
        return visits

    def _one_seat(self, points: np.ndarray) -> Seat | None:
        seat, confidence = seat_of(points, np.array([0.5, 0.5]), self.seats)
        return seat if confidence > TRACKING.one_hand_min_confidence else None
