"""The measures from which housing and arm are drawn, all in mm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Module:
    """A display: the window that shows all its pixels, and the width of its board."""

    window: tuple[float, float]
    board_width: float


DISPLAYS: Mapping[str, Module] = {
    "0.96": Module((23.0, 12.5), 27.5),
    "1.3": Module((31.0, 16.5), 36.0),
    "2.42": Module((57.0, 29.5), 72.5),
}
"""By diagonal in inches. The pixels take 21.7 × 10.9, 29.4 × 14.7 and 55.0 × 27.5 mm (data sheets of UG-2864)."""
BOARDS: Mapping[str, tuple[tuple[float, float], tuple[float, float]]] = {
    "pi": ((85.0, 56.0), (58.0, 49.0)),
    "zero": ((65.0, 30.0), (58.0, 23.0)),
}
"""Size of a board, and the distances of its holes, 3.5 mm from the edges (mechanical drawings of Raspberry Pi)."""
HOLE_TO_EDGE = 3.5
CAMERA_HOLES = (21.0, 12.5)
"""Distances of the holes of Camera Module 3, whose lens is near the middle of them, or in line with one pair."""


@dataclass(frozen=True, slots=True)
class Parameters:
    thickness: float = 4.0
    """Of the plywood: measure it, since a joint is as tight as this is right."""
    display: str = "2.42"
    board: str = "pi"
    button_hole: float = 24.0
    """Diameter of the buttons' thread."""
    camera_height: float = 600.0
    """Of the lens above the table."""
    reach: float = 570.0
    """From the axis of the post to the lens: from the corner of a table of 80 × 80 cm to its middle."""
    strip: float = 20.0
    """Width of the square strips of wood that are post and beam."""
    inside: tuple[float, float, float] = (180.0, 120.0, 55.0)
    """Width, depth and height of the room in the housing."""

    @property
    def post_length(self) -> float:
        """The beam is beside the upper end of the post, the camera under the beam."""
        return self.camera_height + self.strip

    @property
    def beam_length(self) -> float:
        return self.reach - self.strip / 2 - (CAMERA_Y - BEAM_OVERLAP)

    @property
    def cable_length(self) -> float:
        """The least length of the camera's cable: up the post, along the beam, and to the board in the housing."""
        return self.post_length + self.reach + self.inside[0]


BEAM_OVERLAP = 36.0
"""Of the camera's plate under the beam."""
PIVOT_Y, CAMERA_Y = 42.0, 70.0
"""Of the lens cover's screw and of the lens, from the plate's end under the beam."""
