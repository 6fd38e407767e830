"""Focus of a lens that moves: once, on something as far away as the table is, and again if the first card is not sharp.

The functions are pure, as those of `device.camera.exposure_lock`. Lens positions are in dioptres: 1 / distance in m.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import cv2
import numpy as np

from vision.types import Luma

Controls: TypeAlias = "dict[str, Any]"
Range: TypeAlias = tuple[Any, Any, Any]
"""Lowest, highest and usual value of a control."""
Rectangle: TypeAlias = tuple[int, int, int, int]
"""x, y, width and height in px."""

NEAREST_CM, FURTHEST_CM = 25.0, 120.0
"""Heights at which a camera may hang, if the board profile names none; the mounting guide has 30 to 80 cm."""
MAX_HEIGHT_RATIO = 1.35
"""Most of the ratio between the height in the board profile and the distance in focus: hands and piles are nearer, and
lenses are calibrated to about a tenth."""
TABLE_DIOPTRES = 1.6
"""Dioptres: the table of the mounting guide, if focusing failed and no height is known."""
MAX_FOCUS_SECONDS = 2.5
MAX_CONTROL_SECONDS = 0.7
"""Seconds: longest wait for focus, and for a control, which takes effect some frames later."""
MAX_FOCUS_TRIES = 2
"""Most tries for the sake of a card that is not sharp."""
SCANNING, FOCUSED, FOCUS_FAILED = 1, 2, 3
AUTO_FOCUS, MANUAL_FOCUS = 1, 0
START_FOCUS = 0
WHOLE_VIEW, WINDOWS = 0, 1


def supported(available: Mapping[str, Range], controls: Controls) -> Controls:
    """Returns those of the controls that the sensor has."""
    return {name: value for name, value in controls.items() if name in available}


class Focus:
    """Call `begin`, then `update` with every frame until it returns controls that end it (`is_over`)."""

    def __init__(
        self, available: Mapping[str, Range], height_cm: float | None = None, view: Rectangle | None = None
    ) -> None:
        """*height_cm* is that of the camera above the table; *view* the whole view, in px of `AfWindows`."""
        self._available = available
        self._view = view if "AfWindows" in available else None
        self._furthest, self._nearest = 100 / FURTHEST_CM, 100 / NEAREST_CM
        self._expected = TABLE_DIOPTRES
        if height_cm:
            self._expected = 100 / height_cm
            self._furthest, self._nearest = self._expected / MAX_HEIGHT_RATIO, self._expected * MAX_HEIGHT_RATIO
        self.is_over = not self.is_adjustable
        self._is_on_window = self._has_scanned = False

    @property
    def is_adjustable(self) -> bool:
        return "AfMode" in self._available

    def begin(self, on_window: bool = False) -> Controls:
        """Returns the controls that start a try, over the whole view or *on_window* in its middle."""
        self.is_over, self._has_scanned, self._is_on_window = False, False, on_window
        controls: Controls = {"AfMode": AUTO_FOCUS, "AfTrigger": START_FOCUS, "AfMetering": WHOLE_VIEW}
        if on_window and self._view is not None:
            x, y, width, height = self._view
            middle = (x + width // 4, y + height // 4, width // 2, height // 2)
            controls |= {"AfMetering": WINDOWS, "AfWindows": [middle]}
        return supported(self._available, controls)

    def update(self, metadata: Mapping[str, Any], late: float) -> Controls:
        """Returns controls for another try, those that lock the lens, or none; *late*: seconds since the try began."""
        state = metadata.get("AfState")
        self._has_scanned |= state == SCANNING
        is_new = self._has_scanned or late > MAX_CONTROL_SECONDS  # before, it is the state of the try before
        if not (is_new and state in (FOCUSED, FOCUS_FAILED)) and late <= MAX_FOCUS_SECONDS:
            return {}
        position = metadata.get("LensPosition") if state == FOCUSED else None
        if position is None or not self._furthest <= position <= self._nearest:
            if not self._is_on_window:
                return self.begin(on_window=True)
            position = self._expected
        self.is_over = True
        lowest, highest = (float(end) for end in self._available.get("LensPosition", (0.0, position, 0.0))[:2])
        position = min(max(float(position), lowest), highest)
        return supported(self._available, {"AfMode": MANUAL_FOCUS, "LensPosition": position})


SHARPNESS_INTERVAL_SECONDS = 1.0
MIN_CHANGED_LEVELS, MIN_CHANGED_SHARE = 20, 0.002
"""Seconds between two looks at the sharpness; grey levels and share of the pixels that make another view. A card from
80 cm takes 0.009 of the view, and only one that lies still is looked at: a hand at work blurs what it holds."""


@dataclass
class SharpnessCheck:
    """Looks whether what has been laid on the table is sharp, until something is, or too often was not."""

    _before: Luma | None = None
    _judged: Luma | None = None
    _next_at: float = float("-inf")
    _tries_left: int = MAX_FOCUS_TRIES

    def is_soft(self, luma: Luma, time: float, is_sharp: Callable[[], bool | None]) -> bool:
        """Returns whether something new lies still and is not sharp, so that focusing may help."""
        if not self._tries_left or time < self._next_at:
            return False
        before, self._before, self._next_at = self._before, luma.copy(), time + SHARPNESS_INTERVAL_SECONDS
        if self._judged is None:
            self._judged = self._before
        if before is None or _differs(luma, before) or not _differs(luma, self._judged):
            return False
        sharp, self._judged = is_sharp(), self._before
        if sharp is not None:
            self._tries_left = 0 if sharp else self._tries_left - 1
        if sharp is False:
            self._judged = np.zeros_like(luma)  # it is looked at again, in its new focus
        return sharp is False


def _differs(luma: Luma, other: Luma) -> bool:
    changed = cv2.threshold(cv2.absdiff(luma, other), MIN_CHANGED_LEVELS, 255, cv2.THRESH_BINARY)[1]
    return cv2.countNonZero(changed) >= MIN_CHANGED_SHARE * luma.size
