"""Trials of buttons, light and buzzer in a terminal, for `kiebitz doctor`."""

import queue
import time
from collections.abc import Callable

from common.texts.phrases import Language, phrase_in
from common.texts.words import words_for
from device.hardware.board import Board
from device.hardware.gpio import Buttons, PinLight
from device.hardware.header import pin_label
from device.hardware.pins import PinError
from device.hardware.presses import Press
from device.runtime.activities.part_trials import PRESS_PATIENCE_S, SIGNAL_S, SIGNALS_SHOWN, ButtonTrial, button_label

STEP_S = 0.1


def try_buttons(board: Board, language: Language, patience_s: float = PRESS_PATIENCE_S) -> bool:
    """Returns whether every button was pressed; the names of those that were are printed as they come.

    :raises PinError: if there are no buttons, or none of the pins can be used.
    """
    if not board.buttons:
        raise PinError(
            "got a board without buttons, expected one with pins: here the keys of kiebitz run are the buttons"
        )
    presses: queue.SimpleQueue[Press] = queue.SimpleQueue()
    trial, words = ButtonTrial(board), words_for(language, "bavarian")
    buttons = Buttons(board.buttons, presses.put)
    if buttons.are_missing:
        raise PinError(buttons.fault)
    print(words.phrase("trial_press"), flush=True)
    try:
        while not trial.is_over:
            press = presses.get(timeout=patience_s)
            trial.press(press)
            name = button_label((press.button, press.seat), words)
            print(words.phrase("trial_works", name=name), flush=True)
    except queue.Empty:
        pass
    finally:
        buttons.close()
    pins = {(pin.button, pin.seat): pin_label(pin.pin) for pin in board.buttons}
    for button in trial.missing:
        name = button_label(button, words)
        print(words.phrase("trial_not_pressed", name=name, pin=pins.get(button, "–")))
    return not trial.missing


def try_light(board: Board, language: Language, sleep: Callable[[float], None] = time.sleep) -> bool:
    """Shows every signal of light and buzzer, and returns whether both could be used.

    :raises PinError: if there is neither, or neither can be used.
    """
    if board.light.red is None and board.light.buzzer is None:
        raise PinError("got a board without light and buzzer, expected one with pins")
    light = PinLight(board.light)
    if light.is_missing:
        raise PinError(light.fault)
    print(phrase_in(language, "trial_watch"), flush=True)
    try:
        for state, meaning in SIGNALS_SHOWN:
            print(f"  {phrase_in(language, meaning)}", flush=True)
            for _ in range(round(SIGNAL_S / STEP_S)):
                light.show(state)  # again and again, as this also ends the tone
                sleep(STEP_S)
        if light.fault:
            print(light.fault)
        return not light.fault
    finally:
        light.close()
