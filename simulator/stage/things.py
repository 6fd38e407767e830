"""Objects on the table or in a hand: cards, a stock, beer mats, coins, phones, glasses."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import cv2
import numpy as np

from simulator.deck import flat_picture, rounded_rectangle
from simulator.stage.arms import Arm
from simulator.stage.camera import Camera
from simulator.stage.keyframes import Floats, Track
from simulator.stage.sprites import Sprite, circle, fill_outlines, hull, warp_bent_texture, warp_texture
from simulator.stage.surfaces import Image


class Body(Protocol):
    """A pose is x, y, z in mm, yaw and turn in radians; turn runs from 0, face up, to pi, face down."""

    def paint(self, camera: Camera, pose: Floats) -> list[Sprite]: ...

    def points(self, pose: Floats) -> Floats:
        """Returns points N×3 mm; the hull of their shadows is the shadow of the body."""

    def shade(self, camera: Camera, pose: Floats, away: Floats) -> Sprite | None:
        """Returns the contact shadow of a lying body, offset by *away*, mm; only alpha is used."""


@dataclass(slots=True, eq=False)
class Slab:
    """A flat object, `front` and `back` in premultiplied BGRA; `bend` is the height of a lying card's middle, mm."""

    front: Image
    back: Image
    width: float
    height: float
    thickness: float = 0.3
    bend: float = 0.0
    side: tuple[float, float, float] = (60, 60, 60)

    def corners(self, pose: Floats) -> Floats:
        """Returns 4×3 mm: top left, top right, bottom right, bottom left of the picture that shows."""
        x, y, z, yaw, turn = pose
        across = np.array([np.cos(yaw) * np.cos(turn), np.sin(yaw) * np.cos(turn), np.sin(turn)]) * self.width / 2
        down = np.array([-np.sin(yaw), np.cos(yaw), 0]) * self.height / 2
        middle = np.array([x, y, z + self.thickness + abs(across[2])])
        if np.cos(turn) < 0:
            across = -across
        return np.stack(
            [middle - across - down, middle + across - down, middle + across + down, middle - across + down]
        )

    def paint(self, camera: Camera, pose: Floats) -> list[Sprite]:
        corners = self.corners(pose)
        projected = camera.project(corners)
        texture = self.front if np.cos(pose[4]) > 0 else self.back
        sprites: list[Sprite | None] = []
        if self.thickness > 3:
            foot = camera.project(corners - [0, 0, self.thickness])
            sprites.append(fill_outlines([hull(np.vstack([projected, foot]))], [(*self.side, 1.0)], camera.size))
        lies = abs(np.sin(pose[4])) < 0.01
        if self.bend and lies:
            raised = camera.project([[*pose[:2], pose[2] + self.bend]])[0] - camera.project([pose[:3]])[0]
            sprites.append(warp_bent_texture(texture, projected, raised, camera.size))
        elif abs(np.cos(pose[4])) > 0.05:
            sprites.append(warp_texture(texture, projected, camera.size))
        return [sprite for sprite in sprites if sprite is not None]

    def points(self, pose: Floats) -> Floats:
        return self.corners(pose)

    def shade(self, camera: Camera, pose: Floats, away: Floats) -> Sprite | None:
        low = np.add(self.corners(pose), [*away, -self.thickness])
        return warp_texture(self.front, camera.project(low), camera.size)


@dataclass(slots=True, eq=False)
class Glass:
    """A glass of beer: a tapering cylinder, foam on top."""

    radius: float
    height: float
    beer: tuple[float, float, float]

    def _rings(self, pose: Floats) -> list[tuple[Floats, float]]:
        foot = np.asarray(pose[:3])
        levels = ((0.0, 0.8), (0.8, 0.95), (0.86, 0.96), (1.0, 1.0))
        return [(np.add(foot, [0, 0, self.height * level]), self.radius * wide) for level, wide in levels]

    def paint(self, camera: Camera, pose: Floats) -> list[Sprite]:
        foot, beer, foam, rim = (circle(centre, radius, camera) for centre, radius in self._rings(pose))
        inner = circle(self._rings(pose)[2][0], self.radius * 0.9, camera)
        outlines = [hull(np.vstack([foot, rim])), hull(np.vstack([foot, beer])), hull(np.vstack([beer, foam])), rim]
        colours = [(190, 195, 195, 0.35), (*self.beer, 0.88), (215, 228, 232, 0.95), (225, 230, 230, 0.25)]
        foamy = fill_outlines([*outlines, inner], [*colours, (222, 234, 238, 0.95)], camera.size)
        return [] if foamy is None else [foamy]

    def points(self, pose: Floats) -> Floats:
        angles = np.linspace(0, 2 * np.pi, 16, endpoint=False)
        ring = np.stack([np.cos(angles), np.sin(angles), np.zeros_like(angles)], axis=1) * self.radius
        return np.vstack([ring * 0.8 + pose[:3], ring + pose[:3] + [0, 0, self.height]])

    def shade(self, camera: Camera, pose: Floats, away: Floats) -> Sprite | None:
        return fill_outlines([circle(np.asarray(pose[:3]), self.radius * 0.9, camera)], [(0, 0, 0, 1.0)], camera.size)


