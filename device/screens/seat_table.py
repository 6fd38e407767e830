"""Draws the table from above: its places, the seat that is meant, and the side at the camera's lower edge."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Collection

    from common.texts.words import TableWords
    from device.display.canvas import Canvas
    from engine.cards import Seat

Box: TypeAlias = "tuple[int, int, int, int]"
"""Left, top, right, bottom in px, all inside."""


class Plan(NamedTuple):
    """The places of a drawing; chairs by seat, South at the bottom."""

    table: Box
    chairs: tuple[Box, Box, Box, Box]


SMALL = Plan((16, 24, 43, 39), ((25, 43, 34, 50), (3, 27, 12, 36), (25, 13, 34, 20), (47, 27, 56, 36)))
"""Chairs without names, left of a text."""
LARGE = Plan((47, 27, 80, 38), ((46, 41, 81, 51), (6, 27, 41, 37), (46, 14, 81, 24), (86, 27, 121, 37)))
"""Chairs with the names of the players over the whole width."""


def paint_small_table(canvas: Canvas, filled: Collection[Seat], seats: Collection[Seat], camera_side: Seat) -> None:
    """Draws the table with the chairs of *filled* seats filled, and no chair where nobody sits."""
    _paint_table(canvas, SMALL, camera_side)
    for place, chair in enumerate(SMALL.chairs):
        if place in seats:
            canvas.box(chair, inverse=place in filled)


def paint_named_table(canvas: Canvas, words: TableWords, seats: Collection[Seat], camera_side: Seat) -> None:
    """Draws the table with the names of those who sit there."""
    _paint_table(canvas, LARGE, camera_side)
    for place, chair in enumerate(LARGE.chairs):
        if place in seats:
            canvas.box(chair, words.seat(place), inverse=True)
        else:
            canvas.text(chair[:2], "–", width=chair[2] - chair[0] + 1, align="centre")


def paint_legend(canvas: Canvas, place: tuple[int, int], text: str, width: int) -> None:
    """Draws what the thick side of the table means."""
    left, top = place
    canvas.bold_line((left, top + 5, left + 5, top + 7))
    canvas.text((left + 9, top), text, "small", width=width - 9)


def _paint_table(canvas: Canvas, plan: Plan, camera_side: Seat) -> None:
    left, top, right, bottom = plan.table
    canvas.box(plan.table)
    sides = (
        (left, bottom - 2, right, bottom), (left, top, left + 2, bottom),
        (left, top, right, top + 2), (right - 2, top, right, bottom),
    )  # fmt: skip
    canvas.bold_line(sides[camera_side])
