"""What of a settled scene has changed: its light, the camera, and the regions that arrivals or the table explain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.geometry.quads import mask_of_quads
from vision.scene.thresholds import SCENE
from vision.tracking.background.background_model import BackgroundModel
from vision.tracking.background.camera_motion import Homography, motion_between
from vision.tracking.background.card_sizes import CardSizes
from vision.tracking.background.changes import (
    Region,
    change_mask,
    components,
    dilated,
    equalise_illumination,
    join_pieces,
    regions_of,
    relight,
)
from vision.tracking.background.thresholds import BACKGROUND
from vision.tracking.motion.motion_gate import SmallMask
from vision.tracking.motion.thresholds import MOTION
from vision.tracking.thresholds import TRACKING
from vision.types import Map, Mask, Quad


@dataclass(frozen=True, slots=True, eq=False)
class ViewChange:
    """`now` is the map as if lit like the first; `factor` is that of another light, `motion` that of a knock, on it.

    `brightness` is how bright the view is, divided by the first one.
    """

    now: Map
    brightness: float
    factor: float | None
    motion: Homography | None


def detect_view_change(now: Map, view: BackgroundModel, motion_mask: Mask | None, flicker: float) -> ViewChange:
    """Compares a map with the last one and equalises its light; *flicker* is that of the motion gate."""
    rest = None if motion_mask is None else cv2.bitwise_not(motion_mask)
    explained = max(BACKGROUND.flicker_base_of_brightness, TRACKING.flicker_range_of_median * flicker)
    now, gain = equalise_illumination(now, view.last, explained, rest)
    factor = gain / view.brightness
    is_new_light = max(factor, 1 / factor) > 1 + MOTION.light_min_change
    places = [view.on_map(card.quad) for card in view.cards]
    table = 255 - mask_of_quads(places, now.shape, BACKGROUND.card_with_shadow)
    motion = motion_between(
        now, view.last, view.background, rest, table if motion_mask is None else table & ~motion_mask
    )
    return ViewChange(now, gain if is_new_light else view.brightness, factor if is_new_light else None, motion)


def motion_mask_on_map(still: SmallMask, shape: tuple[int, ...]) -> Mask | None:
    """Returns where a map of that *shape* shows something that moves, with a margin; None if nothing does."""
    _, labels, measures = components(cv2.bitwise_not(still))
    large = measures[:, cv2.CC_STAT_AREA] >= MOTION.moving_min_px
    large[0] = False  # what is still
    if not large.any():
        return None
    inside = np.where(large[labels], np.uint8(255), np.uint8(0))
    moving = cv2.resize(inside, (shape[1], shape[0]), interpolation=cv2.INTER_NEAREST)
    closed = cv2.morphologyEx(
        moving, cv2.MORPH_CLOSE, np.ones((TRACKING.motion_closing_px, TRACKING.motion_closing_px), np.uint8)
    )
    return dilated(closed)


def still_map(now: Map, view: BackgroundModel, motion_mask: Mask | None, light: SmallMask | None) -> Map:
    """Returns the map *now* with what moves, and cards on which only *light* moves, as they were last understood."""
    if motion_mask is not None:
        now = np.where(motion_mask[..., None] > 0, view.last, now)
    if light is not None:
        on_cards = mask_of_quads([view.on_map(card.quad) for card in view.cards], now.shape)
        lit = cv2.resize(light, now.shape[1::-1], interpolation=cv2.INTER_NEAREST) & on_cards
        now = np.where(lit[..., None] > 0, view.last, now)
    return now


def changed_regions(changed: Mask, sizes: CardSizes, motion_mask: Mask | None = None) -> list[Region]:
    """Returns the regions of what has *changed*; those beside *motion_mask* may go on under it: they are at the rim."""
    card = sizes.card_of_view(TRACKING.assumed_card_of_view) * changed.size
    regions = regions_of(changed, SCENE.min_visible_of_card * card)
    if sizes.plane is not None:
        large = [region for region in regions if region.area > TRACKING.region_whole_min_of_card * card]
        reach = TRACKING.pieces_reach_of_size * np.sqrt(card)
        regions += join_pieces(changed, large, reach, TRACKING.pieces_min_hull_of_card * card)
    if motion_mask is None:
        return regions
    near = cv2.dilate(motion_mask, np.ones((3, 3), np.uint8))
    return [replace(region, at_rim=region.at_rim or bool((region.mask & near).any())) for region in regions]


def without_table(regions: Sequence[Region], now: Map, view: BackgroundModel) -> list[Region]:
    """Returns the regions without those where the table has come to light: nothing arrived there."""
    new_mask = change_mask(now, *view.backgrounds)
    left: list[Region] = []
    for region in regions:
        if np.count_nonzero(region.mask & new_mask) > TRACKING.region_min_not_table_of_region * region.area:
            left.append(region)
        else:
            left += regions_of(region.mask & new_mask, BACKGROUND.telling_min_of_card * region.area)
    return left


def without_shadows(regions: Sequence[Region], now: Map, view: BackgroundModel) -> list[Region]:
    """Returns the regions without those where only a shadow has come or gone, as of an arm that rested for long."""
    if not regions:
        return []
    in_any_light = np.minimum.reduce([change_mask(relight(now, table), table) for table in view.backgrounds])
    return [
        region
        for region in regions
        if np.count_nonzero(region.mask & in_any_light) > BACKGROUND.telling_min_of_card * region.area
    ]


def unexplained_regions(regions: Sequence[Region], known: Sequence[Quad]) -> list[Region]:
    """Returns the regions of which the *known* places, on the map, and the shadows there leave more than a margin."""
    if not regions:
        return []
    explained = mask_of_quads(known, regions[0].mask.shape, BACKGROUND.card_with_shadow) > 0
    return [
        region
        for region in regions
        if np.count_nonzero((region.mask > 0) & ~explained) > TRACKING.region_max_unexplained_of_region * region.area
    ]
