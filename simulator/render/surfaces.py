"""Table surfaces: wood, felt, tablecloth and a white table, drawn from seeded noise.

A texture is H×W×3 float32 from 0 to 1, BGR, as a camera would see it under even light.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import cv2
import numpy as np

from simulator.render.noise import cloudy_noise, smooth_noise, white_noise

if TYPE_CHECKING:
    from typing import TypeAlias

    from simulator.render.camera_model import Floats
    from simulator.render.noise import Generator

    Colour: TypeAlias = tuple[float, float, float]
    """RGB, 0 to 255."""

SurfaceKind = Literal["wood", "pale_wood", "felt", "checked", "linen", "white"]

WOODS: tuple[Colour, ...] = ((134, 84, 48), (96, 56, 34), (158, 106, 62), (116, 62, 36), (80, 50, 36))
PALE_WOODS: tuple[Colour, ...] = ((214, 184, 146), (222, 198, 166), (196, 160, 118))
FELTS: tuple[Colour, ...] = ((28, 92, 58), (20, 74, 46), (126, 28, 36), (36, 60, 104))
CLOTHS: tuple[Colour, ...] = ((172, 34, 42), (44, 78, 142), (50, 104, 62), (120, 92, 60))


@dataclass(frozen=True, slots=True)
class Surface:
    """`sheen` is the strength of reflections, `polish` their sharpness (an exponent)."""

    kind: SurfaceKind = "wood"
    colour: Colour = WOODS[0]
    seed: int = 0
    sheen: float = 0.1
    polish: float = 40.0


def random_surface(rng: Generator) -> Surface:
    kinds: tuple[SurfaceKind, ...] = ("wood", "wood", "pale_wood", "felt", "checked", "linen", "white")
    kind = kinds[int(rng.integers(len(kinds)))]
    tones = {"wood": WOODS, "pale_wood": PALE_WOODS, "felt": FELTS, "checked": CLOTHS, "linen": CLOTHS}
    tone = tones.get(kind, ((232, 231, 226), (224, 226, 228)))
    sheen, polish = {"wood": (0.16, 60.0), "pale_wood": (0.1, 40.0), "white": (0.35, 200.0)}.get(kind, (0.0, 10.0))
    colour = tone[int(rng.integers(len(tone)))]
    return Surface(kind, colour, int(rng.integers(1 << 31)), sheen * float(rng.uniform(0.5, 1.3)), polish)


def surface_texture(surface: Surface, size_mm: tuple[int, int], scale: float) -> Floats:
    """Returns the texture of *size_mm* (width, height) at *scale* px per mm."""
    rng = np.random.default_rng(surface.seed)
    shape = (round(size_mm[1] * scale), round(size_mm[0] * scale))
    draw = {"wood": _wood, "pale_wood": _wood, "felt": _felt, "checked": _checked, "linen": _linen, "white": _white}
    texture = draw[surface.kind](rng, shape, scale, bgr(surface.colour))
    return np.clip(texture, 0.0, 1.0, out=texture)


def bgr(colour: Colour) -> Floats:
    return np.array(colour[::-1], np.float32) / np.float32(255)


def _wood(rng: Generator, shape: tuple[int, int], scale: float, base: Floats) -> Floats:
    along = rng.random() < 0.7
    if not along:
        shape = (shape[1], shape[0])
    texture = np.empty((*shape, 3), np.float32)
    whole = rng.random() < 0.35
    top = 0
    while top < shape[0]:
        breadth = shape[0] if whole else round(float(rng.uniform(70, 130)) * scale)
        bottom = min(shape[0], top + breadth)
        tone = base * (1 + rng.normal(0, 0.09)) * (1 + rng.normal(0, 0.012, 3).astype(np.float32))
        texture[top:bottom] = _plank(rng, (bottom - top, shape[1]), scale, tone.astype(np.float32))
        if top:
            _seam(texture, top, scale, rng)
        top = bottom
    texture *= (1 + 0.02 * cloudy_noise(rng, shape, 160 * scale))[..., None]
    return np.ascontiguousarray(texture if along else texture.transpose(1, 0, 2))


def _plank(rng: Generator, shape: tuple[int, int], scale: float, tone: Floats) -> Floats:
    rows = np.arange(shape[0], dtype=np.float32)[:, None] / scale
    columns = np.arange(shape[1], dtype=np.float32)[None, :] / scale
    sway = 9 * smooth_noise(rng, shape, (60 * scale, 260 * scale)) + 2 * smooth_noise(
        rng, shape, (14 * scale, 90 * scale)
    )
    heart = float(rng.uniform(-40, 140))
    # Growth rings cut nearly along the trunk: long flames whose spacing narrows away from the heart.
    arch = np.square((columns - float(rng.uniform(0, 800))) / 330)
    depth = rows - heart + sway - 26 * arch * float(rng.choice([-1, 1]))
    period = float(rng.uniform(7, 15))
    phase = np.abs(depth) ** 0.92 / period
    rings = phase - np.floor(phase)
    rings = np.where(rings < 0.82, rings / 0.82, (1 - rings) / 0.18)
    fibre = smooth_noise(rng, shape, (0.9 * scale, 60 * scale)) + 0.7 * smooth_noise(
        rng, shape, (2.5 * scale, 140 * scale)
    )
    pores = np.clip(smooth_noise(rng, shape, (max(1.0, 0.45 * scale), 9 * scale)) - 1.5, 0, 1)
    strength = 1.25 - float(tone.mean())  # pale woods show less grain
    darkness = strength * (0.16 * (rings - 0.5) + 0.045 * fibre + 0.22 * pores)
    stain = np.array([1.25, 1.0, 0.8], np.float32)  # dark grain turns redder, as oiled wood does
    return np.asarray(tone * (1 - darkness[..., None] * stain), np.float32)


def _seam(texture: Floats, row: int, scale: float, rng: Generator) -> None:
    half = max(1, round(0.5 * scale))
    texture[max(0, row - half) : row + half] *= np.float32(rng.uniform(0.35, 0.6))
    texture[row + half : row + 2 * half] *= np.float32(1.08)


def _felt(rng: Generator, shape: tuple[int, int], scale: float, base: Floats) -> Floats:
    fibres = white_noise(rng, shape, 0.45 * scale) * 0.055 + white_noise(rng, shape) * 0.03
    wear = cloudy_noise(rng, shape, 90 * scale) * 0.035
    texture = base * (1 + fibres + wear)[..., None]
    lint = np.zeros(shape, np.float32)
    for _ in range(int(rng.integers(15, 60))):
        start = rng.uniform((0, 0), (shape[1], shape[0]))
        curl = start + rng.normal(0, 2.2 * scale, (3, 2)).cumsum(axis=0)
        points = np.vstack([start, curl]).astype(np.int32)
        cv2.polylines(lint, [points], False, (float(rng.uniform(0.05, 0.22)),), 1, cv2.LINE_AA)
    return np.asarray(texture + lint[..., None], np.float32)


def _threads(rng: Generator, shape: tuple[int, int], scale: float, pitch: float) -> tuple[Floats, Floats]:
    """Returns the brightness of a plain weave, and where its warp is on top."""
    rows = np.arange(shape[0], dtype=np.float32)[:, None] / (pitch * scale)
    columns = np.arange(shape[1], dtype=np.float32)[None, :] / (pitch * scale)
    rows = rows + 0.12 * smooth_noise(rng, shape, (30 * scale, 60 * scale))
    columns = columns + 0.12 * smooth_noise(rng, shape, (60 * scale, 30 * scale))
    over = ((np.floor(rows) + np.floor(columns)) % 2).astype(np.float32)
    bulge = np.abs(np.sin(np.pi * rows)) * (1 - over) + np.abs(np.sin(np.pi * columns)) * over
    slubs = smooth_noise(rng, shape, (0.8 * scale, 30 * scale)) + smooth_noise(rng, shape, (30 * scale, 0.8 * scale))
    return np.asarray(0.86 + 0.16 * bulge + 0.02 * slubs, np.float32), over


def _folds(rng: Generator, shape: tuple[int, int], scale: float) -> Floats:
    """Returns the shading of a cloth that was ironed and folded: creases in a grid, and soft waves."""
    shade = 1 + 0.02 * cloudy_noise(rng, shape, 130 * scale, 3)
    for axis in (0, 1):
        span = shape[axis] / scale
        place = float(rng.uniform(0.15, 0.45)) * span
        while place < span:
            distance = np.arange(shape[axis], dtype=np.float32) / scale - place
            crease = 0.07 * distance / 6 * np.exp(-np.abs(distance) / 6)
            shade *= 1 + (crease[:, None] if axis == 0 else crease[None, :])
            place += float(rng.uniform(190, 260))
    return np.asarray(shade, np.float32)


def _checked(rng: Generator, shape: tuple[int, int], scale: float, base: Floats) -> Floats:
    pitch = float(rng.uniform(0.55, 0.8))
    weave, over = _threads(rng, shape, scale, pitch)
    side = float(rng.choice([12, 20, 32])) * scale
    rows = (np.floor(np.arange(shape[0]) / side) % 2).astype(np.float32)[:, None]
    columns = (np.floor(np.arange(shape[1]) / side) % 2).astype(np.float32)[None, :]
    dyed = np.asarray(rows * (1 - over) + columns * over, np.float32)
    dyed = 0.3 * dyed + 0.7 * 0.5 * (rows + columns)  # at this distance the threads of a gingham melt together
    white = np.array([0.86, 0.9, 0.92], np.float32)
    texture = white + (base - white) * dyed[..., None]
    return np.asarray(texture * (weave * _folds(rng, shape, scale))[..., None], np.float32)


def _linen(rng: Generator, shape: tuple[int, int], scale: float, base: Floats) -> Floats:
    weave, _ = _threads(rng, shape, scale, float(rng.uniform(0.7, 1.0)))
    pale = base * 0.25 + np.array([0.62, 0.68, 0.7], np.float32)
    texture = np.broadcast_to(pale, (*shape, 3)).astype(np.float32)
    border = rng.random() < 0.7
    if border:
        rows = np.arange(shape[0], dtype=np.float32)[:, None] / scale
        for offset, breadth in ((60.0, 14.0), (80.0, 3.0)):
            stripe = (np.abs(rows - offset) < breadth / 2).astype(np.float32)
            stripe = np.maximum(stripe, stripe[::-1])
            texture += (base - texture) * 0.8 * stripe[..., None]
    return np.asarray(texture * (weave * _folds(rng, shape, scale))[..., None], np.float32)


def _white(rng: Generator, shape: tuple[int, int], scale: float, base: Floats) -> Floats:
    texture = (
        base * (1 + 0.008 * cloudy_noise(rng, shape, 120 * scale) + 0.006 * white_noise(rng, shape, 0.5))[..., None]
    )
    for _ in range(int(rng.integers(4, 14))):
        start = rng.uniform((0, 0), (shape[1], shape[0]))
        end = start + rng.normal(0, 40 * scale, 2)
        scratch = np.zeros(shape, np.float32)
        cv2.line(scratch, (int(start[0]), int(start[1])), (int(end[0]), int(end[1])), (1.0,), 1, cv2.LINE_AA)
        texture -= float(rng.uniform(0.01, 0.05)) * scratch[..., None]
    return np.asarray(texture, np.float32)
