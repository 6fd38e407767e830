"""Props of a pub table: glasses, beer mats, coins, an ashtray, a phone, a card box.

A solid thing is a stack of thin slices, so that the camera sees its side lean outwards and its shadow grow with height.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import cv2
import numpy as np

from simulator.render.card_stock import CardSize, Lie, rounded
from simulator.render.noise import cloudy_noise, white_noise
from simulator.render.scene import Paper, Sheet, premultiplied

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import numpy.typing as npt

    from simulator.render.camera_model import Floats
    from simulator.render.noise import Generator
    from vision.types import Image

PropKind = Literal["glass", "mat", "coin", "ashtray", "phone", "box"]
RADII: dict[PropKind, float] = {"glass": 42, "mat": 56, "coin": 14, "ashtray": 56, "phone": 84, "box": 60}
"""Radii of props, mm."""
NAMES = ("KIEBITZ", "ZUM OCHSEN", "HIRSCHBRAEU", "ALTE POST", "LINDENKELLER", "BERGQUELL", "STERNBRAEU")
MAT_INKS = ((40, 30, 150), (110, 60, 20), (40, 90, 30), (20, 20, 20), (30, 120, 190))
"""BGR."""


@dataclass(frozen=True, slots=True)
class Prop:
    """`x`, `y` in mm, `angle` in degrees."""

    kind: PropKind
    x: float
    y: float
    angle: float
    seed: int


@dataclass(frozen=True, slots=True)
class Zone:
    """An ellipse without props: middle and semi-axes, mm."""

    x: float
    y: float
    half_width: float
    half_height: float

    def meets(self, x: float, y: float, radius: float) -> bool:
        across, along = (x - self.x) / (self.half_width + radius), (y - self.y) / (self.half_height + radius)
        return across * across + along * along < 1


def random_props(rng: Generator, free: Iterable[Zone]) -> tuple[Prop, ...]:
    """Returns up to six props outside of the zones that do not overlap."""
    kinds: tuple[PropKind, ...] = ("glass", "mat", "coin", "ashtray", "phone", "box")
    occupied = list(free)
    props: list[Prop] = []
    for _ in range(int(rng.integers(0, 7))):
        kind = kinds[int(rng.choice(len(kinds), p=(0.3, 0.3, 0.16, 0.06, 0.1, 0.08)))]
        for _ in range(12):
            x, y = float(rng.uniform(-325, 325)), float(rng.uniform(-185, 185))
            if not any(zone.meets(x, y, RADII[kind]) for zone in occupied):
                props.append(Prop(kind, x, y, float(rng.uniform(0, 360)), int(rng.integers(1 << 31))))
                occupied.append(Zone(x, y, RADII[kind], RADII[kind]))
                break
    return tuple(props)


def prop_sheets(prop: Prop, scale: float) -> list[Sheet]:
    """Returns the slices of a prop, lowest first, drawn at *scale* px per mm."""
    rng = np.random.default_rng(prop.seed)
    draw: dict[PropKind, Callable[[Generator, float], list[Slice]]] = {
        "glass": _glass, "mat": _mat, "coin": _coins, "ashtray": _ashtray, "phone": _phone, "box": _box,
    }  # fmt: skip
    sheets = []
    for part in draw[prop.kind](rng, scale):
        height, width = part.texture.shape[:2]
        size = CardSize(width / scale, height / scale)
        turn = math.radians(prop.angle)
        x = prop.x + part.x * math.cos(turn) - part.y * math.sin(turn)
        y = prop.y + part.x * math.sin(turn) + part.y * math.cos(turn)
        paper = Paper(premultiplied(part.texture), part.gloss, part.polish)
        sheets.append(Sheet(paper, Lie(x, y, part.z, turn).corners(size)))
    return sheets


@dataclass(frozen=True, slots=True)
class Slice:
    """A flat picture (B G R and opacity) at the height `z`; `x`, `y` in mm from the prop's middle."""

    texture: Image
    z: float
    gloss: float = 0.0
    polish: float = 100.0
    x: float = 0.0
    y: float = 0.0


