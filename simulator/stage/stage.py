"""The stage: table, objects, arms and light, and their rendering by the camera."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from simulator.stage import arms
from simulator.stage.arms import Arm
from simulator.stage.camera import Box, Camera
from simulator.stage.keyframes import Floats
from simulator.stage.lights import COARSE, Light, shadow_mask, shone_on
from simulator.stage.sensor import Sensor
from simulator.stage.sprites import Sprite, average_sprites
from simulator.stage.surfaces import Field, Image, seen_by
from simulator.stage.things import Held, Slab, Thing

Reaching: TypeAlias = tuple[Arm, list[arms.Capsule]]


FPS = 10
"""Frames a second, where nothing else is said."""
_TALL = 20.0
"""Height in mm from which an object hides its own shadow."""
_THICK = 1.0
"""Thickness in mm from which a flat object is no card."""
_RING = np.array([(np.cos(angle), np.sin(angle), 0.0) for angle in np.linspace(0, 2 * np.pi, 12, endpoint=False)])
_MOST_EXPOSURES = 8
"""Most positions of a moving object that are averaged for its blur; fewer if it is slow."""


@dataclass(frozen=True, slots=True, eq=False)
class _Still:
    """The resting objects: their picture before the lens, and after it."""

    key: Any
    image: Image
    tall: Field
    """The mask of objects too tall for the table's shadows, h×w."""
    focused: Image


