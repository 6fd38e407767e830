"""Augmentation of card pictures: on a table, in some light, cropped with inaccurate corners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

import cv2
import numpy as np
import numpy.typing as npt

from lab.training.augmentation.light import Chance, seen_by_camera
from vision.geometry.rectify import CROP_HEIGHT, CROP_WIDTH, full_quad, inset, rectify, rotate_180
from vision.types import Image, Quad

Matrix: TypeAlias = npt.NDArray[np.float32]
"""3×3 over B, G, R."""

_SMALLEST, _LARGEST = 56, 230
"""Heights of a card in a camera's picture, px."""
_CANVAS = 1.42
_WORST_COVER = 0.6
_FINGER = 0.28
"""Width of a finger divided by the width of a card."""
_COVERED = 0.2
"""Share of views with an unknown object on the card."""


@dataclass(frozen=True)
class Guise:
    """A change of a whole deck, to obtain more artworks."""

    colours: Matrix
    mirrored: bool


PLAIN = Guise(np.eye(3, dtype=np.float32), False)


def random_guise(chance: Chance) -> Guise:
    """Returns a recolouring by hue, by swapped or by mixed channels; half of the decks are unchanged."""
    if chance.random() < 0.5:
        return PLAIN
    colours: npt.NDArray[Any] = np.eye(3)
    if chance.random() < 0.35:
        colours = colours[chance.permutation(3)]
    mix = (1 - np.eye(3)) * chance.normal(0, 0.22, (3, 3))
    colours = (np.eye(3) + mix - np.diag(mix.sum(axis=1))) @ colours  # rows sum to one: paper stays white
    return Guise(colours.astype(np.float32), chance.random() < 0.3)


def disguised(card: Image, guise: Guise) -> Image:
    if guise.mirrored:
        card = cast("Image", np.ascontiguousarray(card[:, ::-1]))
    if guise is PLAIN:
        return card
    return cast("Image", cv2.transform(card, guise.colours))


def reprinted(card: Image, chance: Chance) -> Image:
    """Returns the card as another print of the same artwork: other inks, line weight, margins, frame."""
    height, width = card.shape[:2]
    mix = chance.normal(0, 0.07, (3, 3))
    inks = (np.eye(3) + mix - np.diag(mix.sum(axis=1))).astype(np.float32)
    print_ = cast("Image", cv2.transform(card, inks))
    weight = chance.random()
    if weight < 0.45:
        # heavier or lighter ink
        change = cv2.erode if weight < 0.25 else cv2.dilate
        heavier = change(print_, np.ones((2, 2), np.uint8))
        print_ = cast("Image", cv2.addWeighted(print_, 0.4, heavier, 0.6, 0))
    room = chance.uniform(-0.035, 0.035, 4).astype(np.float32) * np.array([width, height, width, height], np.float32)
    left, top, right, bottom = room
    inner = np.array([[left, top], [width + right, top], [width + right, height + bottom], [left, height + bottom]])
    to_inner = cv2.getPerspectiveTransform(full_quad(card), cast("Quad", inner.astype(np.float32)) - np.float32(0.5))
    paper = tuple(float(value) for value in np.quantile(print_.reshape(-1, 3)[::7], 0.9, axis=0))
    print_ = cast("Image", cv2.warpPerspective(print_, to_inner, (width, height), borderValue=paper))
    if chance.random() < 0.3:
        margin = chance.uniform(0.015, 0.06) * width
        corners = (int(margin), int(margin)), (int(width - margin), int(height - margin))
        cv2.rectangle(print_, *corners, tuple(chance.uniform(0, 110, 3)), int(chance.integers(1, 4)), cv2.LINE_AA)
    return print_


def ornamented(card: Image, other: Image, chance: Chance) -> Image:
    """Returns the card with a small part of *other* on its plain area, as some prints have ornaments there."""
    height, width = card.shape[:2]
    size = int(width * chance.uniform(0.2, 0.45)), int(height * chance.uniform(0.12, 0.35))
    small = cv2.resize(rectify(other, inset(full_quad(other), 0.12)), size, interpolation=cv2.INTER_AREA)
    x, y = (int(chance.integers(side - little)) for side, little in zip((width, height), size, strict=True))
    print_ = card.copy()
    place = print_[y : y + size[1], x : x + size[0]]
    np.minimum(place, small, out=place)  # ink on ink
    return print_


def enrolment_view(card: Image, chance: Chance) -> Image:
    """Returns an upright crop as in enrolment: of a scan or a careful photograph."""
    if chance.random() < 0.5:
        return rectify(card, inset(full_quad(card), chance.uniform(0, 0.03)))
    return _view(card, chance, harsh=chance.uniform(0.05, 0.4), height=chance.uniform(130, _LARGEST), others=())


def table_view(card: Image, others: Sequence[Image], chance: Chance, most_covered: float = _WORST_COVER) -> Image:
    """Returns an upright crop as in play; *others* may cover a part of the card."""
    height = float(np.exp(chance.uniform(np.log(_SMALLEST), np.log(_LARGEST))))
    return _view(card, chance, float(chance.uniform(0.1, 1)), height, others, most_covered)


