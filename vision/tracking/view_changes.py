"""What concerns the whole view: the cards of the first scene, another light, a knock at the camera."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2

from vision.geometry.quads import mask_of_quads, same_area
from vision.tracking.background.camera_motion import motion_between
from vision.tracking.background.illumination import equalise_illumination
from vision.tracking.background.thresholds import BACKGROUND
from vision.tracking.thresholds import TRACKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vision.tracking.background.background_model import BackgroundModel
    from vision.tracking.background.camera_motion import Homography
    from vision.types import Map, Mask, Quad, Reading


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


@dataclass(frozen=True, slots=True, eq=False)
class ViewChange:
    """`now` is the map as if lit like the first; `factor` is that of another light, `motion` that of a knock, on it."""

    now: Map
    factor: float | None
    motion: Homography | None


def detect_view_change(now: Map, view: BackgroundModel, motion_mask: Mask | None, flicker: float) -> ViewChange:
    """Compares a map with the last one and equalises its light; *flicker* is that of the motion gate."""
    rest = None if motion_mask is None else cv2.bitwise_not(motion_mask)
    explained = max(BACKGROUND.flicker_base_of_brightness, TRACKING.flicker_range_of_median * flicker)
    now, gain = equalise_illumination(now, view.last, explained, rest)
    factor = gain / view.brightness
    is_new_light = max(factor, 1 / factor) > TRACKING.light_min_factor
    if is_new_light:
        view.brightness = gain
    places = [view.on_map(card.quad) for card in view.cards]
    table = 255 - mask_of_quads(places, now.shape, TRACKING.open_place_scale_of_card)
    motion = motion_between(
        now, view.last, view.background, rest, table if motion_mask is None else table & ~motion_mask
    )
    return ViewChange(now, factor if is_new_light else None, motion)
