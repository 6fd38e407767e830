"""Puts cards that landed into the order in which they fell: a hand may leave a later card first."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vision.sightings import CardLanded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.sightings import Sighting

HOLD_SECONDS = 0.4
"""How long a card is held back while hands move: about half of what players take for a card."""


@dataclass(slots=True)
class ReorderBuffer:
    """Holds cards that landed, with the time by which each is told."""

    _held: list[tuple[float, CardLanded, Sighting]] = field(default_factory=list)

    def passed_on(self, sightings: Sequence[Sighting], time: float, *, moving: bool) -> list[Sighting]:
        """Returns what can be told by *time*, in seconds; all of it once nothing is *moving* any more."""
        told: list[Sighting] = []
        for sighting in sightings:
            if isinstance(sighting.happening, CardLanded):
                self._held.append((time + HOLD_SECONDS, sighting.happening, sighting))
            else:
                told += [*self.flush(), sighting]
        if not moving or any(until <= time + 1e-6 for until, _, _ in self._held):
            told += self.flush()
        return told

    def flush(self) -> list[Sighting]:
        """Returns all that is held, in the order in which the cards fell."""
        held, self._held = self._held, []
        return [sighting for _, _, sighting in sorted(held, key=lambda each: each[1].since)]
