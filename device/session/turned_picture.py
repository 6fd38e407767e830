"""Seats while the camera's picture is turned: the tracker knows sides of the picture, the table knows seats.

The picture's sides are numbered as seats are: 0 bottom, 1 left, 2 top, 3 right. After n quarter turns clockwise its
bottom side is that of seat n.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vision.types import CardLanded, Sighting, TableCleared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Seat


SIDES = (0, 1, 2, 3)


def sides_of(seats: Sequence[Seat], quarter_turns: int) -> tuple[int, ...]:
    """Returns the sides of the picture at which *seats* are."""
    return tuple(sorted((seat - quarter_turns) % 4 for seat in seats))


def with_seat(sighting: Sighting, quarter_turns: int) -> Sighting:
    """Returns a sighting of the tracker with the seat in place of the side of the picture."""
    observation = sighting.observation
    if not quarter_turns or not isinstance(observation, CardLanded | TableCleared) or observation.seat is None:
        return sighting
    return replace(sighting, observation=replace(observation, seat=(observation.seat + quarter_turns) % 4))