def _disc(radius: float, scale: float) -> tuple[Floats, Floats, Floats]:
    """Returns x, y and the distance from the middle, in mm, of a square that holds a disc."""
    side = round(2 * radius * scale) + 4
    axis = (np.arange(side, dtype=np.float32) - (side - 1) / 2) / scale
    x, y = np.meshgrid(axis, axis)
    return x, y, np.hypot(x, y)


def _texture(colour: npt.NDArray[np.floating], opacity: npt.NDArray[np.floating]) -> Image:
    full = np.broadcast_to(colour, (*opacity.shape[:2], 3))
    return np.asarray(np.clip(np.dstack([full, opacity * 255]), 0, 255), np.uint8)


def _edge(inside: Floats, scale: float) -> Floats:
    """Returns an opacity that is 1 where *inside*, a distance in mm, is positive, with an edge one px wide."""
    return np.asarray(np.clip(inside * scale + 0.5, 0, 1), np.float32)


def _glass(rng: Generator, scale: float) -> list[Slice]:
    height, foot, mouth = float(rng.uniform(110, 165)), float(rng.uniform(29, 34)), float(rng.uniform(36, 41))
    level = height * float(rng.uniform(0.25, 0.88))
    beer = np.array([[20, 120, 205], [14, 84, 160], [16, 40, 70]][int(rng.integers(3))], np.float32)
    slices: list[Slice] = []
    for z in np.arange(1.0, height, 4.0):
        radius = foot + (mouth - foot) * z / height
        x, y, distance = _disc(radius, scale)
        wall = _edge(1.4 - np.abs(distance - radius + 1.4), scale)
        glint = 0.5 + 0.5 * np.cos(3 * np.arctan2(y, x) + 0.8)
        colour = np.broadcast_to(beer, (*distance.shape, 3)) + (wall * (50 + 110 * glint**6))[..., None]
        filled = 0.16 if z < level else 0.0
        opacity = np.maximum(filled * _edge(radius - distance, scale), 0.14 * wall)
        if z < 8:  # the thick bottom
            opacity = np.maximum(opacity, 0.45 * _edge(radius - distance, scale))
        slices.append(Slice(_texture(colour, opacity), float(z)))
        if z < level <= z + 4.0:
            slices.append(_foam(rng, radius, level, scale))
    x, y, distance = _disc(mouth, scale)
    rim = _edge(1.1 - np.abs(distance - mouth + 1.2), scale)
    glint = 0.5 + 0.5 * np.cos(2 * np.arctan2(y, x) - 1.1)
    slices.append(Slice(_texture((150 + 105 * glint**4)[..., None], rim * (0.35 + 0.5 * glint**2)), height))
    return slices


def _foam(rng: Generator, radius: float, z: float, scale: float) -> Slice:
    _, _, distance = _disc(radius - 1.5, scale)
    shape = (distance.shape[0], distance.shape[1])
    bubbles = 1 + 0.035 * white_noise(rng, shape, 0.7 * scale) + 0.03 * cloudy_noise(rng, shape, 8 * scale)
    thin = cloudy_noise(rng, shape, 18 * scale) + (radius - distance) * float(rng.uniform(-0.08, 0.25))
    cover = _edge(radius - 1.5 - distance, scale) * np.clip(1.6 - 0.35 * np.clip(thin, -4, 4), 0.15, 0.97)
    rim = 1 - 0.12 * np.exp(-np.square((radius - 2 - distance) / 2.5))
    return Slice(_texture(np.array([206, 232, 240], np.float32) * (bubbles * rim)[..., None], cover), z)


