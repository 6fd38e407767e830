"""The players' hands over the table: shoulders, paths and pictures."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from simulator.actions.trajectories import OUTWARD, Reach
from simulator.render.hand import HandPicture, Pose, draw_hand
from simulator.render.scene import Paper, Sheet, premultiplied

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Seat
    from simulator.render.appearance import Look
    from simulator.render.camera_model import Floats, Lens

SHOULDER_BEHIND_EDGE = 420.0
SHOULDER_ASIDE = 110.0
OUT_OF_VIEW = 175.0
"""Distance beyond the edge of the picture at which a hand with its card is out of view, mm."""


class Hands:
    """One hand a player, drawn when first needed."""

    def __init__(self, look: Look, lens: Lens) -> None:
        self._look = look
        self._lens = lens
        self._pictures: dict[tuple[Seat, Pose], tuple[HandPicture, Paper, Paper | None]] = {}
        half_width = lens.look.field_width / 2
        self.half_field = (half_width, half_width * lens.size[1] / lens.size[0])

    def heading(self, seat: Seat, x: float, y: float) -> float:
        """Returns the direction of the forearm, from the player's shoulder to the target."""
        out_x, out_y = OUTWARD[seat]
        side = -1 if self._look.hands[seat].left else 1
        reach = self.half_field[0 if out_x else 1] + SHOULDER_BEHIND_EDGE
        shoulder_x = out_x * reach + out_y * SHOULDER_ASIDE * side
        shoulder_y = out_y * reach - out_x * SHOULDER_ASIDE * side
        return math.atan2(y - shoulder_y, x - shoulder_x)

    def away(self, seat: Seat, target: Reach) -> Reach:
        """Returns the position out of view on the way to or from *target*."""
        out_x, out_y = OUTWARD[seat]
        x = out_x * (self.half_field[0] + OUT_OF_VIEW) if out_x else target.x * 0.8
        y = out_y * (self.half_field[1] + OUT_OF_VIEW) if out_y else target.y * 0.8
        return Reach(x, y, 55.0, target.heading)

    def sheets(self, seat: Seat, pose: Pose, reach: Reach, held: Sequence[Sheet]) -> tuple[Sheet, ...]:
        """Returns hand and held cards, lowest first: pinched cards lie between fingers and thumb."""
        picture, whole, thumb = self._picture(seat, pose)
        corners = reach.corners(picture)
        if pose == "flat" or thumb is None:
            return (*held, Sheet(whole, _raised(corners, 3)))
        if not held:
            return (Sheet(whole, corners),)
        return (Sheet(whole, _raised(corners, -3)), *held, Sheet(thumb, _raised(corners, 2)))

    def _picture(self, seat: Seat, pose: Pose) -> tuple[HandPicture, Paper, Paper | None]:
        if (seat, pose) not in self._pictures:
            scale = self._lens.pixels_per_mm * 1.1
            picture = draw_hand(self._look.hands[seat], pose, scale, self._light_from(seat))
            thumb = None if picture.thumb is None else Paper(premultiplied(picture.thumb))
            self._pictures[seat, pose] = picture, Paper(premultiplied(picture.whole)), thumb
        return self._pictures[seat, pose]

    def _light_from(self, seat: Seat) -> tuple[float, float]:
        """Returns the direction of the main lamp in the frame of a hand that points to the middle of the table."""
        x, y, z = self._look.light.lamps[0].position
        length = math.sqrt(x * x + y * y + z * z)
        ahead_x, ahead_y = -OUTWARD[seat][0], -OUTWARD[seat][1]
        return (-ahead_y * x + ahead_x * y) / length, -(ahead_x * x + ahead_y * y) / length


def _raised(corners: Floats, z: float) -> Floats:
    return corners + np.array([0, 0, z], np.float32)
