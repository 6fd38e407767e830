"""The camera of single looks: cards on a table, rendered with lens and sensor; degradations, one fault at a time.

It shares no code and no seed with the renderers of the training and of the simulator.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.types import Image, Quad

Floats = npt.NDArray[np.floating[Any]]


class View(NamedTuple):
    """A picture, and a card's corners with the inaccuracy of a finder."""

    picture: Image
    quad: Quad


@dataclass(frozen=True)
class Light:
    """Ranges of the conditions; lengths in px of the camera's picture."""

    name: str
    card_height: tuple[float, float]
    exposure: tuple[float, float]
    warmth: tuple[float, float]
    defocus: tuple[float, float]
    motion: tuple[float, float]
    noise: tuple[float, float]
    lamp: tuple[float, float]
    quality: tuple[int, int]
    corners: float
    """Standard deviation of the corners, as a share of a card's height."""


GOOD = Light("good", (150, 320), (0.75, 1.1), (0.0, 0.25), (0.0, 1.2), (0, 2), (1, 5), (0, 0.35), (70, 95), 0.008)
DIM = Light("dim", (120, 300), (0.22, 0.55), (0.2, 0.8), (0.6, 2.4), (0, 6), (6, 15), (0.3, 1.2), (45, 90), 0.012)
LIGHTS = (GOOD, DIM)
GAMMA = 2.2


def photograph_card(card: Image, light: Light, chance: np.random.Generator) -> View:
    """Returns a view of the card on a table, either way up, by a pinhole camera 50 to 80 cm above it."""
    view = render_on_table(card, chance.uniform(*light.card_height), chance)
    return View(develop(view.picture, light, chance), misplace_corners(view.quad, light.corners, chance))


def misplace_corners(quad: Quad, share: float, chance: np.random.Generator) -> Quad:
    """Returns the corners with random errors, whose deviation is *share* of the card's height, either way up."""
    length = float(np.linalg.norm(quad[3] - quad[0]))
    corners = quad + chance.normal(0, share * length, (4, 2))
    return np.asarray(np.roll(corners, 2, axis=0) if chance.random() < 0.5 else corners, np.float32)


def render_on_table(card: Image, height: float, chance: np.random.Generator) -> View:
    """Returns the card, *height* px high, on a table, by an ideal camera in ideal light."""
    width = height * card.shape[1] / card.shape[0]
    side = int(1.35 * np.hypot(height, width))
    # A random place in view of a camera tilted by up to 15 degrees; lengths in card heights.
    lean, away, turn = np.radians(chance.uniform(0, 15)), chance.uniform(5, 8), chance.uniform(0, 2 * np.pi)
    flat = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * [width / height, 1]
    turned_flat = flat @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    depth = away + turned_flat[:, 1] * np.sin(lean)
    projected = turned_flat * [1, np.cos(lean)] * away / depth[:, None]
    quad = (projected * height + side / 2).astype(np.float32)
    picture = surface((side, side), chance)
    draw_object(card, np.full(card.shape[:2], 255, np.uint8), quad, picture)
    return View(picture, quad)


