"""Decks of card pictures: those that the project draws, a folder of them, textures with rounded corners, backs."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np

from engine.cards import PACKS, Card, Pack
from vision.types import Image

PICTURE_ENDINGS = (".jpg", ".jpeg", ".png", ".webp")


class BadDeck(ValueError):
    """Raised for a folder that holds no usable deck."""


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
    faces = {}
    for file in files:
        try:
            card = card_of(file.stem)
        except BadLine:
            raise BadDeck(
                f"got picture {file.name}, expected a card's notation as its name, such as HK.jpg; rename or remove it"
            ) from None
        faces[card] = picture_in(file)
    return faces


def picture_in(file: Path) -> Image:
    """:raises BadDeck: if the file is no picture."""
    picture = cv2.imdecode(np.fromfile(file, np.uint8), cv2.IMREAD_COLOR) if file.stat().st_size else None
    if picture is None:
        raise BadDeck(f"cannot read {file}, expected a JPEG or PNG picture; replace the file")
    return np.asarray(picture, np.uint8)


RIM = 2
"""Width of the transparent rim of a texture, px, so that its edge is smooth when warped."""


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """`faces` are pictures as enrolled; a card is `width`×`height` mm."""

    name: str
    kind: str
    faces: Mapping[Card, Image]
    width: float
    height: float


def make_deck(faces: Mapping[Card, Image], name: str, kind: str) -> Deck:
    shapes = np.array([face.shape[:2] for face in faces.values()])
    aspect = float(np.median(shapes[:, 1] / shapes[:, 0]))
    width = 56.0 if aspect < 0.6 else 60.0
    return Deck(name, kind, faces, width, width / aspect)


def cut(picture: Image, size: tuple[int, int]) -> Image:
    """Returns the picture as premultiplied BGRA with rounded corners, *size* px plus the transparent rim."""
    width, height = size
    shrinking = picture.shape[0] > height
    flat = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if shrinking else cv2.INTER_CUBIC)
    mask = rounded_rectangle((width * 4, height * 4), round(width * 4 * 0.055), cv2.LINE_8)
    return flat_picture(np.asarray(flat, np.uint8), np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA)))


def rounded_rectangle(size: tuple[int, int], radius: int, line: int) -> Image:
    """Returns a mask, 255 inside, whose corners are drawn with one of OpenCV's kinds of *line*."""
    width, height = size
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, (255,), -1, line)
    return mask


def flat_picture(picture: Image, mask: Image) -> Image:
    """Returns picture and mask as the texture of a slab: premultiplied BGRA with the transparent rim."""
    flat = np.dstack([cv2.multiply(picture, cv2.merge([mask] * 3), scale=1 / 255), mask])
    return np.asarray(cv2.copyMakeBorder(flat, RIM, RIM, RIM, RIM, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0)), np.uint8)


def back(rng: np.random.Generator, aspect: float) -> Image:
    """Returns a typical back: a pale margin around a pattern of small figures."""
    height, width = 400, round(400 * aspect)
    ink = np.array([(120, 60, 30), (40, 40, 150), (60, 100, 40), (60, 60, 60)][int(rng.integers(4))], np.float64)
    rows, columns = np.mgrid[0:height, 0:width]
    step = rng.uniform(9, 22)
    rows, columns = rows - height / 2, columns - width / 2
    match int(rng.integers(3)):
        case 0:
            swing = np.cos(2 * np.pi * (rows + columns) / step) * np.cos(2 * np.pi * (rows - columns) / step)
        case 1:
            swing = np.cos(2 * np.pi * rows / step) + np.cos(2 * np.pi * columns / step)
        case _:
            swing = np.cos(2 * np.pi * np.hypot(rows % (2 * step) - step, columns % (2 * step) - step) / step)
    share = np.clip(swing * 2 + 0.5, 0.1, 1)[..., None]
    picture = 235 - share * (235 - ink)
    margin = int(rng.integers(8, 24))
    picture[:margin] = picture[-margin:] = picture[:, :margin] = picture[:, -margin:] = 235
    return np.asarray(picture, np.uint8)


FOLDER = Path(str(files("models"))) / "drawn_decks"
"""`STYLE/FAMILY/HK.webp` and `back.webp`, for printing at 300 dpi; `python -m lab.card_pictures models` draws them."""
STYLES = ("house", "doubled")
"""Single figures, as in the packs before they were doubled; doubled ones with indices, as most pubs have today."""
BACK_NAME = "back"
CARD_HEIGHT = 480
"""px: height of the cards for a rendered table, higher than that of its camera."""


def print_picture(pack: Pack, name: str, style: str = STYLES[0]) -> Image:
    """Returns a card of *pack* by its notation, such as `HK`, or its `back`, in the size of print."""
    return picture_in(FOLDER / style / pack.family / f"{name}.webp")


def table_card(pack: Pack, card: Card, height: int = CARD_HEIGHT) -> Image:
    """Returns the card of the house deck, *height* px high."""
    large = print_picture(pack, str(card))
    width = round(height * large.shape[1] / large.shape[0])
    return np.asarray(cv2.resize(large, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def table_deck(pack: Pack) -> dict[Card, Image]:
    """Returns the house deck for a rendered table."""
    return {card: table_card(pack, card) for card in pack.cards}
