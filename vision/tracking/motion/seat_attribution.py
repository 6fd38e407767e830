"""The seat of a hand and its confidence: by the arm, else by where a hand crossed the rim and where the card lies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from vision.tracking.motion.thresholds import MOTION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Seat

MIDDLES = np.array([[0.5, 1.0], [0.0, 0.5], [0.5, 0.0], [1.0, 0.5]])
"""Of the edges, seen as 0 to 1 across and down: seat 0 bottom, 1 left, 2 top, 3 right."""


def seat_of(entries: npt.NDArray[Any], place: npt.NDArray[Any], seats: Sequence[Seat]) -> tuple[Seat | None, float]:
    """Returns the seat that a hand came from and how sure that is, from 0 to 1.

    *entries* is N×2, where it crossed the rim; *place* is where the card lies; both from 0 to 1 across and down.
    Without entries the place alone counts, and never for more than half.
    """
    if not seats:
        return None, 0.0
    by_place = _nearness(place[None], seats, MOTION.place_softness_of_view)
    if not len(entries):
        best = int(by_place.argmax())
        return seats[best], MOTION.place_max_confidence * float(by_place[best])
    likely = _nearness(entries, seats, MOTION.entry_softness_of_view) * np.sqrt(by_place)
    likely /= likely.sum()
    best = int(likely.argmax())
    return seats[best], float(likely[best])


def seat_by_arm(evidence: npt.NDArray[np.float64], seats: Sequence[Seat]) -> tuple[Seat | None, float]:
    """Returns the seat whose arm explains most and how sure that is, from 0 to 1; see `arm_evidence`."""
    if not seats:
        return None, 0.0
    likely = np.exp((evidence - evidence.max()) / MOTION.evidence_softness)
    best = int(likely.argmax())
    return seats[best], float(likely[best] / likely.sum())


def _nearness(points: npt.NDArray[Any], seats: Sequence[Seat], softness: float) -> npt.NDArray[Any]:
    """Returns a share for each seat, averaged over the points; the shares add up to 1."""
    distances = np.linalg.norm(points[:, None] - MIDDLES[list(seats)][None], axis=2)
    shares = np.exp(-(distances - distances.min(axis=1, keepdims=True)) / softness)
    mean: npt.NDArray[Any] = (shares / shares.sum(axis=1, keepdims=True)).mean(axis=0)
    return mean
