"""A settled scene: its changed regions, arrivals and departures, what is left to a later scene, and its trace."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from engine.cards import Card, Seat
from vision.recognition.place import Place
from vision.recognition.reader import Scores
from vision.scene.still_scene import SceneAnalysis
from vision.tracking.background.background_model import TrackedCard
from vision.tracking.background.changes import Region
from vision.tracking.motion.motion_gate import SmallLuma, SmallMask
from vision.tracking.motion.places import place_mask
from vision.tracking.thresholds import TRACKING
from vision.types import Frame, Map, Mask, Quad, Reading, Sighting


@dataclass(slots=True, eq=False)
class Arrival:
    """A card at a new place; one with a `partial_reading` needs no votes."""

    quad: Quad
    votes: list[Scores]
    previous: TrackedCard | None = None
    """The tracked card, if it lay in view before."""
    partial_reading: Reading | None = None
    """Of a card that lies partly under others, or of paper that could not be read."""
    close_up: Place | None = None
    """How it looked at the last vote; None for a card that lies partly under others."""
    is_compared: bool = False
    """Whether it was compared with the pictures of the cards that it may be."""
    final_card: Card | None = None
    """The result of that, which may name a card where the votes alone do not."""
    since: float = float("inf")
    """When a frame first showed the card where it lies, in seconds; arrivals are ordered by it."""
    hand: tuple[Seat | None, float] = (None, 0.0)
    """The seat whose hand laid it, with a confidence from 0 to 1."""
    darkest_vote: Scores | None = None
    """Of one on which light moves: that of its darkest look in all frames, without the light that some of them show."""
    votes_needed: int = TRACKING.arrival_votes
    is_gleaming: bool = False
    """Whether light moves on it, as on a glossy card under a lamp that swings."""

    @property
    def is_unconfirmed(self) -> bool:
        """Whether no change proves that something has arrived: then only a sure name does."""
        return self.since == float("inf") and self.previous is None


@dataclass(frozen=True, slots=True)
class SettledScene:
    """What is known of one settled scene; each stage returns the next one, with what it has found."""

    number: int
    time: float
    size: tuple[int, int]
    """Width and height of its picture, in px."""
    map: Map
    frame: Frame | None = None
    """Kept only for a trace sink."""
    changed: Mask = field(default_factory=lambda: np.zeros((1, 1), np.uint8))
    """Where the map differs from the view as it was last understood."""
    regions: Sequence[Region] = ()
    arrivals: Sequence[Arrival] = ()
    open_regions: Sequence[Region] = ()
    """Changed regions that no card in full view explains: a part of one may show there."""
    departures: Sequence[TrackedCard] = ()
    first_departure_time: float = float("inf")
    """When a frame first showed the table where the first of them lay, in seconds."""
    hands: Mask | None = None
    static_objects: Mask | None = None
    """Objects that have reached in without motion for some scenes, such as a glass."""
    motion_mask: Mask | None = None
    """Where something moves: there the map shows the view as it was last understood."""
    steady: SmallMask = field(default_factory=lambda: np.zeros((1, 1), np.uint8))
    """Places of the motion gate in which only light moves."""
    long_still: Mask | None = None
    """Where it has been still long enough for a thorough search; None is everywhere."""
    deferred_regions: Sequence[Region] = ()
    """Regions that a quick search does not explain and that are not still for long: a later scene searches them."""
    deferred_quads: Sequence[Quad] = ()
    """Places that are left to a later scene: held cards, and departures while a hand moves over the trick."""
    small: SmallLuma = field(default_factory=lambda: np.zeros((1, 1), np.uint8))
    """The luminance at the time, as the gate averages it."""

    @property
    def is_understood(self) -> bool:
        """Whether all of the view was at rest, and nothing was deferred."""
        return self.motion_mask is None and self.hands is None and not (self.deferred_quads or self.deferred_regions)

    @property
    def changed_quads(self) -> list[Quad]:
        """Returns the places of what has arrived and of what has left, in px of the picture."""
        return [*(one.quad for one in self.arrivals), *(card.quad for card in self.departures)]

    def place_mask(self, quad: Quad) -> SmallMask:
        """Returns the mask of a quad of the picture on the motion gate's luminance."""
        return place_mask(relative_quad(quad, self.size), self.small.shape)

    def is_long_still(self, region: Region) -> bool:
        """Whether most of a changed region has been still long enough for a thorough search."""
        if self.long_still is None:
            return True
        long_still = np.count_nonzero((region.mask > 0) & (self.long_still > 0))
        return bool(long_still > TRACKING.min_still_of_place * np.count_nonzero(region.mask))

    @property
    def has_votes(self) -> bool:
        """Whether each arrival has the votes of enough frames."""
        return all(
            arrival.partial_reading is not None or len(arrival.votes) >= arrival.votes_needed
            for arrival in self.arrivals
        )


def relative_quad(quad: Quad, size: tuple[int, ...]) -> Quad:
    """Returns the quad from 0 to 1 across and down a view of that width and height."""
    return np.divide(quad, np.array(size, np.float32), dtype=np.float32)


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


TraceSink: TypeAlias = Callable[[SceneTrace], None]
