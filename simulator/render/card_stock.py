"""Cards as physical objects: a deck from a folder of pictures, size, rounded corners, wear, and a drawn back."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.cards import PACKS, Card
from simulator.render.noise import cloudy_noise, white_noise

if TYPE_CHECKING:
    from collections.abc import Mapping

    from simulator.render.camera_model import Floats
    from simulator.render.noise import Generator
    from vision.types import Image

PICTURE_ENDINGS = (".jpg", ".jpeg", ".png", ".webp")
THICKNESS = 0.3
"""Of one card, in mm."""


class BadDeck(ValueError):
    """Raised for a folder that holds no usable deck."""


@dataclass(frozen=True, slots=True)
class CardSize:
    """In mm."""

    width: float
    height: float


def load_deck(folder: Path | str) -> dict[Card, Image]:
    """Reads one picture a card; the file's name is the card's notation, such as `HK.jpg`.

    :raises BadDeck: if the folder or a picture cannot be read or a name is no card.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise BadDeck(f"got {folder}, expected a folder of card pictures such as HK.jpg; check the path")
    files = sorted(file for file in folder.iterdir() if file.suffix.lower() in PICTURE_ENDINGS)
    files = [file for file in files if not file.stem.lower().startswith(("back", "joker"))]
    if not files:
        raise BadDeck(f"found no picture in {folder}, expected one a card such as HK.jpg or EO.png")
    return {_card_named(file): _picture(file) for file in files}


def _card_named(file: Path) -> Card:
    try:
        return card_of(file.stem)
    except BadLine:
        raise BadDeck(
            f"got picture {file.name}, expected a card's notation as its name, such as HK.jpg; rename or remove it"
        ) from None


def _picture(file: Path) -> Image:
    picture = cv2.imdecode(np.fromfile(file, np.uint8), cv2.IMREAD_COLOR) if file.stat().st_size else None
    if picture is None:
        raise BadDeck(f"cannot read {file}, expected a JPEG or PNG picture; replace the file")
    return np.asarray(picture, np.uint8)


def usual_size(deck: Mapping[Card, Image]) -> CardSize:
    """Returns the usual size in mm of cards of this shape: poker 63×88, French 59×91, Bavarian 56×100."""
    shape = float(np.median([picture.shape[0] / picture.shape[1] for picture in deck.values()]))
    width = float(np.interp(shape, [1.40, 1.54, 1.66], [63.0, 59.0, 56.0]))
    return CardSize(width, width * shape)


def card_texture(picture: Image, size: CardSize, scale: float, wear: float, rng: Generator) -> Image:
    """Returns the card at *scale* px per mm, B G R and opacity: rounded corners, rubbed edges, a little dirt."""
    shape = (round(size.height * scale), round(size.width * scale))
    face = cv2.resize(picture, (shape[1], shape[0]), interpolation=cv2.INTER_AREA).astype(np.float32)
    opacity = rounded(shape, 3.6 * scale)
    depth = cv2.distanceTransform((opacity > 0.5).astype(np.uint8), cv2.DIST_L2, 3) / scale
    rubbed = np.exp(-depth / 0.7) * np.clip(0.5 + cloudy_noise(rng, shape, 12 * scale), 0, 1) * wear
    face += (np.array([150, 165, 170], np.float32) - face) * (0.5 * rubbed)[..., None]
    dirt = 1 - wear * np.clip(0.03 + 0.025 * cloudy_noise(rng, shape, 25 * scale), 0, 1)
    face *= dirt[..., None] * np.array([1 - 0.05 * wear, 1 - 0.01 * wear, 1.0], np.float32)
    linen = 1 + 0.006 * white_noise(rng, shape, 0.6)
    texture = np.dstack([face * linen[..., None], opacity * 255])
    return np.asarray(np.clip(texture, 0, 255), np.uint8)


def rounded(shape: tuple[int, int], radius: float) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """Returns the opacity of a rectangle with rounded corners, rows × columns, 0 to 1 with soft edges."""
    rows = np.abs(np.arange(shape[0], dtype=np.float32) - (shape[0] - 1) / 2)[:, None]
    columns = np.abs(np.arange(shape[1], dtype=np.float32) - (shape[1] - 1) / 2)[None, :]
    outside_y = np.maximum(rows - (shape[0] / 2 - radius), 0)
    outside_x = np.maximum(columns - (shape[1] / 2 - radius), 0)
    return np.asarray(np.clip(radius - np.hypot(outside_x, outside_y) + 0.5, 0, 1), np.float32)


BACK_INKS = ((158, 62, 40), (46, 38, 168), (92, 110, 30), (60, 60, 60))
"""Blue, red, green, black; BGR."""


def drawn_back(size: CardSize, rng: Generator) -> Image:
    """Returns a card back: a lattice of diamonds with dots inside a white edge and a double frame."""
    scale = 6
    width, height = round(size.width * scale), round(size.height * scale)
    ink = BACK_INKS[int(rng.integers(len(BACK_INKS)))]
    pitch = float(rng.choice([4.0, 5.0, 6.5])) * scale
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    down = (rows - height / 2 + columns - width / 2) / pitch
    up = (rows - height / 2 - columns + width / 2) / pitch
    lines = np.minimum(np.abs(down - np.round(down)), np.abs(up - np.round(up))) < 0.11
    middle = np.hypot(down - np.floor(down) - 0.5, up - np.floor(up) - 0.5)
    pattern = lines | (middle < 0.16) | ((middle > 0.24) & (middle < 0.3))
    back = np.where(pattern[..., None], np.array(ink), np.array([238, 244, 246])).astype(np.uint8)
    if rng.random() < 0.5:
        back = np.where(pattern[..., None], np.array([226, 234, 238]), np.array(ink)).astype(np.uint8)
    for inset, thickness, colour in ((0, 7 * scale, (240, 245, 246)), (4 * scale, scale // 2, ink)):
        cv2.rectangle(back, (inset, inset), (width - 1 - inset, height - 1 - inset), colour, thickness)
    return np.asarray(back, np.uint8)


class BadLine(ValueError):
    """Raised for a line of a choreography that cannot be read."""


_SUITS = {suit for pack in PACKS.values() for suit in pack.suits}
_RANKS = {rank for pack in PACKS.values() for rank in pack.ranks}


def card_of(text: str) -> Card:
    """Returns the card written as *text*; decks may have more cards than any pack, such as all sixes.

    :raises BadLine: if it is no suit and rank.
    """
    if text[:1] not in _SUITS or text[1:] not in _RANKS:
        raise BadLine(f"got card {text!r}, expected a suit and a rank such as HK or E10")
    return Card(text[0], text[1:])


@dataclass(frozen=True, slots=True)
class Lie:
    """Pose of a card: its middle in mm, its rotation in radians, and for a held card its pitch and roll."""

    x: float
    y: float
    z: float
    angle: float
    dip: float = 0.0
    roll: float = 0.0

    def corners(self, size: CardSize) -> Floats:
        """Returns top left, top right, bottom right and bottom left of its face, 4×3 in mm."""
        turn_x, turn_y = math.cos(self.angle), math.sin(self.angle)
        right = np.array([turn_x * math.cos(self.roll), turn_y * math.cos(self.roll), math.sin(self.roll)])
        down = np.array([-turn_y * math.cos(self.dip), turn_x * math.cos(self.dip), math.sin(self.dip)])
        middle = np.array([self.x, self.y, self.z])
        across, along = right * size.width / 2, down * size.height / 2
        return np.array(
            [middle - across - along, middle + across - along, middle + across + along, middle - across + along],
            np.float32,
        )
