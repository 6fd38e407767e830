"""The controls of a camera on USB, by the interface of the Linux kernel (V4L2)."""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from device.camera.focus import AUTO_FOCUS, FOCUSED, SCANNING, TABLE_DIOPTRES, Controls, Range

HAS_V4L2 = sys.platform == "linux"
"""Whether the kernel has /dev/videoN; elsewhere a webcam is opened by its number, and its controls stay automatic."""
QUERY, GET, SET = 0xC0445624, 0xC008561B, 0xC008561C
"""The calls VIDIOC_QUERYCTRL, VIDIOC_G_CTRL and VIDIOC_S_CTRL."""
QUERY_FORMAT, VALUE_FORMAT = "II32s4iI2I", "Ii"
DISABLED, READ_ONLY = 1, 4
"""Flags of a control that cannot be set."""
MAINS_FREQUENCY, WHITE_BALANCE_AUTO = 0x980918, 0x98090C
EXPOSURE_AUTO, EXPOSURE_TIME, EXPOSURE_PRIORITY = 0x9A0901, 0x9A0902, 0x9A0903
FOCUS_AUTO = 0x9A090C
MAINS_50_HZ = 1
MANUAL_EXPOSURE, APERTURE_PRIORITY = 1, 3
FOCUS_SECONDS = 2.0
"""Seconds that a webcam is given to focus, as it does not say when it has."""
LOCKED_SECONDS = 0.7
MAX_BRIGHTNESS_RATIO = 1.25
MAX_CORRECTIONS = 4
"""Seconds after which a locked exposure has taken effect, the most by which the brightness may differ then, and how
often it is corrected: the kernel returns an exposure that it knows from before, and some cameras report none."""
ON_OFF: Range = (False, True, True)


class V4l2Controls:
    """The controls of one camera; those that it has not are left out, and a failure leaves them as they are."""

    def __init__(self, path: str) -> None:
        self._file: int | None = None
        if HAS_V4L2:
            with suppress(OSError):
                self._file = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        self._has = {
            control for control in (MAINS_FREQUENCY, WHITE_BALANCE_AUTO, FOCUS_AUTO) if self._is_there(control)
        }
        if self._is_there(EXPOSURE_AUTO) and self._is_there(EXPOSURE_TIME):
            self._has.add(EXPOSURE_AUTO)
        self._focusing_since: float | None = None
        self._expected: tuple[float, float] | None = None
        """The brightness that a locked exposure should have, and when it should have it."""
        self._exposure = self._corrections_left = 0
        if MAINS_FREQUENCY in self._has:
            self._set(MAINS_FREQUENCY, MAINS_50_HZ)
        self._set(EXPOSURE_PRIORITY, 0)  # or the frame rate falls in dim light

    @property
    def available(self) -> Mapping[str, Range]:
        names = {EXPOSURE_AUTO: ("AeEnable",), WHITE_BALANCE_AUTO: ("AwbEnable",), FOCUS_AUTO: ("AfMode", "AfTrigger")}
        return {name: ON_OFF for control in self._has for name in names.get(control, ())}

    def metadata(self, brightness: float, time: float) -> Mapping[str, Any]:
        """Returns what a sensor would report of a frame; *brightness* stands in for the exposure, which is in it."""
        since = self._focusing_since
        is_scanning = since is not None and time - since < FOCUS_SECONDS
        focus = {"AfState": SCANNING if is_scanning else FOCUSED, "LensPosition": TABLE_DIOPTRES}
        return {"ExposureTime": brightness, "AeLocked": self._expected is None, **focus}

    def set(self, controls: Controls, brightness: float, time: float) -> None:
        """Sets controls at a frame of this brightness, and corrects a locked exposure that has changed it."""
        if "AwbEnable" in controls:
            self._set(WHITE_BALANCE_AUTO, int(controls["AwbEnable"]))
        if "AfMode" in controls:
            is_auto = controls["AfMode"] == AUTO_FOCUS
            self._focusing_since = time if is_auto else None
            self._set(FOCUS_AUTO, int(is_auto))
        if "AeEnable" in controls:
            self._enable_exposure(controls["AeEnable"])
            is_locked = not controls["AeEnable"] and EXPOSURE_AUTO in self._has
            self._expected = (brightness, time + LOCKED_SECONDS) if is_locked else None
            self._corrections_left = MAX_CORRECTIONS
        elif self._expected is not None and time >= self._expected[1]:
            self._check_brightness(self._expected[0], brightness, time)

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _check_brightness(self, expected: float, brightness: float, time: float) -> None:
        """Corrects a locked exposure in proportion if it has changed the brightness; in the end it is taken back."""
        self._expected = None
        ratio = max(brightness, 1.0) / max(expected, 1.0)
        if 1 / MAX_BRIGHTNESS_RATIO <= ratio <= MAX_BRIGHTNESS_RATIO:
            return
        if self._corrections_left:
            self._corrections_left -= 1
            self._expected = expected, time + LOCKED_SECONDS
            self._exposure = max(1, round(self._exposure / ratio))
            self._set(EXPOSURE_TIME, self._exposure)
        else:
            self._enable_exposure(True)
            self._has.discard(EXPOSURE_AUTO)

    def _enable_exposure(self, is_auto: bool) -> None:
        if EXPOSURE_AUTO not in self._has:
            return
        if is_auto:
            self._set(EXPOSURE_AUTO, APERTURE_PRIORITY)
            return
        answer = self._call(GET, struct.pack(VALUE_FORMAT, EXPOSURE_TIME, 0))
        if answer is not None and self._set(EXPOSURE_AUTO, MANUAL_EXPOSURE):
            self._exposure = int(struct.unpack(VALUE_FORMAT, answer)[1])
            self._set(EXPOSURE_TIME, self._exposure)

    def _is_there(self, control: int) -> bool:
        request = struct.pack(QUERY_FORMAT, control, 0, b"", *[0] * 7)
        answer = self._call(QUERY, request)
        return answer is not None and not struct.unpack(QUERY_FORMAT, answer)[7] & (DISABLED | READ_ONLY)

    def _set(self, control: int, value: int) -> bool:
        return self._call(SET, struct.pack(VALUE_FORMAT, control, value)) is not None

    def _call(self, call: int, request: bytes) -> bytes | None:
        if self._file is None:
            return None
        import fcntl

        try:
            return fcntl.ioctl(self._file, call, request)
        except OSError:  # the camera has it not, or is gone
            return None
