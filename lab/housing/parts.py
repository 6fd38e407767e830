"""The parts of housing and arm, and the measures from which they are drawn, all in mm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lab.housing.outlines import Circle, Part, Rectangle, centred, panel


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


M2, M25, M3, M4 = 2.2, 2.7, 3.2, 4.3
"""Diameters of holes for screws."""
BUTTON_SPACING, BUTTON_Y, DISPLAY_Y = 42.0, 28.0, 84.0
"""From the front of the room in the housing; a button of 24 mm has a rim of 27 to 33 mm."""
MARK_Y, MARK_SIZE = 24.0, 4.0
"""Of a button's mark behind it: from the middle of the button, and half its width."""
BOARD_LEFT, BOARD_BACK = 20.0, 2.0
"""Room beside the board, and between its plugs and the back."""
BAR = (12.0, 50.0)
BAR_HOLES, BAR_OVERLAP = 38.0, 2.0
"""Bars hold the display's board by its edges, whatever holes it has."""
PLUGS = (70.0, 14.0, 4.0)
"""Width and height of the opening for plugs, and its height above the bottom."""
GUSSET, GUSSET_HOLES = 90.0, (30.0, 75.0)
FOOT_TAB = (25.0, 30.0)
"""Beginning and length of the tab of a foot's gusset."""
BASE = 150.0
CAMERA_PLATE = (40.0, 96.0)
LENS_OPENING = (14.0, 20.0)
COVER = (22.0, 49.0)
COVER_PIVOT_Y = 8.0


def housing(measures: Parameters) -> list[Part]:
    """Returns the six panels of the box, and the bars for the display."""
    t, (room_width, room_depth, room_height) = measures.thickness, measures.inside
    width, depth, height = (size + 2 * t for size in measures.inside)
    middle, display_y, display = t + room_width / 2, t + DISPLAY_Y, DISPLAYS[measures.display]
    to_bar = display.board_width / 2 + BAR[0] / 2 - BAR_OVERLAP
    bar_holes = [hole for x in (-to_bar, to_bar) for hole in _two_holes(middle + x, display_y, BAR_HOLES, M3)]
    light = Circle(t + 20, display_y, 5.2)
    buzzer = [Circle(t + room_width - 20, display_y + offset, 2.0) for offset in (-6, 0, 6)]
    # the back is seen from outside, where left and right are exchanged
    plugs = Rectangle(t + room_width - BOARD_LEFT - PLUGS[0], t + PLUGS[2], *PLUGS[:2])
    camera_cable = centred(middle, t + room_height - 14, 26, 3)
    vents = tuple(Circle(t + room_depth / 2 + (x - 2.5) * 12, t + room_height - 15, 5.0) for x in range(6))
    board, apart = board_place(measures), BOARDS[measures.board][1]
    board_x, board_y = board.x + HOLE_TO_EDGE + apart[0] / 2, board.y + HOLE_TO_EDGE + apart[1] / 2
    holes = (*_buttons(measures), *bar_holes, light, *buzzer)
    window = centred(middle, display_y, *display.window)
    lid = panel(width, depth, t, True, True)
    front = panel(width, height, t, False, True)
    side = panel(depth, height, t, False, False)
    return [
        Part("top", lid, holes, (window,), _button_marks(measures), note="marks of the buttons are engraved"),
        Part("bottom", lid, _four_holes(board_x, board_y, apart, M25), note="not glued: it is opened here"),
        Part("front", front),
        Part("back", front, cutouts=(plugs, camera_cable), note="seen from outside"),
        Part("side", side, vents, count=2),
        Part("bar", Rectangle(0, 0, *BAR).corners, _two_holes(BAR[0] / 2, BAR[1] / 2, BAR_HOLES, M3), count=2),
    ]


