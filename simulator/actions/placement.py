"""Places on the table: tricks around the middle, stock and upcard beside it, taken tricks at the edge."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import cv2
import numpy as np

from simulator.actions.trajectories import OUTWARD
from simulator.render.card_stock import THICKNESS, Lie

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Seat
    from simulator.render.appearance import CardLook
    from simulator.render.camera_model import Floats
    from simulator.render.card_stock import CardSize
    from simulator.render.noise import Generator

MOST_COVERED = 0.4
"""Largest share of a card of a trick that another card covers."""


class Places:
    """The places of one table; *half_field* is half of the field of view, in mm."""

    def __init__(self, size: CardSize, half_field: tuple[float, float], look: CardLook, rng: Generator) -> None:
        self._size = size
        self._half = half_field
        self._scatter = look.scatter
        self._rng = rng
        side_x, side_y = look.stock_corner
        self._stock_x = side_x * (half_field[0] - size.width / 2 - 40)
        self._stock_y = side_y * (size.height / 2 + 9)
        self._turn = float(rng.normal(0, 0.07))

    def trick(self, seat: Seat, others: Sequence[Floats]) -> Lie:
        """Returns a place before the player for a card; *others* are the corners (4×3) of the trick so far."""
        out_x, out_y = OUTWARD[seat]
        flat = [np.ascontiguousarray(other[:, :2]) for other in others]
        away = self._scatter * (80.0 if out_x else 60.0)
        height = THICKNESS * (1 + len(others))
        while True:
            jitter_x, jitter_y = (float(value) for value in self._rng.normal(0, (12.0, 9.0)))
            turn = float(self._rng.normal(0, 0.3)) + math.pi * int(self._rng.integers(2))
            if self._rng.random() < 0.12:  # some cards are thrown
                turn += float(self._rng.normal(0, 0.9))
            angle = math.atan2(-out_y, -out_x) + math.pi / 2 + turn
            lie = Lie(out_x * away + jitter_x, out_y * away + jitter_y, height, angle)
            if self._overlap(lie, flat) <= MOST_COVERED:
                return lie
            away += 4.0

    def stock(self) -> Lie:
        return Lie(self._stock_x, self._stock_y, THICKNESS, self._turn)

    def upcard(self) -> Lie:
        return self._wobbled(self._stock_x, self._stock_y - math.copysign(self._size.height + 14, self._stock_y))

    def put_away(self, order: int) -> Lie:
        """Returns the place of exchanged cards, face down, opposite to the stock."""
        spot = self._wobbled(-self._stock_x, -self._stock_y * 0.6)
        return Lie(spot.x, spot.y, THICKNESS * (1 + order), spot.angle + float(self._rng.normal(0, 0.35)))

    def taken(self, seat: Seat, order: int) -> Lie:
        """Returns the place of a taken trick, face down, half out of view at the player's edge."""
        out_x, out_y = OUTWARD[seat]
        outward = self._half[0 if out_x else 1] - 6.0
        aside = 150.0 if out_y else 105.0
        x, y = out_x * outward + out_y * aside, out_y * outward - out_x * aside
        angle = math.atan2(-out_y, -out_x) + (math.pi / 2 if order % 2 else 0.0)
        return Lie(x, y, THICKNESS * 4 * (1 + order), angle + float(self._rng.normal(0, 0.08)))

    def nudged(self, lie: Lie) -> Lie:
        shift_x, shift_y = (float(value) for value in self._rng.normal(0, 7, 2))
        return Lie(lie.x + shift_x, lie.y + shift_y, lie.z, lie.angle + float(self._rng.normal(0, 0.12)))

    def _wobbled(self, x: float, y: float) -> Lie:
        shift_x, shift_y = (float(value) for value in self._rng.normal(0, 4, 2))
        return Lie(x + shift_x, y + shift_y, THICKNESS, self._turn + float(self._rng.normal(0, 0.07)))

    def _overlap(self, lie: Lie, others: Sequence[Floats]) -> float:
        corners = np.ascontiguousarray(lie.corners(self._size)[:, :2])
        area = self._size.width * self._size.height
        return max((float(cv2.intersectConvexConvex(corners, other)[0]) / area for other in others), default=0.0)
