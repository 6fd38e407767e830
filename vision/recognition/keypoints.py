"""Detection of cards by keypoints of their drawings, for cards without a closed outline.

SIFT keypoints of the picture are matched with those of the kept pictures. Each match votes for a pose of its card, and
poses with many votes are returned (Lowe: Distinctive image features from scale-invariant keypoints, 2004).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.quads import scaled
from vision.geometry.rectify import full_quad
from vision.recognition.thresholds import RECOGNITION
from vision.types import Image, Mask, Planes, Quad

Floats: TypeAlias = npt.NDArray[Any]

TILE, AROUND = 104, 24
"""Side of a tile and margin around it, px: tiles take a twelfth of the memory. With the margin nearly all keypoints are
found that the whole picture has."""
MATCHED_AT_ONCE = 128
"""Keypoints of a picture that are compared with those of the pack in one product, 2.5 MiB for 5 000 of these."""


class KeypointPose(NamedTuple):
    """Quad of a card found by keypoints, and its matched `points` (N×2) in the picture, px."""

    quad: Quad
    points: Floats


class Keypoints(NamedTuple):
    """SIFT keypoints: `places` (N×4) are x, y, size (px) and direction (rad); `descriptors` are N×128, uint8."""

    places: Floats
    descriptors: Floats


class PackKeypoints(NamedTuple):
    """Keypoints of all crops of a pack: `cards` (N) are the crops' indices by point, `outlines` the crops' quads."""

    points: Keypoints
    cards: Floats
    outlines: tuple[Quad, ...]


def keypoints_of(pictures: Iterable[Image]) -> PackKeypoints:
    """Returns the keypoints of upright crops; several crops may be of one card."""
    each, outlines = [], []
    for crop in pictures:
        light = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
        each.append(_keypoints(light, np.full(light.shape, 255, np.uint8), RECOGNITION.keypoints_of_card))
        outlines.append(full_quad(crop))
    numbers = np.repeat(np.arange(len(each)), [len(points.places) for points in each])
    return PackKeypoints(_concatenate(each), numbers, tuple(outlines))


def match_keypoints(light: Planes, pack_keypoints: PackKeypoints, free_mask: Mask | None = None) -> list[KeypointPose]:
    """Returns poses of cards in a picture (px), those with most points first.

    Points where *free_mask*, of the same size, is 0 belong to known cards and are left out.
    """
    scale = RECOGNITION.keypoint_side_px / max(light.shape)
    small = cv2.resize(light, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    free = np.full(light.shape, 255, np.uint8) if free_mask is None else free_mask
    small_free = cv2.resize(free, small.shape[::-1], interpolation=cv2.INTER_NEAREST)
    points = _concatenate([*_in_tiles(small, small_free)])
    matches = _matches(points, pack_keypoints)
    poses = [
        place
        for number, outline in enumerate(pack_keypoints.outlines)
        for place in _cluster_poses(
            points.places, pack_keypoints.points.places, matches[pack_keypoints.cards[matches[:, 1]] == number], outline
        )
    ]
    poses.sort(key=lambda place: -len(place.points))
    return [KeypointPose(scaled(place.quad, 1 / scale), scaled(place.points, 1 / scale)) for place in poses]


def _keypoints(light: Planes, where: Mask, at_most: int = 0) -> Keypoints:
    """Returns the keypoints of a picture where the mask *where* is not 0; the others are not described."""
    # descriptors in bytes take a quarter of the memory; the other values are OpenCV's defaults
    detector = cv2.SIFT.create(at_most, 3, RECOGNITION.keypoint_min_contrast, 10, 1.6, descriptorType=cv2.CV_8U)
    keypoints, descriptors = detector.detectAndCompute(light, where)
    places = np.array([(*one.pt, one.size, np.deg2rad(one.angle)) for one in keypoints], np.float32).reshape(-1, 4)
    return Keypoints(places, np.zeros((0, 128), np.uint8) if descriptors is None else descriptors)


def _in_tiles(light: Planes, free: Mask) -> Iterator[Keypoints]:
    """Yields the keypoints tile by tile, as a whole picture would take a hundred times its memory.

    Only points where *free* is not 0; tiles without any are skipped.
    """
    height, width = light.shape
    for top, left in product(range(0, height, TILE), range(0, width, TILE)):
        if not free[top : top + TILE, left : left + TILE].any():
            continue
        first = np.maximum((left - AROUND, top - AROUND), 0)
        wider = slice(first[1], top + TILE + AROUND), slice(first[0], left + TILE + AROUND)
        tile, where = np.ascontiguousarray(light[wider]), np.zeros(light[wider].shape, np.uint8)
        own = slice(top - first[1], top - first[1] + TILE), slice(left - first[0], left - first[0] + TILE)
        where[own] = free[top : top + TILE, left : left + TILE]
        points = _keypoints(tile, where)
        points.places[:, :2] += first
        yield points


def _concatenate(each: Sequence[Keypoints]) -> Keypoints:
    return Keypoints(
        np.concatenate([np.zeros((0, 4), np.float32), *(points.places for points in each)]),
        np.concatenate([np.zeros((0, 128), np.uint8), *(points.descriptors for points in each)]),
    )


def _matches(points: Keypoints, pack_keypoints: PackKeypoints) -> Floats:
    """Returns the indices of M matches (M×2: in *points*, in *pack_keypoints*), the nearest first."""
    pack = _root_sift(pack_keypoints.points.descriptors).T
    matches = [np.zeros((0, 3))]
    for first in range(0, len(points.descriptors), MATCHED_AT_ONCE):
        some = points.descriptors[first : first + MATCHED_AT_ONCE]
        matches.append(np.add(_highest_of_each_row(_root_sift(some) @ pack), (first, 0, 0)))
    pairs, cosines = np.split(np.concatenate(matches), (2,), axis=1)
    return pairs[np.argsort(-cosines[:, 0], kind="stable")].astype(int)


def _highest_of_each_row(cosines: Floats) -> Floats:
    """Returns row, column and value (M×3) of the cosines above the threshold, at most `keypoint_max_matches` of a row.

    Those of a row stand together, the highest first.
    """
    # `flatnonzero` takes a quarter of the time of `nonzero` of a matrix
    row, column = np.divmod(np.flatnonzero(cosines > RECOGNITION.keypoint_min_cosine), cosines.shape[1])
    high = cosines[row, column]
    order = np.lexsort((-high, row))
    row = row[order]
    rank_in_row = np.arange(len(row)) - np.searchsorted(row, row)
    return np.stack([row, column[order], high[order]], axis=1)[rank_in_row < RECOGNITION.keypoint_max_matches]


def _root_sift(descriptors: Floats) -> Floats:
    """Returns descriptors as vectors of length 1 (N×128), to be compared by their cosine.

    These are RootSIFT descriptors (Arandjelovic, Zisserman: Three things everyone should know, 2012).
    """
    counts = descriptors.astype(np.float32)
    counts /= np.maximum(counts.sum(axis=1, keepdims=True), 1.0)
    return np.sqrt(counts, out=counts)


def _cluster_poses(places: Floats, crop_points: Floats, matches: Floats, outline: Quad) -> Iterator[KeypointPose]:
    """Yields the poses of one card by clusters of its matches."""
    matches = matches[: RECOGNITION.keypoint_max_matches_of_card]
    poses = _poses(places[matches[:, 0]], crop_points[matches[:, 1]], outline.mean(axis=0))
    same = _same_pose(poses, float(outline[2, 1] - outline[0, 1]))
    for _ in range(RECOGNITION.max_poses_of_card):
        if len(matches) < RECOGNITION.pose_min_keypoints:
            return
        agree = same[same.sum(axis=1).argmax()]
        place = _fit_affine_pose(places[matches[agree, 0], :2], crop_points[matches[agree, 1], :2], outline)
        if place is not None:
            yield place
        matches, same = matches[~agree], same[~agree][:, ~agree]


def _same_pose(poses: Floats, length: float) -> npt.NDArray[np.bool_]:
    """Returns for each pair of N poses of a card whether they agree (N×N).

    Distances are relative to the size of the card at the pose of the row; *length* is that in its kept picture, px.
    """
    x, y, turn, scale_log = (each[:, None] - each for each in poses.T)
    far = RECOGNITION.pose_max_distance_of_length * length * np.exp(poses[:, 3, None])
    same: npt.NDArray[np.bool_] = x**2 + y**2 < far**2
    same &= np.abs((turn + np.pi) % (2 * np.pi) - np.pi) < RECOGNITION.pose_max_turn_rad
    same &= np.abs(scale_log) < RECOGNITION.pose_max_size_error_log
    return same


def _poses(places: Floats, crop_points: Floats, middle: Floats) -> Floats:
    """Returns the pose of the card by each match (N×4): x and y of its centre, rotation (rad), log of its scale."""
    turn, scale = places[:, 3] - crop_points[:, 3], places[:, 2] / crop_points[:, 2]
    across, down = (middle - crop_points[:, :2]).T
    x = places[:, 0] + scale * (np.cos(turn) * across - np.sin(turn) * down)
    y = places[:, 1] + scale * (np.sin(turn) * across + np.cos(turn) * down)
    return np.stack([x, y, turn, np.log(scale)], axis=1)


def _fit_affine_pose(places: Floats, crop_points: Floats, outline: Quad) -> KeypointPose | None:
    """Returns the card at an affine pose fitted robustly to matched points, or None if too few points fit."""
    if len(_distinct(places)) < RECOGNITION.pose_min_keypoints:
        return None
    moved, fits = cv2.estimateAffine2D(
        crop_points, places, method=cv2.USAC_DEFAULT, ransacReprojThreshold=RECOGNITION.pose_max_residual_px
    )
    if moved is None:
        return None
    points = _distinct(places[fits.ravel() > 0])
    if len(points) < RECOGNITION.pose_min_keypoints or np.linalg.det(moved[:, :2]) < 0:
        return None
    return KeypointPose((outline @ moved[:, :2].T + moved[:, 2]).astype(np.float32), points)


def _distinct(points: Floats) -> Floats:
    """Returns the distinct rows; `np.unique` would load NumPy's masked arrays, 2 MiB."""
    return np.array(sorted(set(map(tuple, points.tolist()))), points.dtype).reshape(-1, 2)