def junk_view(card: Image, back: Image | None, chance: Chance) -> Image:
    """Returns a view without a card's face: a back, a bare table, cloth, a plain sheet, or half a card."""
    kind = chance.random()
    if back is not None and kind < 0.4:
        return table_view(back, (), chance)
    if kind < 0.7:
        ground = _ground(CROP_HEIGHT, CROP_WIDTH, chance)
        if chance.random() < 0.5:
            return seen_by_camera(ground, chance, float(chance.uniform(0.1, 1)))
        return table_view(ground, (), chance)
    plain = np.full((CROP_HEIGHT, CROP_WIDTH, 3), chance.uniform(0, 255, 3), np.float32).astype(np.uint8)
    if kind < 0.92:
        return table_view(plain, [card], chance)
    half = _ground(CROP_HEIGHT, CROP_WIDTH, chance)
    shown = CROP_HEIGHT * 4 // 10
    half[-shown:] = rectify(card, full_quad(card))[:shown]
    return seen_by_camera(rotate_180(half), chance, 0.5)


def _view(
    card: Image, chance: Chance, harsh: float, height: float, others: Sequence[Image], most: float = _WORST_COVER
) -> Image:
    card = _worn(card, chance, harsh)
    side = round(height * _CANVAS)
    quad = _placed(card, height, side, chance, harsh)
    frame = inset(quad, -_margin(chance))
    canvas = _ground(side, side, chance)
    _lay(canvas, frame, _border(card, chance))
    _print(canvas, card, quad, chance)
    cover = some_cover(chance, most) if others and chance.random() < _COVERED else None
    if cover is not None:
        _lay_across(canvas, cover, quad, others, chance)
    canvas = seen_by_camera(canvas, chance, harsh)
    return rectify(canvas, _jittered(frame, chance, harsh))


