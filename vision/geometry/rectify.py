"""From a card's quad in a picture to its upright picture of fixed size, which is what the network looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.thresholds import GEOMETRY

if TYPE_CHECKING:
    from vision.types import Image, Luma, Quad

CROP_HEIGHT, CROP_WIDTH = 144, 96
Shown: TypeAlias = npt.NDArray[np.bool_]
"""H×W of a crop, true where the card shows."""
Size: TypeAlias = tuple[int, int]
"""Height, width, px."""


class BadQuad(ValueError):
    """Raised for four corners that cannot be a card's."""


def ordered(quad: Quad) -> Quad:
    """Returns the corners clockwise as the picture shows them, a short side first, the upper one if in doubt.

    A card's head cannot be told from its foot by its outline, so either way up is right.

    :raises BadQuad: if the corners do not span a convex shape as long as a card at most.
    """
    corners = np.asarray(quad, np.float32)
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise BadQuad(f"got corners of shape {corners.shape}, expected four finite points x, y")
    centre = corners.mean(axis=0)
    angles = np.arctan2(corners[:, 1] - centre[1], corners[:, 0] - centre[0])
    corners = corners[np.argsort(angles)]
    if not cv2.isContourConvex(corners.reshape(-1, 1, 2)):
        raise BadQuad(f"got corners {corners.round().tolist()}, expected the outline of a card (convex)")
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    width, length = sides[0] + sides[2], sides[1] + sides[3]
    if width > length:
        corners, width, length = np.roll(corners, -1, axis=0), length, width
    if width < 1 or length > GEOMETRY.max_length_of_width * width:
        raise BadQuad(f"got a shape of {width / 2:.0f}×{length / 2:.0f} px, expected about 2 wide to 3 long")
    if corners[:2, 1].sum() > corners[2:, 1].sum():
        corners = np.roll(corners, 2, axis=0)
    return cast("Quad", np.ascontiguousarray(corners, np.float32))


def rectify(image: Image, quad: Quad, size: Size = (CROP_HEIGHT, CROP_WIDTH)) -> Image:
    """Returns the picture inside *quad*, whose first corner becomes the top left.

    The other way up is the same picture turned: `turned(crop)`.
    """
    height, width = size
    corners = np.asarray(quad, np.float32)
    length = float(np.linalg.norm(corners[3] - corners[0]) + np.linalg.norm(corners[2] - corners[1])) / 2
    # sampling finer, then averaging, keeps thin lines from aliasing
    scale = 2 if length > GEOMETRY.supersampling_from_crop_heights * height else 1
    full = (width * scale, height * scale)
    to_crop = _homography(corners, full)
    crop = cv2.warpPerspective(image, to_crop, full, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if scale > 1:
        crop = cv2.resize(crop, (width, height), interpolation=cv2.INTER_AREA)
    return cast("Image", crop)


def shown_part(visible: Luma, quad: Quad) -> Shown:
    """Returns which part of the crop of *quad* shows the card; *visible* is zero where something covers it.

    What lies outside of the picture is hidden as well.
    """
    seen = cv2.warpPerspective(
        visible, _homography(quad, (CROP_WIDTH, CROP_HEIGHT)), (CROP_WIDTH, CROP_HEIGHT), flags=cv2.INTER_NEAREST
    )
    return seen > 0


def greyed(crop: Image, shown: Shown) -> Image:
    """Returns the crop with the mean colour of what is *shown* in place of the rest.

    Light and contrast are taken out of a crop as a whole: a fixed grey would be bright in a dim pub, and say something.
    """
    filled = crop.copy()
    filled[~shown] = np.rint(cv2.mean(crop, shown.astype(np.uint8))[:3])
    return filled


def _homography(quad: Quad, full: tuple[int, int]) -> npt.NDArray[np.float64]:
    """From the picture to a crop of *full* width and height."""
    width, height = full
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])  # pixel centres lie at halves
    to_crop = cv2.getPerspectiveTransform(np.asarray(quad, np.float32) + np.float32(0.5), target)
    return cast("npt.NDArray[np.float64]", np.linalg.inv(half) @ to_crop @ half)


def turned(crop: Image) -> Image:
    """Returns the crop the other way up."""
    return cast("Image", np.ascontiguousarray(crop[::-1, ::-1]))


def whole(image: Image) -> Quad:
    """Returns the quad of a picture that shows nothing but the card, as a scan does."""
    height, width = image.shape[:2]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)


def inset(quad: Quad, share: float) -> Quad:
    """Returns the quad with every side moved inwards by *share* of the card's extent (outwards if negative)."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    inner = unit * (1 - 2 * share) + share
    to_quad = cv2.getPerspectiveTransform(unit, np.asarray(quad, np.float32))
    return cast("Quad", cv2.perspectiveTransform(inner.reshape(1, 4, 2).astype(np.float32), to_quad)[0])
