"""Sprites: small pictures with alpha, composited over one another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from simulator.deck import RIM
from simulator.stage.camera import Camera
from simulator.stage.keyframes import Floats
from simulator.stage.surfaces import Field, Image


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """`picture` is H×W×4, float32, 0 to 255, BGR premultiplied and alpha; its corner lies at px (`left`, `top`)."""

    left: int
    top: int
    picture: Field

    def silhouette(self, level: float) -> Sprite:
        """Returns it in one grey, 0 to 255."""
        alpha = self.picture[..., 3:]
        return Sprite(self.left, self.top, np.concatenate([alpha.repeat(3, axis=2) * (level / 255), alpha], axis=2))

    def outline(self, size: tuple[int, int]) -> Floats:
        """Returns points N×2 px around it, 25 on each side, clipped to a view of *size*."""
        low = np.clip([self.left, self.top], 0, size)
        high = np.clip(np.add([self.left, self.top], self.picture.shape[1::-1]), 0, size)
        way = np.linspace(0, 4, 97)
        around = np.stack([np.interp(way, range(5), sides) for sides in ((0, 1, 1, 0, 0), (0, 0, 1, 1, 0))], axis=1)
        return np.asarray(low + around * (high - low), np.float64)

    def onto(self, image: Image | Field) -> None:
        """Composites it over *image* in place, clipped to the view."""
        height, width = image.shape[:2]
        x, y = max(self.left, 0), max(self.top, 0)
        right = min(self.left + self.picture.shape[1], width)
        bottom = min(self.top + self.picture.shape[0], height)
        if right <= x or bottom <= y:
            return
        part = self.picture[y - self.top : bottom - self.top, x - self.left : right - self.left]
        below = image[y:bottom, x:right]
        through = 1 - part[..., 3] / 255
        below[:] = below * cv2.merge([through] * 3) + cv2.cvtColor(part, cv2.COLOR_BGRA2BGR)


def roi_of(points: Floats, size: tuple[int, int], margin: int = 3) -> tuple[int, int, int, int] | None:
    """Returns left, top, width and height of the bounding box of *points* in the view, or None if they are outside."""
    low = np.maximum(np.floor(points.min(axis=0)).astype(int) - margin, -margin)
    high = np.minimum(np.ceil(points.max(axis=0)).astype(int) + margin + 1, np.array(size) + margin)
    if (high - low < 2).any():
        return None
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def warp_texture(texture: Image, corners: Floats, size: tuple[int, int]) -> Sprite | None:
    """Returns the premultiplied BGRA *texture* drawn between four corners, px, as a camera of *size* sees it."""
    roi = roi_of(corners, size)
    if roi is None:
        return None
    left, top, width, height = roi
    homography = _from_texture(texture, corners - [left, top])
    picture = cv2.warpPerspective(texture, homography, (width, height), flags=cv2.INTER_LINEAR)
    return Sprite(left, top, np.asarray(picture, np.float32))


def warp_bent_texture(texture: Image, corners: Floats, rise: Floats, size: tuple[int, int]) -> Sprite | None:
    """Like `warp_texture`, for a bent card: its middle is displaced by *rise* px."""
    roi = roi_of(np.vstack([corners, corners + rise]), size)
    if roi is None:
        return None
    left, top, width, height = roi
    back = np.asarray(np.linalg.inv(_from_texture(texture, corners - [left, top])), np.float64)
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float64)
    _, down = _mapped(back, columns, rows)
    part = np.clip((down - RIM) / (texture.shape[0] - 2 * RIM), 0, 1)
    swell = 1 - (2 * part - 1) ** 2
    across, down = _mapped(back, columns - swell * rise[0], rows - swell * rise[1])
    picture = cv2.remap(texture, across.astype(np.float32), down.astype(np.float32), cv2.INTER_LINEAR)
    return Sprite(left, top, np.asarray(picture, np.float32))


def _from_texture(texture: Image, corners: Floats) -> Floats:
    height, width = texture.shape[:2]
    low, right, bottom = RIM - 0.5, width - RIM - 0.5, height - RIM - 0.5
    source = np.array([[low, low], [right, low], [right, bottom], [low, bottom]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(source, corners.astype(np.float32)), np.float64)


def _mapped(homography: Floats, x: npt.NDArray[Any], y: npt.NDArray[Any]) -> tuple[Floats, Floats]:
    rows = homography @ np.stack([x.ravel(), y.ravel(), np.ones(x.size)])
    flat = rows[:2] / rows[2]
    return flat[0].reshape(x.shape), flat[1].reshape(x.shape)


def fill_outlines(
    outlines: Sequence[Floats], colours: Sequence[Sequence[float]], size: tuple[int, int]
) -> Sprite | None:
    """Returns outlines N×2 px, one painted over the other, each with BGR and alpha 0 to 1."""
    roi = roi_of(np.vstack(outlines), size)
    if roi is None:
        return None
    left, top, width, height = roi
    picture = np.zeros((height, width, 4), np.float32)
    for outline, colour in zip(outlines, colours, strict=True):
        mask = np.zeros((height, width), np.uint8)
        points = np.round((outline - [left, top]) * 16).astype(np.int32)
        cv2.fillPoly(mask, [points], (255,), cv2.LINE_AA, 4)
        alpha = mask[..., None] / np.float32(255) * np.float32(colour[3])
        over = np.append(np.asarray(colour[:3], np.float32), np.float32(255))
        picture = np.asarray(alpha * over + (1 - alpha) * picture, np.float32)
    return Sprite(left, top, picture)


def average_sprites(sprites: Sequence[Sprite]) -> Sprite:
    """Returns the average of the sprites: motion blur."""
    left, top = min(sprite.left for sprite in sprites), min(sprite.top for sprite in sprites)
    right = max(sprite.left + sprite.picture.shape[1] for sprite in sprites)
    bottom = max(sprite.top + sprite.picture.shape[0] for sprite in sprites)
    picture = np.zeros((bottom - top, right - left, 4), np.float32)
    for sprite in sprites:
        height, width = sprite.picture.shape[:2]
        y, x = sprite.top - top, sprite.left - left
        picture[y : y + height, x : x + width] += sprite.picture
    return Sprite(left, top, np.asarray(picture / len(sprites), np.float32))


def circle(centre: Floats, radius: float, camera: Camera) -> Floats:
    """Returns the outline, N×2 px, of a level circle around *centre*, mm."""
    angles = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    ring = np.stack([np.cos(angles), np.sin(angles), np.zeros_like(angles)], axis=1) * radius
    return camera.project(ring + centre)


def hull(points: Floats) -> Floats:
    around: Any = cv2.convexHull(points.astype(np.float32))
    return np.asarray(around.reshape(-1, 2), np.float64)