def draw_object(thing: Image, shape: Image, quad: Quad, picture: Image) -> Image:
    """Draws *thing* (opaque where *shape* is 255) into *picture*, and returns the part that it covers, 0 to 255."""
    height, width = thing.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)
    left, top = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 2, 0)
    right, bottom = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 3, picture.shape[1::-1])
    covered = np.zeros(picture.shape[:2], np.uint8)
    if right <= left or bottom <= top:
        return covered
    to_picture = cv2.getPerspectiveTransform(corners, (quad - [left, top]).astype(np.float32))
    seen_height = float(np.linalg.norm(quad[3] - quad[0]))
    source = cv2.blur(thing, (2, 2)) if height > 1.6 * seen_height else thing
    size = (int(right - left), int(bottom - top))
    drawn = cv2.warpPerspective(source, to_picture, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    mask = cv2.warpPerspective(shape, to_picture, size)
    alpha = mask[:, :, None].astype(np.float32) / 255
    part = picture[top:bottom, left:right]
    part[:] = (drawn * alpha + part * (1 - alpha)).astype(np.uint8)
    covered[top:bottom, left:right] = mask
    return covered


def surface(size: tuple[int, int], chance: np.random.Generator) -> Image:
    """Returns a table of *size* (height, width): brown wood with rings, or felt."""
    height, width = size
    if chance.random() < 0.6:
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        rings = np.sin((x * chance.uniform(0.02, 0.2) + 8 * np.sin(y * 0.01 + chance.uniform(0, 6))) * 2)
        wood = np.array([60, 95, 140]) * chance.uniform(0.4, 1.4) + rings[:, :, None] * 12
        return np.asarray(np.clip(wood, 0, 255), np.uint8)
    felt = np.array([[60, 90, 25], [110, 60, 30], [230, 232, 235], [40, 40, 120]][chance.integers(4)])
    return np.asarray(np.clip(felt + chance.normal(0, 9, (height, width, 1)), 0, 255), np.uint8)


def develop(picture: Image, light: Light, chance: np.random.Generator) -> Image:
    """Returns the picture after lamp, lens, shutter, sensor and compression, in this order."""
    linear = apply_lamp(to_linear(picture), chance.uniform(*light.lamp), chance.uniform(*light.warmth), chance)
    linear = blur_motion(defocus(linear, chance.uniform(*light.defocus)), chance.uniform(*light.motion), chance)
    exposed = to_display(linear * np.float32(chance.uniform(*light.exposure)))
    return compress_jpeg(add_noise(exposed, chance.uniform(*light.noise), chance), int(chance.integers(*light.quality)))


def to_linear(picture: Image) -> Floats:
    """Returns the light of each pixel, linear, 0 to 1."""
    curve = ((np.arange(256) / 255) ** GAMMA).astype(np.float32)
    return curve[picture]


def to_display(linear: Floats) -> Floats:
    """Returns the picture of linear light (0 to 1) with display gamma, 0 to 255."""
    return 255 * np.clip(linear, 0, 1) ** np.float32(1 / GAMMA)


def apply_lamp(linear: Floats, lamp: float, warmth: float, chance: np.random.Generator) -> Floats:
    """Applies the light of a *lamp*, which falls off with distance; *warmth* reduces blue."""
    height, width = linear.shape[:2]
    middle = chance.uniform(-0.3, 1.3, 2)
    y = (np.arange(height, dtype=np.float32)[:, None] - middle[1] * height) / max(height, width)
    x = (np.arange(width, dtype=np.float32)[None] - middle[0] * width) / max(height, width)
    fall = 1 / (1 + lamp * 2 * (x * x + y * y))
    colour = np.array([1 - 0.6 * warmth, 1 - 0.2 * warmth, 1.0], np.float32)
    return np.asarray(linear * fall[:, :, None].astype(np.float32) * colour, np.float32)


def defocus(linear: Floats, radius: float) -> Floats:
    """Applies the blur of a lens out of focus: a disc of *radius* px."""
    if radius <= 0.5:
        return linear
    reach = int(np.ceil(radius + 0.5))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    disc = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
    return np.asarray(cv2.filter2D(linear, -1, disc / disc.sum()), np.float32)


def blur_motion(linear: Floats, way: float, chance: np.random.Generator) -> Floats:
    """Applies the blur of a motion by *way* px along a diagonal."""
    length = int(way)
    if length < 2:
        return linear
    along = np.eye(length, dtype=np.float32) if chance.random() < 0.5 else np.fliplr(np.eye(length, dtype=np.float32))
    return np.asarray(cv2.filter2D(linear, -1, along / along.sum()), np.float32)


def add_noise(exposed: Floats, deviation: float, chance: np.random.Generator) -> Image:
    """Returns the picture (0 to 255) with sensor noise, of this standard *deviation* in white, half of it in black."""
    grains = chance.standard_normal(exposed.shape, np.float32) * np.float32(deviation)
    return np.asarray(np.clip(exposed + grains * (0.5 + 0.5 * exposed / 255), 0, 255), np.uint8)


def compress_jpeg(picture: Image, quality: int) -> Image:
    """Returns the picture after JPEG compression."""
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return cast("Image", cv2.imdecode(packed, cv2.IMREAD_COLOR))
