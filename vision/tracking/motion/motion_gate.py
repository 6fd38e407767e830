"""Local stillness: which places of the view have not changed for how long, from the low-resolution luminance stream.

Runs on every frame, so it costs about as much as a difference and a threshold. The frame is averaged down by four,
which also averages its noise. Each place is compared with the last frame and with how it looked when it came to rest
(for slow movements), so a hand that keeps moving at one edge does not keep the rest of the table from being read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.order_statistics import median, quantile
from vision.tracking.motion.thresholds import MOTION
from vision.types import Luma

SmallLuma: TypeAlias = npt.NDArray[Any]
"""The luminance averaged down by four: about 90×160, uint8."""
SmallMask: TypeAlias = npt.NDArray[Any]
"""The size of a `SmallLuma`, uint8, 0 or 255."""


@dataclass(frozen=True, slots=True)
class MotionState:
    """`moving`: something moved inside the rim in the last `rest_min_seconds`; `settled` is true once per rest."""

    moving: bool
    settled: bool


@dataclass(slots=True)
class MotionGate:
    """Call `update` with every frame in order; `still_mask` returns which places have come to rest.

    `_anchor` is how each place looked when it last moved, `_moved_at` when that was, in seconds of the frames.
    """

    small: SmallLuma | None = field(default=None, init=False)
    """The last frame, averaged down."""
    step: float = field(default_factory=lambda: MOTION.step_min_levels, init=False)
    """Grey levels by which two looks of one place may differ."""
    flicker: float = field(default=0.0, init=False)
    """How much the brightness of rows lately changed from frame to frame, as a part of it."""
    moved: SmallMask = field(init=False)
    """Where the last frame moved."""
    _anchor: SmallLuma = field(init=False)
    _moved_at: npt.NDArray[np.float32] = field(init=False)
    _inner: tuple[slice, slice] = field(init=False)
    _noise: float = field(default=float("inf"), init=False)
    _difference: float = field(default=0.0, init=False)
    _time: float = field(default=0.0, init=False)
    _rest_since: float = field(default=0.0, init=False)
    _settled: bool = field(default=False, init=False)
    _brightness: float = field(default=1.0, init=False)

    def update(self, luma: Luma, time: float, steady: SmallMask | None = None) -> MotionState:
        """Processes the luminance of a frame (about 360×640, uint8), *time* in seconds.

        What moves in *steady* places is light on something that lies still: it does not count as moving.
        """
        small = downsample(luma)
        if self.small is None or self.small.shape != small.shape:
            self._begin(small, time)
            return MotionState(moving=True, settled=False)
        differences = cv2.absdiff(small, self.small)
        self._learn_noise(differences, max(time - self._time, 0.0))
        moved = self._moving_mask(small, differences)
        self.small, self._time = small, time
        self.moved = np.zeros_like(small) if moved is None else moved
        if moved is not None:
            np.copyto(self._anchor, small, where=moved > 0)
            moved = moved if steady is None else moved & ~steady
            self._moved_at[moved > 0] = time
        inner = 0 if moved is None else cv2.countNonZero(np.ascontiguousarray(moved[self._inner]))
        if inner >= MOTION.moving_min_px or self._has_new_light(small, time):
            self._rest_since, self._settled = time, False
            return MotionState(moving=True, settled=False)
        ready = time - self._rest_since >= MOTION.rest_min_seconds - 1e-6
        settled, self._settled = ready and not self._settled, ready or self._settled
        if settled:
            self._brightness = _mean(small)
        return MotionState(moving=not self._settled, settled=settled)

    @property
    def moved_at(self) -> npt.NDArray[np.float32]:
        """When each place moved last, in seconds; the size of `small`."""
        return self._moved_at

    @property
    def inner(self) -> tuple[slice, slice]:
        """Rows and columns of `small` within the rim."""
        return self._inner

    def still_mask(self, seconds: float) -> SmallMask:
        """Returns which places have not moved for so long, and in one comparison of frames at least."""
        still = self._moved_at <= self._time - seconds + 1e-3
        return np.asarray(still, np.uint8) * np.uint8(255)

    def _begin(self, small: SmallLuma, time: float) -> None:
        rows, columns = (max(1, round(MOTION.rim_of_side * side)) for side in small.shape)
        self._inner = (slice(rows, -rows), slice(columns, -columns))
        self.small, self._anchor = small, small.copy()
        self._moved_at = np.full(small.shape, time, np.float32)
        self.moved = np.zeros(small.shape, np.uint8)
        self._time = self._rest_since = time
        self._settled, self._brightness = False, _mean(small)

    def _moving_mask(self, small: SmallLuma, since_last: SmallLuma) -> SmallMask | None:
        """Returns the mask of moving places, or None if nothing moved; *since_last* are the differences to `small`."""
        assert self.small is not None
        self.step = max(MOTION.step_min_levels, MOTION.step_of_noise * self._noise)
        moved: SmallMask | None = None
        self.flicker *= MOTION.flicker_decay_per_frame
        for before in (self.small, self._anchor):
            differences = since_last if before is self.small else cv2.absdiff(small, before)
            if cv2.norm(differences, cv2.NORM_INF) <= self.step:  # the usual case, and quicker than counting
                continue
            if cv2.countNonZero(cv2.threshold(differences, self.step, 255, cv2.THRESH_BINARY)[1]) < MOTION.moved_min_px:
                continue
            if before is self.small:
                self.flicker = max(self.flicker, median(np.abs(row_gains(small, before) - 1)))
            mask = cv2.threshold(difference_beyond_flicker(small, before), self.step, 255, cv2.THRESH_BINARY)[1]
            moved = mask if moved is None else cv2.max(moved, mask)
        if moved is None:
            return None
        # One pixel alone is a speck of noise; an edge that moves is at least two long.
        beside = cv2.boxFilter(moved, cv2.CV_16U, (3, 3), normalize=False)
        return np.where(beside > 255, moved, np.uint8(0))

    def _has_new_light(self, small: SmallLuma, time: float) -> bool:
        """Whether a lamp was switched: the mean brightness is another than at rest."""
        if not self._settled or abs(_mean(small) / self._brightness - 1) < MOTION.light_min_change:
            return False
        self._moved_at[:] = time
        return True

    def _learn_noise(self, differences: SmallLuma, seconds: float) -> None:
        """Takes the stillest recent frames as noise; *differences* are those to the last frame.

        The lower three quarters of the differences are averaged, so that a hand in view does not count as noise.
        Identical consecutive frames would estimate it as zero: the larger of two in a row counts.
        """
        difference = _lower_mean(differences[::4])  # some rows tell as much
        least = MOTION.step_min_levels / MOTION.step_of_noise  # less does not matter, and a repeated frame has none
        stillest = max(difference, self._difference, least)
        self._noise = min(self._noise * (1 + MOTION.noise_growth_per_second * seconds), stillest)
        self._difference = difference


LOWER_PART = 0.75
LOWER_TO_MEAN = 1 / 0.645
"""Of a normal distribution: its mean absolute value over that of the lower three quarters of it."""


def _lower_mean(difference: SmallLuma) -> float:
    """Returns the mean absolute difference, estimated from the lower three quarters of the values."""
    below = cv2.calcHist([difference], [0], None, [256], [0, 256]).cumsum()
    quota = LOWER_PART * difference.size
    # The mean of the lower part is the area beside its cumulative distribution.
    return float(len(below) - np.minimum(below, quota).sum() / quota) * LOWER_TO_MEAN


def _mean(small: SmallLuma) -> float:
    return max(cv2.mean(small)[0], 1.0)


def row_gains(small: SmallLuma, before: SmallLuma) -> npt.NDArray[np.float32]:
    """Returns by which factor each row is brighter, H×1: a rolling shutter makes bands of a lamp's flicker."""
    ratios = (small.astype(np.float32) + 1) / (before.astype(np.float32) + 1)
    gains = (
        quantile(ratios, 0.5)[:, None]
        .clip(1 - MOTION.flicker_max_change_of_brightness, 1 + MOTION.flicker_max_change_of_brightness)
        .astype(np.float32)
    )
    return np.asarray(cv2.blur(gains, (1, MOTION.flicker_band_rows)), np.float32)


def difference_beyond_flicker(small: SmallLuma, before: SmallLuma) -> SmallLuma:
    """Returns how far the two differ beyond a lamp's flicker."""
    flicker_free = (before * row_gains(small, before)).round().clip(0, 255).astype(np.uint8)
    return cv2.min(cv2.absdiff(small, before), cv2.absdiff(small, flicker_free))


def downsample(luma: Luma) -> SmallLuma:
    """Returns the luminance at a quarter of its size, in two steps that each have a fast path."""
    height, width = luma.shape[:2]
    half = cv2.resize(luma, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    return cv2.resize(half, (width // 4, height // 4), interpolation=cv2.INTER_AREA)
