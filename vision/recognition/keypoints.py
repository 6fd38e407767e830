"""Finds cards by what is drawn on them, whatever they lie on: outlines may close nowhere, drawings still show in part.

Points of the picture are matched with those of the kept pictures. Each match says where its card would lie; where many
agree, one may (Lowe: Distinctive image features from scale-invariant keypoints, 2004, as OpenCV has it).
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.quads import scaled
from vision.geometry.rectify import whole
from vision.recognition.thresholds import RECOGNITION

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vision.types import Image, Mask, Planes, Quad

Floats: TypeAlias = npt.NDArray[Any]

TILE, AROUND = 128, 32
"""Px: tile by tile it takes an eighth of the room."""


class Drawn(NamedTuple):
    """Where a card may lie by what is drawn on it, and at which `points` (N×2) of the picture that shows, px."""

    quad: Quad
    points: Floats


class Points(NamedTuple):
    """`places` (N×4): x, y, size and direction, px and radians; `looks` (N×128, uint8): what is seen there."""

    places: Floats
    looks: Floats


class Drawings(NamedTuple):
    """What is drawn on all cards of a pack: `cards` (N) numbers the card of each point, `outlines` are as many."""

    points: Points
    cards: Floats
    outlines: tuple[Quad, ...]


def drawings_of(pictures: Iterable[Image]) -> Drawings:
    """Returns what is drawn on upright crops of cards; several may be of one."""
    each, outlines = [], []
    for crop in pictures:
        each.append(_points(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), RECOGNITION.keypoints_of_card))
        outlines.append(whole(crop))
    numbers = np.repeat(np.arange(len(each)), [len(points.places) for points in each])
    return Drawings(_together(each), numbers, tuple(outlines))


def match_keypoints(light: Planes, drawings: Drawings, beside: Mask | None = None) -> list[Drawn]:
    """Returns where cards may lie in a picture, in its px, those first that most points agree on.

    Points where *beside*, as large, is 0 belong to cards that are known already, and are not looked at.
    """
    scale = RECOGNITION.keypoint_side_px / max(light.shape)
    small = cv2.resize(light, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    free = None if beside is None else cv2.resize(beside, small.shape[::-1], interpolation=cv2.INTER_NEAREST)
    seen = _together([*_in_tiles(small, free)])
    matches = _matches(seen, drawings)
    found = [
        place
        for number, outline in enumerate(drawings.outlines)
        for place in _agreed(
            seen.places, drawings.points.places, matches[drawings.cards[matches[:, 1]] == number], outline
        )
    ]
    found.sort(key=lambda place: -len(place.points))
    return [
        Drawn(scaled(place.quad, 1 / scale), scaled(place.points, 1 / scale))
        for place in found[: RECOGNITION.max_poses]
    ]


def _points(light: Planes, at_most: int = 0) -> Points:
    keypoints, looks = _detector(at_most).detectAndCompute(light, None)
    places = np.array([(*one.pt, one.size, np.deg2rad(one.angle)) for one in keypoints], np.float32).reshape(-1, 4)
    return Points(places, np.zeros((0, 128), np.uint8) if looks is None else looks)


def _detector(at_most: int) -> cv2.SIFT:
    """Returns one that describes points in bytes, in a quarter of the room; all but two values are OpenCV's own."""
    return cv2.SIFT.create(at_most, 3, RECOGNITION.keypoint_min_contrast, 10, 1.6, descriptorType=cv2.CV_8U)


def _in_tiles(light: Planes, free: Mask | None = None) -> Iterator[Points]:
    """Yields the points whose middle lies in each tile; at once it may take a hundred times the room of the picture.

    Only those where *free* is not 0; a tile with too little room for a part of a card is passed over.
    """
    height, width = light.shape
    for top, left in product(range(0, height, TILE), range(0, width, TILE)):
        room = None if free is None else cv2.countNonZero(free[top : top + TILE, left : left + TILE])
        if room is not None and room < RECOGNITION.keypoint_min_free_px:
            continue
        first = np.maximum((left - AROUND, top - AROUND), 0)
        tile = light[first[1] : top + TILE + AROUND, first[0] : left + TILE + AROUND]
        points = _points(np.ascontiguousarray(tile))
        points.places[:, :2] += first
        within = points.places[:, :2] - (left, top)
        its_own = ((within >= 0) & (within < TILE)).all(axis=1)
        if free is not None:
            column, row = points.places[:, :2].astype(int).clip(0, (width - 1, height - 1)).T
            its_own &= free[row, column] > 0
        yield Points(points.places[its_own], points.looks[its_own])


