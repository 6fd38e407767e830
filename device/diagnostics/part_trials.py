"""Trials of parts that only a person can judge: every button is pressed once, every colour and tone is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, get_args

from device.hardware.presses import Button, Press
from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from device.hardware.board import Board
    from device.hardware.status_light import State
    from engine.cards import Seat

    OneButton: TypeAlias = "tuple[Button, Seat | None]"

BUTTON_NAMES: Mapping[Button, Words] = {
    "fold": Words("rot", "red"),
    "play": Words("grün", "green"),
    "up": Words("auf", "up"),
    "down": Words("ab", "down"),
}
PRESS_PATIENCE_S, SIGNAL_S = 20.0, 2.0
"""Seconds without a press after which the missing buttons are named, and for which each signal is shown."""
SIGNALS_SHOWN: tuple[tuple[State, Words], ...] = (
    ("ready", Words("Grün: bereit", "Green: ready")),
    ("hand", Words("Blau: eine Hand", "Blue: a hand")),
    ("card", Words("Weiß, Ton: Karte gelesen", "White, tone: card read")),
    ("trick", Words("Hellgrün, Ton: Stich voll", "Bright green, tone: full trick")),
    ("question", Words("Gelb blinkt, Ton: Frage", "Amber blinks, tone: question")),
    ("pause", Words("Violett blinkt: Pause", "Violet blinks: pause")),
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
        """The buttons that were not pressed yet."""
        return tuple(button for button in self._buttons if button not in self._pressed)

    def press(self, press: Press) -> None:
        pressed = press.button, press.seat
        self.is_over = pressed in self._pressed
        self._pressed.append(pressed)
        self.is_over |= not self.missing


def button_label(button: OneButton, seats: Sequence[str]) -> Words:
    """Returns the colour or direction of a button, and whose it is."""
    name, seat = BUTTON_NAMES[button[0]], button[1]
    return name if seat is None else Words(f"{name.german} {seats[seat]}", f"{name.english} {seats[seat]}")
