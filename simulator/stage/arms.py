"""Arms: a forearm in its sleeve and a hand with five fingers, all of tapering capsules in a depth buffer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import cv2
import numpy as np
import numpy.typing as npt

from simulator.stage.camera import Camera
from simulator.stage.keyframes import Floats, Track
from simulator.stage.sprites import Sprite, roi_of
from simulator.stage.surfaces import Field

SHAPES = {
    "flat": (0.15, 0.12, 0.15, 0.2, 0.8, 1.0),
    "pinch": (0.5, 0.5, 0.55, 0.6, 0.1, 0.2),
    "point": (0.15, 0.9, 0.95, 1.0, 0.3, 0.0),
    "grab": (0.42, 0.38, 0.42, 0.5, 0.6, 1.0),
    "relaxed": (0.35, 0.4, 0.45, 0.5, 0.4, 0.4),
    "fist": (1.0, 1.0, 1.0, 1.0, 0.1, 0.0),
}
"""Curl of index, middle, ring and little finger, abduction of the thumb, spread of the fingers."""
_FINGERS = ((-27, 88, 72, 9.0), (-8, 92, 80, 9.5), (11, 88, 74, 9.0), (28, 79, 58, 8.0))
"""For each finger: sideways and forward offset of its base from the wrist, length and radius, mm."""
_PALM = ((-20, 0, -25, 84), (-6, 0, -8, 88), (8, 0, 11, 84), (20, 4, 26, 76))
_BITES = 26.0
"""Overlap of fingertips and the held object, mm."""


@dataclass(frozen=True, slots=True)
class Dress:
    """`skin` and `sleeve` are BGR; `cuff` is mm from wrist to sleeve; the pattern is none, stripes or checks."""

    skin: tuple[float, float, float]
    sleeve: tuple[float, float, float]
    pattern: str
    cuff: float
    wide: float
    scale: float

    @classmethod
    def random(cls, rng: np.random.Generator, table: Floats) -> Self:
        skins = ((150, 178, 224), (134, 164, 216), (112, 142, 200), (76, 104, 156), (46, 66, 106))
        sleeves = ((60, 50, 40), (120, 80, 40), (50, 50, 150), (60, 110, 60), (210, 210, 205), (30, 30, 32))
        own = tuple(float(part) for part in table) if rng.random() < 0.2 else sleeves[int(rng.integers(6))]
        return cls(
            skin=skins[int(rng.integers(5))],
            sleeve=(own[0], own[1], own[2]),
            pattern=str(rng.choice(["plain", "plain", "stripes", "checks"])),
            cuff=float(rng.choice([10, 25, 60, 400])),
            wide=float(rng.uniform(1.1, 1.5)),
            scale=float(rng.uniform(0.85, 1.08)),
        )


@dataclass(frozen=True, slots=True)
class Capsule:
    """From `start` to `end`, mm, its radius going from `thick` to `thin`."""

    start: Floats
    end: Floats
    thick: float
    thin: float
    kind: str
    over: bool = True
    """Whether it stays above the held object."""


@dataclass(slots=True, eq=False)
class Arm:
    """An arm from `anchor` beyond the rim to its fingertips, with tracks of their position, mm, and of its shape.

    `side`: 1 is right.
    """

    anchor: Floats
    dress: Dress
    side: int
    reach: Track
    shape: Track
    shown: tuple[float, float]
    seat: int
    bend: float = 0.0
    thumb_over: bool = False

    def tip(self, time: float) -> tuple[Floats, float]:
        """Returns where the fingertips are, mm, and the heading of the hand, radians."""
        tip = self.reach.at(time)
        away = tip[:2] - self.anchor[:2]
        return tip, float(np.arctan2(away[1], away[0])) + self.bend

    def visible(self, time: float) -> bool:
        return self.shown[0] <= time <= self.shown[1]

    def capsules(self, time: float) -> list[Capsule]:
        tip, heading = self.tip(time)
        local = _hand(self.shape.at(time), self.side, self.dress.scale, self.thumb_over)
        turn = np.array([[np.cos(heading), np.sin(heading), 0], [-np.sin(heading), np.cos(heading), 0], [0, 0, 1]])
        hand = [
            Capsule(one.start @ turn + tip, one.end @ turn + tip, one.thick, one.thin, one.kind, one.over)
            for one in local
        ]
        return hand + self._forearm(hand[0].start * 0.5 + hand[3].start * 0.5)

    def points(self, time: float, each: int = 2) -> Floats:
        """Returns points of the axes of its capsules, N×3 mm, *each* from end to end."""
        shares = np.linspace(0, 1, each)[:, None]
        return np.vstack([part.start + shares * (part.end - part.start) for part in self.capsules(time)])

    def _forearm(self, wrist: Floats) -> list[Capsule]:
        scale = self.dress.scale
        along = self.anchor - wrist
        length = float(np.linalg.norm(along))
        cuff = wrist + along * min(self.dress.cuff / length, 1.0)
        bare = Capsule(wrist, wrist + along * min(250 / length, 1.0), 26 * scale, 40 * scale, "skin")
        sleeve = Capsule(cuff, self.anchor, 30 * scale * self.dress.wide, 48 * scale * self.dress.wide, "sleeve")
        return [bare, sleeve] if self.dress.cuff < length else [bare]


def _hand(shape: Floats, side: int, scale: float, thumb_over: bool) -> list[Capsule]:
    """Returns the hand's capsules, palm first, seen from the fingertips: ahead, aside and up."""
    flesh = not thumb_over
    parts = [
        Capsule(np.array([ahead, aside * side, 0.0]), np.array([far, wide * side, 2.0]), 15, 12, "skin")
        for aside, ahead, wide, far in _PALM
    ]
    tips: list[Floats] = []
    for (aside, ahead, length, radius), curl in zip(_FINGERS, shape[:4], strict=True):
        yaw = np.radians(aside * shape[5] * 0.45 * side)
        place, pitch = np.array([ahead, aside * side, 2.0]), np.radians(8 + 45 * curl)
        for index, (share, folds) in enumerate(((0.45, 58), (0.3, 42), (0.25, 0))):
            step = np.array([np.cos(pitch) * np.cos(yaw), np.cos(pitch) * np.sin(yaw), -np.sin(pitch)])
            end = place + step * length * share
            thick, thin = radius * (1 - 0.1 * index), radius * (0.9 - 0.1 * index)
            parts.append(Capsule(place, end, thick, thin, "nail" if index == 2 else "skin", flesh))
            place, pitch = end, pitch + np.radians(folds * curl)
        tips.append(place)
    off = np.radians(8 + 45 * shape[4]) * -side
    place = np.array([24.0, -24.0 * side, -4.0])
    for length, radius, kind in ((44, 13, "skin"), (32, 10, "skin"), (26, 8.5, "nail")):
        end = place + np.array([np.cos(off), np.sin(off), -0.25]) * length
        parts.append(Capsule(place, end, radius, radius * 0.88, kind, thumb_over))
        place, off = end, off * 0.55
    weights = 1.05 - shape[:2]
    middle = (tips[0] * weights[0] + tips[1] * weights[1]) / weights.sum()
    lowest = min(part.end[2] - part.thin for part in parts)
    origin = np.array([middle[0], middle[1], lowest])
    return [
        Capsule((p.start - origin) * scale, (p.end - origin) * scale, p.thick * scale, p.thin * scale, p.kind, p.over)
        for p in parts
    ]


