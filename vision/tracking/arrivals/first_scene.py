"""Selects the readings of the first scene: cards that lie on the table from the beginning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.geometry.quad_comparison import same_area
from vision.geometry.quads import mask_of_quads

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.tracking.background.background_model import BackgroundModel
    from vision.types import Map, Mask, Quad, Reading


def initial_readings(
    readings: Sequence[Reading], view: BackgroundModel, now: Map, motion_mask: Mask | None
) -> list[Reading]:
    """Returns the readings of cards, the lowest first, without moving objects, such as a card in a hand."""
    sure = [reading.quad for reading in readings if reading.card is not None]
    return [
        reading
        for reading in reversed(readings)
        # A checked cloth has card-shaped fields; a doubtful thing counts only beside a card of its size.
        if any(same_area(reading.quad, quad) for quad in sure)
        and not (reading.visible < 1 and not reading.is_of_pack)  # the stock beside an upcard
        and not _moves(reading.quad, view, now, motion_mask)
    ]


def _moves(quad: Quad, view: BackgroundModel, now: Map, motion_mask: Mask | None) -> bool:
    return motion_mask is not None and bool((motion_mask & mask_of_quads([view.on_map(quad)], now.shape)).any())
