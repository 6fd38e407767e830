"""Recent low-resolution frames against the background: when a place took its present look, and where the hand that was
there entered the view."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.tracking.motion_gate import MIN_STEP, even_difference

if TYPE_CHECKING:
    from vision.sightings import Quad
    from vision.tracking.motion_gate import Small, SmallMask


MAX_FRAMES = 60
"""Frames kept, 14 KiB each; of a longer unrest every second one."""
SHOWN_PART = 0.7
"""Of the pixels that tell a place's present look from the background: with so many of them it shows either."""
MIN_TELLING_PX = 6
"""Pixels that must tell the two looks apart for an arrival to be dated."""
HAND_SECONDS = 0.5
"""Before a card is first seen: in this time its hand was over it."""
HAND_FRAMES = 3
"""The frames nearest to that moment that count: earlier ones may show the hand before it, later ones the next."""
THROW_SECONDS = 0.9
"""Before a thrown card comes to rest: in this time its hand was in view."""
COVERING_PART = 0.1
"""Of a place, that a moving thing covers if it is over it."""
STRAIGHT_PART = 0.9
"""Of the line from a place to where an arm enters the view, that lies on the arm."""
CLOSING_PX = 7
"""An arm in a sleeve like the table breaks into pieces; closing by this much joins them."""


