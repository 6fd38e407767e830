"""Watches the parts of the board while the appliance runs: logs their faults, and shows advice about them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from common.files.paths import state_folder
from device.diagnostics.base import CheckContext
from device.diagnostics.registry import NOTICES, HealthMonitor
from device.runtime.startup.opening import STUCK_BUTTON, warn

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from device.diagnostics.base import Part
    from device.display.base import Display
    from device.hardware.board import Board
    from device.runtime.log import Log
    from device.runtime.startup.opening import Pins, WarningSource
    from device.screens.base import Notice
    from device.session.loop import SessionLoop
    from device.settings.settings import Config


MISSING_SECONDS = 5.0
"""Seconds for which a part on the pins must be missing before the display says so; a kernel module may load late."""
UNANSWERED_SECONDS = 20.0
"""Seconds after which a notice that nobody can close makes room for the game."""


class PartsWatch:
    def __init__(
        self,
        config: Config,
        board: Board,
        parts: tuple[Display, Pins],
        warners: Sequence[WarningSource],
        log: Log,
        is_real: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """*warners* are asked for warnings about the journal. The health of the machine is watched if it *is_real*."""
        self._config, self._board, self._log = config, board, log
        self._display, self._pins = parts
        self._warners, self._is_real = warners, is_real
        self._vitals = HealthMonitor(CheckContext(config, board, state_folder()))
        self._was_stuck = False
        self._clock = clock
        self._missing: Notice | None = None
        self._missing_since = 0.0
        self._is_shown = False

    def check(self, session: SessionLoop) -> None:
        """Logs faults of parts, and shows advice about them."""
        for fault in filter(None, (session.fault, self._display.fault, *self._pins.faults)):
            self._log.say(fault)
        for check in self._vitals.worsened_checks() if self._is_real else ():
            self._log.say(f"{check.name}: {check.found.english} ({check.detail})")
            session.show_notice(NOTICES[check.name])
        for notice in (notice for warner in self._warners for notice in warn(warner, self._log.say)):
            session.show_notice(notice)
        self._check_pins(session)
        was_stuck, self._was_stuck = self._was_stuck, self._pins.is_stuck
        if self._was_stuck and not was_stuck:
            session.show_notice(STUCK_BUTTON)

    def _check_pins(self, session: SessionLoop) -> None:
        """Shows what is missing on the pins, until it answers; where nobody can press, only for a while."""
        now, missing = self._clock(), self._pins.missing
        if missing != self._missing:
            if self._missing is not None:
                session.withdraw_notice(self._missing)
            self._missing, self._missing_since, self._is_shown = missing, now, False
        if missing is None:
            return
        if not self._is_shown and now - self._missing_since >= MISSING_SECONDS:
            session.show_notice(missing)
            self._is_shown = True
        if self._pins.are_buttons_missing and now - self._missing_since >= MISSING_SECONDS + UNANSWERED_SECONDS:
            session.withdraw_notice(missing)

    def missing_parts(self, session: SessionLoop) -> Mapping[Part, str]:
        """Returns the faults of the parts of the board that do not answer, if it is a real one."""
        faults = self.context(session).faults if self._is_real else {}
        return faults if self._board.camera.source else {**faults, "camera": ""}

    def status(self, session: SessionLoop) -> str:
        """Returns one line about the state, for systemd."""
        fault = session.fault or self._display.fault
        return fault or ("watching the table" if session.controller.camera_in_use else self._log.last or "waiting")

    def context(self, session: SessionLoop) -> CheckContext:
        """Returns the context of health checks, with the faults of the parts in use."""
        camera = "" if session.controller.camera_in_use else self._log.last or "not looked through at the moment"
        faults: dict[Part, str] = {"camera": camera, "display": self._display.fault}
        faults |= {"pins": "; ".join(self._pins.faults), "journal": session.fault}
        return CheckContext(self._config, self._board, state_folder(), faults)
