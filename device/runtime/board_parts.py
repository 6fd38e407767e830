"""Opens and watches the parts of the board: display, buttons, light, and the health of the machine.

Missing parts are reported and left out; their faults are logged, and advice is shown.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from common.files.paths import state_folder
from common.texts.phrases import phrase_in
from device.diagnostics.check import WORST_FIRST, Check, CheckContext, Part, Verdict
from device.diagnostics.registry import run_check
from device.display.base import Display, LiveDisplay, TerminalDisplay
from device.hardware.board import Board, DisplayWiring
from device.hardware.presses import Press
from device.hardware.status_light import Light
from device.runtime.journal_opening import warn
from device.runtime.systemd import Log, Say
from device.screens.base import Notice
from device.session.loop import SessionLoop
from device.settings.settings import Config
from device.storage.journal import JournalWarning

if TYPE_CHECKING:
    from device.hardware.gpio import Buttons, PinLight


STUCK_BUTTON = Notice("stuck_button", "stuck_button_text")
BUTTONS_MISSING = Notice("buttons_missing", "buttons_missing_text")
LIGHT_MISSING = Notice("light_missing", "light_missing_text")


def open_display(wiring: DisplayWiring) -> Display:
    """Returns the display of the board profile; ask its `fault` whether it is there."""
    if wiring.controller == "none":
        return Display()
    try:
        from device.display.oled import Oled
    except Exception as error:  # luma, or what it needs, is missing or damaged
        missing = Display()
        missing.fault = f"no display: {error}; expected luma.oled to be installed: install Kiebitz with what it needs"
        return missing

    return Oled(wiring)


def open_board_display(board: Board, terminal: LiveDisplay | None, stack: ExitStack, say: Say) -> Display:
    """Opens the display; without one *terminal* stands in for it."""
    display = open_display(board.display)
    stack.callback(display.close)
    if display.fault or display.description:
        say(display.fault or display.description)
    if terminal is not None and (display.fault or board.display.controller == "none"):
        return TerminalDisplay(terminal)
    return display


class Pins:
    """Buttons and light, searched for until they answer; `faults` names those that cannot be used or are stuck.

    Call `search` from time to time; the light searches for itself with every `show`.
    """

    def __init__(
        self, board: Board, on_press: Callable[[Press], None], has_keys: bool, stack: ExitStack, say: Say
    ) -> None:
        """*has_keys*: whether the keys of a terminal are buttons as well."""
        self.light: Light = Light()
        self._buttons: Buttons | None = None
        self._light: PinLight | None = None
        self._library_fault = ""
        self._has_keys = has_keys
        self._pressed = on_press
        try:
            from device.hardware.gpio import Buttons, PinLight
        except Exception as error:  # gpiozero is missing or damaged
            self._library_fault = f"cannot use the pins: {error}; expected gpiozero: install Kiebitz with what it needs"
        else:
            self._buttons = Buttons(board.buttons, self._confirm_press)
            stack.callback(self._buttons.close)
            self.light = self._light = PinLight(board.light)
            stack.callback(self._light.close)
        for fault in self.faults:
            say(fault)

    def search(self) -> None:
        if self._buttons is not None:
            self._buttons.search()

    @property
    def faults(self) -> list[str]:
        """The faults of the library, of the buttons and of the light; those that have none are left out."""
        faults = (part.fault for part in (self._buttons, self._light) if part is not None)
        return list(filter(None, (self._library_fault, *faults)))

    @property
    def are_buttons_missing(self) -> bool:
        """Whether nobody can press anything."""
        is_missing = self._buttons is None or self._buttons.are_missing
        return is_missing and not self._has_keys

    @property
    def missing(self) -> Notice | None:
        """The notice about buttons, light or buzzer whose pins cannot be used; None if all can."""
        if self._buttons is None or self._buttons.pin_fault:
            return None if self._has_keys else BUTTONS_MISSING
        return LIGHT_MISSING if self._light is not None and self._light.fault else None

    @property
    def is_stuck(self) -> bool:
        return self._buttons is not None and bool(self._buttons.stuck_buttons)

    def _confirm_press(self, press: Press) -> None:
        """Confirms a press by light and buzzer before the display changes; called in the thread of the pins."""
        self._pressed(press)
        if not press.is_repeat:
            self.light.answer()


CHECK_INTERVAL_SECONDS = 60.0
GOOD_CHECKS_BEFORE_REPEAT = 10
"""Good checks in a row before the same warning is repeated, so that a borderline value warns once."""
NOTICES: Mapping[str, Notice] = {
    "power": Notice("weak_power", "weak_power_text"),
    "temperature": Notice("hot", "hot_text"),
    "memory": Notice("little_memory", "little_memory_text"),
    "disk": Notice("little_room", "little_room_text"),
}
"""The notice on the display by name of the check."""


class HealthMonitor:
    """Call `worsened_checks` at every turn of the loop: it checks once a minute, from a minute after the start."""

    def __init__(self, context: CheckContext, clock: Callable[[], float] = time.monotonic) -> None:
        self._context, self._clock = context, clock
        self._next = clock() + CHECK_INTERVAL_SECONDS
        self._reported: dict[str, Verdict] = {}
        self._well: dict[str, int] = {}

    def worsened_checks(self) -> list[Check]:
        """Returns the checks that have become worse since they were last reported, usually none."""
        if self._clock() < self._next:
            return []
        self._next = self._clock() + CHECK_INTERVAL_SECONDS
        return [check for check in (run_check(name, self._context) for name in NOTICES) if self._is_news(check)]

    def _is_news(self, check: Check) -> bool:
        if check.verdict in ("ok", "unknown"):
            self._well[check.name] = self._well.get(check.name, 0) + 1
            if self._well[check.name] >= GOOD_CHECKS_BEFORE_REPEAT:
                self._reported.pop(check.name, None)
            return False
        self._well[check.name] = 0
        reported = self._reported.get(check.name, "ok")
        if WORST_FIRST.index(check.verdict) >= WORST_FIRST.index(reported):
            return False
        self._reported[check.name] = check.verdict
        return True


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
        take_warnings: Sequence[Callable[[], list[JournalWarning]]],
        log: Log,
        is_real: bool = True,
    ) -> None:
        """*take_warnings* return warnings about the journal. The health of the machine is watched if it *is_real*."""
        self._config, self._board, self._log = config, board, log
        self._display, self._pins = parts
        self._take_warnings, self._is_real = take_warnings, is_real
        self._vitals = HealthMonitor(CheckContext(config, board, state_folder()))
        self._was_stuck = False
        self._missing: Notice | None = None
        self._missing_since = 0.0
        self._is_shown = False

    def check(self, session: SessionLoop) -> None:
        """Logs faults of parts, and shows advice about them."""
        for fault in filter(None, (session.fault, self._display.fault, *self._pins.faults)):
            self._log.say(fault)
        for check in self._vitals.worsened_checks() if self._is_real else ():
            self._log.say(f"{check.name}: {phrase_in('en', check.found)} ({check.detail})")
            session.show_notice(NOTICES[check.name])
        for take in self._take_warnings:
            for notice in warn(take(), self._log.say):
                session.show_notice(notice)
        self._check_pins(session)
        was_stuck, self._was_stuck = self._was_stuck, self._pins.is_stuck
        if self._was_stuck and not was_stuck:
            session.show_notice(STUCK_BUTTON)

    def _check_pins(self, session: SessionLoop) -> None:
        """Shows what is missing on the pins, until it answers; where nobody can press, only for a while."""
        now, missing = time.monotonic(), self._pins.missing
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
        fault = session.fault or self._display.fault
        return fault or ("watching the table" if session.controller.view.camera_in_use else self._log.last or "waiting")

    def context(self, session: SessionLoop) -> CheckContext:
        """Returns the context of health checks, with the faults of the parts in use."""
        camera = "" if session.controller.view.camera_in_use else self._log.last or "not looked through at the moment"
        faults: dict[Part, str] = {"camera": camera, "display": self._display.fault}
        faults |= {"pins": "; ".join(self._pins.faults), "journal": session.fault}
        return CheckContext(self._config, self._board, state_folder(), faults)
