"""Which parts of a settled scene have changed, and what of them known cards or the table explain."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry.quads import mask_of_quads
from vision.tracking.background.change_detection import changed
from vision.tracking.background.parts import join_pieces, parts_of
from vision.tracking.background.thresholds import BACKGROUND
from vision.tracking.thresholds import TRACKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.tracking.background.background_model import BackgroundModel
    from vision.tracking.background.card_sizes import CardSizes
    from vision.tracking.background.parts import Part
    from vision.types import Image, Map, Mask, Quad


def changed_parts(
    image: Image, now: Map, view: BackgroundModel, sizes: CardSizes, unrest: Mask | None = None
) -> list[Part]:
    """Returns the parts that have changed; those beside *unrest* may go on under it and count as at the rim."""
    parts = _all_parts(image, now, view, sizes)
    if unrest is None:
        return parts
    near = cv2.dilate(unrest, np.ones((3, 3), np.uint8))
    return [replace(part, at_rim=part.at_rim or bool((part.mask & near).any())) for part in parts]


def _all_parts(image: Image, now: Map, view: BackgroundModel, sizes: CardSizes) -> list[Part]:
    mask = changed(now, view.last)
    size = sizes.at(_corners_of(image))
    if size is None:
        return parts_of(mask, TRACKING.part_min_of_view * now.shape[0] * now.shape[1])
    short, long = size[0] * view.to_map, size[1] * view.to_map
    parts = parts_of(mask, TRACKING.part_min_of_card * short * long)
    large = [part for part in parts if part.area > TRACKING.part_whole_min_of_card * short * long]
    return parts + join_pieces(
        mask, large, TRACKING.pieces_reach_of_width * short, TRACKING.pieces_min_hull_of_card * short * long
    )


def without_table(parts: Sequence[Part], now: Map, view: BackgroundModel) -> list[Part]:
    """Returns the parts without those where the table has come to light: nothing arrived there."""
    new_mask = changed(now, *view.backgrounds)
    left: list[Part] = []
    for part in parts:
        if np.count_nonzero(part.mask & new_mask) > TRACKING.part_min_not_table * part.area:
            left.append(part)
        else:
            left += parts_of(part.mask & new_mask, TRACKING.table_piece_min_of_part * part.area)
    return left


def unexplained_parts(parts: Sequence[Part], known: Sequence[Quad]) -> list[Part]:
    """Returns the parts of which the *known* places, on the map, and the shadows there leave more than a margin."""
    if not parts:
        return []
    explained = mask_of_quads(known, parts[0].mask.shape, BACKGROUND.card_with_shadow) > 0
    return [
        part
        for part in parts
        if np.count_nonzero((part.mask > 0) & ~explained) > TRACKING.part_max_unexplained * part.area
    ]


def _corners_of(image: Image) -> Quad:
    height, width = image.shape[:2]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
