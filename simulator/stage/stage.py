"""The stage: table, objects, arms and light, and their rendering by the camera."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from simulator.stage import arms
from simulator.stage.lights import COARSE, Light, shadow_mask
from simulator.stage.sprites import Sprite, average_sprites
from simulator.stage.surfaces import Field, Image, seen_by
from simulator.stage.things import Held, Slab, Thing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from simulator.stage.arms import Arm
    from simulator.stage.camera import Camera
    from simulator.stage.keyframes import Floats
    from simulator.stage.sensor import Sensor


FPS = 10
"""Frames a second, where nothing else is said."""
_TALL = 20.0
"""Height in mm from which an object hides its own shadow."""
_THICK = 1.0
"""Thickness in mm from which a flat object is no card."""
_MOST_EXPOSURES = 8
"""Most positions of a moving object that are averaged for its blur; fewer if it is slow."""


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
    _still: tuple[Any, Image, Field] | None = None
    _lit: tuple[Any, Field] | None = None

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
        reaching = [arm for arm in self.arms if arm.visible(time)]
        levels, shade = self.light.levels(time), self.light.shaded(time)
        bright = float(self.light.brightness.at(time)[0])
        key = (id(camera), tuple((id(one), one.pose(time).tobytes(), one.layer(time)) for one in resting))
        still, tall = self._resting_picture(key, camera, resting, time)
        if not others and not reaching:
            self.covered = tall
            if self._lit is None or self._lit[0] != (key, levels, shade, bright):
                shadows = self._shadows(camera, resting, [], time, tall)
                lit = self._shone_on(still, camera, levels, shadows, shade, bright)
                self._lit = ((key, levels, shade, bright), lit)
            return self.sensor.expose(self._gleaming(self._lit[1], camera, resting, [], time), time)
        image, cover = still.copy(), tall.copy()
        sprites = self._moving_sprites(camera, others, reaching, time)
        for sprite in sprites:
            sprite.onto(image)
            _cover(cover, sprite)
        self.covered = cover
        shadows = self._shadows(camera, [*resting, *others], reaching, time, cover)
        lit = self._shone_on(image, camera, levels, shadows, shade, bright)
        return self.sensor.expose(self._gleaming(lit, camera, resting, sprites, time), time)

    def _resting_picture(self, key: Any, camera: Camera, resting: Sequence[Thing], time: float) -> tuple[Image, Field]:
        """Returns the picture of the resting objects, and the mask of those too tall for the table's shadows."""
        if self._still is None or self._still[0] != key:
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
            self._still = (key, image, tall)
        return self._still[1], self._still[2]

    def _shade_around(self, image: Image, camera: Camera, one: Thing, pose: Floats) -> None:
        """Adds the narrow shadow of flat objects, on the side away from the light."""
        high = min(float(one.body.points(pose)[:, 2].max() - pose[2]), 10.0)
        shadow = one.body.shade(camera, pose, -self.light.towards()[:2] * (1.0 + 0.6 * high))
        if shadow is not None:
            soft = cv2.GaussianBlur(shadow.picture, (0, 0), 0.5 * camera.fineness)
            Sprite(shadow.left, shadow.top, np.asarray(soft * [0, 0, 0, 0.45], np.float32)).onto(image)

    def _moving_sprites(
        self, camera: Camera, things: Sequence[Thing], reaching: Sequence[Arm], time: float
    ) -> list[Sprite]:
        held = {id(arm): [one for one in things if _held_by(one, arm, time)] for arm in reaching}
        carried = {id(one) for group in held.values() for one in group}
        sprites = [s for one in things if id(one) not in carried for s in self._motion_blur(camera, one, time)]
        for arm in reaching:
            parts = arm.capsules(time)
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

    def _shadows(
        self, camera: Camera, things: Sequence[Thing], reaching: Sequence[Arm], time: float, plain: Field | None
    ) -> list[Field | None]:
        outlines: list[tuple[Floats, float]] = []
        for one in things:
            points = one.body.points(one.pose(time))
            if points[:, 2].max() > 2.5:
                outlines.append((points, float(points[:, 2].mean())))
        for arm in reaching:
            for part in arm.capsules(time):
                outlines.append((_around(part), float(part.start[2] + part.end[2]) / 2))
        return [shadow_mask(outlines, source, camera, plain) for source in self.light.sources]

    def _shone_on(
        self,
        image: Image,
        camera: Camera,
        levels: Sequence[float],
        shadows: Sequence[Field | None],
        shade: Sequence[float],
        bright: float,
    ) -> Field:
        gain = camera.through_lens(self.light.gain(camera, levels, shadows, shade)) * (
            self.sensor.tint * np.float32(bright)
        )
        picture = self.sensor.focused(camera.through_lens(image))
        return np.asarray(cv2.multiply(picture.astype(np.float32), cv2.resize(gain, camera.size)), np.float32)

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


def _held_by(one: Thing, arm: Arm, time: float) -> bool:
    way = one.way(time)
    return isinstance(way, Held) and way.arm is arm


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


def _around(part: arms.Capsule) -> Floats:
    """Returns points N×3 on the level outline of a capsule."""
    angles = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    ring = np.stack([np.cos(angles), np.sin(angles), np.zeros_like(angles)], axis=1)
    return np.vstack([ring * part.thick + part.start, ring * part.thin + part.end])