def _mat(rng: Generator, scale: float) -> list[Slice]:
    """A beer mat: thick absorbent board with a ring of lettering, an emblem, and stains."""
    fine, half = 8.0, float(rng.uniform(46, 53))
    x, y, distance = _disc(half, fine)
    shape = (distance.shape[0], distance.shape[1])
    is_round = rng.random() < 0.5
    opacity = _edge(half - distance, fine) if is_round else rounded(shape, float(rng.uniform(8, 16)) * fine)
    ink = np.array(MAT_INKS[int(rng.integers(len(MAT_INKS)))], np.float32)
    paper = np.array([218, 230, 236], np.float32)
    face = np.empty((*shape, 3), np.float32)
    face[:] = paper
    if rng.random() < 0.5:
        ink, paper = paper, ink
        face[:] = paper
    border = np.abs(distance - (half - 5)) < 1.2
    face[border] = ink
    _emblem(face, distance, x, y, ink, rng)
    _ring_of_letters(face, NAMES[int(rng.integers(len(NAMES)))], half - 17, fine, ink)
    stain_x, stain_y, stain = (float(value) for value in rng.uniform((-20, -20, 30), (20, 20, 34)))
    ring = np.exp(-np.square((np.hypot(x - stain_x, y - stain_y) - stain) / 1.2))
    face *= (1 - 0.16 * ring)[..., None]
    face *= (1 + 0.02 * cloudy_noise(rng, shape, 10 * fine))[..., None]
    side = round(shape[0] / fine * scale)
    small = cv2.resize(np.dstack([face, opacity * 255]), (side, side), interpolation=cv2.INTER_AREA)
    top = np.clip(small, 0, 255).astype(np.uint8)
    board = top.copy()
    board[..., :3] = (150, 175, 190)
    return [Slice(board, 0.4), Slice(board, 0.9), Slice(top, 1.4)]


def _emblem(face: Floats, distance: Floats, x: Floats, y: Floats, ink: Floats, rng: Generator) -> None:
    """Draws a shield, a star or a barrel, as on beer mats but on no card."""
    points = int(rng.choice([4, 5, 6, 8]))
    angle = np.arctan2(y, x)
    radius = 15 * (1 + 0.28 * np.cos(points * angle + float(rng.uniform(0, 6))))
    face[distance < radius] = ink
    face[distance < 7] = (ink * 0.3 + np.array([120, 190, 220], np.float32) * 0.7).astype(np.float32)


def _ring_of_letters(face: Floats, word: str, radius: float, fine: float, ink: Floats) -> None:
    middle = (face.shape[1] - 1) / 2
    text = f"{word} * {word} *"
    for index, letter in enumerate(text):
        angle = 360 * index / len(text)
        stamp = np.zeros((120, 120), np.uint8)
        cv2.putText(stamp, letter, (34, 82), cv2.FONT_HERSHEY_DUPLEX, 2.0, (255,), 5, cv2.LINE_AA)
        turn = cv2.getRotationMatrix2D((59.5, 59.5), -angle, 0.9 * fine / 8)
        turn[:, 2] += [
            middle + radius * fine * math.sin(math.radians(angle)) - 59.5,
            middle - radius * fine * math.cos(math.radians(angle)) - 59.5,
        ]
        layer = cv2.warpAffine(stamp, turn, (face.shape[1], face.shape[0]))
        box = cv2.boundingRect(layer)
        part = (slice(box[1], box[1] + box[3]), slice(box[0], box[0] + box[2]))
        share = layer[part].astype(np.float32)[..., None] / 255
        face[part] += (ink - face[part]) * share


def _coins(rng: Generator, scale: float) -> list[Slice]:
    slices = []
    for index in range(int(rng.integers(1, 5))):
        radius = float(rng.choice([9.4, 11.1, 11.6, 12.1, 12.9]))
        x, y, distance = _disc(radius, scale)
        gold, silver = np.array([90, 170, 205], np.float32), np.array([190, 195, 198], np.float32)
        outer, middle = (gold, silver) if rng.random() < 0.5 else (silver, gold)
        two_tone = radius > 11.3 and rng.random() < 0.7
        colour = np.where((distance < 0.68 * radius)[..., None], middle if two_tone else outer, outer)
        relief = cloudy_noise(rng, (distance.shape[0], distance.shape[1]), 3 * scale, 2) * (distance < 0.8 * radius)
        rim = np.exp(-np.square((radius - 0.8 - distance) / 0.6))
        shade = 0.72 + 0.09 * relief + 0.18 * rim * np.cos(np.arctan2(y, x) + 2)
        spot_x, spot_y = (float(value) for value in rng.uniform(-22, 22, 2)) if index else (0.0, 0.0)
        texture = _texture(colour * shade[..., None], _edge(radius - distance, scale))
        slices.append(Slice(texture, 2.0, 0.3, 25.0, spot_x, spot_y))
    return slices


