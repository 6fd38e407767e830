"""One settled scene: what has changed in it, which cards have arrived and left, and what it leaves open."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from vision.tracking.motion.hand_history import place_mask
from vision.tracking.thresholds import TRACKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.cards import Card, Seat
    from vision.recognition.reader import Scores
    from vision.tracking.background.background_model import TrackedCard
    from vision.tracking.background.change_detection import Part
    from vision.tracking.motion.motion_gate import Small, SmallMask
    from vision.types import Frame, Image, Map, Mask, Quad, Reading


@dataclass(slots=True, eq=False)
class Arrival:
    """`lay` is the card that it is, if it lay in view before; one that lies partly under others needs no votes.

    `unlike` are cards that it may be voted to be, and is hardly like: a stranger that the network takes for one.
    `crop` is how it looked at the last vote. `told` is what all votes and the pixels came to, which may be a card where
    the votes alone could not tell.
    """

    quad: Quad
    votes: list[Scores]
    lay: TrackedCard | None = None
    covered: Reading | None = None
    unlike: Collection[Card] = ()
    crop: Image | None = None
    told: Card | None = None
    since: float = float("inf")
    """When a frame first showed the card where it lies, in seconds: an order of arrivals."""
    hand: tuple[Seat | None, float] = (None, 0.0)
    """Whose hand laid it, and how sure that is, from 0 to 1."""


@dataclass(slots=True)
class SettledScene:
    """What one settled scene has shown so far, until the votes are in.

    `size` is width and height of its picture, in px; the picture itself is kept for an onlooker alone. `rested` is what
    reached in and has lain there for some looks, such as a glass.
    """

    number: int
    time: float
    size: tuple[int, int]
    map: Map
    frame: Frame | None = None
    parts: list[Part] = field(default_factory=list)
    landings: list[Arrival] = field(default_factory=list)
    gone: list[TrackedCard] = field(default_factory=list)
    unclear: list[TrackedCard] = field(default_factory=list)
    """Cards whose places look neither like them nor like the table: they are looked at again."""
    gone_since: float = float("inf")
    """When a frame first showed the table where the first of them lay, in seconds."""
    held_since: float = float("inf")
    """When a frame first showed the first of the new cards that wait for a hand to leave them, in seconds."""
    under_motion: list[Quad] = field(default_factory=list)
    """Places of new cards that were read while something still moved over them."""
    hands: Mask | None = None
    rested: Mask | None = None
    unrest: Mask | None = None
    """Where something moves: there the map shows the view as it was last understood."""
    mature: Mask | None = None
    """Where it has been still long enough for a thorough search; None is everywhere."""
    deferred: list[Part] = field(default_factory=list)
    """What a quick search did not explain and is not mature: it is searched in a later look."""
    waiting: list[Quad] = field(default_factory=list)
    """Places of cards that have gone while a hand still moves over the rest of their trick."""
    small: Small = field(default_factory=lambda: np.zeros((1, 1), np.uint8))
    """The luminance at the time, as the gate averages it."""

    @property
    def is_understood(self) -> bool:
        """Whether all of the view was at rest, and nothing was put off."""
        return self.unrest is None and self.hands is None and not (self.waiting or self.deferred)

    def place_mask(self, quad: Quad) -> SmallMask:
        """Returns the mask of a quad of the picture on the motion gate's luminance."""
        return place_mask(relative_quad(quad, self.size), self.small.shape)

    def is_mature(self, part: Part) -> bool:
        if self.mature is None:
            return True
        mature = np.count_nonzero((part.mask > 0) & (self.mature > 0))
        return bool(mature > TRACKING.part_min_mature * np.count_nonzero(part.mask))

    @property
    def has_votes(self) -> bool:
        return all(
            landing.covered is not None or len(landing.votes) >= TRACKING.arrival_votes for landing in self.landings
        )


def relative_quad(quad: Quad, size: tuple[int, ...]) -> Quad:
    """Returns the quad from 0 to 1 across and down a view of that width and height."""
    return np.divide(quad, np.array(size, np.float32), dtype=np.float32)
