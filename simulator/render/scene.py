"""Rendering of the table: sheets (cards, hands, mats) on it or above it, with shadows and gloss."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np

from simulator.render.camera_model import crop, inner, sampled
from simulator.render.lighting import GAMMA
from simulator.render.sensor import blurred

if TYPE_CHECKING:
    from collections.abc import Sequence

    from simulator.render.camera_model import Box, Floats, Lens
    from simulator.render.lighting import Lamp, TableLight
    from simulator.render.sensor import Chip
    from vision.types import Image, Quad

SHADOW_STEP = 4
"""Shadows of moving things are soft: they are drawn at a quarter of the size."""


@dataclass(frozen=True, slots=True, eq=False)
class Paper:
    """A flat thing: B G R (times opacity) and opacity, H×W×4; `bend` in mm lifts its short edges over its middle."""

    texture: Image
    gloss: float = 0.0
    polish: float = 60.0
    bend: float = 0.0
    outline: Image = field(init=False)
    """The opacity at a quarter of the size, for shadows."""

    def __post_init__(self) -> None:
        small = cv2.resize(self.texture[..., 3], None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        object.__setattr__(self, "outline", small)


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A paper in the room; corners 4×3 in mm: top left, top right, bottom right, bottom left of its texture."""

    paper: Paper
    corners: Floats


def premultiplied(texture: Image) -> Image:
    opacity = texture[..., 3:].astype(np.float32) / 255
    colours = texture[..., :3] * opacity
    return np.dstack([colours, texture[..., 3]]).round().astype(np.uint8)


def united(boxes: Sequence[Box | None], size: tuple[int, int]) -> Box | None:
    real = [box for box in boxes if box is not None]
    if not real:
        return None
    lefts, tops, rights, bottoms = zip(*real, strict=True)
    return max(0, min(lefts)), max(0, min(tops)), min(size[0], max(rights)), min(size[1], max(bottoms))


