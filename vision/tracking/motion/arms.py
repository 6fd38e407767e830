"""Arms in view, and the seats from which they reach in.

Evidence of an arm is, for each seat, the part of a silhouette along a straight arm from a place on the table. A forearm
is straight, and its owner's shoulder is beyond the middle of his side of the table. Where an arm enters the view tells
less: at a corner it meets two sides, and its shadow may meet a third.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from engine.cards import Seat
from vision.order_statistics import median
from vision.tracking.motion.motion_gate import SmallLuma, SmallMask
from vision.tracking.motion.thresholds import MOTION

SIDES = ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))
"""Outward, across and down: seat 0 bottom, 1 left, 2 top, 3 right."""


def solid_mask(small: SmallLuma, background: SmallLuma) -> SmallMask:
    """Returns where the view is brighter than the background, or so much darker that it is no shadow."""
    ratio = (small + np.float32(1)) / (background + np.float32(1))
    ratio /= median(ratio)
    return np.asarray((ratio < MOTION.shadow_min_gain) | (ratio > 1), np.uint8)


def arm_evidence(
    silhouette: SmallMask, is_solid: SmallMask, place: SmallMask, seats: Sequence[Seat]
) -> npt.NDArray[np.float64] | None:
    """Returns for each seat the part of a silhouette, from 0 to 1, that its arm explains; None if there is no arm.

    An arm explains what lies within its width, as far as the silhouette covers its length.
    """
    height, width = place.shape
    rows, columns = np.nonzero((silhouette > 0) & (place == 0))
    weights = np.where(is_solid[rows, columns] > 0, 1.0, MOTION.shadow_weight)
    if weights.sum() < MOTION.moved_min_px:
        return None  # so it is for a place without pixels, as of a card that lies wholly under others
    on_place = np.stack(np.nonzero(place)[::-1], axis=1)
    centre = on_place.mean(axis=0)
    _, sides, _ = cv2.minAreaRect(on_place.astype(np.float32))
    half_width = MOTION.arm_half_width_of_card_width * min(sides)
    points = np.stack([columns, rows], axis=1) - centre
    evidence = np.zeros(len(seats))
    for index, seat in enumerate(seats):
        for shoulder in _shoulders(seat, width, height):
            reach = float(np.linalg.norm(shoulder - centre))
            ahead = (shoulder - centre) / reach
            along, across = points @ ahead, np.abs(points @ np.array([-ahead[1], ahead[0]]))
            explained = weights[(along > 0) & (across < half_width)].sum() / weights.sum()
            evidence[index] = max(evidence[index], explained * _share_on_silhouette(silhouette, place, centre, ahead))
    return evidence


def _shoulders(seat: Seat, width: int, height: int) -> list[npt.NDArray[Any]]:
    outward = np.array(SIDES[seat])
    middle = np.array([width, height]) / 2
    edge = middle * (1 + outward)
    beyond = outward * MOTION.shoulder_distance_of_width * width
    aside = np.array([outward[1], outward[0]]) * (width, height)
    return [edge + beyond + (along - 0.5) * aside for along in MOTION.shoulders_of_side]


def _share_on_silhouette(
    silhouette: SmallMask, place: SmallMask, centre: npt.NDArray[Any], ahead: npt.NDArray[Any]
) -> float:
    """Returns the part of a line in view, from a place on, that lies on the silhouette."""
    height, width = place.shape
    steps = np.arange(width + height)[:, None]
    x, y = np.moveaxis(np.round(centre + ahead * steps).astype(int), 1, 0)
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    x, y = x[inside], y[inside]
    beyond = place[y, x] == 0
    return float((silhouette[y, x][beyond] > 0).mean()) if beyond.any() else 1.0


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
