"""From the edges of a button's pin to presses, without the bounces of its contact."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.presses import Press

QUIET = 0.04
"""Seconds without an edge before a press counts: contacts bounce for up to 10 ms, fingers need 80 ms."""


@dataclass
class Debounced:
    """One button. The first edge counts at once, so that an answer never waits; the bounces after it do not.

    Kernel and gpiozero can debounce as well, but not on every kind of pin, and gpiozero's mock pins do not.
    """

    press: Press
    pressed: Callable[[Press], None]
    clock: Callable[[], float] = time.monotonic
    _last_edge: float = field(default=float("-inf"), init=False)

    def down(self) -> None:
        quiet = self._since_last_edge() >= QUIET
        if quiet:
            self.pressed(self.press)

    def up(self) -> None:
        self._since_last_edge()

    def _since_last_edge(self) -> float:
        now = self.clock()
        since, self._last_edge = now - self._last_edge, now
        return since
