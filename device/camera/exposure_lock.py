"""Exposure, white balance and focus of a sensor: automatic until they have settled, then locked.

A camera that keeps adapting changes its picture of the table with every hand. The functions here are pure: they take
metadata and luminance of a frame, and return controls under the names of libcamera.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from device.camera.focus import MAX_CONTROL_SECONDS, Controls, Focus, Range, SharpnessCheck, supported
from device.camera.validated import is_black
from vision.order_statistics import median
from vision.types import Luma

Stage: TypeAlias = Literal["settling", "focusing", "taking", "locked"]

LAMP_PERIOD_US = 10_000
"""µs: period of a lamp at 50 Hz; exposures of whole periods do not flicker."""
HEADROOM_STOPS = -0.7
"""Stops by which the locked exposure is reduced, as a bare table is darker than the cards that will lie on it."""
FRAME_US = 100_000
"""µs from frame to frame, and the longest exposure."""
FIXED_FRAME_TIME: Controls = {"FrameDurationLimits": (FRAME_US, FRAME_US)}
SHORT_FRAME_TIME: Controls = {"FrameDurationLimits": (33_333, FRAME_US)}
"""Shortest frame time while the automatics settle, as they need some frames."""
STEADY_FRAMES = 10
STEADY_EXPOSURE = 0.03
STEADY_COLOUR = 0.02
MAX_SETTLE_SECONDS = 2.5
MAX_CORRECTION_SECONDS = 4.0
"""Seconds: longest wait for a webcam that corrects its exposure, which takes it 3.5 (`device.camera.v4l2`)."""
CONVERGED_STATES = (2, 3)
"""AeState values for a settled exposure; 3 was "locked" before libcamera 0.5."""
MIN_LIGHT_FACTOR = 1.25
"""Factor of the grey levels that counts as another light, about two thirds of a stop."""
LIGHT_CHANGE_SECONDS = 3.0
"""Seconds for which a change of light must last; a hand covers less than half of the view, a tray passes by."""
GRID = (16, 9)


def flicker_free(exposure: float, gain: float, gains: tuple[float, float]) -> tuple[int, float]:
    """Returns exposure (µs) and analogue gain of the same brightness, the exposure in whole periods of a lamp.

    In daylight that is too bright for one period the exposure is shorter.
    """
    least, most = gains
    light = exposure * gain
    periods = max(1, round(exposure / LAMP_PERIOD_US))
    while periods > 1 and light / (periods * LAMP_PERIOD_US) < least:
        periods -= 1
    while (periods + 1) * LAMP_PERIOD_US <= FRAME_US and light / (periods * LAMP_PERIOD_US) > most:
        periods += 1
    rounded = periods * LAMP_PERIOD_US
    if light / rounded < least:
        return max(1, round(light / least)), least
    return rounded, min(light / rounded, most)


@dataclass
class SettlingDetector:
    """The last frames of the automatics, and whether they still change."""

    _light: deque[float] = field(default_factory=lambda: deque(maxlen=STEADY_FRAMES))
    _colours: deque[tuple[float, float]] = field(default_factory=lambda: deque(maxlen=STEADY_FRAMES))

    def update(self, metadata: Mapping[str, Any]) -> bool:
        """Returns whether exposure and white balance have settled; missing values count as settled."""
        self._light.append(exposure_of(metadata))
        self._colours.append(tuple(metadata.get("ColourGains", (1.0, 1.0))))
        is_locked = metadata.get("AeLocked", True)
        has_converged = metadata["AeState"] in CONVERGED_STATES if "AeState" in metadata else is_locked
        if len(self._light) < STEADY_FRAMES or not has_converged:
            return False
        colours = np.array(self._colours)
        return _spread(np.array(self._light)) < STEADY_EXPOSURE and all(
            _spread(colours[:, channel]) < STEADY_COLOUR for channel in (0, 1)
        )


def exposure_of(metadata: Mapping[str, Any]) -> float:
    """Returns exposure times gain, in µs."""
    exposure = float(metadata.get("ExposureTime", 1))
    return exposure * float(metadata.get("AnalogueGain", 1)) * float(metadata.get("DigitalGain", 1))


def _spread(values: npt.NDArray[Any]) -> float:
    highest = float(values.max())
    return (highest - float(values.min())) / highest if highest > 0 else 0.0


@dataclass
class LightChangeDetector:
    """Detects that the whole view has become brighter or darker permanently."""

    _reference: npt.NDArray[Any] | None = None
    _since: float | None = None

    def forget(self) -> None:
        self._reference = self._since = None

    def has_changed(self, luma: Luma, time: float) -> bool:
        """Compares with the first view since `forget`: most places must have changed alike, and stay so.

        A covered lens is no change of light: an exposure for it would be blown out afterwards.
        """
        now = cv2.resize(luma[::4, ::4], GRID, interpolation=cv2.INTER_AREA).astype(np.float32) + 1
        if self._reference is None:
            self._reference = now
        factor = median(now / self._reference)
        if max(factor, 1 / factor) < MIN_LIGHT_FACTOR or is_black(luma):
            self._since = None
            return False
        if self._since is None:
            self._since = time
        return time - self._since >= LIGHT_CHANGE_SECONDS


class ExposureLock:
    """Call `update` with every frame in order, and set the controls that it returns.

    :param available: the sensor's controls and their ranges; other controls are never set.
    :param focus: the focus of the lens, by default without anything known about camera and table.
    """

    def __init__(self, available: Mapping[str, Range], focus: Focus | None = None) -> None:
        self._available = available
        self._focus = focus or Focus(available)
        self._sharpness = SharpnessCheck()
        self.stage: Stage = "settling"
        self._began: float | None = None
        self._was_locked = False
        self._settling = SettlingDetector()
        self._brightness = LightChangeDetector()
        self._locked_controls: Controls = {}
        if not self._automatics:
            self.stage = "locked"

    @property
    def ready(self) -> bool:
        """Whether frames can be read: from the first lock on, also while settling again, but not while focusing."""
        return self.stage == "locked" or (self._was_locked and self.stage != "focusing")

    def begin(self) -> Controls:
        """Returns the first controls: all automatic, or ten frames a second without automatics."""
        if not self._automatics:
            return supported(self._available, FIXED_FRAME_TIME)
        automatic: Controls = {"AeEnable": True, "AwbEnable": True, "ExposureValue": HEADROOM_STOPS}
        return supported(self._available, automatic | SHORT_FRAME_TIME)

    def update(
        self,
        metadata: Mapping[str, Any],
        luma: Luma,
        time: float,
        is_sharp: Callable[[], bool | None] = lambda: True,
    ) -> Controls:
        """Returns the controls to set now, usually none; *time* in seconds of any clock.

        *is_sharp* returns whether the view is sharp, None if nothing in it shows that; it is called now and then, until
        something is seen sharply.
        """
        self._began = time if self._began is None else self._began
        late = time - self._began
        match self.stage:
            case "settling":
                if self._settling.update(metadata) or late > MAX_SETTLE_SECONDS:
                    return self._lock(metadata, time)
            case "focusing":
                controls = self._focus.update(metadata, late)
                if self._focus.is_over:
                    self._go_to("taking", time)
                    return supported(self._available, controls | FIXED_FRAME_TIME)
                if controls:
                    self._go_to("focusing", time)
                return controls
            case "taking":
                if self._is_applied(metadata, late):
                    self._was_locked = True
                    self._brightness.forget()
                    self._go_to("locked", time)
            case "locked":
                if self._automatics and self._brightness.has_changed(luma, time):
                    self._settling = SettlingDetector()
                    self._go_to("settling", time)
                    return self.begin()
                if self._focus.is_adjustable and self._sharpness.is_soft(luma, time, is_sharp):
                    self._go_to("focusing", time)
                    return self._focus.begin(on_window=True) | supported(self._available, SHORT_FRAME_TIME)
        return {}

    @property
    def _automatics(self) -> bool:
        return bool({"AeEnable", "AwbEnable", "AfMode"} & self._available.keys())

    def _go_to(self, stage: Stage, time: float) -> None:
        self.stage, self._began = stage, time

    def _lock(self, metadata: Mapping[str, Any], time: float) -> Controls:
        """Locks what the automatics have found; only reported values can be locked."""
        manual: Controls = {"AeEnable": False, "AwbEnable": False}
        if {"ExposureTime", "AnalogueGain"} <= metadata.keys() & self._available.keys():
            least, most, _ = self._available["AnalogueGain"]
            gain = exposure_of(metadata) / metadata["ExposureTime"]
            exposure, gain = flicker_free(metadata["ExposureTime"], gain, (float(least), float(most)))
            manual |= {"ExposureTime": exposure, "AnalogueGain": gain}
        if "ColourGains" in metadata:
            manual["ColourGains"] = tuple(metadata["ColourGains"])
        self._locked_controls = supported(self._available, manual)
        if not self._focus.is_adjustable or self._was_locked:  # the distance to the table does not change
            self._go_to("taking", time)
            return self._locked_controls | supported(self._available, FIXED_FRAME_TIME)
        self._go_to("focusing", time)
        return self._locked_controls | self._focus.begin()

    def _is_applied(self, metadata: Mapping[str, Any], late: float) -> bool:
        """Whether the frame was exposed as requested, or nothing is waited for any longer.

        Sensors count exposure in rows, and webcams correct theirs.
        """
        requested, actual = self._locked_controls.get("ExposureTime"), metadata.get("ExposureTime")
        if requested is None:
            return metadata.get("AeLocked", True) or late > MAX_CORRECTION_SECONDS
        return late > MAX_CONTROL_SECONDS or (actual is not None and abs(actual / requested - 1) < STEADY_EXPOSURE)