def _worn(card: Image, chance: Chance, harsh: float) -> Image:
    """Bends, fades and yellows the card itself."""
    if chance.random() < 0.3 * harsh:
        height, width = card.shape[:2]
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        reach = np.float32(chance.normal(0, 0.02) * width)
        x, y = x + reach * np.sin(np.pi * y / height), y + reach * np.sin(np.pi * x / width)
        card = cast("Image", cv2.remap(card, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
    if chance.random() < 0.5:
        keep = chance.uniform(0.55, 1.35)
        grey = np.full((3, 3), (1 - keep) / 3, np.float32) + np.eye(3, dtype=np.float32) * np.float32(keep)
        paper = np.diag([chance.uniform(0.75, 1), chance.uniform(0.92, 1), 1]).astype(np.float32)
        card = cast("Image", cv2.transform(card, paper @ grey))
    if chance.random() < 0.3:
        fade = np.float32(chance.uniform(0.75, 1))
        card = cast("Image", cv2.convertScaleAbs(card, alpha=float(fade), beta=float(255 * (1 - fade) * 0.8)))
    return card


def _placed(card: Image, height: float, side: int, chance: Chance, harsh: float) -> Quad:
    """Returns the card's corners on the canvas, rotated and slightly tilted."""
    width = height * card.shape[1] / card.shape[0] * chance.uniform(0.96, 1.04)
    angle = chance.uniform(0, 2 * np.pi) if chance.random() < 0.5 else chance.normal(0, 0.05)
    unit = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * [width, height]
    tilt = chance.normal(0, 0.12 * harsh, 2) / height
    depth = 1 + unit @ tilt
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    quad = (unit / depth[:, None]) @ turn + side / 2
    return cast("Quad", quad.astype(np.float32))


def _margin(chance: Chance) -> float:
    """How much wider than the art the card is cut, as a share of it; below zero if cut into the art."""
    kind = chance.random()
    if kind < 0.45:
        return 0.0
    if kind < 0.8:
        return float(chance.uniform(-0.015, 0.03))
    return float(chance.uniform(-0.03, 0.075))


def _border(card: Image, chance: Chance) -> tuple[float, ...]:
    if chance.random() < 0.65:
        middle = card.shape[0] // 2
        return tuple(float(value) for value in card[middle - 20 : middle + 20, 3].mean(axis=0))
    if chance.random() < 0.35:
        return (float(chance.uniform(0, 30)),) * 3
    return tuple(float(value) for value in chance.uniform(0, 255, 3))


def _lay(canvas: Image, quad: Quad, colour: Sequence[float]) -> None:
    corners = (quad * 16).astype(np.int32)
    cv2.fillConvexPoly(canvas, corners, tuple(colour), cv2.LINE_AA, 4)


def _print(canvas: Image, card: Image, quad: Quad, chance: Chance) -> None:
    """Draws the card into *quad*, with its corners rounded more or less."""
    height, width = card.shape[:2]
    to_canvas = cv2.getPerspectiveTransform(full_quad(card), quad)
    length = np.linalg.norm(quad[3] - quad[0])
    if length < height / 2:
        card = cast("Image", cv2.blur(card, (2, 2)))
    side = canvas.shape[0]
    drawn = cv2.warpPerspective(card, to_canvas, (side, side), flags=cv2.INTER_LINEAR)
    mask = np.zeros((height, width), np.uint8)
    radius = int(width * chance.uniform(0, 0.09))
    cv2.rectangle(mask, (radius, 1), (width - radius, height - 2), 255, -1)
    cv2.rectangle(mask, (1, radius), (width - 2, height - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, (255,), -1)
    where = cv2.warpPerspective(mask, to_canvas, (side, side), flags=cv2.INTER_LINEAR)
    cv2.copyTo(drawn, cast("Image", (where > 127).astype(np.uint8)), canvas)


def _jittered(quad: Quad, chance: Chance, harsh: float) -> Quad:
    """Returns the corners with detection errors: small ones for each corner, sometimes a large one for all."""
    length = np.linalg.norm(quad[3] - quad[0])
    spread = 0.004 + 0.011 * harsh
    if chance.random() < 0.12 * harsh:
        spread = 0.028
    off = chance.normal(0, spread, (4, 2)) * length
    shift = chance.normal(0, 0.007 + 0.006 * harsh, 2) * length
    grown = inset(quad, float(chance.normal(0, 0.004 + 0.008 * harsh)))
    return cast("Quad", (grown + off + shift).astype(np.float32))


def some_cover(chance: Chance, most: float = _WORST_COVER) -> npt.NDArray[np.float32]:
    """Returns a polygon over the unit card: everything beyond a slanting line near one side or corner."""
    angle = chance.uniform(0, 2 * np.pi)
    inwards = np.array([np.cos(angle), np.sin(angle)])
    along = np.array([-inwards[1], inwards[0]])
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) - 0.5
    nearest, farthest = (corners @ inwards).min(), (corners @ inwards).max()
    depth = nearest + (farthest - nearest) * chance.uniform(0.05, most)
    foot = inwards * depth
    polygon = np.array([foot + along, foot - along, foot - along - inwards * 1.5, foot + along - inwards * 1.5])
    return cast("npt.NDArray[np.float32]", (polygon + 0.5).astype(np.float32))


def _lay_across(
    canvas: Image, cover: npt.NDArray[np.float32], quad: Quad, others: Sequence[Image], chance: Chance
) -> None:
    """Draws another card, a finger or a plain object over the covered part."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    to_canvas = cv2.getPerspectiveTransform(unit, quad)
    place = cv2.perspectiveTransform(cover.reshape(1, 4, 2), to_canvas)[0]
    kind = chance.random()
    if kind < 0.6:
        other = others[int(chance.integers(len(others)))]
        to_place = cv2.getPerspectiveTransform(full_quad(other), place.astype(np.float32))
        side = canvas.shape[0]
        cv2.warpPerspective(other, to_place, (side, side), canvas, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    elif kind < 0.8:
        lay_fingers(canvas, cast("Quad", place), _FINGER * float(np.linalg.norm(quad[1] - quad[0])), chance)
    else:
        _lay(canvas, cast("Quad", place), tuple(chance.uniform(0, 255, 3)))


def lay_fingers(canvas: Image, place: Quad, width: float, chance: Chance) -> None:
    """Draws one to three fingers *width* px wide that reach in as far as the first side of *place* and end round."""
    skin = np.array([110, 150, 210]) * chance.uniform(0.4, 1.15) + chance.normal(0, 10, 3)
    side, far = place[1] - place[0], place[2] - place[3]
    step = 1.1 * width / float(np.linalg.norm(side))
    first = chance.uniform(0.3, 0.55)
    inwards = place[0] - place[3]
    inwards = inwards / np.linalg.norm(inwards)
    for number in range(int(chance.integers(1, 4))):
        share = first + number * step
        tip = place[0] + share * side - inwards * width * chance.uniform(0.6, 1.4)
        root = place[3] + share * far
        ends = [tuple(int(value) for value in point) for point in (root, tip)]
        for thickness, shade in ((1.0, 0.75), (0.8, 1.0)):  # rounded: darker towards its sides
            cv2.line(canvas, ends[0], ends[1], tuple(skin * shade), max(round(width * thickness), 1), cv2.LINE_AA)


def _ground(height: int, width: int, chance: Chance) -> Image:
    """Returns a table: a plain colour with grain, or cloth."""
    colour = chance.uniform(10, 240, 3) * 0.5 + chance.uniform(10, 240) * 0.5
    cells = (int(chance.integers(2, 40)), int(chance.integers(2, 40)))
    texture = chance.normal(0, chance.uniform(0, 35), (*cells, 1)) * chance.uniform(0.6, 1, 3)
    grain = np.clip(texture + colour, 0, 255).astype(np.uint8)
    return cast("Image", cv2.resize(grain, (width, height), interpolation=cv2.INTER_LINEAR))
