"""What light and buzzer say: one colour and one short tone a state, after the words on the display.

No state is told by colour alone: the display carries the same word.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

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
    # Amber and a soft tone: a question accuses nobody, so nothing flashes red.
    "question": Signal((1.0, 0.5, 0.0), blinks=True, tone="E5"),
    "pause": Signal((0.2, 0.0, 0.2), blinks=True),
}


class Light(Protocol):
    """`tones` switches the buzzer; it may be changed at any time."""

    tones: bool

    def show(self, state: State) -> None: ...

    def answer(self) -> None:
        """Says at once that a press was taken, from any thread; the display follows."""

    def close(self) -> None: ...


class NoLight:
    """A board without light and buzzer. It remembers the state, for whoever wants to know."""

    def __init__(self) -> None:
        self.state: State = "pause"
        self.tones = True

    def show(self, state: State) -> None:
        self.state = state

    def answer(self) -> None:
        """There is nothing to answer with."""

    def close(self) -> None:
        """Nothing is held open."""
