"""Tables with cards for the detector to learn from: pictures, and for each place which card shows there.

Rendered at the size that the detector looks at, some hundred a minute: free and drawn decks, alone, in rows, tricks and
heaps, from above and from the side, under hands and glasses, on the tables of `detector_tables`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.rectify import whole
from vision.simulator.hand import BOTTOM, LEFT, RIGHT, TOP, draw_hand, random_hand
from vision.training.degrade import disguised, random_guise
from vision.training.detector_tables import SIDE, table_bank
from vision.training.light import seen_by_camera

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.sightings import Image, Quad
    from vision.training.decks import Deck
    from vision.training.light import Chance

Floats: TypeAlias = npt.NDArray[Any]
Alpha: TypeAlias = npt.NDArray[Any]
"""H×W, 0 to 1."""

WIDTH, HEIGHT = 256, 192
"""Of the pictures, px: parts of what the detector looks at, for most of a whole view is bare table."""
VIEW_WIDTH = 512
"""Of a whole view, px."""
TABLES, HANDS = 180, 24
LENGTH_MM = 90.0
MOST_CARDS = 12
_HAND_SCALE = 1.0
"""Px per mm of a drawn hand."""


@dataclass(eq=False)
class Scene:
    """`owner` (H×W int16) is the number of the card that shows at each px, -1 where none does."""

    picture: Image
    owner: npt.NDArray[np.int16]
    quads: list[Quad] = field(default_factory=list)
    areas: list[float] = field(default_factory=list)


class View:
    """A camera above the table: mm on the table, from the middle of the picture, to px."""

    def __init__(self, chance: Chance, length: float) -> None:
        """A card of LENGTH_MM in the middle is *length* px long."""
        tilt = np.radians(chance.uniform(0, 12) if chance.random() < 0.5 else chance.uniform(8, 50))
        focal = VIEW_WIDTH * chance.uniform(0.8, 1.6)
        distance = focal * LENGTH_MM / length
        roll = np.radians(chance.normal(0, 6) if chance.random() < 0.8 else chance.uniform(-180, 180))
        cos, sin = np.cos(tilt), np.sin(tilt)
        lean = np.array([[1, 0, 0], [0, cos, 0], [0, sin, distance]])
        turn = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
        lens = np.array([[focal, 0, WIDTH / 2], [0, focal, HEIGHT / 2], [0, 0, 1]])
        self.plane = lens @ turn @ lean
        self.reach = np.array([WIDTH, HEIGHT]) / 2 * LENGTH_MM / length
        """Half of what is seen, mm."""

    def seen(self, points: npt.NDArray[np.float64]) -> Quad:
        return cast("Quad", cv2.perspectiveTransform(points[None].astype(np.float32), self.plane)[0])

    def quad(self, x: float, y: float, angle: float, size: tuple[float, float]) -> Quad:
        """Returns top left, top right, bottom right, bottom left of a thing *size* mm (width, height) large."""
        width, height = size
        flat = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        return self.seen(flat @ turn + [x, y])


Lie: TypeAlias = tuple[float, float, float]
"""x and y in mm, angle in radians."""


def lies_of(chance: Chance, reach: Floats, width: float) -> list[Lie]:
    """Returns where cards of *width* mm lie, the lowest first."""
    kinds = (_scattered, _trick, _heap, _row, _fan, _grid)
    lies: list[Lie] = []
    for _ in range(int(chance.choice([1, 1, 2]))):
        kind = kinds[int(chance.choice(len(kinds), p=[0.25, 0.25, 0.22, 0.12, 0.08, 0.08]))]
        middle = chance.uniform(-0.75, 0.75, 2) * reach
        lies += kind(chance, middle, reach, width)
    return lies[:MOST_CARDS]


def _scattered(chance: Chance, middle: Floats, reach: Floats, width: float) -> list[Lie]:
    count = int(chance.choice([1, 1, 1, 2, 3, 4, 6, 8]))
    return [(*(chance.uniform(-0.95, 0.95, 2) * reach), chance.uniform(0, 2 * np.pi)) for _ in range(count)]


def _trick(chance: Chance, middle: Floats, reach: Floats, width: float) -> list[Lie]:
    """From each side one card, more or less on one another."""
    count, apart = int(chance.integers(2, 6)), width * chance.uniform(0.25, 1.6)
    first = chance.uniform(0, 2 * np.pi)
    lies = []
    for number in range(count):
        side = first + 2 * np.pi * number / max(count, 3)
        place = middle + apart * np.array([np.cos(side), np.sin(side)]) + chance.normal(0, 0.15 * width, 2)
        lies.append((*place, side + np.pi / 2 + chance.normal(0, 0.3)))
    return lies


def _heap(chance: Chance, middle: Floats, reach: Floats, width: float) -> list[Lie]:
    spread = width * chance.uniform(0.15, 0.9)
    count = int(chance.integers(2, 9))
    return [(*(middle + chance.normal(0, spread, 2)), chance.uniform(0, 2 * np.pi)) for _ in range(count)]


def _row(chance: Chance, middle: Floats, reach: Floats, width: float) -> list[Lie]:
    """Side by side, touching or nearly so."""
    count, step = int(chance.integers(2, 8)), width * chance.uniform(0.93, 1.12)
    return _along(chance, middle, count, step, chance.uniform(0, 2 * np.pi), 0.0, width)


def _fan(chance: Chance, middle: Floats, reach: Floats, width: float) -> list[Lie]:
    """Each card on the one before, of which an edge shows; along either side."""
    count, step = int(chance.integers(2, 8)), width * chance.uniform(0.2, 0.9)
    crosswise = np.pi / 2 if chance.random() < 0.4 else 0.0
    return _along(chance, middle, count, step, chance.uniform(0, 2 * np.pi), crosswise, width)


def _grid(chance: Chance, middle: Floats, reach: Floats, width: float) -> list[Lie]:
    rows, step = int(chance.integers(2, 4)), width * chance.uniform(1.02, 1.35)
    angle = chance.normal(0, 0.15)
    down = step * chance.uniform(1.4, 1.7) * np.array([-np.sin(angle), np.cos(angle)])
    return [lie for row in range(rows) for lie in _along(chance, down * row - down, 4, step, angle, 0.0, width)]


def _along(
    chance: Chance, middle: Floats, count: int, step: float, angle: float, crosswise: float, width: float
) -> list[Lie]:
    off, turned = chance.uniform(0, 0.06) * width, chance.uniform(0, 0.05)
    bend = chance.normal(0, 0.12) if chance.random() < 0.3 else 0.0
    lies = []
    for number in range(count):
        place = (number - (count - 1) / 2) * step * np.array([np.cos(angle), np.sin(angle)])
        turn = angle + crosswise + bend * (number - count / 2) + chance.normal(0, turned)
        lies.append((*(middle + place + chance.normal(0, off, 2)), turn))
    return lies


class Scenes:
    """Makes scenes of *decks*; banks of tables and hands are made once, some seconds."""

    def __init__(self, decks: Sequence[Deck], seed: int) -> None:
        chance = np.random.default_rng([seed, 1])
        self._decks = decks
        self._tables = table_bank(TABLES, chance)
        self._hands = [_hand(chance) for _ in range(HANDS)]

    def scene(self, chance: Chance) -> Scene:
        length = float(np.clip(np.exp(chance.normal(np.log(84), 0.35)), 40, 230))
        if chance.random() < 0.08:
            length = float(chance.uniform(150, 330))
        view = View(chance, length)
        scene = Scene(self._ground(view, chance), np.full((HEIGHT, WIDTH), -1, np.int16))
        deck = self._decks[int(chance.integers(len(self._decks)))]
        for _ in range(int(chance.choice([0, 0, 1, 2, 3]))):
            self._thing(scene, view, chance)
        if chance.random() < 0.95:
            self._cards(scene, view, deck, chance)
        for _ in range(int(chance.choice([0, 0, 0, 1, 2]))):
            self._reach_in(scene, view, chance)
        if chance.random() < 0.2:
            _glass(scene, view, chance)
        harsh = float(chance.uniform(0, 0.7))
        scene.picture = seen_by_camera(scene.picture, chance, harsh)
        return scene

    def _ground(self, view: View, chance: Chance) -> Image:
        table = self._tables[int(chance.integers(len(self._tables)))]
        scale = float(np.exp(chance.uniform(np.log(0.5), np.log(1.6))))
        angle = chance.uniform(0, 2 * np.pi) if chance.random() < 0.5 else chance.normal(0, 0.1)
        cos, sin = scale * np.cos(angle), scale * np.sin(angle)
        x, y = chance.uniform(-0.5, 0.5, 2) * SIDE
        lying = np.array([[cos, -sin, x], [sin, cos, y], [0, 0, 1]])
        middle = np.array([[1, 0, -SIDE / 2], [0, 1, -SIDE / 2], [0, 0, 1]])
        to_picture = view.plane @ lying @ middle
        seen = cv2.warpPerspective(
            table, to_picture, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        )
        return cast("Image", seen)

    def _cards(self, scene: Scene, view: View, deck: Deck, chance: Chance) -> None:
        pictures = deck.pictures
        shape = pictures[0].shape[0] / pictures[0].shape[1] * chance.uniform(0.97, 1.03)
        size = (LENGTH_MM / shape, LENGTH_MM)
        guise = random_guise(chance)
        radius, shade = chance.uniform(0, 0.09), float(chance.uniform(0.1, 0.6))
        off = chance.uniform(-2.5, 2.5, 2)
        paper = np.array(chance.uniform(0.82, 1.0) * (1 + chance.normal(0, 0.02, 3)))
        backs = deck.backs or self._decks[int(chance.integers(len(self._decks)))].backs
        for x, y, angle in lies_of(chance, view.reach, size[0]):
            quad = view.quad(x, y, angle + (np.pi if chance.random() < 0.5 else 0), size)
            if quad.max() > 2000 or quad.min() < -1500:
                continue
            down = backs and chance.random() < 0.08
            face = backs[int(chance.integers(len(backs)))] if down else pictures[int(chance.integers(len(pictures)))]
            face = _right_sized(face, float(np.linalg.norm(quad[3] - quad[0])))
            face = np.clip(disguised(face, guise) * paper, 0, 255).astype(np.uint8)
            _shade(scene, quad + off.astype(np.float32), shade)
            _lay_card(scene, face, quad, radius)

    def _reach_in(self, scene: Scene, view: View, chance: Chance) -> None:
        """A hand from some side, often over a card."""
        hand = self._hands[int(chance.integers(len(self._hands)))]
        if scene.quads and chance.random() < 0.6:
            target = scene.quads[int(chance.integers(len(scene.quads)))].mean(axis=0)
            flat = cv2.perspectiveTransform(target.reshape(1, 1, 2).astype(np.float32), np.linalg.inv(view.plane))
            place = flat[0, 0] + chance.normal(0, 35, 2)
        else:
            place = chance.uniform(-1.1, 1.1, 2) * view.reach
        shoulder = chance.choice([-1, 1], 2) * view.reach * chance.uniform(0.2, 1.6, 2) * [1, 2]
        heading = np.arctan2(*(shoulder - place)[::-1]) - np.pi / 2 + chance.normal(0, 0.2)
        cos, sin = np.cos(heading), np.sin(heading)
        frame = np.array([[LEFT, TOP], [RIGHT, TOP], [RIGHT, BOTTOM], [LEFT, BOTTOM]])
        corners = frame @ np.array([[cos, sin], [-sin, cos]]) * chance.uniform(0.9, 1.25) + place
        quad = view.seen(corners)
        if np.abs(quad).max() < 5000:
            _shade_of(scene, hand, quad + chance.normal(0, 6, 2).astype(np.float32), float(chance.uniform(0, 0.5)))
            _lay(scene, hand[..., :3], hand[..., 3].astype(np.float32) / 255, quad, -1)

    def _thing(self, scene: Scene, view: View, chance: Chance) -> None:
        """Beer mat, phone, sheet of paper, coin, box or pen, which is no card."""
        size, round_, picture = _some_thing(chance)
        x, y = chance.uniform(-1, 1, 2) * view.reach
        quad = view.quad(x, y, chance.uniform(0, 2 * np.pi), size)
        if np.abs(quad).max() < 4000:
            _shade(scene, quad + chance.normal(0, 2, 2).astype(np.float32), float(chance.uniform(0.1, 0.6)))
            _lay(scene, picture, _rounded(picture.shape[0], picture.shape[1], round_), quad, -1)


def _hand(chance: Chance) -> npt.NDArray[np.uint8]:
    pose = "pinch" if chance.random() < 0.5 else "flat"
    light = (float(chance.uniform(-0.7, 0.7)), float(chance.uniform(-0.7, 0.7)))
    return draw_hand(random_hand(chance), pose, _HAND_SCALE, light).whole  # type: ignore[arg-type]


def _some_thing(chance: Chance) -> tuple[tuple[float, float], float, Image]:
    """Returns its size in mm, how round its corners are (0.5: a circle), and its picture."""
    kind = chance.random()
    if kind < 0.25:
        side = chance.uniform(85, 110)
        size, round_ = (side, side), float(chance.choice([0.5, 0.1]))
    elif kind < 0.45:
        side = chance.uniform(16, 27)
        size, round_ = (side, side), 0.5
    elif kind < 0.6:
        size, round_ = (chance.uniform(66, 78), chance.uniform(135, 165)), 0.12
    elif kind < 0.8:
        size, round_ = (chance.uniform(100, 220), chance.uniform(140, 300)), 0.0
    else:
        size, round_ = (chance.uniform(7, 12), chance.uniform(100, 150)), 0.2
    return size, round_, _printed(chance, size, pale=0.6 <= kind < 0.8)


def _printed(chance: Chance, size: tuple[float, float], pale: bool) -> Image:
    wide, high = (max(int(side * 0.8), 4) for side in size)
    ground = chance.uniform(200, 255, 3) if pale else chance.uniform(0, 255, 3)
    picture = np.full((high, wide, 3), ground, np.uint8)
    for _ in range(int(chance.integers(0, 6))):
        colour = chance.uniform(0, 255, 3).tolist()
        x, y = int(chance.integers(wide)), int(chance.integers(high))
        what = chance.random()
        if what < 0.4:
            cv2.circle(picture, (x, y), int(chance.integers(1, wide // 2 + 2)), colour, int(chance.choice([-1, 1, 2])))
        elif what < 0.7:
            cv2.rectangle(picture, (x, y), (wide - x, high - y), colour, int(chance.choice([-1, 1, 2])))
        else:
            cv2.putText(
                picture, "Kiebitz"[: int(chance.integers(1, 8))], (x // 2, y), 2, chance.uniform(0.3, 1), colour
            )
    return cast("Image", picture)


def _glass(scene: Scene, view: View, chance: Chance) -> None:
    """Rims and shine of a glass over whatever is below; what shows through it still shows."""
    x, y = chance.uniform(-1, 1, 2) * view.reach
    radius = chance.uniform(28, 45)
    quad = view.quad(x, y, 0.0, (2 * radius, 2 * radius))
    away = (quad.mean(axis=0) - [WIDTH / 2, HEIGHT / 2]) * chance.uniform(0.1, 0.45)
    drink = chance.uniform(0, 255, 3)
    full = float(chance.uniform(0.1, 0.95))
    for share, opacity in ((0.0, 0.3), (0.5, full), (1.0, 0.25)):
        place = (quad + away * share).astype(np.float32)
        disc = np.full((64, 64, 3), drink * chance.uniform(0.6, 1.1), np.float32).clip(0, 255).astype(np.uint8)
        cv2.circle(disc, (32, 32), 30, (235, 235, 235), 2)
        if chance.random() < 0.5:
            cv2.ellipse(disc, (32, 32), (22, 22), 0, 20, 80, (255, 255, 255), 3)
        _lay(scene, disc, _rounded(64, 64, 0.5) * np.float32(opacity), place, -1)


def _right_sized(face: Image, length: float) -> Image:
    """Halves a picture until it is seen at its size, so that its lines do not flicker."""
    while face.shape[0] > 1.6 * length and face.shape[0] > 40:
        face = cast("Image", cv2.resize(face, (face.shape[1] // 2, face.shape[0] // 2), interpolation=cv2.INTER_AREA))
    return face


@lru_cache(4096)
def _mask(height: int, width: int, tenths: int) -> Alpha:
    radius = max(int(tenths / 1000 * min(width, height)), 0)
    mask = np.zeros((height, width), np.float32)
    mask[radius : height - radius or None] = 1
    mask[:, radius : width - radius or None] = 1
    mask[:radius, :radius] = mask[:radius, -radius or width :] = 0
    mask[-radius or height :, :radius] = mask[-radius or height :, -radius or width :] = 0
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 1.0, -1)
    return mask


def _rounded(height: int, width: int, radius: float) -> Alpha:
    """Returns a rounded rectangle; *radius* is a share of its shorter side."""
    return _mask(height, width, round(radius * 1000))


def _lay_card(scene: Scene, face: Image, quad: Quad, radius: float) -> None:
    number = len(scene.quads)
    scene.quads.append(quad)
    scene.areas.append(_lay(scene, face, _rounded(face.shape[0], face.shape[1], radius), quad, number))


def _window(quad: Quad) -> tuple[slice, slice] | None:
    left, top = np.floor(quad.min(axis=0)).astype(int) - 1
    right, bottom = np.ceil(quad.max(axis=0)).astype(int) + 2
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, WIDTH), min(bottom, HEIGHT)
    return (slice(top, bottom), slice(left, right)) if right > left and bottom > top else None


def _seen_in(layer: npt.NDArray[Any], quad: Quad, window: tuple[slice, slice], border: int) -> Floats:
    rows, columns = window
    to_window = cv2.getPerspectiveTransform(
        whole(cast("Image", layer)), quad - np.array([columns.start + 0.5, rows.start + 0.5], np.float32)
    )
    size = (columns.stop - columns.start, rows.stop - rows.start)
    return cast("Floats", cv2.warpPerspective(layer, to_window, size, flags=cv2.INTER_LINEAR, borderMode=border))


def _lay(scene: Scene, picture: Image, alpha: Alpha, quad: Quad, number: int) -> float:
    """Lays a picture on all else; returns how many px it covers in view, and takes them from what was there."""
    window = _window(quad)
    if window is None:
        return 0.0
    colours = _seen_in(picture, quad, window, cv2.BORDER_REPLICATE)
    share = _seen_in(alpha, quad, window, cv2.BORDER_CONSTANT)
    below = scene.picture[window]
    mixed = below + (colours.astype(np.float32) - below) * share[..., None]
    scene.picture[window] = mixed.astype(np.uint8)
    covers = share > 0.6
    scene.owner[window][covers] = number
    return float(np.count_nonzero(covers))


def _shade(scene: Scene, quad: Quad, strength: float) -> None:
    _shade_of(scene, None, quad, strength)


def _shade_of(scene: Scene, hand: npt.NDArray[np.uint8] | None, quad: Quad, strength: float) -> None:
    window = _window(np.concatenate([quad - 4, quad + 4]))
    if window is None:
        return
    rows, columns = window
    if hand is None:
        mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.float32)
        cv2.fillConvexPoly(mask, np.round(quad - [columns.start, rows.start]).astype(np.int32), 1.0)
    else:
        mask = _seen_in(hand[..., 3].astype(np.float32) / 255, quad, window, cv2.BORDER_CONSTANT)
    soft = cv2.blur(mask, (5, 5))
    scene.picture[window] = (scene.picture[window] * (1 - strength * soft[..., None])).astype(np.uint8)
