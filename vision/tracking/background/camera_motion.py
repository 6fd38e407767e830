"""Motion of the camera by a knock: a homography of the table's plane, from tracked or matched points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.order_statistics import median, quantile
from vision.tracking.background.changes import difference, threshold_of
from vision.tracking.background.thresholds import BACKGROUND
from vision.types import Map, Mask, Quad

Homography: TypeAlias = npt.NDArray[Any]
"""3×3, float64: px of a map before to px of the map now."""
Points: TypeAlias = npt.NDArray[Any]
"""N×2, float32."""

WINDOW = (21, 21)
LEVELS = 4


def changed_edge_share(now: Map, before: Map, where: Mask | None = None) -> float:
    """Returns the part of the steep places of *before* that changed, from 0 to 1."""
    differences, steepness, step = _compare(now, before)
    steep = steepness >= max(
        float(quantile(steepness.ravel(), 1 - BACKGROUND.steep_max_of_view)), BACKGROUND.steep_min_steps * step
    )
    if where is not None:
        all_steep = np.count_nonzero(steep)
        steep &= where[::2, ::2] > 0
        if np.count_nonzero(steep) < BACKGROUND.rest_min_of_view * all_steep:
            return 0.0
    return float(np.mean(differences[steep] > step)) if steep.any() else 0.0


def is_table_unmoved(now: Map, before: Map, table: Mask) -> bool:
    """Whether the texture of the *table*, a mask, is where it was; False for a table without texture."""
    differences, steepness, step = _compare(now, before)
    steep = (table[::2, ::2] > 0) & (steepness >= BACKGROUND.steep_min_steps * step)
    if np.count_nonzero(steep) <= BACKGROUND.texture_min_of_view * steep.size:
        return False
    return float(np.mean(differences[steep] > step)) < BACKGROUND.table_max_changed_of_steep


def _compare(now: Map, before: Map) -> tuple[npt.NDArray[Any], npt.NDArray[Any], float]:
    """Returns the differences, the steepness of *before*, and the step above which a difference is no noise."""
    differences = difference(now, before)[::2, ::2]
    light = np.ascontiguousarray(before[::2, ::2, 0])
    steepness = np.asarray(cv2.morphologyEx(light, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)))
    flat = steepness <= median(steepness)  # a knock hardly changes them: what differs there is noise
    return differences, steepness, threshold_of(differences[flat][:, None])


def motion_between(
    now: Map, before: Map, background: Map, rest: Mask | None = None, table: Mask | None = None
) -> Homography | None:
    """Returns how the view of the table moved, or None if it did not, or nobody can tell.

    Cards of the view *before* may have left or been covered in the same motion: then the *background* tells, the table
    without cards. Only what is at *rest* counts. If the *table*, a mask of where no card lay, is unmoved, only cards
    moved.
    """
    if changed_edge_share(now, before, rest) < BACKGROUND.knock_min_of_steep:
        return None
    if table is not None and is_table_unmoved(now, before, table):
        return None
    motion = _estimate_motion(before, now, rest)
    return motion if motion is not None else _estimate_motion(background, now, rest)


def _estimate_motion(before: Map, now: Map, at_rest: Mask | None) -> Homography | None:
    moved_part = changed_edge_share(now, before, at_rest)
    if moved_part < BACKGROUND.knock_min_of_steep:
        return None
    best, least = None, BACKGROUND.knock_max_left_of_changed * moved_part
    for rough in _similarities(now, before):
        for motion in (rough, _refine(rough, now, before)):
            if motion is None:
                continue
            in_both = overlap_mask(motion, before.shape)
            rest = changed_edge_share(now, warp_map(before, motion), in_both if at_rest is None else in_both & at_rest)
            if rest < least:
                best, least = motion, rest
    return best


def warp_map(picture: Map, motion: Homography) -> Map:
    """Returns the map as it looks after *motion*; what comes into view repeats the rim."""
    return cv2.warpPerspective(picture, motion, picture.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)


def warp_quad(quad: Quad, motion: Homography) -> Quad:
    """Returns where a quad of the map (px) lies after *motion*."""
    return np.asarray(cv2.perspectiveTransform(quad[None].astype(np.float32), motion)[0], np.float32)


def overlap_mask(motion: Homography, shape: tuple[int, ...]) -> Mask:
    """Returns where the view now shows what it showed before, 255, and where it shows more of the table, 0."""
    return cv2.warpPerspective(np.full(shape[:2], 255, np.uint8), motion, shape[1::-1], flags=cv2.INTER_NEAREST)


def shift_of(motion: Homography, shape: tuple[int, ...]) -> float:
    """Returns by how many px the view moved, over the whole of it."""
    columns, rows = np.meshgrid(np.linspace(0, shape[1], 5), np.linspace(0, shape[0], 5))
    points = np.stack([columns.ravel(), rows.ravel()], axis=1).astype(np.float32)
    return median(np.linalg.norm(warp_quad(points, motion) - points, axis=1))


def _similarities(now: Map, before: Map) -> Iterator[Homography]:
    """Yields similarities from tracked points, for a small knock, and from matched points, for a larger one."""
    lights = np.ascontiguousarray(before[..., 0]), np.ascontiguousarray(now[..., 0])
    for points in (_track_points(*lights), _match_points(*lights)):
        similarity = _similarity(*points, now.shape)
        if similarity is not None:
            yield similarity


def _similarity(start: Points, end: Points, shape: tuple[int, ...]) -> Homography | None:
    if len(start) < BACKGROUND.points_min:
        return None
    matrix, inside = cv2.estimateAffinePartial2D(
        start, end, method=cv2.RANSAC, ransacReprojThreshold=BACKGROUND.point_error_px
    )
    if matrix is None:
        return None
    motion = np.vstack([matrix, [0, 0, 1]])
    return motion if _is_of_the_view(end[inside.ravel() > 0], shape) else None


def _refine(rough: Homography, now: Map, before: Map) -> Homography | None:
    """Refines a similarity to a homography, which a tilt of the camera makes."""
    back = np.ascontiguousarray(warp_map(before, rough)[..., 0])
    start, end = _track_points(back, np.ascontiguousarray(now[..., 0]))
    if len(start) < BACKGROUND.points_min:
        return None
    matrix, inside = cv2.findHomography(start, end, cv2.RANSAC, BACKGROUND.point_error_px)
    if matrix is None or not _is_of_the_view(end[inside.ravel() > 0], now.shape):
        return None
    return np.asarray(matrix @ rough, np.float64)


def _is_of_the_view(points: Points, shape: tuple[int, ...]) -> bool:
    if len(points) < BACKGROUND.points_min:
        return False
    return cv2.contourArea(cv2.convexHull(points)) > BACKGROUND.points_min_hull_of_view * shape[0] * shape[1]


def _track_points(before: npt.NDArray[Any], now: npt.NDArray[Any]) -> tuple[Points, Points]:
    """Returns the points that are tracked forward, and back to where they were."""
    start = cv2.goodFeaturesToTrack(
        before, BACKGROUND.points_max, BACKGROUND.point_min_quality, BACKGROUND.point_min_distance_px
    )
    if start is None:
        return np.zeros((0, 2), np.float32), np.zeros((0, 2), np.float32)
    end, found, _ = cv2.calcOpticalFlowPyrLK(before, now, start, np.empty_like(start), winSize=WINDOW, maxLevel=LEVELS)
    back, returned, _ = cv2.calcOpticalFlowPyrLK(now, before, end, np.empty_like(end), winSize=WINDOW, maxLevel=LEVELS)
    followed = (found.ravel() > 0) & (returned.ravel() > 0)
    followed &= np.linalg.norm((back - start).reshape(-1, 2), axis=1) < BACKGROUND.point_error_px
    return start.reshape(-1, 2)[followed], end.reshape(-1, 2)[followed]


def _match_points(before: npt.NDArray[Any], now: npt.NDArray[Any]) -> tuple[Points, Points]:
    """Returns the points whose ORB descriptors match, wherever they lie and however they are turned."""
    seeker = cv2.ORB.create(2 * BACKGROUND.points_max, fastThreshold=7, edgeThreshold=12, patchSize=24)
    (old, old_looks), (new, new_looks) = (seeker.detectAndCompute(each, None) for each in (before, now))
    if old_looks is None or new_looks is None:
        return np.zeros((0, 2), np.float32), np.zeros((0, 2), np.float32)
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(old_looks, new_looks)
    start = np.array([old[pair.queryIdx].pt for pair in pairs], np.float32).reshape(-1, 2)
    end = np.array([new[pair.trainIdx].pt for pair in pairs], np.float32).reshape(-1, 2)
    return start, end