@dataclass(slots=True, eq=False)
class Stage:
    """All objects with their animation."""

    top: Image
    light: Light
    sensor: Sensor
    cameras: list[tuple[float, Camera]]
    things: list[Thing] = field(default_factory=list)
    arms: list[Arm] = field(default_factory=list)
    rate: float = FPS
    covered: Field | None = None
    """What tall and moving things hide in the last frame, 0 to 1, h×w; without lens distortion."""
    _bare: dict[int, Image] = field(default_factory=dict)
    _still: _Still | None = None
    _lit: tuple[Any, Field, Field] | None = None
    """What it was computed for, the picture of resting objects in this light, and the gains of the light."""

    def camera(self, time: float) -> Camera:
        return [camera for start, camera in self.cameras if start <= time][-1]

    def forget_before(self, time: float) -> None:
        """Drops what has left the stage before *time*, so that a long evening does not fill the memory."""
        self.arms = [arm for arm in self.arms if arm.shown[1] > time]
        self.things = [one for one in self.things if one.shown[1] > time]
        if len(self.cameras) > 1:
            self.cameras = [(-1.0, self.camera(time))]
            self._bare.clear()
            self.light.forget_cameras()
            self._still = self._lit = None

    def frame(self, number: int) -> Image:
        time = number / self.rate
        camera = self.camera(time)
        visible = sorted((one for one in self.things if one.visible(time)), key=lambda one: one.layer(time))
        early = time - self.light.exposure
        moving = [not np.allclose(one.pose(early), one.pose(time), atol=1e-6) for one in visible]
        first = min((visible[index].layer(time) for index, moves in enumerate(moving) if moves), default=10**9)
        resting = [one for one in visible if one.layer(time) < first and not isinstance(one.way(time), Held)]
        others = [one for one in visible if one not in resting]
        reaching = [(arm, arm.capsules(time)) for arm in self.arms if arm.visible(time)]
        key = (id(camera), tuple((id(one), one.pose(time).tobytes(), one.layer(time)) for one in resting))
        still = self._resting_picture(key, camera, resting, time)
        lit_key = (key, self.light.levels(time), self.light.shade_at(time), self.light.brightness.at(time)[0])
        if self._lit is None or self._lit[0] != lit_key:
            gain = self._gain(camera, resting, [], time, still.tall)
            self._lit = (lit_key, shone_on(still.focused, gain, camera.size, (0, 0, *camera.size)), gain)
        _, lit, gain = self._lit
        self.covered = still.tall
        if not others and not reaching:
            return self.sensor.expose(self._gleaming(lit, camera, resting, [], time), time)
        image, cover = still.image.copy(), still.tall.copy()
        sprites = self._moving_sprites(camera, others, reaching, time)
        for sprite in sprites:
            sprite.onto(image)
            _cover(cover, sprite)
        self.covered = cover
        changed = self._gain(camera, [*resting, *others], reaching, time, cover)
        relit = (gain != changed).reshape(len(gain), -1)
        left, top, right, bottom = box = _box_of_change(camera, sprites, relit, self.sensor.reach)
        lit = lit.copy()
        lit[top:bottom, left:right] = shone_on(self._focused(image, camera, box), changed, camera.size, box)
        return self.sensor.expose(self._gleaming(lit, camera, resting, sprites, time), time)

    def _resting_picture(self, key: Any, camera: Camera, resting: Sequence[Thing], time: float) -> _Still:
        if self._still is None or self._still.key != key:
            if id(camera) not in self._bare:
                self._bare[id(camera)] = seen_by(camera, self.top)
            image = self._bare[id(camera)].copy()
            tall = np.zeros((camera.size[1] // COARSE, camera.size[0] // COARSE), np.float32)
            for one in resting:
                pose = one.pose(time)
                self._shade_around(image, camera, one, pose)
                for sprite in one.body.paint(camera, pose):
                    sprite.onto(image)
                    if one.body.points(pose)[:, 2].max() > _TALL:
                        _cover(tall, sprite)
            self._still = _Still(key, image, tall, self._focused(image, camera, (0, 0, *camera.size)))
        return self._still

    def _shade_around(self, image: Image, camera: Camera, one: Thing, pose: Floats) -> None:
        """Adds the narrow shadow of flat objects, on the side away from the light."""
        high = min(float(one.body.points(pose)[:, 2].max() - pose[2]), 10.0)
        shadow = one.body.shade(camera, pose, -self.light.towards()[:2] * (1.0 + 0.6 * high))
        if shadow is not None:
            soft = cv2.GaussianBlur(shadow.picture, (0, 0), 0.5 * camera.fineness)
            Sprite(shadow.left, shadow.top, np.asarray(soft * [0, 0, 0, 0.45], np.float32)).onto(image)

    def _moving_sprites(
        self, camera: Camera, things: Sequence[Thing], reaching: Sequence[Reaching], time: float
    ) -> list[Sprite]:
        ways = [(one, one.way(time)) for one in things]
        held = {id(arm): [one for one, way in ways if isinstance(way, Held) and way.arm is arm] for arm, _ in reaching}
        carried = {id(one) for group in held.values() for one in group}
        sprites = [s for one in things if id(one) not in carried for s in self._motion_blur(camera, one, time)]
        for arm, parts in reaching:
            before = arm.tip(time - self.light.exposure)[0]
            blur = np.diff(camera.project(np.stack([before, arm.tip(time)[0]])), axis=0)[0]
            layers = [[p for p in parts if not p.over], [p for p in parts if p.over]]
            painted = [arms.paint(layer, camera, arm.dress, self.light.towards(), blur) for layer in layers if layer]
            between = [s for one in held[id(arm)] for s in self._motion_blur(camera, one, time)]
            under = painted[0] if layers[0] else None
            sprites += [s for s in (under, *between, painted[-1]) if s is not None]
        return sprites

    def _motion_blur(self, camera: Camera, one: Thing, time: float) -> list[Sprite]:
        before, now = one.pose(time - self.light.exposure), one.pose(time)
        way = float(np.linalg.norm(now[:2] - before[:2]) + 50 * np.abs(now[3:] - before[3:]).sum())
        if way < 0.1:
            return one.body.paint(camera, now)
        count = int(np.clip(way * camera.fineness / 4, 2, _MOST_EXPOSURES))
        times = np.linspace(time - self.light.exposure, time, count)
        painted = [one.body.paint(camera, one.pose(float(moment))) for moment in times]
        if len({len(sprites) for sprites in painted}) > 1:
            return painted[-1]
        return [average_sprites(sprites) for sprites in zip(*painted, strict=True)]

    def _gain(
        self, camera: Camera, things: Sequence[Thing], reaching: Sequence[Reaching], time: float, plain: Field
    ) -> Field:
        """Returns the light on the view, h×w×3; no shadow falls where *plain* is 1."""
        outlines: list[tuple[Floats, float]] = []
        for one in things:
            points = one.body.points(one.pose(time))
            if points[:, 2].max() > 2.5:
                outlines.append((points, float(points[:, 2].mean())))
        for _, parts in reaching:
            for part in parts:
                around = np.vstack([_RING * part.thick + part.start, _RING * part.thin + part.end])
                outlines.append((around, float(part.start[2] + part.end[2]) / 2))
        shadows = [shadow_mask(outlines, source, camera, plain) for source in self.light.sources]
        gain = self.light.gain(camera, self.light.levels(time), shadows, self.light.shade_at(time))
        bright = np.float32(self.light.brightness.at(time)[0])
        return np.asarray(camera.through_lens(gain) * (self.sensor.tint * bright), np.float32)

    def _focused(self, image: Image, camera: Camera, box: Box) -> Image:
        """Returns the *box* of a picture of the view after the lens."""
        left, top, right, bottom = box
        reach = self.sensor.reach
        x, y = max(left - reach, 0), max(top - reach, 0)
        wide = self.sensor.focused(camera.through_lens(image, (x, y, right + reach, bottom + reach)))
        return wide[top - y : bottom - y, left - x : right - x]

    def _gleaming(
        self, lit: Field, camera: Camera, resting: Sequence[Thing], above: Sequence[Sprite], time: float
    ) -> Field:
        """Returns the picture with the reflections of lamps on the cards at rest, as far as nothing lies *above*."""
        gleam = self.light.gleam(camera, time)
        if gleam is None:
            return lit
        glossy = np.zeros((*camera.size[::-1], 3), np.float32)
        bodies = [one for one in resting if isinstance(one.body, Slab) and one.body.thickness < _THICK]
        for sprite in (sprite for one in bodies for sprite in one.body.paint(camera, one.pose(time))):
            sprite.silhouette(255).onto(glossy)
        for sprite in above:
            sprite.silhouette(0).onto(glossy)
        return np.asarray(lit + glossy * cv2.resize(gleam, camera.size)[..., None], np.float32)


def _box_of_change(camera: Camera, sprites: Sequence[Sprite], relit: npt.NDArray[np.bool_], blur: int) -> Box:
    """Returns where, after the lens and its *blur*, in px, *sprites* may be seen or other light falls."""
    points = [camera.bent(sprite.outline(camera.size)) + way * (blur + 3) for sprite in sprites for way in (-1, 1)]
    if relit.any():
        left, top, width, height = cv2.boundingRect(relit.astype(np.uint8))
        scale = np.array(camera.size) / relit.shape[::-1]
        corners = np.array([(left, top), (left + width, top + height)]) * scale
        points += [corners - 2 * COARSE, corners + 2 * COARSE]
    if not points:
        return 0, 0, 0, 0
    around = np.clip(np.vstack(points), 0, camera.size)
    low, high = np.floor(around.min(axis=0)), np.ceil(around.max(axis=0))
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _cover(cover: Field, sprite: Sprite) -> None:
    """Marks in the low-resolution *cover*, in place, what the sprite hides."""
    left, top = sprite.left // COARSE, sprite.top // COARSE
    size = (sprite.picture.shape[1] // COARSE + 1, sprite.picture.shape[0] // COARSE + 1)
    alpha = cv2.resize(np.ascontiguousarray(sprite.picture[..., 3]), size, interpolation=cv2.INTER_AREA) / 255
    x, y = max(left, 0), max(top, 0)
    right, bottom = min(left + size[0], cover.shape[1]), min(top + size[1], cover.shape[0])
    if right > x and bottom > y:
        part = alpha[y - top : bottom - top, x - left : right - left]
        cover[y:bottom, x:right] = np.maximum(cover[y:bottom, x:right], part)
