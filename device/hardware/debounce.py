"""From the edges of a button's pin to presses, without the bounces of its contact; whether it is stuck."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.hardware.presses import Press

QUIET = 0.04
"""Seconds without an edge before a press counts: contacts bounce for up to 10 ms, fingers need 80 ms."""
LOST = 1.0
"""Seconds after which an edge does not come any more that the level tells of."""
STUCK = 10.0
"""Seconds for which nobody holds a button on purpose."""


@dataclass
class Debounced:
    """One button. The first edge counts at once, so that an answer never waits; the bounces after it do not.

    Kernel and gpiozero can debounce as well, but not on every kind of pin, and gpiozero's mock pins do not.
    """

    press: Press
    pressed: Callable[[Press], None]
    is_down: bool = False
    """At first: whether it is down before anybody can have pressed it."""
    _was_down: bool = field(default=False, init=False)
    """Whether it was down before the edges that follow each other so quickly, or has been pressed with them."""
    _last_edge: float = field(default=float("-inf"), init=False)
    _handled: float = field(default=float("-inf"), init=False)
    _since: float = field(default=float("-inf"), init=False)
    _doubted: float = field(default=float("-inf"), init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)

    def edge(self, is_down: bool, moment: float, now: float) -> None:
        """Takes an edge of *moment* that is handled *now*, which may be many bounces later while a picture is read.

        The kernel looks at the level a little after the edge: of a bounce it may say that it went up first.
        """
        with self._lock:
            if moment - self._last_edge >= QUIET:
                self._was_down = self.is_down
            self._last_edge, self._handled, self.is_down = moment, now, is_down
            if is_down and not self._was_down:
                self._was_down, self._since = True, now
                self.pressed(self.press)

    def level(self, is_down: bool, now: float) -> None:
        """Takes the level as somebody saw it: of many edges at once the kernel drops the last, though not the first."""
        with self._lock:
            if is_down == self.is_down or self._handled >= self._doubted:
                self._doubted = now
            elif now - self._doubted >= LOST:
                self.is_down = is_down

    def is_stuck(self, now: float) -> bool:
        """Whether it is held, or never quiet, for too long; a wire without a contact hums with the mains."""
        return (self.is_down or now - self._handled < QUIET) and now - self._since >= STUCK
