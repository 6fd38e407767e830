"""Trials of the parts that only a person can judge, and the activities that show them: buttons, light and buzzer."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, get_args

from common.texts.keys import PhraseKey
from common.texts.words import TableWords
from device.hardware.board import Board
from device.hardware.presses import Button, Press
from device.hardware.status_light import State
from device.runtime.activities.activity import Activity
from device.screens.base import Notice, Screen
from engine.cards import Seat

OneButton: TypeAlias = tuple[Button, Seat | None]


BUTTON_NAMES: Mapping[Button, PhraseKey] = {
    "fold": "button_fold",
    "play": "button_play",
    "up": "button_up",
    "down": "button_down",
}
PRESS_PATIENCE_S, SIGNAL_S = 20.0, 2.0
"""Seconds without a press after which the missing buttons are named, and for which each signal is shown."""
SIGNALS_SHOWN: tuple[tuple[State, PhraseKey], ...] = (
    ("ready", "signal_ready"),
    ("hand", "signal_hand"),
    ("card", "signal_card"),
    ("trick", "signal_trick"),
    ("question", "signal_question"),
    ("pause", "signal_pause"),
)
"""The signals of light and buzzer in order, each with the words for what a person should see and hear."""


class ButtonTrial:
    """Every button is to be pressed once; pressing one a second time ends the trial, since another may be broken."""

    def __init__(self, board: Board) -> None:
        shared: list[OneButton] = [(button, None) for button in get_args(Button)]
        self._buttons: Sequence[OneButton] = [(pin.button, pin.seat) for pin in board.buttons] or shared
        self._pressed: list[OneButton] = []
        self.is_over = False

    @property
    def missing(self) -> tuple[OneButton, ...]:
        return tuple(button for button in self._buttons if button not in self._pressed)

    def press(self, press: Press) -> None:
        pressed = press.button, press.seat
        self.is_over = pressed in self._pressed
        self._pressed.append(pressed)
        self.is_over |= not self.missing


def button_label(button: OneButton, words: TableWords) -> str:
    """Returns the colour or direction of a button, and whose it is."""
    name, seat = words.phrase(BUTTON_NAMES[button[0]]), button[1]
    return name if seat is None else f"{name} {words.seat(seat)}"


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
