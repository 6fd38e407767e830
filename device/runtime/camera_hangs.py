"""A camera that hangs within its driver: a notice before the watchdog ends the program, and how often that happened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from device.runtime.restarts import Starts
from device.screens.base import Notice
from device.session.loop import SessionLoop

MAX_HANGS = 3
"""Restarts because of a camera that hangs, since the machine was switched on; then only power off helps."""
CAMERA_HANGS = Notice("camera_hangs", "camera_hangs_text")
CAMERA_HANGS_STILL = Notice("camera_hangs", "camera_hangs_still_text")


class CameraHangs:
    """Call `report` at every turn of the loop."""

    def __init__(self, file: Path, say: Callable[[str], None]) -> None:
        """*file* counts the restarts for it."""
        self._restarts, self._say = Starts(file), say
        self._is_hanging = False

    @property
    def needs_power_off(self) -> bool:
        """Whether it hung so often that another restart does not help."""
        return self._restarts.recorded_count >= MAX_HANGS

    def report(self, stage: str | None, session: SessionLoop) -> None:
        """Shows a notice if the camera begins to hang at *stage*, and withdraws it if the camera goes on (None)."""
        if (stage is not None) == self._is_hanging:
            return
        self._is_hanging = stage is not None
        if stage is None:
            for notice in (CAMERA_HANGS, CAMERA_HANGS_STILL):
                session.withdraw_notice(notice)
            return
        is_last = self._restarts.count() + 1 >= MAX_HANGS
        self._say(f"{stage} the camera hangs: {'switch the board off and on' if is_last else 'starting again'}")
        session.show_notice(CAMERA_HANGS_STILL if is_last else CAMERA_HANGS)
