"""Lamps and windows with their shadows, as gains on a low-resolution picture of the view."""

from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from simulator.stage.camera import Box, Camera
from simulator.stage.keyframes import Floats, Track
from simulator.stage.sprites import hull
from simulator.stage.surfaces import Field, Image

COARSE = 4
"""Factor by which the gains are smaller than the view."""
_GAMMA = 2.2
_BANDS = (12.0, 40.0, 85.0)
"""Height bands above the table, mm; objects within a band cast equally soft shadows."""


@dataclass(slots=True, eq=False)
class Source:
    """`place` in mm; `colour` in BGR; `soft` is the growth of a shadow's edge with height; `level` is a track over
    time."""

    place: Floats
    colour: tuple[float, float, float]
    soft: float
    falls_off: bool
    level: Track = field(default_factory=lambda: Track.constant([1.0]))

    def evenly(self, points: Floats) -> Floats:
        """Returns the brightness at points N×3 mm, 1 at the brightest."""
        if not self.falls_off:
            return np.ones(len(points))
        away = self.place - points
        bright = self.place[2] * away[:, 2] ** 2 / np.linalg.norm(away, axis=1) ** 3
        return np.asarray(bright, np.float64)

    def shadow(self, points: Floats) -> Floats:
        """Returns where on the table, N×2 mm, the shadows of points N×3 fall."""
        high = np.minimum(points[:, 2:], 0.8 * self.place[2])
        cast: Floats = points[:, :2] + (points[:, :2] - self.place[:2]) * high / (self.place[2] - high)
        return cast