def paint(capsules: Sequence[Capsule], camera: Camera, dress: Dress, light: Floats, blur: Floats) -> Sprite | None:
    """Returns the capsules lit from *light*, a direction, and smeared along *blur*, px."""
    coarse = max(camera.size[0] // 640, 1)
    ends = np.array([(one.start, one.end) for one in capsules]).reshape(-1, 3)
    ends_px = camera.project(ends) / coarse
    scales = camera.focal / np.maximum(camera.depth(ends), 80) / coarse
    radii = np.array([(one.thick, one.thin) for one in capsules]).reshape(-1) * scales
    margin = int(np.abs(blur).max() / coarse) + 3
    around = np.vstack([ends_px - radii[:, None], ends_px + radii[:, None]])
    roi = roi_of(around, (camera.size[0] // coarse, camera.size[1] // coarse), margin)
    if roi is None:
        return None
    left, top, width, height = roi
    black, deep = np.zeros((4, height * width), np.float32), np.full(height * width, -1e6, np.float32)
    canvas = _Canvas((width, height), black, deep)
    for index, one in enumerate(capsules):
        pair = slice(2 * index, 2 * index + 2)
        _capsule(canvas, one, ends_px[pair] - [left, top], radii[pair], float(scales[pair].mean()), dress, light)
    sharp = cv2.merge(list(black.reshape(4, height, width)))
    picture = _motion_blur(np.asarray(sharp, np.float32), blur / coarse)
    size = (width * coarse, height * coarse)
    whole = cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR)
    return Sprite(left * coarse, top * coarse, np.asarray(whole, np.float32))


@dataclass(slots=True)
class _Canvas:
    size: tuple[int, int]
    planes: Field
    """4×N, premultiplied BGR and alpha of all pixels, row after row."""
    depth: Field
    """N, height of the visible surface above the table, mm."""


def _capsule(
    canvas: _Canvas, one: Capsule, ends_px: Floats, radii: Floats, scale: float, dress: Dress, light: Floats
) -> None:
    low = np.clip(np.floor((ends_px - radii[:, None]).min(axis=0)).astype(int) - 1, 0, canvas.size)
    high = np.clip(np.ceil((ends_px + radii[:, None]).max(axis=0)).astype(int) + 2, 0, canvas.size)
    if (high <= low).any():
        return
    columns, rows = np.arange(low[0], high[0]), np.arange(low[1], high[1])[:, None]
    x = columns.astype(np.float32) - np.float32(ends_px[0, 0])
    y = rows.astype(np.float32) - np.float32(ends_px[0, 1])
    axis = (ends_px[1] - ends_px[0]).astype(np.float32)
    length = max(float(np.hypot(*axis)), 1e-3)
    part = np.clip((x * axis[0] + y * axis[1]) / length**2, 0, 1)
    aside, down = x - part * axis[0], y - part * axis[1]
    radius = np.float32(radii[0]) + part * np.float32(radii[1] - radii[0])
    away = aside**2 + down**2
    cover = np.clip(radius - np.sqrt(away) + 0.5, 0, 1)
    # The box of a slanting capsule is mostly empty, and others hide parts of it.
    at = rows * canvas.size[0] + columns
    at, part, aside, down, radius, away, cover = _chosen(cover > 0, at, part, aside, down, radius, away, cover)
    up = np.sqrt(np.maximum(1 - away / radius**2, 0))
    depth = np.float32(one.start[2]) + part * np.float32(one.end[2] - one.start[2]) + up * radius / np.float32(scale)
    above = depth > canvas.depth[at]
    at, part, aside, down, radius, cover, up, depth = _chosen(above, at, part, aside, down, radius, cover, up, depth)
    shade = 0.42 + 0.2 * up
    shade += 0.5 * np.maximum((aside * light[0] + down * light[1]) / radius + up * np.float32(light[2]), 0)
    along = part * np.float32(np.linalg.norm(one.end - one.start))
    cross = (aside * -axis[1] + down * axis[0]) / (length * radius)
    colour = _colour(one.kind, dress, part, along, np.clip(cross, -1, 1), up)
    fresh = np.full((4, len(at)), 255.0)
    fresh[:3] = np.clip(colour * shade, 0, 255)
    canvas.planes[:, at] = fresh * cover + canvas.planes[:, at] * (1 - cover)
    solid = cover > 0.5
    canvas.depth[at[solid]] = depth[solid]


def _chosen(wanted: npt.NDArray[np.bool_], *fields: npt.NDArray[Any]) -> list[npt.NDArray[Any]]:
    """Returns of each field the values where one is *wanted*, in a row."""
    where = np.flatnonzero(wanted)
    return [field.ravel()[where] for field in fields]


def _colour(kind: str, dress: Dress, part: Field, along: Field, cross: Field, up: Field) -> Field:
    """Returns 3×N, BGR before light."""
    if kind == "sleeve":
        around = np.arcsin(cross)
        folds = 1 + 0.06 * np.sin(along / 7 + 2.5 * around) + 0.05 * np.sin(along / 19 - 3 * around)
        if dress.pattern == "stripes":
            folds *= np.where(np.sin(around * 9) > 0.4, 0.65, 1)
        elif dress.pattern == "checks":
            folds *= np.where(np.sin(around * 7) > 0, 0.75, 1) * np.where(np.sin(along / 4) > 0, 0.75, 1)
        hem = np.where(along < 6, 0.8, 1)
        return np.asarray(_column(dress.sleeve) * (folds * hem), np.float32)
    swing = 1 + 0.025 * np.sin(along * 0.23 + 2 * cross) * np.cos(cross * 3 - along * 0.11)
    bare = _column(dress.skin) * swing
    if kind == "nail":
        nail = (part > 0.55) & (part < 0.98) & (np.abs(cross) < 0.6) & (up > 0.55)
        bare = np.where(nail, 0.6 * bare + _column((78, 76, 92)), bare)
    else:
        bare = bare + np.exp(-(((1 - part) * 6) ** 2)) * _column((-10, -12, 2))
    return np.asarray(bare, np.float32)


def _column(colour: Sequence[float]) -> Field:
    return np.asarray(colour, np.float32)[:, None]


def _motion_blur(picture: Field, blur: Floats) -> Field:
    """Motion blur: the mean along a line."""
    length = int(np.ceil(np.abs(blur).max()))
    if length < 2:
        return picture
    side = min(2 * (length // 2) + 1, 41)
    kernel = np.zeros((side, side), np.float32)
    middle = np.array([side // 2, side // 2])
    half = blur / np.abs(blur).max() * (side // 2)
    first, last = np.round(middle - half).astype(int), np.round(middle + half).astype(int)
    cv2.line(kernel, (int(first[0]), int(first[1])), (int(last[0]), int(last[1])), (1.0,), 1)
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE), np.float32)


def bite(width: float, height: float, yaw: float) -> float:
    """Returns the distance from the fingertips to the middle of a held card, mm."""
    half = min(width / 2 / max(abs(np.cos(yaw)), 1e-6), height / 2 / max(abs(np.sin(yaw)), 1e-6))
    return float(half) - _BITES