@dataclass(slots=True)
class HandHistory:
    """Frames of times when something moved, oldest first; `background` is the view as it was last understood."""

    background: Small | None = None
    _frames: list[tuple[float, Small]] = field(default_factory=list)

    def see(self, small: Small, time: float, step: float) -> None:
        """Keeps the frame; one that differs from the last by no more than *step* grey levels takes its place."""
        if self.background is None or self.background.shape != small.shape:
            self.begin(small)
        assert self.background is not None
        if len(self._frames) >= MAX_FRAMES:
            del self._frames[1 : MAX_FRAMES // 2 : 2]
        if not self._frames or cv2.norm(self._frames[-1][1], small, cv2.NORM_INF) > step:
            self._frames.append((time, small))
        elif len(self._frames) > 1:
            self._frames[-1] = (self._frames[-1][0], small)

    def begin(self, small: Small) -> None:
        """Takes the whole view as background, such as after a knock at the camera."""
        self.background = small.copy()
        self._frames.clear()

    def understand(self, small: Small, where: SmallMask) -> None:
        """Takes the frame for background, *where* the view is understood."""
        assert self.background is not None
        self.background = np.where(where > 0, small, self.background)

    def first_shown(self, place: SmallMask, now: Small, step: float) -> int:
        """Returns the index of the first frame that shows *place* (a mask) as it looks *now*: an order of arrivals.

        It is sought after the last frame that still shows the background there, so that a hand that covers the place
        later does not matter.
        """
        assert self.background is not None
        telling = (place > 0) & (even_difference(now, self.background) > step)
        count = np.count_nonzero(telling)
        if count < MIN_TELLING_PX:
            return len(self._frames)
        first = len(self._frames)
        for index in range(len(self._frames) - 1, -1, -1):
            unlike_now, unlike_before = (
                even_difference(self._frames[index][1], look)[telling] for look in (now, self.background)
            )
            if np.count_nonzero((unlike_before < unlike_now) & (unlike_before <= step)) > SHOWN_PART * count:
                break
            if np.count_nonzero((unlike_now < unlike_before) & (unlike_now <= step)) > SHOWN_PART * count:
                first = index
        return first

    def time_of(self, index: int) -> float:
        """Returns the time of a frame, in seconds; infinity for one that is not kept."""
        return self._frames[index][0] if index < len(self._frames) else float("inf")

    def crossings(self, place: SmallMask, shown: int, step: float) -> npt.NDArray[Any]:
        """Returns where the hand entered the view that was over *place* just before frame *shown*; none if none was.

        A thrown card slides on alone: then any hand that was in view just before counts.
        """
        if not self._frames:
            return np.zeros((0, 2))
        shown = min(shown, len(self._frames) - 1)
        time = self._frames[shown][0]
        before = [small for at, small in self._frames[:shown] if at >= time - HAND_SECONDS - 1e-3]
        after = [small for at, small in self._frames[shown:] if at <= time + HAND_SECONDS + 1e-3]
        for frames in (before[::-1], after):
            found = [points for small in frames if len(points := self._crossings_in(small, place, step))]
            if found:
                return np.concatenate(found[:HAND_FRAMES])
        thrown = [small for at, small in self._frames[: shown + 1] if at >= time - THROW_SECONDS - 1e-3]
        anywhere = [self._crossings_in(small, np.full_like(place, 255), step) for small in thrown]
        return np.concatenate(anywhere)

    def crossings_by_frame(self, begin: float, end: float, step: float) -> list[npt.NDArray[Any]]:
        """Returns where hands crossed the rim, frame by frame, after *begin* and up to *end*, in seconds."""
        near = [small for at, small in self._frames if begin < at <= end + 1e-3]
        found = [self._crossings_in(small, np.full_like(small, 255), step) for small in near]
        return [points for points in found if len(points)]

    def _crossings_in(self, small: Small, place: SmallMask, step: float) -> npt.NDArray[Any]:
        assert self.background is not None
        difference = even_difference(small, self.background)
        foreground = cv2.threshold(difference, max(step, 2 * MIN_STEP), 1, cv2.THRESH_BINARY)[1]
        return crossings_over(foreground, place)


def crossings_over(foreground: SmallMask, place: SmallMask) -> npt.NDArray[Any]:
    """Returns where the connected parts of *foreground* that cover some of *place* meet the rim, N×2, 0 to 1."""
    height, width = foreground.shape
    closed = cv2.morphologyEx(foreground, cv2.MORPH_CLOSE, np.ones((CLOSING_PX, CLOSING_PX), np.uint8))
    count, labels = cv2.connectedComponents(closed)
    if count < 2:
        return np.zeros((0, 2))
    over = np.bincount(labels[place > 0], minlength=count)
    whole_view = np.count_nonzero(place) == place.size
    least = 1 if whole_view else COVERING_PART * np.count_nonzero(place)
    is_over = over >= max(least, 1)
    is_over[0] = False  # the rest of the view
    rim = np.zeros_like(closed)
    cv2.rectangle(rim, (0, 0), (width - 1, height - 1), 1, 2)
    rows, columns = np.nonzero(is_over[labels] & (rim > 0) & (foreground > 0))
    points = np.stack([columns, rows], axis=1)
    if not whole_view and len(points):
        points = points[_along_arm(points, closed, place)]
    return np.asarray(points / (width - 1, height - 1), np.float64)


def _along_arm(points: npt.NDArray[Any], foreground: SmallMask, place: SmallMask) -> npt.NDArray[np.bool_]:
    """Returns which of the crossings an arm reaches straight: of two hands that touch, the other one's are left out.

    The part of the line from the place to a crossing that lies on the foreground tells.
    """
    rows, columns = np.nonzero(place)
    centre = np.array([columns.mean(), rows.mean()])
    steps = np.linspace(0, 1, 24)[:, None, None]
    x, y = np.moveaxis(np.round(centre + (points - centre) * steps).astype(int), 2, 0)
    inside = (foreground[y, x] > 0).mean(axis=0)
    straight: npt.NDArray[np.bool_] = inside >= min(STRAIGHT_PART, float(inside.max()))
    return straight


def place_mask(quad: Quad, shape: tuple[int, ...]) -> SmallMask:
    """Returns the mask of a quad given from 0 to 1 across and down the view."""
    mask: SmallMask = np.zeros(shape[:2], np.uint8)
    corners = np.round(quad * (shape[1] - 1, shape[0] - 1)).astype(np.int32)
    return cv2.fillConvexPoly(mask, corners, 255)
