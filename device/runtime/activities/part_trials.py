"""Activities that try the buttons, the light and the buzzer at the display."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from device.diagnostics.probes import PRESS_PATIENCE_S, SIGNAL_S, SIGNALS_SHOWN, ButtonTrial, button_label
from device.runtime.activities.activity import Activity
from device.screens.base import Notice

if TYPE_CHECKING:
    from collections.abc import Callable

    from common.texts.words import TableWords
    from device.hardware.board import Board
    from device.hardware.presses import Press
    from device.hardware.status_light import State
from device.screens.base import Screen

MAX_NAMES = 4
"""Buttons that are named at once; there may be two at each seat."""


class ButtonActivity(Activity):
    """Lasts until every button was pressed once, or one of them twice, or for a while none; then any button ends it."""

    light: State = "ready"
    done = False

    def __init__(self, words: TableWords, board: Board, clock: Callable[[], float] = time.monotonic) -> None:
        self.words, self._trial, self._clock = words, ButtonTrial(board), clock
        self._pressed_at = clock()

    @property
    def screen(self) -> Screen:
        missing = self._trial.missing
        if not missing:
            return Notice("try_buttons", "try_buttons_all")
        labels = (button_label(each, self.words) for each in missing[:MAX_NAMES])
        names = ", ".join(labels) + (" …" if len(missing) > MAX_NAMES else "")
        if self._is_over():
            return Notice("try_buttons", self.words.phrase("try_buttons_failed", names=names))
        return Notice("try_buttons", self.words.phrase("try_buttons_missing", names=names), play=None)

    def press(self, press: Press) -> None:
        if self._is_over():
            self.done = True
            return
        self._pressed_at = self._clock()
        self._trial.press(press)

    def _is_over(self) -> bool:
        return self._trial.is_over or self._clock() - self._pressed_at > PRESS_PATIENCE_S


class LightActivity(Activity):
    """Shows every signal of light and buzzer for two seconds each; a press shows the next one."""

    done = False

    def __init__(self, words: TableWords, clock: Callable[[], float] = time.monotonic) -> None:
        self.words, self._clock, self._began_at = words, clock, clock()

    @property
    def screen(self) -> Screen:
        step = self._step
        if step < len(SIGNALS_SHOWN):
            return Notice("try_light", SIGNALS_SHOWN[step][1], "go_on")
        return Notice("try_light", "try_light_over")

    @property
    def light(self) -> State:
        return SIGNALS_SHOWN[min(self._step, len(SIGNALS_SHOWN) - 1)][0]

    def press(self, press: Press) -> None:
        if self._step >= len(SIGNALS_SHOWN):
            self.done = True
        self._began_at -= SIGNAL_S

    @property
    def _step(self) -> int:
        return int((self._clock() - self._began_at) / SIGNAL_S)
