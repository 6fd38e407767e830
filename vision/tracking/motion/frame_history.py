"""The history of recent low-resolution frames: when a place took its present look, and whose arm was over it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from engine.cards import Seat
from vision.tracking.motion.arms import arm_evidence, solid_mask
from vision.tracking.motion.motion_gate import SmallLuma, SmallMask, difference_beyond_flicker
from vision.tracking.motion.thresholds import MOTION


@dataclass(slots=True)
class FrameHistory:
    """Frames of times when something moved, oldest first; `background` is the view as it was last understood."""

    background: SmallLuma | None = None
    _frames: list[tuple[float, SmallLuma]] = field(default_factory=list)

    def update(self, small: SmallLuma, time: float, step: float) -> None:
        """Keeps the frame; one that differs from the last by no more than *step* grey levels takes its place."""
        if self.background is None or self.background.shape != small.shape:
            self.begin(small)
        assert self.background is not None
        if len(self._frames) >= MOTION.history_max_frames:
            del self._frames[1 : MOTION.history_max_frames // 2 : 2]
        if not self._frames or cv2.norm(self._frames[-1][1], small, cv2.NORM_INF) > step:
            self._frames.append((time, small))
        elif len(self._frames) > 1:
            self._frames[-1] = (self._frames[-1][0], small)

    def begin(self, small: SmallLuma) -> None:
        """Takes the whole view as background, such as after a knock at the camera."""
        self.background = small.copy()
        self._frames.clear()

    def understand(self, small: SmallLuma, where: SmallMask) -> None:
        """Takes the frame for background, *where* the view is understood."""
        assert self.background is not None
        self.background = np.where(where > 0, small, self.background)

    def index_of_arrival(self, place: SmallMask, now: SmallLuma, step: float) -> int:
        """Returns the index of the first frame that shows *place* (a mask) as it looks *now*: an order of arrivals.

        It is sought after the last frame that still shows the background there, so that a hand that covers the place
        later does not matter. If nothing distinguishes both looks there is none.
        """
        assert self.background is not None
        first = len(self._frames)
        distinct = (place > 0) & (difference_beyond_flicker(now, self.background) > step)
        count = int(np.count_nonzero(distinct))
        if not count:
            return first
        least = MOTION.shown_min_of_distinct_px * count
        for index in range(len(self._frames) - 1, -1, -1):
            unlike_now, unlike_before = (
                difference_beyond_flicker(self._frames[index][1], look)[distinct] for look in (now, self.background)
            )
            if np.count_nonzero((unlike_before < unlike_now) & (unlike_before <= step)) > least:
                break
            if np.count_nonzero((unlike_now < unlike_before) & (unlike_now <= step)) > least:
                first = index
        return first

    def time_of(self, index: int) -> float:
        """Returns the time of a frame, in seconds; infinity for one that is not kept."""
        return self._frames[index][0] if index < len(self._frames) else float("inf")

    def arm_evidence(
        self, place: SmallMask, shown: int, step: float, seats: Sequence[Seat]
    ) -> npt.NDArray[np.float64] | None:
        """Returns how well the arm of each seat explains what was over *place* about frame *shown*, from 0 to 1.

        Frames before it count, and as much those from it on that show an arm without a gap: on a heap the arm before
        may be that of the card below, which leaves. Without an arm before, all frames after it count; None if there was
        no arm at all. Afterwards the card lies there itself: then only what reaches in from the rim is an arm.
        """
        if not self._frames:
            return None
        shown = min(shown, len(self._frames) - 1)
        time = self._frames[shown][0]
        before = [small for at, small in self._frames[:shown] if at >= time - MOTION.hand_leaves_max_seconds - 1e-3]
        after = [small for at, small in self._frames[shown:] if at <= time + MOTION.hand_leaves_max_seconds + 1e-3]
        found = self._evidences_in(before[::-1], place, step, seats, at_rim=False)
        later = self._evidences_in(after, place, step, seats, at_rim=True)
        earlier = [evidence for evidence in found if evidence is not None][: MOTION.arm_max_frames]
        if earlier:  # after a gap it would be the next arm
            later = takewhile(lambda evidence: evidence is not None, later)
        leaving = [evidence for evidence in later if evidence is not None][: MOTION.arm_max_frames]
        sides = [np.mean(side, axis=0) for side in (earlier, leaving) if side]
        return np.asarray(np.mean(sides, axis=0), np.float64) if sides else None

    def crossings_before(self, shown: int, step: float) -> npt.NDArray[Any]:
        """Returns where hands crossed the rim just before frame *shown*: one may have thrown a card from beside it."""
        if not self._frames:
            return np.zeros((0, 2))
        shown = min(shown, len(self._frames) - 1)
        time = self._frames[shown][0]
        near = [small for at, small in self._frames[: shown + 1] if at >= time - MOTION.throw_max_seconds - 1e-3]
        return np.concatenate([rim_crossings(self.foreground(small, step)) for small in near])

    def crossings_by_frame(self, begin: float, end: float, step: float) -> list[tuple[float, npt.NDArray[Any]]]:
        """Returns time and rim crossings of each frame kept after *begin* and up to *end*, in seconds."""
        near = [(at, small) for at, small in self._frames if begin < at <= end + 1e-3]
        return [(at, rim_crossings(self.foreground(small, step))) for at, small in near]

    def _evidences_in(
        self, frames: Sequence[SmallLuma], place: SmallMask, step: float, seats: Sequence[Seat], *, at_rim: bool
    ) -> Iterator[npt.NDArray[np.float64] | None]:
        return (self._evidence_in(small, place, step, seats, at_rim=at_rim) for small in frames)

    def _evidence_in(
        self, small: SmallLuma, place: SmallMask, step: float, seats: Sequence[Seat], *, at_rim: bool
    ) -> npt.NDArray[np.float64] | None:
        assert self.background is not None
        foreground = self.foreground(small, step)
        silhouette = regions_over(foreground, place)
        if at_rim and not len(rim_crossings(foreground & silhouette)):
            return None
        evidence = arm_evidence(silhouette, solid_mask(small, self.background), place, seats)
        return evidence if evidence is not None and evidence.any() else None

    def foreground(self, small: SmallLuma, step: float) -> SmallMask:
        """Returns where *small* surely differs from the background, as 0 or 1: by more than *step* grey levels, and by
        twice the least step.
        """
        assert self.background is not None
        difference = difference_beyond_flicker(small, self.background)
        least = max(step, 2 * MOTION.step_min_levels)
        return np.asarray(cv2.threshold(difference, least, 1, cv2.THRESH_BINARY)[1], np.uint8)


def regions_over(foreground: SmallMask, place: SmallMask) -> SmallMask:
    """Returns the connected parts of *foreground* that cover some of *place*."""
    closed = cv2.morphologyEx(
        foreground, cv2.MORPH_CLOSE, np.ones((MOTION.sleeve_closing_px, MOTION.sleeve_closing_px), np.uint8)
    )
    count, labels = cv2.connectedComponents(closed)
    over = np.bincount(labels[place > 0], minlength=count)
    is_over = over >= max(MOTION.covering_min_of_place * np.count_nonzero(place), 1)
    is_over[0] = False  # the rest of the view
    return np.asarray(is_over[labels], np.uint8)


def rim_crossings(foreground: SmallMask) -> npt.NDArray[Any]:
    """Returns where *foreground* meets the rim of the view, N×2, from 0 to 1."""
    height, width = foreground.shape
    rim = np.zeros_like(foreground)
    cv2.rectangle(rim, (0, 0), (width - 1, height - 1), 1, 2)
    rows, columns = np.nonzero((rim > 0) & (foreground > 0))
    return np.asarray(np.stack([columns, rows], axis=1) / (width - 1, height - 1), np.float64)