def _ashtray(rng: Generator, scale: float) -> list[Slice]:
    radius = float(rng.uniform(46, 55))
    tone = np.array([[70, 60, 52], [196, 200, 200], [40, 46, 120]][int(rng.integers(3))], np.float32)
    slices = []
    for z in np.arange(1.0, 30.0, 2.0):
        x, y, distance = _disc(radius, scale)
        inner_radius = 0.0 if z < 6 else radius - 10 + (30 - z) * -0.25
        opacity = _edge(np.minimum(radius - distance, distance - inner_radius), scale)
        if z > 24:  # three rests for cigarettes
            opacity *= np.cos(3 * np.arctan2(y, x)) < 0.93
        light = 0.55 + 0.012 * z + 0.1 * np.cos(np.arctan2(y, x) - 0.7)
        colour = tone * light[..., None]
        if z < 6:
            ash = cloudy_noise(rng, (distance.shape[0], distance.shape[1]), 12 * scale)
            colour = colour * 0.7 + (40 * np.clip(ash, 0, 1))[..., None]
        slices.append(Slice(_texture(colour, opacity), float(z), 0.12 if z > 26 else 0.0, 50.0))
    return slices


def _phone(rng: Generator, scale: float) -> list[Slice]:
    width, height = float(rng.uniform(70, 77)), float(rng.uniform(145, 160))
    shape = (round(height * scale), round(width * scale))
    opacity = rounded(shape, 9 * scale)
    case = np.array([[30, 28, 28], [120, 110, 100], [60, 40, 110]][int(rng.integers(3))], np.float32)
    slices = [Slice(_texture(case * np.float32(0.6), opacity), z) for z in (1.5, 3.5, 5.5)]
    inset = rounded((shape[0], shape[1]), 7 * scale)
    rim = round(2.2 * scale)
    inset[:rim] = inset[-rim:] = 0
    inset[:, :rim] = inset[:, -rim:] = 0
    smudge = 16 + 5 * cloudy_noise(rng, shape, 40 * scale)
    screen = case + (smudge[..., None] - case) * inset[..., None]
    return [*slices, Slice(_texture(screen, opacity), 7.5, 0.55, 300.0)]


def _box(rng: Generator, scale: float) -> list[Slice]:
    """The carton of a pack with flap, frame and lettering; taller than any card."""
    width, height, depth = 64.0, 96.0, 20.0
    fine = 4.0
    shape = (round(height * fine), round(width * fine))
    ink = np.array(MAT_INKS[int(rng.integers(len(MAT_INKS)))], np.float32)
    board = ink * (1 + 0.03 * cloudy_noise(rng, shape, 30 * fine))[..., None]
    face = np.clip(board, 0, 255).astype(np.uint8)
    gold = (96.0, 176.0, 206.0)
    cv2.rectangle(face, (14, 60), (shape[1] - 15, shape[0] - 15), gold, 4)
    cv2.line(face, (0, 44), (shape[1], 44), tuple(float(value) * 0.5 for value in ink), 3)
    cv2.ellipse(face, (shape[1] // 2, shape[0] // 2 + 16), (66, 92), 0, 0, 360, gold, 5, cv2.LINE_AA)
    cv2.putText(face, "TAROCK", (40, shape[0] // 2 + 10), cv2.FONT_HERSHEY_TRIPLEX, 1.3, gold, 2, cv2.LINE_AA)
    cv2.putText(face, "KARTEN", (44, shape[0] // 2 + 50), cv2.FONT_HERSHEY_TRIPLEX, 1.2, gold, 2, cv2.LINE_AA)
    small = cv2.resize(face, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
    opacity = rounded((small.shape[0], small.shape[1]), 1.0 * scale)
    sides = [Slice(_texture(ink * np.float32(0.55), opacity), float(z)) for z in np.arange(1.0, depth, 2.0)]
    return [*sides, Slice(_texture(np.asarray(small, np.float32), opacity), depth, 0.08, 40.0)]
