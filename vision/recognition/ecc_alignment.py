"""Alignment of a card's kept picture with a picture of the table, which refines the quad of the card.

Outlines are unreliable where a card lies on others of equal brightness. The kept picture is aligned by maximising the
correlation (Evangelidis, Psarakis: Parametric image alignment using enhanced correlation coefficient maximization,
2008).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.quads import is_convex, portrait
from vision.geometry.rectify import CROP_HEIGHT, CROP_WIDTH, full_quad, inset, rectify, rotate_180, shown_part
from vision.recognition.correlation import explained_share
from vision.recognition.thresholds import RECOGNITION
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


@dataclass(frozen=True, slots=True, eq=False)
class AlignmentRegion:
    """The surroundings of a quad, cut out of a picture and upright, with which pictures of cards are aligned.

    `light` and `counts` (H×W) are its lightness, and 0 where a pixel does not count; `to_image` (3×3) maps it to the
    picture. If it `is_rigid` only shift and rotation are fitted. `card_height` is that of a card in it, px.
    """

    light: Luma
    counts: Luma
    to_image: npt.NDArray[Any]
    is_rigid: bool
    card_height: int

    @classmethod
    def around(
        cls, image: Image, quad: Quad, visible: Luma | None = None, rigid_length: float | None = None
    ) -> AlignmentRegion:
        """Cuts out the region around *quad*; pixels where *visible* (H×W) is 0 do not count.

        With *rigid_length*, the length of the card in its widths, the size of *quad* is kept: the visible part may not
        determine more than shift and rotation.
        """
        margin = RECOGNITION.ecc_margin_of_side
        outer = inset(quad, -margin)
        height = CROP_HEIGHT if rigid_length is None else round(CROP_WIDTH * rigid_length)
        size = round(height * (1 + 2 * margin)), round(CROP_WIDTH * (1 + 2 * margin))
        light = _light(rectify(image, outer, size))
        back = cv2.getPerspectiveTransform(full_quad(light), outer)
        counts = np.full(size, 255, np.uint8)
        if visible is not None:
            cv2.warpPerspective(visible, np.linalg.inv(back), size[::-1], dst=counts, flags=cv2.INTER_NEAREST)
        return cls(light, counts, back, rigid_length is not None, height)

    def align(self, pictures: Iterable[Image]) -> Quad | None:
        """Returns the quad of a card here, aligned by the best of its *pictures* (of a crop's size), or None."""
        coarse, fine = _stages(self.is_rigid)
        ways = [
            cv2.resize(way, (CROP_WIDTH, self.card_height))
            for light in map(_light, pictures)
            for way in (light, rotate_180(light))
        ]
        starts = [_centred(cast("Luma", way), self.light) for way in ways]
        coarse_fits = [best for start in starts if (best := _fit(start, self, coarse)) is not None]
        best = _fit(max(coarse_fits, key=lambda one: one.correlation), self, fine) if coarse_fits else None
        if best is None:
            return None
        outline = full_quad(best.picture) - RECOGNITION.ecc_rim_px
        corners = cv2.perspectiveTransform(outline[None], self.to_image @ best.to_region)[0]
        return portrait(cast("Quad", corners.astype(np.float32))) if is_convex(corners) else None


def share_explained(
    image: Image, quad: Quad, pictures: Sequence[Image], visible: Luma | None = None, enough: float = 1.0
) -> float:
    """Returns the share (0 to 1) of a quad that the pictures of one card explain, see `explained_share`.

    Only what *visible* (H×W) does not hide counts. They are aligned first, unless a share of *enough* is reached
    without.
    """
    middle = inset(quad, RECOGNITION.stored_inset_of_side)
    share = _explained_at(image, middle, pictures, visible)
    if share >= enough:
        return share
    everything = np.full(image.shape[:2], 255, np.uint8)
    aligned = AlignmentRegion.around(image, middle, everything if visible is None else visible).align(pictures)
    return share if aligned is None else max(share, _explained_at(image, aligned, pictures, visible))


def _explained_at(image: Image, quad: Quad, pictures: Sequence[Image], visible: Luma | None) -> float:
    return explained_share(rectify(image, quad), pictures, None if visible is None else shown_part(visible, quad))


class _Alignment(NamedTuple):
    """`to_region` (3×3) maps the picture without its rim to the region around the card."""

    picture: Luma
    to_region: npt.NDArray[Any]
    correlation: float


def _centred(picture: Luma, region: Luma) -> _Alignment:
    rest = np.subtract(region.shape, picture.shape) / 2 + RECOGNITION.ecc_rim_px
    return _Alignment(picture, np.array([[1, 0, rest[1]], [0, 1, rest[0]], [0, 0, 1]]), 0.0)


def _fit(start: _Alignment, region: AlignmentRegion, by: _Stage) -> _Alignment | None:
    """Returns the picture aligned with the region from its previous place, or None if the fit does not converge."""
    rim = RECOGNITION.ecc_rim_px
    inner = start.picture[rim:-rim, rim:-rim]
    small = [
        cv2.resize(one, None, fx=by.scale, fy=by.scale, interpolation=cv2.INTER_AREA)
        for one in (inner, region.light, region.counts)
    ]
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