@dataclass(slots=True, eq=False)
class Held:
    """Attachment to an arm: position of the object's middle relative to the fingertips, and its rotation."""

    arm: Arm
    forward: float
    lateral: float
    yaw: float
    above: float = 4.0

    def pose(self, time: float, turn: float) -> Floats:
        tip, heading = self.arm.tip(time)
        ahead, aside = np.array([np.cos(heading), np.sin(heading)]), np.array([-np.sin(heading), np.cos(heading)])
        x, y = tip[:2] + ahead * self.forward + aside * self.lateral
        return np.array([x, y, max(tip[2] - self.above, 0.0), heading + self.yaw, turn])


@dataclass(slots=True, eq=False)
class Thing:
    """A body and its motion: from each time on it follows a track, or an arm that holds it; `turn` is its rotation."""

    body: Body
    spans: list[tuple[float, Track | Held]] = field(default_factory=list)
    turn: Track = field(default_factory=lambda: Track.constant([0.0]))
    layers: list[tuple[float, int]] = field(default_factory=list)
    shown: tuple[float, float] = (0.0, np.inf)

    def way(self, time: float) -> Track | Held:
        return [way for start, way in self.spans if start <= time or start == self.spans[0][0]][-1]

    def layer(self, time: float) -> int:
        return [layer for start, layer in self.layers if start <= time or start == self.layers[0][0]][-1]

    def pose(self, time: float) -> Floats:
        way = self.way(time)
        turn = float(self.turn.at(time)[0])
        return way.pose(time, turn) if isinstance(way, Held) else np.append(way.at(time), turn)

    def visible(self, time: float) -> bool:
        return self.shown[0] <= time < self.shown[1]


def _shades(*colours: Sequence[int]) -> list[tuple[int, int, int]]:
    return [(colour[0], colour[1], colour[2]) for colour in colours]


def beer_mat(rng: np.random.Generator, fineness: float) -> Slab:
    """93 mm across, square or round, printed with rings and a word."""
    side = round(93 * fineness)
    paper, ink = (205, 222, 232), _shades((40, 30, 150), (120, 70, 20), (40, 90, 30))[int(rng.integers(3))]
    picture = np.full((side, side, 3), paper, np.uint8)
    middle = (side // 2, side // 2)
    cv2.circle(picture, middle, round(side * 0.44), ink, max(round(side * 0.03), 1), cv2.LINE_AA)
    cv2.circle(picture, middle, round(side * 0.3), ink, -1, cv2.LINE_AA)
    word = str(rng.choice(["BRAEU", "HELLES", "1842", "PILS"]))
    cv2.putText(picture, word, (round(side * 0.26), round(side * 0.54)), 2, side / 230, paper, 2, cv2.LINE_AA)
    mask = np.zeros((side, side), np.uint8)
    if rng.random() < 0.5:
        cv2.circle(mask, middle, side // 2 - 1, (255,), -1, cv2.LINE_AA)
    else:
        mask[:] = 255
    texture = flat_picture(picture, mask)
    return Slab(texture, texture, 93, 93, 1.4)


def coin(rng: np.random.Generator, fineness: float) -> Slab:
    millimetres = float(rng.uniform(19, 26))
    side = max(round(millimetres * fineness), 8)
    metal = _shades((90, 150, 190), (110, 170, 200), (165, 175, 180))[int(rng.integers(3))]
    picture = np.full((side, side, 3), metal, np.uint8)
    middle, dark = (side // 2, side // 2), tuple(int(part * 0.6) for part in metal)
    cv2.circle(picture, middle, round(side * 0.42), dark, 1, cv2.LINE_AA)
    cv2.putText(picture, str(rng.choice(["1", "2", "5"])), (side // 3, round(side * 0.7)), 2, side / 45, dark, 1)
    mask = np.zeros((side, side), np.uint8)
    cv2.circle(mask, middle, side // 2 - 1, (255,), -1, cv2.LINE_AA)
    texture = flat_picture(picture, mask)
    return Slab(texture, texture, millimetres, millimetres, 2.2, side=(70, 100, 120))


def phone(rng: np.random.Generator, fineness: float) -> Slab:
    """Dark, or lit with rows of a list on it."""
    width, height = round(72 * fineness), round(150 * fineness)
    picture = np.full((height, width, 3), 22, np.uint8)
    if rng.random() < 0.5:
        bezel = round(width * 0.05)
        picture[bezel:-bezel, bezel:-bezel] = (210, 205, 200) if rng.random() < 0.5 else (70, 50, 40)
        for row in range(bezel * 4, height - bezel * 3, max(round(height * 0.09), 2)):
            long = int(rng.integers(width // 3, width - 4 * bezel))
            cv2.rectangle(picture, (2 * bezel, row), (2 * bezel + long, row + bezel), (120, 110, 100), -1)
    else:
        cv2.line(picture, (0, height), (width, height // 3), (40, 38, 36), width // 4, cv2.LINE_AA)
    texture = flat_picture(picture, rounded_rectangle((width, height), round(width * 0.12), cv2.LINE_AA))
    return Slab(texture, texture, 72, 150, 8, side=(35, 35, 35))


def glass(rng: np.random.Generator) -> Glass:
    beer = _shades((20, 120, 205), (30, 150, 220), (18, 40, 80))[int(rng.integers(3))]
    return Glass(float(rng.uniform(32, 42)), float(rng.uniform(110, 160)), beer)
