"""Attributes arrivals and departures to the seat whose hand was there, from the recent frames."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from vision.tracking.motion.arms import seat_by_arm, seat_of
from vision.tracking.motion.thresholds import MOTION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Seat
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
