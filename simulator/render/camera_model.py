"""The camera model: projection of points into the picture, and the view ray of each pixel.

The room is measured in mm from the middle of the table: x to the right and y downwards as the camera sees them,
z up towards the camera. A view ray is the pair (x, y) of a direction whose depth is 1, free of lens distortion.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import cv2
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    Floats: TypeAlias = npt.NDArray[np.float32]
    """Any shape, float32."""
    Box: TypeAlias = tuple[int, int, int, int]
    """left, top, right, bottom in px; right and bottom are not part of it."""


T = TypeVar("T", np.uint8, np.float32)


@dataclass(frozen=True, slots=True)
class CameraLook:
    """Position and lens of the camera; lengths in mm, angles in degrees, blur in px of 1280."""

    height: float = 650.0
    field_width: float = 640.0
    tilt: float = 0.0
    tilt_direction: float = 90.0
    roll: float = 0.0
    aim: tuple[float, float] = (0.0, 0.0)
    distortion: float = -0.02
    blur: float = 0.6
    exposure_time: float = 0.016
    """Exposure time in seconds, for motion blur."""


class Lens:
    """A camera of a given look with pictures of a given size (width, height) in px."""

    def __init__(self, look: CameraLook, size: tuple[int, int]) -> None:
        self.look = look
        self.size = size
        width, height = size
        self.focal = width * look.height / look.field_width
        self.centre = np.array([(width - 1) / 2, (height - 1) / 2], np.float32)
        self._rotation = _rotation(look)
        aim = np.array([*look.aim, 0.0])
        self.position: Floats = (aim - self._rotation[2] * np.array([1, 1, -1]) * look.height).astype(np.float32)
        self.pixels_per_mm = self.focal / look.height
        self.rays = self._pixel_rays()

    def rays_of(self, points: npt.ArrayLike) -> Floats:
        """Returns the view rays, N×2, of points of the room, N×3."""
        offsets = (np.asarray(points, np.float32).reshape(-1, 3) - self.position) * np.array([1, 1, -1], np.float32)
        rotated = offsets @ self._rotation.T.astype(np.float32)
        return np.asarray(rotated[:, :2] / rotated[:, 2:], np.float32)

    def project(self, points: npt.ArrayLike) -> Floats:
        """Projects points of the room, N×3 in mm, into the picture, N×2 in px."""
        rays = self.rays_of(points)
        stretch = 1 + self.look.distortion * np.square(rays).sum(axis=1, keepdims=True)
        return np.asarray(rays * stretch * self.focal + self.centre, np.float32)

    def on_plane(self, z: float = 0.0, box: Box | None = None) -> Floats:
        """Returns for each pixel (of *box*) x and y in mm of its ray at the height *z*, H×W×2."""
        rays = self.rays if box is None else self.rays[crop(box)]
        return np.asarray(cv2.perspectiveTransform(rays, self._to_plane(z)), np.float32)

    def box_around(self, pixels: npt.ArrayLike, margin: int = 2) -> Box | None:
        """Returns the bounding box of *pixels* within the picture, or None if it lies outside."""
        points = np.asarray(pixels).reshape(-1, 2)
        width, height = self.size
        left, top = np.floor(points.min(axis=0)).astype(int) - margin
        right, bottom = np.ceil(points.max(axis=0)).astype(int) + margin + 1
        box = (max(0, int(left)), max(0, int(top)), min(width, int(right)), min(height, int(bottom)))
        return box if box[0] < box[2] and box[1] < box[3] else None

    def texture_map(self, corners: npt.ArrayLike, texture_size: tuple[int, int], rays: Floats) -> Floats:
        """Returns for each view ray, H×W×2, the texel it meets of a texture (width, height) spread over four corners.

        Corners are 4×3 in mm: top left, top right, bottom right, bottom left of the texture.
        """
        width, height = texture_size
        texels = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)
        matrix = cv2.getPerspectiveTransform(self.rays_of(corners), texels)
        return np.asarray(cv2.perspectiveTransform(rays, matrix), np.float32)

    def _to_plane(self, z: float) -> npt.NDArray[np.float64]:
        flip = np.diag([1.0, 1.0, -1.0])
        outward = flip @ self._rotation.T  # a ray in the camera's frame → a direction of the room
        x, y, eye = (float(value) for value in self.position)
        drop = z - eye
        return np.array(
            [
                x * outward[2] + drop * outward[0],
                y * outward[2] + drop * outward[1],
                outward[2],
            ]
        )

    def _pixel_rays(self) -> Floats:
        width, height = self.size
        grid = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).astype(np.float32)
        bent = (grid - self.centre) / self.focal
        rays = bent.copy()
        for _ in range(4):  # the distortion is small: fixed-point steps converge at once
            rays = bent / (1 + self.look.distortion * np.square(rays).sum(axis=-1, keepdims=True))
        return np.ascontiguousarray(rays, np.float32)


def _rotation(look: CameraLook) -> npt.NDArray[np.float64]:
    """Returns the rotation from the room (z turned downwards) into the camera."""
    tilt, direction, roll = (math.radians(angle) for angle in (look.tilt, look.tilt_direction, look.roll))
    axis = np.array([math.cos(direction), math.sin(direction), 0.0])
    leaning, _ = cv2.Rodrigues(axis * tilt)
    turning, _ = cv2.Rodrigues(np.array([0.0, 0.0, roll]))
    return np.asarray(turning @ leaning, np.float64)


def crop(box: Box) -> tuple[slice, slice]:
    """Returns the rows and columns of *box* in a whole picture."""
    return inner(box, (0, 0, 0, 0))


def inner(box: Box, outer: Box) -> tuple[slice, slice]:
    """Returns the rows and columns of *box* within an array that covers *outer*."""
    return slice(box[1] - outer[1], box[3] - outer[1]), slice(box[0] - outer[0], box[2] - outer[0])


def sampled(texture: npt.NDArray[T], where: Floats, border: int = cv2.BORDER_CONSTANT) -> npt.NDArray[T]:
    """Samples the texture at the texels *where*, H×W×2; outside of it the value is 0."""
    # The second map is none because the first holds x and y; OpenCV's stubs do not know that.
    values = cv2.remap(texture, where, None, cv2.INTER_LINEAR, borderMode=border, borderValue=0)  # type: ignore[call-overload]
    return np.asarray(values, texture.dtype)