@dataclass(slots=True, eq=False)
class Light:
    """All sources, and the settings of the sensor: `grain` is the noise of a middle grey, `exposure` is in seconds."""

    name: str
    sources: list[Source]
    ambient: tuple[float, float, float]
    grain: float
    exposure: float
    wobble: float = 0.0
    """Relative amplitude of the mains flicker."""
    brightness: Track = field(default_factory=lambda: Track.constant([1.0]))
    """A factor of display values, as by another exposure."""
    shade: Track | None = None
    """A soft shadow of an object out of view: x, y and radius in mm on the table, and the share of the light lost."""
    glints: list[Track] = field(default_factory=list)
    """Reflections of lamps on glossy cards: x, y and radius in mm on the table, and the light added, 1 being white."""
    _fields: dict[int, tuple[list[Field], Field]] = field(default_factory=dict)

    def levels(self, time: float) -> tuple[float, ...]:
        return tuple(float(source.level.at(time)[0]) for source in self.sources)

    def shade_at(self, time: float) -> tuple[float, ...]:
        return () if self.shade is None else tuple(float(value) for value in self.shade.at(time))

    def gain(
        self, camera: Camera, levels: Sequence[float], masks: Sequence[Field | None], shade: Sequence[float] = ()
    ) -> Field:
        """Returns h×w×3 gains of the colours; *masks* are the shadows of each source, from 0 to 1."""
        fields, corners = self._fields_of(camera)
        planes = [np.full(corners.shape, part, np.float32) for part in self.ambient]
        for source, bright, level, mask in zip(self.sources, fields, levels, masks, strict=True):
            shining = bright * np.float32(level) if mask is None else bright * np.float32(level) * (1 - mask)
            for plane, part in zip(planes, source.colour, strict=True):
                plane += shining * np.float32(part)
        dimmings = [corners]
        if shade:
            x, y, radius, depth = shade
            dimmings.append(np.asarray(1 - depth * _spot(camera, corners.shape, x, y, radius, 2), np.float32))
        for plane in planes:
            for dimming in dimmings:
                plane *= dimming
        return np.asarray(cv2.pow(cv2.merge(planes), 1 / _GAMMA), np.float32)

    def forget_cameras(self) -> None:
        self._fields.clear()

    def _fields_of(self, camera: Camera) -> tuple[list[Field], Field]:
        """Returns the brightness of the table by each source, and the vignetting, which are made once a camera."""
        if id(camera) in self._fields:
            return self._fields[id(camera)]
        size = (camera.size[0] // COARSE, camera.size[1] // COARSE)
        x, y = np.meshgrid(np.arange(size[0], dtype=np.float64), np.arange(size[1], dtype=np.float64))
        points = camera.on_table(np.stack([x.ravel(), y.ravel()], axis=1) * COARSE)
        points = np.column_stack([points, np.zeros(len(points))])
        fields = [source.evenly(points).reshape(x.shape).astype(np.float32) for source in self.sources]
        corners = 1 - 0.35 * ((x / size[0] - 0.5) ** 2 + (y / size[1] - 0.5) ** 2)
        self._fields[id(camera)] = fields, corners.astype(np.float32)
        return self._fields[id(camera)]

    def gleam(self, camera: Camera, time: float) -> Field | None:
        """Returns the light, h×w, that glossy things reflect beside what they scatter, 1 being white; None if none."""
        if not self.glints:
            return None
        shape = (camera.size[1] // COARSE, camera.size[0] // COARSE)
        spots = (glint.at(time) for glint in self.glints)
        return np.asarray(sum(depth * _spot(camera, shape, x, y, radius, 6) for x, y, radius, depth in spots))

    def towards(self) -> Floats:
        """Returns the direction to the main light in picture coordinates: right, down, up."""
        place = self.sources[0].place
        return np.asarray(place / np.linalg.norm(place), np.float64)


def _spot(camera: Camera, shape: tuple[int, ...], x: float, y: float, radius: float, steepness: int) -> Field:
    """Returns a field, h×w, of 1 at a place in mm on the table that falls off at *radius*, steeply or softly."""
    rows, columns = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float64)
    points = camera.on_table(np.stack([columns.ravel(), rows.ravel()], axis=1) * COARSE) - [x, y]
    away = np.linalg.norm(points, axis=1).reshape(shape) / radius
    return np.asarray(np.exp(-0.5 * away**steepness), np.float32)


def shadow_mask(
    outlines: Sequence[tuple[Floats, float]], source: Source, camera: Camera, plain: Field | None
) -> Field | None:
    """Returns the shadows of points at their height above the table; no shadow falls where *plain* is 1."""
    if not outlines:
        return None
    size = (camera.size[1] // COARSE, camera.size[0] // COARSE)
    mask = np.zeros(size, np.float32)
    to_view = camera.plane()
    by_height: dict[int, list[npt.NDArray[np.int32]]] = {}
    for points, high in outlines:
        cast = np.column_stack([source.shadow(points), np.ones(len(points))]) @ to_view.T
        flat = hull(cast[:, :2] / cast[:, 2:]) / COARSE
        by_height.setdefault(bisect(_BANDS, high), []).append(np.round(flat * 16).astype(np.int32))
    for band, shapes in by_height.items():
        one = np.zeros(size, np.uint8)
        for shape in shapes:
            cv2.fillPoly(one, [shape], (255,), cv2.LINE_AA, 4)
        blur = float(np.clip(source.soft * (5, 25, 60, 120)[band] * camera.fineness / COARSE, 0.6, 9))
        left, top, width, height = cv2.boundingRect(one)
        reach = int(np.ceil(4 * blur))  # farther than OpenCV's kernel
        near = np.s_[max(top - reach, 0) : top + height + reach, max(left - reach, 0) : left + width + reach]
        soft = cv2.GaussianBlur(one[near], (0, 0), blur)
        np.maximum(mask[near], soft.astype(np.float32) / 255, out=mask[near])
    return mask if plain is None else np.asarray(mask * (1 - plain), np.float32)


def shone_on(focused: Image, gain: Field, size: tuple[int, int], box: Box) -> Field:
    """Returns the *box* of a view of *size* px in the light of *gain*, which is that of the whole view."""
    left, top, right, bottom = box
    if size == (gain.shape[1] * COARSE, gain.shape[0] * COARSE):
        x, y = max(left // COARSE - 1, 0), max(top // COARSE - 1, 0)
        near = gain[y : bottom // COARSE + 2, x : right // COARSE + 2]
        fine = cv2.resize(near, None, fx=COARSE, fy=COARSE)[top - y * COARSE :, left - x * COARSE :]
        fine = fine[: bottom - top, : right - left]
    else:
        fine = cv2.resize(gain, size)[top:bottom, left:right]
    return np.asarray(focused * fine, np.float32)


LIGHTS = ("daylight", "lamp", "dim", "mixed", "flicker")


def random_light(name: str, rng: np.random.Generator) -> Light:
    """Returns one of `LIGHTS`: its sources at random places, and the settings of the sensor in it."""
    match name:
        case "daylight":
            way = rng.uniform(0, 2 * np.pi)
            window = Source(np.array([np.cos(way) * 1500, np.sin(way) * 1500, 1400]), (0.62, 0.6, 0.58), 0.22, False)
            return Light(name, [window], (0.5, 0.47, 0.44), rng.uniform(1.0, 2.2), 0.008)
        case "lamp":
            place = rng.uniform((-250, -200, 700), (250, 200, 1100))
            lamp = Source(place, (0.55, 0.85, 1.05), rng.uniform(0.05, 0.12), True)
            return Light(name, [lamp], (0.1, 0.14, 0.17), rng.uniform(2.5, 4.0), 0.02, 0.02)
        case "dim":
            place = rng.uniform((-400, -300, 800), (400, 300, 1300))
            lamp = Source(place, (0.12, 0.2, 0.27), rng.uniform(0.06, 0.15), True)
            return Light(name, [lamp], (0.03, 0.045, 0.055), rng.uniform(5, 8.5), 0.05, 0.01)
        case "mixed":
            way = rng.uniform(0, 2 * np.pi)
            window = Source(np.array([np.cos(way) * 1400, np.sin(way) * 1400, 900]), (0.5, 0.4, 0.34), 0.2, False)
            place = np.array([*rng.uniform((-300, -200), (300, 200)), 850])
            lamp = Source(place, (0.25, 0.42, 0.55), 0.07, True)
            return Light(name, [lamp, window], (0.2, 0.2, 0.2), rng.uniform(2, 3.5), 0.015, 0.02)
    place = np.array([*rng.uniform((-300, -300), (300, 300)), 1500])
    tube = Source(place, (0.75, 0.85, 0.8), 0.25, False)
    return Light(name, [tube], (0.2, 0.22, 0.2), rng.uniform(2, 3.5), 0.01, rng.uniform(0.03, 0.07))
