"""Proposes where cards lie within a changed part of the view, at the picture's full resolution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import cv2
import numpy as np

from vision.detection.contours import (
    Outline,
    detect_outlines,
    distinct,
    quad_of_hull,
    refined_outlines,
    without_duplicates,
    working_planes,
)
from vision.detection.corners import cards_at_corners, right_corners
from vision.detection.edge_refinement import EdgeField
from vision.geometry.quads import area, mask_of_quads, portrait, scaled
from vision.geometry.thresholds import GEOMETRY
from vision.recognition.reader import Reader
from vision.scene.covered_outlines import SearchedImage, outlines_by_keypoints
from vision.tracking.background.card_sizes import CardSizes
from vision.tracking.background.changes import MAP_WIDTH, Region, components, dilated
from vision.tracking.background.thresholds import BACKGROUND
from vision.types import Image, Quad

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom in px, the latter two excluded."""

COARSE = 8
"""Px of the grid on which the surroundings of changes are merged."""


def quick_outlines(image: Image, regions: Sequence[Region], sizes: CardSizes) -> list[Outline]:
    """Returns quads by the outlines of what changed alone: mostly that of a card, or of what shows of it."""
    found: list[Outline] = []
    sizes.use_picture(image)
    for box, inside in _boxes(regions, image, sizes):
        crop, corner, working_side = _crop(image, box, sizes)
        planes, scale = working_planes(crop, working_side)
        quads = [scaled(quad - corner, scale) for quad in distinct(_from_outlines(inside, image, sizes))]
        refined = refined_outlines(EdgeField(planes), quads)
        found += (Outline(scaled(one.quad, 1 / scale) + corner, one.confidence) for one in refined)
    return _of_card_size(found, sizes)


def thorough_outlines(image: Image, regions: Sequence[Region], sizes: CardSizes) -> list[Outline]:
    """Returns all other card-shaped quads on or around the changed regions; they may overlap."""
    found: list[Outline] = []
    sizes.use_picture(image)
    for box, _ in _boxes(regions, image, sizes):
        crop, corner, working_side = _crop(image, box, sizes)

        def may_be_card(quad: Quad, corner: Quad = corner) -> bool:
            return sizes.fit(quad + corner, GEOMETRY.rough_size_max_error_log)

        outlines = detect_outlines(crop, working_side=working_side, fits=may_be_card)
        found += (Outline(one.quad + corner, one.confidence) for one in outlines)
    return _of_card_size(found, sizes)


def keypoint_outlines(
    searched: SearchedImage, regions: Sequence[Region], sizes: CardSizes, reader: Reader
) -> list[Outline]:
    """Returns the outlines of cards of the pack whose drawings have keypoints in the changed regions."""
    changed = np.bitwise_or.reduce([region.mask for region in regions])
    where = cv2.resize(dilated(changed), searched.planes.shape[1::-1], interpolation=cv2.INTER_NEAREST)
    searched.search_keypoints(reader, where)
    return _of_card_size(outlines_by_keypoints(searched, reader), sizes)


def _of_card_size(found: Sequence[Outline], sizes: CardSizes) -> list[Outline]:
    return without_duplicates([outline for outline in found if sizes.fit(outline.quad)])


def _crop(image: Image, box: Box, sizes: CardSizes) -> tuple[Image, Quad, int]:
    """Returns the part of the picture, where its corner lies, and the side that it should be worked at.

    While the size of cards is unknown, what lies within the margins is taken for a card.
    """
    left, top, right, bottom = box
    crop = image[top:bottom, left:right]
    size = sizes.at(np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32))
    margins = 2 * BACKGROUND.search_margin_of_width / GEOMETRY.card_length_of_width
    length = size[1] if size else max(crop.shape[:2]) / (1 + margins)
    working_side = round(min(1.0, BACKGROUND.search_card_length_px / length) * max(crop.shape[:2]))
    return crop, np.array([left, top], np.float32), working_side


def _from_outlines(regions: Sequence[Region], image: Image, sizes: CardSizes) -> Iterator[Quad]:
    """Yields quads from the outline of each change: the whole card, or the visible part beside another white card."""
    to_picture = image.shape[1] / MAP_WIDTH
    for region in regions:
        hull = cv2.convexHull(region.contour)
        whole = quad_of_hull(hull)
        if whole is not None:
            yield scaled(whole, to_picture)
        if len(hull) < 3:
            continue
        if sizes.plane is not None:
            for outline in (hull, region.contour):
                contour = np.round(scaled(outline.astype(np.float32), to_picture)).astype(np.int32)
                yield from cards_at_corners(right_corners(contour), sizes.plane)


