"""A hand with forearm and sleeve, modelled as smoothly joined tapered limbs, with skin colour and shading.

Measured in mm in the hand's own frame: the point where it holds a card is (0, 0), the fingers point to -y and the
forearm goes to +y. It is a right hand; a left one is mirrored.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, TypeAlias

import cv2
import numpy as np

from simulator.render.noise import cloudy_noise, smooth_noise, white_noise
from simulator.render.surfaces import bgr

if TYPE_CHECKING:
    from simulator.render.camera_model import Floats
    from simulator.render.noise import Generator
    from simulator.render.surfaces import Colour
    from vision.types import Image

Pose = Literal["pinch", "flat"]
Joint: TypeAlias = tuple[float, float, float, float]
"""x, y, z of the limb's core and its radius there, mm."""

LEFT, TOP, RIGHT, BOTTOM = -95, -32, 125, 660
"""The part of the hand's frame that its picture covers."""

SKINS: tuple[Colour, ...] = (
    (236, 188, 160), (224, 172, 140), (206, 150, 116), (240, 200, 178), (172, 116, 84), (122, 78, 56), (216, 160, 138),
)  # fmt: skip
SLEEVES: tuple[Colour, ...] = (
    (44, 52, 70), (92, 96, 100), (196, 198, 202), (60, 84, 60), (118, 44, 44), (150, 170, 200), (34, 34, 36),
)  # fmt: skip

Fingers: TypeAlias = tuple[tuple[Joint, ...], ...]
_PINCH_THUMB: tuple[Joint, ...] = ((-20, 122, 16, 19), (-34, 66, 19, 14), (-24, 30, 19, 10.5), (-5, -4, 12, 9))
_PINCH_FINGERS: Fingers = (
    ((4, 74, 18, 13), (19, 34, 15, 10.5), (14, 6, 8, 9), (4, -12, 2, 7.5)),
    ((22, 76, 20, 13), (37, 38, 17, 10.5), (32, 10, 9, 9), (20, -8, 2, 8)),
    ((38, 82, 19, 12), (52, 50, 15, 10), (47, 24, 8, 9), (34, 8, 2, 8)),
    ((52, 92, 16, 10.5), (63, 66, 12, 9), (60, 44, 7, 8), (50, 28, 2, 7)),
)
_FLAT_THUMB: tuple[Joint, ...] = ((-18, 126, 14, 19), (-44, 92, 12, 13.5), (-55, 58, 9, 10.5), (-46, 34, 5, 9))
_FLAT_FINGERS: Fingers = (
    ((-14, 80, 20, 12.5), (-22, 42, 20, 10), (-23, 18, 12, 9), (-21, 0, 6, 7.5)),
    ((5, 76, 22, 12.5), (2, 34, 22, 10), (2, 8, 13, 9), (3, -11, 6, 8)),
    ((24, 80, 20, 12), (27, 42, 19, 9.5), (27, 18, 12, 8.5), (26, 0, 6, 7.5)),
    ((40, 90, 16, 10.5), (49, 62, 14, 8.5), (50, 44, 9, 7.5), (48, 29, 5, 6.5)),
)
_WRIST: Joint = (12, 150, 20, 25)
_ELBOW: Joint = (40, 480, 40, 42)
_SHOULDER: Joint = (58, 760, 50, 52)
_NOTHING = -99.0


@dataclass(frozen=True, slots=True)
class HandLook:
    skin: Colour = SKINS[0]
    sleeve: Colour = SLEEVES[0]
    sleeve_start: float = 200.0
    pattern: Literal["plain", "checked", "striped", "knit"] = "plain"
    left: bool = False
    size: float = 1.0
    seed: int = 0


def random_hand(rng: Generator) -> HandLook:
    patterns: tuple[Literal["plain", "checked", "striped", "knit"], ...] = (
        "plain",
        "plain",
        "checked",
        "striped",
        "knit",
    )
    return HandLook(
        SKINS[int(rng.integers(len(SKINS)))],
        SLEEVES[int(rng.integers(len(SLEEVES)))],
        float(rng.choice([165.0, 185.0, 215.0, 330.0])),
        patterns[int(rng.integers(len(patterns)))],
        bool(rng.random() < 0.2),
        float(rng.uniform(0.9, 1.08)),
        int(rng.integers(1 << 31)),
    )