class Scene:
    """The static table as seen by the camera; `over` adds moving sheets."""

    def __init__(self, lens: Lens, light: TableLight, chip: Chip, bare: Floats) -> None:
        """*bare* is the lit table without cards, H×W×3 from 0 to 255."""
        self.lens = lens
        self._light = light
        self._chip = chip
        self._blur = lens.look.blur * lens.size[0] / 1280
        self._bare = bare
        self.clear()

    def clear(self) -> None:
        self._sharp = self._bare.copy()
        self.owner = np.full(self._bare.shape[:2], -1, np.int16)
        """The number of the top sheet at each pixel; -1 for the table."""
        self.soft = blurred(self._sharp, self._blur, self._chip.sensor.sharpening)
        self.strength = self._chip.strength(self.soft)

    def put(self, sheet: Sheet, number: int) -> int:
        """Lays a sheet on all others; returns how many px of the picture it covers."""
        quad = self.quad(sheet)
        box = self.lens.box_around(quad, 3)
        if box is None:
            return 0
        self._drop_shadow(sheet)
        layer = self._seen(sheet, box)
        opacity = layer[..., 3:]
        layer[..., :3] *= self._light.factor[crop(box)]
        colours = self._glossy(sheet, layer, box)
        part = self._sharp[crop(box)]
        part *= 1 - opacity
        part += colours
        covered = opacity[..., 0] > 0.5
        self.owner[crop(box)][covered] = number
        self._refresh(box)
        return int(covered.sum())

    def quad(self, sheet: Sheet) -> Quad:
        """Returns the corners of a sheet in the picture, 4×2 in px."""
        raised = sheet.corners + np.array([0, 0, sheet.paper.bend], np.float32)
        return self.lens.project(raised)

    def over(self, sheets: Sequence[Sheet], smear: tuple[float, float]) -> tuple[Box, Floats, Floats] | None:
        """Returns the part of the picture that changes under moving sheets: its box, picture, and opacity.

        *smear* is how far they move, in px, while the shutter is open.
        """
        reach = int(np.hypot(*smear)) + round(3 * self._blur) + 4
        boxes = [self.lens.box_around(self.quad(sheet), reach) for sheet in sheets]
        shadows = [self._shadow_box(sheet) for sheet in sheets]
        box = united([*boxes, *shadows], self.lens.size)
        if box is None:
            return None
        picture = shaded(self.soft[crop(box)], self._shadow(sheets, box, SHADOW_STEP, contact=4.0))
        region = united(boxes, self.lens.size)
        opacity = np.zeros(picture.shape[:2], np.float32)
        if region is None:
            return box, picture, opacity
        layer = self._stacked(sheets, region)
        layer[..., :3] *= self._light.factor[crop(region)]
        layer = smeared(layer, smear)
        if self._blur > 0.2:
            layer = np.asarray(cv2.GaussianBlur(layer, (0, 0), self._blur), np.float32)
        laid_over(picture[inner(region, box)], layer)
        opacity[inner(region, box)] = layer[..., 3]
        return box, picture, opacity

    def _stacked(self, sheets: Sequence[Sheet], box: Box) -> Floats:
        total = np.zeros((box[3] - box[1], box[2] - box[0], 4), np.float32)
        for sheet in sheets:
            own = self.lens.box_around(self.quad(sheet), 3)
            if own is None:
                continue
            layer = self._seen(sheet, own)
            part = total[inner(own, box)]
            if part[..., 3].any():
                part[..., :3] *= self._contact(layer[..., 3])
            laid_over(part, layer)
        return total

    def _contact(self, opacity: Floats) -> Floats:
        """Returns the factor of light on moving sheets close below a sheet, H×W×1."""
        height, width = opacity.shape
        small = cv2.resize(opacity, (width // SHADOW_STEP + 1, height // SHADOW_STEP + 1), interpolation=cv2.INTER_AREA)
        soft = cv2.GaussianBlur(small, (0, 0), 3 * self.lens.pixels_per_mm / SHADOW_STEP)
        return resized(np.asarray(1 - 0.35 * soft, np.float32), (width, height))[..., None]

    def _seen(self, sheet: Sheet, box: Box) -> Floats:
        """Returns the unlit sheet as seen in *box*: B G R 0 to 255 times opacity, and opacity 0 to 1."""
        texture = sheet.paper.texture
        height, width = texture.shape[:2]
        where = self.lens.texture_map(sheet.corners, (width, height), self.lens.rays[crop(box)])
        if sheet.paper.bend:
            where += self._bend_shift(sheet, where)
        layer = sampled(texture, where).astype(np.float32)
        layer[..., 3] /= 255
        if sheet.paper.bend:
            layer[..., :3] *= self._bend_shade(sheet, where)
        return layer

    def _bend_shift(self, sheet: Sheet, where: Floats) -> Floats:
        """A raised spot is seen shifted away from the camera's foot point: returns by how many texels."""
        height, width = sheet.paper.texture.shape[:2]
        middle = sheet.corners.mean(axis=0)
        per_mm = (middle - self.lens.position)[:2] / (self.lens.position[2] - middle[2])
        right = sheet.corners[1] - sheet.corners[0]
        down = sheet.corners[3] - sheet.corners[0]
        shift = np.array(
            [per_mm @ right[:2] / (right @ right) * width, per_mm @ down[:2] / (down @ down) * height], np.float32
        )
        raised = sheet.paper.bend * np.square(2 * (where[..., 1] + 0.5) / height - 1)
        return np.asarray(-raised[..., None] * shift, np.float32)

    def _bend_shade(self, sheet: Sheet, where: Floats) -> Floats:
        height = sheet.paper.texture.shape[0]
        down = sheet.corners[3] - sheet.corners[0]
        length = float(np.linalg.norm(down))
        slope = 4 * sheet.paper.bend / length * (2 * (where[..., 1] + 0.5) / height - 1)
        towards = sum(
            lamp.share * float(np.array(lamp.position[:2]) @ down[:2]) / length / lamp.position[2]
            for lamp in self._light.lighting.lamps
        )
        return np.asarray(np.clip(1 - slope * towards / GAMMA, 0.7, 1.2), np.float32)[..., None]

    def _glossy(self, sheet: Sheet, layer: Floats, box: Box) -> Floats:
        """Returns the colours of a lit *layer* with the lamps mirrored in it."""
        if not sheet.paper.gloss:
            return layer[..., :3]
        height, width = sheet.paper.texture.shape[:2]
        where = self.lens.texture_map(sheet.corners, (width, height), self.lens.rays[crop(box)])
        down = sheet.corners[3] - sheet.corners[0]
        length = float(np.linalg.norm(down))
        slope = 4 * sheet.paper.bend / length * (2 * (where[..., 1:] + 0.5) / height - 1)
        lean = np.asarray(slope * (down[:2] / length), np.float32)
        glint = self._light.mirrored(self.lens.on_plane(0.0, box), sheet.paper.polish, lean)
        strength = sheet.paper.gloss * self._light.lighting.exposure**GAMMA * layer[..., 3:]
        linear = (np.clip(layer[..., :3], 0, None) / 255) ** GAMMA + glint * strength
        return np.asarray(255 * linear ** (1 / GAMMA), np.float32)

    def furnish(self, sheets: Sequence[Sheet]) -> None:
        """Adds a permanent sheet, which becomes part of the table."""
        for sheet in sheets:
            self.put(sheet, -1)
        self._bare = self._sharp.copy()

    def _drop_shadow(self, sheet: Sheet) -> None:
        edges = [self.quad(sheet), *[self._thrown(sheet, lamp) for lamp in self._light.lighting.lamps]]
        reach = max(self._light.penumbra(lamp, float(sheet.corners[0, 2])) for lamp in self._light.lighting.lamps)
        box = self.lens.box_around(np.vstack(edges), 10 + round(reach))
        if box is None:
            return
        raised = Sheet(sheet.paper, sheet.corners + np.array([0, 0, 0.4 + sheet.paper.bend], np.float32))
        factor = self._shadow([raised], box, step=1 if reach < 4 else 2, contact=1.3)
        self._sharp[crop(box)] = shaded(self._sharp[crop(box)], factor)
        self._refresh(box)

    def _thrown(self, sheet: Sheet, lamp: Lamp) -> Quad:
        raised = sheet.corners + np.array([0, 0, 0.4 + sheet.paper.bend], np.float32)
        return self.lens.project(self._light.shadow_of(raised, lamp))

    def _shadow_box(self, sheet: Sheet) -> Box | None:
        boxes = [
            self.lens.box_around(
                self._thrown(sheet, lamp), round(self._light.penumbra(lamp, float(sheet.corners[:, 2].max()))) + 8
            )
            for lamp in self._light.lighting.lamps
        ]
        return united(boxes, self.lens.size)

    def _shadow(self, sheets: Sequence[Sheet], box: Box, step: int, contact: float) -> Floats:
        """Returns the factor of light in *box*, H×W, drawn at 1/*step* of the size.

        *contact* is how far, in mm, a sheet shades the sky from what touches it.
        """
        left, top, right, bottom = box
        rays = np.ascontiguousarray(self.lens.rays[top:bottom:step, left:right:step])
        light = np.ones(rays.shape[:2], np.float32)
        for lamp in self._light.lighting.lamps:
            lit = np.ones_like(light)
            for sheet in sheets:
                edge = self._light.penumbra(lamp, float(sheet.corners[:, 2].mean())) / 2
                lit *= 1 - self._shade(sheet, self._light.shadow_of(sheet.corners, lamp), rays, edge / step)
            light -= lamp.share * (1 - lit)
        sky = np.ones_like(light)
        for sheet in sheets:
            under = sheet.corners * np.array([1, 1, 0], np.float32)
            spread = (contact + 0.35 * float(sheet.corners[:, 2].mean())) * self.lens.pixels_per_mm
            sky *= 1 - 0.6 * self._shade(sheet, under, rays, spread / step)
        light -= self._light.lighting.ambient * (1 - sky)
        factor = np.asarray(np.clip(light, 0.03, 1) ** np.float32(1 / GAMMA), np.float32)
        return resized(factor, (right - left, bottom - top))

    def _shade(self, sheet: Sheet, on_table: Floats, rays: Floats, sigma: float) -> Floats:
        opacity = sheet.paper.outline
        height, width = opacity.shape
        where = self.lens.texture_map(on_table, (width, height), rays)
        shade = sampled(opacity, where).astype(np.float32)
        return np.asarray(cv2.GaussianBlur(shade, (0, 0), max(0.8, sigma)) / 255, np.float32)

    def _refresh(self, box: Box) -> None:
        around = np.array([[box[0], box[1]], [box[2], box[3]]])
        wide, wider = self.lens.box_around(around, 12), self.lens.box_around(around, 24)
        if wide is None or wider is None:
            return
        part = blurred(self._sharp[crop(wider)], self._blur, self._chip.sensor.sharpening)
        self.soft[crop(wide)] = part[inner(wide, wider)]
        self.strength[crop(wide)] = self._chip.strength(part)[inner(wide, wider)]


def resized(field: Floats, size: tuple[int, int]) -> Floats:
    if (field.shape[1], field.shape[0]) == size:
        return field
    return np.asarray(cv2.resize(field, size, interpolation=cv2.INTER_LINEAR), np.float32)


def shaded(picture: Floats, factor: Floats) -> Floats:
    return np.asarray(cv2.multiply(picture, cv2.merge([factor, factor, factor])), np.float32)


def laid_over(below: Floats, layer: Floats) -> None:
    """Lays a layer (B G R times opacity, and opacity; H×W×4) over a picture (H×W×3 or ×4), in place."""
    left = cv2.subtract(np.ones_like(layer[..., 3]), layer[..., 3])
    channels = below.shape[2]
    dimmed = cv2.multiply(below, cv2.merge([left] * channels))
    cv2.add(dimmed, np.ascontiguousarray(layer[..., :channels]), dst=dimmed)
    below[:] = dimmed


def smeared(layer: Floats, smear: tuple[float, float]) -> Floats:
    """Returns the mean of *layer* shifted along *smear*: each pass halves the step, so that a few passes suffice."""
    across, down = smear
    size = (layer.shape[1], layer.shape[0])
    while math.hypot(across, down) > 1.0:
        across, down = across / 2, down / 2
        x, y = round(across / 2), round(down / 2)
        matrix_there = np.array([[1, 0, x], [0, 1, y]], np.float32)
        matrix_back = np.array([[1, 0, x - round(across)], [0, 1, y - round(down)]], np.float32)
        there = cv2.warpAffine(layer, matrix_there, size, flags=cv2.INTER_NEAREST)
        back = cv2.warpAffine(layer, matrix_back, size, flags=cv2.INTER_NEAREST)
        layer = np.asarray(cv2.addWeighted(there, 0.5, back, 0.5, 0.0), np.float32)
    return layer
