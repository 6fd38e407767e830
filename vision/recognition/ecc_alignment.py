"""Alignment of a card's kept picture with a picture of the table, which refines the quad of the card.

Outlines are unreliable where a card lies on others of equal brightness. The kept picture is aligned by maximising the
correlation (Evangelidis, Psarakis: Parametric image alignment using enhanced correlation coefficient maximization,
2008).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.quads import is_convex, portrait
from vision.geometry.rectify import CROP_HEIGHT, CROP_WIDTH, full_quad, inset, rectify, rotate_180
from vision.recognition.thresholds import RECOGNITION

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.types import Image, Luma, Quad


class _Stage(NamedTuple):
    """One stage: motion model of OpenCV, scale of the pictures, iterations, and size of the filter (px, odd)."""

    scale: float
    motion: int
    steps: int
    blur: int


def _stages(is_rigid: bool) -> tuple[_Stage, _Stage]:
    """Returns the coarse stage and the one at full size."""
    coarse, fine = cv2.MOTION_AFFINE, cv2.MOTION_HOMOGRAPHY
    if is_rigid:
        coarse = fine = cv2.MOTION_EUCLIDEAN
    steps, blur = RECOGNITION.ecc_max_steps, RECOGNITION.ecc_filter_px
    first = _Stage(RECOGNITION.ecc_coarse_scale, coarse, steps[0], blur[0] | 1)
    return first, _Stage(1.0, fine, steps[1], blur[1] | 1)


def align_quad(
    image: Image, quad: Quad, pictures: Iterable[Image], visible: Luma | None = None, rigid_length: float | None = None
) -> Quad | None:
    """Returns the quad of a card near *quad*, aligned by the best of its *pictures* (of a crop's size), or None.

    Pixels where *visible* (H×W) is 0 do not count. With *rigid_length*, the length of the card in its widths, the size
    of *quad* is kept and only shift and rotation are fitted: the visible part may not determine more.
    """
    margin, rim = RECOGNITION.ecc_margin_of_side, RECOGNITION.ecc_rim_px
    outer = inset(quad, -margin)
    height = CROP_HEIGHT if rigid_length is None else round(CROP_WIDTH * rigid_length)
    size = round(height * (1 + 2 * margin)), round(CROP_WIDTH * (1 + 2 * margin))
    region = _light(rectify(image, outer, size))
    back = cv2.getPerspectiveTransform(full_quad(region), outer)
    counts = np.full(size, 255, np.uint8)
    if visible is not None:
        cv2.warpPerspective(visible, np.linalg.inv(back), size[::-1], dst=counts, flags=cv2.INTER_NEAREST)
    coarse, fine = _stages(rigid_length is not None)
    ways = [cv2.resize(_light(way), (CROP_WIDTH, height)) for each in pictures for way in (each, rotate_180(each))]
    starts = [_centred(cast("Luma", way), region) for way in ways]
    coarse_fits = [best for start in starts if (best := _fit(start, region, counts, coarse)) is not None]
    best = _fit(max(coarse_fits, key=lambda one: one.correlation), region, counts, fine) if coarse_fits else None
    if best is None:
        return None
    corners = cv2.perspectiveTransform((full_quad(best.picture) - rim)[None], back @ best.to_region)[0]
    return portrait(cast("Quad", corners.astype(np.float32))) if is_convex(corners) else None


class _Alignment(NamedTuple):
    """`to_region` (3×3) maps the picture without its rim to the region around the card."""

    picture: Luma
    to_region: npt.NDArray[Any]
    correlation: float


def _centred(picture: Luma, region: Luma) -> _Alignment:
    rest = np.subtract(region.shape, picture.shape) / 2 + RECOGNITION.ecc_rim_px
    return _Alignment(picture, np.array([[1, 0, rest[1]], [0, 1, rest[0]], [0, 0, 1]]), 0.0)


def _fit(start: _Alignment, region: Luma, counts: Luma, by: _Stage) -> _Alignment | None:
    """Returns the picture aligned with *region* from its previous place, or None if the fit does not converge."""
    rim = RECOGNITION.ecc_rim_px
    inner = start.picture[rim:-rim, rim:-rim]
    small = [_resize(one, by.scale) for one in (inner, region, counts)]
    shrink = np.diag([by.scale, by.scale, 1.0])
    guess = (shrink @ start.to_region @ np.linalg.inv(shrink)).astype(np.float32)
    try:
        correlation, warp = cv2.findTransformECC(
            small[0],
            small[1],
            guess if by.motion == cv2.MOTION_HOMOGRAPHY else guess[:2].copy(),
            by.motion,
            (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, by.steps, RECOGNITION.ecc_min_gain),
            small[2],
            by.blur,
        )
    except cv2.error:
        return None
    guess[: len(warp)] = warp
    return _Alignment(start.picture, np.linalg.inv(shrink) @ guess @ shrink, float(correlation))


def _light(picture: Image) -> Luma:
    return cast("Luma", cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), RECOGNITION.ecc_blur_px))


def _resize(picture: npt.NDArray[Any], scale: float) -> npt.NDArray[Any]:
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
