"""Rectification: maps the quad of a card in a picture to an upright crop of fixed size, the input of the network."""

from __future__ import annotations

from typing import TypeAlias, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.quads import is_convex, portrait, sides
from vision.geometry.thresholds import GEOMETRY
from vision.types import Image, Luma, Quad

CROP_HEIGHT, CROP_WIDTH = 144, 96
CropMask: TypeAlias = npt.NDArray[np.bool_]
"""H×W of a crop, true where the card is visible."""
Size: TypeAlias = tuple[int, int]
"""Height, width, px."""


class BadQuad(ValueError):
    """Raised for four corners that cannot be a card's."""


def ordered(quad: Quad) -> Quad:
    """Returns the corners clockwise in the picture, beginning with the upper one of the short sides.

    An outline does not tell which end of a card is its top, so the crop may be upside down.

    :raises BadQuad: if the corners are not finite or not convex, or the shape is longer than any card.
    """
    corners = np.asarray(quad, np.float32)
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise BadQuad(f"got corners of shape {corners.shape}, expected four finite points x, y")
    corners = portrait(corners)
    if not is_convex(corners):
        raise BadQuad(f"got corners {corners.round().tolist()}, expected the outline of a card (convex)")
    width, length = sides(corners)
    if width < 0.5 or length > GEOMETRY.max_length_of_width * width:
        raise BadQuad(f"got a shape of {width:.0f}×{length:.0f} px, expected about 2 wide to 3 long")
    if corners[:2, 1].sum() > corners[2:, 1].sum():
        corners = np.roll(corners, 2, axis=0)
    return cast("Quad", np.ascontiguousarray(corners, np.float32))


def rectify(image: Image, quad: Quad, size: Size = (CROP_HEIGHT, CROP_WIDTH)) -> Image:
    """Returns the picture inside *quad* in this *size*; the first corner becomes the top left one.

    The crop of the upside-down quad is `rotate_180(crop)`.
    """
    height, width = size
    corners = np.asarray(quad, np.float32)
    length = float(np.linalg.norm(corners[3] - corners[0]) + np.linalg.norm(corners[2] - corners[1])) / 2
    # Supersampling keeps thin lines from aliasing.
    scale = 2 if length > GEOMETRY.supersampling_from_crop_heights * height else 1
    full = (width * scale, height * scale)
    to_crop = _homography(corners, full)
    crop = cv2.warpPerspective(image, to_crop, full, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if scale > 1:
        crop = cv2.resize(crop, (width, height), interpolation=cv2.INTER_AREA)
    return cast("Image", crop)


def shown_part(visible: Luma, quad: Quad) -> CropMask:
    """Returns the part of the crop of *quad* in which the card is visible; *visible* (H×W) is 0 where it is covered.

    Places outside the picture count as covered.
    """
    warped = cv2.warpPerspective(
        visible, _homography(quad, (CROP_WIDTH, CROP_HEIGHT)), (CROP_WIDTH, CROP_HEIGHT), flags=cv2.INTER_NEAREST
    )
    return warped > 0


def fill_hidden(crop: Image, shown: CropMask) -> Image:
    """Returns the crop with the hidden part filled with the mean colour of the part that is *shown*.

    The network normalises brightness and contrast over the whole crop, which a fixed grey would shift.
    """
    filled = crop.copy()
    filled[~shown] = np.rint(cv2.mean(crop, shown.astype(np.uint8))[:3])
    return filled


def _homography(quad: Quad, full: tuple[int, int]) -> npt.NDArray[np.float64]:
    """Returns the homography from the picture to a crop of *full* width and height."""
    width, height = full
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])  # pixel centres lie at half-integers here
    to_crop = cv2.getPerspectiveTransform(np.asarray(quad, np.float32) + np.float32(0.5), target)
    return cast("npt.NDArray[np.float64]", np.linalg.inv(half) @ to_crop @ half)


def rotate_180(crop: Image) -> Image:
    """Returns the crop rotated by 180°."""
    return cast("Image", np.ascontiguousarray(crop[::-1, ::-1]))


def full_quad(image: Image) -> Quad:
    """Returns the quad of the full picture, for a scan that shows nothing but the card."""
    height, width = image.shape[:2]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)


def inset(quad: Quad, share: float) -> Quad:
    """Returns the quad with every side moved inwards by *share* of the card's extent, outwards if it is negative."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    inner = unit * (1 - 2 * share) + share
    to_quad = cv2.getPerspectiveTransform(unit, np.asarray(quad, np.float32))
    return cast("Quad", cv2.perspectiveTransform(inner.reshape(1, 4, 2).astype(np.float32), to_quad)[0])
