"""The page around a sketch: title above, crops with candidates beside it, legend below."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw

from cli.debug.annotate import GREY, PAPER, WHITE, Colour, type_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.types import Image

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
    draw.text((GAP, 10), title, font=type_of(15, bold=True), fill=WHITE[::-1])
    _legend(draw, paper.height - FOOT + 7, legend)
    room = in_column * columns
    for index, row in enumerate(rows[:room]):
        _row(paper, draw, (width + GAP + index // in_column * COLUMN, HEAD + GAP + index % in_column * ROW), row)
    lines = [f"… and {len(rows) - room} more", *footer] if len(rows) > room else list(footer)
    below = HEAD + GAP + min(len(rows), in_column) * ROW
    for index, line in enumerate(lines):
        draw.text((width + GAP, below + index * LINE), line, font=type_of(14), fill=WHITE[::-1])
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
    draw.text((left, top - 4), row.name, font=type_of(22, bold=True), fill=row.colour[::-1])
    room = place[0] + COLUMN - 2 * GAP - left
    for index, (name, score) in enumerate(row.candidates):
        line = top + 28 + index * 22
        full = max(round(room * min(max(score, 0.0), 1.0)), 1)
        draw.rectangle((left, line + 16, left + full, line + 18), fill=(row.colour if index == 0 else GREY)[::-1])
        draw.text((left, line), name, font=type_of(13, bold=index == 0), fill=WHITE[::-1])
        draw.text((left + room, line), f"{score:.2f}", font=type_of(13), fill=WHITE[::-1], anchor="ra")
    draw.text((left, top + 28 + len(row.candidates) * 22), row.why, font=type_of(12), fill=row.colour[::-1])


def _legend(draw: ImageDraw.ImageDraw, top: int, legend: Sequence[tuple[Colour, str]]) -> None:
    left = GAP
    for colour, text in legend:
        draw.rectangle((left, top + 5, left + 20, top + 11), fill=colour[::-1])
        draw.text((left + 28, top), text, font=type_of(14), fill=WHITE[::-1])
        left += 28 + round(type_of(14).getlength(text)) + 28


def _oriented_like(crop: Image, enrolled: Image) -> Image:
    """Returns the crop in the orientation that is more similar to the enrolled picture."""
    small = [cv2.resize(picture, (24, 36), interpolation=cv2.INTER_AREA).astype(int) for picture in (crop, enrolled)]
    upright, over = np.abs(small[0] - small[1]).sum(), np.abs(small[0][::-1, ::-1] - small[1]).sum()
    return crop if upright <= over else np.ascontiguousarray(crop[::-1, ::-1])


def _pillow(picture: Image) -> Pillow.Image:
    return Pillow.fromarray(np.ascontiguousarray(picture[:, :, ::-1]))
