"""From the edges of a button's pin to presses, without the bounces of its contact; whether it is stuck."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.presses import Press

QUIET = 0.04
"""Seconds without an edge before a press counts: contacts bounce for up to 10 ms, fingers need 80 ms."""
STUCK = 10.0
"""Seconds for which nobody holds a button on purpose."""


@dataclass
class Debounced:
    """One button. The first edge counts at once, so that an answer never waits; the bounces after it do not.

    Kernel and gpiozero can debounce as well, but not on every kind of pin, and gpiozero's mock pins do not.
    """

    press: Press
    pressed: Callable[[Press], None]
    clock: Callable[[], float] = time.monotonic
    _last_edge: float = field(default=float("-inf"), init=False)
    _since: float = field(default=float("-inf"), init=False)
    _is_down: bool = field(default=False, init=False)

    def found_down(self) -> None:
        """The button is down before anybody can have pressed it."""
        self._is_down = True

    def down(self) -> None:
        self._is_down = True
        if self._since_last_edge() >= QUIET:
            self._since = self._last_edge
            self.pressed(self.press)

    def up(self) -> None:
        self._is_down = False
        self._since_last_edge()

    @property
    def is_stuck(self) -> bool:
        """Whether it is held, or never quiet, for too long; a wire without a contact hums with the mains."""
        now = self.clock()
        return (self._is_down or now - self._last_edge < QUIET) and now - self._since >= STUCK

    def _since_last_edge(self) -> float:
        now = self.clock()
        since, self._last_edge = now - self._last_edge, now
        return since
