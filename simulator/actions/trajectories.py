"""Trajectories of hands and cards: poses in space, and smooth paths between them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from simulator.render.card_stock import Lie

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.cards import Seat
    from simulator.render.camera_model import Floats
    from simulator.render.card_stock import CardSize
    from simulator.render.hand import HandPicture

OUTWARD: dict[Seat, tuple[float, float]] = {0: (0.0, 1.0), 1: (-1.0, 0.0), 2: (0.0, -1.0), 3: (1.0, 0.0)}
"""From the middle of the table to the player."""
FOREARM_RISE = math.radians(9)
GRIP = 16.0
"""Overlap of the fingers over the card's edge, mm."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Pose of a hand: the grip point, and its heading (radians; 0 is to the right, fingers first)."""

    x: float
    y: float
    z: float
    heading: float

    @property
    def forward(self) -> tuple[float, float]:
        return math.cos(self.heading), math.sin(self.heading)

    def raised(self, z: float) -> Reach:
        return replace(self, z=self.z + z)

    def corners(self, picture: HandPicture) -> Floats:
        """Returns the corners of a hand's picture, 4×3 in mm; the forearm rises towards the player."""
        ahead_x, ahead_y = self.forward
        right = np.array([-ahead_y, ahead_x, 0.0])
        level = math.cos(FOREARM_RISE)
        back = np.array([-ahead_x * level, -ahead_y * level, math.sin(FOREARM_RISE)])
        grip = np.array([self.x, self.y, self.z])
        spots = (
            (picture.left, picture.top),
            (picture.right, picture.top),
            (picture.right, picture.bottom),
            (picture.left, picture.bottom),
        )
        return np.array([grip + right * x + back * y for x, y in spots], np.float32)


def eased(share: float) -> float:
    """Returns the share of the path after *share* of the time: minimum jerk, as in human movements."""
    return share**3 * (10 - 15 * share + 6 * share * share)


def between(start: Reach, end: Reach, share: float, arc: float = 0.0) -> Reach:
    """Returns the reach after *share* (0 to 1) of the time; *arc* is the additional height half way, in mm."""
    way = eased(share)
    turn = (end.heading - start.heading + math.pi) % (2 * math.pi) - math.pi
    return Reach(
        start.x + (end.x - start.x) * way,
        start.y + (end.y - start.y) * way,
        start.z + (end.z - start.z) * way + arc * math.sin(math.pi * way),
        start.heading + turn * way,
    )


def sweep(start: Reach, end: Reach, seconds: float, rate: float, arc: float = 0.0) -> Iterator[Reach]:
    """Yields a reach for each frame of the path; the last one is *end*."""
    steps = max(1, round(seconds * rate))
    for step in range(1, steps + 1):
        yield between(start, end, step / steps, arc)


@dataclass(frozen=True, slots=True)
class Hold:
    """A card held in a hand: distance of its middle from the grip, and its rotation against the heading."""

    ahead: float
    turn: float

    @staticmethod
    def of(size: CardSize, angle: float, heading: float) -> Hold:
        turn = angle - heading
        # Seen from the card the hand comes along -turn; the card ends where that line meets its edge.
        across = size.width / 2 / max(abs(math.cos(turn)), 1e-6)
        along = size.height / 2 / max(abs(math.sin(turn)), 1e-6)
        return Hold(min(across, along) - GRIP, turn)

    def grip(self, lie: Lie, heading: float) -> Reach:
        """Returns the reach of the hand for this pose of the card."""
        ahead_x, ahead_y = math.cos(heading), math.sin(heading)
        return Reach(lie.x - ahead_x * self.ahead, lie.y - ahead_y * self.ahead, lie.z + 2.0, heading)

    def lie(self, reach: Reach, dip: float = 0.0, roll: float = 0.0) -> Lie:
        """Returns the pose of the card."""
        ahead_x, ahead_y = reach.forward
        x, y = reach.x + ahead_x * self.ahead, reach.y + ahead_y * self.ahead
        return Lie(x, y, max(0.4, reach.z - 2.0), reach.heading + self.turn, dip, roll)