@dataclass(frozen=True, slots=True)
class HandPicture:
    """`whole` is the hand, `thumb` only what lies over a held card; both cover the same part of the hand's frame.

    H×W×4 uint8, B G R and opacity; `left`, `top`, `right`, `bottom` in mm.
    """

    whole: Image
    thumb: Image | None
    left: float
    top: float
    right: float
    bottom: float


def draw_hand(look: HandLook, pose: Pose, scale: float, light_from: tuple[float, float]) -> HandPicture:
    """Draws a hand at *scale* px per mm; *light_from* is where the light comes from in the hand's frame (x, y; ≤ 1)."""
    rng = np.random.default_rng(look.seed)
    if look.left:
        light_from = (-light_from[0], light_from[1])
    model = _Model(scale * look.size)
    fingers, thumb = (_PINCH_FINGERS, _PINCH_THUMB) if pose == "pinch" else (_FLAT_FINGERS, _FLAT_THUMB)
    skin = model.melt(_palm(fingers, thumb), 5.0)
    digits = [model.melt([pair], 1.5) for finger in fingers for pair in _bones(finger)]
    skin = model.join([skin, *digits], 2.2)
    skin = model.join([skin, model.melt([(_WRIST, _ELBOW)], 2.0)], 6.0)
    over = model.melt(_bones(thumb), 3.0)
    outline = model.join([skin, over], 1.6)
    picture = _skin(model, outline, look, rng, light_from)
    _nails(picture, model, (thumb, *fingers) if pose == "flat" else (thumb,))
    _sleeve(picture, model, outline, look, rng, light_from)
    thumb_only = None
    if pose == "pinch":
        thumb_only = picture.copy()
        cover = np.clip((over - skin) / 1.5 + 0.5, 0, 1) * np.clip(over / 1.0, 0, 1)
        thumb_only[..., 3] = np.minimum(picture[..., 3], cover * 255)
    return _finished(picture, thumb_only, look)


def _finished(picture: Floats, thumb: Floats | None, look: HandLook) -> HandPicture:
    def packed(layer: Floats) -> Image:
        layer = layer[:, ::-1] if look.left else layer
        return np.clip(layer, 0, 255).astype(np.uint8)

    left, right = (-RIGHT, -LEFT) if look.left else (LEFT, RIGHT)
    size = look.size
    packed_image = packed(picture)
    return HandPicture(
        np.ascontiguousarray(packed_image),
        None if thumb is None else np.ascontiguousarray(packed(thumb)),
        left * size, TOP * size, right * size, BOTTOM * size,
    )  # fmt: skip


def _bones(joints: tuple[Joint, ...]) -> list[tuple[Joint, Joint]]:
    return list(pairwise(joints))


def _palm(fingers: Fingers, thumb: tuple[Joint, ...]) -> list[tuple[Joint, Joint]]:
    knuckles = [finger[0] for finger in fingers]
    heel = [(x * 0.45 + 4, 134.0, 15.0, 19.0) for x in (-8.0, 8.0, 24.0, 38.0)]
    rays = list(zip(knuckles, heel, strict=True))
    web = [(knuckles[0], (thumb[0][0] + 6, 112.0, 12.0, 16.0)), (thumb[0], _WRIST)]
    return [*rays, *web, *[(point, _WRIST) for point in heel], *_bones(tuple(knuckles))]


