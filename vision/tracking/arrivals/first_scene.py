"""Selects the readings of the first scene: cards that lie on the table from the beginning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.geometry.quad_comparison import same_area

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vision.types import Quad, Reading


def initial_readings(readings: Sequence[Reading], is_moving: Callable[[Quad], bool]) -> list[Reading]:
    """Returns the readings of cards, the lowest first, without moving objects, such as a card in a hand."""
    sure = [reading.quad for reading in readings if reading.card is not None]
    return [
        reading
        for reading in reversed(readings)
        # A checked cloth has card-shaped fields; a doubtful thing counts only beside a card of its size.
        if any(same_area(reading.quad, quad) for quad in sure)
        and not (reading.visible < 1 and not reading.is_of_pack)  # the stock beside an upcard
        and not is_moving(reading.quad)
    ]
