"""Hands and sleeves in a settled scene: what reaches in from the rim and is neither a card nor the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry.quads import mask_of_quads
from vision.tracking.background.changes import Region, difference, threshold_of
from vision.tracking.background.thresholds import BACKGROUND

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.types import Map, Mask, Quad


def find_hands(regions: Sequence[Region], explained: Mask) -> Mask | None:
    """Returns the mask of hands: changed regions at the rim, less what is *explained*; None if there is none."""
    hands = np.zeros_like(explained)
    for region in regions:
        rest = np.where(explained > 0, np.uint8(0), region.mask)
        if region.at_rim and np.count_nonzero(rest) > BACKGROUND.hand_min_unexplained_of_region * region.area:
            hands |= rest
    return hands if hands.any() else None


def is_held(place: Quad, hands: Mask) -> bool:
    """Whether a hand reaches to the rim of the card at *place*."""
    ring = mask_of_quads([place], hands.shape, BACKGROUND.card_with_hand)
    ring[mask_of_quads([place], hands.shape, BACKGROUND.card_with_shadow) > 0] = 0
    return bool(np.count_nonzero((ring > 0) & (hands > 0)) > BACKGROUND.held_min_of_ring * np.count_nonzero(ring))


def dilate_mask(mask: Mask) -> Mask:
    """Returns the mask, grown by `hand_margin_px` in all."""
    return cv2.dilate(mask, np.ones((BACKGROUND.hand_margin_px, BACKGROUND.hand_margin_px), np.uint8))


@dataclass(slots=True)
class StaticObjectCounter:
    """Counts for each place the scenes in which the same object reaches in: a glass that stays belongs to the table."""

    _now: Map | None = None
    _counts: Mask | None = None
    _time: float = float("-inf")

    def static_part(self, now: Map, hands: Mask, time: float) -> Mask:
        """Returns the part of *hands* that is static in enough scenes; those in quick succession count as one."""
        if (
            self._counts is not None
            and time - self._time < BACKGROUND.object_min_seconds / BACKGROUND.object_min_scenes
        ):
            return self._static_places(hands, self._counts)
        self._time = time
        counts = (hands > 0).astype(np.uint8)
        if self._now is not None and self._counts is not None:
            differences = difference(now, self._now)
            same = differences <= BACKGROUND.likeness_steps * threshold_of(differences)
            counts += np.where(same & (hands > 0), self._counts.clip(max=BACKGROUND.object_min_scenes), np.uint8(0))
        self._now, self._counts = now, counts
        return self._static_places(hands, counts)

    @staticmethod
    def _static_places(hands: Mask, counts: Mask) -> Mask:
        rested = np.where(counts >= BACKGROUND.object_min_scenes, np.uint8(255), np.uint8(0))
        closed = cv2.morphologyEx(rested, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)) & hands
        return closed if np.count_nonzero(closed) < BACKGROUND.object_min_of_hands * np.count_nonzero(hands) else hands
