"""Signals of light and buzzer: one colour and one short tone for each state of the display.

No state is shown by colour alone: the display has the same in words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

State = Literal["ready", "hand", "card", "trick", "question", "pause"]
Colour = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Signal:
    """Red, green and blue from 0 to 1; `tone` is the name of a note, empty for silence."""

    colour: Colour
    blinks: bool = False
    tone: str = ""


SIGNALS: Mapping[State, Signal] = {
    "ready": Signal((0.0, 0.4, 0.0)),
    "hand": Signal((0.0, 0.0, 0.4)),
    "card": Signal((0.4, 0.4, 0.4), tone="A5"),
    "trick": Signal((0.0, 1.0, 0.0), tone="D6"),
    # Amber and a soft tone: a question is no accusation, so no red.
    "question": Signal((1.0, 0.5, 0.0), blinks=True, tone="E5"),
    "pause": Signal((0.2, 0.0, 0.2), blinks=True),
}


class Light:
    """A board without light and buzzer, which keeps the state for tests; those that have some are a subclass.

    `tones` switches the buzzer; it may be changed at any time.
    """

    def __init__(self) -> None:
        self.tones = True
        self.state: State = "pause"

    def show(self, state: State) -> None:
        """Shows the state; called at every turn of the loop."""
        self.state = state

    def answer(self) -> None:
        """Confirms a press at once, from any thread, before the display changes."""

    def close(self) -> None:
        """Gives the pins back."""
