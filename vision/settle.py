"""Tells moving from still on the low-resolution luminance stream, and from which edge the moving thing came in.

Runs on every frame, so it costs about as much as a difference and a threshold: the frame is averaged down by four,
which also averages its noise, and compared with the last one and with the first still one (for slow movements).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.sightings import Luma

Small: TypeAlias = npt.NDArray[Any]
"""The luminance averaged down by four: about 90×160, uint8."""

STILL_SECONDS = 0.25
"""How long nothing may move before the scene counts as settled; at least two comparisons."""
NOISE_FACTOR = 6.0
"""A pixel moved if it changed by more than so many mean absolute differences of a still view (about 5 sigma)."""
NOISE_GROWTH = 0.2
"""A second: so fast is an old estimate of the noise given up."""
LEAST_STEP = 5.0
LEAST_PART = 0.001
"""Of the view, that must move for the view to be moving."""
BORDER = 0.06
"""The outer rim of the view, where players hold their cards: it tells edges, but does not unsettle the scene."""
LAMP_STEP = 0.1
"""More than lamps flicker."""
MOST_FLICKER = 0.25
BAND_ROWS = 5
"""Over so many rows the brightness of a flickering lamp hardly changes."""
TRAIL_FRAMES = 90
"""So many masks of what moved are kept; of a longer unrest every second one."""
STAYED = 0.5
"""Of what is changed about a place in the end: from when on so much of it was, something lies there."""
HANDLED = 5
"""Frames, for which a hand mostly stays over what it lays or takes."""
WHOLE_VIEW = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])


@dataclass(frozen=True, slots=True)
class Stillness:
    """`settled` is true on the one frame on which the scene comes to rest."""

    moving: bool
    settled: bool


@dataclass(slots=True)
class SettleGate:
    """See frames in order; `entries` then tells where whatever moved over a place came in from.

    `_last` and `_anchor` are without the rim of the view, `_rested` is whole and `_brightness` its mean; `_difference`
    is how far the last two frames differed.
    """

    _last: Small | None = None
    _anchor: Small | None = None
    _rested: Small | None = None
    _brightness: float = 0.0
    _difference: float = 0.0
    _noise: float = float("inf")
    _time: float = 0.0
    _still_since: float = 0.0
    _still_frames: int = 0
    _settled: bool = False
    _trail: list[Small] = field(default_factory=list)

    def see(self, luma: Luma, time: float) -> Stillness:
        small = averaged(luma)
        inner = _within_rim(small)
        if self._last is None or self._anchor is None or self._last.shape != inner.shape:
            self._last = inner
            self._rest_at(small)
            self._begin_anew(inner, time)
            return Stillness(True, False)
        moving = self._moved(inner, self._last, seconds=max(time - self._time, 0.0)) or self._moved(inner, self._anchor)
        self._last, self._time = inner, time
        if moving:
            self._note_trail(small)
            self._begin_anew(inner, time)
            return Stillness(True, False)
        return self._rest(small, inner, time)

    def entries(self, place: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Returns where what moved over *place* crossed the rim of the view, N×2, from 0 to 1 across and down.

        *place* is N×2 in the same measure, usually the corners of a card. Only what moved since the scene last
        settled counts, and most of all what did when the place changed for good: later hands reach over it. A point is
        named once for each frame it was crossed in. Empty if nothing came in.
        """
        fell = self.since(place)
        for masks in (self._trail[max(fell - 1, 0) : fell + HANDLED], self._trail):
            crossings = _all_crossings(masks, place)
            if len(crossings):
                return crossings
        if not any(self._changed_over(place)):
            return crossings
        # a thrown card flies on alone: what counts is where a hand came in
        return _all_crossings(self._trail, WHOLE_VIEW)

    def since(self, place: npt.NDArray[Any]) -> int:
        """Returns from which of the moving frames on something has lain at *place*, as for `entries`: for an order."""
        changed = self._changed_over(place)
        before = [number for number, count in enumerate(changed) if count < STAYED * changed[-1]]
        return before[-1] + 1 if before else 0

    def _changed_over(self, place: npt.NDArray[Any]) -> list[int]:
        """Returns how much of *place* differed from the settled scene, moving frame by moving frame."""
        return [int(np.count_nonzero(_moved_over(mask, place))) for mask in self._trail]

    def forget_entries(self) -> None:
        self._trail.clear()

    def _begin_anew(self, inner: Small, time: float) -> None:
        self._anchor, self._still_since, self._still_frames, self._settled = inner, time, 0, False

    def _rest(self, small: Small, inner: Small, time: float) -> Stillness:
        if self._settled and abs(cv2.mean(small)[0] / self._brightness - 1) >= LAMP_STEP:
            # Somebody switched a lamp: that is no movement, but another scene.
            self._begin_anew(inner, time)
        self._still_frames += 1
        ready = self._still_frames >= 2 and time - self._still_since >= STILL_SECONDS - 1e-6
        settled = ready and not self._settled
        if settled:
            self._settled = True
            self._rest_at(small)
        return Stillness(not (ready or self._settled), settled)

    def _rest_at(self, small: Small) -> None:
        self._rested, self._brightness = small, max(cv2.mean(small)[0], 1.0)

    def _moved(self, inner: Small, before: Small, seconds: float | None = None) -> bool:
        difference = cv2.absdiff(inner, before)
        if seconds is not None:
            self._learn_noise(cv2.mean(difference)[0], seconds)
        if not self._is_much(difference):
            return False
        return self._is_much(_evened_difference(inner, before))

    def _is_much(self, difference: Small) -> bool:
        step = max(LEAST_STEP, NOISE_FACTOR * self._noise)
        if cv2.norm(difference, cv2.NORM_INF) <= step:  # mostly so, and quicker told than counted
            return False
        changed = cv2.countNonZero(cv2.threshold(difference, step, 255, cv2.THRESH_BINARY)[1])
        return changed > LEAST_PART * difference.size

    def _learn_noise(self, mean_difference: float, seconds: float) -> None:
        """The stillest of the last seconds is noise; what moves only adds to it, and one that comes twice has none."""
        stillest = max(mean_difference, self._difference, 0.05)
        self._noise = min(self._noise * (1 + NOISE_GROWTH * seconds), stillest)
        self._difference = mean_difference

    def _note_trail(self, small: Small) -> None:
        if self._rested is None or self._rested.shape != small.shape:
            return
        step = max(2 * LEAST_STEP, NOISE_FACTOR * self._noise)
        if len(self._trail) >= TRAIL_FRAMES:
            del self._trail[1:-1:2]
        self._trail.append(cv2.threshold(_evened_difference(small, self._rested), step, 1, cv2.THRESH_BINARY)[1])


