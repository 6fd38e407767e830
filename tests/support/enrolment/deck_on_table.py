"""A deck shown to a camera: drawn cards laid on a cloth and taken away again, frame by frame."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

import cv2
import numpy as np

from engine.cards import BAVARIAN_32, Card
from lab.card_art.packs import draw_card, draw_pack
from lab.card_art.style import Style
from tests.support.paper_table import HEIGHT, WIDTH, PixelReader, cloth, draw_arm, paste, quad_at
from vision.geometry.rectify import full_quad, rectify
from vision.types import Frame, Image, Quad

MIDDLE = quad_at(480, 270, 4)


STYLE, HEIGHT_PX = Style.random(9001), 300


def drawn_card(card: Card) -> Image:
    return draw_card(BAVARIAN_32, card, STYLE, HEIGHT_PX)


@cache
def drawn() -> dict[Card, Image]:
    """Returns all cards; drawing them takes a second."""
    return draw_pack(BAVARIAN_32.name, STYLE, HEIGHT_PX)


class DrawnReader(PixelReader):
    """Keeps the pictures of the drawn deck."""

    def pictures(self, card: Card) -> Sequence[Image]:
        return [rectify(drawn()[card], full_quad(drawn()[card]))]


@cache
def grains() -> list[np.ndarray]:
    rng = np.random.default_rng(5)
    return [rng.normal(0, 2, (HEIGHT, WIDTH, 3)).round().astype(np.int16) for _ in range(5)]


def frame_of(image: Image, number: int) -> Frame:
    luma = cv2.resize(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (640, 360), interpolation=cv2.INTER_AREA)
    return Frame(number, number / 10, image, luma)


@dataclass
class DeckOnTable:
    """Yields frames, ten a second; what `lying` holds is seen, the last on top."""

    bare: Image = field(default_factory=cloth)
    lying: list[tuple[Image, Quad]] = field(default_factory=list)
    number: int = 0

    def still(self, seconds: float = 0.8, arm: bool = False) -> Iterator[Frame]:
        image = self.bare.copy()
        for picture, quad in self.lying:
            paste(image, picture, quad)
        if arm:
            draw_arm(image, 0, 480, 330)
        for _ in range(round(seconds * 10)):
            yield self._frame(image)

    def lay(self, picture: Image, quad: Quad = MIDDLE, seconds: float = 0.8) -> Iterator[Frame]:
        """A hand comes and lays a card, in place of what lay there."""
        yield from self._hand()
        self.lying = [(picture, quad)]
        yield from self.still(seconds)

    def add(self, picture: Image, quad: Quad, seconds: float = 0.8) -> Iterator[Frame]:
        yield from self._hand()
        self.lying.append((picture, quad))
        yield from self.still(seconds)

    def clear(self) -> Iterator[Frame]:
        yield from self._hand()
        self.lying = []
        yield from self.still()

    def _hand(self) -> Iterator[Frame]:
        for share in (0.5, 1.0, 0.6):
            (frame,) = self.still(0.1)
            image = frame.image.copy()
            draw_arm(image, 0, 480, 270, share)
            yield frame_of(image, frame.number)

    def _frame(self, image: Image) -> Frame:
        self.number += 1
        return frame_of(cv2.add(image, grains()[self.number % 5], dtype=cv2.CV_8U), self.number - 1)


def row_of(count: int, y: float = 270, degrees: float = 3) -> list[Quad]:
    """Returns places side by side, with a finger's gap."""
    return [quad_at(75 + 100 * place, y + 3 * (place % 3), degrees + place % 4 - 2) for place in range(count)]


assert (WIDTH, HEIGHT) == (960, 540)


def soften(picture: Image) -> Image:
    return cv2.GaussianBlur(picture, (0, 0), 8).astype(np.uint8)


def blank(picture: Image) -> Image:
    return np.full_like(picture, 235)


def lay_row(table: DeckOnTable, cards: Iterable[Card], places: Iterable[Quad]) -> None:
    table.lying += [(drawn()[card], quad) for card, quad in zip(cards, places, strict=True)]
