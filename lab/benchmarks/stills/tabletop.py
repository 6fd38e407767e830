"""Whole tables at one look, rendered by the stage without hands: tricks, other objects; and cards laid for timing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np

from device.camera.base import DEFAULT_FPS
from device.camera.picture_file import low_resolution
from engine.cards import Card
from lab.benchmarks.flipbook.record import compose
from lab.benchmarks.stills.things import Thing as Drawn
from simulator.deck import flat_picture, make_deck
from simulator.script import PlacedThing, Script
from simulator.stage.keyframes import Floats, Track
from simulator.stage.things import Slab, Thing
from simulator.table import LIGHT_KINDS, LightName
from vision.geometry.quads import area
from vision.types import Frame, Image, Quad

Pictures: TypeAlias = Mapping[Card, Image]
SIZE = (1920, 1080)
"""Width and height of the picture, px."""
APART, OVERLAPPING = (0.0, 0.0), (0.1, 0.6)
"""Range of the share of a card that lies on another one."""
LIGHTS: tuple[LightName, ...] = ("good", "dim")
SEATS = 4
ROOM_MM = 135.0
"""Least distance of two objects."""


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


class StillTable:
    """A table of the stage on which cards of *pictures* and other things lie at rest, in any light unless given."""

    def __init__(
        self, pictures: Pictures, chance: np.random.Generator, light: LightName | None = None, table: str | None = None
    ) -> None:
        scripts: list[Script] = []
        kind = None if light is None else str(chance.choice(LIGHT_KINDS[light]))
        seed, deck = int(chance.integers(1 << 31)), make_deck(pictures, "", "")
        self.stage = compose("still", seed, deck, kind, table, players=SEATS, size=SIZE, act=scripts.append).stage
        self.script = scripts[0]

    def lay(self, card: Card, overlap: tuple[float, float] = APART) -> Quad:
        """Lays a card before the next seat; returns where it lies in the picture."""
        placed = self.script.placed
        pose = self.script.spot(len(placed) % SEATS, overlap if placed else APART)
        thing = self.script.card(str(card))
        self.put(thing, pose)
        placed.append(PlacedThing(str(card), thing, pose))
        return np.array(self.script.quad(pose, 0.0), np.float32)

    def put(self, thing: Thing, pose: Floats) -> None:
        """Puts a thing of the stage on all others."""
        thing.spans, thing.layers = [(0.0, Track.constant(pose))], [(0.0, self.script.top_layer())]

    def picture(self) -> Image:
        """Returns the table as the camera sees it; two pictures differ by noise."""
        return self.stage.frame(0)


def some_cards(pictures: Pictures, count: int, chance: np.random.Generator) -> dict[Card, Image]:
    """Returns random cards of a deck, as many as *count* or as there are."""
    cards = list(pictures)
    return {cards[index]: pictures[cards[index]] for index in chance.permutation(len(cards))[:count]}


def trick(
    cards: Pictures, chance: np.random.Generator, apart: bool, light: LightName | None = None, table: str | None = None
) -> Tabletop:
    """Returns a table with these cards, either way up: *apart*, or each overlapping some of the others."""
    still = StillTable(cards, chance, light, table)
    quads = [still.lay(card, APART if apart else OVERLAPPING) for card in cards]
    visible = (_visible(quad, quads[place + 1 :]) for place, quad in enumerate(quads))
    return Tabletop(still.picture(), tuple(map(VisibleCard, cards, quads, visible)))


def _visible(quad: Quad, above: Sequence[Quad]) -> float:
    mask = np.zeros(SIZE[::-1], np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), (1,))
    for other in above:
        cv2.fillConvexPoly(mask, np.round(other).astype(np.int32), (0,))
    return min(float(mask.sum()) / area(quad), 1.0)


def scatter(pictures: Pictures, things: Sequence[Drawn], light: LightName, chance: np.random.Generator) -> Image:
    """Returns a table with as many of these objects as fit without overlap; *pictures* are any deck, for its size."""
    still = StillTable(pictures, chance, light)
    for drawn in things:
        texture = flat_picture(drawn.picture, drawn.shape)
        body = Slab(texture, texture, drawn.height * drawn.picture.shape[1] / drawn.picture.shape[0], drawn.height)
        for _ in range(20):
            place = chance.uniform((-230, -120), (230, 120))
            if not still.script.in_the_way(place, ROOM_MM):
                still.put(still.script.prop(body), np.array([*place, 0.0, chance.uniform(0, 2 * np.pi)]))
                break
    return still.picture()


ARM_FRAMES, STILL_FRAMES = 3, 8
COLUMNS, STEP = 4, (105.0, 118.0)
"""Columns of the grid of cards, and the distance between cards, mm."""


def lay_cards(pictures: Pictures, seed: int = 1) -> Iterator[Image]:
    """Yields pictures of 1920×1080 px: the empty table, then each card laid by an arm; at most eight are in view."""
    chance = np.random.default_rng(seed)
    still = StillTable(pictures, chance, "good")
    yield from (still.picture() for _ in range(STILL_FRAMES))
    for number, card in enumerate(pictures):
        x, y = (number % COLUMNS - (COLUMNS - 1) / 2) * STEP[0], (number // COLUMNS - 0.5) * STEP[1]
        middle = still.stage.camera(0.0).project([[x, y, 0.0]])[0]
        for moment in range(ARM_FRAMES):
            yield with_arm(still.picture(), middle + np.array([25, 40]) * moment, (middle[0] + 120, SIZE[1]))
        still.put(still.script.card(str(card)), np.array([x, y, 0.0, chance.normal(0, 0.3)]))
        yield from (still.picture() for _ in range(STILL_FRAMES))


def with_arm(picture: Image, tip: Floats, elbow: tuple[float, float]) -> Image:
    """Returns the picture with an arm without light or shadow, which costs no time: it only has to move."""
    drawn, (start, end) = picture.copy(), ((int(x), int(y)) for x, y in (tip, elbow))
    cv2.line(drawn, start, end, (95, 130, 190), 110, cv2.LINE_AA)
    return drawn


def frames_of(pictures: Iterable[Image], fps: float = DEFAULT_FPS) -> Iterator[Frame]:
    for number, picture in enumerate(pictures):
        yield Frame(number, number / fps, picture, low_resolution(picture))
