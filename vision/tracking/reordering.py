"""Puts cards that landed into the order in which they fell: a hand may leave a later card first."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vision.tracking.thresholds import TRACKING
from vision.types import CardLanded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.types import Sighting


@dataclass(slots=True)
class ReorderBuffer:
    """Holds cards that landed, with the time by which each is told; times are in seconds."""

    _held: list[tuple[float, CardLanded, Sighting]] = field(default_factory=list)
    _expected_since: float = float("inf")
    _expected_until: float = float("-inf")

    def expect(self, since: float, time: float) -> None:
        """A card that was first seen at *since* waits for a hand to leave it; infinity is none."""
        if since < self._expected_since:
            self._expected_since, self._expected_until = since, time + TRACKING.expected_max_seconds

    def passed_on(self, sightings: Sequence[Sighting], time: float, *, moving: bool) -> list[Sighting]:
        """Returns what can be told by *time*; all of it once nothing is *moving* any more."""
        told: list[Sighting] = []
        for sighting in sightings:
            if isinstance(sighting.happening, CardLanded):
                self._held.append((time + TRACKING.hold_seconds, sighting.happening, sighting))
                if sighting.happening.since <= self._expected_since + TRACKING.same_arrival_seconds:
                    self._expected_since = float("inf")
            else:
                told += [*self._flush(), sighting]
        if not moving or time > self._expected_until:
            self._expected_since = float("inf")
        if not moving:
            told += self._flush()
        elif any(until <= time + 1e-6 for until, _, _ in self._held):
            told += self._flush(self._expected_since)
        return told

    def _flush(self, until: float = float("inf")) -> list[Sighting]:
        """Returns what is held and was first seen by *until*, in the order in which the cards fell."""
        ready = [each for each in self._held if each[1].since <= until]
        self._held = [each for each in self._held if each[1].since > until]
        return [sighting for _, _, sighting in sorted(ready, key=lambda each: each[1].since)]