def _together(each: Sequence[Points]) -> Points:
    return Points(
        np.concatenate([np.zeros((0, 4), np.float32), *(points.places for points in each)]),
        np.concatenate([np.zeros((0, 128), np.uint8), *(points.looks for points in each)]),
    )


def _matches(seen: Points, drawings: Drawings) -> Floats:
    """Returns the indices of points of both that look alike, M×2, the most alike first."""
    if not len(seen.looks) or not len(drawings.points.looks):
        return np.zeros((0, 2), int)
    matcher = cv2.BFMatcher(cv2.NORM_L2)
    nearest = matcher.knnMatch(
        _directions(seen.looks), _directions(drawings.points.looks), k=RECOGNITION.keypoint_max_matches
    )
    farthest = np.sqrt(2 - 2 * RECOGNITION.keypoint_min_cosine)  # of vectors of length 1
    near = sorted((m.distance, m.queryIdx, m.trainIdx) for of_one in nearest for m in of_one if m.distance < farthest)
    return np.array([pair for _, *pair in near], int).reshape(-1, 2)


def _directions(looks: Floats) -> Floats:
    """Returns what is seen at points as vectors of length 1 (N×128), to be compared by their cosine.

    They are the roots of what was counted (Arandjelovic, Zisserman: Three things everyone should know, 2012).
    """
    counts = looks.astype(np.float32)
    counts /= np.maximum(counts.sum(axis=1, keepdims=True), 1.0)
    return np.sqrt(counts, out=counts)


def _agreed(seen: Floats, drawn: Floats, matches: Floats, outline: Quad) -> Iterator[Drawn]:
    """Yields the places of one card that matches agree on."""
    matches = matches[: RECOGNITION.keypoint_max_matches_of_card]
    says = _poses(seen[matches[:, 0]], drawn[matches[:, 1]], outline.mean(axis=0))
    usual = says[:, 3] > np.log(RECOGNITION.keypoint_min_scale)
    usual &= says[:, 3] < np.log(RECOGNITION.keypoint_max_scale)
    matches, says = matches[usual], says[usual]
    length = float(outline[2, 1] - outline[0, 1])
    for _ in range(RECOGNITION.max_poses_of_card):
        if len(matches) < RECOGNITION.pose_min_keypoints:
            return
        apart = np.abs(says[:, None] - says)
        far = RECOGNITION.pose_max_distance_of_length * length * np.exp(says[:, 3, None])
        same = np.hypot(apart[..., 0], apart[..., 1]) < far
        same &= np.abs((apart[..., 2] + np.pi) % (2 * np.pi) - np.pi) < RECOGNITION.pose_max_turn_rad
        same &= apart[..., 3] < RECOGNITION.pose_max_size_error_log
        agree = same[same.sum(axis=1).argmax()]
        place = _affine_pose(seen[matches[agree, 0], :2], drawn[matches[agree, 1], :2], outline)
        if place is not None:
            yield place
        matches, says = matches[~agree], says[~agree]


def _poses(seen: Floats, drawn: Floats, middle: Floats) -> Floats:
    """Returns where each match says that the card lies (N×4): x and y of its middle, its turn, log of its scale."""
    turn, scale = seen[:, 3] - drawn[:, 3], seen[:, 2] / drawn[:, 2]
    across, down = (middle - drawn[:, :2]).T
    x = seen[:, 0] + scale * (np.cos(turn) * across - np.sin(turn) * down)
    y = seen[:, 1] + scale * (np.sin(turn) * across + np.cos(turn) * down)
    return np.stack([x, y, turn, np.log(scale)], axis=1)


def _affine_pose(seen: Floats, drawn: Floats, outline: Quad) -> Drawn | None:
    """Returns where a card lies that shifts, turns and slants, by those of the points that fit; None if few do."""
    if len(_distinct(seen)) < RECOGNITION.pose_min_keypoints:
        return None
    moved, fits = cv2.estimateAffine2D(
        drawn, seen, method=cv2.USAC_DEFAULT, ransacReprojThreshold=RECOGNITION.pose_max_residual_px
    )
    if moved is None:
        return None
    points = _distinct(seen[fits.ravel() > 0])
    long, short = np.linalg.svd(moved[:, :2])[1]
    if len(points) < RECOGNITION.pose_min_keypoints or long > RECOGNITION.pose_max_stretch * short:
        return None
    if np.linalg.det(moved[:, :2]) < 0:
        return None
    return Drawn((outline @ moved[:, :2].T + moved[:, 2]).astype(np.float32), points)


def _distinct(points: Floats) -> Floats:
    """Does what `np.unique` does, which would load all that NumPy has for masked arrays: 2 MiB."""
    return np.array(sorted(set(map(tuple, points.tolist()))), points.dtype).reshape(-1, 2)
