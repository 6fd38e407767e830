"""Button presses, made of the edges of a button's pin."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from engine.cards import Seat

Button = Literal["fold", "play", "up", "down"]


class Press(msgspec.Struct, frozen=True):
    """A press of a button; `seat` is None on the buttons that all share.

    A button that is held repeats its press, with `is_repeat`; this only moves within a menu.
    """

    button: Button
    seat: Seat | None = None
    is_repeat: bool = False


QUIET_SECONDS = 0.04
"""Seconds without an edge before a press counts: contacts bounce for up to 10 ms, fingers need 80 ms."""
LOST_EDGE_SECONDS = 1.0
"""Seconds after which a level without its edge counts as a lost edge."""
STUCK_SECONDS = 10.0
REPEAT_AFTER_SECONDS, REPEAT_SECONDS = 0.6, 0.15
"""Seconds for which a button is held until its press repeats, and least seconds between two repeats. Chosen: a short
press of a slow finger takes up to 0.4 s."""
REPEATING: frozenset[Button] = frozenset({"up", "down"})
"""The buttons that repeat: those that only move."""


@dataclass
class DebouncedButton:
    """One button. The first edge counts at once, without delay; the bounces after it are ignored.

    Kernel and gpiozero can debounce as well, but not on every kind of pin, and gpiozero's mock pins do not.
    """

    press: Press
    on_press: Callable[[Press], None]
    is_down: bool = False
    """Whether the button is down; at first, whether it was so at the start."""
    _was_down: bool = field(default=False, init=False)
    """Whether it was down before the current bounces, or was pressed with them."""
    _last_edge: float = field(default=float("-inf"), init=False)
    _last_handled: float = field(default=float("-inf"), init=False)
    _since: float = field(default=float("-inf"), init=False)
    _doubted_since: float = field(default=float("-inf"), init=False)
    _repeated_at: float = field(default=float("-inf"), init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)

    def edge(self, is_down: bool, moment: float, now: float) -> None:
        """Takes an edge of *moment*, handled *now*: possibly many bounces later, while a picture is read.

        The kernel reads the level slightly after the edge, so the first edge of a bounce may look like a release.
        """
        with self._lock:
            if moment - self._last_edge >= QUIET_SECONDS:
                self._was_down = self.is_down
            self._last_edge, self._last_handled, self.is_down = moment, now, is_down
            if is_down and not self._was_down:
                self._was_down, self._since = True, now
                self.on_press(self.press)

    def level(self, is_down: bool, now: float) -> None:
        """Takes the current level; of many edges at once the kernel drops the last ones. A held button repeats."""
        with self._lock:
            is_due = now - max(self._repeated_at, self._since + REPEAT_AFTER_SECONDS - REPEAT_SECONDS) >= REPEAT_SECONDS
            is_repeating = is_due and self.press.button in REPEATING and now - self._since < STUCK_SECONDS
            if is_down and self.is_down and is_repeating:
                self._repeated_at = now
                self.on_press(msgspec.structs.replace(self.press, is_repeat=True))
            if is_down == self.is_down or self._last_handled >= self._doubted_since:
                self._doubted_since = now
            elif now - self._doubted_since >= LOST_EDGE_SECONDS:
                self.is_down = is_down

    def is_stuck(self, now: float) -> bool:
        """Whether it is held, or bounces, for too long; an open wire picks up mains hum."""
        return (self.is_down or now - self._last_handled < QUIET_SECONDS) and now - self._since >= STUCK_SECONDS
