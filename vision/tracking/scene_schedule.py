"""Schedules when a scene is read: as soon as enough has come to rest since the last one, whatever moves elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.tracking.background.changes import components
from vision.tracking.motion.places import moves_over
from vision.tracking.thresholds import TRACKING

if TYPE_CHECKING:
    import numpy.typing as npt

    from vision.tracking.background.card_sizes import CardSizes
    from vision.tracking.motion.motion_gate import MotionGate, MotionState, SmallMask


@dataclass(slots=True)
class SceneSchedule:
    """`_read_at` is when each place of the gate was read last, in seconds of the frames."""

    gate: MotionGate
    _read_at: npt.NDArray[np.float32] | None = None
    _first_frame_at: float = 0.0
    _due_at: float = field(default=float("inf"), init=False)
    _motion_since: float | None = field(default=None, init=False)
    """When motion began after the last rest; infinity once it was told that it lasts."""

    def is_due(self, time: float, motion: MotionState, sizes: CardSizes | None) -> bool:
        """Returns whether to read a scene now; *sizes* are those of cards in the picture, None for the first scene."""
        moved_at = self.gate.moved_at
        if self._read_at is None or self._read_at.shape != moved_at.shape:
            self._read_at, self._first_frame_at = np.full(moved_at.shape, -np.inf, np.float32), time
        if sizes is None:
            return motion.settled or time - self._first_frame_at >= TRACKING.first_scene_max_seconds
        if motion.settled or time >= self._due_at:
            return True
        still = self.gate.still_mask(TRACKING.read_min_still_seconds)
        fresh = (moved_at > self._read_at) & (still > 0)
        least = TRACKING.read_min_fresh_of_card * sizes.card_of_view(TRACKING.assumed_card_of_view) * fresh.size
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
        if seconds < TRACKING.long_motion_min_seconds:
            return None
        self._motion_since = float("inf")  # until the next rest
        return seconds


def is_hidden(place: SmallMask, still: SmallMask) -> bool:
    """Whether something moves over a card's *place*; *still* tells where nothing moves."""
    return moves_over(place, still, TRACKING.max_moving_of_place)
