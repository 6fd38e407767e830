"""The tracker's interpretation of one settled scene, for debug pictures (docs/reading.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.cards import Card, Seat
    from vision.scene.still_scene import SceneAnalysis
    from vision.types import Frame, Mask, Quad, Reading, Sighting

NamedQuad: TypeAlias = "tuple[Card | None, Quad]"


@dataclass(frozen=True, slots=True)
class ArrivalTrace:
    """A card that was read; `was_in_view` if it lay there before; `seat_confidence` runs from 0 to 1."""

    reading: Reading
    votes: int
    was_in_view: bool
    seat: Seat | None = None
    seat_confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class SceneTrace:
    """`changed` and `hands` are masks on the tracker's map, smaller than the picture; None where there was nothing.

    `analysis` is there if the whole table was searched, as in the first scene.
    """

    frame: Frame
    sightings: tuple[Sighting, ...]
    cards_in_view: tuple[NamedQuad, ...]
    """After the scene, the lowest first."""
    arrivals: tuple[ArrivalTrace, ...] = ()
    departures: tuple[NamedQuad, ...] = ()
    changed: Mask | None = None
    hands: Mask | None = None
    analysis: SceneAnalysis | None = None


if TYPE_CHECKING:
    TraceSink: TypeAlias = Callable[[SceneTrace], None]