def arm(measures: Parameters) -> list[Part]:
    """Returns what joins post and beam, the foot, the camera's plate and the lens cover."""
    middle, t = CAMERA_PLATE[0] / 2, measures.thickness
    tab = (BASE - GUSSET) / 2 + FOOT_TAB[0]
    beside_post = (measures.strip + t) / 2
    knee = (0, 0), (GUSSET, 0), (GUSSET, 20), (20, GUSSET), (0, GUSSET)
    foot_holes = tuple(Circle(hole.x, hole.y + t, M4) for hole in _gusset_holes(measures, both=False))
    base_holes = _four_holes(BASE / 2, BASE / 2, (BASE - 24, BASE - 24), M4)
    slots = tuple(Rectangle(tab, BASE / 2 + y - t / 2, FOOT_TAB[1], t) for y in (-beside_post, beside_post))
    screws = (Circle(middle, y, size) for y, size in ((8, M4), (BEAM_OVERLAP - 8, M4), (PIVOT_Y, M3)))
    plate_holes = (*screws, *_four_holes(middle, CAMERA_Y, CAMERA_HOLES, M2))
    opening = centred(middle, CAMERA_Y, *LENS_OPENING)
    return [
        Part("knee", knee, _gusset_holes(measures, both=True), count=2, note="post to beam, one on each side"),
        Part("foot", _foot(measures), foot_holes, count=2, note="post to base, one on each side"),
        Part("base", Rectangle(0, 0, BASE, BASE).corners, base_holes, slots),
        Part("camera plate", Rectangle(0, 0, *CAMERA_PLATE).corners, plate_holes, (opening,)),
        Part("lens cover", Rectangle(0, 0, *COVER).corners, (Circle(COVER[0] / 2, COVER_PIVOT_Y, M3),)),
    ]


# The housing


def _buttons(measures: Parameters) -> tuple[Circle, ...]:
    """FOLD, UP, DOWN and PLAY from left to right: the display names FOLD at its left and PLAY at its right."""
    t, middle = measures.thickness, measures.inside[0] / 2 + measures.thickness
    places = (middle + (number - 1.5) * BUTTON_SPACING for number in range(4))
    return tuple(Circle(x, t + BUTTON_Y, measures.button_hole) for x in places)


def _button_marks(measures: Parameters) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Returns ✗ ▲ ▼ ✓ behind the buttons, as the display draws them."""
    fold, up, down, play = ((button.x, button.y + MARK_Y) for button in _buttons(measures))
    lines = (
        (fold, ((-1, -1), (1, 1))), (fold, ((-1, 1), (1, -1))), (up, ((-1, -0.7), (1, -0.7), (0, 0.7), (-1, -0.7))),
        (down, ((-1, 0.7), (1, 0.7), (0, -0.7), (-1, 0.7))), (play, ((-1, 0), (-0.3, -0.8), (1, 0.8))),
    )  # fmt: skip
    return tuple(tuple((x + MARK_SIZE * a, y + MARK_SIZE * b) for a, b in line) for (x, y), line in lines)


def board_place(measures: Parameters) -> Rectangle:
    """Returns where the board lies on the bottom panel: its plugs towards the back."""
    t, (width, depth) = measures.thickness, BOARDS[measures.board][0]
    return Rectangle(t + BOARD_LEFT, t + measures.inside[1] - BOARD_BACK - depth, width, depth)


# The arm


def _gusset_holes(measures: Parameters, both: bool) -> tuple[Circle, ...]:
    """Returns holes along the middle of the strips."""
    middle = measures.strip / 2
    up = tuple(Circle(middle, place, M4) for place in GUSSET_HOLES)
    return (*up, *(Circle(place, middle, M4) for place in GUSSET_HOLES)) if both else up


def _foot(measures: Parameters) -> tuple[tuple[float, float], ...]:
    """Returns a gusset on a tab, whose end is at 0."""
    t, (begin, length) = measures.thickness, FOOT_TAB
    return (
        (0, t), (begin, t), (begin, 0), (begin + length, 0), (begin + length, t), (GUSSET, t), (GUSSET, t + 20),
        (20, t + GUSSET), (0, t + GUSSET),
    )  # fmt: skip


def _four_holes(x: float, y: float, apart: tuple[float, float], diameter: float) -> tuple[Circle, ...]:
    across, down = apart[0] / 2, apart[1] / 2
    corners = ((-across, -down), (across, -down), (across, down), (-across, down))
    return tuple(Circle(x + right, y + up, diameter) for right, up in corners)


def _two_holes(x: float, y: float, apart: float, diameter: float) -> tuple[Circle, ...]:
    return Circle(x, y - apart / 2, diameter), Circle(x, y + apart / 2, diameter)
