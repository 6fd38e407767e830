"""What the watcher made of one settled scene, for a maker who wants to look at it: docs/reading.md, Debug pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.cards import Card, Seat
    from vision.scene.still_scene import Survey
    from vision.types import Frame, Mask, Quad, Reading, Sighting

Named: TypeAlias = "tuple[Card | None, Quad]"


@dataclass(frozen=True, slots=True)
class Landed:
    """`lay`: it lay in view before; `seat` is whose hand laid it, by a confidence from 0 to 1."""

    reading: Reading
    votes: int
    lay: bool
    seat: Seat | None = None
    seat_confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class SceneTrace:
    """`changed` and `hands` are masks on the watcher's map, smaller than the picture; None where there was nothing.

    `survey` is there if the whole table was searched, as in the first scene.
    """

    frame: Frame
    sightings: tuple[Sighting, ...]
    lying: tuple[Named, ...]
    """The cards in view afterwards, the lowest first."""
    landed: tuple[Landed, ...] = ()
    gone: tuple[Named, ...] = ()
    changed: Mask | None = None
    hands: Mask | None = None
    survey: Survey | None = None


if TYPE_CHECKING:
    TraceSink: TypeAlias = Callable[[SceneTrace], None]
