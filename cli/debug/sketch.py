"""Pictures for debugging: lines, hatching and labels on a photograph, and the page of crops around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from device.display.text_layout import FONTS
from vision.types import Image, Quad

Colour: TypeAlias = tuple[int, int, int]
"""Blue, green, red, as OpenCV has them."""
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom, px."""

GREEN: Colour = (96, 214, 64)
AMBER: Colour = (32, 176, 255)
RED: Colour = (72, 72, 240)
BLUE: Colour = (255, 160, 56)
VIOLET: Colour = (230, 90, 200)
GREY: Colour = (176, 176, 176)
WHITE: Colour = (250, 250, 250)
PAPER: Colour = (34, 30, 28)
MIN_MAX_SIDE_PX = (960, 1600)
"""px: bounds of the longer side; smaller pictures are enlarged, larger ones reduced."""
BRIGHTNESS = 0.82
"""The photograph is darkened a little, so that lines stand out."""
SUBPIXEL_BITS = 4
"""Fractional bits of the coordinates of OpenCV's lines."""


@cache
def font_of(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return ImageFont.truetype(str(FONTS / name), size, layout_engine=ImageFont.Layout.BASIC)


@dataclass(frozen=True, slots=True)
class Label:
    lines: tuple[str, ...]
    colour: Colour
    around: Box
    size: int


@dataclass
class Sketch:
    """Give places in px of *photograph*; `picture` is the result, `scale` the factor to it."""

    photograph: Image
    scale: float = field(init=False)
    picture: Image = field(init=False)
    _labels: list[Label] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        longer = max(self.photograph.shape[:2])
        self.scale = float(np.clip(longer, *MIN_MAX_SIDE_PX)) / longer
        flags = cv2.INTER_AREA if self.scale < 1 else cv2.INTER_CUBIC
        resized = cv2.resize(self.photograph, None, fx=self.scale, fy=self.scale, interpolation=flags)
        self.picture = np.asarray(cv2.convertScaleAbs(resized, alpha=BRIGHTNESS), np.uint8)

    def outline(self, quad: Quad, colour: Colour, width: int = 3) -> None:
        """Draws the sides of a card, with a corner mark where its upper left corner is taken to be."""
        self._sides(self.picture, quad, colour, width)

    def faint(self, quads: Iterable[Quad], colour: Colour) -> None:
        """Draws thin, translucent sides."""
        overlay = self.picture.copy()
        for quad in quads:
            self._sides(overlay, quad, colour, 1)
        cv2.addWeighted(overlay, 0.4, self.picture, 0.6, 0, dst=self.picture)

    def _sides(self, drawn: Image, quad: Quad, colour: Colour, width: int) -> None:
        points = np.round(quad * self.scale * (1 << SUBPIXEL_BITS)).astype(np.int32)
        cv2.polylines(drawn, [points], True, colour, width, cv2.LINE_AA, SUBPIXEL_BITS)
        if width > 1:
            first = points[0]
            mark = np.stack([first, first + (points[1] - first) // 6, first + (points[3] - first) // 9])
            cv2.fillPoly(drawn, [mark], colour, cv2.LINE_AA, SUBPIXEL_BITS)

    def dashes(self, quad: Quad, colour: Colour) -> None:
        """Draws the dashed sides of a card that has gone."""
        corners = quad * self.scale
        for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            count = max(3, round(float(np.linalg.norm(end - start)) / 24))
            for index in range(count):
                ends = (start + (index + part) / count * (end - start) for part in (0.0, 0.55))
                one, other = (tuple(int(value) for value in np.round(point * (1 << SUBPIXEL_BITS))) for point in ends)
                cv2.line(self.picture, one, other, colour, 3, cv2.LINE_AA, SUBPIXEL_BITS)

    def hatch(self, mask: npt.NDArray[Any], colour: Colour) -> None:
        """Draws slanting lines where *mask*, of the shape of the photograph, is not 0."""
        height, width = self.picture.shape[:2]
        inside = cv2.resize(mask, (width, height), interpolation=cv2.INTER_NEAREST) > 0
        lines = np.zeros((height, width), np.uint8)
        for offset in range(-height, width, 14):
            cv2.line(lines, (offset, 0), (offset + height, height), (160,), 2, cv2.LINE_AA)
        self._mix(np.where(inside, lines, 0).astype(np.uint8), colour)

    def tint(self, mask: npt.NDArray[Any], colour: Colour, strength: float = 0.3) -> None:
        """Colours where *mask*, of any size, is not 0, and draws its rim."""
        height, width = self.picture.shape[:2]
        inside = cv2.resize((mask > 0).astype(np.uint8) * 255, (width, height), interpolation=cv2.INTER_LINEAR)
        self._mix(cv2.convertScaleAbs(inside, alpha=strength), colour)
        contours, _ = cv2.findContours((inside > 127).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        cv2.drawContours(self.picture, contours, -1, colour, 1, cv2.LINE_AA)

    def arrow(self, start: npt.NDArray[Any], end: npt.NDArray[Any], colour: Colour) -> None:
        one, other = (tuple(int(value) for value in np.round(point * self.scale)) for point in (start, end))
        cv2.circle(self.picture, one, 8, colour, cv2.FILLED, cv2.LINE_AA)
        cv2.arrowedLine(self.picture, one, other, colour, 2, cv2.LINE_AA, 0, 0.05)

    def label(self, quad: Quad, colour: Colour, *lines: str, size: int = 17) -> None:
        """Writes a label beside a card, at a free place; earlier labels have priority."""
        left, top = quad.min(axis=0) * self.scale
        right, bottom = quad.max(axis=0) * self.scale
        self._labels.append(Label(lines, colour, (left, top, right, bottom), size))

    def render(self) -> Image:
        page = Pillow.fromarray(np.ascontiguousarray(self.picture[:, :, ::-1]))
        draw = ImageDraw.Draw(page)
        taken: list[Box] = []
        for label in self._labels:
            box = _free_box(label, page.size, taken)
            taken.append(box)
            draw.rounded_rectangle(box, 5, fill=PAPER[::-1], outline=label.colour[::-1], width=2)
            for number, line in enumerate(label.lines):
                face = font_of(label.size if number == 0 else label.size - 3, bold=number == 0)
                place = (box[0] + 7, box[1] + 3 + number * (label.size + 4))
                draw.text(place, line, font=face, fill=(label.colour if number == 0 else WHITE)[::-1])
        return np.ascontiguousarray(np.asarray(page)[:, :, ::-1])

    def _mix(self, weights: npt.NDArray[Any], colour: Colour) -> None:
        share = (weights.astype(np.float32) / 255)[..., None]
        self.picture[:] = np.round(self.picture * (1 - share) + np.array(colour, np.float32) * share)


def _free_box(label: Label, page: tuple[int, int], taken: list[Box]) -> Box:
    """Returns the first free place around the card, or the one with the least overlap."""
    faces = [font_of(label.size if number == 0 else label.size - 3, number == 0) for number in range(len(label.lines))]
    width = max(face.getlength(line) for face, line in zip(faces, label.lines, strict=True)) + 14
    height = len(label.lines) * (label.size + 4) + 7
    return min(_places(label.around, width, height, page), key=lambda box: sum(_overlap(box, other) for other in taken))


def _places(around: Box, width: float, height: float, page: tuple[int, int]) -> Iterator[Box]:
    """Yields the boxes around the card, moved into the page."""
    left, top, right, bottom = around
    middle, centre = (left + right) / 2, (top + bottom) / 2
    corners = (
        (middle - width / 2, top - height - 2),
        (middle - width / 2, bottom + 2),
        (right + 2, centre - height / 2),
        (left - width - 2, centre - height / 2),
        (middle - width / 2, centre - height / 2),
        (left, top - height - 2),
        (right - width, bottom + 2),
    )
    for x, y in corners:
        x += max(0.0, -x) - max(0.0, x + width - page[0] + 1)
        y += max(0.0, -y) - max(0.0, y + height - page[1] + 1)
        yield x, y, x + width, y + height


def _overlap(one: Box, other: Box) -> float:
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return max(width, 0.0) * max(height, 0.0)


COLUMN = 320
ROW = 140
CROP = (76, 114)
"""Width and height."""
HEAD, FOOT = 40, 34
GAP = 12
MAX_COLUMNS = 3
LINE = 24


@dataclass(frozen=True, slots=True)
class CropRow:
    """A crop, the kept picture of its best candidate (if the pack has one), and the scores of the candidates.

    `why` is the reason for a reading without a name.
    """

    crop: Image
    enrolled: Image | None
    name: str
    colour: Colour
    candidates: tuple[tuple[str, float], ...]
    why: str = ""


def page(
    sketch: Image, title: str, legend: Sequence[tuple[Colour, str]], rows: Sequence[CropRow], footer: Sequence[str]
) -> Image:
    """Returns the page; *footer* are lines that stand below the crops."""
    height, width = sketch.shape[:2]
    in_column = max((height - GAP - len(footer) * LINE) // ROW, 1)
    columns = min(max(-(-len(rows) // in_column), 1), MAX_COLUMNS)
    paper = Pillow.new("RGB", (width + columns * COLUMN, HEAD + max(height, ROW) + FOOT), PAPER[::-1])
    paper.paste(_pillow(sketch), (0, HEAD))
    draw = ImageDraw.Draw(paper)
    draw.text((GAP, 10), title, font=font_of(15, bold=True), fill=WHITE[::-1])
    left, top = GAP, paper.height - FOOT + 7
    for colour, text in legend:
        draw.rectangle((left, top + 5, left + 20, top + 11), fill=colour[::-1])
        draw.text((left + 28, top), text, font=font_of(14), fill=WHITE[::-1])
        left += 28 + round(font_of(14).getlength(text)) + 28
    room = in_column * columns
    for index, row in enumerate(rows[:room]):
        _row(paper, draw, (width + GAP + index // in_column * COLUMN, HEAD + GAP + index % in_column * ROW), row)
    lines = [f"… and {len(rows) - room} more", *footer] if len(rows) > room else list(footer)
    below = HEAD + GAP + min(len(rows), in_column) * ROW
    for index, line in enumerate(lines):
        draw.text((width + GAP, below + index * LINE), line, font=font_of(14), fill=WHITE[::-1])
    return np.ascontiguousarray(np.asarray(paper)[:, :, ::-1])


def _row(paper: Pillow.Image, draw: ImageDraw.ImageDraw, place: tuple[int, int], row: CropRow) -> None:
    left, top = place
    crop = row.crop if row.enrolled is None else _oriented_like(row.crop, row.enrolled)
    for picture in (crop, row.enrolled):
        if picture is not None:
            paper.paste(
                _pillow(np.asarray(cv2.resize(picture, CROP, interpolation=cv2.INTER_AREA), np.uint8)), (left, top)
            )
            left += CROP[0] + 4
    draw.rectangle(
        (place[0] - 2, top - 2, place[0] + CROP[0] + 1, top + CROP[1] + 1), outline=row.colour[::-1], width=2
    )
    left += GAP - 4
    draw.text((left, top - 4), row.name, font=font_of(22, bold=True), fill=row.colour[::-1])
    room = place[0] + COLUMN - 2 * GAP - left
    for index, (name, score) in enumerate(row.candidates):
        line = top + 28 + index * 22
        full = max(round(room * min(max(score, 0.0), 1.0)), 1)
        draw.rectangle((left, line + 16, left + full, line + 18), fill=(row.colour if index == 0 else GREY)[::-1])
        draw.text((left, line), name, font=font_of(13, bold=index == 0), fill=WHITE[::-1])
        draw.text((left + room, line), f"{score:.2f}", font=font_of(13), fill=WHITE[::-1], anchor="ra")
    draw.text((left, top + 28 + len(row.candidates) * 22), row.why, font=font_of(12), fill=row.colour[::-1])


def _oriented_like(crop: Image, enrolled: Image) -> Image:
    """Returns the crop in the orientation that is more similar to the enrolled picture."""
    small = [cv2.resize(picture, (24, 36), interpolation=cv2.INTER_AREA).astype(int) for picture in (crop, enrolled)]
    upright, over = np.abs(small[0] - small[1]).sum(), np.abs(small[0][::-1, ::-1] - small[1]).sum()
    return crop if upright <= over else np.ascontiguousarray(crop[::-1, ::-1])


def _pillow(picture: Image) -> Pillow.Image:
    return Pillow.fromarray(np.ascontiguousarray(picture[:, :, ::-1]))
