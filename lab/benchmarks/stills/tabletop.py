"""Whole tables at one look: a trick of separate or overlapping cards, other objects, and cards laid for timing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from device.camera.base import DEFAULT_FPS
from device.camera.picture_file import low_resolution
from engine.cards import Card
from lab.benchmarks.stills.camera import Light, add_noise, develop, draw_object, surface
from lab.benchmarks.stills.things import Thing
from lab.benchmarks.stills.things import card as card_of_paper
from vision.geometry.quads import shared_area
from vision.types import Frame, Image, Luma, Quad

SIZE = (1920, 1080)
"""Width and height of the picture, px."""
WIDTHS = ((1.40, 63.0), (1.54, 59.0), (1.66, 56.0))
"""Aspect ratios of cards, and the widths in which they are sold, mm."""
LEAN = (0.0, 12.0)
"""Range of the camera's tilt from the vertical, degrees."""


@dataclass(frozen=True)
class VisibleCard:
    """`visible` is the visible share of the card, from 0 to 1."""

    card: Card
    quad: Quad
    visible: float


@dataclass(frozen=True)
class Tabletop:
    """`cards` are in the order in which they were laid, the lowest first."""

    picture: Image
    cards: tuple[VisibleCard, ...]


class TableView:
    """A camera above a table on which objects are laid one after the other."""

    def __init__(self, chance: np.random.Generator, lean: tuple[float, float] = LEAN) -> None:
        self._chance = chance
        self._to_picture = _random_view(chance, lean)
        self.picture = surface(SIZE[::-1], chance)
        self._on_top = np.full(SIZE[::-1], -1, np.int8)
        self._areas: list[int] = []
        self._quads: list[Quad] = []

    def quad(self, x: float, y: float, angle: float, size: tuple[float, float]) -> Quad:
        """Returns the quad of an object of *size* (width and height in mm) at *x*, *y* mm from the middle."""
        width, height = size
        flat = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        lying = (flat @ turn + [x, y]).astype(np.float32)
        return np.asarray(cv2.perspectiveTransform(lying[None], self._to_picture)[0], np.float32)

    def put(self, thing: Thing, quad: Quad) -> None:
        """Lays an object on all others, with a soft shadow."""
        self._shade(thing.shape, quad)
        covered = draw_object(thing.picture, thing.shape, quad, self.picture) > 127
        self._on_top[covered] = len(self._quads)
        self._areas.append(int(covered.sum()))
        self._quads.append(quad)

    def visible(self, number: int) -> float:
        """Returns the visible share of the object with this index, in the order of laying."""
        return float((self._on_top == number).sum()) / max(self._areas[number], 1)

    def quad_of(self, number: int) -> Quad:
        return self._quads[number]

    def _shade(self, shape: Luma, quad: Quad) -> None:
        height, width = shape.shape
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        shifted = (quad + self._chance.uniform(-5, 5, 2).astype(np.float32)) / 4
        small = cv2.warpPerspective(shape, cv2.getPerspectiveTransform(corners, shifted), (SIZE[0] // 4, SIZE[1] // 4))
        soft = cv2.resize(cv2.GaussianBlur(small, (0, 0), 1.5), SIZE).astype(np.float32)
        self.picture = np.asarray(self.picture * (1 - soft[:, :, None] * (0.4 / 255)), np.uint8)


def trick(
    pictures: Mapping[Card, Image],
    light: Light,
    chance: np.random.Generator,
    apart: bool,
    lean: tuple[float, float] = LEAN,
) -> Tabletop:
    """Returns a table with these cards, either way up: *apart*, or each overlapping some of the others."""
    place = TableView(chance, lean)
    shape = float(np.median([picture.shape[0] / picture.shape[1] for picture in pictures.values()]))
    width = float(np.interp(shape, [one for one, _ in WIDTHS], [wide for _, wide in WIDTHS]))
    size = (width, width * shape)
    for picture, quad in zip(pictures.values(), _positions(place, len(pictures), size, apart, chance), strict=True):
        place.put(card_of_paper(picture, size[1]), quad)
    cards = tuple(
        VisibleCard(card, place.quad_of(number), min(1.0, place.visible(number)))
        for number, card in enumerate(pictures)
    )
    return Tabletop(develop(place.picture, light, chance), cards)


def scatter(things: Sequence[Thing], light: Light, chance: np.random.Generator) -> Image:
    """Returns a table with as many of these objects as fit without overlap."""
    place = TableView(chance)
    taken: list[Quad] = []
    for thing in things:
        size = (thing.height * thing.picture.shape[1] / thing.picture.shape[0], thing.height)
        for _ in range(20):
            x, y, angle = chance.uniform(-230, 230), chance.uniform(-120, 120), chance.uniform(0, 2 * np.pi)
            quad = place.quad(x, y, angle, size)
            if not any(shared_area(quad, other) for other in taken):
                taken.append(quad)
                place.put(thing, quad)
                break
    return develop(place.picture, light, chance)


def _positions(
    place: TableView, count: int, size: tuple[float, float], apart: bool, chance: np.random.Generator
) -> list[Quad]:
    """Returns positions around the middle: more than a card's length apart, or overlapping."""
    reach = size[1] * (chance.uniform(0.85, 1.15) if apart else chance.uniform(0.3, 0.6))
    first = chance.uniform(0, 2 * np.pi)
    quads: list[Quad] = []
    for number in range(count):
        for _ in range(100):
            angle = first + 2 * np.pi * number / count + chance.normal(0, 0.1)
            x, y = reach * 1.25 * np.cos(angle), reach * np.sin(angle)
            quad = place.quad(x, y, chance.uniform(0, 2 * np.pi), size)
            if _in_view(quad) and not (apart and any(shared_area(quad, other) for other in quads)):
                break
        quads.append(quad)
    return quads


def _in_view(quad: Quad) -> bool:
    return bool((quad > 4).all() and (quad < np.array(SIZE) - 4).all())


def _random_view(chance: np.random.Generator, leans: tuple[float, float]) -> npt.NDArray[np.float64]:
    """Returns the homography from mm on the table to px: 52 to 80 cm above it, tilted within *leans* degrees."""
    height, field = chance.uniform(520, 800), chance.uniform(560, 660)
    lean, way, roll = np.radians(chance.uniform(*leans)), chance.uniform(0, 2 * np.pi), np.radians(chance.normal(0, 2))
    axis = np.array([np.cos(way), np.sin(way), 0.0]) * lean
    turned = cv2.Rodrigues(axis)[0] @ cv2.Rodrigues(np.array([0, 0, roll]))[0]
    focal = SIZE[0] * height / field
    to_sensor = np.array([[focal, 0, SIZE[0] / 2], [0, focal, SIZE[1] / 2], [0, 0, 1]])
    homography: npt.NDArray[np.float64] = to_sensor @ np.column_stack([turned[:, 0], turned[:, 1], [0, 0, height]])
    return homography


ARM_FRAMES, STILL_FRAMES = 3, 8
CARD = (58.0, 96.0)
"""Width and height, mm."""
COLUMNS, STEP = 4, (105.0, 118.0)
"""Columns of the grid of cards, and the distance between cards, mm."""
NOISE = 3.0


def lay_cards(cards: Iterable[Image], seed: int = 1) -> Iterator[Image]:
    """Yields pictures of 1920×1080 px: the empty table, then each card laid by an arm; at most eight are in view."""
    chance = np.random.default_rng(seed)
    place = TableView(chance)
    yield from _still(place.picture, chance, STILL_FRAMES)
    for number, card in enumerate(cards):
        x = (number % COLUMNS - (COLUMNS - 1) / 2) * STEP[0]
        y = (number // COLUMNS - 0.5) * STEP[1]
        quad = place.quad(x, y, float(chance.normal(0, 0.3)), CARD)
        for moment in range(ARM_FRAMES):
            reached = quad.mean(axis=0) + np.array([25, 40]) * moment
            yield _photograph(_arm(place.picture, reached), chance)
        place.put(card_of_paper(card, CARD[1]), quad)
        yield from _still(place.picture, chance, STILL_FRAMES)


def still(cards: Iterable[Image], count: int, seed: int = 1) -> list[Image]:
    """Returns *count* pictures of a table with these cards, which differ only by the noise of the camera."""
    chance = np.random.default_rng(seed)
    place = TableView(chance)
    for number, card in enumerate(cards):
        quad = place.quad((number - 1) * STEP[0], 0, float(chance.normal(0, 0.3)), CARD)
        place.put(card_of_paper(card, CARD[1]), quad)
    return list(_still(place.picture, chance, count))


def frames_of(pictures: Iterable[Image], fps: float = DEFAULT_FPS) -> Iterator[Frame]:
    for number, picture in enumerate(pictures):
        yield Frame(number, number / fps, picture, low_resolution(picture))


def _still(picture: Image, chance: np.random.Generator, count: int) -> Iterator[Image]:
    for _ in range(count):
        yield _photograph(picture, chance)


def _photograph(picture: Image, chance: np.random.Generator) -> Image:
    soft = cv2.GaussianBlur(picture, (0, 0), 0.8)
    return add_noise(soft.astype(np.float32), NOISE, chance)


def _arm(picture: Image, reached: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Image:
    with_arm = picture.copy()
    x, y = (int(value) for value in reached)
    cv2.line(with_arm, (x, y), (x + 120, SIZE[1]), (95, 130, 190), 110, cv2.LINE_AA)
    return with_arm