class _Model:
    """A height field in mm over the hand's frame; far below zero where there is nothing."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        columns = np.arange(round((RIGHT - LEFT) * scale), dtype=np.float32) / scale + LEFT
        rows = np.arange(round((BOTTOM - TOP) * scale), dtype=np.float32) / scale + TOP
        self.x, self.y = np.meshgrid(columns, rows)

    def limb(self, start: Joint, end: Joint) -> Floats:
        """Returns the height of a tapered limb, and a steep slope outside that stands for the distance to it."""
        first, last = np.array(start, np.float32), np.array(end, np.float32)
        near = self.near(start, end)
        x, y = self.x[near], self.y[near]
        axis = last[:2] - first[:2]
        along = (x - first[0]) * axis[0] + (y - first[1]) * axis[1]
        along = np.clip(along / max(float(axis @ axis), 1e-3), 0, 1)
        centre = first[:, None, None] + (last - first)[:, None, None] * along
        distance = np.hypot(x - centre[0], y - centre[1])
        inside = np.square(centre[3]) - np.square(distance)
        rise = np.where(inside > 0, np.sqrt(np.maximum(inside, 0)), (centre[3] - distance) * 6)
        height = np.full_like(self.x, _NOTHING)
        height[near] = np.where(inside > 0, centre[2] + rise, np.minimum(centre[2], 4) + rise)
        return np.asarray(height, np.float32)

    def near(self, start: Joint, end: Joint) -> tuple[slice, slice]:
        margin = max(start[3], end[3]) + 12
        spans = []
        for axis, origin in ((1, TOP), (0, LEFT)):
            low, high = sorted((start[axis], end[axis]))
            first, last = (round((edge - origin) * self.scale) for edge in (low - margin, high + margin))
            spans.append(slice(max(0, first), max(0, last)))
        return spans[0], spans[1]

    def melt(self, limbs: list[tuple[Joint, Joint]], softness: float) -> Floats:
        return self.join([self.limb(*limb) for limb in limbs], softness)

    def join(self, heights: list[Floats], softness: float) -> Floats:
        """Returns the highest of the fields, with the valleys between them filled softly (a smooth maximum)."""
        total = heights[0].copy()
        for height in heights[1:]:
            close = np.abs(height - total) < 6 * softness
            gap = (height[close] - total[close]) / softness
            blend = np.maximum(height[close], total[close]) + 0.6 * softness * np.log1p(np.exp(-np.abs(gap)))
            np.maximum(total, height, out=total)
            total[close] = blend
        return total


def _shading(model: _Model, height: Floats, light_from: tuple[float, float], depth: float) -> tuple[Floats, Floats]:
    """Returns the brightness of each point under the lamp and ambient light, and its depth between its neighbours."""
    solid = cv2.GaussianBlur(np.maximum(height, -2.0), (0, 0), 0.8 * model.scale)
    slope_x = cv2.Sobel(solid, cv2.CV_32F, 1, 0, scale=model.scale / 8)
    slope_y = cv2.Sobel(solid, cv2.CV_32F, 0, 1, scale=model.scale / 8)
    length = np.sqrt(1 + (slope_x**2 + slope_y**2) * depth**2)
    tilt_x, tilt_y = light_from
    up = float(np.sqrt(max(0.2, 1 - tilt_x**2 - tilt_y**2)))
    lambert = (-slope_x * depth * tilt_x - slope_y * depth * tilt_y + up) / length
    wide = cv2.GaussianBlur(solid, (0, 0), 5 * model.scale)
    hollow = np.clip((wide - solid) / 14, -0.25, 0.6)
    bright = 0.55 * np.clip(lambert * 0.85 + 0.15, 0, 1.2) / up + 0.45 * (0.55 + 0.45 / length)
    return np.asarray(bright, np.float32), np.asarray(hollow, np.float32)


def _skin(model: _Model, height: Floats, look: HandLook, rng: Generator, light_from: tuple[float, float]) -> Floats:
    shape = (height.shape[0], height.shape[1])
    folds = 0.35 * smooth_noise(rng, shape, (1.0 * model.scale, 4 * model.scale)) + 0.25 * white_noise(
        rng, shape, 0.5 * model.scale
    )
    bumps = 0.9 * cloudy_noise(rng, shape, 14 * model.scale, 3) * np.clip((model.y - 40) / 40, 0, 1)
    bright, hollow = _shading(model, height + 0.35 * folds + 0.6 * bumps, light_from, 0.75)
    tone = bgr(look.skin) * 255
    ruddy = np.clip(0.5 + 0.35 * cloudy_noise(rng, shape, 22 * model.scale, 3), 0, 1)
    ruddy += 0.7 * np.exp(-np.square(model.y) / 600) + 0.5 * hollow.clip(0)
    blush = np.array([-0.10, -0.075, 0.01], np.float32)
    colour = tone * (1 + ruddy[..., None] * blush)
    # Subsurface scattering is red, so shadows on skin are warm, never grey.
    level = np.clip(bright * (1 - 0.8 * hollow), 0.3, 1.3)[..., None]
    colour = colour * level ** np.array([1.1, 0.95, 0.72], np.float32)
    opacity = np.clip(height * model.scale * 0.3 + 0.5, 0, 1) * 255
    return np.dstack([colour, opacity]).astype(np.float32)


def _nails(picture: Floats, model: _Model, digits: tuple[tuple[Joint, ...], ...]) -> None:
    for digit in digits:
        (from_x, from_y, _, _), (tip_x, tip_y, _, radius) = digit[-2], digit[-1]
        near = model.near(digit[-1], digit[-1])
        way = np.array([tip_x - from_x, tip_y - from_y], np.float32)
        way /= np.hypot(*way)
        across, along = model.x[near] - tip_x, model.y[near] - tip_y
        forward = across * way[0] + along * way[1] - 0.15 * radius
        sideways = -across * way[1] + along * way[0]
        shape = (np.abs(forward) / (0.72 * radius)) ** 2.6 + (np.abs(sideways) / (0.56 * radius)) ** 2.6
        inside = np.clip((1 - shape) * 2.5, 0, 1)[..., None]
        rim = np.clip(1 - np.abs(shape - 1) * 3, 0, 1)[..., None]
        shine = np.exp(-np.square((sideways + 1.2) / 1.3) - np.square((forward - 0.5) / 3.5))[..., None]
        colours = picture[near][..., :3]
        nail = colours * np.array([1.03, 1.02, 1.05], np.float32) + 7 + 34 * shine
        colours += (nail - colours) * 0.8 * inside
        colours *= 1 - 0.13 * rim


def _sleeve(
    picture: Floats, model: _Model, height: Floats, look: HandLook, rng: Generator, light_from: tuple[float, float]
) -> None:
    start = look.sleeve_start
    thickness = 5.0 if look.pattern == "knit" else 4.0
    arm = _bones((_limb_at(start), _ELBOW, _SHOULDER))
    shape = (height.shape[0], height.shape[1])
    wobble = 3 * smooth_noise(rng, shape, (60 * model.scale, 30 * model.scale))
    edge = model.y - start - wobble
    waves = (
        3.2
        * (
            smooth_noise(rng, shape, (16 * model.scale, 55 * model.scale))
            + smooth_noise(rng, shape, (40 * model.scale, 40 * model.scale))
        )
        * np.clip(edge / 60, 0.15, 1)
    )
    cloth = model.melt([(_padded(upper, thickness), _padded(lower, thickness)) for upper, lower in arm], 3.0) + waves
    cloth -= 2.0 * ((edge > 26) & (edge < 27.5)) if look.pattern != "knit" else 0.0
    bright, hollow = _shading(model, cloth, light_from, 0.7)
    tone = _cloth_colour(model, look, rng, shape)
    colour = tone * np.clip(bright * (1 - hollow), 0.1, 1.3)[..., None]
    opacity = np.clip(cloth * model.scale * 0.3 + 0.5, 0, 1) * np.clip(edge * model.scale + 0.5, 0, 1)
    # The cuff stands off the wrist and shades it.
    shade = np.exp(-np.clip(-edge, 0, None) / 7) * (edge < 0)
    picture[..., :3] *= (1 - 0.45 * shade)[..., None]
    picture[..., :3] += (colour - picture[..., :3]) * opacity[..., None]
    beyond = edge > 0
    picture[..., 3] = np.where(beyond, opacity * 255, picture[..., 3])


def _limb_at(y: float) -> Joint:
    share = (y - _WRIST[1]) / (_ELBOW[1] - _WRIST[1])
    first, last = np.array(_WRIST), np.array(_ELBOW)
    x, along, z, radius = (float(value) for value in first + (last - first) * share)
    return x, along - 20, z, radius


def _padded(joint: Joint, thickness: float) -> Joint:
    x, y, z, radius = joint
    return x, y, z, radius + thickness + 3


def _cloth_colour(model: _Model, look: HandLook, rng: Generator, shape: tuple[int, int]) -> Floats:
    tone = bgr(look.sleeve) * 255
    grain = 1 + 0.05 * white_noise(rng, shape, 0.35 * model.scale)
    if look.pattern == "knit":
        grain += 0.09 * np.sin(model.x * 2.1 + 0.4 * np.sin(model.y * 2.2))
    other = np.array([0.9, 0.9, 0.9], np.float32) * 255 * 0.5 + tone * 0.5
    mix = np.zeros(shape, np.float32)
    if look.pattern in {"checked", "striped"}:
        mix += 0.45 * (np.mod(model.x, 11) < 4)
    if look.pattern == "checked":
        mix += 0.45 * (np.mod(model.y, 11) < 4)
    return np.asarray((tone + (other - tone) * mix[..., None]) * grain[..., None], np.float32)