def drawing_outlines(image: Image, regions: Sequence[Region], sizes: CardSizes) -> list[Outline]:
    """Returns rough outlines of cards around what may be their drawings.

    A white card on a white table shows no edge, but lies centred about its drawing, which is nearly as long. The known
    size of a card is as good as edges; without it the outline is a guess.
    """
    sizes.use_picture(image)
    edges = float(sizes.plane is not None)
    found: list[Outline] = []
    for _, inside in _boxes(regions, image, sizes):
        groups = [inside] if len(inside) == 1 else [inside, *([region] for region in inside)]
        around = (_around_drawing(group, image, sizes) for group in groups)
        found += (Outline(quad, edges) for quad in around if quad is not None)
    return found


def _around_drawing(regions: Sequence[Region], image: Image, sizes: CardSizes) -> Quad | None:
    """Returns the outline of a card centred on the smallest rectangle around *regions*, of the size of the other cards.

    None if the regions are too small or too large for its drawing. While no size is known, the rectangle is enlarged.
    """
    to_picture = image.shape[1] / MAP_WIDTH
    drawing = scaled(np.concatenate([region.contour for region in regions]).astype(np.float32), to_picture).reshape(
        -1, 2
    )
    centre, (width, height), angle = cv2.minAreaRect(drawing)
    short, long = min(width, height), max(width, height)
    size = sizes.at(drawing)
    if size is None:
        short = BACKGROUND.card_of_drawing * max(short, long / (sizes.length or GEOMETRY.card_length_of_width))
        size = short, max(BACKGROUND.card_of_drawing * long, short)
    elif not (
        BACKGROUND.drawing_min_of_length * size[1] < long < BACKGROUND.drawing_max_of_side * size[1]
        and short < BACKGROUND.drawing_max_of_side * size[0]
    ):
        return None
    turned = size if width <= height else size[::-1]
    return portrait(cv2.boxPoints((centre, turned, angle)).astype(np.float32))


def _boxes(regions: Sequence[Region], image: Image, sizes: CardSizes) -> Iterator[tuple[Box, list[Region]]]:
    """Groups regions whose surroundings meet, since the pieces of one card may have changed apart.

    While the size of cards is unknown, each region is taken for as long as a card.
    """
    to_picture = image.shape[1] / MAP_WIDTH
    height, width = image.shape[:2]
    mask = np.zeros((height // COARSE + 1, width // COARSE + 1), np.uint8)
    for region in regions:
        x, y, across, down = (value * to_picture for value in cv2.boundingRect(region.contour))
        outline = scaled(region.contour.astype(np.float32), to_picture).reshape(-1, 2)
        longer = max(across, down)
        size = sizes.at(outline) or (longer / GEOMETRY.card_length_of_width, longer)
        # Of a pale card on a pale table only the drawing may have changed; the whole card lies around it.
        margin = max(BACKGROUND.search_margin_of_width * size[0], size[1] - longer)
        low = (round((x - margin) / COARSE), round((y - margin) / COARSE))
        high = (round((x + across + margin) / COARSE), round((y + down + margin) / COARSE))
        cv2.rectangle(mask, low, high, 255, cv2.FILLED)
    count, labels, measures = components(mask)
    for label in range(1, count):
        left, top, across, down, _ = (int(measure) * COARSE for measure in measures[label])
        box = (max(left, 0), max(top, 0), min(left + across, width), min(top + down, height))
        inside = []
        for region in regions:
            x, y = np.round(region.contour.reshape(-1, 2).mean(axis=0) * to_picture / COARSE).astype(int)
            if labels[min(y, labels.shape[0] - 1), min(x, labels.shape[1] - 1)] == label:
                inside.append(region)
        yield box, inside


def changed_share(quad: Quad, regions: Sequence[Region], to_map: float) -> float:
    """Returns the part of *quad* that changed, from 0 to 1."""
    if not regions:
        return 0.0
    on_map = scaled(quad, to_map)
    inside = mask_of_quads([on_map], regions[0].mask.shape)
    changed = sum(int(np.count_nonzero(region.mask & inside)) for region in regions)
    return float(changed) / max(area(on_map), 1.0)
