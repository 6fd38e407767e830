"""Reports arrivals in the order in which the cards came to rest: a hand may uncover a later card first."""

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
    """Queues arrivals, each with the time by which it is reported; times are in seconds."""

    _queue: list[tuple[float, CardLanded, Sighting]] = field(default_factory=list)
    _awaited_since: float = float("inf")
    _awaited_until: float = float("-inf")

    def expect(self, since: float, time: float) -> None:
        """Sets the date *since* of a card that waits for a hand to leave it, in seconds; infinity if there is none."""
        if since < self._awaited_since:
            self._awaited_since, self._awaited_until = since, time + TRACKING.expected_max_seconds

    def release(self, sightings: Sequence[Sighting], time: float, *, moving: bool) -> list[Sighting]:
        """Returns the sightings that can be reported by *time*; all of them once nothing is *moving*."""
        ready_sightings: list[Sighting] = []
        for sighting in sightings:
            if isinstance(sighting.observation, CardLanded):
                self._queue.append((time + TRACKING.hold_seconds, sighting.observation, sighting))
                if sighting.observation.since <= self._awaited_since + TRACKING.same_arrival_seconds:
                    self._awaited_since = float("inf")
            else:
                ready_sightings += [*self._flush(), sighting]
        if not moving or time > self._awaited_until:
            self._awaited_since = float("inf")
        if not moving:
            ready_sightings += self._flush()
        elif any(until <= time + 1e-6 for until, _, _ in self._queue):
            ready_sightings += self._flush(self._awaited_since)
        return ready_sightings

    def _flush(self, until: float = float("inf")) -> list[Sighting]:
        """Returns the queued arrivals first seen by *until*, in the order in which the cards came to rest."""
        ready = [each for each in self._queue if each[1].since <= until]
        self._queue = [each for each in self._queue if each[1].since > until]
        return [sighting for _, _, sighting in sorted(ready, key=lambda each: each[1].since)]