def _evened_difference(small: Small, before: Small) -> Small:
    """Returns how far the two differ beyond a lamp's flicker, which a rolling shutter turns into bands of rows."""
    ratios = (small.astype(np.float32) + 1) / (before.astype(np.float32) + 1)
    gains = np.median(ratios, axis=1, keepdims=True).clip(1 - MOST_FLICKER, 1 + MOST_FLICKER).astype(np.float32)
    evened = (before * cv2.blur(gains, (1, BAND_ROWS))).round().clip(0, 255).astype(np.uint8)
    return cv2.min(cv2.absdiff(small, before), cv2.absdiff(small, evened))


def _within_rim(small: Small) -> Small:
    rows, columns = (max(1, round(BORDER * side)) for side in small.shape)
    return small[rows:-rows, columns:-columns]


def _all_crossings(masks: Sequence[Small], place: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return np.concatenate([np.zeros((0, 2)), *(_crossings(mask, place) for mask in masks)])


def _crossings(changed: Small, place: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Returns where the changed parts that cover some of *place* meet the rim: the arm that laid the card."""
    height, width = changed.shape
    # An arm in a sleeve like the table breaks into pieces; closing joins them.
    closed = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    count, labels = cv2.connectedComponents(closed)
    if count < 2:
        return np.zeros((0, 2))
    is_over = np.zeros(count, bool)
    is_over[labels[_moved_over(closed, place)]] = True
    is_over[0] = False  # the rest of the view
    rim = np.zeros_like(closed)
    cv2.rectangle(rim, (0, 0), (width - 1, height - 1), 1, 2)
    rows, columns = np.nonzero(is_over[labels] & (rim > 0) & (changed > 0))
    return np.stack([columns / (width - 1), rows / (height - 1)], axis=1)


def _moved_over(changed: Small, place: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    covered = np.zeros_like(changed)
    corners = np.round(place * (changed.shape[1] - 1, changed.shape[0] - 1)).astype(np.int32)
    return (cv2.fillConvexPoly(covered, corners, 1) > 0) & (changed > 0)


def averaged(luma: Luma) -> Small:
    """Returns the luminance at a quarter of its size, in two steps that each have a fast path."""
    height, width = luma.shape[:2]
    half = cv2.resize(luma, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    return cv2.resize(half, (width // 4, height // 4), interpolation=cv2.INTER_AREA)
