"""Lays a card's kept picture on what is seen of it: where the card lies, told by its drawing.

Outlines mislead where a card lies on others that are as bright. Once it is named, its own picture tells its place: the
one at which picture and sight correlate most (Evangelidis, Psarakis: Parametric image alignment using enhanced
correlation coefficient maximization, 2008).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.quads import is_convex, portrait
from vision.rectify import CROP_HEIGHT, CROP_WIDTH, inset, rectify, turned, whole

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.sightings import Image, Luma, Quad

_AROUND = 0.3
"""Of a card's sides: so much beside the quad is looked at."""
_RIM = 8
"""Px of a crop: at its rim a picture is as blurred as the table beside a card, and would shrink away from it."""
_BLUR = 1.5
"""Px of a crop, of picture and sight alike."""


class _Round(NamedTuple):
    """`motion` is what the picture may do, `scale` the size at which it does, `blur` is px of it, an odd number."""

    scale: float
    motion: int
    steps: int
    blur: int


_ROUNDS = (_Round(0.5, cv2.MOTION_AFFINE, 40, 9), _Round(1.0, cv2.MOTION_HOMOGRAPHY, 30, 5))
_STILL = 1e-4
"""Of the correlation: a step that gains less is the last."""


def aligned(image: Image, quad: Quad, pictures: Iterable[Image], visible: Luma | None = None) -> Quad | None:
    """Returns where a card lies that was found about *quad*, by the best of its *pictures* (of a crop's size).

    What is seen where *visible* (H×W) is 0 does not count. None if no picture can be laid on what is seen.
    """
    outer = inset(quad, -_AROUND)
    size = round(CROP_HEIGHT * (1 + 2 * _AROUND)), round(CROP_WIDTH * (1 + 2 * _AROUND))
    sight = _light(rectify(image, outer, size))
    back = cv2.getPerspectiveTransform(whole(sight), outer)
    counts = np.full(size, 255, np.uint8)
    if visible is not None:
        cv2.warpPerspective(visible, np.linalg.inv(back), size[::-1], dst=counts, flags=cv2.INTER_NEAREST)
    ways = [_light(way) for picture in pictures for way in (picture, turned(picture))]
    laid = [found for way in ways if (found := _laid(way, sight, counts)) is not None]
    if not laid:
        return None
    place = cv2.perspectiveTransform(max(laid, key=lambda one: one.correlation).quad[None], back)[0]
    return portrait(cast("Quad", place)) if is_convex(place) else None


class _Laid(NamedTuple):
    quad: Quad
    correlation: float


def _laid(picture: Luma, sight: Luma, counts: Luma) -> _Laid | None:
    """Returns where in *sight* the picture lies, which begins in the middle of it; None if it lies nowhere."""
    inner = picture[_RIM:-_RIM, _RIM:-_RIM]
    rest = np.subtract(sight.shape, inner.shape) / 2
    to_sight = np.array([[1, 0, rest[1]], [0, 1, rest[0]], [0, 0, 1]])
    correlation = 0.0
    for each in _ROUNDS:
        small = [_resized(one, each.scale) for one in (inner, sight, counts)]
        shrink = np.diag([each.scale, each.scale, 1.0])
        guess = (shrink @ to_sight @ np.linalg.inv(shrink)).astype(np.float32)
        try:
            correlation, found = cv2.findTransformECC(
                small[0],
                small[1],
                guess if each.motion == cv2.MOTION_HOMOGRAPHY else guess[:2].copy(),
                each.motion,
                (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, each.steps, _STILL),
                small[2],
                each.blur,
            )
        except cv2.error:  # nothing of one is like the other
            return None
        guess[: len(found)] = found
        to_sight = np.linalg.inv(shrink) @ guess @ shrink
    quad = cv2.perspectiveTransform((whole(picture) - _RIM)[None], to_sight)[0]
    return _Laid(cast("Quad", quad.astype(np.float32)), float(correlation))


def _light(picture: Image) -> Luma:
    return cast("Luma", cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), _BLUR))


def _resized(picture: npt.NDArray[Any], scale: float) -> npt.NDArray[Any]:
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
